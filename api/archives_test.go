package api_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/api"
)

// A story goes from one device to another, and is the same there: also while it is open here.
func TestExportAndImport(t *testing.T) {
	here, there := open(t, api.Options{}).Client(nil), open(t, api.Options{}).Client(nil)
	p := call[played](t, here, "story.play", `{"campaign":"minimal","seed":"1","story":"a"}`)
	turn := call[api.Record](t, here, "story.choose", `{"story":"a","choice":"`+p.Record.Choices[0].ID+`"}`)
	dir := t.TempDir()
	file := filepath.Join(dir, "a.zip")
	done := call[api.Exported](t, here, "saves.export", quoted(params{"story": "a", "file": file}))
	if done.File != file || done.Campaign != "minimal" || done.Branches != 1 || done.Events == 0 || done.Turn != turn.Turn || done.Playthrough == "" {
		t.Errorf("it is exported as %+v", done)
	}
	made := call[api.Imported](t, there, "saves.import", quoted(params{"file": file}))
	if made.Story != "minimal-1" || made.Renamed || !made.Carried || made.Playthrough != done.Playthrough || made.Branches != 1 || made.Events != done.Events || made.Turn != turn.Turn || made.Differs != nil {
		t.Errorf("it is imported as %+v", made)
	}
	again := call[api.Record](t, there, "story.last", `{"story":"minimal-1"}`)
	if again.Turn != turn.Turn || again.Prose != turn.Prose || len(again.Choices) != len(turn.Choices) {
		t.Errorf("there it shows %d, %.100q; it was %d, %.100q", again.Turn, again.Prose, turn.Turn, turn.Prose)
	}
	if made := call[api.Imported](t, here, "saves.import", quoted(params{"file": file, "story": "b"})); !made.Renamed || made.Playthrough == done.Playthrough {
		t.Errorf("two stories here have one id: %+v", made)
	}
	for _, wrong := range []struct {
		method string
		given  params
		code   api.Code
		says   string
	}{
		{"saves.export", params{"story": "a", "file": file}, api.Exists, "there is a file"},
		{"saves.export", params{"story": "z", "file": filepath.Join(dir, "z.zip")}, api.NotFound, `"z"`},
		{"saves.export", params{"story": "a", "file": filepath.Join(dir, "none", "a.zip")}, api.BadParams, "none"},
		{"saves.import", params{"file": filepath.Join(dir, "none.zip")}, api.NotFound, "none.zip"},
		{"saves.import", params{"file": dir}, api.NotFound, dir},
		{"saves.import", params{"file": file, "story": "a"}, api.Exists, `"a"`},
		{"saves.import", params{"file": file, "story": "A"}, api.BadParams, `"A"`},
		{"saves.import", params{"file": damaged(t, file), "story": "c"}, api.Invalid, "nothing was changed"},
	} {
		got := refused(t, here, wrong.method, quoted(wrong.given), wrong.code)
		if !strings.Contains(got.Message, wrong.says) {
			t.Errorf("%s of %v says %s", wrong.method, wrong.given, got.JSON())
		}
	}
	if all := call[api.Saves](t, here, "saves.list", `{}`); len(all.Saves) != 2 {
		t.Errorf("there are %+v", all)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("there are %v, %v", entries, err)
	}
}

func quoted(p params) string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// damaged is a copy of a file of which one byte in the middle is another.
func damaged(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	text[len(text)/2] ^= 1
	must(t, os.WriteFile(file+".damaged", text, 0o600))
	return file + ".damaged"
}

// What was told is to be had to read, in each form, the whole or some.
func TestTranscript(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	p := call[played](t, c, "story.play", `{"campaign":"grey-harbour","seed":"1","story":"a"}`)
	turn := call[api.Record](t, c, "story.choose", `{"story":"a","choice":"`+p.Record.Choices[0].ID+`"}`)
	for form, begins := range map[string]string{"markdown": "# Grey Harbour", "jsonl": `{`, "html": "<!doctype html>"} {
		got := call[api.Transcript](t, c, "saves.transcript", quoted(params{"story": "a", "form": form}))
		if got.Form != form || got.Turns != 2 || got.Scenes == 0 || !strings.HasPrefix(strings.ToLower(got.Text), strings.ToLower(begins)) || !strings.Contains(got.Text, firstWords(turn.Prose)) {
			t.Errorf("%q: %d turns of %d scenes, %.200q", form, got.Turns, got.Scenes, got.Text)
		}
	}
	if got := call[api.Transcript](t, c, "saves.transcript", `{"story":"a"}`); got.Form != "markdown" {
		t.Errorf("unless it is said it is %s", got.Form)
	}
	if got := call[api.Transcript](t, c, "saves.transcript", `{"story":"a","from":2}`); got.Turns != 1 || strings.Contains(got.Text, firstWords(p.Record.Prose)) {
		t.Errorf("from the second it has %d turns", got.Turns)
	}
	if got := call[api.Transcript](t, c, "saves.transcript", `{"story":"a","scene":1}`); got.Scenes != 1 {
		t.Errorf("one scene is %d", got.Scenes)
	}
	refused(t, c, "saves.transcript", `{"story":"a","scene":99}`, api.NotFound)
	refused(t, c, "saves.transcript", `{"story":"a","from":99}`, api.NotFound)
	refused(t, c, "saves.transcript", `{"story":"b"}`, api.NotFound)
	refused(t, c, "saves.transcript", `{"story":"a","form":"pdf"}`, api.BadParams)
	refused(t, c, "saves.transcript", `{"story":"a","campaign":"none"}`, api.NotFound)
}

// firstWords are those of a text, as many as no form breaks or marks.
func firstWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(3, len(words))], " ")
}
