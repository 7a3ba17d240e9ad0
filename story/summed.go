package story

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/story/event"
)

// A SceneSummary is what was told in a scene of the player's that was closed, in few sentences. It is words for people: nothing
// follows from it.
type SceneSummary struct {
	Scene  string
	Closed event.Where // the event by which it was closed, on the branch along which the story was told then
	Words  string
	By     string // which model
}

// ErrSceneGone: the story is not told any more along a branch on which the scene was closed.
var ErrSceneGone = errors.New("the story has no such scene any more")

// SumUp writes a summary, between two turns; what was written along the same branch is not written again. Errors: ErrSceneGone, and nothing
// is written; persistence's.
func (p *Playthrough) SumUp(ctx context.Context, s SceneSummary) error {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return err
	}
	head := p.Where()
	if shared, err := tree.Shared(head.Branch, s.Closed.Branch); err != nil || s.Closed.Position > shared || s.Closed.Position > head.Position {
		return ErrSceneGone
	}
	closed, err := p.Event(ctx, s.Closed.Position)
	if err != nil {
		return err
	}
	if closed.Event.Kind != event.SceneClosed || closed.Event.Text("scene") != s.Scene {
		return ErrSceneGone
	}
	id := event.TurnID(fmt.Sprintf("summary@%s:%d", head.Branch, s.Closed.Position))
	return p.write(ctx, id, event.Event{
		Kind: event.SceneSummed, Actor: event.EngineSelf, Cause: s.Closed.Position,
		Data: event.Data{"scene": s.Scene, "words": s.Words, "by": s.By},
	})
}
