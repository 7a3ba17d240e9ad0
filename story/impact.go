package story

import (
	"context"

	"github.com/narratoria/narratoria/story/event"
)

// An Impact is what a story would be without, if it went on from another place: counted in
// the events that it would leave, and between what is so now and what is so there.
type Impact struct {
	Events, Turns int
	Messages      int // that somebody said, or that were narrated
	Scenes        int // that were opened
	Memories      int // everybody's
	Relations     int // that are otherwise there
	Items         int // of which people there have another number

	// Knowledge is how many facts, claims and topics each character would not know.
	Knowledge map[event.CharacterID]int
}

// RollbackImpact is what a Rollback to a place would leave. Error: *NoPlaceError.
func (p *Playthrough) RollbackImpact(ctx context.Context, to event.Where) (Impact, error) {
	to, there, err := p.earlier(ctx, to)
	if err != nil {
		return Impact{}, err
	}
	return p.impact(ctx, p.Where(), p.State(), to, there, to.Position)
}

// SwitchImpact is what a Switch to a branch would leave. Error: *NoPlaceError.
func (p *Playthrough) SwitchImpact(ctx context.Context, branch event.BranchID) (Impact, error) {
	tree, err := p.treeWith(ctx, branch)
	if err != nil {
		return Impact{}, err
	}
	shared, err := tree.Shared(p.Where().Branch, branch)
	if err != nil {
		return Impact{}, err
	}
	to := p.save.At(branch)
	there, err := Read(ctx, p.save, to)
	if err != nil {
		return Impact{}, err
	}
	return p.impact(ctx, p.Where(), p.State(), to, there, shared)
}

// UndoImpact is what an Undo would leave. Error: ErrNothingToUndo.
func (p *Playthrough) UndoImpact(ctx context.Context) (Impact, error) {
	tree, err := p.save.Tree(ctx)
	if err == nil && tree.Left() == "" {
		err = ErrNothingToUndo
	}
	if err != nil {
		return Impact{}, err
	}
	return p.SwitchImpact(ctx, tree.Left())
}

// impact compares what is so at a place with what is so at another that has none of its events
// after a position.
func (p *Playthrough) impact(ctx context.Context, from event.Where, now *State, to event.Where, there *State, shared event.Position) (i Impact, err error) {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return i, err
	}
	kept := func(event.Position) bool { return false } // of the events after that position
	if to.Moment != 0 || cut(tree, to.Branch) {        // which of those before it, it has too, moments say
		if kept, err = p.seen(ctx, to, shared); err != nil {
			return i, err
		}
		shared = 0
	}
	for r, err := range p.save.Events(ctx, from, shared) {
		if err != nil {
			return i, err
		}
		if !kept(r.Position) {
			i.count(r.Event.Kind)
		}
	}
	i.compare(now, there)
	return i, nil
}

// seen tells which events up to a position a place has.
func (p *Playthrough) seen(ctx context.Context, at event.Where, to event.Position) (func(event.Position) bool, error) {
	has := make(map[event.Position]bool)
	for r, err := range p.save.Events(ctx, at, 0) {
		if err != nil {
			return nil, err
		}
		if r.Position > to {
			break
		}
		has[r.Position] = true
	}
	return func(at event.Position) bool { return has[at] }, nil
}

func (i *Impact) count(k event.Kind) {
	i.Events++
	switch k {
	case event.TurnOpened:
		i.Turns++
	case event.Said, event.Narrated:
		i.Messages++
	case event.SceneOpened:
		i.Scenes++
	}
}

func (i *Impact) compare(now, there *State) {
	i.Memories = len(missing(memories(now), memories(there)))
	i.Relations = len(differing(now.Relations, there.Relations))
	i.Items = len(differing(holdings(now), holdings(there)))
	i.Knowledge = make(map[event.CharacterID]int)
	for who, known := range now.Known {
		if n := len(missing(known.all(), there.knows(who).all())); n > 0 {
			i.Knowledge[who] = n
		}
	}
}

func memories(s *State) map[string]bool {
	ids := make(map[string]bool, s.Memories.Len())
	for _, m := range s.Memories.All() {
		ids[m.ID] = true
	}
	return ids
}

// A holding is who has what.
type holding struct {
	who  event.CharacterID
	item string
}

func holdings(s *State) map[holding]int64 {
	held := make(map[holding]int64)
	for who, c := range s.People {
		for _, item := range c.Items {
			held[holding{who, item.ID}] = item.Count
		}
	}
	return held
}

// all is what a character knows, by what sort of thing it is.
func (k *Knowledge) all() map[[2]string]bool {
	known := make(map[[2]string]bool)
	for _, l := range k.Learned {
		known[[2]string{"fact", l.Fact}] = true
	}
	for _, h := range k.Heard {
		known[[2]string{"claim", h.Claim}] = true
	}
	for topic := range k.Topics {
		known[[2]string{"topic", topic}] = true
	}
	return known
}

// missing are the keys of one map that another does not have.
func missing[K comparable](of, in map[K]bool) []K {
	var keys []K
	for k := range of {
		if !in[k] {
			keys = append(keys, k)
		}
	}
	return keys
}

// differing are the keys whose values two maps do not have in common.
func differing[K, V comparable](a, b map[K]V) []K {
	var keys []K
	for k, v := range a {
		if other, both := b[k]; !both || other != v {
			keys = append(keys, k)
		}
	}
	for k := range b {
		if _, both := a[k]; !both {
			keys = append(keys, k)
		}
	}
	return keys
}
