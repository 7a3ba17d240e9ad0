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
	Memories      int // everybody's: what witnesses keep of what happened
	Relations     int // that are otherwise there
	Items         int // of which somebody has another number there

	// Knowledge is how many facts, claims and topics each character would not know. What is told
	// there again, in other events, is known there.
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

// HideImpact is what a Hide would leave: the event is not shown any more, and all that is so stays
// so. Error: *NoPlaceError, Hide's.
func (p *Playthrough) HideImpact(ctx context.Context, at event.Position) (i Impact, err error) {
	r, _, err := p.markable(ctx, at, event.EventHidden)
	if err == nil {
		i.count(r.Event.Kind)
	}
	return i, err
}

// UnhideImpact is what an Unhide would have shown again; nothing that is so becomes otherwise. Error:
// *NoPlaceError, Unhide's.
func (p *Playthrough) UnhideImpact(ctx context.Context, at event.Position) (i Impact, err error) {
	r, _, err := p.markable(ctx, at, event.EventShown)
	if err == nil {
		i.count(r.Event.Kind)
	}
	return i, err
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
	left := func(at event.Position) bool { return at > shared && !kept(at) }
	for r, err := range p.save.Events(ctx, from, shared) {
		if err != nil {
			return i, err
		}
		if left(r.Position) {
			i.count(r.Event.Kind)
		}
	}
	for _, m := range now.Memories.All() { // by the event: turns that are told again name others alike
		if left(m.Position) {
			i.Memories++
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
	i.Relations = len(differing(now.Relations, there.Relations))
	items := make(map[string]bool)
	for _, h := range differing(holdings(now), holdings(there)) {
		items[h.item] = true
	}
	i.Items = len(items)
	i.Knowledge = make(map[event.CharacterID]int)
	for who := range now.Known {
		if n := len(missing(now.knownTo(who), there.knownTo(who))); n > 0 {
			i.Knowledge[who] = n
		}
	}
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

// A known is something that somebody knows: what it says, and not which event has told it.
type known struct{ sort, of, says string }

// knownTo is all that a character knows.
func (s *State) knownTo(who event.CharacterID) map[known]bool {
	all, mind := make(map[known]bool), s.Minds.Of(who)
	for _, l := range mind.Learned {
		all[known{"fact", l.Fact, s.Minds.Facts[l.Fact].Content}] = true
	}
	for _, h := range mind.Heard {
		claim := s.Minds.Claims[h.Claim]
		all[known{"claim", claim.Speaker.String(), claim.Content}] = true
	}
	for topic := range s.knows(who).Topics {
		all[known{"topic", topic, ""}] = true
	}
	return all
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
