package narratoria_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// A witness looks at each text that a model gives for a plan, before anybody mends it.
type witness struct {
	model.Generator
	free bool // of the schema, so that no grammar is made of it; then few tokens are written, and they are looked at whatever their end

	mu       sync.Mutex
	scripts  []string // that are registered
	asked    int
	answered int
	seen     int // texts that were looked at
	sound    int // they are JSON of the schema that was asked for, and name registered scripts alone
	faults   []string
	failed   map[model.Kind]int    // calls, by why
	waited   map[int]time.Duration // in each turn, for all its calls
}

// Count counts as the model does, as one of play is counted by.
func (w *witness) Count(ctx context.Context, of model.Place, texts []string) ([]int, error) {
	if w.free {
		return nil, model.Unsupported
	}
	return model.CountBy(ctx, w.Generator, of, texts)
}

func (w *witness) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	schema := r.Form.Schema
	r.Form.Check = nil // all that is said is looked at
	if w.free {
		r.Form.Schema, r.MaxTokens = nil, 120
	}
	began, text := time.Now(), ""
	answer, err := w.Generator.Generate(ctx, r, func(p model.Piece) {
		if p.Anew {
			text = ""
		}
		text += p.Text
		tell(p)
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	w.waited[r.Place.Turn] += time.Since(began)
	if err == nil {
		w.answered++
		text = answer.Text
	} else {
		var kind model.Kind
		errors.As(err, &kind)
		w.failed[kind]++
		w.faults = append(w.faults, err.Error())
	}
	if text != "" && (err == nil || w.free) {
		w.seen++
		if fault := w.fault(schema, text); fault != "" {
			w.faults = append(w.faults, fault)
		} else {
			w.sound++
		}
	}
	return answer, err
}

// mostWaited is how long a turn may wait for who plans it: until 2.8 s after its pick, and a while more where a machine is too busy to see
// that it is then.
const mostWaited = 4 * time.Second

// longest is how long a turn has waited at the most.
func (w *witness) longest() (most time.Duration) {
	for _, waited := range w.waited {
		most = max(most, waited)
	}
	return most
}

func (w *witness) fault(schema []byte, text string) string {
	tree, err := strictjson.ParseObject([]byte(text))
	if err != nil {
		return err.Error()
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return err.Error()
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", document); err != nil {
		return err.Error()
	}
	compiled, err := c.Compile("s.json")
	if err != nil {
		return err.Error()
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = compiled.Validate(value)
	}
	if err != nil {
		return err.Error()
	}
	for name, step := range tree {
		if script := strictjson.AsString(strictjson.AsObject(strictjson.AsObject(step)["do"])["script"]); name != "reasoning" && !slices.Contains(w.scripts, script) {
			return name + " names " + script
		}
	}
	return ""
}

// A model of random weights, by llama.cpp, plans real turns: every plan, before any repair, parses, holds to its schema
// and names registered scripts alone. Every turn is told before its end, whatever the plan, and no model is waited for in it longer than its first sentence may
// take. A call that has no answer was too late or went in a circle, and one in four has one. Without a grammar next to none is a plan, as far as it was written.
func TestRandomWeightsPlanWhatIsSound(t *testing.T) {
	file := randomModel(t)
	turns := 8
	if soak.Whole() {
		turns = 500
	}
	for _, free := range []bool{false, true} {
		t.Run(fmt.Sprintf("without a grammar %v", free), func(t *testing.T) {
			data := homeWith(t, `{"models": {"threads": 1, "providers": {"here": {"kind": "llama", "model": "tiny", "template": "phi3", "context": 4096}}}}`, "", "")
			_, err := inventory.In(filepath.Join(data, "models")).Import(t.Context(), "tiny", file, nil)
			must(t, err)
			p := open(t, narratoria.Options{Data: data})
			all, err := p.Providers()
			must(t, err)
			t.Cleanup(func() { must(t, all.Close()) })
			g, err := all.Open("here")
			must(t, err)
			w := &witness{Generator: g, free: free, failed: map[model.Kind]int{}, waited: map[int]time.Duration{}}
			for _, script := range skills.Discover(skills.DiscoverOptions{}).Catalogue(nil).Scripts() {
				w.scripts = append(w.scripts, script.Ref.String())
			}
			// What play gives a model here of so much context, but that one which was too late twice or thrice is asked again soon.
			options := narrator.ModelOptions{Tokens: 2048, Prompt: 6144, Rest: 1}
			if free { // of which play has nothing; without heat it says the same bytes again and again
				options = narrator.ModelOptions{Within: 4500 * time.Millisecond, Tokens: 1100, Prompt: 2400, Heat: 900, Rest: 1}
			}
			planner := narrator.NewModel(w, &options)
			by := map[plan.Author]int{}
			for _, r := range playedTurns(t, p, narratoria.GameOptions{Planner: planner}, turns) {
				by[r.Planner]++
			}
			w.mu.Lock()
			defer w.mu.Unlock()
			t.Logf("in %d turns a model was asked %d times, answered %d times, and of %d texts that were looked at %d were a sound plan; planned by %v; calls that failed: %v; it was waited for for %v of a turn at the most", turns, w.asked, w.answered, w.seen, w.sound, by, w.failed, w.longest())
			if longest := w.longest(); longest > mostWaited {
				t.Errorf("in a turn it is waited for for %v, and %v are allowed", longest, mostWaited)
			}
			if free {
				if w.seen == 0 || w.sound > w.seen/20 {
					t.Errorf("without a grammar %d of %d are sound: %.2000q", w.sound, w.seen, w.faults)
				}
				return
			}
			if w.sound != w.answered {
				t.Errorf("%d of %d answers are sound: %.2000q", w.sound, w.answered, w.faults)
			}
			if w.answered < max(w.asked/4, 1) || w.failed[model.Timeout]+w.failed[model.Looping] != w.asked-w.answered {
				t.Errorf("of %d calls %d have an answer, and others failed: %v: %.2000q", w.asked, w.answered, w.failed, w.faults)
			}
		})
	}
}

// A slowed model is a real one that is so much slower when its speed is measured.
type slowed struct {
	model.Generator
	by    time.Duration
	asked int
}

func (s *slowed) Speed(ctx context.Context, of model.Place) (model.Speed, error) {
	speed, err := model.SpeedOf(ctx, s.Generator, of)
	return model.Speed{Read: speed.Read * s.by, Write: speed.Write * s.by}, err
}

func (s *slowed) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	s.asked++
	return s.Generator.Generate(ctx, r, tell)
}

// Whom the settings name, for plans, for texts and for the texts of a task, is measured when it is loaded, through all that stands before it. A model that is
// too slow by that is asked for no plan, the turns are planned by rules, and it is told once; as fast as it is, the same is asked.
func TestWhetherAModelHerePlansFollowsFromItsSpeed(t *testing.T) {
	file := randomModel(t)
	data := homeWith(t, `{"models": {"threads": 1, "providers": {"here": {"kind": "llama", "model": "tiny", "template": "phi3", "context": 4096}},
		"plan": "here", "text": ["here"], "tasks": {"speech": ["here"], "prose": []}}}`, "", "")
	_, err := inventory.In(filepath.Join(data, "models")).Import(t.Context(), "tiny", file, nil)
	must(t, err)
	p := open(t, narratoria.Options{Data: data})
	speed, err := model.SpeedOf(t.Context(), p.Planner(), model.Place{Task: "plan"})
	must(t, err)
	for task, known := range map[string]bool{"generate": true, "speech": true, "prose": false} {
		if of, err := model.SpeedOf(t.Context(), p.Writer(), model.Place{Task: task}); (of == speed) != known || (err == nil) != known {
			t.Errorf("for %s it is %+v, and for plans %+v: %v", task, of, speed, err)
		}
	}
	for by, want := range map[time.Duration]bool{1: true, max(2, 30*time.Second/speed.Write): false} { // 30 s a token
		g := &slowed{Generator: p.Planner(), by: by}
		told := 0
		for i, r := range playedTurns(t, p, narratoria.GameOptions{Planner: narrator.NewModel(g, &narrator.ModelOptions{Tokens: 1100, Prompt: 2400, Heat: 900})}, 3) {
			if lost := strings.Join(r.Degraded, " "); strings.Contains(lost, "too slow to plan a turn in time") {
				told++
			}
			if !want && r.Planner != plan.ByRules {
				t.Errorf("turn %d is planned by %q", i+1, r.Planner)
			}
		}
		if (g.asked > 0) != want || (told == 1) == want {
			t.Errorf("slowed by %d it was asked %d times, and it was told %d times", by, g.asked, told)
		}
	}
}
