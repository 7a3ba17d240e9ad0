package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// A play that is stopped at any moment, as by a lid that is shut, and goes on later is the
// play that it would have been: each turn once and in order, as it would have come.
func TestPlayedAndStopped(t *testing.T) {
	const each = 10 // times that one play is stopped
	stops := each
	if soak.Whole() {
		stops = 500
	}
	for i := 0; i*each < stops; i++ {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			t.Parallel()
			seed, draw := strconv.Itoa(i%5+1), rand.New(rand.NewPCG(16, uint64(i)))
			whole := newUser(t).plays("--auto", "20", "--seed", seed, "grey-harbour")
			u := newUser(t)
			shown, stopped := u.stopped(seed, min(each, stops-i*each), func() time.Duration { return time.Duration(draw.IntN(300)) * time.Millisecond }, draw)
			inOrder(t, u, shown, len(whole))
			for _, r := range shown {
				if diff := unlike(whole, r); diff != "" {
					t.Error(diff)
				}
			}
			t.Logf("seed %s: stopped %d times", seed, stopped)
			if stopped == 0 {
				t.Error("it was over before it was stopped once")
			}
		})
	}
}

// A program that is stopped in the middle of a turn, with its skills or without them, for
// longer than a script may take or a turn, answers when it goes on, and in the turns after.
func TestPlayedAfterALongPause(t *testing.T) {
	stops := []time.Duration{2500 * time.Millisecond, 2500 * time.Millisecond}
	if soak.Whole() {
		for range 16 {
			stops = append(stops, 2500*time.Millisecond)
		}
		stops = append(stops, 100*time.Second, 100*time.Second)
	}
	var running atomic.Int64 // scripts that were stopped
	t.Cleanup(func() {
		if soak.Whole() && running.Load() == 0 {
			t.Error("no script ran when its program was stopped")
		}
	})
	for i, pause := range stops {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			t.Parallel()
			u := newUser(t)
			l := u.begins("--seed", strconv.Itoa(i), "--save", "stopped", "--no-endings", "--input", "-", "grey-harbour")
			shown := []told{l.next(), l.choose("1")}
			_, err := l.in.Write([]byte("2\n"))
			must(t, err)
			<-time.After(time.Duration(i*7%60) * time.Millisecond)
			scripts, goOn := u.stops(l.cmd.Process.Pid, i%2 == 1)
			running.Add(int64(scripts))
			<-time.After(pause)
			goOn()
			began := time.Now()
			shown = append(shown, l.next())
			answered := time.Since(began)
			for range 3 {
				began = time.Now()
				shown = append(shown, l.choose("1"))
				answered = max(answered, time.Since(began))
			}
			l.leave()
			inOrder(t, u, shown, 6)
			for _, r := range shown {
				if wrong := wrongOffer(&r); wrong != "" {
					t.Errorf("turn %d: %s", r.Turn, wrong)
				}
			}
			t.Logf("stopped for %v with %d scripts, answered within %v, %q", pause, scripts, answered, shown[2].Degraded)
			if answered > 5*time.Second {
				t.Errorf("answered after %v", answered)
			}
		})
	}
}

// stops stops the program, and its scripts too where they are to be; goOn lets all go on.
func (u *user) stops(pid int, scripts bool) (with int, goOn func()) {
	u.t.Helper()
	must(u.t, syscall.Kill(pid, syscall.SIGSTOP))
	stopped := []int{pid}
	if u.standsStill(pid) && scripts { // it starts no more of them
		for _, script := range u.scriptsOf(pid) {
			if syscall.Kill(script, syscall.SIGSTOP) == nil { // it may have ended
				stopped = append(stopped, script)
			}
		}
	}
	return len(stopped) - 1, func() {
		for _, pid := range stopped {
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
	}
}

// scriptsOf lists the processes that a process started.
func (u *user) scriptsOf(pid int) (pids []int) {
	u.t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	must(u.t, err)
	for _, file := range files {
		children, _ := os.ReadFile(file) // of a thread that has ended, nothing
		for _, child := range strings.Fields(string(children)) {
			id, err := strconv.Atoi(child)
			must(u.t, err)
			pids = append(pids, id)
		}
	}
	return pids
}

// inOrder looks whether all turns were shown, once and in order, and so stand in the log.
func inOrder(t *testing.T, u *user, shown []told, want int) {
	t.Helper()
	for i, r := range shown {
		if r.Turn != int64(i+1) || r.Prose == "" {
			t.Errorf("turn %d comes as number %d, with %d bytes of prose", r.Turn, i+1, len(r.Prose))
		}
	}
	if len(shown) != want {
		t.Errorf("%d turns were shown, want %d", len(shown), want)
	}
	wrong, open, crashed := readSessions(u.log("stopped"), int64(want))
	if len(wrong) > 0 || open || crashed != 0 {
		t.Errorf("in the log: %q, open %v, %d crashed", wrong, open, crashed)
	}
}

// stopped plays 20 turns and stops the program so many times, each time soon after a turn
// of its own was shown and for so long. It gives what was shown, and how often it was there
// to be stopped.
func (u *user) stopped(seed string, times int, pause func() time.Duration, draw *rand.Rand) (shown []told, stopped int) {
	u.t.Helper()
	cmd := u.command("play", "--json", "--auto", "20", "--seed", seed, "--save", "stopped", "grey-harbour")
	pipe, err := cmd.StdoutPipe()
	must(u.t, err)
	errs, err := os.Create(filepath.Join(u.dir, "errors"))
	must(u.t, err)
	defer errs.Close()
	cmd.Stderr = errs
	must(u.t, cmd.Start())
	u.t.Cleanup(func() { _ = cmd.Process.Kill() }) // of one that did not end
	out := bufio.NewReader(pipe)
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			break
		}
		shown = append(shown, recordOf(u.t, line))
		if n := len(shown); n%2 == 0 && stopped < times {
			<-time.After(time.Duration(draw.IntN(40_000)) * time.Microsecond)
			must(u.t, cmd.Process.Signal(syscall.SIGSTOP))
			if u.standsStill(cmd.Process.Pid) {
				stopped++
				<-time.After(pause())
			}
			must(u.t, cmd.Process.Signal(syscall.SIGCONT))
		}
	}
	if err := cmd.Wait(); err != nil {
		said, _ := os.ReadFile(errs.Name())
		u.t.Errorf("%v: %s", err, said)
	}
	return shown, stopped
}

// standsStill waits until a process is stopped: false for one that has ended.
func (u *user) standsStill(pid int) bool {
	u.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		must(u.t, err) // it is ours to wait for, so it is there
		switch state := string(stat[strings.LastIndexByte(string(stat), ')')+2]); state {
		case "T":
			return true
		case "Z":
			return false
		}
		<-time.After(time.Millisecond)
	}
	u.t.Fatal("it does not stop")
	return false
}
