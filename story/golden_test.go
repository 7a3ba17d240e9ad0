package story_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

var update = flag.Bool("update", false, "write the states that old logs lead to now; never the logs")

// Logs that were written once must lead to the same state for ever. A log in
// testdata is never changed; another one is put beside it when kinds are added.
func TestOldLogsReplay(t *testing.T) {
	logs, err := filepath.Glob("testdata/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs (%v)", err)
	}
	for _, name := range logs {
		s := story.Fold(readLog(t, name))
		golden := name + ".state.json"
		got := []byte(dump(s) + "\n\n" + pretty(s.Player().Object()) + "\n")
		if *update {
			must(t, os.WriteFile(golden, got, 0o644))
		}
		want, err := os.ReadFile(golden)
		must(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: today's state is\n%s", name, got)
		}
	}
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

// The log in testdata is what tell writes today, so that it is known to hold all
// that it should. When tell changes, this test begins to name another log.
func TestTheOldLogIsOfThisStory(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	tell(t, p)
	var now []byte
	for r, err := range p.Events(t.Context(), 0) {
		must(t, err)
		encoded, err := event.Encode(r.Event)
		must(t, err)
		now = append(append(now, encoded...), '\n')
	}
	const name = "testdata/lighthouse-1.log"
	if _, err := os.Stat(name); os.IsNotExist(err) && *update {
		must(t, os.WriteFile(name, now, 0o644))
	}
	was, err := os.ReadFile(name)
	must(t, err)
	if !bytes.Equal(now, was) {
		t.Errorf("the story is written as\n%s", now)
	}
}
