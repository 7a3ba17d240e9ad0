package replan

import (
	"context"
	"time"

	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// Options of a loop. The first three are required.
type Options struct {
	// Planner may be asked again while a call that did not end in time still runs.
	Planner plan.Planner
	// Catalogue is what is registered now. It is asked before each plan, because
	// skills come and go while the program runs. The loop takes out of it what is
	// disabled or unhealthy.
	Catalogue func() *plan.Catalogue
	// Execute carries a plan out, as executor.Run does. Its context ends when the
	// plan's time is up; it may take Limits.Reserve longer to end what it started.
	// One that takes longer still ends the turn.
	Execute func(ctx context.Context, p *plan.Plan) *plan.Result

	Check  plan.Options        // limits of a plan
	Limits Limits              // of time and plans
	Health *skills.HealthTable // nil: every skill is healthy
	Log    *runlog.Log         // nil: nothing is logged
}

// Limits bound a turn. A zero field means the default, which is also the most
// there can be: a larger value counts as the default.
type Limits struct {
	Plans      int           // 5
	Generation time.Duration // of one plan: 5 s
	Execution  time.Duration // of one plan: 60 s, and no more than the turn has left less Reserve
	Turn       time.Duration // in all: 90 s
	// Reserve is kept free at the end of the turn: executions end what they
	// started in it. 5 s, and at most a third of Turn.
	Reserve time.Duration
}

// DefaultLimits are those of the specification.
var DefaultLimits = Limits{
	Plans:      5,
	Generation: 5 * time.Second,
	Execution:  60 * time.Second,
	Turn:       90 * time.Second,
	Reserve:    5 * time.Second,
}

func (o Options) withDefaults() Options {
	o.Limits = o.Limits.withDefaults()
	if o.Health == nil {
		o.Health = skills.NewHealthTable()
	}
	return o
}

func (l Limits) withDefaults() Limits {
	turn := within(l.Turn, DefaultLimits.Turn)
	return Limits{
		Plans:      within(l.Plans, DefaultLimits.Plans),
		Generation: within(l.Generation, DefaultLimits.Generation),
		Execution:  within(l.Execution, DefaultLimits.Execution),
		Turn:       turn,
		Reserve:    within(l.Reserve, min(DefaultLimits.Reserve, turn/3)),
	}
}

func within[T int | time.Duration](value, most T) T {
	if value <= 0 {
		return most
	}
	return min(value, most)
}
