package story_test

import (
	"errors"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A summary names what closed its scene, is written once, and not at all where the scene was taken back, or is another by now.
func TestASummaryFollowsItsScene(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	play(t, p, "first")
	closing := func(scene string) story.SceneSummary {
		turn := openTurn(t, p)
		add(t, turn, event.SceneOpened, event.Data{"scene": scene, "type": "dialogue", "place": "quay", "present": []string{"player"}})
		at := add(t, turn, event.SceneClosed, event.Data{"scene": scene, "significance": "low"})
		commit(t, turn)
		return story.SceneSummary{Scene: scene, Closed: event.Where{Branch: p.Where().Branch, Position: at}, Words: "You came.", By: "small"}
	}
	first := closing("scene-1")
	must(t, p.SumUp(t.Context(), first))
	at := p.Where()
	must(t, p.SumUp(t.Context(), first))
	if p.Where() != at {
		t.Error("it is written twice")
	}
	if r, err := p.Event(t.Context(), at.Position); err != nil || r.Event.Kind != event.SceneSummed || r.Event.Cause != first.Closed.Position {
		t.Errorf("%v (%v) is written", r.Event, err)
	}
	second := closing("scene-2")
	must(t, p.Back(t.Context()))
	gone := func(what string, s story.SceneSummary) {
		t.Helper()
		before := p.Where()
		if err := p.SumUp(t.Context(), s); !errors.Is(err, story.ErrSceneGone) || p.Where() != before {
			t.Errorf("%s: %v", what, err)
		}
	}
	gone("a scene that was taken back", second)
	closing("scene-2") // at the same place of another branch
	gone("another telling of it", second)
	other := first
	other.Scene = "scene-2"
	gone("another scene", other)
	play(t, p, "later")
	must(t, p.SumUp(t.Context(), first)) // on the branch that goes on from there
}
