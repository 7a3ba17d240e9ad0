package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// BenchmarkLongStory is what a story of 600 turns of Grey Harbour costs, and under
// NARRATORIA_SOAK=1 one of 10,000, of which no more than twice as much is asked: how long a person
// waits from `play --continue` to the first choices, beside the same of a new story, the two taking
// turns; how long a list of stories takes for each, less the start of the program; and what a turn
// takes up on the disk. It is played by the program itself, without processes.
func BenchmarkLongStory(b *testing.B) {
	turns, allowed := 600, 1.0
	if soak.Whole() {
		turns, allowed = 10_000, 2
	}
	in := install(b)
	const home, copies = "long", 8
	if err := os.MkdirAll(filepath.Join(in.dir, home, "config"), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(in.dir, home, "config", "config.json"), []byte(`{"bundledSkills":"in-process","backups":{"keep":0}}`), 0o600); err != nil {
		b.Fatal(err)
	}
	run := func(args ...string) time.Duration {
		began := time.Now()
		if out, err := in.command(home, args...).CombinedOutput(); err != nil {
			b.Fatalf("%v: %v\n%.500s", args, err, out)
		}
		return time.Since(began)
	}
	run("play", "grey-harbour", "--auto", strconv.Itoa(turns), "--no-endings", "--seed", "1", "--save", "long", "--json")
	saves := filepath.Join(in.dir, home, "data", "saves")
	data, err := os.ReadFile(filepath.Join(saves, "long.sqlite"))
	if err != nil {
		b.Fatal(err)
	}
	for i := range copies - 1 {
		if err := os.WriteFile(filepath.Join(saves, fmt.Sprintf("copy-%d.sqlite", i)), data, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	var again, fresh, list, start stopwatch
	for round := 0; b.Loop(); round++ {
		for _, c := range []struct {
			of   *stopwatch
			args []string
		}{{&again, []string{"--continue", "--save", "long"}}, {&fresh, []string{"grey-harbour", "--save", fmt.Sprint("new-", round), "--seed", "1"}}} {
			began := time.Now()
			p := in.play(b, home, c.args...)
			p.until(b, "1. ")
			c.of.add(time.Since(began))
			p.leave(b)
		}
		run("saves", "delete", fmt.Sprint("new-", round), "--yes")
		list.add(run("saves"))
		start.add(run("version"))
	}
	b.ReportMetric(0, "ns/op") // an operation is all of these
	b.ReportMetric(again.percentile(50), "continue-p50-ms")
	b.ReportMetric(fresh.percentile(50), "new-p50-ms")
	against(b, "x-new", again.percentile(50)/fresh.percentile(50), 1.5*allowed)
	against(b, "list-p50-ms-a-save", (list.percentile(50)-start.percentile(50))/copies, 30*allowed)
	against(b, "kB-a-turn", float64(len(data))/1000/float64(turns), 10*allowed)
}
