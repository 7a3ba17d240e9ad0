package engine

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

// stalling is a model that says nothing until it is given up.
type stalling struct{ asked map[string]int }

func (stalling) Name() string { return "stalling" }

func (s stalling) Generate(ctx context.Context, r model.Request, _ func(model.Piece)) (model.Answer, error) {
	s.asked[r.Place.Task]++
	select {
	case <-ctx.Done():
	case <-time.After(r.Within):
	}
	return model.Answer{}, &model.Error{Generator: "stalling", Kind: model.Timeout, Message: "nothing came"}
}

// "The first sentence of prose within 3 s": also where a model stalls that is to word what somebody says, and then one that plans,
// and a script that does not care for its time.
func TestTheFirstSentenceIsSoonThere(t *testing.T) {
	for name, heedless := range map[string]bool{"a script that waits for the model": false, "one that hangs": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stalls := stalling{map[string]int{}}
				b := at(t, written(t, aviary(planted{})))
				var began time.Time
				told := time.Duration(-1)
				b.with(map[string]func(a *act) error{
					"storyteller/speak": func(a *act) error {
						if heedless {
							<-a.ctx.Done()
							return nil
						}
						_, err := a.call("generate", protocol.Object{"prompt": "You say:", "task": "speech", "maxTokens": strictjson.Int(60)})
						if err == nil {
							t.Error("a model that stalls has answered")
						}
						a.output = protocol.Object{"said": "A fine day."}
						return nil
					},
					"storyteller/narrate": func(a *act) error {
						told = time.Since(began)
						a.ui(protocol.UINarration, protocol.Object{"text": "You wait for her to speak."})
						return nil
					},
				})
				b.opts.Writer, b.opts.Planner = stalls, narrator.NewModel(stalls, nil)
				g := b.open()
				must(t, g, "")
				talk := action.Action{By: action.Player, Kind: action.Talk, To: []action.Ref{action.PersonRef("n0")}}
				began, told = time.Now(), -1
				r := must(t, g, talk.ID())
				if told < 0 || told > 3*time.Second {
					t.Errorf("the first sentence is there after %v", told)
				}
				if stalls.asked["plan"] == 0 || !heedless && stalls.asked["speech"] == 0 {
					t.Errorf("asked %v", stalls.asked)
				}
				said := false
				for record, err := range g.story.Events(t.Context(), 0) {
					said = said || err == nil && record.Event.Kind == event.Said && record.Event.Text("text") == "A fine day."
				}
				if said == heedless || !strings.Contains(r.Prose, "You wait for her") {
					t.Errorf("said: %v; %s", said, r.Prose)
				}
				if err := g.Close(t.Context(), "quit"); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
