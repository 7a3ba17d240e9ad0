package main

import (
	"bufio"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// A play that is interrupted at any moment ends soon, leaves no process behind, and its log
// has each turn whole or not at all, those that were shown among them.
func TestPlayedAndInterrupted(t *testing.T) {
	times := 10
	if soak.Whole() {
		times = 500
	}
	var mu sync.Mutex
	var longest time.Duration
	seen := 0
	t.Cleanup(func() {
		if seen == 0 && soak.Whole() {
			t.Error("no skill was seen running, so nobody looks where they would be")
		}
		t.Logf("%d interruptions, %d with a skill running; the longest took %v to end", times, seen, longest.Round(time.Millisecond))
	})
	for i := range times {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			t.Parallel()
			u, draw := newUser(t), rand.New(rand.NewPCG(18, uint64(i)))
			took, last, running := u.interrupted(int64(i%5), time.Duration(draw.IntN(120_000))*time.Microsecond)
			if took > 5*time.Second && soak.Whole() {
				t.Errorf("it took %v to end", took)
			}
			if left := u.processes(); len(left) > 0 {
				t.Errorf("there are still %q", left)
			}
			u.holdLog(last)
			mu.Lock()
			defer mu.Unlock()
			longest = max(longest, took)
			if running {
				seen++
			}
		})
	}
}

// So does one that is interrupted while a text is written that a skill asked for, of a server that never comes to an end.
func TestPlayedAndInterruptedInAText(t *testing.T) {
	asked := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else it is not seen that nobody waits any more
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	u := newUser(t)
	save(t, filepath.Join(u.dir, "home", "config", "config.json"),
		`{"models": {"providers": {"here": {"kind": "openai", "address": "`+server.URL+`/v1", "model": "m"}}, "text": ["here"]}}`)
	dir := filepath.Join(u.dir, "home", "data", "skills", "sight")
	save(t, filepath.Join(dir, "skill.json"), `{"name": "sight", "version": "1.0.0", "description": "Says what is to be seen.", "priority": 100,
		"scripts": [{"name": "sight", "path": "sight.sh", "interpreter": "sh", "timeout": 20000, "permissions": ["generate"], "triggers": ["the", "to", "with", "what", "about", "for"]}]}`)
	save(t, filepath.Join(dir, "scripts", "sight.sh"), `read request
echo '{"version":"0","type":"call","id":"1","method":"generate","params":{"prompt":"Go on."}}'
read reply
echo '{"version":"0","type":"done","ok":true}'
`)
	if code, out, errs := u.run("skills", "enable", "sight", "--yes"); code != exitOK {
		t.Fatal(out, errs)
	}
	cmd := u.command("play", "--json", "--auto", "1000", "--no-endings", "--seed", "1", "--save", killedSave, "grey-harbour")
	must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // of one that did not end
	select {
	case <-asked:
	case <-time.After(time.Minute):
		t.Fatal("no skill asks for a text")
	}
	must(t, cmd.Process.Signal(os.Interrupt))
	began := time.Now()
	if err := cmd.Wait(); err == nil {
		t.Error("it ended as if it had come to the last of a thousand turns")
	}
	took := time.Since(began)
	if t.Logf("it took %v to end", took); took > 5*time.Second {
		t.Errorf("that is too long")
	}
	if left := u.processes(); len(left) > 0 {
		t.Errorf("there are still %q", left)
	}
	u.holdLog(0)
}

// interrupted plays until a turn was shown, waits for a moment and interrupts the program. It
// gives how long that took, the last turn that was shown, and whether a skill was running.
func (u *user) interrupted(until int64, moment time.Duration) (took time.Duration, last int64, running bool) {
	u.t.Helper()
	cmd := u.command("play", "--json", "--auto", "1000", "--no-endings", "--seed", strconv.FormatInt(until, 10), "--save", killedSave, "grey-harbour")
	pipe, err := cmd.StdoutPipe()
	must(u.t, err)
	must(u.t, cmd.Start())
	u.t.Cleanup(func() { _ = cmd.Process.Kill() }) // of one that did not end
	out := bufio.NewReader(pipe)
	take := func() bool {
		line, err := out.ReadString('\n')
		if err == nil {
			last = recordOf(u.t, line).Turn
		}
		return err == nil
	}
	for last < until && take() {
	}
	<-time.After(moment)
	running = len(u.processes()) > 1
	must(u.t, cmd.Process.Signal(os.Interrupt))
	began := time.Now()
	late := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Signal(syscall.SIGQUIT) })
	defer late.Stop()
	for take() {
	}
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err == nil {
		u.t.Error("it ended as if it had come to the last of a thousand turns")
	}
	return time.Since(began), last, running
}

// processes are the programs that run in the directories of this user, or were told of them.
func (u *user) processes() (found []string) {
	u.t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*")
	must(u.t, err)
	for _, process := range all {
		environ, _ := os.ReadFile(filepath.Join(process, "environ"))
		command, _ := os.ReadFile(filepath.Join(process, "cmdline"))
		place, _ := os.Readlink(filepath.Join(process, "cwd"))
		if strings.Contains(string(environ)+string(command)+place, u.dir) {
			found = append(found, strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return found
}
