package transcript_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
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

// Scenes of the log are those that are told: as many, of the same turns, whatever is opened and
// closed where.
func TestScenesOfTheLog(t *testing.T) {
	for seed := range uint64(soak.Count(400)) {
		draw := rand.New(rand.NewPCG(seed, 5))
		w, open := newTeller(t, "Mira", "the Quay"), ""
		for turn := range 2 + draw.IntN(6) {
			w.begin()
			for n := range draw.IntN(4) {
				switch {
				case open != "" && draw.IntN(2) == 0:
					w.add(event.SceneClosed, event.Data{"scene": open, "significance": "medium"})
					open = ""
				case open == "" && draw.IntN(2) == 0:
					open = fmt.Sprintf("scene-%d-%d", turn, n)
					w.scene(open, "quay")
				default:
					w.add(event.Narrated, event.Data{"text": "Fog."})
				}
			}
			w.commit()
		}
		told := w.transcript().Scenes
		spans, err := w.p.Scenes(t.Context(), event.Where{})
		must(t, err)
		if len(spans) != len(told) {
			t.Fatalf("seed %d: in the log are %+v, and told %+v", seed, spans, told)
		}
		for i, scene := range told {
			is := spans[i]
			turns := max(0, is.LastTurn-is.FirstTurn+1)
			if is.ID != scene.ID || is.Closed != scene.Closed || is.Significance != scene.Significance || int(turns) != len(scene.Turns) ||
				turns > 0 && is.FirstTurn != scene.Turns[0].Number {
				t.Fatalf("seed %d: scene %d is %+v in the log, and told as %+v", seed, i+1, is, scene)
			}
			at, err := w.p.EndOfScene(t.Context(), event.Trunk, i+1)
			if turns == 0 {
				if _, none := errors.AsType[*story.NoPlaceError](err); !none {
					t.Fatalf("seed %d: the end of scene %d is %+v (%v)", seed, i+1, at, err)
				}
				continue
			}
			must(t, err)
			if s, err := w.p.At(t.Context(), at); err != nil || s.Turn.Number != is.LastTurn {
				t.Fatalf("seed %d: scene %d ends in turn %d, and not %d (%v)", seed, i+1, s.Turn.Number, is.LastTurn, err)
			}
		}
		for _, none := range []int{0, -1, len(told) + 1} {
			if _, err := w.p.EndOfScene(t.Context(), event.Trunk, none); err == nil {
				t.Fatalf("seed %d: there is a scene %d", seed, none)
			}
		}
	}
}
