package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A step of the README: a file the reader saves, or commands the reader types.
type readmeStep struct {
	save     string // path, "" for commands
	text     string
	language string
}

var (
	saveAs = regexp.MustCompile("(?s)[Ss]ave it as `([^`]+)`:\n\n$")
	fence  = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")
)

// readmeSteps reads what a reader is told to do, in order, from "Write a skill"
// to "Write a campaign". The README's own text is the test: nothing is repeated here.
func readmeSteps(t *testing.T) []readmeStep {
	t.Helper()
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok1 := strings.Cut(string(data), "## Write a skill")
	text, _, ok2 := strings.Cut(text, "## Write a campaign")
	if !ok1 || !ok2 {
		t.Fatal("the README has lost its sections")
	}
	var steps []readmeStep
	for _, at := range fence.FindAllStringSubmatchIndex(text, -1) {
		step := readmeStep{language: text[at[2]:at[3]], text: text[at[4]:at[5]]}
		if m := saveAs.FindStringSubmatch(text[:at[0]]); m != nil {
			step.save = m[1]
		}
		steps = append(steps, step)
	}
	return steps
}

// A reader follows the README from the first skill to the log.
func TestREADME(t *testing.T) {
	soak.Need(t, "python3")
	soak.Need(t, "sh")
	home := readersHome(t)
	var output []string
	scripts := 0
	for _, step := range readmeSteps(t) {
		if step.save == "" {
			output = append(output, enter(t, home, step.text))
			continue
		}
		if strings.HasPrefix(step.text, "#!") {
			scripts++
			if lines := strings.Count(step.text, "\n"); lines > 16 {
				t.Errorf("%s has %d lines; a first skill is short", step.save, lines)
			}
		}
		save(t, filepath.Join(home, step.save), step.text)
	}
	if scripts != 2 || len(output) != 2 {
		t.Fatalf("%d scripts and %d blocks of commands; expected one in Python, one in shell, and 2 blocks", scripts, len(output))
	}
	checkTried(t, output[0])
	checkRun(t, output[1])
}

func checkTried(t *testing.T, output string) {
	for _, want := range []string{"torch ", "bell ", "ready", "The torch in the cellar catches.", "torch/light: success"} {
		if !strings.Contains(output, want) {
			t.Errorf("the first commands say nothing of %q:\n%s", want, output)
		}
	}
}

func checkRun(t *testing.T, output string) {
	var result strictjson.Object
	for line := range strings.Lines(output) {
		if strings.HasPrefix(line, "{") {
			var err error
			if result, err = strictjson.ParseObject([]byte(line)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if result["success"] != true {
		t.Fatalf("the plan failed:\n%s", output)
	}
	state := string(strictjson.Append(nil, result["aggregatedState"]))
	if want := `{"bell":{"rung":true},"torches":{"cellar":{"lit":true}}}`; state != want {
		t.Errorf("state %s, want %s", state, want)
	}
	for _, want := range []string{"By torchlight you find the rope", "1. light", "execution", "torch, dice-roller, bell"} {
		if !strings.Contains(output, want) {
			t.Errorf("the output says nothing of %q:\n%s", want, output)
		}
	}
}

// readersHome is a directory with the programs in bin/, as after make build.
func readersHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	build(t, filepath.Join(home, "bin")+string(filepath.Separator), ".", "../narratoria-skills")
	return home
}

// build links programs as they ship.
func build(t *testing.T, out string, packages ...string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"build", "-o", out}, packages...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// enter runs commands as a reader types them, and gives all they print.
func enter(t *testing.T, home, commands string) string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", commands)
	cmd.Dir = home
	cmd.Env = append(os.Environ(),
		"NARRATORIA_DATA_DIR="+filepath.Join(home, "data"), "NARRATORIA_CONFIG_DIR="+filepath.Join(home, "config"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", commands, err, out)
	}
	return string(out)
}

// The first three commands of the README are understood, whatever else is here.
func TestFirstCommands(t *testing.T) {
	t.Setenv("NARRATORIA_DATA_DIR", t.TempDir())
	t.Setenv("NARRATORIA_CONFIG_DIR", t.TempDir())
	for _, args := range [][]string{
		{"skills", "list"},
		{"skills", "run", "dice-roller/roll-dice", "--input", `{"formula":"4d6kh3"}`},
		{"version"},
	} {
		if code := run(context.Background(), args, strings.NewReader(""), io.Discard, io.Discard); code != exitOK {
			t.Errorf("narratoria %s: exit %d", strings.Join(args, " "), code)
		}
	}
}
