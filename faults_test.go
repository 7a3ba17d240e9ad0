package narratoria_test

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/echo"
	"github.com/narratoria/narratoria/model/openai"
	"github.com/narratoria/narratoria/model/test"
	"github.com/narratoria/narratoria/skills/config"
)

// faultyTasks are those for which a model is asked, each with what is in no request of another.
var faultyTasks = map[string]string{
	"speech": "You say:", "choices": "The JSON object:", "plan": "storyteller/narrate", "prose": "The next sentence:", "summary": "The summary:",
}

// taskOf is that of a request.
func taskOf(body string) string {
	for task, has := range faultyTasks {
		if strings.Contains(body, has) {
			return task
		}
	}
	return ""
}

// faultyDeeds have somebody speak, somebody else, a place told for the first time, and a scene be left.
func faultyDeeds() (ids []string) {
	talk := func(who string) {
		ids = append(ids, action.Action{By: action.Player, Kind: action.Talk, To: []action.Ref{action.PersonRef(who)}}.ID())
	}
	goes := func(place string) {
		ids = append(ids, action.Action{By: action.Player, Kind: action.Go, To: []action.Ref{action.PlaceRef(place)}}.ID())
	}
	talk("ada")
	talk("bea")
	goes("inn")
	talk("cy")
	goes("square")
	return ids
}

const (
	firstWordsTime = 3 * time.Second
	faultyTurnTime = 15 * time.Second // 2.8 s until its first words, 9 s for what the storyteller has a model add, 2 s for choices
)

// A faulted is a play in which a model does wrong.
type faulted struct {
	town, settings string
	model          model.Generator // nil for none
	laps           int             // in which the deeds are done
	turn           atomic.Int64    // that is played
}

// last is its last turn.
func (f *faulted) last() int64 { return int64(f.laps*len(faultyDeeds()) + 1) }

// play plays it in a bubble, and gives what came of it. Each turn is told, with choices, in time, and is committed once.
func (f *faulted) play(t *testing.T) []string {
	t.Helper()
	data := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(f.settings), 0o600))
	p, err := narratoria.Open(narratoria.Options{Data: data, BundledSkills: config.InProcess, Warn: func(string) {}})
	must(t, err)
	p.Unwatched()
	if f.model != nil {
		p.WrittenBy(f.model)
		p.PlannedBy(f.model)
	}
	var mu sync.Mutex
	var began time.Time
	var shown time.Duration
	g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: f.town, Story: "played", Seed: "5", NoEndings: true, Listen: func(e narratoria.Event) {
		mu.Lock()
		defer mu.Unlock()
		if e.Kind == narratoria.Narrative && e.Text != "" && shown == 0 {
			shown = max(1, time.Since(began))
		}
	}})
	must(t, err)
	choice := ""
	for turn := int64(1); turn <= f.last(); turn++ {
		f.turn.Store(turn)
		mu.Lock()
		began, shown = time.Now(), 0
		mu.Unlock()
		r, err := g.Play(t.Context(), choice)
		must(t, err)
		mu.Lock()
		if took := time.Since(began); took > faultyTurnTime || f.model != nil && (shown == 0 || shown > firstWordsTime) {
			t.Errorf("turn %d took %v, and its first words %v", turn, took, shown)
		}
		mu.Unlock()
		if r.Turn != turn || r.Prose == "" || r.Fallback || len(r.Choices) < 3 || strings.Contains(string(r.JSON()), test.Secret) {
			t.Errorf("turn %d is %d, with %d choices: %s", turn, r.Turn, len(r.Choices), r.Prose)
		}
		choice = faultyDeeds()[int(turn-1)%len(faultyDeeds())]
	}
	must(t, g.Close(t.Context()))
	events, _ := came(t, p, "played")
	must(t, p.Close(t.Context()))
	return events
}

// byOne are settings in which one that a test has is asked for all that there is.
const byOne = `{"models": {"providers": {"here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}},
	"text": ["here"], "plan": "here", "tasks": {"choices": ["here"], "summary": ["here"]}}}`

// Whatever a model that plans, words, tells and sums up does wrong in the middle of a turn, for all of these or for one of them alone, and
// whatever the way to it: the turn is told in time, with choices, and is committed once; what comes of it is what comes of the same picks
// without a model, and the next turn goes on with it.
func TestEveryFaultInTheMiddleOfATurn(t *testing.T) {
	town, protocol := silentTown(t), test.OpenAI()
	var without []string
	synctest.Test(t, func(t *testing.T) { without = (&faulted{town: town, settings: "{}", laps: 1}).play(t) })
	at := []string{"all"}
	if soak.Whole() {
		for task := range faultyTasks {
			at = append(at, task)
		}
	}
	for name, do := range protocol.Misdeeds() {
		for _, at := range at {
			t.Run(name+", at "+at, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f := &faulted{town: town, settings: byOne, laps: 1}
					var mu sync.Mutex
					happened := map[string]int{}
					var server *test.Server
					server = test.NewServer(t, func(number int, to io.Writer, from *bufio.Reader) (bool, error) {
						task, turn := taskOf(server.Asked()[number-1].Body), f.turn.Load()
						if turn > 1 && turn < f.last() && (at == "all" || at == task) {
							mu.Lock()
							happened[task]++
							mu.Unlock()
							return do(to, from)
						}
						_, err := io.WriteString(to, test.Stream(protocol.Say("stop", "It is cold tonight.")...))
						return false, err
					})
					g, err := openai.New(test.Base, "m", &openai.Options{Key: test.Key(t), Dial: server.Dial})
					must(t, err)
					f.model = g
					if diff := cmp.Diff(without, f.play(t)); diff != "" {
						t.Errorf("with it something else comes (-without +with):\n%.2000s", diff)
					}
					mu.Lock()
					defer mu.Unlock()
					for task := range faultyTasks {
						if happened[task] == 0 && (at == "all" || at == task) {
							t.Errorf("it never happens to the task %s, and to the others so often: %v", task, happened)
						}
					}
					time.Sleep(time.Minute) // until a server that writes a byte a second notices
				})
			})
		}
	}
}

// The same of a model that says again what it was told.
func TestEchoInTheMiddleOfATurn(t *testing.T) {
	town, laps := silentTown(t), 2
	if soak.Whole() {
		laps = 40
	}
	var events [2][]string
	for i, f := range []*faulted{{town: town, settings: "{}", laps: laps}, {town: town, settings: byOne, laps: laps, model: echo.New()}} {
		synctest.Test(t, func(t *testing.T) { events[i] = f.play(t) })
	}
	if diff := cmp.Diff(events[0], events[1]); diff != "" {
		t.Errorf("with it something else comes (-without +with):\n%.2000s", diff)
	}
}
