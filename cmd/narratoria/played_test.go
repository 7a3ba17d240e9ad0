package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/story/event"
)

// The tests named TestPlayed play whole stories with the programs that ship, each
// as a user of its own.

// shipped is the directory with the programs as they ship, built once. It goes
// with what testscript made for this run.
var shipped = sync.OnceValues(func() (string, error) {
	program, err := exec.LookPath("narratoria")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(filepath.Dir(filepath.Dir(program)), "shipped")
	cmd := exec.Command("go", "build", "-o", dir+string(filepath.Separator), ".", "../narratoria-skills")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", errors.New("go build: " + string(out))
	}
	return dir, nil
})

// A user has directories of their own, and the programs that ship.
type user struct {
	t       *testing.T
	dir     string // the current one of all commands, with home/ and tmp/ in it
	program string
}

func newUser(t *testing.T) *user {
	t.Helper()
	programs, err := shipped()
	must(t, err)
	u := &user{t: t, dir: t.TempDir(), program: filepath.Join(programs, "narratoria")}
	must(t, os.MkdirAll(filepath.Join(u.dir, "tmp"), 0o755))
	return u
}

// command is one run of narratoria.
func (u *user) command(args ...string) *exec.Cmd {
	return u.as(exec.Command(u.program, args...))
}

// as lets a command run as this user.
func (u *user) as(cmd *exec.Cmd) *exec.Cmd {
	cmd.Dir = u.dir
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(u.dir, "tmp"))
	for _, name := range []string{"data", "config", "state"} {
		cmd.Env = append(cmd.Env, "NARRATORIA_"+strings.ToUpper(name)+"_DIR="+filepath.Join(u.dir, "home", name))
	}
	return cmd
}

// run gives what a run printed, and how it ended.
func (u *user) run(args ...string) (code int, out, errs string) {
	u.t.Helper()
	return u.ended(u.command(args...))
}

func (u *user) ended(cmd *exec.Cmd) (code int, out, errs string) {
	u.t.Helper()
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		u.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

// does is a run that must go well, and say nothing on stderr.
func (u *user) does(args ...string) string {
	u.t.Helper()
	code, out, errs := u.run(args...)
	if code != exitOK || errs != "" {
		u.t.Fatalf("narratoria %s: exit %d: %s", strings.Join(args, " "), code, errs)
	}
	return out
}

// plays is `play --json` that must go well.
func (u *user) plays(args ...string) []told {
	u.t.Helper()
	return recordsOf(u.t, u.does(append([]string{"play", "--json"}, args...)...))
}

// refused is a run that must end with a code and one line on stderr, and say
// nothing else.
func (u *user) refused(want int, args ...string) string {
	u.t.Helper()
	code, out, errs := u.run(args...)
	if code != want || out != "" || strings.Count(errs, "\n") != 1 {
		u.t.Errorf("narratoria %s: exit %d, want %d and one line: %q %q", strings.Join(args, " "), code, want, out, errs)
	}
	return errs
}

// writes makes a file below the user's directory.
func (u *user) writes(name, text string) {
	u.t.Helper()
	save(u.t, filepath.Join(u.dir, name), text)
}

// log is the events of a save.
func (u *user) log(name string) []event.Event {
	u.t.Helper()
	var all []event.Event
	for line := range strings.Lines(u.does("story", "log", name, "--json")) {
		e, err := event.Decode([]byte(strings.TrimSpace(line)))
		must(u.t, err)
		all = append(all, e)
	}
	return all
}

// told is a turn record as it was printed, as far as tests look into it.
type told struct {
	Turn, Session int64
	Resumed       bool
	Choice        *struct{ ID, Text string }
	Scene         struct{ Place, Type string }
	Prose         string
	Choices       []toldChoice
	Ending        *string
	Fallback      bool
	Degraded      []string
	Plan          struct {
		Tools []struct{ ToolID, ToolPath string }
	}
	Result    toldResult
	Settling  struct{ Result toldResult }
	Closing   struct{ Result toldResult }
	UI, Rolls []map[string]any
	Assets    []struct{ Kind, Who, Origin string }
	line      string
}

type toldChoice struct {
	ID, Text, Source, Kind string
	Action                 struct {
		To    []string
		Place string
	}
	Because []struct {
		Position int64
		Text     string
	}
}

type toldResult struct{ ToolResults []toldStep }

type toldStep struct {
	ToolID, Script, State string
	RetryCount            int
	Output                map[string]any
}

// results are what came of all plans of a turn.
func (r *told) results() []toldResult {
	return []toldResult{r.Result, r.Settling.Result, r.Closing.Result}
}

func recordsOf(t *testing.T, out string) []told {
	t.Helper()
	var all []told
	for line := range strings.Lines(out) {
		all = append(all, recordOf(t, line))
	}
	return all
}

func recordOf(t *testing.T, line string) told {
	t.Helper()
	r := told{line: line}
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		t.Fatalf("%v: %.200s", err, line)
	}
	return r
}

// paragraphs are those of the turn's prose.
func (r *told) paragraphs() []string {
	var all []string
	for p := range strings.SplitSeq(r.Prose, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, p)
		}
	}
	return all
}

func (r *told) ended() bool { return r.Ending != nil }

// A live play is one that is talked to, record by record.
type live struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err bytes.Buffer
}

// begins starts `play --json` with choices from stdin. It is killed with the test,
// if it is still there.
func (u *user) begins(args ...string) *live {
	u.t.Helper()
	l := &live{t: u.t, cmd: u.command(append([]string{"play", "--json"}, args...)...)}
	in, err := l.cmd.StdinPipe()
	must(u.t, err)
	out, err := l.cmd.StdoutPipe()
	must(u.t, err)
	l.in, l.out, l.cmd.Stderr = in, bufio.NewReader(out), &l.err
	must(u.t, l.cmd.Start())
	u.t.Cleanup(func() {
		if l.cmd.ProcessState == nil {
			_ = l.cmd.Process.Kill()
			_ = l.cmd.Wait()
		}
	})
	return l
}

// next is the next record.
func (l *live) next() told {
	l.t.Helper()
	line, err := l.out.ReadString('\n')
	if err != nil {
		_ = l.cmd.Wait()
		l.t.Fatalf("no record came: %v: %s", err, l.err.String())
	}
	return recordOf(l.t, line)
}

// choose says a choice and gives the turn that it leads to.
func (l *live) choose(id string) told {
	l.t.Helper()
	_, err := io.WriteString(l.in, id+"\n")
	must(l.t, err)
	return l.next()
}

// leave ends the input, and the play must end well.
func (l *live) leave() {
	l.t.Helper()
	must(l.t, l.in.Close())
	rest, err := io.ReadAll(l.out)
	must(l.t, err)
	if err := l.cmd.Wait(); err != nil || len(rest) > 0 || l.err.Len() > 0 {
		l.t.Fatalf("%v: %q %s", err, rest, l.err.String())
	}
}

// proving is a campaign in which every bundled skill is needed, and choices that
// need it can be taken again and again.
func proving(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", "played", "proving"))
	must(t, err)
	return dir
}
