package narratoria_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
)

// Without a skill, and with a planner that says null, every turn is told within 2 s, what was
// done is in its record, and it is said what was done without. That nothing can be written
// either is TestPlayedWhereNothingCanBeWritten, of the command line.
func TestTotalOutage(t *testing.T) {
	p := open(t, narratoria.Options{})
	registry, err := p.Skills()
	must(t, err)
	for _, listing := range registry.Listings() {
		must(t, p.DisableSkill(string(listing.Name)))
	}
	asked := 0
	null := plan.PlannerFunc(func(context.Context, plan.Request) ([]byte, error) { asked++; return []byte("null"), nil })

	var slowest time.Duration
	for range soak.Count(100) {
		g := start(t, p, narratoria.GameOptions{Campaign: "minimal", Unkept: true, Planner: null})
		choice := ""
		for turn := int64(1); turn <= 3; turn++ {
			began := time.Now()
			record, err := g.Play(t.Context(), choice)
			took := time.Since(began)
			must(t, err)
			slowest = max(slowest, took)
			if soak.Whole() && took > 2*time.Second {
				t.Errorf("turn %d took %v", turn, took)
			}
			switch {
			case record.Turn != turn || len(strings.Fields(record.Prose)) < 5 || len(record.Choices) < 3:
				t.Fatalf("turn %d: %s", turn, record.JSON())
			case len(record.Degraded) == 0:
				t.Errorf("turn %d: nothing is said of skills that are not there", turn)
			case choice != "" && (record.Choice == nil || record.Choice.ID != choice):
				t.Errorf("turn %d does not say that %s was chosen: %s", turn, choice, record.JSON())
			}
			choice = record.Choices[0].ID
		}
		must(t, g.Close(t.Context()))
	}
	if asked == 0 {
		t.Error("the planner was not asked")
	}
	t.Logf("the slowest turn took %v; the planner was asked %d times", slowest, asked)
}
