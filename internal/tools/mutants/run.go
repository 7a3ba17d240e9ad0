package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A runner runs the tests of a tree with mistakes laid over it. No file of the tree is
// touched.
type runner struct {
	root    string
	scratch string // a directory of its own
	limit   time.Duration
	stderr  io.Writer
}

// verdict is what the tests said of a mutant.
type verdict struct {
	killer string // the first test that failed; "" where the mutant lives
	took   time.Duration
}

// errBroken is that the tests could not be run at all, or fail without any mistake.
var errBroken = errors.New("the tests cannot judge")

// sound reports an error where the tests of some packages fail as the tree stands: then
// they would kill whatever is put there.
func (r *runner) sound(tests []string) error {
	v, err := r.test("", tests)
	if err == nil && v.killer != "" {
		err = fmt.Errorf("%w: without a mutant, %s fails", errBroken, v.killer)
	}
	return err
}

// judge runs the tests that must kill a mutant. One that does not compile is an error of
// the list.
func (r *runner) judge(m mutant) (verdict, error) {
	changed, err := m.applied(r.root)
	if err != nil {
		return verdict{}, err
	}
	overlay, err := r.overlay(m, changed)
	if err != nil {
		return verdict{}, err
	}
	var said bytes.Buffer
	build := r.command("build", "-overlay", overlay, "./"+filepath.ToSlash(filepath.Dir(m.file)))
	build.Stdout, build.Stderr = &said, &said
	if err := build.Run(); err != nil {
		return verdict{}, fmt.Errorf("it does not compile: %w\n%s", err, said.String())
	}
	return r.test(overlay, m.tests)
}

// overlay writes the file that tells the go command to read the mutant's file in place
// of the one in the tree.
func (r *runner) overlay(m mutant, changed []byte) (string, error) {
	root, err := filepath.Abs(r.root)
	if err != nil {
		return "", err
	}
	file := filepath.Join(r.scratch, fmt.Sprintf("mutant-%d.go", m.number))
	replace := map[string]map[string]string{"Replace": {filepath.Join(root, filepath.FromSlash(m.file)): file}}
	list, err := json.Marshal(replace)
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(r.scratch, fmt.Sprintf("mutant-%d.json", m.number))
	return overlay, errors.Join(os.WriteFile(file, changed, 0o600), os.WriteFile(overlay, list, 0o600))
}

func (r *runner) command(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = r.root
	return cmd
}

// recordings are tests that hold the program against what it once wrote. They fail for
// whatever changes anything, and are recorded anew when something is meant to change: that
// they notice a mistake says nothing of whether anybody knows it for one.
const recordings = "^(TestOldLogsReplay|TestRecordedGamesAreShown)$"

// test runs the tests of some packages but for recordings, until the first that fails.
// Tests that run into the limit fail: a mutant that hangs is found as surely as any.
func (r *runner) test(overlay string, tests []string) (verdict, error) {
	args := []string{"test", "-json", "-count=1", "-failfast", "-vet=off", "-p=1", "-skip", recordings, "-timeout", r.limit.String()}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	began := time.Now()
	cmd := r.command(append(args, tests...)...)
	cmd.Stderr = r.stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return verdict{}, err
	}
	if err := cmd.Start(); err != nil {
		return verdict{}, err
	}
	killer, ran, readErr := firstFailed(out)
	runErr := cmd.Wait()
	v := verdict{killer: killer, took: time.Since(began)}
	switch {
	case readErr != nil:
		return v, readErr
	case !ran:
		return v, fmt.Errorf("%w: no test of %v ran: %v", errBroken, tests, runErr)
	case killer == "" && runErr != nil:
		return v, fmt.Errorf("%w: %v: %w", errBroken, tests, runErr)
	}
	return v, nil
}

// firstFailed reads what `go test -json` says: the first test that failed, and whether
// any ran.
func firstFailed(r io.Reader) (killer string, ran bool, err error) {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		var e struct{ Action, Test string } // see `go doc test2json`
		if json.Unmarshal(line, &e) == nil && e.Test != "" {
			ran = true
			if e.Action == "fail" && killer == "" {
				killer = e.Test
			}
		}
		if err == io.EOF {
			return killer, ran, nil
		}
		if err != nil {
			return killer, ran, err
		}
	}
}
