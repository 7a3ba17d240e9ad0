package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// patience is how long a turn may take before it says what it is doing.
const patience = 500 * time.Millisecond

// Progress shows on a terminal what somebody is waiting for, once it takes longer
// than half a second, and erases it after. A nil one and the zero value show
// nothing. It may be used concurrently.
type Progress struct {
	Out   io.Writer // a terminal; nil shows nothing
	Width int

	mutex   sync.Mutex
	waiting bool
	stage   string
	timer   *time.Timer
	shown   bool
}

// resize takes the width of the terminal anew.
func (p *Progress) resize(width int) {
	if p == nil || width <= 0 {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.Width = width
}

// Begin starts waiting. Every Begin is followed by an End.
func (p *Progress) Begin(stage string) {
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.waiting, p.stage = true, stage
	if p.Out != nil {
		p.timer = time.AfterFunc(patience, p.show)
	}
}

// Stage says what is being done now.
func (p *Progress) Stage(stage string) {
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.stage = stage
	if p.shown {
		p.draw()
	}
}

// Aside lets something be written in between: what is shown is erased for it, and
// shown again when it takes half a second more.
func (p *Progress) Aside(write func()) {
	if p == nil {
		write()
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.shown {
		fmt.Fprint(p.Out, "\r\x1b[K")
	}
	p.shown = false
	write()
	if p.waiting && p.Out != nil {
		p.timer.Stop()
		p.timer = time.AfterFunc(patience, p.show)
	}
}

// End erases what is shown.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.waiting = false
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.shown {
		fmt.Fprint(p.Out, "\r\x1b[K")
	}
	p.shown = false
}

func (p *Progress) show() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.waiting {
		p.draw()
	}
}

func (p *Progress) draw() {
	text := oneLine(spokenStage(p.stage)) + " …"
	width := p.Width
	if width <= 0 {
		width = widest
	}
	fmt.Fprint(p.Out, "\r\x1b[K"+text[:fitting(text, max(width-1, narrowest))])
	p.shown = true
}

// spokenStage puts what the engine calls a stage into words.
func spokenStage(stage string) string {
	if words := stages[stage]; words != "" {
		return words
	}
	return stage
}

var stages = map[string]string{
	"":                      "one moment",
	"planning":              "thinking what happens",
	"playing":               "playing it out",
	"choosing":              "looking for what you may do",
	"narrate":               "telling it",
	"speak":                 "speaking",
	"roll-dice":             "rolling dice",
	"recall-memory":         "remembering",
	"recall-lore":           "looking it up",
	"store-memory":          "keeping it in mind",
	"generate-choices":      "looking for what you may do",
	"evaluate-choice":       "weighing a choice",
	"query-perception":      "asking what they think of you",
	"update-perception":     "changing what they think of you",
	"initialize-perception": "meeting somebody",
	"query-reputation":      "asking after your name",
	"update-reputation":     "spreading word of it",
	"generate-portrait":     "drawing a portrait",
	"lookup-portrait":       "looking for a portrait",
	"update-portrait":       "drawing a portrait anew",
	"echo":                  "listening for an echo",
	"commit":                "writing it down",
}
