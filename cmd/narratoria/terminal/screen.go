package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/prose"
)

// The measure of a line that is read with ease, and the least that is worth
// wrapping for.
const (
	widest    = 80
	narrowest = 20
)

// A Screen is where a story is shown. It belongs to one goroutine. Errors of the
// writer below are its own to keep.
type Screen struct {
	Names  map[string]string // of people, by their ids; what is missing is called by its id
	out    io.Writer
	manner Manner
	width  int
	place  string   // the heading's, when it was last shown
	said   string   // what is being played was said already, in these words
	told   struct { // of a turn that is still being played
		sync.Mutex
		begun bool          // what stands before its text is shown
		rolls []engine.Roll // of skills, that are shown
		text  string
	}
}

// NewScreen shows on w, in a manner that [Look] finds.
func NewScreen(w io.Writer, manner Manner) *Screen {
	width := manner.Width
	if width <= 0 {
		width = widest
	}
	return &Screen{out: w, manner: manner, width: min(max(width, narrowest), widest)}
}

// resize takes the width of a terminal anew, which its user may change.
func (s *Screen) resize(width int) {
	if width > 0 {
		s.width = min(max(width, narrowest), widest)
	}
}

// A style is how a line looks in colour.
type style string

const (
	plain  style = ""
	bold   style = "\x1b[1m"
	dim    style = "\x1b[2m"
	strong style = "\x1b[1;36m"
	warn   style = "\x1b[33m"
	reset        = "\x1b[0m"

	italic, noItalic = "\x1b[3m", "\x1b[23m"
)

func (s *Screen) paint(how style, text string) string {
	if !s.manner.Colour || how == plain || text == "" {
		return text
	}
	return string(how) + text + reset
}

// Paragraphs shows prose, a blank line before each paragraph.
func (s *Screen) Paragraphs(text string) {
	for _, paragraph := range strings.Split(prose.Clean(text), "\n\n") {
		if strings.TrimSpace(paragraph) == "" {
			continue
		}
		s.Gap()
		s.lines(paragraph)
	}
}

// lines shows a paragraph, or more of one.
func (s *Screen) lines(paragraph string) {
	for _, line := range s.slanted(Wrap(marked(paragraph), s.width)) {
		fmt.Fprintln(s.out, line)
	}
}

// Marks of where emphasis begins and ends, while lines are being made. They take
// no room; text that comes with them loses them.
const (
	slant   = '\ue000'
	upright = '\ue001'
)

var ownMarks = strings.NewReplacer(string(slant), "", string(upright), "")

// marked turns Markdown's emphasis, as authors write the names of ships, into
// marks.
func marked(paragraph string) string {
	return plaintext.Emphasis(ownMarks.Replace(paragraph), string(slant), string(upright))
}

// slanted shows marked lines: in colour as italics, which end with the line and
// begin again with the next, else as plain words.
func (s *Screen) slanted(lines []string) []string {
	if !s.manner.Colour {
		for i, line := range lines {
			lines[i] = ownMarks.Replace(line)
		}
		return lines
	}
	inside := false
	for i, line := range lines {
		if inside {
			line = string(slant) + line
		}
		inside = strings.LastIndex(line, string(slant)) > strings.LastIndex(line, string(upright))
		if inside {
			line += string(upright)
		}
		lines[i] = strings.NewReplacer(string(slant), italic, string(upright), noItalic).Replace(line)
	}
	return lines
}

// Gap is a blank line.
func (s *Screen) Gap() { fmt.Fprintln(s.out) }

// Say shows one remark of the program.
func (s *Screen) Say(text string) { s.hanging(dim, "", text) }

// Warn shows one that the player should not miss.
func (s *Screen) Warn(text string) { s.hanging(warn, "", text) }

// Command shows what may be typed elsewhere, in one piece so that it can be copied.
func (s *Screen) Command(text string) { fmt.Fprintln(s.out, "  "+s.paint(bold, oneLine(text))) }

// Item shows one line of a list.
func (s *Screen) Item(text string) { s.hanging(plain, "  ", text) }

// Title shows the head of a list.
func (s *Screen) Title(text string) {
	s.Gap()
	s.hanging(bold, "", text)
}

// hanging shows a text behind a lead, its further lines below its first word.
func (s *Screen) hanging(how style, lead, text string) {
	indent := strings.Repeat(" ", Cells(lead))
	for i, line := range Wrap(oneLine(text), s.width-len(indent)) {
		if i > 0 {
			lead = indent
		}
		fmt.Fprintln(s.out, lead+s.paint(how, line))
	}
}

// longest is how much of a foreign text stands on a line of ours.
const longest = 2000

// oneLine is foreign text as part of a line.
func oneLine(text string) string {
	text = prose.Clean(text)
	if len(text) > longest {
		cut := longest
		for cut > 0 && text[cut]&0xc0 == 0x80 { // inside a character
			cut--
		}
		text = text[:cut] + " …"
	}
	return strings.Join(strings.Fields(text), " ")
}
