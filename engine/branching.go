package engine

import (
	"context"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Back takes the last turn back, and gives the record of the one before. What was
// told stays in the save, on another branch. Error: story.ErrNoTurn at the opening.
func (g *Game) Back(ctx context.Context) (*Record, error) {
	return g.moved(ctx, g.story.Back(ctx))
}

// Rollback is Back to any earlier turn. Error: *story.NoPlaceError.
func (g *Game) Rollback(ctx context.Context, turn int64) (*Record, error) {
	return g.moved(ctx, g.story.Rollback(ctx, turn))
}

// Undo goes back to where the last Back, Rollback, Retry, Branch or Switch that was not
// undone has left. Error: story.ErrNothingToUndo.
func (g *Game) Undo(ctx context.Context) (*Record, error) {
	return g.moved(ctx, g.story.Undo(ctx))
}

// Switch goes on along another branch. Error: *story.NoPlaceError.
func (g *Game) Switch(ctx context.Context, branch event.BranchID) (*Record, error) {
	return g.moved(ctx, g.story.Switch(ctx, branch))
}

// moved is the last turn of where the story was moved.
func (g *Game) moved(ctx context.Context, err error) (*Record, error) {
	if err != nil {
		return nil, err
	}
	return g.Last(ctx)
}

// Branch makes a branch here and goes on along it; what was told so far is in both. An id
// of "" is the next that is free. Error: *story.NoPlaceError before the opening, and for an
// id that there is.
func (g *Game) Branch(ctx context.Context, id event.BranchID) (event.BranchID, error) {
	id, err := g.story.Branch(ctx, id, g.story.Where().Branch, g.story.State().Turn.Number, "")
	if err == nil {
		err = g.story.Switch(ctx, id)
	}
	return id, err
}

// Branches are all branches of the story; see [story.Playthrough.Branches].
func (g *Game) Branches(ctx context.Context) ([]story.Branch, error) { return g.story.Branches(ctx) }
