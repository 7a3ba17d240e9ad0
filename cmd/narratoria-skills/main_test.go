package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	for _, test := range []struct {
		name           string
		args           []string
		stdout, stderr string // what they contain
		code           int
	}{
		{"script", []string{"echo", "echo"}, `{"version":"0","type":"done","ok":true,"output":{"a":1}}`, "", 0},
		{"failing script", []string{"dice-roller", "roll-dice"}, `"errorCode":"bad_input"`, "", 0},
		{"list", []string{"--list"}, "dice-roller/roll-dice\necho/echo\n", "", 0},
		{"nothing", nil, "", usage, 2},
		{"skill alone", []string{"echo"}, "", usage, 2},
		{"too much", []string{"echo", "echo", "echo"}, "", usage, 2},
		{"misspelt", []string{"dice-roler", "roll_dice"}, "", `no bundled script "dice-roler/roll_dice"; did you mean "dice-roller/roll-dice"?`, 2},
		{"unknown", []string{"weather", "forecast"}, "", `no bundled script "weather/forecast"; narratoria-skills --list names them all`, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			code := run(t.Context(), test.args, strings.NewReader(`{"input":{"a":1}}`), &stdout, &stderr)
			if code != test.code || !strings.Contains(stdout.String(), test.stdout) || !strings.Contains(stderr.String(), test.stderr) ||
				(test.code != 0) != (stdout.Len() == 0) {
				t.Errorf("exit %d\n%s%s", code, stdout.String(), stderr.String())
			}
		})
	}
}

// The program starts for every step of a plan: it may be 8 MB large, and start
// in twice the time of a Go program that does nothing.
func TestSmallAndQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	dir := t.TempDir()
	program, empty := build(t, dir, "skills", "."), build(t, dir, "empty", emptyProgram(t, dir))
	info, err := os.Stat(program)
	if err != nil || info.Size() > 8<<20 {
		t.Fatalf("%v bytes, at most 8 MiB; %v", info.Size(), err)
	}
	// A start is as quick as the quickest of many: the others were kept waiting.
	var ours, theirs time.Duration
	for range 3 {
		ours, theirs = quickest(t, program, empty)
		if ours <= 2*theirs {
			break
		}
	}
	t.Logf("%d bytes, starts in %v, an empty program in %v", info.Size(), ours, theirs)
	if ours > 2*theirs {
		t.Errorf("starts in %v, more than twice the %v of an empty program", ours, theirs)
	}
}

func emptyProgram(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func build(t testing.TB, dir, name, source string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	program := filepath.Join(dir, name)
	command := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, source)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// quickest starts both programs in turns and gives the best time of each.
func quickest(t *testing.T, ours, theirs string) (a, b time.Duration) {
	t.Helper()
	a, b = time.Hour, time.Hour
	for range 60 {
		a, b = min(a, start(t, ours, "--list")), min(b, start(t, theirs))
	}
	return a, b
}

func start(t testing.TB, program string, args ...string) time.Duration {
	t.Helper()
	begin := time.Now()
	if err := exec.Command(program, args...).Run(); err != nil {
		t.Fatal(err)
	}
	return time.Since(begin)
}

// What starts that often carries nothing it does not need.
func TestLinksNothingHeavy(t *testing.T) {
	for of, want := range map[string]bool{".": false, "net/http": true, "github.com/narratoria/narratoria/internal/rng": true} {
		out, err := exec.Command("go", "list", "-deps", of).Output()
		if err != nil {
			t.Fatal(err)
		}
		if found := slices.DeleteFunc(strings.Fields(string(out)), light); (len(found) > 0) != want {
			t.Errorf("%s links %s", of, found)
		}
	}
}

func light(dep string) bool {
	switch dep {
	case "net", "regexp", "os/exec", "text/template", "github.com/google/uuid":
		return false
	}
	return !strings.HasPrefix(dep, "crypto/") && !strings.HasSuffix(dep, "/contracts")
}

func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	program := build(b, dir, "skills", ".")
	for _, bench := range []struct {
		name, stdin string
		args        []string
	}{
		{"list", "", []string{"--list"}},
		{"echo", `{"input":{"a":1}}`, []string{"echo", "echo"}},
		{"roll", `{"input":{"formula":"4d6kh3"},"seed":1}`, []string{"dice-roller", "roll-dice"}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				command := exec.Command(program, bench.args...)
				command.Stdin = strings.NewReader(bench.stdin)
				if err := command.Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
