package narratoria_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/skills/config"
)

// A killing is a model here whose worker is killed when it has written some pieces of the next text of a task.
type killing struct {
	model.Generator
	t *testing.T

	mu     sync.Mutex
	task   string // "": it is not killed
	killed int
	wrote  int // texts, whole
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

func (k *killing) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	k.mu.Lock()
	kills := k.task != "" && k.task == r.Place.Task
	k.mu.Unlock()
	if r.Place.Task == "speech" { // random weights write no text by themselves
		r.Form = model.Form{Schema: fmt.Appendf(nil, `{"const": %q}`, forced)}
		r.MaxTokens = 900
	}
	pieces := 0
	answer, err := k.Generator.Generate(ctx, r, func(p model.Piece) {
		if pieces++; pieces == 3 && kills {
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
	return answer, err
}

// A worker that is killed while it writes a plan, what somebody says or choices costs the turn that, and nothing else: it is told in time,
// with choices, and committed once; and the next text is written.
func TestAModelHereIsKilledAtEachTask(t *testing.T) {
	file, town := randomModel(t), silentTown(t)
	data := homeWith(t, `{"models": {"threads": 1, "providers": {"here": {"kind": "llama", "model": "tiny", "template": "phi3", "context": 4096}},
		"text": ["here"], "plan": "here", "tasks": {"choices": ["here"], "prose": []}}}`, "", "")
	_, err := inventory.In(filepath.Join(data, "models")).Import(t.Context(), "tiny", file, nil)
	must(t, err)
	p := open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
	all, err := p.Providers()
	must(t, err)
	t.Cleanup(func() { must(t, all.Close()) })
	here, err := all.Open("here")
	must(t, err)
	k := &killing{Generator: here, t: t}
	p.WrittenBy(k)
	p.PlannedBy(k)
	g := start(t, p, narratoria.GameOptions{Campaign: town, Story: "played", Seed: "5", NoEndings: true})
	turn, choice := int64(0), ""
	plays := func() {
		turn++
		began := time.Now()
		r, err := g.Play(t.Context(), choice)
		must(t, err)
		if took := time.Since(began); r.Turn != turn || r.Prose == "" || r.Fallback || len(r.Choices) < 3 || took > 30*time.Second {
			t.Errorf("turn %d is %d, took %v and has %d choices: %s", turn, r.Turn, took, len(r.Choices), r.Prose)
		}
		choice = action.Action{By: action.Player, Kind: action.Talk, To: []action.Ref{action.PersonRef([]string{"ada", "bea"}[turn%2])}}.ID()
	}
	plays()
	for i, task := range []string{"plan", "speech", "choices"} {
		k.kills(task)
		for range 4 { // in some turns it may be too late for its first words, or nothing is said
			if plays(); killedSo(k) > i {
				break
			}
		}
		if killedSo(k) != i+1 {
			t.Fatalf("it is not killed at the task %s", task)
		}
		k.kills("")
		for range 4 {
			if plays(); wroteSo(k) > 0 {
				break
			}
		}
		if wroteSo(k) == 0 {
			t.Errorf("killed at the task %s, it writes nothing in four turns after", task)
		}
	}
}

func killedSo(k *killing) int { killed, _ := k.so(); return killed }
func wroteSo(k *killing) int  { _, wrote := k.so(); return wrote }
