package hostile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/inprocess"
	"github.com/narratoria/narratoria/skills/process"
	"github.com/narratoria/narratoria/skills/snapshot"
)

// playedFor is how long the fuzzer plays, and storyTurns how long one of its stories is.
func playedFor() time.Duration {
	if soak.Whole() {
		return 30 * time.Minute
	}
	return 5 * time.Second
}

const storyTurns = 50

// babblers are the steps of each turn's plan: two scripts that are processes, one of them
// with every permission, and one that is a goroutine, with every permission too.
var babblers = []plan.ScriptRef{refOf("babbler"), refOf("insider"), refOf("asker")}

// A fuzzer plays stories with babblers.
type fuzzer struct {
	t         testing.TB
	stage     *stage
	runner    executor.Runner
	timeout   time.Duration
	turns     []time.Duration
	codes     map[string]int // how attempts ended
	events    map[string]int // by type, of accepted and of failed attempts
	worst     time.Duration  // beyond its timeout, of all attempts
	saved     int            // bytes, of the largest save
	footprint []footprint    // after each story
}

// A footprint is what the program has of what it could leak, after some turns.
type footprint struct{ turns, heap, resident, goroutines, descriptors, children, files, assets int }

func (f footprint) String() string {
	return fmt.Sprintf("%.2f MiB of heap, %.1f MiB resident, %d goroutines, %d descriptors, %d children, %d files, %d assets",
		float64(f.heap)/(1<<20), float64(f.resident)/(1<<20), f.goroutines, f.descriptors, f.children, f.files, f.assets)
}

// both are the transports, each script on its own.
type both struct {
	process   *process.Transport
	inprocess *inprocess.Transport
}

func (b both) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	if inv.Script.Builtin != "" {
		return b.inprocess.Run(ctx, inv)
	}
	return b.process.Run(ctx, inv)
}

// newFuzzer makes its skills and both transports, which outlive its stories.
func newFuzzer(t testing.TB) *fuzzer {
	t.Helper()
	program, err := os.Executable()
	check(t, err)
	f := &fuzzer{t: t, timeout: 300 * time.Millisecond, codes: map[string]int{}, events: map[string]int{}}
	s := newStage(t)
	dir := skillDir{t.TempDir()}
	for name, may := range map[string][]skills.Permission{"babbler": nil, "asker": everything} {
		dir.add(name, fmt.Sprintf("exec '%s' misdeed babble %s", program, s.token), f.timeout, may)
	}
	insider := skillDir{t.TempDir()}
	insider.add("insider", "", f.timeout, everything)
	manifest, err := os.ReadFile(filepath.Join(insider.dir, "insider", "skill.json"))
	check(t, err)
	bundled := fstest.MapFS{"insider/skill.json": {Data: []byte(strings.Replace(string(manifest), `"path": "scripts/run.sh"`, `"builtin": "run"`, 1))}}
	s.registry = dir.discover(t, bundled)
	if len(s.registry.Skills()) != 3 {
		t.Fatal(s.registry.Problems())
	}
	inside := func(ctx context.Context, in io.Reader, out, _ io.Writer) int { return babble(ctx, in, out) }
	transports := both{
		process: process.New(process.Options{Assets: s.assets, TempRoot: s.temp, Copies: snapshot.NewStore(s.copies, nil), Grace: 50 * time.Millisecond}),
		inprocess: inprocess.New(map[plan.ScriptRef]inprocess.Func{refOf("insider"): inside}, inprocess.Options{
			Assets: s.assets, TempRoot: s.temp,
		}),
	}
	t.Cleanup(func() { _ = transports.process.Close() })
	f.stage, f.runner = s, transports
	return f
}

// story plays one, of so many turns at most, until a deadline.
func (f *fuzzer) story(seed string, turns int, deadline time.Time) error {
	b := sitSeeded(f.t, f.stage.campaign, f.stage.registry, f.runner, protocol.Limits{}, seed)
	for range turns {
		record, took, err := b.turn(babblers...)
		if err != nil {
			return fmt.Errorf("story %s: %w", seed, err)
		}
		f.turns = append(f.turns, took)
		if err := f.judge(b, took); err != nil {
			return fmt.Errorf("story %s, turn %d: %w", seed, record.Turn, err)
		}
		if record.Prose == "" || len(record.Choices) == 0 || strings.ContainsAny(record.Prose, "\x1b\x00\u202e") {
			return fmt.Errorf("story %s, turn %d: %d choices and prose %q", seed, record.Turn, len(record.Choices), record.Prose)
		}
		if time.Now().After(deadline) {
			break
		}
	}
	size := b.close()
	f.saved = max(f.saved, size)
	if most := mostSaved + turns*perTurn; size > most {
		return fmt.Errorf("story %s: the save has %d bytes, of %d", seed, size, most)
	}
	return nil
}

// judge looks at what came of the three.
func (f *fuzzer) judge(b *table, took time.Duration) error {
	allowed := telling
	for _, ref := range babblers {
		end, ran := b.run.of(ref)
		if !ran {
			return fmt.Errorf("%s was not run", ref)
		}
		allowed += f.timeout + overrun
		f.worst = max(f.worst, end.took-f.timeout)
		if end.took > f.timeout+overrun {
			return fmt.Errorf("late: %s took %v", ref, end.took)
		}
		code := ""
		if end.Err != nil {
			code = end.Err.Code
		}
		f.codes[code]++
		for _, e := range end.Events {
			f.events[string(e.Type())]++
			if call, is := e.(*protocol.Call); is {
				f.events["call "+call.Method]++
			}
		}
	}
	if took > allowed {
		return fmt.Errorf("late: the turn took %v", took)
	}
	return nil
}

// look takes the footprint between two stories.
func (f *fuzzer) look() footprint {
	within(2*time.Second, gone(f.stage.token)) // what ends last
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	check(f.t, err)
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	check(f.t, err)
	under := func(dirs ...string) (files int) {
		for _, dir := range dirs {
			_ = filepath.WalkDir(dir, func(string, os.DirEntry, error) error { files++; return nil })
		}
		return files
	}
	open, err := os.ReadDir("/proc/self/fd")
	check(f.t, err)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return footprint{
		turns: len(f.turns), heap: int(memory.HeapAlloc), resident: kilobytes << 10, goroutines: runtime.NumGoroutine(), descriptors: len(open),
		children: len(living(f.stage.token)), files: under(f.stage.temp, f.stage.copies), assets: under(f.stage.assets),
	}
}

// leaks says what has grown between two footprints.
func leaks(before, after footprint) error {
	var all []error
	for _, what := range []struct {
		name        string
		grown, most int
	}{
		{"bytes resident", after.resident - before.resident, 24 << 20},
		{"goroutines", after.goroutines - before.goroutines, 4},
		{"descriptors", after.descriptors - before.descriptors, 32}, // of spare directories, which are 16 at most
		{"children", after.children, 0},
		{"files", after.files - before.files, 40},
	} {
		if what.grown > what.most {
			all = append(all, fmt.Errorf("%s: %d more", what.name, what.grown))
		}
	}
	return errors.Join(all...)
}

// slopes says what a line through all footprints grows by: a leak too small for two of them
// to show. It needs as many as thirty minutes have.
func slopes(all []footprint) error {
	if len(all) < 20 {
		return nil
	}
	var errs []error
	for _, what := range []struct {
		name string
		of   func(footprint) int
		most float64 // bytes a turn
	}{
		{"heap", func(f footprint) int { return f.heap }, 100},
		{"resident", func(f footprint) int { return f.resident }, 1500},
	} {
		var turns, bytes float64
		for _, f := range all {
			turns, bytes = turns+float64(f.turns), bytes+float64(what.of(f))
		}
		turns, bytes = turns/float64(len(all)), bytes/float64(len(all))
		var above, below float64
		for _, f := range all {
			x := float64(f.turns) - turns
			above, below = above+x*(float64(what.of(f))-bytes), below+x*x
		}
		if slope := above / below; slope > what.most {
			errs = append(errs, fmt.Errorf("%s: %.0f bytes a turn", what.name, slope))
		}
	}
	return errors.Join(errs...)
}

// TestSlopes holds slopes to what it says: a leak is seen through what a collector and other
// work make of each footprint, and neither one first leap nor the same noise alone is a leak.
func TestSlopes(t *testing.T) {
	for _, c := range []struct {
		name           string
		heap, resident func(story int) int
		seen           string
	}{
		{"nothing but noise", func(int) int { return 0 }, func(int) int { return 0 }, ""},
		{"200 bytes of heap a turn", func(n int) int { return n * storyTurns * 200 }, func(int) int { return 0 }, "heap"},
		{"4 kB resident a turn", func(int) int { return 0 }, func(n int) int { return n * storyTurns << 12 }, "resident"},
	} {
		dice := rand.New(rand.NewPCG(1, 2))
		var all []footprint
		for n := range 100 {
			all = append(all, footprint{
				turns: n * storyTurns, heap: 1<<20 + dice.IntN(64<<10) + c.heap(n), resident: 40<<20 + dice.IntN(3<<20) + c.resident(n),
			})
		}
		err := slopes(all)
		if c.seen == "" && err != nil || c.seen != "" && (err == nil || !strings.HasPrefix(err.Error(), c.seen)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestFuzzedPlay plays story after story with the babblers.
func TestFuzzedPlay(t *testing.T) {
	f := newFuzzer(t)
	deadline := time.Now().Add(playedFor())
	for story := 0; time.Now().Before(deadline); story++ {
		turns := storyTurns
		if story < 2 && !soak.Whole() {
			turns = 3 // so that there are two to compare
		}
		if err := f.story(fmt.Sprint(story), turns, deadline); err != nil {
			t.Fatal(err)
		}
		f.footprint = append(f.footprint, f.look())
		t.Logf("after %d turns: %v", len(f.turns), f.footprint[story])
	}
	settled := f.footprint[len(f.footprint)/10:] // once what is made at first use is made
	first, last := settled[0], settled[len(settled)-1]
	slices.Sort(f.turns)
	t.Logf("%d turns of %d stories; a turn took %v in the middle, %v at 99 of 100, %v at most; an attempt %v beyond its timeout at most",
		len(f.turns), len(f.footprint), f.turns[len(f.turns)/2], f.turns[len(f.turns)*99/100], f.turns[len(f.turns)-1], f.worst)
	t.Logf("first %v; last %v", first, last)
	t.Logf("ended with %v", f.codes)
	t.Logf("wrote %v", f.events)
	t.Logf("the largest save has %d bytes", f.saved)
	if err := leaks(first, last); err != nil {
		t.Error(err)
	}
	if err := slopes(settled); err != nil {
		t.Error(err)
	}
	f.sees(t)
}

// sees reports what the grammar has not come to, where it was played for long enough.
func (f *fuzzer) sees(t *testing.T) {
	wanted := []string{"log", "state_patch", "asset", "ui_event", "error", "done", "call"}
	if soak.Whole() {
		for _, method := range methods {
			wanted = append(wanted, "call "+method)
		}
	}
	for _, kind := range wanted {
		if f.events[kind] == 0 {
			t.Errorf("nobody ever wrote %s: %v", kind, slices.Sorted(maps.Keys(f.events)))
		}
	}
	codes := []string{"", "malformed_event"}
	if soak.Whole() {
		codes = append(codes, "wrong_version", "unknown_type", "reserved_key", "foreign_request", "duplicate_asset", "asset_outside", "asset_refused", "duplicate_call",
			"call_outstanding", "missing_done", "line_too_long", "too_deep", "too_many_values", "timeout", "exit_status", "boom")
	}
	for _, code := range codes {
		if f.codes[code] == 0 {
			t.Errorf("nobody ever ended with %q: %v", code, f.codes)
		}
	}
}

// A leaky runner keeps something of every attempt.
type leaky struct {
	executor.Runner
	keep func()
}

func (l leaky) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	l.keep()
	return l.Runner.Run(ctx, inv)
}

// TestFuzzedPlayUnguarded is the negative control: of a program that lets go of nothing each
// thing it keeps is seen, and of one that waits for its scripts that it is late.
func TestFuzzedPlayUnguarded(t *testing.T) {
	f := newFuzzer(t)
	sound := f.runner
	var held [][]byte
	end := make(chan struct{})
	defer close(end)
	for name, keep := range map[string]func(){
		"bytes resident": func() { held = append(held, slices.Repeat([]byte{1}, 8<<20)) },
		"goroutines":     func() { go func() { <-end }() }, // until the test has ended
		"descriptors": func() {
			for range 8 {
				file, err := os.Open("/dev/null")
				check(t, err)
				t.Cleanup(func() { file.Close() })
			}
		},
		"children": func() {
			cmd := exec.Command("sleep", f.stage.token)
			check(t, cmd.Start())
			t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
		},
		"files": func() {
			for range 8 {
				file, err := os.CreateTemp(f.stage.temp, "")
				check(t, err)
				file.Close()
			}
		},
	} {
		before := f.look()
		f.runner = leaky{sound, keep}
		check(t, f.story("7", 3, time.Now().Add(time.Hour)))
		if err := leaks(before, f.look()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s kept: seen was %v", name, err)
		}
	}
	runtime.KeepAlive(held)
	f.runner = leaky{sound, func() {
		timer := time.NewTimer(f.timeout + overrun)
		<-timer.C
	}}
	if err := f.story("7", 1, time.Now()); err == nil || !strings.Contains(err.Error(), "late") {
		t.Errorf("attempts that take too long: %v", err)
	}
}
