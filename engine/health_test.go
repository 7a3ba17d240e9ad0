package engine

import (
	"testing"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// TestHealthIsCountedOnce: a program's own report and the game's do not both count
// a failure, or three failures would do what six should.
func TestHealthIsCountedOnce(t *testing.T) {
	for _, own := range []bool{false, true} {
		table := skills.NewHealthTable()
		g := &Game{health: table}
		if own {
			g.opts.Executor = executor.Options{Report: func(skill plan.SkillName, seen skills.Observation) { table.Observe(skill, seen) }}
		}
		for range 3 {
			g.reportHealth("memory", skills.Failed)
		}
		if state := table.State("memory"); state != skills.Degraded {
			t.Errorf("own report %t: after three failures the skill is %s", own, state)
		}
	}
}
