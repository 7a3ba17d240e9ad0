package engine

import (
	"context"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// ToldOf is what the player was told and did in a scene that a turn has closed, and nothing else. Errors: those of
// [transcript.Closed].
func (g *Game) ToldOf(ctx context.Context, left LeftScene) (transcript.Scene, error) {
	t, err := transcript.Closed(ctx, g.story, left.At, left.Scene, transcript.Options{})
	if err != nil {
		return transcript.Scene{}, err
	}
	return t.Scenes[0], nil
}

// PlayerName is what the player is called.
func (g *Game) PlayerName() string { return g.story.State().Player().Name(string(event.Player)) }

// SumUp keeps what somebody made of it; see [story.Playthrough.SumUp]. It is for between two turns.
func (g *Game) SumUp(ctx context.Context, s story.SceneSummary) error { return g.story.SumUp(ctx, s) }
