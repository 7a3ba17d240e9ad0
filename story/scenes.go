package story

import (
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A SceneSpan is where a scene stands in the log: whole turns, of which the first is the one in
// which it was opened. What was told before any is a scene without an id.
type SceneSpan struct {
	ID, Place           string
	FirstTurn, LastTurn int64
	First, Last         event.Position // with what came after it and before the next
	Closed              bool
	Significance        action.Significance // of one that was closed
}

// PlayersScene reports whether an event that opens a scene opens one of the player's, as one does at which nobody is said to be.
// A scene among others, where the player is not, is none of what they are told or may look up.
func PlayersScene(opened event.Event) bool {
	present := opened.Texts("present")
	return len(present) == 0 || slices.Contains(present, string(event.Player))
}

// isOpen reports whether a scene goes on, the player's or one among others.
func (s *State) isOpen(scene string) bool {
	return s.Scene.Open && s.Scene.ID == scene || s.apart(scene) >= 0
}

// Scenes are the player's of a place's lineage, in order; the first is number 1. Error: *NoPlaceError.
func (p *Playthrough) Scenes(ctx context.Context, at event.Where) ([]SceneSpan, error) {
	at, err := p.Find(ctx, at)
	if err != nil {
		return nil, err
	}
	var spans []SceneSpan
	turn, first := int64(0), event.Position(0)
	for r, err := range p.save.Events(ctx, at, 0) {
		if err != nil {
			return nil, err
		}
		switch n := len(spans); {
		case r.Event.Kind == event.TurnOpened:
			turn, first = r.Event.Whole("number"), r.Position
		case r.Event.Kind == event.SceneClosed && n > 0 && spans[n-1].ID == r.Event.Text("scene"):
			spans[n-1].Closed, spans[n-1].Significance = true, action.Significance(r.Event.Text("significance"))
		case r.Event.Kind == event.SceneOpened && turn > 0 && PlayersScene(r.Event):
			spans = append(cutBefore(spans, turn, first), SceneSpan{ID: r.Event.Text("scene"), Place: r.Event.Text("place"), FirstTurn: turn, First: first})
		}
		if len(spans) == 0 && turn > 0 {
			spans = []SceneSpan{{FirstTurn: turn, First: first}}
		}
		if n := len(spans); n > 0 {
			spans[n-1].LastTurn, spans[n-1].Last = turn, r.Position
		}
	}
	return spans, nil
}

// cutBefore ends the last scene before a turn. One that has no id and no turn before it was none.
func cutBefore(spans []SceneSpan, turn int64, first event.Position) []SceneSpan {
	n := len(spans)
	if n == 0 {
		return nil
	}
	if last := &spans[n-1]; last.ID != "" || last.FirstTurn < turn {
		last.LastTurn, last.Last = turn-1, first-1
		return spans
	}
	return spans[:n-1]
}

// EndOfScene is the place at the end of a scene of a branch, by its number. Error: *NoPlaceError.
func (p *Playthrough) EndOfScene(ctx context.Context, branch event.BranchID, number int) (event.Where, error) {
	at := event.Where{Branch: branch}
	scenes, err := p.Scenes(ctx, at)
	switch {
	case err != nil:
		return at, err
	case len(scenes) == 0:
		return at, &NoPlaceError{Message: fmt.Sprintf("the branch %q has no scene yet", branch)}
	case number < 1 || number > len(scenes):
		return at, &NoPlaceError{Message: fmt.Sprintf("the branch %q has no scene %d, only those from 1 to %d", branch, number, len(scenes))}
	case scenes[number-1].Last < scenes[number-1].First:
		return at, &NoPlaceError{Message: fmt.Sprintf("the scene %d of the branch %q was left in the turn it began in", number, branch)}
	}
	at = p.save.At(branch)
	at.Position = scenes[number-1].Last
	return at, nil
}
