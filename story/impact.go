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

// RollbackImpact is what a Rollback to the end of a turn would leave. Error: *NoPlaceError.
func (p *Playthrough) RollbackImpact(ctx context.Context, turn int64) (Impact, error) {
	at := p.Where()
	span, err := p.Span(ctx, at.Branch, turn)
	if err != nil {
		return Impact{}, err
	}
	at.Position = span.Last
	return p.impactAt(ctx, at, span.Last)
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
	return p.impactAt(ctx, p.save.At(branch), shared)
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

// impactAt compares the head with a place that shares its events up to a position.
func (p *Playthrough) impactAt(ctx context.Context, to event.Where, shared event.Position) (Impact, error) {
	there, err := Read(ctx, p.save, to)
	if err != nil {
		return Impact{}, err
	}
	return p.impact(ctx, p.Where(), p.State(), there, shared)
}

// impact compares what is so at a place with what is so at another that shares its events up
// to a position.
func (p *Playthrough) impact(ctx context.Context, from event.Where, now, there *State, shared event.Position) (Impact, error) {
	var i Impact
	for r, err := range p.save.Events(ctx, from, shared) {
		if err != nil {
			return i, err
		}
		i.count(r.Event.Kind)
	}
	i.compare(now, there)
	return i, nil
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
