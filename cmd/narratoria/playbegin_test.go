package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// configDirectory is the user's that ownDirectories made.
func configDirectory(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.Getenv("NARRATORIA_CONFIG_DIR"), "skills")
	must(t, os.MkdirAll(dir, 0o755))
	return dir
}

// A skill that the user has configured wrongly holds a story back before anything of
// it is made, and says where to mend it. One whose own author did is left out.
func TestMisconfiguredSkillHoldsAStoryBack(t *testing.T) {
	store, dir := userStore(t)
	file := filepath.Join(configDirectory(t), "player-choices.json")
	must(t, os.WriteFile(file, []byte("{\n  \"maxOptions\": 3\n}"), 0o600))
	if code, out, errs := command("play", "minimal", "--auto", "2", "--save", "old", "--json"); code != exitOK || errs != "" || strings.Count(out, "\n") != 2 {
		t.Fatalf("configured well: exit %d: %s", code, errs)
	}
	before, err := os.ReadFile(filepath.Join(dir, "old.sqlite"))
	must(t, err)
	must(t, os.WriteFile(file, []byte("{\n  \"maxOptions\": \"four\"\n}"), 0o600))
	for _, args := range [][]string{{"minimal"}, {"minimal", "--save", "new"}, {"minimal", "--auto", "2", "--save", "new", "--json"}, {"--continue", "--save", "old", "--auto", "1"}} {
		code, out, errs := command(append([]string{"play"}, args...)...)
		want := "narratoria: " + file + `:2:17: /maxOptions: "maxOptions" is "four"; expected an integer from `
		if code != exitFailed || out != "" || !strings.HasPrefix(errs, want) || !strings.HasSuffix(errs, "narratoria skills disable player-choices\n") {
			t.Errorf("%v: exit %d: %q %q", args, code, out, errs)
		}
	}
	if infos, err := store.List(t.Context()); err != nil || len(infos) != 1 {
		t.Errorf("%v, %v", infos, err)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "old.sqlite")); !bytes.Equal(before, after) {
		t.Error("the old save was changed")
	}
	if code, _, errs := command("skills", "disable", "player-choices"); code != exitOK {
		t.Fatal(errs)
	}
	if code, _, errs := command("play", "minimal", "--auto", "2", "--json"); code != exitOK || errs != "" {
		t.Errorf("without the skill: exit %d: %s", code, errs)
	}
}

// That the fewest choices are more than the most is said where all that is wrong with
// a configuration is, and not first by a turn without choices.
func TestFewestChoicesAreNoMoreThanTheMost(t *testing.T) {
	userStore(t)
	file := filepath.Join(configDirectory(t), "player-choices.json")
	for text, fits := range map[string]bool{
		`{"minOptions": 4, "maxOptions": 3}`: false,
		`{"minOptions": 4, "maxOptions": 4}`: true, `{"minOptions": 3, "maxOptions": 3}`: true, `{"minOptions": 4}`: true, `{"maxOptions": 3}`: true,
	} {
		must(t, os.WriteFile(file, []byte(text), 0o600))
		want := file + `:1:33: /maxOptions: "maxOptions" is 3; expected at least 4`
		if code, out, errs := command("skills", "list"); code != exitOK || strings.Contains(out+errs, want) == fits || strings.Contains(out+errs, "misconfigured") == fits {
			t.Errorf("%s: skills list: exit %d: %s%s", text, code, out, errs)
		}
		code, _, errs := command("play", "minimal", "--auto", "1", "--json")
		if (code == exitOK) != fits || strings.Contains(errs, want) == fits {
			t.Errorf("%s: play: exit %d: %s", text, code, errs)
		}
	}
}

func TestSkillThatItsAuthorMisconfiguredIsLeftOut(t *testing.T) {
	ownDirectories(t)
	dir := filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "skills", "tides")
	for name, text := range map[string]string{
		"skill.json":         `{"name": "tides", "version": "1.0.0", "description": "d"}`,
		"config-schema.json": `{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"height": {"type": "integer"}}}`,
		"config.json":        `{"height": "high"}`,
	} {
		save(t, filepath.Join(dir, name), text)
	}
	code, out, errs := command("play", "minimal", "--auto", "1", "--json")
	if code != exitOK || strings.Count(out, "\n") != 1 || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "The skill tides is left out: ") {
		t.Errorf("exit %d: %q %q", code, out, errs)
	}
}

// Where no save can be made, the directory and the reason are named.
func TestSaveThatCannotBeMade(t *testing.T) {
	ownDirectories(t)
	link := filepath.Join(t.TempDir(), "data")
	if err := os.Symlink(filepath.Join(t.TempDir(), "gone", "for", "good"), link); err != nil {
		t.Skip("this system makes no links: ", err)
	}
	nowhere := map[string]string{link: "exists"}
	if runtime.GOOS == "linux" {
		nowhere["/proc/nowhere"] = "no such file or directory"
	}
	for dir, why := range nowhere {
		t.Setenv("NARRATORIA_DATA_DIR", dir)
		code, out, errs := command("play", "minimal", "--save", "q", "--auto", "2")
		if code != exitFailed || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "cannot be made in "+filepath.Join(dir, "saves")+": ") || !strings.HasSuffix(errs, why+"\n") {
			t.Errorf("exit %d: %q %q", code, out, errs)
		}
		// Whom no name was asked of can play, and is told that nothing is kept.
		code, out, errs = command("play", "minimal")
		if code != exitOK || out == "" || !strings.Contains(errs, "cannot be saved in "+filepath.Join(dir, "saves")+": ") || !strings.Contains(errs, why+"\n") || !strings.Contains(errs, "nothing of it is kept") {
			t.Errorf("exit %d: %q %q", code, out, errs)
		}
		if code, out, _ := command("play", "minimal", "--auto", "1", "--json"); code != exitOK || out == "" {
			t.Errorf("what is not kept needs no save: exit %d", code)
		}
	}
}

// A play of which nothing is kept needs no home, says what it does without, and
// leaves nothing behind; one that is to be kept says what to set.
func TestPlayWithoutAHome(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "NARRATORIA_DATA_DIR", "NARRATORIA_CONFIG_DIR", "NARRATORIA_STATE_DIR", "LocalAppData", "AppData"} {
		t.Setenv(name, "")
	}
	temp := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, temp)
	}
	code, out, errs := command("play", "grey-harbour", "--auto", "3", "--json", "--seed", "1")
	if code != exitOK || strings.Count(out, "\n") != 3 || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "; nothing of this play is kept") {
		t.Errorf("exit %d: %d lines: %s", code, strings.Count(out, "\n"), errs)
	}
	for _, args := range [][]string{{"--auto", "3", "--save", "x"}, {"--auto", "3", "--continue"}, nil} {
		if code, out, errs := command(append([]string{"play", "grey-harbour"}, args...)...); code != exitFailed || out != "" || !strings.Contains(errs, "NARRATORIA_DATA_DIR") {
			t.Errorf("%v: exit %d: %q %q", args, code, out, errs)
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%v was left behind, %v", left, err)
	}
}

// Choices come from a pipe that the program was given, and from devices, as from a
// file; a line that is no choice is named by its place.
func TestInputFromPipesAndDevices(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no /dev")
	}
	ownDirectories(t)
	for _, test := range []struct {
		file, input string
		turns       int
		errs        string
	}{
		{"fd", "1\n2\n", 3, ""},
		{"fd", "1\nnothing\n2\n", 2, `:2: in turn 2 "nothing" is no choice`},
		{"/dev/stdin", "# by number\n1\n2\n1", 4, ""},
		{"-", "1\n2\n1", 4, ""},
		{"/dev/null", "", 1, ""},
	} {
		file := test.file
		if file == "fd" {
			file = pipeOf(t, test.input)
		}
		var out, errs bytes.Buffer
		code := run(context.Background(), []string{"play", "minimal", "--json", "--seed", "1", "--input", file}, strings.NewReader(test.input), &out, &errs)
		if want := map[bool]int{true: exitOK, false: exitFailed}[test.errs == ""]; code != want || strings.Count(out.String(), "\n") != test.turns || !strings.Contains(errs.String(), test.errs) || test.errs == "" && errs.Len() > 0 {
			t.Errorf("%s: exit %d, %d turns: %s", test.file, code, strings.Count(out.String(), "\n"), errs.String())
		}
	}
}

// pipeOf names a pipe that holds a text, as a shell's <(COMMAND) does.
func pipeOf(t *testing.T, text string) string {
	t.Helper()
	r, w, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { r.Close() })
	_, err = w.WriteString(text)
	must(t, err)
	must(t, w.Close())
	return fmt.Sprintf("/dev/fd/%d", r.Fd())
}

// A story that has ended goes on where endings are left out, and from then on by
// itself.
func TestPlayOnPastTheEnd(t *testing.T) {
	ownDirectories(t)
	dir := filepath.Join(t.TempDir(), "short")
	for name, text := range map[string]string{
		"manifest.json":     `{"title": "Short", "version": "1.0.0", "opening": {"beat": "start", "place": "quay"}}`,
		"world/setting.md":  "A quay.\n",
		"world/places.json": `{"places": [{"id": "quay", "name": "the quay", "description": "Wet stone.", "exits": ["inn"]}, {"id": "inn", "name": "the inn", "description": "A low room.", "exits": ["quay"]}]}`,
		"plot/premise.md":   "The lamp is dark.\n",
		"plot/beats.json":   `{"beats": [{"id": "start", "title": "Start", "prose": ["It is dark."], "choices": [{"id": "light", "text": "Light the lamp.", "effects": [{"world": {"lit": true}}]}]}]}`,
		"plot/endings/e.md": "---\ntitle: Lit\nconditions:\n  world_state:\n    lit: true\n---\nThe lamp burns again.\n",
	} {
		save(t, filepath.Join(dir, name), text)
	}
	input := filepath.Join(t.TempDir(), "choices")
	save(t, input, "start/light\n")
	if code, out, errs := command("play", dir, "--save", "s", "--json", "--input", input, "--seed", "1"); code != exitOK || !strings.Contains(out, `"ending":"e"`) {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	if code, out, errs := command("play", dir, "--save", "s", "--json", "--continue", "--auto", "3"); code != exitOK || strings.Count(out, "\n") != 1 {
		t.Errorf("an ended story: exit %d: %s%s", code, out, errs)
	}
	code, out, errs := command("play", dir, "--save", "s", "--json", "--continue", "--auto", "3", "--no-endings")
	if code != exitOK || errs != "" || strings.Count(out, "\n") != 4 {
		t.Errorf("exit %d, %d records: %s", code, strings.Count(out, "\n"), errs)
	}
	code, out, errs = command("play", dir, "--save", "s", "--json", "--continue", "--auto", "3")
	if code != exitOK || errs != "" || strings.Count(out, "\n") != 4 {
		t.Errorf("past its end: exit %d, %d records: %s", code, strings.Count(out, "\n"), errs)
	}
}
