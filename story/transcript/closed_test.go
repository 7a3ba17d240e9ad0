package transcript_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// A scene that was closed is told by itself as it is told among all, however long it was; it is
// found from where it was closed, and from anywhere after that.
func TestAClosedScene(t *testing.T) {
	for _, length := range []int{1, 3, 600} { // of turns of three events
		w := newTeller(t, "Mira", "the Quay")
		w.begin()
		w.scene("scene-1", "quay")
		w.commit()
		for range length {
			w.begin()
			w.add(event.Narrated, event.Data{"text": fmt.Sprint("Event ", w.at)})
			w.commit()
		}
		w.begin()
		w.add(event.SceneClosed, event.Data{"scene": "scene-1", "significance": "high"})
		w.scene("scene-2", "tower")
		w.commit()
		first := w.p.Where()
		w.begin()
		w.add(event.Narrated, event.Data{"text": "The tower was cold."})
		w.commit()
		w.begin()
		w.add(event.SceneClosed, event.Data{"scene": "scene-2", "significance": "low"})
		w.commit()

		all := w.transcript()
		for _, want := range []struct {
			scene string
			from  event.Where
		}{{"scene-1", first}, {"scene-1", w.p.Where()}, {"scene-2", w.p.Where()}} {
			got, err := transcript.Closed(t.Context(), w.p, want.from, want.scene, w.options())
			must(t, err)
			scene := all.Scenes[0]
			if want.scene == "scene-2" {
				scene = all.Scenes[1]
			}
			scene.Number = 0
			if got.Title != all.Title || got.Player != all.Player || len(got.Scenes) != 1 || !reflect.DeepEqual(got.Scenes[0], scene) {
				t.Errorf("of %d turns %s is told as %+v, and among all as %+v", length, want.scene, got, scene)
			}
		}
		for _, scene := range []string{"scene-3", ""} {
			if _, err := transcript.Closed(t.Context(), w.p, event.Where{}, scene, w.options()); !errors.Is(err, transcript.ErrNoScene) {
				t.Errorf("a scene %q was found: %v", scene, err)
			}
		}
		if _, err := transcript.Closed(t.Context(), w.p, first, "scene-2", w.options()); !errors.Is(err, transcript.ErrNoScene) {
			t.Errorf("a scene was found that is still open: %v", err)
		}
	}
}

// Turns after a position are those that begin after it, with all that is so then.
func TestTurnsAfter(t *testing.T) {
	w := lighthouse(t)
	var all []story.Told
	for told, err := range w.p.Turns(t.Context(), event.Where{}, 0) {
		must(t, err)
		all = append(all, told)
	}
	for i, from := range all {
		var rest []story.Told
		for told, err := range w.p.Turns(t.Context(), event.Where{}, from.Records[0].Position-1) {
			must(t, err)
			rest = append(rest, told)
		}
		if len(rest) != len(all)-i {
			t.Fatalf("after turn %d there are %d turns, and not %d", i, len(rest), len(all)-i)
		}
		for j, told := range rest {
			want := all[i+j]
			if told.Number != want.Number || len(told.Records) != len(want.Records) || told.State.Digest() != want.State.Digest() {
				t.Errorf("after turn %d, turn %d is another than turn %d", i, told.Number, want.Number)
			}
		}
	}
}
