package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/narratoria/narratoria/internal/strictjson"

	"github.com/narratoria/narratoria/internal/soak"
)

// The corpus of bad input: each file of testdata/broken/{plans,manifests,streams}
// is one broken document, and holds
//
//   - above the first file, prose on what it pins;
//   - the files themselves, laid out in the working directory of the run;
//   - under "make", what an archive cannot hold or should not, see [maker];
//   - under "args", a command line other than the usual one;
//   - for a stream, under "exit" its script's exit code, and under "live" why only
//     a script that runs can show this;
//   - under "want", exactly what the program says.
//
// Every case goes through the program's entry, and what it says is held to
// [complaints]. With -update the program's words are written into the cases.
var update = flag.Bool("update", false, "write what the program says into testdata/broken")

// A brokenCase is one file of the corpus.
type brokenCase struct {
	path    string
	archive *txtar.Archive
}

func (c brokenCase) section(name string) (string, bool) {
	for _, f := range c.archive.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

// args are the case's own command lines, else the usual ones.
func (c brokenCase) args(usual ...string) [][]string {
	text, ok := c.section("args")
	if ok {
		usual = strings.Split(strings.TrimSpace(text), "\n")
	}
	lines := make([][]string, len(usual))
	for i, line := range usual {
		lines[i] = strings.Fields(line)
	}
	return lines
}

var isSection = map[string]bool{"make": true, "args": true, "want": true, "exit": true, "live": true}

// layOut writes the case's files into the working directory.
func (c brokenCase) layOut(t *testing.T) {
	t.Helper()
	for _, f := range c.archive.Files {
		if !isSection[f.Name] {
			lay(t, f.Name, f.Data)
		}
	}
	if text, ok := c.section("make"); ok {
		for line := range strings.Lines(text) {
			maker{t}.make(line)
		}
	}
}

// lay writes a file; what lies below scripts/ is executable.
func lay(t *testing.T, path string, data []byte) {
	t.Helper()
	mode := fs.FileMode(0o644)
	if strings.Contains(path, "/scripts/") {
		mode = 0o755
	}
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, data, mode))
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
	for i, f := range c.archive.Files {
		if f.Name != "want" {
			continue
		}
		if *update {
			c.archive.Files[i].Data = []byte(got)
			must(t, os.WriteFile(c.path, txtar.Format(c.archive), 0o644))
		} else if diff := gocmp.Diff(string(f.Data), got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for _, complaint := range complaints(got) {
			t.Errorf("%s:\n%s", complaint, got)
		}
		return
	}
	t.Error("the case has no want")
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
	files, err := filepath.Glob(filepath.Join("testdata", "broken", kind, "*.txtar"))
	must(t, err)
	if len(files) < atLeast {
		t.Errorf("%d %s, and at least %d were promised", len(files), kind, atLeast)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			path, err := filepath.Abs(file)
			must(t, err)
			archive, err := txtar.ParseFile(path)
			must(t, err)
			if len(bytes.TrimSpace(archive.Comment)) == 0 {
				t.Error("the case does not say what it pins")
			}
			home(t)
			c := brokenCase{path, archive}
			c.layOut(t)
			run(t, c)
		})
	}
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
		exit, _ := c.section("exit")
		exit = cmp.Or(strings.TrimSpace(exit), "0")
		stream, err := filepath.Abs("stream.ndjson")
		must(t, err)
		lay(t, "skills/torch/skill.json", []byte(streamManifest))
		lay(t, "skills/torch/scripts/light.sh", fmt.Appendf(nil, "#!/bin/sh\ncat %s\nexit %s\n", stream, exit))
		for _, args := range c.args("skills run torch/light" + suffix) {
			if _, live := c.section("live"); live {
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

// maker makes what an archive cannot hold. Its lines are a verb and words, each
// plain or quoted as in Go; in every file name "/" separates.
//
//	bytes FILE TEXT                            these bytes
//	repeat FILE BEFORE COUNT UNIT [MIDDLE COUNT UNIT]... AFTER
//	edit FILE OLD NEW                          the first OLD becomes NEW
//	crlf FILE, utf16 FILE                      written again in that form
//	link NAME TARGET, fifo NAME, dir NAME, remove NAME
//	mode OCTAL NAME                            skips the case for root, whom no mode stops
//	setenv NAME VALUE
//	allow SKILL                                narratoria skills enable SKILL --yes
type maker struct{ t *testing.T }

var word = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`)

func (m maker) make(line string) {
	m.t.Helper()
	words := word.FindAllString(line, -1)
	for i, w := range words {
		if strings.HasPrefix(w, `"`) {
			text, err := strconv.Unquote(w)
			must(m.t, err)
			words[i] = text
		}
	}
	if len(words) == 0 {
		return
	}
	must(m.t, m.carryOut(words[0], words[1:]))
}

func (m maker) carryOut(verb string, args []string) error {
	switch verb {
	case "bytes":
		lay(m.t, args[0], []byte(args[1]))
	case "repeat":
		lay(m.t, args[0], repeated(args[1:]))
	case "edit":
		return m.edit(args[0], func(data []byte) []byte { return bytes.Replace(data, []byte(args[1]), []byte(args[2]), 1) })
	case "crlf":
		return m.edit(args[0], func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")) })
	case "utf16":
		return m.edit(args[0], asUTF16)
	case "link":
		must(m.t, os.MkdirAll(filepath.Dir(args[0]), 0o755))
		return os.Symlink(args[1], args[0])
	case "fifo":
		must(m.t, os.MkdirAll(filepath.Dir(args[0]), 0o755))
		return exec.Command("mkfifo", args[0]).Run()
	case "dir":
		return os.MkdirAll(args[0], 0o755)
	case "remove":
		return os.Remove(args[0])
	case "mode":
		return m.mode(args[0], args[1])
	case "setenv":
		m.t.Setenv(args[0], args[1])
	case "allow":
		enterInProcess(m.t, "skills", "enable", args[0], "--yes", "--skills", "skills").exits(m.t, exitOK)
	default:
		return errors.New("unknown verb " + verb)
	}
	return nil
}

// repeated is text with parts of it written many times.
func repeated(words []string) []byte {
	var b bytes.Buffer
	for group := range slices.Chunk(words, 3) {
		b.WriteString(group[0])
		if len(group) == 3 {
			count, _ := strconv.Atoi(group[1])
			b.WriteString(strings.Repeat(group[2], count))
		}
	}
	return b.Bytes()
}

func (m maker) edit(name string, change func([]byte) []byte) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	changed := change(data)
	if bytes.Equal(changed, data) {
		return errors.New(name + " is as it was")
	}
	return os.WriteFile(name, changed, 0o644)
}

func asUTF16(data []byte) []byte {
	wide := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(string(data))) {
		wide = binary.LittleEndian.AppendUint16(wide, unit)
	}
	return wide
}

func (m maker) mode(octal, name string) error {
	mode, err := strconv.ParseUint(octal, 8, 32)
	if err != nil {
		return err
	}
	return os.Chmod(name, fs.FileMode(mode))
}
