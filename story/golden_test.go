package story_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

var update = flag.Bool("update", false, "write the log where there is none, and the states that logs lead to now; never a log that is there")

// The log in testdata is what tell writes today, so that it is known to hold all that it
// should: every kind of event. When tell changes, this test begins to name another log.
func TestTheOldLogIsOfThisStory(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	tell(t, p)
	var now []byte
	kinds := map[event.Kind]bool{}
	for r, err := range p.Events(t.Context(), 0) {
		must(t, err)
		encoded, err := event.Encode(r.Event)
		must(t, err)
		now, kinds[r.Event.Kind] = append(append(now, encoded...), '\n'), true
	}
	for _, kind := range event.Kinds() {
		if !kinds[kind] {
			t.Errorf("no %s in the log", kind)
		}
	}
	const name = "testdata/lighthouse-10.log"
	if _, err := os.Stat(name); os.IsNotExist(err) && *update {
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(name, now, 0o644))
	}
	was, err := os.ReadFile(name)
	must(t, err)
	if !bytes.Equal(now, was) {
		t.Errorf("the story is written as\n%s", now)
	}
}

// Logs that were written once must lead to the same state for ever, and to the same views
// of it. A log in testdata is never changed; another one is put beside it when kinds are
// added.
func TestOldLogsReplay(t *testing.T) {
	logs, err := filepath.Glob("testdata/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs (%v)", err)
	}
	for _, name := range logs {
		s := story.Fold(readLog(t, name))
		golden := name + ".state.json"
		got := dump(s) + "\n"
		for _, who := range slices.Sorted(slices.Values(characters(s))) {
			got += "\n" + string(who) + "\n" + pretty(s.As(who).Object()) + "\n" + seen(s.As(who)) + "\n"
		}
		if *update {
			must(t, os.WriteFile(golden, []byte(got), 0o644))
		}
		want, err := os.ReadFile(golden)
		must(t, err)
		if got != string(want) {
			t.Errorf("%s: today's state is\n%s", name, got)
		}
	}
}

func characters(s *story.State) []event.CharacterID {
	var all []event.CharacterID
	for id := range s.People {
		all = append(all, id)
	}
	return all
}

// readLog reads events, one a line, as they are stored.
func readLog(t testing.TB, name string) []persistence.Record {
	t.Helper()
	data, err := os.ReadFile(name)
	must(t, err)
	var records []persistence.Record
	for line := range bytes.Lines(data) {
		e, err := event.Decode(bytes.TrimSuffix(line, []byte("\n")))
		must(t, err)
		records = append(records, persistence.Record{Event: e, Position: event.Position(len(records) + 1)})
	}
	return records
}
