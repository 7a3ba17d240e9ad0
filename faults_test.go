package narratoria_test

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/model/openai"
	"github.com/narratoria/narratoria/model/test"
	"github.com/narratoria/narratoria/skills/config"
)

// Whatever a model that plans, words and tells does wrong in the middle of a turn, and whatever the way to it: the turn is told, with
// choices, and is committed once; what comes of it is what comes of the same picks without a model, and the next turn goes on with it.
func TestEveryFaultInTheMiddleOfATurn(t *testing.T) {
	town, protocol := silentTown(t), test.OpenAI()
	play := func(t *testing.T, settings string, server *test.Server, faulty *atomic.Bool) (events []string) {
		data := t.TempDir()
		must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
		must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(settings), 0o600))
		p, err := narratoria.Open(narratoria.Options{Data: data, BundledSkills: config.InProcess, Warn: func(string) {}})
		must(t, err)
		p.Unwatched()
		if server != nil {
			g, err := openai.New(test.Base, "m", &openai.Options{Key: test.Key(t), Dial: server.Dial})
			must(t, err)
			p.WrittenBy(g)
			p.PlannedBy(g)
		}
		g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: town, Story: "played", Seed: "5", NoEndings: true})
		must(t, err)
		choice := ""
		for turn := int64(1); turn <= 4; turn++ {
			faulty.Store(turn == 2 || turn == 3)
			r, err := g.Play(t.Context(), choice)
			must(t, err)
			if r.Turn != turn || r.Prose == "" || r.Fallback || len(r.Choices) < 3 || strings.Contains(string(r.JSON()), test.Secret) {
				t.Errorf("turn %d is %d, with %d choices: %s", turn, r.Turn, len(r.Choices), r.Prose)
			}
			choice = action.Action{By: action.Player, Kind: action.Talk, To: []action.Ref{action.PersonRef([]string{"ada", "bea"}[turn%2])}}.ID()
		}
		must(t, g.Close(t.Context()))
		events, _ = came(t, p, "played")
		must(t, p.Close(t.Context()))
		return events
	}
	var without []string
	synctest.Test(t, func(t *testing.T) { without = play(t, "{}", nil, &atomic.Bool{}) })
	for name, do := range protocol.Misdeeds() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var faulty atomic.Bool
				var asked atomic.Int64
				server := test.NewServer(t, func(_ int, to io.Writer, from *bufio.Reader) (bool, error) {
					if faulty.Load() {
						asked.Add(1)
						return do(to, from)
					}
					_, err := io.WriteString(to, test.Stream(protocol.Say("stop", "It is cold tonight.")...))
					return false, err
				})
				all := play(t, `{"models": {"providers": {"here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}},
					"text": ["here"], "plan": "here", "tasks": {"choices": ["here"], "summary": ["here"]}}}`, server, &faulty)
				if diff := cmp.Diff(without, all); diff != "" {
					t.Errorf("with it something else comes (-without +with):\n%.2000s", diff)
				}
				tasks := map[string]bool{}
				for _, request := range server.Asked() {
					for task, of := range map[string]string{"speech": "You say:", "choices": "The JSON object:", "plan": "storyteller/narrate"} {
						tasks[task] = tasks[task] || strings.Contains(request.Body, of)
					}
				}
				if asked.Load() < 3 || !tasks["speech"] || !tasks["choices"] || !tasks["plan"] {
					t.Errorf("it happens %d times, of %v", asked.Load(), tasks)
				}
				time.Sleep(time.Minute) // until a server that writes a byte a second notices
			})
		})
	}
}
