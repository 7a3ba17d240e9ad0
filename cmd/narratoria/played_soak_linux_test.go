package main

import (
	"fmt"
	"io"
	"math/rand/v2"
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

// unreliable is a script that does its work but for one time in sixteen, when it goes wrong
// in one way of misbehaviour or another, of which one in five still ends well: so that of the
// 1,600 invocations of a short run at least the 3 in 100 fail that are asked for. No process is started to decide that.
func unreliable(real, skill, script, token string) string {
	var b strings.Builder
	b.WriteString("#!/bin/sh\nread -r chance </proc/sys/kernel/random/uuid\ncase $chance in\n")
	for i, how := range []string{"crash", "garbage", "long line", "exit 1 after patches", "child left behind"} {
		body := strings.NewReplacer("TOKEN", token, "MARK", failedMark).Replace(misbehaviour[how])
		fmt.Fprintf(&b, "0?%s*) read -r request\n%s\nexit;;\n", []string{"[012]", "[345]", "[678]", "[9ab]", "[cde]"}[i], body)
	}
	fmt.Fprintf(&b, "0?f*) %s;;\nesac\nexec '%s' '%s' '%s'\n", strings.ReplaceAll(misbehaviour["hang"], "TOKEN", token), real, skill, script)
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
	threads, err := filepath.Glob(filepath.Join(proc, "task", "*", "schedstat"))
	must(l.t, err)
	for _, file := range threads { // which a Go program does not end
		if stat, err := os.ReadFile(file); err == nil {
			ran, err := strconv.ParseInt(strings.Fields(string(stat))[0], 10, 64)
			must(l.t, err)
			h.worked += time.Duration(ran)
		}
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

// rests waits until the program has no more children than so many: a portrait that is drawn beyond
// its turn, or whose script hangs, has goroutines that end with it.
func (l *live) rests(temp string, children int) {
	l.t.Helper()
	deadline := time.After(time.Minute)
	for look := time.Tick(20 * time.Millisecond); l.holds(temp).childrenOfTheirOwn > children; {
		select {
		case <-look:
		case <-deadline:
			l.t.Fatalf("it has more than %d children for a minute", children)
		}
	}
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

// What 5,000 turns are in eight hours: so many in one. And what the program may become in
// these: so many kB larger for each hour after the first, and a turn dearer by a fifth, by
// the work that one in a hundred takes at least.
const (
	turnsInAnHour = 5000 / 8
	mostGrowth    = 1 << 10
	dearest       = 99
)

// TestPlayedForADay plays on and on while one invocation in twenty goes wrong: every
// turn is told, the program holds no more of the system at its end than after a while, and
// a turn costs as much as ever.
func TestPlayedForADay(t *testing.T) {
	soak.Need(t, "setsid")
	turns := soak.Count(5000)
	early := playUnreliably(t, min(100, turns/2))
	all := playUnreliably(t, turns)
	day := all.day()
	t.Logf("%d turns, %d of %d invocations went wrong; %s; goroutines %d and %d", turns, all.failed, all.invoked, day, early.goroutines, all.goroutines)
	if all.failed*100 < all.invoked*3 {
		t.Errorf("%d of %d invocations went wrong: the test shows nothing", all.failed, all.invoked)
	}
	for _, wrong := range day.wrong() {
		if soak.Whole() {
			t.Error(wrong)
		}
	}
	if d := day.last.descriptors - day.warm.descriptors; d > 5 || d < -5 {
		t.Errorf("%d descriptors, then %d", day.warm.descriptors, day.last.descriptors)
	}
	if d := all.goroutines - early.goroutines; d > 5 || d < -5 {
		t.Errorf("%d goroutines, then %d", early.goroutines, all.goroutines)
	}
	if all.left > 0 {
		t.Errorf("%d processes are left", all.left)
	}
}

// A day is what a long play comes to.
type day struct {
	warm, last    held
	grows         float64          // kB for each hour, after the first
	first, end    [2]time.Duration // what half of the turns of the first and the last eighth took of a processor, and all but a hundredth
	eighth, whole int              // how many turns are in an eighth, and in all
}

func (p *longPlay) day() (d day) {
	d.whole = len(p.holds)
	d.eighth = max(1, d.whole/8)
	warm := p.holds[min(turnsInAnHour, d.whole/4):]
	resident := make([]int, len(warm))
	for i, h := range warm {
		resident[i] = h.resident
	}
	d.warm, d.last, d.grows = warm[0], warm[len(warm)-1], slope(resident)*turnsInAnHour
	for i, most := range []int{50, dearest} {
		d.first[i], d.end[i] = ofHundred(most, p.worked(0, d.eighth)), ofHundred(most, p.worked(d.whole-d.eighth, d.whole))
	}
	return d
}

func (d day) String() string {
	return fmt.Sprintf("resident %d kB when warm and %d at the end, %.0f kB for %d turns; descriptors %d and %d; of the first %d turns half take %v of a processor and %d of 100 at most %v, of the last %v and %v",
		d.warm.resident, d.last.resident, d.grows, turnsInAnHour, d.warm.descriptors, d.last.descriptors, d.eighth, d.first[0], dearest, d.first[1], d.end[0], d.end[1])
}

// wrong is what has become of the program that must not.
func (d day) wrong() (wrong []string) {
	if d.grows > mostGrowth {
		wrong = append(wrong, fmt.Sprintf("%.0f kB more resident for each %d turns", d.grows, turnsInAnHour))
	}
	if 5*d.end[1] > 6*d.first[1] {
		wrong = append(wrong, fmt.Sprintf("a turn takes %v of a processor, and took %v", d.end[1], d.first[1]))
	}
	return wrong
}

// A day is found out that a program grows in, or in which it becomes slow, and no other.
func TestADayIsFoundOut(t *testing.T) {
	for name, test := range map[string]struct {
		grows  float64 // kB a turn
		dearer float64 // how much dearer the last turn is than the first
		wrong  int
	}{
		"as it was": {0, 1, 0}, "a little": {1.2, 1.1, 0}, "what it was before": {13, 1, 1}, "twice what may be": {3.2, 1, 1},
		"half as dear again": {0, 1.5, 1}, "both": {13, 1.5, 2},
	} {
		var p longPlay
		random, worked := rand.New(rand.NewPCG(1, 2)), time.Duration(0)
		for turn := range 5000 {
			worked += time.Duration((0.8 + 0.4*random.Float64()) * (1 + (test.dearer-1)*float64(turn)/5000) * float64(50*time.Millisecond))
			p.holds = append(p.holds, held{resident: 127_000 + int(test.grows*float64(turn)) + random.IntN(6000), worked: worked})
		}
		if wrong := p.day().wrong(); len(wrong) != test.wrong {
			t.Errorf("%s: %q", name, wrong)
		}
	}
}

type longPlay struct {
	took                              []time.Duration
	holds                             []held
	invoked, failed, goroutines, left int
}

// worked is what the program worked in each of some turns, but for the first of all.
func (p *longPlay) worked(from, to int) (worked []time.Duration) {
	for turn := max(from, 1); turn < to; turn++ {
		worked = append(worked, p.holds[turn].worked-p.holds[turn-1].worked)
	}
	return worked
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
		if wrong := wrongOffer(&r); wrong != "" || len(strings.Fields(r.Prose)) < fewestOfAll || r.Turn != int64(turn+2) {
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
	l.rests(filepath.Join(u.dir, "tmp"), slices.MinFunc(p.holds, func(a, b held) int { return a.childrenOfTheirOwn - b.childrenOfTheirOwn }).childrenOfTheirOwn)
	p.goroutines = l.goroutines()
	p.left = leftAlive(mark)
	return p
}
