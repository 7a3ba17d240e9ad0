package narratoria_test

import (
	"bytes"
	"context"
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
	free bool // of the schema, so that no grammar is made of it

	mu       sync.Mutex
	scripts  []string // that are registered
	asked    int
	answered int
	sound    int // they are JSON of the schema that was asked for, and name registered scripts alone
	faults   []string
	slowest  time.Duration
}

func (w *witness) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	schema := r.Form.Schema
	r.Form.Check = nil // all that is said is looked at
	if w.free {
		r.Form.Schema = nil
	}
	began := time.Now()
	answer, err := w.Generator.Generate(ctx, r, tell)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	w.slowest = max(w.slowest, time.Since(began))
	if err != nil {
		w.faults = append(w.faults, err.Error())
		return answer, err
	}
	w.answered++
	if fault := w.fault(schema, answer.Text); fault != "" {
		w.faults = append(w.faults, fault)
	} else {
		w.sound++
	}
	return answer, nil
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
// and names registered scripts alone, and every turn is answered, whatever the plan. Without a grammar next to none is one.
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
			w := &witness{Generator: g, free: free}
			for _, script := range skills.Discover(skills.DiscoverOptions{}).Catalogue(nil).Scripts() {
				w.scripts = append(w.scripts, script.Ref.String())
			}
			planner := narrator.NewModel(w, &narrator.ModelOptions{Within: 4500 * time.Millisecond, Tokens: 1100, Prompt: 2400, Heat: 900, Rest: 1})
			by := map[plan.Author]int{}
			for _, r := range playedTurns(t, p, narratoria.GameOptions{Planner: planner}, turns) {
				by[r.Planner]++
			}
			w.mu.Lock()
			defer w.mu.Unlock()
			t.Logf("of %d turns a model was asked in %d, answered in %d, and said a sound plan in %d; planned by %v; the slowest took %v", turns, w.asked, w.answered, w.sound, by, w.slowest)
			if free {
				if w.sound > w.asked/20 {
					t.Errorf("without a grammar %d of %d are sound", w.sound, w.asked)
				}
				return
			}
			if w.sound != w.answered || w.answered == 0 { // how many come in time is the machine's
				t.Errorf("%d of %d answers are sound: %.2000q", w.sound, w.answered, w.faults)
			}
		})
	}
}
