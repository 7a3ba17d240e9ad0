package story

import (
	"cmp"
	"context"

	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// Minds are what everybody knows at a place of the story, with the state there: at the end of a turn
// of the place's branch, or for turn 0 at the place itself, which may leave out what
// [Playthrough.Find] says. They stay as they are when the story goes on. Errors: *NoPlaceError,
// persistence's.
func (p *Playthrough) Minds(ctx context.Context, at event.Where, turn int64) (*State, *mind.Minds, error) {
	if turn != 0 {
		end, err := p.EndOf(ctx, cmp.Or(at.Branch, p.Where().Branch), turn)
		if err != nil {
			return nil, nil, err
		}
		at = end
	}
	state, err := p.At(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	return state, &state.Minds, nil
}
