package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/golden"
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
// to "Use its packages". The README's own text is the test: nothing is repeated here.
func readmeSteps(t *testing.T) []readmeStep {
	t.Helper()
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok1 := strings.Cut(string(data), "## Write a skill")
	text, _, ok2 := strings.Cut(text, "## Use its packages")
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

// leftOut stands for lines of the program that the README does not show.
const leftOut = "[...]"

// The transcript of the README is what the program prints: the same seed, the same
// choices. After a change of the words, go test -run TestREADMETranscript -update
// writes it anew.
func TestREADMETranscript(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	must(t, err)
	before, rest, ok1 := strings.Cut(string(data), "```transcript\n")
	shown, after, ok2 := strings.Cut(rest, "```\n")
	if !ok1 || !ok2 {
		t.Fatal("the README shows no transcript")
	}
	transcript := readmeTranscript(t)
	if golden.Updating() {
		must(t, os.WriteFile("../../README.md", []byte(before+"```transcript\n"+transcript+"```\n"+after), 0o644))
		return
	}
	if shown != transcript {
		t.Errorf("the program tells another story than the README, which -update writes anew:\n%s", transcript)
	}
}

// readmeTranscript plays what the README shows: the opening, a choice, a deed that is
// typed, and the first choice that something is rolled for.
func readmeTranscript(t *testing.T) string {
	t.Helper()
	ownDirectories(t)
	file := filepath.Join(t.TempDir(), "choices")
	screen := readmeScreen(t, file, readmeChoices(t, file))
	turns := strings.Split(strings.TrimSpace(screen), "\n\n> ")
	parts := []string{shortenedTurn(turns[0]), "> " + turns[1]}
	for _, at := range []int{slices.IndexFunc(turns, func(turn string) bool { return strings.HasPrefix(turn, readmeTyped) }), len(turns) - 1} {
		parts = append(parts, leftOut, "> "+turns[at])
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// readmeTyped is what the player of the README types.
const readmeTyped = "ask wren why the tooth is dark"

// readmeChoices are those of the README's play: what the quay offers first, and from
// then on always the first, until there is one that asks for dice. It does not go to
// the tower, whose secret it would tell.
func readmeChoices(t *testing.T, file string) []string {
	t.Helper()
	choices := []string{"arrival/read_chalk", "arrival/show_letter", "arrival/to_the_inn", readmeTyped}
	for range 10 {
		offered := recordOf(t, lastLine(readmeScreen(t, file, choices, "--json"))).Choices
		if i := slices.IndexFunc(offered, func(c toldChoice) bool { return c.Kind == "check" }); i >= 0 {
			return append(choices, offered[i].ID)
		}
		next := offered[0].ID
		if next == "your_lamp/go_look" {
			next = "your_lamp/in_morning"
		}
		choices = append(choices, next)
	}
	t.Fatalf("nothing is rolled for after %q", choices)
	return nil
}

func readmeScreen(t *testing.T, file string, choices []string, flags ...string) string {
	t.Helper()
	save(t, file, strings.Join(choices, "\n"))
	code, screen, errs := command(append([]string{"play", "grey-harbour", "--seed", "1", "--input", file}, flags...)...)
	if code != exitOK || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	return screen
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// shortenedTurn keeps where it is, the first paragraph and the choices.
func shortenedTurn(turn string) string {
	parts := strings.Split(turn, "\n\n")
	return strings.Join(slices.Concat(parts[:2], []string{leftOut}, parts[len(parts)-1:]), "\n\n")
}

// The commands that the README names in passing are understood.
func TestFirstCommands(t *testing.T) {
	ownDirectories(t)
	t.Chdir("../..")
	for _, args := range [][]string{
		{"version"},
		{"saves"},
		{"play", "minimal", "--auto", "2", "--save", "friday"},
		{"play", "--auto", "1", "--continue"},
		{"play", "--auto", "1", "--continue", "--save", "friday"},
		{"saves", "delete", "friday", "--yes"},
		{"campaign", "validate", "campaigns/grey-harbour"},
		{"campaign", "info", "campaigns/grey-harbour"},
		{"play", "--auto", "2", "--json", "campaigns/grey-harbour"},
		{"skills", "list"},
		{"skills", "run", "dice-roller/roll-dice", "--input", `{"formula":"4d6kh3"}`},
	} {
		if code := run(context.Background(), args, strings.NewReader(""), io.Discard, io.Discard); code != exitOK {
			t.Errorf("narratoria %s: exit %d", strings.Join(args, " "), code)
		}
	}
}

// What docs/skills.md says of session state is what a save has.
func TestDocumentedState(t *testing.T) {
	ownDirectories(t)
	document, err := os.ReadFile("../../docs/skills.md")
	must(t, err)
	if code, _, errs := command("play", "grey-harbour", "--seed", "1", "--auto", "4", "--save", "state"); code != exitOK {
		t.Fatal(errs)
	}
	_, out, _ := command("story", "state", "state")
	state, err := strictjson.ParseObject([]byte(out))
	must(t, err)
	keys := 0
	for key := range state {
		if !strings.HasPrefix(key, "$") {
			continue
		}
		keys++
		if !strings.Contains(string(document), "| `"+key+"` |") {
			t.Errorf("docs/skills.md says nothing of %s", key)
		}
	}
	if keys != 7 {
		t.Errorf("%d keys of the program's own, want 7", keys)
	}
}

// A storyteller of one's own, as docs/skills.md describes it, takes the bundled
// one's place and goes with it again.
func TestOwnStoryteller(t *testing.T) {
	soak.Need(t, "sh")
	ownDirectories(t)
	dir := t.TempDir()
	save(t, filepath.Join(dir, "storyteller", "skill.json"), `{"name": "storyteller", "version": "1.0.0", "description": "Tells it in its own way.",
		"scripts": [{"name": "narrate", "path": "narrate.sh", "interpreter": "sh", "permissions": ["story.read"]}]}`)
	save(t, filepath.Join(dir, "storyteller", "scripts", "narrate.sh"), `read -r request
echo '{"version":"0","type":"call","id":"1","method":"story.read","params":{"path":"$telling.place.name"}}'
read -r reply
case "$reply" in *'Long Quay'*) ;; *) exit 1 ;; esac
echo '{"version":"0","type":"ui_event","event":"narration","payload":{"text":"It happened on the Long Quay, and nowhere else."}}'
echo '{"version":"0","type":"done","ok":true}'
`)
	play := func(args ...string) told {
		t.Helper()
		code, out, errs := command(append([]string{"play", "grey-harbour", "--seed", "1", "--auto", "1", "--json"}, args...)...)
		if code != exitOK || errs != "" {
			t.Fatalf("exit %d: %s", code, errs)
		}
		return recordOf(t, out)
	}
	if first := play("--skills", dir); strings.Contains(first.Prose, "nowhere else") {
		t.Error("it tells before it was allowed to")
	}
	if code, _, errs := command("skills", "enable", "storyteller", "--replace", "--yes", "--skills", dir); code != exitOK {
		t.Fatal(errs)
	}
	if r := play("--skills", dir); r.Prose != "It happened on the Long Quay, and nowhere else." || r.Fallback || len(r.Degraded) > 0 {
		t.Errorf("fallback %v, degraded %q: %s", r.Fallback, r.Degraded, r.Prose)
	}
	if r := play(); strings.Contains(r.Prose, "nowhere else") {
		t.Error("it tells where it is not found")
	}
}
