package story_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A replay calls nothing: no file, no other program, no network and no clock of the store.
// All golden logs and as many drawn ones are opened as saves by a process whose system calls
// are noted. What the code of a reducer could call otherwise, the clock and chance, it is
// held to by internal/architecture, since reading those leaves no trace.
func TestAReplayCallsNothing(t *testing.T) {
	drawn := soak.Count(10_000)
	did, out := traced(t, "", drawn)
	for _, call := range did {
		t.Errorf("in a replay: %s", call)
	}
	t.Log(out)
}

// What a replay must not do is seen when it does it.
func TestAReplayThatCallsIsNoticed(t *testing.T) {
	for fault, want := range map[string]string{"a file": "openat(", "a program": "execve(", "the network": "socket(", "another file": "unlink"} {
		did, _ := traced(t, fault, 1)
		if !strings.Contains(strings.Join(did, "\n"), want) {
			t.Errorf("%s: seen is %q", fault, did)
		}
	}
	// The store's own ports.
	save, err := persistence.New(mem.New(), quietPorts()).Create(t.Context(), "quiet", "p-1")
	must(t, err)
	replaying.Store(true)
	defer replaying.Store(false)
	defer func() {
		if recover() == nil {
			t.Error("the clock of the store was asked, and nothing happened")
		}
	}()
	begin(t, open(t, save))
}

var calls = map[string]func(){
	"a file":       func() { _, _ = os.ReadFile("/etc/hostname") },
	"another file": func() { _ = os.Remove(filepath.Join(os.TempDir(), "narratoria-never")) },
	"a program":    func() { _ = exec.Command("/bin/true").Run() },
	"the network": func() {
		if c, err := net.DialTimeout("tcp", "127.0.0.1:1", time.Second); err == nil {
			c.Close()
		}
	},
}

// ofRuntime are the calls that Go makes for itself: memory, threads, waiting, and waking who
// waits, by eight bytes.
var ofRuntime = regexp.MustCompile(`^(futex|madvise|mmap|munmap|mprotect|mremap|brk|sched_yield|sched_getaffinity|nanosleep|clock_nanosleep|restart_syscall|` +
	`rt_sig\w+|sigaltstack|tgkill|getpid|gettid|set_robust_list|rseq|exit|prctl|epoll_pwait|<\.\.\.|` +
	`clone3?\(.*CLONE_THREAD|(read|write)\(\d+, "\\1\\0\\0\\0\\0\\0\\0\\0", 8)`)

var inTrace = regexp.MustCompile(`^\d+ +(.*)$`)

// traced replays in another process, and gives what it called between the marks.
func traced(t *testing.T, fault string, drawn int) (did []string, out string) {
	t.Helper()
	strace := soak.Need(t, "strace")
	program, err := os.Executable()
	must(t, err)
	file := filepath.Join(t.TempDir(), "trace")
	cmd := exec.Command(strace, "-f", "-qq", "-e", "trace=!futex,madvise,mmap,munmap,nanosleep,sched_yield,rt_sigreturn,rt_sigprocmask,tgkill,getpid", "-e", "signal=none", "-o", file, program)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=4", roleVariable+"=quiet", "NARRATORIA_TEST_FAULT="+fault, "NARRATORIA_TEST_SEED="+strconv.Itoa(drawn)) // with a fixed number of threads, or Go looks how many it should have
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	trace, err := os.ReadFile(file)
	must(t, err)
	within, marks := false, 0
	for line := range strings.Lines(string(trace)) {
		call := inTrace.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case call == nil:
		case strings.HasPrefix(call[1], `write(1, "begin`), strings.HasPrefix(call[1], `write(1, "end`):
			within = strings.Contains(call[1], "begin")
			marks++
		case within && !ofRuntime.MatchString(call[1]):
			did = append(did, call[1])
		}
	}
	if marks < 2 || within {
		t.Fatalf("the trace has %d marks:\n%.500s", marks, trace)
	}
	return did, strings.TrimSpace(string(said[strings.LastIndex(string(said), "end")+3:]))
}

// replaying is whether the store's ports must not be used.
var replaying atomic.Bool

func quietPorts() *persistence.Options {
	return &persistence.Options{
		Now: func() time.Time {
			if replaying.Load() {
				panic("a replay asked for the time")
			}
			return time.Unix(0, 0)
		},
		Searched: func(persistence.Searched) {
			if replaying.Load() {
				panic("a replay searched")
			}
		},
	}
}

func init() { roles["quiet"] = replayQuietly }

// replayQuietly opens saves of all golden logs and of some drawn ones.
func replayQuietly() error {
	drawn, err := strconv.Atoi(os.Getenv("NARRATORIA_TEST_SEED"))
	if err != nil {
		return err
	}
	if call := calls[os.Getenv("NARRATORIA_TEST_FAULT")]; call != nil {
		defer story.ReduceOtherwise(event.TurnOpened, func(_ *story.State, r persistence.Record, right func(persistence.Record)) {
			right(r)
			call()
		})()
	}
	logs, err := goldenLogs()
	if err != nil {
		return err
	}
	if os.Getenv("NARRATORIA_TEST_FAULT") != "" {
		logs = logs[:3] // a fault is found in any
	}
	var saves []*persistence.Save
	events := 0
	keep := func(records []persistence.Record) error {
		save, err := stored(records)
		saves, events = append(saves, save), events+len(records)
		return err
	}
	for _, name := range logs {
		log, err := readGolden(name)
		if err != nil {
			return err
		}
		records, err := decoded(log)
		if err == nil {
			err = keep(records)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	generate := rapid.Custom(anyLog)
	for n := 0; n < drawn || len(saves) > 0; {
		for ; n < drawn && len(saves) < 500; n++ {
			if err := keep(generate.Example(n)); err != nil {
				return err
			}
		}
		if err := openAll(saves); err != nil {
			return err
		}
		saves = nil
	}
	fmt.Printf("%d golden logs and %d drawn ones, %d events", len(logs), drawn, events)
	return nil
}

func openAll(saves []*persistence.Save) (err error) {
	replaying.Store(true)
	os.Stdout.WriteString("begin\n")
	defer os.Stdout.WriteString("end\n")
	defer replaying.Store(false)
	for _, save := range saves {
		if _, err := story.Open(context.Background(), save); err != nil {
			return err
		}
	}
	return nil
}

// stored is a save with a log. It goes past the store's own door, which refuses what names
// bytes that are not there.
func stored(records []persistence.Record) (*persistence.Save, error) {
	ctx := context.Background()
	driver := mem.New()
	file, err := driver.Create(ctx, "quiet", "p-1", nil)
	if err != nil {
		return nil, err
	}
	err = file.Update(ctx, func(w persistence.Writer) error {
		var head event.Hash
		for _, r := range records {
			encoded, err := event.Encode(r.Event)
			if err != nil {
				return err
			}
			head = event.Chain(head, encoded)
			if err := w.PutEvent(persistence.RawEvent{Branch: event.Trunk, Position: r.Position, Bytes: encoded, Hash: head}); err != nil {
				return err
			}
		}
		if len(records) == 0 {
			return nil
		}
		return w.PutTurn("t", persistence.Receipt{Branch: event.Trunk, First: 1, Last: event.Position(len(records)), Head: head})
	})
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	return persistence.New(driver, quietPorts()).Open(ctx, "quiet", persistence.Writing)
}
