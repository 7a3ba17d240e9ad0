package engine

import (
	"context"
	"errors"

	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Back takes the last turn back, and gives the record of the one before. What was
// told stays in the save, on another branch. Error: story.ErrNoTurn at the opening.
func (g *Game) Back(ctx context.Context) (*Record, error) {
	return g.moved(ctx, g.story.Back(ctx))
}

// Rollback is Back to the end of any earlier turn. Error: *story.NoPlaceError.
func (g *Game) Rollback(ctx context.Context, turn int64) (*Record, error) {
	to, err := g.story.EndOf(ctx, g.story.Where().Branch, turn)
	if err == nil {
		err = g.story.Rollback(ctx, to)
	}
	return g.moved(ctx, err)
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

// An Omission is what becomes of a story of which a turn is taken out.
type Omission struct {
	story.Impact
	Again int64 // how many of the turns after it were played again
	Lost  int64 // and how many were not, since what was chosen there cannot be any more

	Branch event.BranchID // the one they were played on, which stays, archived, where the story does not go on along it
}

// Omit takes a turn out of the story: it goes back to before it and plays again what was chosen
// after it, with other dice, as far as that can be. agree is told then what comes of it, and
// where it says no the story is where it was. The record is that of the turn the story is in.
// Error: *story.NoPlaceError, also for the opening.
func (g *Game) Omit(ctx context.Context, turn int64, agree func(Omission) bool) (*Record, error) {
	if turn == 1 {
		return nil, &story.NoPlaceError{Message: "the opening cannot be taken out; begin a new story"}
	}
	later, err := g.chosenAfter(ctx, turn)
	if err != nil {
		return nil, err
	}
	var o Omission
	_, err = g.story.Retell(ctx, turn-1, func() error {
		o.Again, err = g.playAgain(ctx, later)
		o.Lost = int64(len(later)) - o.Again
		return err
	}, func(i story.Impact) bool {
		o.Impact, o.Branch = i, g.story.Where().Branch
		return agree(o)
	})
	return g.moved(ctx, err)
}

// A pick is what somebody chose: the id, and the words where it was typed.
type pick struct{ id, typed string }

// chosenAfter is what was chosen after a turn.
func (g *Game) chosenAfter(ctx context.Context, turn int64) (all []pick, err error) {
	span, err := g.story.Span(ctx, g.story.Where().Branch, turn)
	if err != nil {
		return nil, err
	}
	for r, err := range g.story.Events(ctx, span.Last) {
		if err != nil {
			return nil, err
		}
		if r.Event.Kind == event.ChoiceMade {
			all = append(all, pick{r.Event.Text("choice"), r.Event.Text("typed")})
		}
	}
	return all, nil
}

// playAgain plays what was chosen, up to the first that is not possible, and says how many
// that were.
func (g *Game) playAgain(ctx context.Context, later []pick) (played int64, err error) {
	for _, c := range later {
		_, err := g.PlayTyped(ctx, c.id, c.typed)
		if _, not := errors.AsType[*ChoiceError](err); not || errors.Is(err, ErrEnded) {
			break
		}
		if err != nil {
			return played, err
		}
		played++
	}
	return played, nil
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
	if g.story.State().Turn.Number == 0 {
		return "", &story.NoPlaceError{Message: "the story has not begun"}
	}
	id, err := g.story.Branch(ctx, id, g.story.Where(), "")
	if err == nil {
		err = g.story.Switch(ctx, id)
	}
	return id, err
}

// Branches are all branches of the story; see [story.Playthrough.Branches].
func (g *Game) Branches(ctx context.Context) ([]story.Branch, error) { return g.story.Branches(ctx) }

// Pin has somebody have a memory at hand; see [story.Playthrough.Pin].
func (g *Game) Pin(ctx context.Context, who event.CharacterID, memory string) (story.Recalled, error) {
	return g.story.Pin(ctx, who, memory)
}

// Unpin ends that.
func (g *Game) Unpin(ctx context.Context, who event.CharacterID, memory string) (story.Recalled, error) {
	return g.story.Unpin(ctx, who, memory)
}

// Shown is the state at a place of the story, for showing; see [story.Playthrough.Shown].
func (g *Game) Shown(ctx context.Context, at event.Where, turn int64) (*story.State, error) {
	return g.story.Shown(ctx, at, turn)
}

// Prompts are what models were asked for in a turn from somebody's view; see [story.Playthrough.Prompts].
func (g *Game) Prompts(ctx context.Context, at event.Where, turn int64, who event.CharacterID, all bool) (generation.Kept, error) {
	return g.story.Prompts(ctx, at, turn, who, all)
}
