package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	act "github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story/event"
)

func offering(ids ...string) *engine.Record {
	r := &engine.Record{Turn: 4}
	for _, id := range ids {
		r.Choices = append(r.Choices, engine.Choice{ID: id, Text: "Do " + id + "."})
	}
	return r
}

// ferryman reads what can be done at a ferry.
type ferryman struct{}

var (
	toFerryman = []act.Ref{act.PersonRef("ferryman")}
	atTheFerry = []act.Action{
		{By: act.Player, Kind: act.Ask, To: toFerryman, Topic: act.TopicRef("fare")},
		{By: act.Player, Kind: act.Ask, To: toFerryman, Topic: act.TopicRef("tide")},
		{By: act.Player, Kind: act.Wait},
	}
	ferryNames = grammar.Table{"person:ferryman": {Text: "the ferryman"}, "topic:fare": {Text: "the fare"}, "topic:tide": {Text: "the tide"}}
)

func (ferryman) Read(line string) grammar.Reading { return grammar.Read(line, atTheFerry, ferryNames) }
func (ferryman) Options(actions ...act.Action) (all []engine.Option) {
	for _, a := range actions {
		all = append(all, engine.Option{ID: a.ID(), Text: grammar.Say(a, ferryNames)})
	}
	return all
}
func (ferryman) Possible(id string) bool {
	return slices.ContainsFunc(atTheFerry, func(a act.Action) bool { return a.ID() == id })
}
func (ferryman) Answer(line string, among []act.Action) (act.Action, bool) {
	return grammar.Answer(line, among, ferryNames)
}

// A line is a choice's number, its id, its text, or what else is done, by its id or in
// words; comments and blank lines are for people.
func TestChoicesFromLines(t *testing.T) {
	p := linesOf("choices.txt", ferryman{}, []byte("# a play\n\n 2 \r\nquay/ask\n1\ndo lamp/climb\nAsk the ferryman about the tide.\nask:ferryman#fare\nrest"))
	var got []terminal.Picked
	for {
		picked, err := p.Pick(offering("quay/ask", "lamp/climb"))
		if errors.Is(err, io.EOF) {
			break
		}
		must(t, err)
		got = append(got, picked)
	}
	want := []terminal.Picked{
		{ID: "lamp/climb"}, {ID: "quay/ask"}, {ID: "quay/ask"}, {ID: "lamp/climb"},
		{ID: "ask:ferryman#tide", Typed: "Ask the ferryman about the tide.", Text: "Ask the ferryman about the tide"},
		{ID: "ask:ferryman#fare"}, {ID: "wait", Typed: "rest", Text: "Wait a while"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLineThatIsNoChoice(t *testing.T) {
	for line, want := range map[string]string{
		"3":                        `choices.txt:2: in turn 4 "3" is no choice; it has 1 to 2: quay/ask, lamp/climb`,
		"0":                        `choices.txt:2: in turn 4 "0" is no choice; it has 1 to 2: quay/ask, lamp/climb`,
		"quay/aks":                 `choices.txt:2: in turn 4 "quay/aks" is no choice; did you mean "quay/ask"?`,
		"ask the ferryman":         `choices.txt:2: in turn 4 "ask the ferryman" could mean several things; write one of them: ask:ferryman#fare, ask:ferryman#tide`,
		"ask the moon":             `choices.txt:2: in turn 4 "ask the moon" is no choice, and is not understood as a deed: There is nobody called "moon" here to ask. It has 1 to 2: quay/ask, lamp/climb`,
		"\x1b[2J":                  `choices.txt:2: in turn 4 "\x1b[2J" is no choice, and is not understood as a deed: There are signs in that line that are no text. Say what you do, in a few words. It has 1 to 2: quay/ask, lamp/climb`,
		strings.Repeat("x", 1<<20): `choices.txt:2: in turn 4 "` + strings.Repeat("x", 60) + `…" is no choice, and is not understood as a deed: That is too long. Say what you do, in a few words. It has 1 to 2: quay/ask, lamp/climb`,
	} {
		_, err := linesOf("choices.txt", ferryman{}, []byte("# comment\n"+line)).Pick(offering("quay/ask", "lamp/climb"))
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A line that never seems to end is named, too.
func TestLineThatIsTooLong(t *testing.T) {
	p := &linePicker{name: "stdin", reader: ferryman{}, next: func() (string, error) { return "", terminal.ErrLong }}
	want := "stdin:1: in turn 4 the line is too long; it wants 1 to 2: quay/ask, lamp/climb"
	if _, err := p.Pick(offering("quay/ask", "lamp/climb")); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Picks follow from the seed and the turn, whatever was picked before, and take
// every choice.
func TestDicePicks(t *testing.T) {
	picks := func(seed string) (got string) {
		p := dicePicker{rng.FromString(seed)}
		for turn := range int64(40) {
			r := offering("a", "b", "c", "d")
			r.Turn = turn
			picked, err := p.Pick(r)
			must(t, err)
			got += picked.ID
		}
		return got
	}
	one := picks("1")
	if picks("1") != one || picks("2") == one {
		t.Errorf("1: %s, 1 again: %s, 2: %s", one, picks("1"), picks("2"))
	}
	for _, id := range []string{"a", "b", "c", "d"} {
		if strings.Count(one, id) < 3 {
			t.Errorf("%s is hardly picked: %s", id, one)
		}
	}
	if _, err := (dicePicker{}).Pick(offering()); err == nil {
		t.Error("a choice of none")
	}
}

// What an event says acts on nobody's terminal, and stands on one line.
func TestEventLine(t *testing.T) {
	line := eventLine(persistence.Record{Position: 7, Event: event.Event{
		Kind: event.Said, Actor: "ines", Moment: event.Moment{Sequence: 1, Timed: true, Minutes: 1440 + 65},
		Data: event.Data{"speaker": "ines", "text": "Who\n\x1b[2J lit the lamp? " + strings.Repeat("x", 500)},
	}})
	if strings.ContainsAny(line, "\x1b\n") || len(line) > 250 || !strings.Contains(line, "day 2, 01:05  said") || !strings.Contains(line, "speaker=ines") {
		t.Errorf("%q", line)
	}
}

// Indented JSON is the same JSON, and acts on nothing.
func TestIndented(t *testing.T) {
	tree := strictjson.Object{
		"a":       []any{strictjson.Number("1"), strictjson.Object{}, []any{}, nil, true},
		"\x1b[2J": "\u202e\u009b\x7f \U000e0001 灯", "nested": strictjson.Object{"b": strictjson.Object{"c": "d"}},
	}
	text := indented(tree)
	back, err := strictjson.Parse([]byte(text))
	must(t, err)
	if !strictjson.Equal(tree, back) {
		t.Errorf("%s", text)
	}
	if strings.ContainsAny(text, "\x1b\u202e\u009b\x7f\U000e0001") || !strings.Contains(text, "灯") {
		t.Errorf("%q", text)
	}
}

// userStore is the store of the user that ownDirectories made.
func userStore(t *testing.T) (*persistence.Store, string) {
	t.Helper()
	ownDirectories(t)
	dir := filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "saves")
	return persistence.New(sqlite.New(dir), nil), dir
}

func makeSave(t *testing.T, store *persistence.Store, name string) {
	t.Helper()
	save, err := store.Create(t.Context(), name, "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11")
	must(t, err)
	must(t, save.Close())
}

// command runs the program, and gives its exit code and what it said.
func command(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

// Saves that are foreign, damaged or of a newer program: one line, exit 1, and
// their bytes stay as they are.
func TestSavesThatCannotBePlayed(t *testing.T) {
	store, dir := userStore(t)
	for _, name := range []string{"newer", "damaged"} {
		makeSave(t, store, name)
	}
	change := func(name string, edit func([]byte) []byte) {
		data, err := os.ReadFile(filepath.Join(dir, name+".sqlite"))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, name+".sqlite"), edit(data), 0o600))
	}
	change("newer", func(b []byte) []byte { copy(b[60:], []byte{0, 0, 3, 231}); return b }) // user_version
	change("damaged", func(b []byte) []byte { return b[:150] })
	must(t, os.WriteFile(filepath.Join(dir, "foreign.sqlite"), []byte(strings.Repeat("not a save ", 100)), 0o600))
	for name, want := range map[string]string{
		"newer":   `the save "newer" was written by a newer version of Narratoria, and was left as it is; update the program to play it`,
		"damaged": `the save "damaged" is damaged, and was left as it is`,
		"foreign": `the save "foreign" is damaged, and was left as it is`,
	} {
		before, err := os.ReadFile(filepath.Join(dir, name+".sqlite"))
		must(t, err)
		for _, args := range [][]string{{"play", "--continue", "--save", name}, {"story", "log", name}, {"story", "state", name}} {
			code, out, errs := command(args...)
			if code != exitFailed || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "narratoria: "+want) {
				t.Errorf("%v: exit %d: %q %q", args, code, out, errs)
			}
		}
		if after, _ := os.ReadFile(filepath.Join(dir, name+".sqlite")); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", name)
		}
		if code, out, errs := command("saves"); code != exitOK || !strings.Contains(out, name) || !strings.Contains(out, "cannot be opened") {
			t.Errorf("saves: exit %d: %q %q", code, out, errs)
		}
	}
}

// A save that somebody plays cannot be deleted, and says who plays it.
func TestDeleteOfASaveThatIsPlayed(t *testing.T) {
	store, _ := userStore(t)
	save, err := store.Create(t.Context(), "monday", "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11")
	must(t, err)
	defer save.Close()
	want := fmt.Sprintf(`narratoria: the save "monday" is being played elsewhere, by the process %d;`, os.Getpid())
	if code, _, errs := command("saves", "delete", "monday", "--yes"); code != exitFailed || !strings.HasPrefix(errs, want) {
		t.Errorf("exit %d: %s", code, errs)
	}
	must(t, save.Close())
	if code, _, errs := command("saves", "delete", "monday"); code != exitFailed || !strings.Contains(errs, "add --yes") {
		t.Errorf("unasked: exit %d: %s", code, errs)
	}
	if code, _, errs := command("saves", "delete", "monda", "--yes"); code != exitFailed || !strings.Contains(errs, `did you mean "monday"?`) {
		t.Errorf("another name: exit %d: %s", code, errs)
	}
	if code, out, errs := command("saves", "delete", "monday", "--yes"); code != exitOK || !strings.Contains(out, "is deleted") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	if infos, err := store.List(t.Context()); err != nil || len(infos) > 0 {
		t.Errorf("%v, %v", infos, err)
	}
}

// The second player of a save is told who plays it, and reading goes on beside.
func TestTwoPlayersOnOneSave(t *testing.T) {
	store, _ := userStore(t)
	if code, _, errs := command("play", "minimal", "--auto", "2", "--save", "monday", "--json"); code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	save, err := store.Open(t.Context(), "monday", persistence.Writing)
	must(t, err)
	want := fmt.Sprintf("narratoria: the save \"monday\" is being played elsewhere, by the process %d; leave that first, or play another save\n", os.Getpid())
	if code, out, errs := command("play", "--continue", "--save", "monday", "--auto", "1", "--json"); code != exitFailed || out != "" || errs != want {
		t.Errorf("exit %d: %q %q", code, out, errs)
	}
	for _, args := range [][]string{{"saves"}, {"story", "log", "monday"}, {"story", "state", "monday"}} {
		if code, out, errs := command(args...); code != exitOK || out == "" || strings.Contains(out, "cannot be opened") {
			t.Errorf("%v: exit %d: %s", args, code, errs)
		}
	}
	must(t, save.Close())
	if code, out, errs := command("play", "--continue", "--save", "monday", "--auto", "1", "--json"); code != exitOK || strings.Count(out, "\n") != 2 {
		t.Errorf("afterwards: exit %d: %s", code, errs)
	}
}

// A campaign that was edited is played on, with a word about it; one that was not,
// without.
func TestCampaignThatWasEdited(t *testing.T) {
	userStore(t)
	dir := filepath.Join(t.TempDir(), "own")
	must(t, os.MkdirAll(filepath.Join(dir, "world"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"title": "Own", "version": "1.0.0"}`), 0o600))
	setting := filepath.Join(dir, "world", "setting.md")
	must(t, os.WriteFile(setting, []byte("Captain Hale says that nobody sleeps in Salt Row.\n"), 0o600))
	play := func(args ...string) string {
		t.Helper()
		code, _, errs := command(append([]string{"play", dir, "--auto", "1", "--json", "--save", "mine"}, args...)...)
		if code != exitOK {
			t.Fatalf("exit %d: %s", code, errs)
		}
		return errs
	}
	if said := play() + play("--continue"); said != "" {
		t.Errorf("nothing was edited: %s", said)
	}
	must(t, os.WriteFile(setting, []byte("Captain Hale says that everybody sleeps in Salt Row.\n"), 0o600))
	if said := play("--continue"); !strings.Contains(said, "has changed since the story began, or is another one") {
		t.Errorf("%q", said)
	}
}

// A story of a directory that has the name of a campaign that the program carries is not
// taken for one of that without a word.
func TestCampaignOfACarriedName(t *testing.T) {
	ownDirectories(t)
	dir := filepath.Join(t.TempDir(), "minimal")
	must(t, os.CopyFS(dir, os.DirFS("../../campaigns/minimal")))
	must(t, os.WriteFile(filepath.Join(dir, "world", "setting.md"), []byte("Captain Hale says that nobody sleeps in Salt Row.\n"), 0o600))
	if code, _, errs := command("play", dir, "--auto", "1", "--json", "--save", "mine"); code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if code, _, errs := command("play", "--continue", "--save", "mine", "--auto", "1", "--json"); code != exitOK || !strings.Contains(errs, "a directory of that name, which has to be given") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, _, errs := command("play", dir, "--continue", "--save", "mine", "--auto", "1", "--json"); code != exitOK || errs != "" {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// A name that is taken is refused with what to do, before anything begins.
func TestSaveThatExists(t *testing.T) {
	ownDirectories(t)
	play := []string{"play", "minimal", "--auto", "1", "--seed", "7", "--save", "monday"}
	if code, _, errs := command(play...); code != exitOK {
		t.Fatalf("exit %d: %q", code, errs)
	}
	code, out, errs := command(play...)
	if code != exitFailed || out != "" || !strings.Contains(errs, "exists already; add --continue to go on with it") {
		t.Errorf("exit %d: %q %q", code, out, errs)
	}
}

// A save that was made and whose story was never begun does not keep its name from one
// that is, unless somebody begins it now.
func TestASaveThatWasNeverBegun(t *testing.T) {
	store, _ := userStore(t)
	makeSave(t, store, "monday")
	play := []string{"play", "minimal", "--auto", "1", "--seed", "7", "--json", "--save", "monday"}
	held, err := store.Open(t.Context(), "monday", persistence.Writing)
	must(t, err)
	if code, out, errs := command(play...); code != exitFailed || out != "" || !strings.Contains(errs, "is being played elsewhere") {
		t.Errorf("while it is begun elsewhere: exit %d: %q %q", code, out, errs)
	}
	must(t, held.Close())
	_, fresh, _ := command("play", "minimal", "--auto", "1", "--seed", "7", "--json", "--save", "tuesday")
	if code, out, errs := command(play...); code != exitOK || out != fresh {
		t.Errorf("exit %d: %q, as a new one: %q, %s", code, out, fresh, errs)
	}
}
