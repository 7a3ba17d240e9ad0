package narratoria_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/files"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/recorded"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// recordInto is where requests to which no answer is recorded are written, for whoever answers them; see testdata/recorded/README.md.
var recordInto = flag.String("record", "", "have the requests of TestRecorded answered by files of this directory, and record them")

// A recording is a play whose model is somebody who wrote each answer from its prompt alone, beforehand.
type recording struct {
	name, campaign, seed string
	turns                int
}

var recordings = []recording{
	{"grey-harbour", "grey-harbour", "11", 30},
	{"minimal", "minimal", "7", 30},
}

func (r recording) file(name string) string {
	path, err := filepath.Abs(filepath.Join("testdata", "recorded", r.name+name))
	if err != nil {
		panic(err)
	}
	return path
}

// open opens a program whose settings name one for every text, or nobody.
func (r recording) open(t *testing.T, provider string) *narratoria.Program {
	t.Helper()
	return r.openIn(t, narratoria.Options{Data: t.TempDir()}, provider)
}

// openIn is open with a directory of data, and whatever else is of the program.
func (r recording) openIn(t *testing.T, o narratoria.Options, provider string) *narratoria.Program {
	t.Helper()
	data := o.Data
	o.BundledSkills = config.InProcess
	if provider != "" {
		must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
		settings := fmt.Sprintf(`{"models": {"providers": {"kept": %s}, "plan": "kept", "text": ["kept"], "tasks": {"choices": ["kept"], "summary": ["kept"]}}}`, provider)
		must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(settings), 0o600))
	}
	return open(t, o)
}

// play plays it by the picks that are kept, and gives what was told, what came of it, and what was asked.
func (r recording) play(t *testing.T, p *narratoria.Program, planner plan.Planner, turns int) (told string, events []string, asked []generation.Generation) {
	t.Helper()
	g := start(t, p, narratoria.GameOptions{Campaign: r.campaign, Story: "played", Seed: r.seed, Planner: planner})
	var all strings.Builder
	turn, err := g.Play(t.Context(), "")
	must(t, err)
	for _, pick := range append(r.picks(t)[:turns:turns], "") {
		all.WriteString(tellingOf(turn))
		for _, who := range append([]string{string(event.Player)}, turn.Scene.Present...) {
			kept, err := g.Prompts(t.Context(), event.Where{}, turn.Turn, event.CharacterID(who), false)
			must(t, err)
			asked = append(asked, kept.Generations...)
		}
		if pick == "" {
			break
		}
		turn, err = g.Play(t.Context(), pick)
		must(t, err)
	}
	must(t, g.Close(t.Context()))
	must(t, p.ReadStory(t.Context(), "played", func(played *story.Playthrough) error {
		for r, err := range played.Events(t.Context(), 0) {
			if err != nil {
				return err
			}
			if r.Event.Kind == event.SceneSummed {
				fmt.Fprintf(&all, "== Of a scene in short\n\n%s\n\n", r.Event.Text("words"))
			}
		}
		return nil
	}))
	events, _ = came(t, p, "played")
	return all.String(), events, asked
}

// tellingOf is a turn as a player reads it.
func tellingOf(r *engine.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "== Turn %d", r.Turn)
	if r.Choice != nil {
		fmt.Fprintf(&b, ": %s", r.Choice.Text)
	}
	fmt.Fprintf(&b, "\n\n%s\n\n", r.Prose)
	for i, c := range r.Choices {
		fmt.Fprintf(&b, "%d. %s\n", i+1, c.Text)
	}
	return b.String() + "\n"
}

// picks are the ids of what is chosen, a line each.
func (r recording) picks(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(r.file(".picks.txt"))
	must(t, err)
	return strings.Fields(string(text))
}

// choose makes the picks of a play that has none, as a player would who greets whom they meet, takes nothing twice, and rather asks than looks.
func (r recording) choose(t *testing.T) {
	t.Helper()
	p := open(t, narratoria.Options{BundledSkills: config.InProcess})
	g := start(t, p, narratoria.GameOptions{Campaign: r.campaign, Story: "played", Seed: r.seed, NoEndings: true})
	var ids []string
	taken, greeted := map[string]int{}, 0
	turn, err := g.Play(t.Context(), "")
	must(t, err)
	for len(ids) < r.turns && len(turn.Choices) > 0 {
		worth := func(c engine.Choice) int {
			kinds := []action.Kind{action.Authored, action.Show, action.Give, action.Press, action.Ask, action.Use, action.Search, action.Examine}
			return slices.Index(kinds, c.Action.Kind)%len(kinds) + 10*taken[c.ID]
		}
		pick := slices.MinFunc(turn.Choices, func(a, b engine.Choice) int { return worth(a) - worth(b) }).ID
		for _, who := range turn.Scene.Present {
			hello := action.Action{By: action.Player, Kind: action.Talk, To: []action.Ref{action.PersonRef(who)}}.ID()
			if taken[hello] == 0 && len(ids) >= 2*greeted {
				pick, greeted = hello, greeted+1
				break
			}
		}
		next, err := g.Play(t.Context(), pick)
		if taken[pick]++; err != nil { // whom one cannot talk with
			continue
		}
		turn, ids = next, append(ids, pick)
	}
	must(t, g.Close(t.Context()))
	must(t, os.WriteFile(r.file(".picks.txt"), []byte(strings.Join(ids, "\n")+"\n"), 0o644))
}

// TestRecorded plays both samples with answers that somebody wrote beforehand, each from its prompt alone. It shows that what was answered once is asked
// the same today, that the same comes of the same picks as by rules, and what is told then.
func TestRecorded(t *testing.T) {
	for _, r := range recordings {
		t.Run(r.name, func(t *testing.T) {
			if _, err := os.Stat(r.file(".picks.txt")); err != nil && *recordInto != "" {
				r.choose(t)
			}
			byRules, without, _ := r.play(t, r.open(t, ""), nil, r.turns)
			if *recordInto != "" {
				r.record(t)
			}
			p := r.open(t, fmt.Sprintf(`{"kind": "recorded", "file": %q}`, r.file(".ndjson")))
			told, events, asked := r.play(t, p, nil, r.turns)
			if diff := cmp.Diff(without, events); diff != "" {
				t.Errorf("with a model something else comes (-without +with):\n%.3000s", diff)
			}
			ends := map[string]int{}
			for _, g := range asked {
				ends[g.Task+" "+string(g.End)]++
				if g.End == generation.Failed || g.End == generation.Unfinished {
					t.Errorf("%s %s: %s (%s)", g.Task, g.Part, g.End, g.Why)
				}
			}
			t.Logf("what came of the answers: %v", ends)
			for file, is := range map[string]string{".told.txt": told, ".rules.txt": byRules} {
				if *recordInto != "" {
					must(t, os.WriteFile(r.file(file), []byte(is), 0o644))
				}
				want, err := os.ReadFile(r.file(file))
				must(t, err)
				if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(is, "\n")); diff != "" {
					t.Errorf("%s is told otherwise (-recorded +now):\n%.3000s", file, diff)
				}
			}
		})
	}
}

// The same comes of the same picks as those for which there are answers, whatever else a model says.
func TestTheRecordedPicksWhateverAModelSays(t *testing.T) {
	for _, r := range recordings {
		turns := r.turns
		if !soak.Whole() {
			turns /= 5
		}
		_, without, _ := r.play(t, r.open(t, ""), nil, turns)
		for name, says := range tellers() {
			t.Run(r.name+", "+name, func(t *testing.T) {
				s := &writer{}
				s.answers(func(w http.ResponseWriter, _ *http.Request) {
					all := s.requests()
					messages := strictjson.AsList(all[len(all)-1]["messages"])
					say(w, says(strictjson.AsString(strictjson.AsObject(messages[len(messages)-1])["content"]), len(all)))
				})
				server := httptest.NewServer(s)
				defer server.Close()
				_, events, _ := r.play(t, r.open(t, fmt.Sprintf(`{"kind": "openai", "address": %q, "model": "m"}`, server.URL+"/v1")), nil, turns)
				if diff := cmp.Diff(without, events); diff != "" {
					t.Errorf("with it something else comes (-without +with):\n%.3000s", diff)
				}
				if len(s.requests()) < turns {
					t.Errorf("it is asked %d times in %d turns", len(s.requests()), turns)
				}
			})
		}
	}
}

// sums are those in the name of a request, of what is asked.
var sums = regexp.MustCompile(`-[0-9a-f]{8}\b`)

// kindOf is a pattern of the names of requests of one task, turn and part, whatever they ask.
func kindOf(name string) string { return sums.ReplaceAllString(name, "-????????") }

func changed(t *testing.T, path string) time.Time {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.ModTime()
}

// record plays it with answers of files, and keeps those that are there. What is not answered yet is left beside them, for
// whoever writes: NAME.request.md.
func (r recording) record(t *testing.T) {
	dir := filepath.Join(*recordInto, r.name)
	open := filepath.Join(dir, "asked")
	must(t, os.RemoveAll(open))
	must(t, os.MkdirAll(open, 0o700))
	waiting := func(path string) {
		name := strings.TrimSuffix(filepath.Base(path), ".request.md")
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(open, filepath.Base(path)), text, 0o600)
		}
		if err != nil {
			t.Error(err)
		}
		before, err := filepath.Glob(filepath.Join(dir, kindOf(name)+".answer.txt"))
		if must(t, err); len(before) == 0 {
			t.Logf("nobody has answered %s", name)
			return
		}
		slices.SortFunc(before, func(a, b string) int { return changed(t, a).Compare(changed(t, b)) })
		answer, err := os.ReadFile(before[len(before)-1])
		must(t, err)
		must(t, atomicfile.Write(filepath.Join(dir, name+".answer.txt"), answer))
		t.Logf("%s has the answer of %s; delete it where that does not fit any more", name, filepath.Base(before[len(before)-1]))
	}
	of, err := files.Open(dir, &files.Options{Within: 100 * time.Millisecond, Look: 5 * time.Millisecond, Waiting: waiting})
	must(t, err)
	path := filepath.Join(t.TempDir(), "answers.ndjson")
	writer, err := recorded.Record(path, patientNot{of})
	must(t, err)
	p := r.open(t, fmt.Sprintf(`{"kind": "files", "directory": %q}`, dir))
	p.WrittenBy(writer)
	_, _, asked := r.play(t, p, narrator.NewModel(planned{writer}, nil), r.turns)
	must(t, writer.Close())
	for _, g := range asked {
		if g.End != generation.Used {
			t.Logf("%s %s: %s: %s %q", g.Task, g.Part, g.End, g.Why, g.Left)
		}
	}
	text, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(r.file(".ndjson"), text, 0o644))
}

// A planned gives some plan where nobody answered, so that plans are asked for in the next turns, too.
type planned struct{ model.Generator }

func (g planned) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	answer, err := g.Generator.Generate(ctx, r, tell)
	if err == nil {
		return answer, nil
	}
	return model.Answer{By: g.Name(), End: model.Stopped, Text: `{"reasoning": "", "step1": {"do": {"script": "storyteller/narrate", "with": {}}}}`}, nil
}

// A patientNot has requests that nobody answered be given up at once.
type patientNot struct{ model.Generator }

func (g patientNot) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	r.Within = min(r.Within, 100*time.Millisecond)
	return g.Generator.Generate(ctx, r, tell)
}
