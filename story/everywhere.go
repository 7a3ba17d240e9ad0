package story

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Some events are of no branch: every branch has them before its own, those too that were made
// earlier, and those that begin before the first event. They say what there is to refer to (people,
// facts, moments) and stand in the control stream. None of them depends on any other event, nor
// changes what one does that came before it was written; so a state that lacks some takes them in
// where it is, and is what it would be of a log that has them first.

// based is a state with all that every branch has, as far as a place sees it: a later moment's are
// left out of one as of a moment. Where one of them meets what a branch has of its own by that name,
// it is the state of a story not begun.
func based(ctx context.Context, save *persistence.Save, at event.Where, from *State) (*State, error) {
	tree, err := save.Tree(ctx)
	if err != nil {
		return nil, err
	}
	all := tree.Everywhere()
	if from.Everywhere == len(all) {
		return from, nil
	}
	state := from.fork()
	if from.Everywhere > len(all) || !state.takesIn(all[from.Everywhere:], at.Moment) {
		state = new(State).fork()
		state.takesIn(all, at.Moment)
	}
	state.Everywhere = len(all)
	return state, nil
}

// takesIn applies events that every branch has, up to the first of whose name something is there
// already, and reports whether none was.
func (s *State) takesIn(all []*event.Event, until event.Sequence) bool {
	for _, e := range all {
		if until != 0 && (e.Moment.Sequence > until || e.Kind == event.MomentMade && event.Sequence(e.Whole("sequence")) > until) {
			continue
		}
		if s.Position > 0 && s.names(e) {
			return false
		}
		s.unshare()
		s.Latest = max(s.Latest, e.Moment.Sequence)
		s.World.Apply(0, *e)
		s.Minds.Apply(0, *e)
		if reduce := reducers[e.Kind]; reduce != nil {
			reduce(s, persistence.Record{Event: *e})
		}
	}
	return true
}

// names reports whether something is there by the name that an event gives.
func (s *State) names(e *event.Event) (is bool) {
	switch e.Kind {
	case event.EntityAdded:
		id := e.Text("entity")
		_, person := s.People[event.CharacterID(id)]
		_, mind := s.Minds.Each[event.CharacterID(id)]
		_, is = s.Entities[id]
		return is || person || mind || s.World.Names(id)
	case event.FactEstablished:
		return isFact(s, e.Text("fact"))
	case event.MomentMade:
		_, is = s.Moments[e.Text("moment")]
		return is || s.made(event.Sequence(e.Whole("sequence")))
	}
	return false
}

// Share writes an event that every branch has before its own: an entity that is nowhere, a fact, a
// moment. It refuses what [Turn.Add] would refuse here. Other open playthroughs of the save have it
// when they are read again ([Playthrough.Refresh]). Errors: event.ErrInvalid, persistence's.
func (p *Playthrough) Share(ctx context.Context, e event.Event) error {
	if err := p.Refresh(ctx); err != nil {
		return err
	}
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return err
	}
	if err := p.State().shares(e, tree.Everywhere()); err != nil {
		return fmt.Errorf("%w: %s: %w", event.ErrInvalid, e.Kind, err)
	}
	encoded, err := event.Encode(e)
	if err != nil {
		return err
	}
	if err := p.save.Control(ctx, event.Control{Kind: event.EventShared, Branch: event.Trunk, Event: string(encoded)}); err != nil {
		return err
	}
	return p.Refresh(ctx)
}

// shares says why an event cannot be one that every branch has, as all of these are.
func (s *State) shares(e event.Event, all []*event.Event) error {
	if !e.Kind.Shared() {
		return fmt.Errorf("it is of one branch")
	}
	if e.Text("place") != "" {
		return fmt.Errorf("place: what every branch has is nowhere yet")
	}
	if s.names(&e) {
		return fmt.Errorf("there is one of that name already")
	}
	if everywhere := new(State).fork(); len(e.Texts("about"))+len(e.Text("supersedes")) > 0 {
		everywhere.takesIn(all, 0)
		s = everywhere // what one branch alone knows means nothing to others
	}
	if err := s.admits(persistence.Record{Event: e}); err != nil {
		return fmt.Errorf("%w, that every branch has", err)
	}
	return nil
}

// Refresh takes in what was written to the save since, by whoever wrote it, along the branch that
// the story is told along here. Errors: persistence's.
func (p *Playthrough) Refresh(ctx context.Context) error { return p.catchUp(ctx) }

// OpenAlong reads a story along a branch, wherever its head is, for writing along it: nothing here
// moves the head but what is asked to. Errors: *NoPlaceError, persistence's.
func OpenAlong(ctx context.Context, save *persistence.Save, branch event.BranchID) (*Playthrough, error) {
	p := &Playthrough{save: save, kept: make(map[event.BranchID]event.Position), branch: branch, state: new(State)}
	if _, err := p.treeWith(ctx, branch); err != nil {
		return nil, err
	}
	state, err := p.read(ctx, branch)
	if err != nil {
		return nil, err
	}
	p.settle(branch, state)
	return p, nil
}
