package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// A skill that is dropped into the user's directory while a story is played is
// found without a restart, chosen by its trigger, and its patch is in the state.
func TestSkillDroppedInWhilePlaying(t *testing.T) {
	python := soak.Need(t, "python3")
	userStore(t)
	in, typing := io.Pipe()
	ended := make(chan int)
	go func() {
		ended <- run(context.Background(), []string{"play", "grey-harbour", "--seed", "1", "--save", "drop"}, in, io.Discard, io.Discard)
	}()
	say := func(line string) {
		t.Helper()
		if _, err := io.WriteString(typing, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	say("arrival/read_chalk")
	say("look") // is read when the turn is over
	if code, out, errs := command("story", "state", "drop", "chalk"); code != exitFailed {
		t.Fatalf("before there was a skill: exit %d: %s%s", code, out, errs)
	}
	writeSkill(t, filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "skills"), python)
	for began := time.Now(); ; {
		say("retry")
		if code, out, _ := command("story", "state", "drop", "chalk.counted"); code == exitOK {
			if out != "29\n" {
				t.Errorf("counted %s", out)
			}
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatal("the skill was not found")
		}
	}
	must(t, typing.Close())
	if code := <-ended; code != exitOK {
		t.Errorf("exit %d", code)
	}
}

// writeSkill makes the skill elsewhere and moves it in, as an unpacked archive is.
func writeSkill(t *testing.T, dir, python string) {
	t.Helper()
	made := filepath.Join(t.TempDir(), "chalk")
	must(t, os.MkdirAll(filepath.Join(made, "scripts"), 0o755))
	must(t, os.WriteFile(filepath.Join(made, "skill.json"), []byte(`{"name": "chalk", "version": "1.0.0", "description": "Counts strokes.",
		"scripts": [{"name": "count", "path": "count.py", "interpreter": "python3", "triggers": ["numbers chalked"]}]}`), 0o644))
	must(t, os.WriteFile(filepath.Join(made, "scripts", "count.py"), []byte(`import sys
sys.stdin.readline()
print('{"version":"0","type":"state_patch","patch":{"chalk":{"counted":29}}}')
print('{"version":"0","type":"done","ok":true}')
`), 0o755))
	must(t, os.MkdirAll(dir, 0o755))
	must(t, os.Rename(made, filepath.Join(dir, "chalk")))
	if python == "" {
		t.Fatal("no python3")
	}
}

// A skill that the user agreed to and that is changed while a story is played is left out
// with a word about it, once, at that turn and when the story is continued.
func TestSkillChangedWhilePlaying(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the skill is of sh")
	}
	userStore(t)
	dir := filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "skills", "chronicle")
	must(t, os.MkdirAll(filepath.Join(dir, "scripts"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "skill.json"), []byte(`{"name": "chronicle", "version": "1.0.0", "description": "Writes down what happened.",
		"scripts": [{"name": "note", "path": "note.sh", "permissions": ["data"]}]}`), 0o644))
	script := filepath.Join(dir, "scripts", "note.sh")
	must(t, os.WriteFile(script, []byte("#!/bin/sh\nread request\necho '{\"version\":\"0\",\"type\":\"done\",\"ok\":true}'\n"), 0o755))
	if code, out, errs := command("skills", "enable", "chronicle", "--yes"); code != exitOK {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	const notice = "The skill chronicle is left out: it has changed since it was enabled, and asks for data; to allow that: narratoria skills enable chronicle"

	in, typing := io.Pipe()
	var shown lockedBuffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(context.Background(), []string{"play", "grey-harbour", "--seed", "1", "--save", "agreed"}, in, &shown, io.Discard)
	}()
	said := func() int { return strings.Count(strings.Join(strings.Fields(shown.String()), " "), notice) }
	turn := func() { // look is read when the turn is over
		t.Helper()
		for _, line := range []string{"1\n", "look\n"} {
			if _, err := io.WriteString(typing, line); err != nil {
				t.Fatal(err)
			}
		}
	}
	turn()
	must(t, os.WriteFile(script, []byte("#!/bin/sh\nread request\necho '{\"version\":\"0\",\"type\":\"done\",\"ok\":true,\"output\":{}}'\n"), 0o755))
	for began := time.Now(); said() == 0; turn() {
		if time.Since(began) > time.Minute {
			t.Fatal("nothing was said of it")
		}
	}
	turn()
	turn()
	must(t, typing.Close())
	if code := <-ended; code != exitOK || said() != 1 {
		t.Errorf("exit %d, and it is said %d times", code, said())
	}
	code, _, errs := command("play", "--continue", "--save", "agreed", "--auto", "1")
	if code != exitOK || strings.Count(errs, notice) != 1 {
		t.Errorf("exit %d, and at the next start: %s", code, errs)
	}
}

// A lockedBuffer may be written and read by two goroutines.
type lockedBuffer struct {
	mutex sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.Buffer.String()
}

// Signals end play cleanly: the session is closed, and the program says so by its
// exit code. At a prompt they are no failure.
func TestSignalsEndPlay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs cannot be sent signals there")
	}
	program, err := exec.LookPath("narratoria")
	must(t, err)
	for i, c := range []struct {
		signal os.Signal
		args   []string
		code   int
	}{
		{os.Interrupt, []string{"play", "minimal"}, exitOK},
		{syscall.SIGTERM, []string{"play", "minimal"}, exitOK},
		{syscall.SIGHUP, []string{"play", "minimal", "--input", "-"}, exitOK},
		{os.Interrupt, []string{"play", "minimal", "--auto", "100000", "--no-endings"}, exitFailed},
		{syscall.SIGTERM, []string{"play", "minimal", "--auto", "100000", "--no-endings"}, exitFailed},
	} {
		t.Run(fmt.Sprint(i, c.signal, c.args), func(t *testing.T) {
			userStore(t)
			cmd := exec.Command(program, append(c.args, "--save", "monday")...)
			stdin, err := cmd.StdinPipe()
			must(t, err)
			defer stdin.Close()
			out, err := cmd.StdoutPipe()
			must(t, err)
			var errs bytes.Buffer
			cmd.Stderr = &errs
			must(t, cmd.Start())
			reader := bufio.NewReader(out)
			for line := ""; !strings.HasPrefix(line, "3. "); { // the choices of a turn
				if line, err = reader.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
			must(t, cmd.Process.Signal(c.signal))
			_, _ = io.Copy(io.Discard, reader)
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != c.code {
				t.Errorf("exit %d, want %d: %s", code, c.code, errs.String())
			}
			_, log, _ := command("story", "log", "monday")
			if !strings.Contains(log, "session.closed") || !strings.Contains(log, "reason=quit") {
				t.Errorf("the session was not closed:\n%s", log)
			}
		})
	}
}

// To open a pipe whose writer has gone is to wait for another: signals end that, too,
// and no save is left behind in which nothing was told.
func TestSignalsEndWaitingForChoices(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere /dev/fd gives the descriptor itself, and nothing is waited for")
	}
	program, err := exec.LookPath("narratoria")
	must(t, err)
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt, syscall.SIGHUP} {
		t.Run(fmt.Sprint(signal), func(t *testing.T) {
			userStore(t)
			path := filepath.Join(t.TempDir(), "choices")
			must(t, exec.Command("mkfifo", path).Run())
			writer, err := os.OpenFile(path, os.O_RDWR, 0)
			must(t, err)
			reader, err := os.Open(path)
			must(t, err)
			must(t, writer.Close())
			defer reader.Close()

			cmd := exec.Command(program, "play", "minimal", "--input", "/dev/fd/3", "--save", "monday")
			cmd.ExtraFiles = []*os.File{reader}
			var errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &errs, &errs
			must(t, cmd.Start())
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			for began := time.Now(); ; time.Sleep(time.Millisecond) { // until the save is open
				if found, _ := filepath.Glob(filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "saves", "monday*")); len(found) > 0 {
					break
				}
				if time.Since(began) > time.Minute {
					t.Fatal("no save was made")
				}
			}
			must(t, cmd.Process.Signal(signal))
			select {
			case <-ended:
			case <-time.After(30 * time.Second):
				must(t, cmd.Process.Kill())
				<-ended
				t.Fatal("the signal did not end it")
			}
			if code := cmd.ProcessState.ExitCode(); code != exitOK || errs.Len() > 0 {
				t.Errorf("exit %d: %s", code, errs.String())
			}
			if _, out, _ := command("saves"); strings.Contains(out, "monday") {
				t.Errorf("the save was left: %s", out)
			}
		})
	}
}
