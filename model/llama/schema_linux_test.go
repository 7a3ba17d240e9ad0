package llama

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/test"
)

// TestSchemasOnTheDevice: a model of random weights writes what a schema asks for, and nothing else.
func TestSchemasOnTheDevice(t *testing.T) {
	m, o := device(t)
	g := open(t, m, o)
	r := test.Request()
	moods := map[string]int{}
	for seed := range int64(20) {
		r.Seed, r.Heat = seed+1, 2000
		r.Form = model.Form{Schema: []byte(test.Schema)}
		answer, err := g.Generate(t.Context(), r, nil)
		var said struct{ Mood string }
		if err == nil {
			err = json.Unmarshal([]byte(answer.Text), &said)
		}
		if err != nil || said.Mood != "dark" && said.Mood != "bright" {
			t.Fatalf("it says %q: %v", answer.Text, err)
		}
		moods[said.Mood]++
	}
	r.Form.Schema = []byte(`{"type":"object","properties":{"steps":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"object","additionalProperties":false,
		"properties":{"tool":{"enum":["recall","roll-dice"]},"times":{"type":"integer","minimum":1,"maximum":6},"note":{"anyOf":[{"type":"null"},{"const":"“灯”\n"}]}},"required":["tool","times"]}}},"required":["steps"]}`)
	for seed := range int64(20) {
		r.Seed = seed + 1
		answer, err := g.Generate(t.Context(), r, nil)
		var said struct {
			Steps []struct {
				Tool  string
				Times int
				Note  *string
			}
		}
		if err == nil {
			err = json.Unmarshal([]byte(answer.Text), &said)
		}
		if err != nil || len(said.Steps) < 1 || len(said.Steps) > 3 || said.Steps[0].Times < 1 || said.Steps[0].Times > 6 {
			t.Fatalf("it says %s: %v", answer.Text, err)
		}
	}
	r.Form.Schema = []byte(`{"type":"integer","multipleOf":2}`)
	if _, err := g.Generate(t.Context(), r, nil); !errors.Is(err, model.Unsupported) {
		t.Errorf("of a schema that is not understood: %v", err)
	}
}
