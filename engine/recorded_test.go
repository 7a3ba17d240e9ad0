package engine_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

var record = flag.Bool("record", false, "write the logs of games as they are played today, where there are none")

// Games that were recorded once can be read and gone on with for ever. Their logs are in
// story/testdata, where the state that they lead to is compared; here they are opened as
// saves and shown. A log is never changed: another one is put beside it.
func TestRecordedGamesAreShown(t *testing.T) {
	for _, sample := range campaigns.All() {
		file := filepath.Join("..", "story", "testdata", "game-"+sample.Name+"-1.log")
		if _, err := os.Stat(file); *record && err != nil {
			b := newBabel(t, nil)
			b.play(t, sample, "recorded", 10)
			if err := os.WriteFile(file, b.raw, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		log, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		save, err := persistence.New(mem.New(), nil).Create(t.Context(), "recorded", "p-1")
		if err != nil {
			t.Fatal(err)
		}
		appendLog(t, save, log)
		b := newBabel(t, nil)
		game := b.open(t, sample, "recorded", save)
		last, err := game.Last(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if last.Turn != 10 || last.Prose == "" || len(last.Choices) < 3 || len(game.Journal().Recent) == 0 {
			t.Errorf("%s: turn %d is shown with %d choices and the journal %+v", sample.Name, last.Turn, len(last.Choices), game.Journal())
		}
		ids := []string{}
		for _, choice := range last.Choices {
			ids = append(ids, choice.ID)
		}
		slices.Sort(ids)
		next, err := game.Play(t.Context(), ids[rand.New(rand.NewPCG(1, 1)).IntN(len(ids))])
		if err != nil || next.Turn != 11 || len(next.Degraded) > 0 {
			t.Errorf("%s: it does not go on: %v, %+v", sample.Name, err, next)
		}
		_ = save.Close()
	}
}

// appendLog writes the lines of a log into a save. Blobs that it names are not in it.
func appendLog(t *testing.T, save *persistence.Save, log []byte) {
	t.Helper()
	var events []event.Event
	for line := range bytes.Lines(log) {
		e, err := event.Decode(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			t.Fatal(err)
		}
		if e.Text("documents") != "" {
			fields := e.Fields()
			delete(fields, "documents")
			e.Data = fields
		}
		if e.Kind != event.PortraitMade && e.Kind != event.AssetAdded {
			events = append(events, e)
		} else {
			events = append(events, event.Event{Kind: event.UISent, Actor: e.Actor, Moment: e.Moment, Data: event.Data{"event": "picture", "payload": strictjson.Object{}}})
		}
	}
	if _, err := save.Append(t.Context(), persistence.Batch{Branch: event.Trunk, Turn: "recorded", Events: events}); err != nil {
		t.Fatal(err)
	}
	if _, err := story.Open(t.Context(), save); err != nil {
		t.Fatal(err)
	}
}
