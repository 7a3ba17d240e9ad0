package narratoria_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/skills/config"
)

// A killing is a model here whose worker is killed when it has written the beginning of the next text of a task.
type killing struct {
	model.Generator
	t *testing.T

	mu     sync.Mutex
	task   string // "": it is not killed
	killed int
	wrote  int // texts, whole

	ended chan string // the task of each text that is over, with room for all of a play
}

// kills has it killed at the next text of a task.
func (k *killing) kills(task string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.task, k.wrote = task, 0
}

// so is how often it was killed, and what it wrote whole since.
func (k *killing) so() (killed, wrote int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.killed, k.wrote
}

// await waits until a text of a task is over.
func (k *killing) await(t *testing.T, task string) {
	t.Helper()
	for late := time.After(time.Minute); ; {
		select {
		case of := <-k.ended:
			if of == task {
				return
			}
		case <-late:
			t.Fatalf("no text of the task %s comes to an end", task)
		}
	}
}

func (k *killing) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	k.mu.Lock()
	kills := k.task != "" && k.task == r.Place.Task
	k.mu.Unlock()
	if r.Form.Schema == nil { // random weights write no text by themselves
		r.Form = model.Form{Schema: fmt.Appendf(nil, `{"const": %q}`, forced)}
		r.MaxTokens = 900
	}
	pieces := 0
	answer, err := k.Generator.Generate(ctx, r, func(p model.Piece) {
		if pieces++; pieces == 1 && kills {
			for _, pid := range meaningWorkers(k.t) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			k.mu.Lock()
			k.killed, k.task = k.killed+1, ""
			k.mu.Unlock()
		}
		if tell != nil {
			tell(p)
		}
	})
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil {
		k.wrote++
	}
	k.ended <- r.Place.Task
	return answer, err
}

// A worker that is killed while it writes a plan, what somebody says, choices, how a place looks or the summary of a scene costs the turn
// that, and nothing else: it is told in time, with choices, and committed once; and the next text is written.
func TestAModelHereIsKilledAtEachTask(t *testing.T) {
	for asked, tasks := range map[string][]string{
		`"plan": "here", "tasks": {"choices": ["here"], "prose": []}`: {"plan", "speech", "choices"},
		`"tasks": {"speech": []}`:                                     {"prose"},
		`"tasks": {"summary": ["here"], "speech": [], "prose": []}`:   {"summary"},
	} {
		t.Run(strings.Join(tasks, "-"), func(t *testing.T) { killedAt(t, asked, tasks) })
	}
}

// killedAt plays a story in which a model here is asked for what the settings say, and is killed at one task after the other.
func killedAt(t *testing.T, asked string, tasks []string) {
	file, town := randomModel(t), silentTown(t)
	data := homeWith(t, `{"models": {"threads": 1, "providers": {"here": {"kind": "llama", "model": "tiny", "template": "phi3", "context": 4096}},
		"text": ["here"], `+asked+`}}`, "", "")
	_, err := inventory.In(filepath.Join(data, "models")).Import(t.Context(), "tiny", file, nil)
	must(t, err)
	p := open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
	all, err := p.Providers()
	must(t, err)
	t.Cleanup(func() { must(t, all.Close()) })
	here, err := all.Open("here")
	must(t, err)
	k := &killing{Generator: here, t: t, ended: make(chan string, 1000)}
	p.WrittenBy(k)
	if slices.Contains(tasks, "plan") {
		p.PlannedBy(k)
	}
	g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: town, Story: "played", NoEndings: true}) // with a seed a summary has no more than two seconds
	must(t, err)
	t.Cleanup(func() { must(t, g.Close(context.Background())) })
	turn, choice := int64(0), ""
	plays := func() {
		turn++
		began := time.Now()
		r, err := g.Play(t.Context(), choice)
		must(t, err)
		if took := time.Since(began); r.Turn != turn || r.Prose == "" || r.Fallback || len(r.Choices) < 3 || took > 30*time.Second {
			t.Errorf("turn %d is %d, took %v and has %d choices: %s", turn, r.Turn, took, len(r.Choices), r.Prose)
		}
		if strings.HasPrefix(choice, "go:") && slices.Contains(tasks, "summary") {
			k.await(t, "summary") // it is written beside the game
		}
		choice = faultyDeeds()[int(turn-1)%len(faultyDeeds())]
	}
	// until plays turns until something is so: in some it may be too late for the first words of a text, or nobody is asked for one.
	until := func(so func() bool) bool {
		for range 2 * len(faultyDeeds()) {
			if so() {
				break
			}
			plays()
		}
		return so()
	}
	plays()
	for i, task := range tasks {
		k.kills(task)
		if !until(func() bool { return killedSo(k) == i+1 }) {
			t.Fatalf("it is not killed at the task %s", task)
		}
		k.kills("")
		if !until(func() bool { return wroteSo(k) > 0 }) {
			t.Errorf("killed at the task %s, it writes nothing in the turns after", task)
		}
	}
}

func killedSo(k *killing) int { killed, _ := k.so(); return killed }
func wroteSo(k *killing) int  { _, wrote := k.so(); return wrote }
