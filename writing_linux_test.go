package narratoria_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/inventory"
)

// Random weights say nothing, but what a schema forces them to. This takes them a while.
const forced = "You see that the tide is out, that two boats lie on their sides in the mud below the wall, that somebody has hung a net " +
	"over the rail to dry and gone away, that the clock on the customs house says ten past four though it is evening, and that of all the windows " +
	"along the quay a single one has a light in it, behind which an old man counts coins into a box without looking up."

// randomModel is the file of a model of random weights, beside the worker that can run it.
func randomModel(t testing.TB) string {
	t.Helper()
	soak.NeedEnv(t, "NARRATORIA_LLAMA")
	_, err := meaningWorker()
	must(t, err)
	file := filepath.Join(t.TempDir(), "tiny.gguf")
	made := exec.Command("go", "run", "./model/llama/internal/tiny/tinymodel", file)
	made.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := made.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// withModel is a program in which a model of this device writes, and a skill of a script that asks it.
func withModel(t *testing.T) *narratoria.Program {
	t.Helper()
	file := randomModel(t)
	script := strings.NewReplacer(
		`if "generate" in`, "emit(\"ui_event\", event=\"narration\", payload={\"text\": \"You look about you.\"})\nif \"generate\" in", // so that it need not be written in time for the first sentence
		`{"maxTokens": 80,`, fmt.Sprintf(`{"maxTokens": 900, "schema": {"type": "object", "properties": {"sight": {"const": %q}}, "required": ["sight"]},`, forced),
		`["result"]["text"]`, `["result"]["value"]["sight"]`,
	).Replace(sight(t))
	data := homeWith(t, `{"models": {"threads": 1, "providers": {"here": {"kind": "llama", "model": "tiny", "template": "phi3", "context": 2048}}, "text": ["here"]}}`, script, mayGenerate)
	patient(t, filepath.Join(data, "skills", "sight", "skill.json"))
	_, err := inventory.In(filepath.Join(data, "models")).Import(t.Context(), "tiny", file, nil)
	must(t, err)
	t.Cleanup(func() { // after the program was closed
		if left := meaningWorkers(t); len(left) > 0 {
			t.Errorf("workers are left: %v", left)
		}
	})
	return enabled(t, open(t, narratoria.Options{Data: data}))
}

// patient gives a skill's scripts time enough for what a model takes on a machine that has other work.
func patient(t *testing.T, manifest string) {
	t.Helper()
	was, err := os.ReadFile(manifest)
	must(t, err)
	must(t, os.WriteFile(manifest, bytes.ReplaceAll(was, []byte(`"timeout": 9000`), []byte(`"timeout": 45000`)), 0o644))
}

// A model of this device writes in the middle of a turn. It is started by the first text, and ends with the program. Giving up the turn when
// the first piece is there ends it within 250 ms, and the next turn has its text.
func TestATurnOfAModelHereIsGivenUp(t *testing.T) {
	p := withModel(t)
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	if pids := meaningWorkers(t); len(pids) > 0 {
		t.Errorf("opening a story has begun %v", pids)
	}
	if r := turnWithSkill(t, g); !strings.Contains(r.Prose, forced) {
		t.Fatalf("it is told %q", r.Prose)
	}
	pids := meaningWorkers(t)
	if len(pids) != 1 {
		t.Fatalf("workers are %v", pids)
	}
	var first atomic.Bool
	writing := make(chan struct{}, 1)
	p.TellPieces(func(model.Piece) {
		if first.CompareAndSwap(true, false) {
			writing <- struct{}{}
		}
	})
	var took []time.Duration
	for range max(5, soak.Count(20)) {
		first.Store(true)
		took = append(took, givenUp(t, g, writing))
		if r := turnWithSkill(t, g); !strings.Contains(r.Prose, forced) {
			t.Fatalf("the next turn is told %q, without %q", r.Prose, r.Degraded)
		}
	}
	atOnce(t, took)
	if again := meaningWorkers(t); !slices.Equal(pids, again) {
		t.Errorf("the worker was %v, and is %v", pids, again)
	}
}

// A text that is given up is over within 250 ms, and the next is written.
func TestATextOfAModelHereIsGivenUp(t *testing.T) {
	p := withModel(t)
	request := model.Request{
		Place: model.Place{Task: "generate"}, Messages: []model.Message{{Role: model.User, Text: "What do you see?"}}, MaxTokens: 900,
		Form: model.Form{Schema: fmt.Appendf(nil, `{"const": %q}`, forced)},
	}
	var took []time.Duration
	for range max(5, soak.Count(20)) {
		ctx, cancel := context.WithCancel(t.Context())
		var since time.Time
		_, err := p.Writer().Generate(ctx, request, func(model.Piece) {
			if since.IsZero() {
				since = time.Now()
				cancel()
			}
		})
		took = append(took, time.Since(since))
		cancel()
		if !errors.Is(err, model.Cancelled) || since.IsZero() {
			t.Fatalf("given up: %v", err)
		}
		if answer, err := p.Writer().Generate(t.Context(), request, nil); err != nil || !strings.Contains(answer.Text, "counts coins") {
			t.Fatalf("the next: %+v, %v", answer, err)
		}
	}
	atOnce(t, took)
}

// A worker that is killed in the middle of a turn costs it the skill's words, and the next turn has them.
func TestAModelHereIsKilledInATurn(t *testing.T) {
	p := withModel(t)
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	turnWithSkill(t, g)
	var kills atomic.Int32 // at which piece the worker is killed; 0: it is not
	p.TellPieces(func(model.Piece) {
		if kills.Add(-1) == 0 {
			for _, pid := range meaningWorkers(t) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	})
	for _, at := range []int32{1, 7, 40} {
		kills.Store(at)
		r := turnWithSkill(t, g)
		if !strings.Contains(r.Prose, "You see nothing out of the ordinary.") || strings.Contains(r.Prose, "tide is out") || len(r.Choices) < 3 || len(r.Degraded) > 0 {
			t.Errorf("killed at piece %d, the turn is told %q, without %q", at, r.Prose, r.Degraded)
		}
		if r := turnWithSkill(t, g); !strings.Contains(r.Prose, forced) {
			t.Errorf("the next is told %q, without %q", r.Prose, r.Degraded)
		}
	}
}
