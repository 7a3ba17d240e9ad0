package process

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/process/launcher"
	"github.com/narratoria/narratoria/skills/snapshot"
	"github.com/narratoria/narratoria/skills/transport"
)

const (
	budget = 200 * time.Millisecond
	// overrun is what Run may take beyond its context, and lifetime what a
	// descendant may live beyond Run.
	overrun  = 2500 * time.Millisecond
	lifetime = time.Second
)

// hostile are the eight behaviours, each with the code it ends with; "" for one
// that does its work well and leaves something behind.
var hostile = map[string]string{
	"hang":         transport.CodeTimeout,
	"garbage":      "malformed_event",
	"long-line":    "line_too_long",
	"stderr-flood": transport.CodeTimeout,
	"never-reads":  transport.CodeTimeout,
	"pipe-holder":  "",
	"daemon":       "",
	"tree":         transport.CodeTimeout,
}

// containments are those this machine can make.
func containments(t *testing.T) []containment {
	t.Helper()
	all := []containment{groupAndReaper}
	for _, c := range []containment{pidNamespace, userNamespace} {
		if c.allowed() {
			all = append(all, c)
		} else if soak.Whole() {
			t.Errorf("no %s can be made here, so that nothing is shown of it", c)
		}
	}
	return all
}

// newToken is a number of seconds nobody else sleeps for: a day or more, with a
// fraction of its own.
func newToken() string { return strconv.FormatFloat(90_000+rand.Float64()*1000, 'f', 9, 64) }

// living lists the processes that carry a token and have not ended.
func living(token string) []int {
	var pids []int
	dirs, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range dirs {
		line, err := os.ReadFile(file) // empty for a zombie
		if err == nil && slices.Contains(strings.Split(string(line), "\x00"), token) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// survivors are those still there after patience; it returns as soon as there are none.
func survivors(token string, patience time.Duration) []int {
	deadline := time.Now().Add(patience)
	for {
		pids := living(token)
		if len(pids) == 0 || time.Now().After(deadline) {
			return pids
		}
		waitFor(nil, 5*time.Millisecond)
	}
}

func killAll(pids []int) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// attempt runs a behaviour once and says what was wrong with its end.
func attempt(tr *Transport, how, want string) error {
	token := newToken()
	inv := invocation(how, token)
	if how == "never-reads" {
		inv.Request.Input = map[string]any{"text": strings.Repeat("x", 16<<20)}
	}
	ctx, cancel := context.WithTimeout(context.Background(), budgetFor(how))
	defer cancel()
	start := time.Now()
	outcome := tr.Run(ctx, inv)
	took := time.Since(start)
	left := survivors(token, lifetime)
	killAll(left)
	switch {
	case took > budgetFor(how)+overrun:
		return fmt.Errorf("%s: back after %v", how, took)
	case len(left) > 0:
		return fmt.Errorf("%s: %d processes outlived it", how, len(left))
	case code(outcome) != want:
		return fmt.Errorf("%s ended with %q (%v), want %q", how, code(outcome), outcome.Err, want)
	}
	return nil
}

// budgetFor is longer for what ends by itself: on a busy machine the timeout
// would come first.
func budgetFor(how string) time.Duration {
	if hostile[how] == transport.CodeTimeout {
		return budget
	}
	return 20 * time.Second
}

// timesOf is how often a behaviour is tried in each containment: at least 500 times in
// all for one that hangs, and 1,000 for those that leave descendants behind.
func timesOf(how string) int {
	switch how {
	case "hang":
		return 170
	case "pipe-holder", "daemon", "tree":
		return 120
	}
	return 100
}

// TestHostile runs every behaviour in every containment.
func TestHostile(t *testing.T) {
	for _, contained := range containments(t) {
		for how, want := range hostile {
			t.Run(fmt.Sprintf("%v/%s", contained, how), func(t *testing.T) {
				t.Parallel()
				tr := New(Options{containment: contained, Grace: 100 * time.Millisecond})
				defer tr.Close()
				for range soak.Count(timesOf(how)) {
					if err := attempt(tr, how, want); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	}
}

// TestDaemonNeedsMoreThanAGroup shows what the namespace and the reaper are for.
func TestDaemonNeedsMoreThanAGroup(t *testing.T) {
	tr := New(Options{containment: group})
	defer tr.Close()
	if err := attempt(tr, "daemon", ""); err == nil || !strings.Contains(err.Error(), "outlived") {
		t.Errorf("in a process group alone: %v, want a survivor", err)
	}
}

// TestSlowHostsReadToTheEnd: what a script wrote is read, however long the host is busy after
// the script has ended. Where more than the script could hold the pipe, it is cut.
func TestSlowHostsReadToTheEnd(t *testing.T) {
	for _, contained := range containments(t) {
		token := newToken()
		inv := invocation("wordy", token)
		inv.Listen = func(protocol.Event) {
			survivors(token, 20*time.Second) // a script under the race detector takes a second to end
			<-time.After(2 * afterExit)
		}
		want := ""
		if !contained.namespaced() { // the control
			want = "missing_done"
		}
		if outcome := run(t, Options{containment: contained}, inv); code(outcome) != want {
			t.Errorf("in a %s: %v", contained, outcome.Err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), afterExit)
		defer cancel()
		tr := New(Options{containment: contained})
		defer tr.Close()
		if outcome := tr.Run(ctx, inv); contained.namespaced() && code(outcome) != transport.CodeTimeout {
			t.Errorf("in a %s, without time: %v", contained, outcome.Err)
		}
	}
}

// TestPipeIsNotWaitedFor has a pipe held by a process that a group alone does not end.
func TestPipeIsNotWaitedFor(t *testing.T) {
	tr := New(Options{containment: group})
	defer tr.Close()
	longest := time.Duration(0)
	for range soak.Count(200) {
		token := newToken()
		back := make(chan struct{})
		var outcome skills.Outcome
		go func() { // until it is back
			defer close(back)
			outcome = tr.Run(t.Context(), invocation("pipe-holder-apart", token))
		}()
		returned, holders := waitFor(back, 5*time.Second), living(token)
		killAll(holders)
		<-back
		longest = max(longest, outcome.Duration)
		if !returned || len(holders) == 0 {
			t.Fatalf("returned %v while %d processes held the pipe", returned, len(holders))
		}
		if outcome.Err != nil || len(outcome.Warnings) != 1 {
			t.Fatalf("outcome %v, warnings %q", outcome.Err, outcome.Warnings)
		}
	}
	t.Logf("at most %v from start to end, of which %v waited for the pipe", longest, afterExit)
	if soak.Whole() && longest > afterExit+500*time.Millisecond { // on a quiet machine
		t.Errorf("an attempt took %v", longest)
	}
}

// TestEnvironmentWiped finds descendants that took even the marker off.
func TestEnvironmentWiped(t *testing.T) {
	for _, contained := range containments(t) {
		tr := New(Options{containment: contained})
		if err := attempt(tr, "daemon-without-environment", ""); err != nil {
			t.Errorf("%v: %v", contained, err)
		}
		tr.Close()
	}
}

// TestOthersLive shows that the sweep spares every process that is not a
// script's: a child of the program, and an orphan the program has adopted.
func TestOthersLive(t *testing.T) {
	token := newToken()
	child := exec.Command("sleep", token)
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	must(child.Start())
	defer func() { _ = child.Process.Kill(); _ = child.Wait() }()
	must(shell(token, `(sleep "$0" &)`).Run())
	defer func() { killAll(living(token)) }()

	tr := New(Options{containment: groupAndReaper})
	defer tr.Close()
	for range 3 {
		if err := attempt(tr, "daemon", ""); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(living(token)); n != 2 {
		t.Errorf("%d of 2 foreign processes are left", n)
	}
}

// TestNeighboursLive shows that the end of one invocation leaves the lost
// descendants of another alone until that one ends as well.
func TestNeighboursLive(t *testing.T) {
	tr := New(Options{containment: groupAndReaper, Grace: 50 * time.Millisecond})
	defer tr.Close()
	long := newToken()
	started, ctx, cancel := make(chan struct{}), t.Context(), context.CancelFunc(nil)
	ctx, cancel = context.WithCancel(ctx)
	inv := invocation("tree", long)
	inv.Listen = onceClose(started)
	ended := make(chan struct{})
	go func() { defer close(ended); tr.Run(ctx, inv) }()
	<-started
	for len(living(long)) < 50 { // they have begun; their names come with exec
		waitFor(nil, 5*time.Millisecond)
	}
	for range 3 {
		if err := attempt(tr, "daemon", ""); err != nil {
			t.Error(err)
		}
	}
	if after := len(living(long)); after != 50 {
		t.Errorf("the neighbour had 50 processes and has %d", after)
	}
	cancel()
	<-ended
	if left := survivors(long, lifetime); len(left) > 0 {
		killAll(left)
		t.Errorf("%d processes outlived their invocation", len(left))
	}
}

// programs are behaviours that are programs with a transport of their own.
var programs = map[string]func(args []string) int{"host": hostUntilKilled, "host-of-eight": hostOfEight, "unprivileged": unprivileged}

// hostUntilKilled is a program that runs a skill and is then killed.
func hostUntilKilled(args []string) int {
	must(BecomeSubreaper())
	how, contained := args[1], containment(args[2][0]-'0')
	options := Options{containment: contained, Launcher: ownLauncher()}
	if len(args) > 4 {
		options.TempRoot, options.Copies = args[3], snapshot.NewStore(args[4], nil)
	}
	transport := New(options)
	inv := invocation(how, args[0])
	if len(args) > 4 {
		inv.Script.Skill = ownSkill(args[3])
	}
	inv.Listen = func(protocol.Event) { fmt.Println("ready") }
	transport.Run(context.Background(), inv)
	return 0
}

// ownLauncher is this program as the launcher, which a test takes away by this variable.
func ownLauncher() []string {
	if os.Getenv("WITHOUT_LAUNCHER") != "" {
		return nil
	}
	return []string{must1(os.Executable()), launcher.Flag}
}

// ownSkill is a skill of this program's own, with something in it to be copied.
func ownSkill(temp string) *skills.Skill {
	dir := filepath.Join(filepath.Dir(temp), fmt.Sprintf("skill-%d", os.Getpid()))
	for i := range 50 {
		must(os.MkdirAll(filepath.Join(dir, "lib"), 0o700))
		must(os.WriteFile(filepath.Join(dir, "lib", strconv.Itoa(i)), []byte(dir), 0o600))
	}
	return &skills.Skill{Name: "hostile", Dir: dir, Digest: digestNow(dir)}
}

// TestHostDeath kills the program that runs a skill: the skill goes with it.
func TestHostDeath(t *testing.T) {
	program, _ := os.Executable()
	for _, contained := range containments(t) {
		how := "tree"
		if contained == groupAndReaper {
			how = "hang" // outside a namespace only the leader is sure to go
		}
		token := newToken()
		host := exec.Command(program, "behave", "host", token, how, strconv.Itoa(int(contained)))
		out, _ := host.StdoutPipe()
		must(host.Start())
		_, err := out.Read(make([]byte, 1))
		must(err)
		must(host.Process.Kill())
		_ = host.Wait()
		if left := survivors(token, 2*time.Second); len(left) > 0 {
			killAll(left)
			t.Errorf("%v: %d processes outlived the program", contained, len(left))
		}
	}
}

// TestMemoryStaysBounded floods the program and looks at its peak.
func TestMemoryStaysBounded(t *testing.T) {
	for _, how := range []string{"long-line", "stderr-flood", "garbage"} {
		tr := New(Options{Grace: 50 * time.Millisecond})
		before := soak.ResetPeak(t)
		if err := attempt(tr, how, hostile[how]); err != nil {
			t.Error(err)
		}
		if grown := soak.Peak(t) - before; grown > 32<<20 {
			t.Errorf("%s: %d MiB more than before", how, grown>>20)
		}
		tr.Close()
	}
}

// TestLongFlood has a script write to stderr for half a minute, as fast as it can.
func TestLongFlood(t *testing.T) {
	limit := time.Duration(soak.Count(30_000)) * time.Millisecond
	tr := New(Options{Grace: 50 * time.Millisecond})
	defer tr.Close()
	before := soak.ResetPeak(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	outcome := tr.Run(ctx, invocation("stderr-flood", newToken()))
	grown := soak.Peak(t) - before
	t.Logf("in %v: %.80q ... of stderr, %d bytes kept, %d MiB more resident", limit, outcome.Stderr, len(outcome.Stderr), grown>>20)
	if code(outcome) != transport.CodeTimeout || len(outcome.Stderr) > 256<<10+100 || grown > 32<<20 || outcome.Duration > limit+overrun {
		t.Errorf("%v after %v, %d bytes kept, %d MiB more resident", outcome.Err, outcome.Duration, len(outcome.Stderr), grown>>20)
	}
}

// TestUnprivileged runs the probe and two behaviours as a user without rights.
func TestUnprivileged(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root, to become somebody else")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "skill")
	own, _ := os.Executable()
	must(exec.Command("cp", own, program).Run())
	for at := dir; at != os.TempDir() && at != "/"; at = filepath.Dir(at) {
		must(os.Chmod(at, 0o755))
	}
	cmd := exec.Command(program, "behave", "unprivileged", newToken())
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=/tmp"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
}

func unprivileged([]string) int {
	must(BecomeSubreaper())
	tr := New(Options{Grace: 50 * time.Millisecond})
	defer tr.Close()
	fmt.Println(tr.Containment())
	if tr.contained() == pidNamespace {
		return 1
	}
	for _, how := range []string{"tree", "daemon", "hang"} {
		if err := attempt(tr, how, hostile[how]); err != nil {
			fmt.Println(err)
			return 1
		}
	}
	return 0
}

// TestProbeIsTrue holds the probe against a real start.
func TestProbeIsTrue(t *testing.T) {
	tr := New(Options{})
	defer tr.Close()
	outcome := tr.Run(t.Context(), invocation("report", newToken()))
	if outcome.Err != nil {
		t.Fatal(outcome.Err)
	}
	inside := fmt.Sprint(outcome.Done.Output["pid"]) == "1"
	if inside != tr.contained().namespaced() {
		t.Errorf("the probe says %v, the script is number %v", tr.Containment(), outcome.Done.Output["pid"])
	}
}

// TestManyAtOnce hammers one transport, and closes it in the middle.
func TestManyAtOnce(t *testing.T) {
	for _, contained := range containments(t) {
		tr := New(Options{containment: contained, Grace: 50 * time.Millisecond})
		var all sync.WaitGroup
		var wrong bytes.Buffer
		var mu sync.Mutex
		hang := make(chan struct{}, 20)
		tokens := make([]string, 20)
		for i := range tokens {
			tokens[i] = newToken()
			all.Go(func() {
				if outcome := tr.Run(t.Context(), invocation("well", newToken())); outcome.Err != nil {
					mu.Lock()
					defer mu.Unlock()
					fmt.Fprintln(&wrong, outcome.Err)
				}
				inv := invocation("hang", tokens[i])
				inv.Listen = func(protocol.Event) { hang <- struct{}{} }
				if outcome := tr.Run(t.Context(), inv); code(outcome) != transport.CodeCancelled {
					mu.Lock()
					defer mu.Unlock()
					fmt.Fprintln(&wrong, "hang:", outcome.Err)
				}
			})
		}
		for range tokens {
			<-hang
		}
		start := time.Now()
		tr.Close()
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%v: Close took %v", contained, took)
		}
		all.Wait()
		tr.Close()
		if wrong.Len() > 0 {
			t.Errorf("%v: %s", contained, &wrong)
		}
		for _, token := range tokens {
			if left := survivors(token, lifetime); len(left) > 0 {
				killAll(left)
				t.Errorf("%v: a process outlived Close", contained)
			}
		}
		if outcome := tr.Run(t.Context(), invocation("well", newToken())); code(outcome) != transport.CodeStart {
			t.Errorf("a closed transport ran a script: %v", outcome.Err)
		}
	}
}
