package story

import (
	"cmp"
	"context"
	"slices"

	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// Shown is the state at a place of the story, for showing: at the end of a turn of the place's branch, or for turn 0 at the place
// itself, which may leave out what [Playthrough.Find] says. What was hidden is told by none of its views, and of nobody: [State.ShownMinds]
// lacks it, and so do journals, bonds, and what is recalled and pinned. All that is so stays so: it is in the state, and in its
// Minds. It stays as it is when the story goes on. Errors: *NoPlaceError, persistence's.
func (p *Playthrough) Shown(ctx context.Context, at event.Where, turn int64) (*State, error) {
	at.Branch = cmp.Or(at.Branch, p.Where().Branch)
	if turn != 0 {
		end, err := p.EndOf(ctx, at.Branch, turn)
		if err != nil {
			return nil, err
		}
		at = end
	}
	state, err := p.At(ctx, at)
	if err != nil {
		return nil, err
	}
	hidden, err := p.Hidden(ctx, at.Branch)
	if err != nil || len(hidden) == 0 || state.Position == 0 {
		return state, err
	}
	hidden = state.withMemories(hidden)
	minds, err := p.told(ctx, at, state, hidden)
	state = state.Still()
	state.unshown, state.shownMinds = hidden, minds
	return state, err
}

// MayHold reports whether what was made, at a place in the log, of what somebody had perceived until then may hold some of what was hidden, sorted: a
// summary, or what a model was asked.
func MayHold(at event.Position, hidden []event.Position) bool {
	return len(hidden) > 0 && hidden[0] <= at
}

// Unseen are the events along a branch that are not shown, sorted: those that were hidden, and those that kept a memory of nothing else. Errors:
// persistence's.
func (p *Playthrough) Unseen(ctx context.Context, branch event.BranchID) ([]event.Position, error) {
	hidden, err := p.Hidden(ctx, branch)
	if err != nil || len(hidden) == 0 {
		return nil, err
	}
	at, err := p.Find(ctx, event.Where{Branch: branch})
	if err != nil {
		return nil, err
	}
	state, err := p.At(ctx, at)
	if err != nil {
		return nil, err
	}
	return state.withMemories(hidden), nil
}

// ShownMinds are the minds as they are shown: without what was hidden, in a state for showing.
func (s *State) ShownMinds() *mind.Minds {
	if s.shownMinds != nil {
		return s.shownMinds
	}
	return &s.Minds
}

// withMemories adds to events that were hidden, sorted, those that kept a memory of what was hidden: of a hidden deed, or resting on
// nothing else.
func (s *State) withMemories(hidden []event.Position) []event.Position {
	is := func(at event.Position) bool {
		_, found := slices.BinarySearch(hidden, at)
		return found
	}
	all := slices.Clone(hidden)
	for _, m := range s.Memories.From(0) {
		rests := len(m.Because) > 0 && !slices.ContainsFunc(m.Because, func(at event.Position) bool { return !is(at) })
		if rests || m.Deed != nil && is(m.Deed.Position) {
			all = append(all, m.Position)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// makesKnown are the kinds of events by which something becomes known.
var makesKnown = map[event.Kind]bool{
	event.FactEstablished: true, event.FactLearned: true, event.SecretRevealed: true, event.ClaimMade: true,
}

// told are the minds at a place without what was hidden, which the log alone tells: who learned
// something twice learned it the second time, where the first is hidden.
func (p *Playthrough) told(ctx context.Context, at event.Where, state *State, hidden []event.Position) (*mind.Minds, error) {
	at.Playthrough = p.save.Playthrough()
	at.Position = state.Position
	base, err := based(ctx, p.save, at, new(State))
	if err != nil {
		return nil, err
	}
	minds := &base.fork().Minds
	for r, err := range p.save.Events(ctx, at, 0) {
		if err != nil {
			return nil, err
		}
		if _, is := slices.BinarySearch(hidden, r.Position); !is || !makesKnown[r.Event.Kind] {
			minds.Apply(r.Position, r.Event)
		}
	}
	return minds, nil
}
