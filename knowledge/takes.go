package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A Take is a line of telling.
type Take struct {
	ID          TakeID
	Parent      TakeID             // "" for one that begins before the first event
	BranchPoint string             // the moment after which it leaves its parent, "" where no moment was named
	After       event.Position     // the last event of its parent that it has; 0 for none
	Status      event.BranchStatus // active, archived or trunk
	Notes       string
}

// A NewTake says where a take begins. With no Parent it begins before the first event.
type NewTake struct {
	ID     TakeID // the next that is free unless given
	Parent TakeID
	At     string         // the moment at whose end it leaves its parent; with neither it has all of it so far
	Before event.Position // or the event of the parent before which it does, as to say that otherwise
	Notes  string
}

// CreateTake makes a take. Errors: *UnknownError for the parent, the moment and the event;
// event.ErrInvalid for both at once, or either without a parent, and for a name that there is.
func (b *Base) CreateTake(ctx context.Context, n NewTake) (TakeID, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n.Parent == "" {
		return b.rootTake(ctx, n)
	}
	parent, err := b.take(ctx, n.Parent)
	if err != nil {
		return "", err
	}
	from := event.Where{Playthrough: b.save.Playthrough(), Branch: n.Parent, Position: parent.State().Position}
	switch {
	case n.At != "" && n.Before != 0:
		return "", invalid("take: it begins after a moment or before an event; leave one out")
	case n.At != "":
		m, err := momentOf(parent.State(), n.At)
		if err != nil {
			return "", err
		}
		if from, err = b.endOf(ctx, from, m.Sequence); err != nil {
			return "", err
		}
	case n.Before < 0 || n.Before > from.Position:
		return "", unknown("event", fmt.Sprint(n.Before), nil)
	case n.Before != 0:
		from.Position = n.Before - 1
	}
	return b.made(parent.BranchAt(ctx, n.ID, from, n.At, n.Notes))
}

// rootTake makes a take that begins before the first event.
func (b *Base) rootTake(ctx context.Context, n NewTake) (TakeID, error) {
	if n.At != "" || n.Before != 0 {
		return "", invalid("take: one without a parent begins before the first event, and not at %q or %d", cut(n.At), n.Before)
	}
	ground, err := b.ground(ctx)
	if err != nil {
		return "", err
	}
	return b.made(ground.BranchAt(ctx, n.ID, event.Where{Branch: event.Trunk}, "", n.Notes))
}

func (b *Base) made(id TakeID, err error) (TakeID, error) {
	if wrong, is := errors.AsType[*story.NoPlaceError](err); is {
		return "", invalid("take: %s", wrong.Message)
	}
	return id, err
}

// endOf is the last event of a take at or before a moment; where one of a later moment stands before
// it, that is left out too.
func (b *Base) endOf(ctx context.Context, at event.Where, moment event.Sequence) (event.Where, error) {
	last, later := event.Position(0), false
	for r, err := range b.save.Events(ctx, at, 0) {
		if err != nil {
			return at, err
		}
		if r.Event.Moment.Sequence > moment {
			later = true
			continue
		}
		if last = r.Position; later {
			at.Moment = moment
		}
	}
	at.Position = last
	return at, nil
}

// Branch is CreateTake of what a take has at the end of a moment.
func (b *Base) Branch(ctx context.Context, parent TakeID, moment, notes string) (TakeID, error) {
	if parent == "" {
		return "", unknown("take", "", nil)
	}
	return b.CreateTake(ctx, NewTake{Parent: parent, At: moment, Notes: notes})
}

// A TakeFilter says which takes are listed; each that is given must match.
type TakeFilter struct {
	Status event.BranchStatus
	Moment string // the branch point
}

// ListTakes lists takes, each after its parent. The branch "main", which every save begins with, is
// one of them where something was told along it. Errors: persistence's.
func (b *Base) ListTakes(ctx context.Context, f TakeFilter) ([]Take, error) {
	tree, err := b.save.Tree(ctx)
	if err != nil {
		return nil, err
	}
	told, _, err := b.save.Tip(ctx, event.Trunk)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(takes(tree), func(t Take) bool {
		return t.ID == event.Trunk && told == 0 || f.Status != "" && t.Status != f.Status || f.Moment != "" && t.BranchPoint != f.Moment
	}), nil
}

// takes are the branches of a tree that are takes, each after its parent.
func takes(tree persistence.Tree) (all []Take) {
	children := make(map[TakeID][]persistence.Branch)
	for _, br := range tree.Branches() {
		if !br.Purged && br.ID != story.Corpus {
			parent := br.Parent
			if br.At == 0 {
				parent = ""
			}
			children[parent] = append(children[parent], br)
		}
	}
	var below func(TakeID)
	below = func(parent TakeID) {
		for _, br := range children[parent] {
			all = append(all, Take{ID: br.ID, Parent: parent, BranchPoint: br.Moment, After: br.At, Status: br.Status, Notes: br.Note})
			below(br.ID)
		}
	}
	below("")
	return all
}

// SetTakeStatus says how a take is regarded. Errors: *UnknownError; event.ErrInvalid for another word.
func (b *Base) SetTakeStatus(ctx context.Context, id TakeID, status event.BranchStatus) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, err := b.take(ctx, id)
	if err != nil {
		return err
	}
	if !slices.Contains(event.BranchStatuses(), status) {
		return invalid("status: %q is not one of %q", cut(string(status)), event.BranchStatuses())
	}
	return p.Regard(ctx, id, status)
}

// Ancestry is a take with those that it comes from, the first of them first. Error: *UnknownError.
func (b *Base) Ancestry(ctx context.Context, id TakeID) (line []TakeID, err error) {
	tree, err := b.save.Tree(ctx)
	if err != nil {
		return nil, err
	}
	all := takes(tree)
	for id != "" {
		i := slices.IndexFunc(all, func(t Take) bool { return t.ID == id })
		if i < 0 {
			return nil, b.noTake(ctx, id)
		}
		line, id = append(line, id), all[i].Parent
	}
	if len(line) == 0 {
		return nil, unknown("take", "", nil)
	}
	slices.Reverse(line)
	return line, nil
}
