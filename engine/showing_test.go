package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// A screen is where turns are shown while they are told.
type screen struct {
	sync.Mutex
	of    *Record // with the last
	texts []string
	news  chan struct{}
}

func newScreen() *screen { return &screen{news: make(chan struct{}, 100)} }

func (s *screen) show(of *Record, text string) {
	s.Lock()
	defer s.Unlock()
	s.of = of
	s.texts = append(s.texts, text)
	s.news <- struct{}{}
}

func (s *screen) is(text string) bool {
	s.Lock()
	defer s.Unlock()
	return len(s.texts) > 0 && s.texts[len(s.texts)-1] == text
}

// await waits until a text is shown.
func (s *screen) await(t *testing.T, text string) {
	t.Helper()
	for !s.is(text) {
		select {
		case <-s.news:
		case <-time.After(20 * time.Second):
			t.Errorf("%q is not shown", text)
			return
		}
	}
}

// narratingPlan plans these steps.
func narratingPlan(refs ...string) plannerFunc {
	return func(_ context.Context, request plan.Request) ([]byte, error) {
		d := plan.Document{ID: request.ID, Attempt: request.Attempt, Parent: request.Parent, Disabled: request.Disabled, Parallel: true}
		for i, ref := range refs {
			tool := plan.Tool{ID: plan.ToolID("step-" + string(rune('a'+i))), Path: ref, Async: true}
			d.Tools = append(d.Tools, tool)
		}
		return d.JSON(), nil
	}
}

// What a script has told is shown when it has a model write, and what follows when it comes; what it goes on with joins the paragraph before.
func TestShownWhileAModelWrites(t *testing.T) {
	s := newScreen()
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
		"storyteller/narrate": func(a *act) error {
			a.ui(protocol.UINarration, protocol.Object{"text": "You wait.", "source": "outcome"})
			if _, err := a.call("generate", protocol.Object{"prompt": "Go on."}); err != nil {
				return err
			}
			s.await(t, "You wait.")
			a.ui(protocol.UINarration, protocol.Object{"text": "The fog lies thick.", "source": "teller"})
			s.await(t, "You wait.\n\nThe fog lies thick.")
			if _, err := a.call("generate", protocol.Object{"prompt": "Go on."}); err != nil {
				return err
			}
			a.ui(protocol.UINarration, protocol.Object{"text": "The lamps are smudges.", "source": "teller", "continues": true})
			s.await(t, "You wait.\n\nThe fog lies thick. The lamps are smudges.")
			return nil
		},
	})
	b.opts.Writer = scripted.New("m", scripted.Say("x"), scripted.Say("y"))
	b.opts.Narrative = s.show
	b.opts.Planner = narratingPlan("storyteller/narrate")
	r := must(t, b.open(), "")
	if want := "You wait.\n\nThe fog lies thick. The lamps are smudges."; r.Prose != want || !slices.Equal(r.Passages, []action.Passage{action.ByOutcome, action.ByTeller}) {
		t.Errorf("%q of %q", r.Prose, r.Passages)
	}
}

// Who has nobody write is not shown in parts, and what an attempt told that failed is taken back.
func TestNotShown(t *testing.T) {
	s := newScreen()
	attempts := 0
	does := map[string]func(a *act) error{
		"storyteller/narrate": func(a *act) error {
			attempts++
			a.ui(protocol.UINarration, protocol.Object{"text": "You wait."})
			if _, err := a.call("generate", protocol.Object{"prompt": "Go on."}); err != nil {
				return nil //nolint:nilerr // told without
			}
			if attempts == 2 {
				s.await(t, "You wait.")
				return errors.New("it fails")
			}
			return nil
		},
	}
	b := at(t, written(t, harbour)).with(does)
	b.opts.Narrative = s.show
	b.opts.Planner = narratingPlan("storyteller/narrate")
	r := must(t, b.open(), "")
	if len(s.texts) > 0 {
		t.Errorf("shown %q where nobody writes", s.texts)
	}
	b.opts.Writer = scripted.New("m", scripted.Say("x"), scripted.Say("y"), scripted.Say("z"))
	must(t, b.open(), r.Choices[0].ID)
	if got := strings.Join(s.texts, "|"); got != "You wait.||You wait." {
		t.Errorf("shown %q", got)
	}
}

// What stands behind a step that may still tell is not shown before it, and an author's words not before the end.
func TestShownInOrder(t *testing.T) {
	s := newScreen()
	second := make(chan struct{})
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
		"storyteller/narrate": func(a *act) error {
			defer close(second)
			a.ui(protocol.UINarration, protocol.Object{"text": "Second."})
			_, err := a.call("generate", protocol.Object{"prompt": "Go on."})
			if s.is("Second.") {
				t.Error("the second is shown first")
			}
			return err
		},
		"memory/recall-memory": func(a *act) error {
			<-second
			a.ui(protocol.UINarration, protocol.Object{"text": "First."})
			return nil
		},
	})
	b.opts.Executor.Concurrency = 2
	b.opts.Writer = scripted.New("m", scripted.Say("x"))
	b.opts.Narrative = s.show
	b.opts.Planner = narratingPlan("memory/recall-memory", "storyteller/narrate")
	if r := must(t, b.open(), ""); r.Prose != "First.\n\nSecond." {
		t.Errorf("told %q, shown %q", r.Prose, s.texts)
	}
	for _, text := range s.texts {
		if !strings.HasPrefix("First.\n\nSecond.", text) {
			t.Errorf("shown %q", s.texts)
		}
	}
}

// A script goes on with what it told itself, and with nobody else's words.
func TestContinuesOwnWords(t *testing.T) {
	told := func(of, text string, continues bool) *protocol.UIEvent {
		return &protocol.UIEvent{Envelope: protocol.Envelope{RequestID: of}, Event: protocol.UINarration, Payload: protocol.Object{"text": text, "continues": continues}}
	}
	all := narrations(&plan.Result{UI: []*protocol.UIEvent{told("a", "One.", true), told("a", "Two.", true), told("b", "Three.", true), told("b", " ", true)}})
	if len(all) != 2 || all[0].text() != "One. Two." || all[1].text() != "Three." {
		t.Errorf("%+v", all)
	}
}

// A script that tells without end while a model writes fills no screen, and nobody's memory: more than a turn may be told in is not shown.
func TestShownWithinBounds(t *testing.T) {
	s := newScreen()
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
		"storyteller/narrate": func(a *act) error {
			if _, err := a.call("generate", protocol.Object{"prompt": "Go on."}); err != nil {
				return err
			}
			for n := range 60 {
				words := ""
				for i := range 100 {
					words += fmt.Sprintf("fog%c%c%c ", 'a'+i%26, 'a'+i/26, 'a'+n%26)
				}
				a.ui(protocol.UINarration, protocol.Object{"text": words + "lies there."})
			}
			return nil
		},
	})
	b.opts.Writer = scripted.New("m", scripted.Say("x"))
	b.opts.Narrative = s.show
	b.opts.Planner = narratingPlan("storyteller/narrate")
	must(t, b.open(), "")
	longest := 0
	for _, text := range s.texts {
		longest = max(longest, len(text))
	}
	if longest == 0 || longest > longestProse+100 {
		t.Errorf("%d bytes are shown at once", longest)
	}
}
