//go:build unix

package process

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

func onceClose(c chan struct{}) func(protocol.Event) {
	once := sync.OnceFunc(func() { close(c) })
	return func(protocol.Event) { once() }
}

// run runs a behaviour in a transport of its own.
func run(t *testing.T, options Options, inv skills.Invocation) skills.Outcome {
	t.Helper()
	tr := New(options)
	defer tr.Close()
	return tr.Run(t.Context(), inv)
}

func code(outcome skills.Outcome) string {
	if outcome.Err == nil {
		return ""
	}
	return outcome.Err.Code
}

func texts(list any) []string {
	var out []string
	for _, item := range list.([]any) {
		out = append(out, fmt.Sprint(item))
	}
	return out
}

func TestSurroundings(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "secret")
	t.Setenv("SSH_AUTH_SOCK", "/secret")
	t.Setenv("LANG", "C.UTF-8")
	leak, err := os.Open("/dev/null") // a descriptor that must not be inherited
	must(err)
	defer leak.Close()
	data := t.TempDir()
	outcome := run(t, Options{DataRoot: skills.DataRoot{Base: data}}, invocation("report", "0"))
	if outcome.Err != nil {
		t.Fatal(outcome.Err)
	}
	got := outcome.Done.Output
	var names []string
	for _, variable := range texts(got["environ"]) {
		name, value, _ := strings.Cut(variable, "=")
		names = append(names, name)
		if name == "HOME" && value != filepath.Join(data, "hostile") {
			t.Errorf("HOME is %s", value)
		}
	}
	slices.Sort(names)
	allowed := append([]string{marker, "NARRATORIA_OUTPUT_DIR", "NARRATORIA_DATA_DIR", "HOME", "TMPDIR", "PWD", "PYTHONDONTWRITEBYTECODE"}, inherited...)
	for _, name := range names {
		if !slices.Contains(allowed, name) {
			t.Errorf("the script sees %s", name)
		}
	}
	if !slices.Contains(names, "LANG") {
		t.Error("LANG is on the allow-list and did not come through")
	}
	if want := filepath.Dir(must1(os.Executable())); got["dir"] != want {
		t.Errorf("working directory %v, want %s", got["dir"], want)
	}
	if _, err := os.Stat(filepath.Join(data, "hostile")); err != nil {
		t.Error("the data directory did not stay: ", err)
	}
	for _, fd := range texts(got["fds"]) {
		if fd > "3" {
			t.Errorf("descriptor %s is open in the script", fd)
		}
	}
}

func TestFailedAttemptLeavesNothing(t *testing.T) {
	temp, assets := t.TempDir(), t.TempDir()
	outcome := run(t, Options{TempRoot: temp, Assets: assets}, invocation("crash-after-work", "0"))
	if code(outcome) != transport.CodeExit || outcome.Err.Category != plan.ProcessError {
		t.Errorf("ended with %v", outcome.Err)
	}
	if len(outcome.Events) != 3 {
		t.Errorf("%d events are kept for the trace, want 3", len(outcome.Events))
	}
	if outcome.Patches != nil || outcome.Assets != nil || outcome.Effects != nil {
		t.Errorf("left %v %v %v", outcome.Patches, outcome.Assets, outcome.Effects)
	}
	for _, dir := range []string{temp, assets} {
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s is left", left[0].Name())
		}
	}
}

func TestLockedDirectoriesAreRemoved(t *testing.T) {
	temp := t.TempDir()
	if outcome := run(t, Options{TempRoot: temp}, invocation("unpack", "0")); outcome.Err != nil {
		t.Fatal(outcome.Err)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
}

func TestStderrIsKept(t *testing.T) {
	outcome := run(t, Options{}, invocation("log", "0"))
	if !strings.Contains(string(outcome.Stderr), "plain words\n") || outcome.Err != nil {
		t.Errorf("stderr kept: %q, %v", outcome.Stderr, outcome.Err)
	}
}

func TestAfterDone(t *testing.T) {
	outcome := run(t, Options{}, invocation("after-done", "0"))
	if outcome.Err != nil || len(outcome.Warnings) != 1 {
		t.Errorf("%v, warnings %q", outcome.Err, outcome.Warnings)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	tr := New(Options{Grace: 50 * time.Millisecond})
	defer tr.Close()
	outcome = tr.Run(ctx, invocation("done-then-hang", "0"))
	if code(outcome) != transport.CodeTimeout || outcome.Err.Category != plan.TimedOut {
		t.Errorf("a script that stays after done ended with %v", outcome.Err)
	}
}

func TestCallsOverPipes(t *testing.T) {
	for how, want := range map[string]string{"call": "", "fire-and-forget": "call_outstanding", "until-stdin-ends": ""} {
		inv := invocation(how, "0")
		if how != "until-stdin-ends" {
			inv.Script.Permissions = []skills.Permission{skills.Random}
			inv.Scope.Granted = inv.Script.Permissions
		}
		outcome := run(t, Options{Host: sevens{}}, inv)
		if code(outcome) != want {
			t.Errorf("%s ended with %v, want %q", how, outcome.Err, want)
		}
		if how == "call" && !strings.Contains(string(outcome.Stderr), `"n":7`) {
			t.Errorf("the reply was %s", outcome.Stderr)
		}
	}
}

// sevens is a host that answers everything with 7.
type sevens struct{}

func (sevens) Features() []string               { return []string{"random"} }
func (sevens) Open(skills.Scope) skills.Session { return sevens{} }
func (sevens) Effects() []plan.Effect           { return nil }
func (sevens) Call(context.Context, string, protocol.Object) (protocol.Object, *protocol.CallError) {
	return protocol.Object{"n": 7}, nil
}

func TestStartFailuresSayWhatToDo(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		must(os.WriteFile(path, []byte(text), mode))
		return path
	}
	for _, test := range []struct {
		name   string
		script skills.Script
		want   string
	}{
		{"no first line", skills.Script{Path: file("a", "echo hi\n", 0o700)}, "begin the script with a line such as #!"},
		{"not executable", skills.Script{Path: file("b", "#!/bin/sh\n", 0o600)}, "chmod +x"},
		{"no such interpreter", skills.Script{Path: file("c", "#!/no/such/program\n", 0o700)}, "its #! line names, is missing"},
		{"missing", skills.Script{Path: filepath.Join(dir, "d")}, "its file cannot be read"},
		{"interpreter not installed", skills.Script{Path: file("e", "", 0o600), Interpreter: []string{"no-such-python"}}, `interpreter "no-such-python" is not on the PATH`},
		{"no bundled program", skills.Script{Builtin: "roll-dice"}, "narratoria-skills"},
		{"changed", skills.Script{File: "f", Skill: &skills.Skill{Name: "s", Dir: dir, Digest: strings.Repeat("0", 64)}}, "has changed since it was loaded"},
	} {
		test.script.Ref = plan.ScriptRef{Skill: "s", Script: "x"}
		outcome := run(t, Options{}, skills.Invocation{Script: &test.script})
		if code(outcome) != transport.CodeStart || !strings.Contains(outcome.Err.Message, test.want) || !strings.Contains(outcome.Err.Message, "s/x") {
			t.Errorf("%s: %v", test.name, outcome.Err)
		}
	}
}

// Who has no time left, or is leaving, is told so, and no script starts.
func TestNothingStartsAfterTheEnd(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	tr := New(Options{DataRoot: skills.DataRoot{Base: t.TempDir()}, TempRoot: t.TempDir(), Assets: t.TempDir()})
	defer tr.Close()
	for want, ctx := range map[string]context.Context{transport.CodeCancelled: gone, transport.CodeTimeout: late} {
		if outcome := tr.Run(ctx, invocation("log", "0")); code(outcome) != want || len(outcome.Events) > 0 {
			t.Errorf("%v %d, want %s", outcome.Err, len(outcome.Events), want)
		}
	}
}

func TestStderrKeepsHeadAndTail(t *testing.T) {
	s := &stderr{}
	for i := range 100_000 {
		fmt.Fprintf(keeper{s}, "line %06d\n", i)
	}
	kept := string(s.bytes())
	if len(kept) > 2*keptEnd+100 || !strings.HasPrefix(kept, "line 000000\n") || !strings.HasSuffix(kept, "line 099999\n") {
		t.Errorf("%d bytes kept: %.20q ... %q", len(kept), kept, kept[len(kept)-20:])
	}
	if want := fmt.Sprintf("%d bytes left out", 100_000*12-2*keptEnd); !strings.Contains(kept, want) {
		t.Errorf("does not say %q", want)
	}
}

type keeper struct{ *stderr }

func (k keeper) Write(p []byte) (int, error) { k.keep(p); return len(p), nil }

func must1[T any](v T, err error) T {
	must(err)
	return v
}
