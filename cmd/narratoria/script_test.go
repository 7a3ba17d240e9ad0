package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills-src/bundled"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/skills/process/launcher"
)

// The test binary is also the programs that scripts start, under their names. Under
// the race detector each would sleep for a second when it ends, and a turn starts
// ten of them.
func TestMain(m *testing.M) {
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0")
	testscript.Main(cached{m}, map[string]func(){"narratoria": main, "narratoria-skills": serveBundled})
}

// cached runs the tests with a cache of their own. What lies in copies of skills
// cannot be written, and a test's temporary directory could not be removed with them.
type cached struct{ tests testscript.TestingM }

func (c cached) Run() int {
	dir, err := scratch.Open(os.TempDir(), "narratoria-run-tests-")
	if err != nil {
		panic(err)
	}
	defer dir.Close()
	_ = os.Setenv("NARRATORIA_CACHE_DIR", filepath.Join(dir.Path(), "cache"))
	code := c.tests.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, "goroutines are left behind the tests:", err)
		return 1
	}
	return code
}

// serveBundled stands for narratoria-skills.
func serveBundled() {
	if os.Args[1] == launcher.Flag {
		syscall.Exit(launcher.Become(os.Args[2:]))
	}
	script := bundled.Scripts()[os.Args[1]+"/"+os.Args[2]]
	// The host hands scripts no GORACE; this way of ending does not sleep either.
	syscall.Exit(kit.Serve(context.Background(), os.Stdin, os.Stdout, os.Stderr, script))
}

// The scripts of testdata/script are sessions at a command line, each by a user
// who has never run the program. Besides the usual commands they have
//
//	exits CODE PROGRAM [ARGUMENT]...    run it, and hold it to its exit code
//	same FILE FILE, differ FILE FILE    compare what two runs printed
//
// and $PROGRAM, the program's path.
func TestScripts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the scripts' skills are shell scripts")
	}
	soak.Need(t, "sh")
	program, err := exec.LookPath("narratoria")
	must(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			for _, dir := range []string{"data", "config", "state"} {
				env.Setenv("NARRATORIA_"+strings.ToUpper(dir)+"_DIR", filepath.Join(env.WorkDir, "home", dir))
			}
			env.Setenv("PROGRAM", program)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return makeExecutable(env.WorkDir)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "differ": differ, "halve": halve},
	})
}

// makeExecutable gives scripts of skills the bit that an archive cannot hold.
func makeExecutable(dir string) error {
	scripts, err := filepath.Glob(filepath.Join(dir, "skills", "*", "scripts", "*"))
	for _, script := range scripts {
		err = errors.Join(err, os.Chmod(script, 0o755))
	}
	return err
}

// halve cuts off half of each file of a directory.
func halve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: halve DIRECTORY")
	}
	files, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	for _, file := range files {
		info, err := file.Info()
		ts.Check(err)
		ts.Check(os.Truncate(filepath.Join(ts.MkAbs(args[0]), file.Name()), info.Size()/2))
	}
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	code := 0
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		code = ended.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit %d, want %d", code, want)
	}
}

func differ(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: differ FILE FILE")
	}
	if ts.ReadFile(args[0]) == ts.ReadFile(args[1]) {
		ts.Fatalf("%s and %s are the same", args[0], args[1])
	}
}

// A plan that names no registered script starts no program at all: the only one
// that the system sees begin is narratoria itself.
func TestRefusedPlanStartsNothing(t *testing.T) {
	strace := soak.Need(t, "strace")
	program, err := exec.LookPath("narratoria")
	must(t, err)
	home(t)
	for _, toolPath := range []string{"/bin/sh", "../x", "sh -c 'touch started'", "torch/light", "echo/ehco", "echo/../echo/echo"} {
		if started := programsStarted(t, strace, program, toolPath); started != 1 {
			t.Errorf("toolPath %q: %d programs were started, and narratoria is one", toolPath, started)
		}
	}
	if started := programsStarted(t, strace, program, "echo/echo"); started < 2 {
		t.Errorf("a registered script: %d programs were started, so this test would see nothing", started)
	}
}

// programsStarted runs a plan of one step and counts what execve began.
func programsStarted(t *testing.T, strace, program, toolPath string) int {
	t.Helper()
	text := strictjson.Append(nil, strictjson.Object{"requestId": "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11", "tools": []any{strictjson.Object{"toolId": "a", "toolPath": toolPath}}})
	must(t, os.WriteFile("plan.json", text, 0o644))
	cmd := exec.Command(strace, "-f", "-qq", "-e", "trace=execve,execveat", "-e", "signal=none", "-o", "started", program, "plan", "run", "plan.json")
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != exitFailed {
		t.Fatalf("strace: %v\n%s", err, out)
	}
	log, err := os.ReadFile("started")
	must(t, err)
	return strings.Count(string(log), "execve(") + strings.Count(string(log), "execveat(")
}
