package engine

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden holds something against its file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// lines writes a tree with a member a line, so that a difference can be seen.
func lines(t *testing.T, data []byte) []byte {
	t.Helper()
	tree, err := strictjson.ParseObject(data)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, name := range sortedKeys(tree) {
		fmt.Fprintf(&out, "%s: %s\n", name, strictjson.Append(nil, tree[name]))
	}
	return out.Bytes()
}

// A record says everything about a turn, and its form is fixed: others read it.
func TestRecordIsGolden(t *testing.T) {
	b := at(t, written(t, check(`"dice": "1d1+6",`))).with(map[string]func(a *act) error{
		"storyteller/narrate": func(a *act) error {
			a.ui(protocol.UINarration, protocol.Object{"text": "The stair groans."})
			a.ui(uiDice, protocol.Object{"formula": "1d4", "rolls": []any{strictjson.Number("3")}, "total": strictjson.Number("3"), "text": "The dice show 3."})
			a.ui("flash", protocol.Object{"colour": "white"})
			return nil
		},
		"player-choices/generate-choices": func(a *act) error {
			a.output = protocol.Object{"choices": []any{protocol.Object{"id": "wait", "text": "Wait a while", "kind": "wait", "difficulty": "even", "hint": "It is cold.", "because": []any{"e1"}}}}
			return nil
		},
	})
	g := b.open()
	must(t, g, "")
	r := must(t, g, "start/try")
	if len(r.Timings) == 0 {
		t.Error("no timings")
	}
	r.Timings = nil
	if bytes.ContainsFunc(r.JSON(), func(r rune) bool { return r == '\n' }) {
		t.Error("more than one line")
	}
	if r.Closing["plan"] == nil || r.Closing["result"] == nil {
		t.Errorf("no closing plan: %v", r.Closing)
	}
	r.Closing = nil // it is long, and most of it is the moves there are
	golden(t, "record.txt", lines(t, r.JSON()))
}

// The same seed and choices give the same bytes, and a record holds no wall time.
func TestRecordsRepeat(t *testing.T) {
	play := func(seed int) string {
		b := at(t, sample(t, "grey-harbour")).with(people)
		b.opts.Seed = fmt.Sprint(seed)
		b.opts.Executor.Concurrency = 4
		g, draw := b.open(), rand.New(rand.NewPCG(uint64(seed), 8))
		r := must(t, g, "")
		var all strings.Builder
		for range 25 {
			r.Timings = nil
			fmt.Fprintf(&all, "%s\n", r.JSON())
			if r.Ending != nil {
				break
			}
			r = must(t, g, pickAny(r, draw))
		}
		return all.String()
	}
	for seed := range soak.Count(60) {
		if diff := cmp.Diff(play(seed), play(seed)); diff != "" {
			t.Errorf("seed %d:\n%s", seed, diff)
		}
	}
	if play(1) == play(2) {
		t.Error("two seeds play the same")
	}
}

// Each choice a skill grounds names events that are in the log, in the words they
// have there.
func TestGroundsAreStoredEvents(t *testing.T) {
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
		"memory/store-memory": func(a *act) error {
			_, err := a.call("memory.write", protocol.Object{"summary": a.input["summary"]})
			return err
		},
		"player-choices/generate-choices": func(a *act) error {
			found, err := a.call("memory.read", protocol.Object{"limit": strictjson.Number("3")})
			if err != nil {
				return err
			}
			var because []any
			for _, m := range found["memories"].([]any) {
				because = append(because, m.(protocol.Object)["id"])
			}
			a.output = protocol.Object{"choices": []any{protocol.Object{"id": "wait", "text": "Wait", "because": append(because, "e1")}}}
			return nil
		},
	})
	g := b.open()
	must(t, g, "")
	grounds := 0
	for range 8 {
		r := must(t, g, "wait")
		log := g.log(t)
		for _, ground := range r.Choices[0].Because {
			e := log[ground.Position-1].Event
			if a, _ := action.Parse(e.Value("action")); ground.Text == "" || e.Text("words") != "" && e.Text("words") != ground.Text || e.Kind == event.Acted && !a.Kind.Known() {
				t.Errorf("%d is %s %v, not %q", ground.Position, e.Kind, e.Data, ground.Text)
			}
			if e.Kind == event.MemoryKept {
				grounds++
			}
		}
	}
	if grounds < 15 {
		t.Errorf("only %d memories", grounds)
	}
}

// A turn in which a picture arrives, and a skill is asked for it, shows it once: as
// it is in the end.
func TestARecordShowsAPortraitOnce(t *testing.T) {
	r := &Record{}
	for _, made := range []event.Data{
		{"who": "pask", "blob": "1", "media": "image/png", "origin": "silhouette"},
		{"who": "ines", "blob": "2", "media": "image/png", "origin": "drawn"},
		{"who": "pask", "blob": "3", "media": "image/jpeg", "origin": "drawn"},
	} {
		r.take(event.Event{Kind: event.PortraitMade, Data: made})
	}
	r.take(event.Event{Kind: event.AssetAdded, Data: event.Data{"asset": "asset-1", "media": "image/png", "name": "pask", "blob": "4"}})
	var shown []string
	for _, a := range r.Assets {
		shown = append(shown, a.ID+" "+a.Media+" "+a.Origin+" "+a.Blob)
	}
	want := []string{"portrait-pask image/jpeg drawn 3", "portrait-ines image/png drawn 2", "asset-1 image/png skill 4"}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
