package story

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/story/event"
)

// An Aftermath is what was made of a turn that was written, between it and a later one: by models that were asked beside the game.
type Aftermath struct {
	Task   string            // what they were asked for
	Turn   int64             // which turn it is of
	Of     event.Where       // the event that it is of, on the branch along which the story was told then
	Events []event.Event     // what comes of it; those without a cause have that event
	Asked  []generation.Kept // what they were asked, and what came of that
}

// ErrTakenBack: the story is not told any more along a branch that has what something is of.
var ErrTakenBack = errors.New("the story has no such turn any more")

// Afterwards writes what was made of a turn, in one append; what was written along the same branch is not written again. An event that
// cannot be any more, as one of a memory that was withdrawn meanwhile, is left out, and the error is why: it wraps event.ErrInvalid, and
// all else is written. Errors: ErrTakenBack, and nothing is written; persistence's.
func (p *Playthrough) Afterwards(ctx context.Context, a Aftermath) error {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return err
	}
	head := p.Where()
	if shared, err := tree.Shared(head.Branch, a.Of.Branch); err != nil || a.Of.Position > shared || a.Of.Position > head.Position {
		return ErrTakenBack
	}
	t, refused := p.Begin(event.TurnID(fmt.Sprintf("%s@%s:%d", a.Task, head.Branch, a.Of.Position))), error(nil)
	for _, e := range a.Events {
		if e.Cause == 0 {
			e.Cause = a.Of.Position
		}
		if _, err := t.Add(e); err != nil {
			refused = errors.Join(refused, err)
		}
	}
	if err := t.generated(a.Asked, event.Data{"turn": a.Turn}); err != nil {
		return err
	}
	if len(t.records) > 0 {
		if _, err := t.Commit(ctx); err != nil {
			return err
		}
	}
	return refused
}
