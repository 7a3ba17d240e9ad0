package transcript_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/story/event"
)

// A scene that was closed has its summary in every form, wherever the log has it; not so one of which something may be told in it that was
// hidden.
func TestASceneHasItsSummary(t *testing.T) {
	w := newTeller(t, "Mira", "the Quay")
	w.begin()
	w.scene("scene-1", "quay")
	w.add(event.Narrated, event.Data{"text": "The oil is gone."})
	told := w.at
	w.commit()
	w.begin()
	w.add(event.SceneClosed, event.Data{"scene": "scene-1", "significance": "high"})
	w.scene("scene-2", "tower")
	w.commit()
	w.turn = w.p.Begin("between")
	w.add(event.SceneSummed, event.Data{"scene": "scene-2", "words": "It is open still.", "by": "small"})
	w.add(event.SceneSummed, event.Data{"scene": "scene-1", "words": "The oil was *gone* & sold.", "by": "small"})
	w.commit()
	all := w.transcript()
	if len(all.Scenes) != 2 || all.Scenes[0].Summary != "The oil was *gone* & sold." || all.Scenes[1].Summary != "" {
		t.Errorf("told are %+v", all.Scenes)
	}
	for form, want := range map[string]string{
		written(t, all.Markdown): `*In short:* The oil was *gone* \& sold.`, written(t, all.HTML): "<em>gone</em> &amp; sold.", written(t, all.JSONL): `"summary":"The oil was *gone* `,
	} {
		if strings.Count(form, want) != 1 {
			t.Errorf("there is not once %s in\n%s", want, form)
		}
	}
	must(t, w.p.Hide(t.Context(), told))
	if again := w.transcript(); again.Scenes[0].Summary != "" {
		t.Errorf("what was hidden is told in %q", again.Scenes[0].Summary)
	}
}
