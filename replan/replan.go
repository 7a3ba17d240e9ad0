// Package replan answers a player's turn: it asks for a plan, has it carried out,
// learns from what failed, and after at most five plans answers without one.
//
//	outcome := replan.Run(ctx, replan.Turn{Input: "I open the door", Seed: seed}, replan.Options{
//		Planner:   planner,
//		Catalogue: func() *plan.Catalogue { return registry.Catalogue(nil) },
//		Execute: func(ctx context.Context, p *plan.Plan) *plan.Result {
//			return executor.Run(ctx, p, base, executor.Options{Runner: runner, Lookup: registry.Script, Seed: seed})
//		},
//	})
//	fmt.Println(outcome.Text) // never empty
//
// The loop is a table, [Next], and a shell that does what its states say:
//
//	START --ready--> GENERATING --planned--> EXECUTING --succeeded--> SUCCESS
//	                   ^      |                  |
//	                 ready  refused            failed
//	                   |      v                  |
//	                  REPLANNING <---------------+
//	                   |
//	                   +--no plan left, or no time--> FALLBACK
//
// What holds whatever planners and skills do:
//
//   - A turn ends within [Limits].Turn, with text for the player.
//   - At most five plans are asked for. One that does not come within five
//     seconds, that is refused by plan.Check, or whose planner panics, counts.
//   - A plan that failed contributes nothing: its state, assets, records and
//     interface events are dropped. Its errors are told to the next planner.
//   - A skill that failed is disabled for the rest of the turn. Planners do not
//     see it, and a plan that names it, in any spelling, is refused. The host
//     keeps the list; what a plan says in disabledSkills only ever adds to it.
//   - Plan ids and attempt numbers are the host's too. A document that has others
//     is taken, and goes by the host's: a small model that cannot copy a UUID
//     should not cost the player a plan.
//   - Nothing draws from a shared random source. Each number depends on the
//     turn's seed and on what it is for, so neither a retry nor a new plan rolls
//     the dice again.
package replan

import (
	"context"
	"errors"
	"time"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// Turn is what the player did.
type Turn struct {
	Input string          // the player's words
	State protocol.Object // session state as the player may see it; planners read it
	Seed  rng.Seed        // of this turn
	// Seeded makes plan ids from Seed (UUIDs of version 8), so that the same turn
	// has the same ids. Without it they are new ones of version 7.
	Seeded bool
}

// Outcome is how a turn ended.
type Outcome struct {
	// Text is what to show to the player. It is never blank. It may be the text
	// of skills and models, so whoever shows it must escape it for the place.
	Text     string
	Fallback bool         // no plan succeeded, and Text is a template's
	Plan     *plan.Plan   // the one that succeeded, or nil
	Result   *plan.Result // what it gave, or nil
	Attempts []Attempt    // every plan that was asked for
	By       plan.Author  // who made Plan, as the planner says
	Disabled []plan.SkillName
	Degraded []string // what the player had to do without, a sentence each
	Duration time.Duration
	// Err is why the turn was cut short: the cause of ctx's end. Time running out
	// within the loop's own limits is no error.
	Err error
}

// Attempt is one plan that was asked for.
type Attempt struct {
	Number     int // from 1
	PlanID     plan.ID
	Parent     plan.ID        // the attempt before, or ""
	Problems   plan.Problems  // why the document was refused, and warnings about one that was not
	Failures   []plan.Failure // the steps that failed
	Err        error          // why there is no plan or no result, where neither of them says
	By         plan.Author    // who planned, as the planner says
	Generation time.Duration
	Execution  time.Duration

	draft plan.Draft // without its document
}

// Run answers one turn. It starts a new turn in the health table.
//
// When ctx ends first, the planner is no longer waited for, an execution is given
// Limits.Reserve to end what it started, and the outcome is a fallback with its
// cause in Err. A deadline of ctx that is nearer than Limits.Turn takes its place.
//
// A planner or execution that outstays even that is abandoned: its goroutine ends
// when it does, and what it returns is not looked at.
func Run(ctx context.Context, turn Turn, opts Options) Outcome {
	l := &loop{turn: turn, opts: opts.withDefaults(), began: time.Now()}
	inner, cancel := context.WithDeadline(ctx, l.lastMoment(ctx))
	defer cancel()
	l.opts.Health.NewTurn()
	end := l.run(inner)
	l.givenUp = errors.Is(ctx.Err(), context.Canceled)
	outcome := l.outcome(end)
	if outcome.Fallback && ctx.Err() != nil {
		outcome.Err = context.Cause(ctx)
	}
	return outcome
}
