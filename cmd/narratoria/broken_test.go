package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/strictjson"

	"github.com/narratoria/narratoria/internal/soak"
)

// The corpus of bad input: each file of testdata/broken/{plans,manifests,streams}
// is one broken document, and holds
//
//   - above the first file, prose on what it pins;
//   - the files themselves, laid out in the working directory of the run;
//   - under "make", what an archive cannot hold or should not, see [golden.Case.LayOut],
//     to which come "setenv NAME VALUE" and "allow SKILL", which is
//     narratoria skills enable SKILL --yes;
//   - under "args", a command line other than the usual one;
//   - for a stream, under "exit" its script's exit code, and under "live" why only
//     a script that runs can show this;
//   - under "want", exactly what the program says.
//
// Every case goes through the program's entry, and what it says is held to
// [complaints].
type brokenCase struct{ *golden.Case }

// args are the case's own command lines, else the usual ones.
func (c brokenCase) args(usual ...string) [][]string {
	if c.Has("args") {
		usual = strings.Split(c.Text("args"), "\n")
	}
	lines := make([][]string, len(usual))
	for i, line := range usual {
		lines[i] = strings.Fields(line)
	}
	return lines
}

// layOut writes the case's files into the working directory.
func (c brokenCase) layOut(t *testing.T) {
	t.Helper()
	c.LayOut(t, ".", map[string]golden.Verb{
		"setenv": func(args []string) error { t.Setenv(args[0], args[1]); return nil },
		"allow": func(args []string) error {
			enterInProcess(t, "skills", "enable", args[0], "--yes", "--skills", "skills").exits(t, exitOK)
			return nil
		},
	}, "args", "want", "exit", "live")
}

func lay(t *testing.T, path string, data []byte) {
	t.Helper()
	golden.WriteFile(t, path, data)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// check holds what the program said to the case.
func (c brokenCase) check(t *testing.T, got string) {
	t.Helper()
	c.Want(t, "want", got)
	for _, complaint := range complaints(got) {
		t.Errorf("%s:\n%s", complaint, got)
	}
}

// ofMachinery is what only a programmer would understand.
var ofMachinery = regexp.MustCompile(`%!|(?m:^|[^.\w])json: |jsontext|yaml:|jsonschema|panic|goroutine|runtime error|unmarshal|unexpected EOF|<nil>|0x[0-9a-f]{6}|no such file or directory|strconv\.|invalid character '`)

// placed is a message with the place it speaks of: file, line and column, the
// file alone where none of it could be read, or the line of a stream.
var placed = regexp.MustCompile(`[\w./-]+(\.json|\.md|\.ndjson|\.sh|scripts|torch):(\d+:\d+|line \d+)?|(the file|the recording|the state file) "[^"]+" |^narratoria: skils: |its skill\.json |(?m)^(stream\.ndjson: )?torch/\w+ failed \([a-z_, ]+\): (line \d+|asset "|the output|torch/light ended|The torch)`)

// complaints are why a text is no message for a person.
func complaints(text string) (all []string) {
	if found := ofMachinery.FindString(text); found != "" {
		all = append(all, fmt.Sprintf("%q is no word for a person", found))
	}
	if !placed.MatchString(text) {
		all = append(all, "it names no place")
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	said := map[string]bool{}
	for _, line := range lines {
		if line != "" && said[line] {
			all = append(all, "it says twice: "+line)
		}
		said[line] = true
		if len(line) > 1000 {
			all = append(all, fmt.Sprintf("a line has %d bytes", len(line)))
		}
	}
	if len(lines) > 60 {
		all = append(all, fmt.Sprintf("%d lines bury what is wrong", len(lines)))
	}
	return all
}

// What the corpus is held to does refuse messages.
func TestComplaints(t *testing.T) {
	good := "plan.json:1:2: /tools: \"tools\" is missing"
	if found := complaints(good); found != nil {
		t.Errorf("%s: %q", good, found)
	}
	for _, bad := range []string{
		"the plan is wrong",
		good + "\n" + good,
		"plan.json:1:2: invalid character '}' at start of value",
		"plan.json:1:2: json: cannot unmarshal string into Go value",
		"plan.json:1:2: expected %!s(MISSING)",
		"plan.json:1:2: panic: runtime error: index out of range",
		"plan.json:1:2: " + strings.Repeat("/0", 1000),
		strings.Repeat("plan.json:1:2: no\n", 100),
	} {
		if complaints(bad) == nil {
			t.Errorf("no complaint about %.80s", bad)
		}
	}
}

// brokenCases runs each case of one kind in a directory of its own.
func brokenCases(t *testing.T, kind string, atLeast int, run func(*testing.T, brokenCase)) {
	if runtime.GOOS == "windows" {
		t.Skip("the cases use links, FIFOs and shell scripts")
	}
	golden.Cases(t, filepath.Join("testdata", "broken", kind, "*.txtar"), atLeast, func(t *testing.T, c *golden.Case) {
		c.Explained(t)
		home(t)
		broken := brokenCase{c}
		broken.layOut(t)
		run(t, broken)
	})
}

// home gives the test a working directory and a user who has never run the program.
func home(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("NARRATORIA_DATA_DIR", filepath.Join(dir, "data"))
	t.Setenv("NARRATORIA_CONFIG_DIR", filepath.Join(dir, "config"))
	t.Setenv("NARRATORIA_STATE_DIR", filepath.Join(dir, "state"))
	work := filepath.Join(dir, "work")
	must(t, os.Mkdir(work, 0o755))
	t.Chdir(work)
}

// ran is what one run of the program gave.
type ran struct {
	code           int
	stdout, stderr string
}

// deadline is far more than any of these runs may take.
const deadline = 30 * time.Second

// enterInProcess runs the program and fails a test that it hangs.
func enterInProcess(t *testing.T, args ...string) ran {
	t.Helper()
	ended := make(chan ran, 1)
	go func() { // ends with the program, or with the test's process
		soak.Ordinary()
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
		ended <- ran{code, stdout.String(), stderr.String()}
	}()
	select {
	case r := <-ended:
		return r
	case <-time.After(deadline):
		t.Fatalf("narratoria %s hangs", strings.Join(args, " "))
		return ran{}
	}
}

func (r ran) exits(t *testing.T, code int) ran {
	t.Helper()
	if r.code != code {
		t.Errorf("exit %d, want %d\n%s%s", r.code, code, r.stdout, r.stderr)
	}
	return r
}

// A broken plan is refused alike by check and run, with a result, and nothing of
// it is carried out.
func TestBrokenPlans(t *testing.T) {
	brokenCases(t, "plans", 80, func(t *testing.T, c brokenCase) {
		said := ""
		for i, args := range c.args("plan check plan.json", "plan run plan.json --seed s") {
			r := enterInProcess(t, args...).exits(t, exitFailed)
			if i > 0 && r.stderr != said {
				t.Errorf("%s says\n%s, and the command before it\n%s", args, r.stderr, said)
			}
			if said = r.stderr; args[1] == "run" && r.stdout != "" {
				refused(t, r)
			}
		}
		c.check(t, said)
	})
}

// refused checks the result of a plan that was not carried out.
func refused(t *testing.T, r ran) {
	t.Helper()
	result, err := strictjson.ParseObject([]byte(r.stdout))
	must(t, err)
	problems, _ := result["problems"].([]any)
	tools, isList := result["toolResults"].([]any)
	if result["success"] != false || !isList || len(tools) != 0 {
		t.Errorf("the result is not that of a refused plan: %s", r.stdout)
	}
	if lines := strings.Count("\n"+r.stderr, "\nplan.json:"); len(problems) != lines {
		t.Errorf("%d problems in the result, and %d lines:\n%s", len(problems), lines, r.stderr)
	}
}

const soundManifest = `{"name":"sound","version":"1.0.0","description":"Runs whatever its neighbours do.","scripts":[{"name":"say","path":"say.sh"}]}`

const soundScript = "#!/bin/sh\ncat >/dev/null\n" + `echo '{"version":"0","type":"done","ok":true,"summary":"said"}'` + "\n"

// A broken skill is listed with its reason, cannot run, and takes nothing from
// the sound one beside it.
func TestBrokenManifests(t *testing.T) {
	brokenCases(t, "manifests", 80, func(t *testing.T, c brokenCase) {
		lay(t, "skills/sound/skill.json", []byte(soundManifest))
		lay(t, "skills/sound/scripts/say.sh", []byte(soundScript))
		r := enterInProcess(t, "skills", "list", "--skills", "skills").exits(t, exitOK)
		if !regexp.MustCompile(`(?m)^sound +1\.0\.0 +ready `).MatchString(r.stdout) {
			t.Errorf("the sound skill is not ready:\n%s", r.stdout)
		}
		enterInProcess(t, "skills", "run", "sound/say", "--skills", "skills").exits(t, exitOK)
		if !strings.Contains(r.stdout, "is skipped") && !strings.Contains(r.stdout, "is misconfigured") && !strings.Contains(r.stdout, "warning: ") {
			t.Errorf("nothing is said of the broken skill:\n%s", r.stdout)
		}
		here, err := os.Getwd()
		must(t, err)
		c.check(t, strings.ReplaceAll(aboutSkills(r.stdout), here+"/", ""))
	})
}

// aboutSkills is what `skills list` says between its table and its footer.
func aboutSkills(listing string) string {
	_, rest, _ := strings.Cut(listing, "\n\n")
	about, _, _ := strings.Cut(rest, "\nScripts run unsandboxed")
	return about
}

// Two scripts for the streams: one that may call the host, and one that may not.
const streamManifest = `{"name":"torch","version":"1.0.0","description":"Writes stream.ndjson.","scripts":[
 {"name":"light","path":"light.sh"},{"name":"ask","path":"light.sh","permissions":["random"]}]}`

// A broken stream fails with the same words whether it was recorded or a script
// writes it now.
func TestBrokenStreams(t *testing.T) {
	const suffix = " --skills skills --seed s"
	brokenCases(t, "streams", 60, func(t *testing.T, c brokenCase) {
		exit := cmp.Or(c.Text("exit"), "0")
		stream, err := filepath.Abs("stream.ndjson")
		must(t, err)
		lay(t, "skills/torch/skill.json", []byte(streamManifest))
		lay(t, "skills/torch/scripts/light.sh", fmt.Appendf(nil, "#!/bin/sh\ncat %s\nexit %s\n", stream, exit))
		for _, args := range c.args("skills run torch/light" + suffix) {
			if c.Has("live") {
				r := enterInProcess(t, args...).exits(t, exitFailed)
				c.check(t, r.stderr)
				continue
			}
			recorded := enterInProcess(t, append(args, "--replay", "stream.ndjson", "--exit", exit)...).exits(t, exitFailed)
			c.check(t, recorded.stderr)
			written := enterInProcess(t, args...).exits(t, exitFailed)
			if want := strings.ReplaceAll(recorded.stderr, "stream.ndjson: ", ""); written.stderr != want {
				t.Errorf("recorded (-) and written now (+):\n%s", gocmp.Diff(want, written.stderr))
			}
		}
	})
}
