package story

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Generated stages what models were asked for in the turn and what came of it, each view by itself. Nothing follows
// from it.
func (t *Turn) Generated(all []generation.Kept) error { return t.generated(all, nil) }

// generated is Generated with what else the events say.
func (t *Turn) generated(all []generation.Kept, more event.Data) error {
	for _, of := range all {
		data := event.Data{"who": of.Who, "generations": t.paper(string(event.Generated), of.Bytes()).String()}
		maps.Copy(data, more)
		if _, err := t.Add(event.Event{Kind: event.Generated, Actor: event.EngineSelf, Data: data}); err != nil {
			return err
		}
	}
	return nil
}

// Prompts are what models were asked for in a turn of a place's lineage and of it afterwards, as far as the place sees it, from one
// character's view and no other; none where nobody was asked.
//
// Their texts may hold whatever that character had perceived until then. So where something of that was hidden they are
// [generation.Generation.Withhold]: it is hidden there too. unhidden shows them nevertheless.
// Errors: *NoPlaceError; persistence.ErrCorrupt, and ErrNotFound, for texts that are damaged or gone: the story is whole without.
func (p *Playthrough) Prompts(ctx context.Context, at event.Where, turn int64, who event.CharacterID, unhidden bool) (generation.Kept, error) {
	none := generation.Kept{Who: string(who)}
	at, err := p.Find(ctx, at)
	if err != nil {
		return none, err
	}
	hidden, err := p.Hidden(ctx, at.Branch)
	if err != nil {
		return none, err
	}
	found, err := p.generated(ctx, at, turn)
	if err != nil {
		return none, err
	}
	var all []generation.Kept
	for _, r := range found {
		if r.Event.Text("who") != string(who) {
			continue
		}
		kept, err := p.generations(ctx, r, turn)
		if err != nil {
			return none, err
		}
		if MayHold(r.Position, hidden) && !unhidden {
			for i, g := range kept.Generations {
				kept.Generations[i] = g.Withhold()
			}
		}
		all = append(all, kept)
	}
	return generation.Join(string(who), all...), nil
}

// generations are those that an event names.
func (p *Playthrough) generations(ctx context.Context, r persistence.Record, turn int64) (kept generation.Kept, err error) {
	sum, err := event.ParseHash(r.Event.Text("generations"))
	if err != nil {
		return kept, err
	}
	data, err := p.save.GetBlob(ctx, sum)
	if err != nil {
		return kept, fmt.Errorf("the prompts of turn %d: %w", turn, err)
	}
	if kept, err = generation.Read(data); err != nil {
		return kept, fmt.Errorf("the prompts of turn %d: they %w: %w", turn, persistence.ErrCorrupt, err)
	}
	return kept, nil
}

// Prompted are those from whose view something was asked of a turn, in the order of their ids. Errors: those of Prompts.
func (p *Playthrough) Prompted(ctx context.Context, at event.Where, turn int64) (who []event.CharacterID, err error) {
	if at, err = p.Find(ctx, at); err != nil {
		return nil, err
	}
	found, err := p.generated(ctx, at, turn)
	for _, r := range found {
		who = append(who, event.CharacterID(r.Event.Text("who")))
	}
	slices.Sort(who)
	return slices.Compact(who), err
}

// generated are the events that name what was asked of a turn.
func (p *Playthrough) generated(ctx context.Context, at event.Where, turn int64) (found []persistence.Record, err error) {
	last, there := int64(0), false
	for r, err := range p.save.Events(ctx, at, 0) {
		switch {
		case err != nil:
			return nil, err
		case r.Event.Kind == event.TurnOpened:
			last = r.Event.Whole("number")
			there = there || last == turn
		case r.Event.Kind == event.Generated && cmp.Or(r.Event.Whole("turn"), last) == turn:
			found = append(found, r)
		}
	}
	if !there {
		return nil, &NoPlaceError{Message: fmt.Sprintf("there is no turn %d there; the last is %d", turn, last)}
	}
	return found, nil
}
