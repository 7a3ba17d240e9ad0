package hostile

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/process"
	"github.com/narratoria/narratoria/skills/snapshot"
)

const (
	short   = 500 * time.Millisecond // the timeout of a misdeed that only time ends
	longest = 25 * time.Second       // and of every other, which ends long before
	// What a step may take beyond its timeout, and what a turn may that has only this step.
	overrun = 2500 * time.Millisecond
	telling = 5 * time.Second
	// What the program may have more in memory, and a save on disk that had one such turn:
	// of patches 1 MiB, of what was asked to be written down 1.25 MiB, which stands there as
	// events, as rows and as what these are found by, and an output and an error.
	mostGrown = 128 << 20
	mostSaved = 7 << 20
	lifetime  = time.Second // of a process after the step that it belongs to
)

// timeout is that of the misdeed's script.
func (m misdeed) timeout() time.Duration {
	if m.runsOut() {
		return short
	}
	return longest
}

// A stage is where misdeeds are done: directories and skills that all have in common.
type stage struct {
	campaign *campaign.Campaign
	registry *skills.Registry
	temp     string
	copies   string
	assets   string
	token    string
}

// newStage is one without skills yet.
func newStage(t testing.TB) *stage {
	t.Helper()
	s := &stage{campaign: loaded(t), temp: t.TempDir(), copies: t.TempDir(), assets: t.TempDir(), token: newToken()}
	t.Cleanup(func() { writable(s.copies) })
	return s
}

// built is a stage for some misdeeds, and a neighbour that does well.
func built(t testing.TB, misdeeds []misdeed) *stage {
	t.Helper()
	program, err := os.Executable()
	check(t, err)
	s := newStage(t)
	dir := skillDir{t.TempDir()}
	line := func(how string) string { return fmt.Sprintf("exec '%s' misdeed '%s' %s", program, how, s.token) }
	dir.add("neighbour", line("well"), longest, nil)
	for _, m := range misdeeds {
		dir.add(m.slug(), line(m.slug()), m.timeout(), m.may)
	}
	s.registry = dir.discover(t, fstest.MapFS{})
	if ready := len(s.registry.Skills()); ready != len(misdeeds)+1 {
		t.Fatalf("%d of %d skills are ready: %v", ready, len(misdeeds)+1, s.registry.Problems())
	}
	return s
}

// writable lets copies, which are read-only, be removed with the test.
func writable(dir string) {
	_ = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
}

func (s *stage) transport() *process.Transport {
	return process.New(process.Options{
		Assets: s.assets, TempRoot: s.temp, Copies: snapshot.NewStore(s.copies, nil), Grace: 50 * time.Millisecond,
	})
}

// newToken is a number of seconds nobody else sleeps for.
func newToken() string { return strconv.FormatFloat(90_000+rand.Float64()*1000, 'f', 9, 64) }

// living are the processes that carry a token and have not ended.
func living(token string) (pids []int) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range lines {
		line, err := os.ReadFile(file) // empty for one that has ended
		if err == nil && slices.Contains(strings.Split(string(line), "\x00"), token) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// gone reports whether three looks one after the other have found nobody: one look misses
// who was forked after all processes were listed, by somebody who has ended since.
func gone(token string) func() bool {
	looks := 0
	return func() bool {
		if looks++; len(living(token)) > 0 {
			looks = 0
		}
		return looks == 3
	}
}

// within asks until something is so, and reports false where it is not so in time.
func within(patience time.Duration, so func() bool) bool {
	for deadline := time.Now().Add(patience); ; {
		if so() {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
		timer := time.NewTimer(5 * time.Millisecond)
		<-timer.C
	}
}

// A price is what a misdeed came to.
type price struct {
	step, turn   time.Duration
	grown, saved int
	code         string
}

func (p price) String() string {
	return fmt.Sprintf("step %v, turn %v, %.1f MiB more resident, %d KiB saved, %q",
		p.step.Round(time.Millisecond), p.turn.Round(time.Millisecond), float64(p.grown)/(1<<20), p.saved>>10, p.code)
}

// excess says what of it is more than its share: "time", "memory" or "store", or how it
// ended where it should have ended otherwise, or nothing.
func (p price) excess(m misdeed) error {
	switch {
	case p.step > m.timeout()+overrun || p.turn > m.timeout()+overrun+telling:
		return errors.New("time")
	case p.grown > mostGrown:
		return errors.New("memory")
	case p.saved > mostSaved:
		return errors.New("store")
	case !m.ends(p.code):
		return fmt.Errorf("ended with %q", p.code)
	}
	return nil
}

// commit does a misdeed in a story of its own, and then has the neighbour do well in it.
// It gives the price, and what is wrong.
func (s *stage) commit(t testing.TB, m misdeed, runner executor.Runner, limits protocol.Limits) (p price, wrong error) {
	b := sit(t, s.campaign, s.registry, runner, limits)
	debug.FreeOSMemory()
	resident := soak.ResetPeak(t)
	record, took, err := b.turn(refOf(m.slug()))
	check(t, err)
	p.turn, p.grown = took, soak.Peak(t)-resident
	end, ran := b.run.of(refOf(m.slug()))
	if !ran {
		t.Fatalf("%s was not run: %s", m.name, record.JSON())
	}
	p.step = end.took
	if end.Err != nil {
		p.code = end.Err.Code
	}
	if !within(lifetime, gone(s.token)) {
		left := living(s.token)
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		return p, fmt.Errorf("processes: %d are left", len(left))
	}
	if err := p.excess(m); err != nil {
		return p, err
	}
	shown := record.Prose + strings.Join(record.Degraded, "")
	for _, c := range record.Choices {
		shown += c.Text + c.Hint
	}
	if strings.TrimSpace(record.Prose) == "" || len(record.Choices) < 3 {
		return p, fmt.Errorf("the player was told %q and offered %d choices", record.Prose, len(record.Choices))
	}
	if strings.ContainsAny(shown, "\x1b\x07\u202e\u2066\u0085") {
		return p, fmt.Errorf("what is shown has control characters: %.300q", shown)
	}
	_, _, err = b.turn(refOf("neighbour"))
	check(t, err)
	if end, ran := b.run.of(refOf("neighbour")); !ran || end.Err != nil || len(end.Patches) != 1 {
		return p, fmt.Errorf("the neighbour: ran %v, %v", ran, end.Err)
	}
	p.saved = b.close()
	return p, p.excess(m)
}

// clean looks whether anything is left of attempts whose transport was closed.
func (s *stage) clean() error {
	for _, dir := range []string{s.temp, s.copies} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if dir == s.temp || strings.HasPrefix(entry.Name(), ".") {
				return fmt.Errorf("files: %s is left", entry.Name())
			}
		}
	}
	return nil
}

// TestMisdeeds does them all, as whoever runs the tests.
func TestMisdeeds(t *testing.T) {
	misdeeds := all()
	t.Logf("%d misdeeds, as user %d", len(misdeeds), os.Getuid())
	s := built(t, misdeeds)
	dearest := price{}
	for _, m := range misdeeds {
		t.Run(m.slug(), func(t *testing.T) {
			for range soak.Count(3) {
				transport := s.transport()
				p, err := s.commit(t, m, transport, protocol.Limits{})
				_ = transport.Close()
				if err == nil {
					err = s.clean()
				}
				t.Log(p)
				if err != nil {
					t.Fatalf("%s: %v; want %q within %v", m.name, err, m.want, m.timeout())
				}
				dearest = price{max(dearest.step, p.step-m.timeout()), max(dearest.turn, p.turn-m.timeout()), max(dearest.grown, p.grown), max(dearest.saved, p.saved), ""}
			}
		})
	}
	t.Logf("the most beyond a timeout, and the most of the rest: %v", dearest)
}

// TestMisdeedsOfAnOrdinaryUser does them as somebody without rights, where a namespace is
// another: a few of them, and all where the whole count is run.
func TestMisdeedsOfAnOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Log("these tests are run by an ordinary user as it is")
		return
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "hostile.test")
	own, err := os.Executable()
	check(t, err)
	check(t, exec.Command("cp", own, program).Run())
	for at := dir; at != os.TempDir() && at != "/"; at = filepath.Dir(at) {
		check(t, os.Chmod(at, 0o755))
	}
	temp := filepath.Join(dir, "tmp")
	check(t, os.Mkdir(temp, 0o700))
	check(t, os.Chown(temp, 65534, 65534))
	var some []string
	for i, m := range all() {
		if soak.Whole() || i%12 == 3 {
			some = append(some, m.slug())
		}
	}
	cmd := exec.Command(program, "-test.count=1", "-test.v", "-test.timeout=1h", "-test.run=^TestMisdeeds$/^("+strings.Join(some, "|")+")$")
	cmd.Dir, cmd.Env = temp, []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + temp} // once each
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
	if ran := len(regexp.MustCompile(`(?m)^    --- PASS`).FindAll(out, -1)); ran != len(some) {
		t.Errorf("%d of %d misdeeds were done", ran, len(some))
	}
}

// TestMisdeedsAreManyKinds counts them, so that none goes missing unseen.
func TestMisdeedsAreManyKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range all() {
		if seen[m.slug()] {
			t.Errorf("%s stands twice", m.slug())
		}
		seen[m.slug()] = true
	}
	if len(five) != 5 || len(seen) < 141 {
		t.Errorf("%d misdeeds, of which %d are the five", len(seen), len(five))
	}
}

// lifted are limits that stop nothing.
var lifted = protocol.Limits{Line: 1 << 30, Events: 1 << 30, Bytes: 1 << 30, Assets: 1 << 30, Output: 1 << 30, Depth: 10_000, LineValues: 1 << 30, Values: 1 << 30, State: 1 << 30}

// bare starts scripts as a program would that thinks no harm of them: it reads what they
// write, and waits for its end.
type bare struct{ temp string }

func (b bare) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	cmd := exec.CommandContext(ctx, inv.Script.Path)
	cmd.Env = append(os.Environ(), "NARRATORIA_OUTPUT_DIR="+b.temp, "NARRATORIA_DATA_DIR="+b.temp)
	if _, err := cmd.Output(); err != nil {
		return skills.Outcome{Err: &plan.ToolError{Code: "broken", Category: plan.ProcessError, Message: err.Error()}}
	}
	return skills.Outcome{Done: &protocol.Done{OK: true}}
}

// A patient runner gives scripts more time than they have.
type patient struct{ executor.Runner }

func (p patient) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*(short+overrun))
	defer cancel()
	return p.Runner.Run(ctx, inv)
}

// A lavish runner has everything written that a script asks for.
type lavish struct{}

func (lavish) Run(_ context.Context, inv skills.Invocation) skills.Outcome {
	out := skills.Outcome{Done: &protocol.Done{OK: true}, Patches: []protocol.Object{{"well": true}}}
	for i := range 1_000 {
		out.Effects = append(out.Effects, plan.Effect{Script: inv.Script.Ref, Method: "data.set", Params: protocol.Object{
			"key": "k", "value": noise(uint64(i), 8_000), // which a save cannot pack
		}})
	}
	return out
}

// noise is a text that nothing makes shorter.
func noise(seed uint64, size int) string {
	random := rand.New(rand.NewPCG(seed, 1))
	letters := make([]byte, size)
	for i := range letters {
		letters[i] = byte(' ' + random.IntN(95))
	}
	return string(letters)
}

// unshared gives every attempt as much of its plan's memory as it likes.
type unshared struct{ executor.Runner }

func (u unshared) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	inv.Share = skills.Share{Counting: 1 << 40, Prose: 1 << 40, Others: 1 << 40}
	return u.Runner.Run(ctx, inv)
}

// TestMisdeedsUnguarded is the negative control: without its guard a misdeed of each kind is
// seen to take more than its share.
func TestMisdeedsUnguarded(t *testing.T) {
	for _, c := range []struct {
		name string
		want string // of what it is seen to take too much
		on   func(*process.Transport) executor.Runner
	}{
		{"no end, whoever asks", "time", func(t *process.Transport) executor.Runner { return patient{t} }},
		{"a daemon", "processes", func(*process.Transport) executor.Runner { return bare{t.TempDir()} }},
		{"seven lines of empty objects", "memory", func(t *process.Transport) executor.Runner { return unshared{t} }},
		{"a storm of data.set", "store", func(*process.Transport) executor.Runner { return lavish{} }},
		{"10,001 log events", "ended with", nil},
		{"1,000 directories one in another, and done", "files", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := called(c.name)
			s := built(t, []misdeed{m})
			transport := s.transport()
			defer transport.Close()
			runner := executor.Runner(transport)
			if c.on != nil {
				runner = c.on(transport)
			}
			p, err := s.commit(t, m, runner, lifted)
			if err == nil {
				err = s.clean() // before anything was removed
			}
			t.Log(p, err)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%v, want %s: the test shows nothing", err, c.want)
			}
		})
	}
}
