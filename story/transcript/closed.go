package transcript

import (
	"context"
	"fmt"
	"iter"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Closed is the transcript of the scene that an event up to a place has closed: of nothing else is
// more read than a few turns, however long the story is. Its scene has no number. Errors:
// ErrNoScene where the scene was not opened before; *story.NoPlaceError; persistence's.
func Closed(ctx context.Context, p *story.Playthrough, at event.Where, scene string, opts Options) (*Transcript, error) {
	at, err := p.Find(ctx, at)
	if err != nil {
		return nil, err
	}
	first, err := firstTurn(ctx, p, at, scene)
	if err != nil {
		return nil, err
	}
	w, err := newWriter(ctx, p, at, opts)
	if err != nil {
		return nil, err
	}
	for told, err := range p.Turns(ctx, at, first-1) {
		if err != nil {
			return nil, err
		}
		w.turn(told)
	}
	for _, s := range w.t.Scenes {
		if s.ID == scene && s.Closed {
			s.Number = 0
			w.t.Scenes = []Scene{s}
			return w.t, nil
		}
	}
	return nil, noScene(scene)
}

func noScene(scene string) error { return fmt.Errorf("%w: %q, closed", ErrNoScene, scene) }

// firstWindow is how many events are looked through for the beginning of a scene; where it is not
// among them, four times as many.
const firstWindow = 512

// firstTurn is where the turn begins in which a scene was opened.
func firstTurn(ctx context.Context, p *story.Playthrough, at event.Where, scene string) (event.Position, error) {
	for window := event.Position(firstWindow); ; window *= 4 {
		after := max(0, at.Position-window)
		first, err := openedIn(p.After(ctx, at, after), scene)
		if err != nil || first > 0 || after == 0 {
			if err == nil && first == 0 {
				err = noScene(scene)
			}
			return first, err
		}
	}
}

// openedIn is where the turn of events begins in which a scene was opened, 0 where it does not.
func openedIn(events iter.Seq2[persistence.Record, error], scene string) (event.Position, error) {
	turn := event.Position(0)
	for r, err := range events {
		switch {
		case err != nil:
			return 0, err
		case r.Event.Kind == event.TurnOpened:
			turn = r.Position
		case r.Event.Kind == event.SceneOpened && r.Event.Text("scene") == scene && turn > 0:
			return turn, nil
		}
	}
	return 0, nil
}
