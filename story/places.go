package story

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A NoPlaceError says that a story has no such place, or that it is there already.
type NoPlaceError struct {
	Message  string
	Taken    bool // what was to be made is there already
	Misnamed bool // nothing can be called that
}

func (e *NoPlaceError) Error() string { return e.Message }

// treeWith is the tree of branches, which has that one. Error: *NoPlaceError.
func (p *Playthrough) treeWith(ctx context.Context, id event.BranchID) (persistence.Tree, error) {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return tree, err
	}
	switch b, none := tree.Branch(id); {
	case none != nil:
		err = &NoPlaceError{Message: fmt.Sprintf("there is no branch %q", id)}
	case b.Purged:
		err = &NoPlaceError{Message: fmt.Sprintf("there is no branch %q any more; it was purged", id)}
	}
	return tree, err
}

// EndOf is the place at the end of a turn of a branch. Error: *NoPlaceError.
func (p *Playthrough) EndOf(ctx context.Context, branch event.BranchID, turn int64) (event.Where, error) {
	at := p.save.At(branch)
	span, err := p.Span(ctx, branch, turn)
	at.Position = span.Last
	return at, err
}

// Find is a place as this story has it, with all that it leaves out: the playthrough, the
// branch that the story is told along, its last position. As of a moment it is the last event
// at or before that, and names the moment where an event of a later one stands before it.
// Error: *NoPlaceError for a place of another playthrough, and for a branch, position or moment
// that is not there.
func (p *Playthrough) Find(ctx context.Context, at event.Where) (event.Where, error) {
	own := p.save.Playthrough()
	if at.Playthrough != "" && at.Playthrough != own {
		return at, &NoPlaceError{Message: fmt.Sprintf("the place is in the playthrough %q, and this save holds %q", at.Playthrough, own)}
	}
	if at.Playthrough = own; at.Branch == "" {
		at.Branch = p.Where().Branch
	}
	if _, err := p.treeWith(ctx, at.Branch); err != nil {
		return at, err
	}
	tip, _, err := p.save.Tip(ctx, at.Branch)
	switch {
	case err != nil:
		return at, err
	case at.Position < 0 || at.Position > tip:
		return at, noEvent(at.Branch, at.Position, tip)
	case at.Position == 0:
		at.Position = tip
	}
	if at.Moment == 0 {
		return at, nil
	}
	return p.asOf(ctx, at)
}

func noEvent(branch event.BranchID, at, tip event.Position) error {
	if tip == 0 {
		return &NoPlaceError{Message: fmt.Sprintf("the branch %q has no event yet", branch)}
	}
	return &NoPlaceError{Message: fmt.Sprintf("the branch %q has no event %d, only those from 1 to %d", branch, at, tip)}
}

// asOf cuts a place after the last event at or before its moment, which its lineage must have.
func (p *Playthrough) asOf(ctx context.Context, at event.Where) (event.Where, error) {
	moments, err := p.Moments(ctx, event.Where{Playthrough: at.Playthrough, Branch: at.Branch, Position: at.Position})
	if err != nil {
		return at, err
	}
	cut, there := event.Where{Playthrough: at.Playthrough, Branch: at.Branch}, false
	first := at.Position + 1 // of the events of later moments
	for _, m := range moments {
		if m.Sequence > at.Moment {
			first = min(first, m.First)
			continue
		}
		there = there || m.Sequence == at.Moment
		cut.Position = max(cut.Position, m.Last)
	}
	switch {
	case len(moments) == 0:
		return at, &NoPlaceError{Message: fmt.Sprintf("the branch %q has no moment yet", at.Branch)}
	case !there:
		return at, &NoPlaceError{Message: fmt.Sprintf("the branch %q has no moment %d, only those from %d to %d",
			at.Branch, at.Moment, moments[0].Sequence, moments[len(moments)-1].Sequence)}
	case first < cut.Position:
		cut.Moment = at.Moment
	}
	return cut, nil
}

// A Moment is a moment of a story with where it stands in the log: other moments' events may
// stand between its own, since what is known of a moment may be written later.
type Moment struct {
	event.Moment
	First, Last event.Position
}

// Moments are those that events of a place's lineage are of, in order of the story. Each is
// described as its first event does. Error: *NoPlaceError.
func (p *Playthrough) Moments(ctx context.Context, at event.Where) ([]Moment, error) {
	if _, err := p.treeWith(ctx, at.Branch); err != nil {
		return nil, err
	}
	seen := make(map[event.Sequence]*Moment)
	for r, err := range p.save.Events(ctx, at, 0) {
		if err != nil {
			return nil, err
		}
		m := r.Event.Moment
		switch known := seen[m.Sequence]; {
		case m.Sequence == 0:
		case known == nil:
			seen[m.Sequence] = &Moment{m, r.Position, r.Position}
		default:
			known.Last = r.Position
		}
	}
	return inOrder(seen), nil
}

func inOrder(seen map[event.Sequence]*Moment) []Moment {
	moments := make([]Moment, 0, len(seen))
	for _, sequence := range slices.Sorted(maps.Keys(seen)) {
		moments = append(moments, *seen[sequence])
	}
	return moments
}

// At is what is so at a place, for looking at: who remembers something there finds it too. See
// Find for what the place may leave out. Error: *NoPlaceError.
func (p *Playthrough) At(ctx context.Context, at event.Where) (*State, error) {
	at, err := p.Find(ctx, at)
	if err != nil {
		return nil, err
	}
	if state, here := p.now(); at == here {
		return state, nil
	}
	return Read(ctx, p.save, at)
}

// Event is an event of the head. Error: *NoPlaceError.
func (p *Playthrough) Event(ctx context.Context, at event.Position) (persistence.Record, error) {
	if last := p.State().Position; at < 1 || at > last {
		return persistence.Record{}, &NoPlaceError{Message: fmt.Sprintf("there is no event %d, only those from 1 to %d", at, last)}
	}
	for r, err := range p.Events(ctx, at-1) {
		if err == nil && r.Position != at { // it is of a moment that the branch does not see
			err = &NoPlaceError{Message: fmt.Sprintf("there is no event %d along %q", at, r.Branch)}
		}
		return r, err
	}
	return persistence.Record{}, fmt.Errorf("event %d %w: it is missing", at, persistence.ErrCorrupt)
}

// Log are the events of a branch with those of its parents that it has. Error, the first of
// the sequence: *NoPlaceError.
func (p *Playthrough) Log(ctx context.Context, branch event.BranchID) iter.Seq2[persistence.Record, error] {
	if _, err := p.treeWith(ctx, branch); err != nil {
		return func(yield func(persistence.Record, error) bool) { yield(persistence.Record{}, err) }
	}
	return p.save.Events(ctx, p.save.At(branch), 0)
}

// After are the events of a place after a position of it. Errors: persistence's.
func (p *Playthrough) After(ctx context.Context, at event.Where, after event.Position) iter.Seq2[persistence.Record, error] {
	return p.save.Events(ctx, at, after)
}

// Blob gives the bytes that events of the story name, such as a picture's. Errors:
// persistence.ErrNotFound, ErrCorrupt.
func (p *Playthrough) Blob(ctx context.Context, sum event.Hash) ([]byte, error) {
	return p.save.GetBlob(ctx, sum)
}
