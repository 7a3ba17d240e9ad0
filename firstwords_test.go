package narratoria_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
)

// The skill of docs/skills.md has a model write before the turn is told. From one that never answers it has nothing in time for the first words,
// which are there within 3 s all the same: by what was spent waiting for the model, and within twice as long by the clock, since the machine may
// be busy. What the turn did without is said.
func TestTheFirstWordsAreThereThoughAModelStalls(t *testing.T) {
	const most = 3 * time.Second
	var mu sync.Mutex
	var waited, shown time.Duration // the longest, and of a turn
	var began time.Time
	s := &writer{}
	s.answers(func(_ http.ResponseWriter, r *http.Request) {
		asked := time.Now()
		<-r.Context().Done()
		mu.Lock()
		defer mu.Unlock()
		waited = max(waited, time.Since(asked)) // a late one is not asked for again
	})
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, s.settings(t), sight(t), mayGenerate)}))
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true, Listen: func(e narratoria.Event) {
		mu.Lock()
		defer mu.Unlock()
		if e.Kind == narratoria.Narrative && e.Text != "" && shown == 0 {
			shown = time.Since(began)
		}
	}})
	r, err := g.Play(t.Context(), "")
	must(t, err)
	for range 3 { // then the skill's texts rest
		before := len(s.requests())
		mu.Lock()
		shown, began = 0, time.Now()
		mu.Unlock()
		r, err = g.Play(t.Context(), called(t, r))
		must(t, err)
		mu.Lock()
		t.Logf("turn %d: the first words after %v, of which the model was waited for %v", r.Turn, shown, waited)
		if asked := len(s.requests()) - before; asked == 0 || waited > most || shown == 0 || shown > 2*most {
			t.Errorf("in turn %d the model is asked %d times and waited for for %v, and the first words are there after %v", r.Turn, asked, waited, shown)
		}
		mu.Unlock()
		if lost := strings.Join(r.Degraded, " "); !strings.Contains(lost, "was not done when the turn had to begin") || !strings.Contains(r.Prose, "You see nothing out of the ordinary.") || len(r.Choices) < 3 {
			t.Errorf("turn %d is told %q, without %q", r.Turn, r.Prose, r.Degraded)
		}
	}
}
