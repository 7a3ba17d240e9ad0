package engine

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// A plan's narrative is told before anything ran, begins the prose, and is taken back
// when the plan fails.
func TestNarrativeComesFirst(t *testing.T) {
	var told []string
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
		"storyteller/narrate": func(a *act) error {
			told = append(told, "(runs)")
			if a.input["fails"] == true {
				return context.DeadlineExceeded
			}
			a.ui(protocol.UINarration, protocol.Object{"text": "Then the lamp goes out."})
			return nil
		},
	})
	b.opts.Narrative = func(_ *Record, text string) { told = append(told, text) }
	b.opts.Planner = plannerFunc(func(_ context.Context, request plan.Request) ([]byte, error) {
		d := plan.Document{ID: request.ID, Attempt: request.Attempt, Parent: request.Parent, Disabled: request.Disabled}
		d.Narrative = "Plan one:\x1b[31m you wait."
		fails := request.Attempt == 1
		if !fails {
			d.Narrative = "You wait."
		}
		d.Tools = []plan.Tool{{ID: "tell", Path: "storyteller/narrate", Input: protocol.Object{"fails": fails}, Retry: &plan.RetryPolicy{}}}
		if len(request.Disabled) > 0 {
			d.Tools = nil
		}
		return d.JSON(), nil
	})
	g := b.open()
	r := must(t, g, "")
	want := []string{"Plan one: you wait.", "(runs)", "", "You wait."}
	if !slices.Equal(slices.Compact(told), want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if r.Narrative != "You wait." || r.Prose != "You wait." || r.Attempts != 2 || r.Fallback {
		t.Errorf("%q begins %q, %d attempts", r.Narrative, r.Prose, r.Attempts)
	}

	told, b.opts.Planner = nil, plannerFunc(func(_ context.Context, request plan.Request) ([]byte, error) {
		d := plan.Document{ID: request.ID, Attempt: request.Attempt, Narrative: "You look up.\n\nNothing moves."}
		d.Tools = []plan.Tool{{ID: "tell", Path: "storyteller/narrate"}}
		return d.JSON(), nil
	})
	g = b.open()
	r = must(t, g, r.Choices[0].ID)
	if want := "You look up.\n\nNothing moves.\n\nThen the lamp goes out."; r.Prose != want || !strings.HasPrefix(r.Prose, r.Narrative) {
		t.Errorf("%q, want %q", r.Prose, want)
	}
	if !slices.Equal(told, []string{"You look up.\n\nNothing moves.", "(runs)"}) {
		t.Errorf("told %q", told)
	}
	last, err := g.Last(t.Context())
	shows(t, "read back", last, err, r)
	replayed(t, g)
}
