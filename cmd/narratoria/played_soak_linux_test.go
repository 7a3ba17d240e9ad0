package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// unreliable is a script that does its work but for 13 times in 256, when it goes wrong
// in one way of misbehaviour or another. No process is started to decide that.
func unreliable(real, skill, script, token string) string {
	var b strings.Builder
	b.WriteString("#!/bin/sh\nread -r chance </proc/sys/kernel/random/uuid\ncase $chance in\n")
	for i, how := range []string{"crash", "garbage", "long line", "exit 1 after patches", "child left behind"} {
		body := strings.NewReplacer("TOKEN", token, "MARK", failedMark).Replace(misbehaviour[how])
		fmt.Fprintf(&b, "0[0-9abc]%s*) read -r request\n%s\nexit;;\n", []string{"[012]", "[345]", "[678]", "[9ab]", "[cde]"}[i], body)
	}
	fmt.Fprintf(&b, "0[0-9abc]f*) %s;;\nesac\nexec '%s' '%s' '%s'\n", strings.ReplaceAll(misbehaviour["hang"], "TOKEN", token), real, skill, script)
	return b.String()
}

// unreliableSkills puts all seven into a directory, each with scripts that go wrong now
// and then, and agrees to them.
func (u *user) unreliableSkills(token string) (dir string) {
	u.t.Helper()
	dir = filepath.Join(u.dir, "unreliable")
	real := filepath.Join(filepath.Dir(u.program), "narratoria-skills")
	for _, name := range theSeven {
		own := filepath.Join(dir, name)
		must(u.t, os.MkdirAll(filepath.Join(own, "scripts"), 0o755))
		for _, script := range copySkillWith(u.t, name, own, 1000, func(script string) string { return script + ".sh" }) {
			must(u.t, os.WriteFile(filepath.Join(own, "scripts", script+".sh"), []byte(unreliable(real, name, script, token)), 0o755))
		}
		u.does("skills", "enable", name, "--replace", "--yes", "--skills", dir)
	}
	return dir
}

// held is what a process has of the system.
type held struct {
	resident           int // kB
	descriptors, kept  int // kept: files and directories in the temporary directory
	childrenOfTheirOwn int
	worked             time.Duration // of processors, without its children
}

func (l *live) holds(temp string) (h held) {
	l.t.Helper()
	proc := filepath.Join("/proc", strconv.Itoa(l.cmd.Process.Pid))
	status, err := os.ReadFile(filepath.Join(proc, "status"))
	must(l.t, err)
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	h.resident, err = strconv.Atoi(strings.Fields(rest)[0])
	must(l.t, err)
	stat, err := os.ReadFile(filepath.Join(proc, "stat"))
	must(l.t, err)
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	for _, field := range fields[11:13] { // utime and stime, in hundredths of a second
		ticks, err := strconv.Atoi(field)
		must(l.t, err)
		h.worked += time.Duration(ticks) * 10 * time.Millisecond
	}
	for dir, n := range map[string]*int{filepath.Join(proc, "fd"): &h.descriptors, temp: &h.kept} {
		entries, err := os.ReadDir(dir)
		must(l.t, err)
		*n = len(entries)
	}
	children, err := filepath.Glob(filepath.Join(proc, "task", "*", "children"))
	must(l.t, err)
	for _, file := range children {
		if text, err := os.ReadFile(file); err == nil {
			h.childrenOfTheirOwn += len(strings.Fields(string(text)))
		}
	}
	return h
}

var goroutine = regexp.MustCompile(`(?m)^goroutine \d+ `)

// goroutines ends the program and counts those it had.
func (l *live) goroutines() int {
	l.t.Helper()
	must(l.t, l.cmd.Process.Signal(syscall.SIGQUIT))
	_, err := io.Copy(io.Discard, l.out)
	must(l.t, err)
	if l.cmd.Wait() == nil {
		l.t.Fatal("it ended well")
	}
	return len(goroutine.FindAllString(l.err.String(), -1))
}

// A slope is that of the line nearest to values, per step.
func slope(values []int) float64 {
	n, sx, sy, sxx, sxy := float64(len(values)), 0.0, 0.0, 0.0, 0.0
	for i, v := range values {
		x, y := float64(i), float64(v)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

// What 5,000 turns are in eight hours: so many in one. And how many kB the program may grow
// by in these: today a story is held in memory as it grows, and 1,024 is what it shall be.
const (
	turnsInAnHour = 5000 / 8
	mostGrowth    = 12 << 10
)

// TestPlayedForADay plays on and on while one invocation in twenty goes wrong: every
// turn is told, and the program holds no more of the system at its end than after a while.
func TestPlayedForADay(t *testing.T) {
	soak.Need(t, "setsid")
	turns := soak.Count(5000)
	early := playUnreliably(t, min(100, turns/2))
	all := playUnreliably(t, turns)
	warm := all.holds[min(turnsInAnHour, turns/4):]
	resident, last := make([]int, len(warm)), warm[len(warm)-1]
	for i, h := range warm {
		resident[i] = h.resident
	}
	grows := slope(resident) * turnsInAnHour
	tenth := max(1, min(100, turns/10))
	first, end := all.worked(0, tenth), all.worked(turns-tenth, turns)
	t.Logf("%d turns, %d of %d invocations went wrong; resident %d kB after %d turns and %d at the end, %.0f kB for %d turns; descriptors %d and %d, goroutines %d and %d; of a processor the first %d turns took %v, the last %v; half of these were over within %v, and of those within %v",
		turns, all.failed, all.invoked, warm[0].resident, turns-len(warm), last.resident, grows, turnsInAnHour,
		warm[0].descriptors, last.descriptors, early.goroutines, all.goroutines, tenth, first, end, all.median(0, tenth), all.median(turns-tenth, turns))
	if all.failed*100 < all.invoked*3 {
		t.Errorf("%d of %d invocations went wrong: the test shows nothing", all.failed, all.invoked)
	}
	if soak.Whole() && grows > mostGrowth {
		t.Errorf("%.0f kB more resident for each %d turns", grows, turnsInAnHour)
	}
	if d := last.descriptors - warm[0].descriptors; d > 5 || d < -5 {
		t.Errorf("%d descriptors, then %d", warm[0].descriptors, last.descriptors)
	}
	if d := all.goroutines - early.goroutines; d > 5 || d < -5 {
		t.Errorf("%d goroutines, then %d", early.goroutines, all.goroutines)
	}
	if all.left > 0 {
		t.Errorf("%d processes are left", all.left)
	}
}

type longPlay struct {
	took                              []time.Duration
	holds                             []held
	invoked, failed, goroutines, left int
}

// worked is what the program worked in some of the turns, after the first of them.
func (p *longPlay) worked(from, to int) time.Duration {
	return p.holds[to-1].worked - p.holds[from].worked
}

func (p *longPlay) median(from, to int) time.Duration {
	return ofHundred(50, slices.Clone(p.took[from:to]))
}

func playUnreliably(t *testing.T, turns int) (p longPlay) {
	u, mark := newUser(t), token()
	l := u.begins("--seed", "11", "--save", "day", "--no-endings", "--skills", u.unreliableSkills(mark), "--input", "-", "grey-harbour")
	r := l.within(turnLimit, l.next)
	for turn := range turns {
		began := time.Now()
		r = l.within(turnLimit, func() told { return l.choose(strconv.Itoa(1 + (turn*7+turn/3)%len(r.Choices))) })
		p.took = append(p.took, time.Since(began))
		if wrong := wrongOffer(&r); wrong != "" || len(strings.Fields(r.Prose)) < fewestWords || r.Turn != int64(turn+2) {
			t.Fatalf("turn %d after %d: %s\n%s", r.Turn, turn+1, wrong, r.Prose)
		}
		for _, result := range r.results() {
			for _, step := range result.ToolResults {
				p.invoked += 1 + step.RetryCount
				p.failed += step.RetryCount
				if step.State != "success" && step.State != "skipped" {
					p.failed++
				}
			}
		}
		p.holds = append(p.holds, l.holds(filepath.Join(u.dir, "tmp")))
		if turn%500 == 499 {
			t.Logf("after %d turns: %+v, half of the last 100 within %v", turn+1, p.holds[turn], p.median(turn-99, turn+1))
		}
	}
	p.goroutines = l.goroutines()
	p.left = leftAlive(mark)
	return p
}
