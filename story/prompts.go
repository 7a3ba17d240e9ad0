package story

import (
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Generated stages what models were asked for in the turn and what came of it, each view by itself. Nothing follows
// from it.
func (t *Turn) Generated(all []generation.Kept) error {
	for _, of := range all {
		sum := t.paper(string(event.Generated), of.Bytes())
		e := event.Event{Kind: event.Generated, Actor: event.EngineSelf, Data: event.Data{"who": of.Who, "generations": sum.String()}}
		if _, err := t.Add(e); err != nil {
			return err
		}
	}
	return nil
}

// Prompts are what models were asked for in a turn of a place's lineage, as far as the place sees it, from one
// character's view and no other; none where nobody was asked.
//
// Their texts may hold whatever that character had perceived until then. So where something of that was hidden they are
// [generation.Generation.Withhold]: it is hidden there too. all shows them nevertheless.
// Errors: *NoPlaceError; persistence.ErrCorrupt, and ErrNotFound, for texts that are damaged or gone: the story is whole without.
func (p *Playthrough) Prompts(ctx context.Context, at event.Where, turn int64, who event.CharacterID, all bool) (generation.Kept, error) {
	none := generation.Kept{Who: string(who)}
	at, err := p.Find(ctx, at)
	if err != nil {
		return none, err
	}
	hidden, err := p.Hidden(ctx, at.Branch)
	if err != nil {
		return none, err
	}
	found, err := p.generated(ctx, at, turn, who)
	if err != nil || found.Event.Kind == "" {
		return none, err
	}
	sum, err := event.ParseHash(found.Event.Text("generations"))
	if err != nil {
		return none, err
	}
	data, err := p.save.GetBlob(ctx, sum)
	if err != nil {
		return none, fmt.Errorf("the prompts of turn %d: %w", turn, err)
	}
	kept, err := generation.Read(data)
	if err != nil {
		return none, fmt.Errorf("the prompts of turn %d: they %w: %w", turn, persistence.ErrCorrupt, err)
	}
	kept.Who = string(who)
	if before := slices.ContainsFunc(hidden, func(at event.Position) bool { return at <= found.Position }); before && !all {
		for i, g := range kept.Generations {
			kept.Generations[i] = g.Withhold()
		}
	}
	return kept, nil
}

// generated is the event of a turn that names what was asked from somebody's view; the zero record where nothing was.
func (p *Playthrough) generated(ctx context.Context, at event.Where, turn int64, who event.CharacterID) (found persistence.Record, err error) {
	number := int64(0)
	for r, err := range p.save.Events(ctx, at, 0) {
		switch {
		case err != nil:
			return found, err
		case r.Event.Kind == event.TurnOpened:
			if number == turn && turn > 0 {
				return found, nil
			}
			number = r.Event.Whole("number")
		case number == turn && r.Event.Kind == event.Generated && r.Event.Text("who") == string(who):
			found = r
		}
	}
	if number != turn || turn < 1 {
		return found, &NoPlaceError{Message: fmt.Sprintf("there is no turn %d there; the last is %d", turn, number)}
	}
	return found, nil
}
