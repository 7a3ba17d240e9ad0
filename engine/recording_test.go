package engine_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A recording is a game that was played once, for its log to be replayed for ever: see
// story/testdata/logs/README.md.
type recording struct {
	sample campaigns.Sample
	number int
}

// recordings are all games that were recorded. To have more, raise the number.
func recordings() (all []recording) {
	for _, sample := range campaigns.All() {
		for n := range 30 {
			all = append(all, recording{sample, n + 1})
		}
	}
	return all
}

func (r recording) file() string {
	return filepath.Join("..", "story", "testdata", "logs", fmt.Sprintf("played-%s-%02d.log.gz", r.sample.Name, r.number))
}

// turns is how many a recording has at most: 1 to 12. Every fourth may end.
func (r recording) turns() int { return 1 + (r.number-1)%12 }
func (r recording) ends() bool { return r.number%4 == 0 }

func (r recording) seed() string { return fmt.Sprint("recording ", r.number) }

// play plays a recording as it is played today. Every third game takes a turn back on the
// way, every fifth plays one again with other dice.
func (r recording) play(t *testing.T) []byte {
	t.Helper()
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "recorded", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	b := newBabel(t, nil)
	b.ends = r.ends()
	game := b.open(t, r.sample, r.seed(), save)
	pick, draw := "", rand.New(rand.NewPCG(9, uint64(r.number)))
	for turn := 1; turn <= r.turns(); turn++ {
		record, err := game.Play(t.Context(), pick)
		if err == nil && turn == 3 && r.number%3 == 0 {
			record, err = game.Back(t.Context())
		}
		if err == nil && turn == 4 && r.number%5 == 0 {
			record, err = game.Retry(t.Context())
		}
		if err != nil { // where something is degraded, its log is as good
			t.Fatalf("turn %d: %v", turn, err)
		}
		if record.Ending != nil {
			break
		}
		var ids []string
		for _, choice := range record.Choices {
			ids = append(ids, choice.ID)
		}
		slices.Sort(ids)
		pick = ids[draw.IntN(len(ids))]
	}
	if err := game.Close(t.Context(), event.Quit); err != nil {
		t.Fatal(err)
	}
	p, err := story.Open(t.Context(), save)
	if err != nil {
		t.Fatal(err)
	}
	var log []byte
	for record, err := range p.Events(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		stored, err := event.Encode(record.Event)
		if err != nil {
			t.Fatal(err)
		}
		log = append(append(log, stored...), '\n')
	}
	return log
}

// Recorded games are there, and are shown as far as they were played; a log that was
// written once is never written again.
func TestRecordings(t *testing.T) {
	for _, r := range recordings() {
		if _, err := os.Stat(r.file()); *record && err != nil {
			var packed bytes.Buffer
			w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
			_, err := w.Write(r.play(t))
			if err == nil {
				err = w.Close()
			}
			if err == nil {
				err = os.WriteFile(r.file(), packed.Bytes(), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		save, err := persistence.New(mem.New(), nil).Create(t.Context(), "recorded", "p-1")
		if err != nil {
			t.Fatal(err)
		}
		appendLog(t, save, r.read(t))
		game := newBabel(t, nil).open(t, r.sample, r.seed(), save)
		last, err := game.Last(t.Context())
		if err != nil || last.Turn < 1 || last.Turn > int64(r.turns()) || last.Prose == "" || len(last.Choices) == 0 && last.Ending == nil {
			t.Errorf("%s: %v: it is shown as %+v", r.file(), err, last)
		}
		_ = save.Close()
	}
}

func (r recording) read(t *testing.T) []byte {
	t.Helper()
	packed, err := os.ReadFile(r.file())
	if err != nil {
		t.Fatalf("%v: it is made by go test ./engine -run TestRecordings -record", err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	log, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return log
}
