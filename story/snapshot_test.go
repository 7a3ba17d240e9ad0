package story_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
)

// viaSnapshot folds a log with a snapshot in the midst of it, and compares what comes with
// the fold of the whole, to the last byte of both snapshots and in all that is told of it.
func viaSnapshot(log []persistence.Record, at int) error {
	s, err := story.Restore(story.Fold(log[:at]).Snapshot())
	if err != nil {
		return err
	}
	for _, r := range log[at:] {
		s = s.Apply(r)
	}
	whole := story.Fold(log)
	if !bytes.Equal(s.Snapshot(), whole.Snapshot()) {
		return fmt.Errorf("by a snapshot at %d of %d the state is another one", at, len(log))
	}
	if got, want := everything(s), everything(whole); got != want {
		return fmt.Errorf("by a snapshot at %d of %d it is\n%s\nand else\n%s", at, len(log), got, want)
	}
	return nil
}

func TestSnapshotAndTailAreTheWholeLog(t *testing.T) {
	random(t, soak.Count(10_000), func(t *rapid.T) {
		log := anyLog(t)
		if err := viaSnapshot(log, rapid.IntRange(0, len(log)).Draw(t, "at")); err != nil {
			t.Fatal(err)
		}
	})
}

func TestSnapshotsOfOldLogs(t *testing.T) {
	logs, err := goldenLogs()
	must(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range logs {
		t.Run(name, func(t *testing.T) {
			log, err := readGolden(name)
			must(t, err)
			records, err := decoded(log)
			must(t, err)
			for range 3 {
				if err := viaSnapshot(records, r.IntN(len(records)+1)); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A snapshot says which version of the reducers made it. Whoever changes what a log leads to,
// or how a state is written, gives them another one: else saves would go on from states that
// this program would not have come to. Logs may be added under the same version.
func TestReducerVersion(t *testing.T) {
	const name = "testdata/reducers.txt"
	logs, err := goldenLogs()
	must(t, err)
	slices.Sort(logs)
	data, err := os.ReadFile(name)
	must(t, err)
	version, known, _ := strings.Cut(string(data), "\n")
	now := ""
	for _, log := range logs {
		data, err := readGolden(log)
		must(t, err)
		records, err := decoded(data)
		must(t, err)
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(story.Fold(records).Snapshot()), log)
		now += line
		if version == story.ReducerVersion && strings.Contains(known, "  "+log+"\n") && !strings.Contains(known, line) {
			t.Fatalf("the snapshot of %s is another than version %s wrote: give story.ReducerVersion the next number, then run this test with -update", log, version)
		}
	}
	switch want, _ := strconv.Atoi(version); {
	case *update && (version == story.ReducerVersion || strconv.Itoa(want+1) == story.ReducerVersion):
		must(t, os.WriteFile(name, []byte(story.ReducerVersion+"\n"+now), 0o644))
	case version != story.ReducerVersion || known != now:
		t.Fatalf("%s is of version %s, and there is version %s, or another log: run this test with -update", name, version, story.ReducerVersion)
	}
}

func BenchmarkSnapshot(b *testing.B) {
	log, err := readGolden("testdata/game-grey-harbour-1.log")
	must(b, err)
	records, err := decoded(log)
	must(b, err)
	s := story.Fold(records)
	data := s.Snapshot()
	b.Run("write", func(b *testing.B) {
		b.ReportMetric(float64(len(data)), "bytes")
		for b.Loop() {
			s.Snapshot()
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := story.Restore(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("fold", func(b *testing.B) {
		for b.Loop() {
			story.Fold(records)
		}
	})
}
