package replan

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/narratoria/narratoria/plan"
)

// loop is one turn under way. One goroutine uses it.
type loop struct {
	turn  Turn
	opts  Options
	began time.Time

	attempts []Attempt
	disabled []plan.SkillName // for this turn; sorted
	checked  *plan.Plan       // the newest plan that passed its checks
	result   *plan.Result     // of the plan that succeeded
	givenUp  bool             // by whoever wanted the turn
}

// run moves through the table until it ends.
func (l *loop) run(ctx context.Context) State {
	state := Start
	for !state.Ended() {
		event := l.step(ctx, state)
		state = Next(state, event, l.opts.Limits.Plans-len(l.attempts))
	}
	return state
}

// step does what a state is there for, and says what happened.
func (l *loop) step(ctx context.Context, state State) Event {
	switch {
	case expired(ctx):
		return Expired
	case state == Generating:
		return l.generate(ctx)
	case state == Executing:
		return l.execute(ctx)
	}
	l.disable(l.opts.Health.Unselectable())
	return Ready
}

// lastMoment is when nothing new begins any more and what runs is told to end.
func (l *loop) lastMoment(ctx context.Context) time.Time {
	end := l.began.Add(l.opts.Limits.Turn)
	if earlier, ok := ctx.Deadline(); ok && earlier.Before(end) {
		end = earlier
	}
	return end.Add(-l.opts.Limits.Reserve)
}

// expired goes by the clock too: a context learns of its deadline a little late,
// and at that moment the same turn would sometimes end one way, sometimes the other.
func expired(ctx context.Context) bool {
	deadline, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && !time.Now().Before(deadline)
}

// begin opens the next attempt. The pointer is good until the next one.
func (l *loop) begin() *Attempt {
	attempt := Attempt{Number: len(l.attempts) + 1}
	attempt.PlanID = l.planID(attempt.Number)
	if last := l.last(); last != nil {
		attempt.Parent = last.PlanID
	}
	l.attempts = append(l.attempts, attempt)
	return l.last()
}

func (l *loop) last() *Attempt {
	if len(l.attempts) == 0 {
		return nil
	}
	return &l.attempts[len(l.attempts)-1]
}

func (l *loop) planID(number int) plan.ID {
	if l.turn.Seeded {
		return plan.ID(l.turn.Seed.Derive("plan", strconv.Itoa(number)).UUID().String())
	}
	return plan.ID(uuid.Must(uuid.NewV7()).String())
}

// disable takes skills out of the rest of the turn.
func (l *loop) disable(names []plan.SkillName) {
	l.disabled = slices.Concat(l.disabled, names)
	slices.Sort(l.disabled)
	l.disabled = slices.Compact(l.disabled)
}
