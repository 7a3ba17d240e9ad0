package engine

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/protocol"
)

// The first words of a turn are there within 3 s of the pick though a model stalls that writes for a script before them. What is given up is
// said. A text behind the first words has its script's time, and a script that is slow by itself has its own.
func TestTheFirstWordsWaitForNoModel(t *testing.T) {
	asks := func(a *act) bool {
		_, err := a.call("generate", protocol.Object{"prompt": "Go on."})
		return err == nil
	}
	tells := func(a *act, text string) { a.ui(protocol.UINarration, protocol.Object{"text": text}) }
	for name, c := range map[string]struct {
		before      func(a *act)  // what a script does before the turn is told
		first, took time.Duration // when the first words are there, and the turn is over
		given       bool          // a text up
	}{
		"a text before them": {func(a *act) {
			if !asks(a) {
				tells(a, "You see nothing.")
			}
		}, firstSentence, firstSentence, true},
		"texts before them, one after the other": {func(a *act) {
			for range 4 {
				asks(a)
			}
		}, firstSentence, firstSentence, true},
		"a text before them, of a slow script": {func(a *act) {
			time.Sleep(time.Second)
			asks(a)
		}, firstSentence, firstSentence, true},
		"a text that is asked for too late": {func(a *act) {
			time.Sleep(4 * time.Second)
			asks(a)
		}, 4 * time.Second, 4 * time.Second, true},
		"a text behind them": {func(a *act) {
			tells(a, "You look about you.")
			asks(a)
		}, 0, 9 * time.Second, false},
		"a script that is slow by itself": {func(*act) { time.Sleep(5 * time.Second) }, 5 * time.Second, 5 * time.Second, false},
	} {
		for _, watched := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var began time.Time
					var first []time.Duration
					b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
						"memory/recall-memory": func(a *act) error { c.before(a); return nil },
						"storyteller/narrate":  func(a *act) error { tells(a, "You wait."); return nil },
					})
					b.opts.Planner = narratingPlan("memory/recall-memory", "storyteller/narrate")
					b.opts.Writer = talksOnly{scripted.New("m", slices.Repeat([]scripted.Step{scripted.Stall("The la")}, 9)...)}
					if watched {
						b.opts.Narrative = func(*Record, string) { first = append(first, time.Since(began)) }
					}
					g := b.open()
					began = time.Now()
					r := must(t, g, "")
					if took := time.Since(began); took != c.took || !strings.HasSuffix(r.Prose, "You wait.") || r.Fallback {
						t.Errorf("it took %v: %q", took, r.Prose)
					}
					if watched && (len(first) == 0 || first[0] != c.first) {
						t.Errorf("the first words are there after %v", first)
					}
					if said := strings.Contains(strings.Join(r.Degraded, " "), "was not done when the turn had to begin"); said != c.given {
						t.Errorf("it is told without %q", r.Degraded)
					}
				})
			})
		}
	}
}

// A talksOnly generator is asked for no choices.
type talksOnly struct{ model.Generator }

func (talksOnly) Writes(task string) bool { return task != "choices" }
