package narratoria_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/provider"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A chored is a program in which a model is asked of turns that are over.
type chored struct {
	*narratoria.Program
	asked []string // what it was asked, in a text each
}

// withChores plays a story by the same picks with a model for some tasks, and with nobody for any other.
func withChores(t *testing.T, campaign, tasks string, turns int, says tellerOf) *chored {
	t.Helper()
	s, c := &writer{}, &chored{}
	s.answers(func(w http.ResponseWriter, _ *http.Request) {
		requests := s.requests()
		say(w, says(promptOf(requests[len(requests)-1]), len(requests)))
	})
	data := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	settings := strings.Replace(s.settings(t), `"text": ["here"]`, `"tasks": {`+tasks+`, "speech": [], "prose": []}, "text": ["here"]`, 1)
	must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(settings), 0o600))
	c.Program = open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
	g := start(t, c.Program, narratoria.GameOptions{Campaign: campaign, Story: "played", Seed: "5", NoEndings: true})
	records := picks(t, g, 3, turns)
	must(t, g.Close(context.Background()))
	for _, request := range s.requests() {
		c.asked = append(c.asked, promptOf(request))
	}
	if len(records) <= turns {
		t.Errorf("%d turns are played", len(records))
	}
	return c
}

// promptOf is what the player's part of a request says.
func promptOf(request strictjson.Object) string {
	messages := strictjson.AsList(request["messages"])
	return strictjson.AsString(strictjson.AsObject(messages[len(messages)-1])["content"])
}

// each gives the events of a kind, with what is so behind each, and with its cause.
func (c *chored) each(t *testing.T, kind event.Kind, look func(e, cause event.Event, of *story.Playthrough)) (n int) {
	t.Helper()
	must(t, c.ReadStory(t.Context(), "played", func(told *story.Playthrough) error {
		for r, err := range told.Events(t.Context(), 0) {
			must(t, err)
			if r.Event.Kind != kind {
				continue
			}
			cause := event.Event{}
			if r.Event.Cause > 0 {
				of, err := told.Event(t.Context(), r.Event.Cause)
				must(t, err)
				cause = of.Event
			}
			look(r.Event, cause, told)
			n++
		}
		return nil
	}))
	return n
}

// prompts are the calls of a task, of each turn, as they are shown.
func (c *chored) prompts(t *testing.T, task string, turns int) (of map[int64][]generation.Generation) {
	t.Helper()
	of = map[int64][]generation.Generation{}
	must(t, c.ReadStory(t.Context(), "played", func(told *story.Playthrough) error {
		for turn := int64(1); turn <= int64(turns); turn++ {
			kept, err := told.Prompts(t.Context(), event.Where{}, turn, event.Player, false)
			must(t, err)
			for _, g := range kept.Generations {
				if g.Task == task {
					of[turn] = append(of[turn], g)
				}
			}
		}
		return nil
	}))
	return of
}

// shown looks whether each call is shown exactly, in its place. One that was given up when the story was left may have reached nobody.
func (c *chored) shown(t *testing.T, task string, turns int) (all []generation.Generation) {
	t.Helper()
	for turn, calls := range c.prompts(t, task, turns) {
		for i, g := range calls {
			text := ""
			for _, section := range g.Sections {
				if section.Role == string(model.User) && section.Dropped == "" {
					text += section.Text
				}
			}
			if g.By != "afterwards" || !strings.HasPrefix(g.Prompt, task+"/") || g.Part != fmt.Sprintf("attempt-%d", i+1) || (g.Wrote == "") != (g.End == generation.Failed) || !slices.Contains(c.asked, text) && g.Why != string(model.Cancelled) {
				t.Errorf("of %s of turn %d is shown %+v", task, turn, g)
			}
			all = append(all, g)
		}
	}
	return all
}

// summedUp plays a story whose scenes a model sums up, and gives what came of it but for words, its summaries by their scenes,
// and what the model was asked.
func summedUp(t *testing.T, says tellerOf) (all []string, summaries map[string]string, asked []string) {
	t.Helper()
	c := withChores(t, "grey-harbour", `"summary": ["here"]`, 16, says)
	p := c.Program
	all, _ = came(t, p, "played")
	if shown := c.shown(t, "summary", 17); len(shown) < len(c.asked)-2 { // those of the last turn may be given up
		t.Errorf("%d calls are shown of %d", len(shown), len(c.asked))
	}
	summaries = map[string]string{}
	scenes, _ := closedScenes(t, p, "played")
	for _, scene := range scenes {
		if scene.Summary != "" {
			summaries[scene.ID] = scene.Summary
		}
	}
	c.each(t, event.SceneSummed, func(e, cause event.Event, _ *story.Playthrough) {
		if cause.Kind != event.SceneClosed || cause.Text("scene") != e.Text("scene") {
			t.Errorf("the summary of %s names %s of %s as its cause", e.Text("scene"), cause.Kind, cause.Text("scene"))
		}
		if summaries[e.Text("scene")] != e.Text("words") || e.Text("by") == "" {
			t.Errorf("of %s is kept %q, and shown %q", e.Text("scene"), e.Text("words"), summaries[e.Text("scene")])
		}
	})
	return all, summaries, c.asked
}

// retold is what a model says that sums up by the first sentence that it was told, or by where it was.
func retold(asked string, _ int) string {
	for _, found := range regexp.MustCompile(`(?m)^told: "([A-Z][a-z ,']{20,200}\.)`).FindAllStringSubmatch(asked, -1) {
		if !regexp.MustCompile(`(?i)\b(he|she|they|him|her|them|his|this|that|these|those|their)\b`).MatchString(found[1]) { // of whom nobody would know
			return found[1]
		}
	}
	return "You came to " + regexp.MustCompile(`(?m)^place: "(.*)"`).FindStringSubmatch(asked)[1] + "."
}

// Each scene that was left has a summary by the next turn, one more than once asked for where the first answer is of no use; with
// a seed every one of them, and the same story comes of it as without.
func TestScenesAreSummedUp(t *testing.T) {
	nobody, none, _ := summedUp(t, func(string, int) string { return "" })
	if len(none) > 0 {
		t.Errorf("of nothing is made %v", none)
	}
	once, first, asked := summedUp(t, retold)
	twice, second, askedTwice := summedUp(t, func(asked string, n int) string {
		if n%2 == 1 {
			return `{"summary": "You won."}`
		}
		return retold(asked, n)
	})
	if len(first) < 2 || len(askedTwice) != 2*len(asked) {
		t.Errorf("%d scenes are summed up, and it is asked %d and %d times", len(first), len(asked), len(askedTwice))
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("asked twice there are other summaries: %s", diff)
	}
	for what, all := range map[string][]string{"summaries": once, "such a model": twice} {
		if diff := cmp.Diff(nobody, all); diff != "" {
			t.Errorf("with %s something else comes (-without +with):\n%.2000s", what, diff)
		}
	}
	for _, prompt := range asked {
		if len(prompt) > 6000 || !strings.HasPrefix(prompt, `in it you are: "`) || !strings.HasSuffix(prompt, "The summary:") {
			t.Errorf("it is asked:\n%s", prompt)
		}
	}
}

// Whatever else a model says, no scene is summed up by it.
func TestNoSummaryIsMadeOfAnythingElse(t *testing.T) {
	_, summaries, asked := summedUp(t, func(_ string, n int) string { return hostile[n%len(hostile)] })
	if len(asked) == 0 || len(summaries) > 0 {
		t.Errorf("it is asked %d times, and there are %q", len(asked), summaries)
	}
}

// How much a memory matters a model says of all that rules do not hold to be high, of what the player was told: what it says is so from then
// on, it is asked once more where it says nothing of use, and what it was asked is shown.
func TestAModelSaysHowMuchMemoriesMatter(t *testing.T) {
	levels := []string{"low", "medium", "high"}
	c := withChores(t, "grey-harbour", `"significance": ["here"]`, 12, func(_ string, n int) string {
		if n%4 == 3 {
			return []string{"It matters.", `{"significance": "none"}`, `{"significance": 3}`, `{}`}[n/4%4]
		}
		return fmt.Sprintf(`{"significance": %q}`, levels[n%3])
	})
	ends, last := map[generation.End]int{}, map[string]string{}
	for _, g := range c.shown(t, "significance", 13) {
		ends[g.End]++
	}
	unformed := 0
	for turn, calls := range c.prompts(t, "significance", 12) { // in the last it may be given up
		if calls[0].Why != string(model.Unformed) {
			continue
		}
		if unformed++; len(calls) != 2 || calls[1].End != generation.Used {
			t.Errorf("turn %d: of an answer of no form comes %+v", turn, calls)
		}
	}
	if unformed == 0 {
		t.Error("no answer is of no form")
	}
	n := c.each(t, event.MemoryWeighed, func(e, cause event.Event, _ *story.Playthrough) {
		if cause.Kind != event.MemoryKept || cause.Text("memory") != e.Text("memory") || cause.Text("significance") == "high" || cause.Text("significance") == e.Text("significance") || e.Text("by") == "" {
			t.Errorf("of %v is said %v", cause.Fields(), e.Fields())
		}
		last[e.Text("memory")] = e.Text("significance")
	})
	if n < 4 || ends[generation.Used] < n || ends[generation.Refused] < 1 {
		t.Errorf("%d memories are weighed; the calls end as %v", n, ends)
	}
	must(t, c.ReadStory(t.Context(), "played", func(told *story.Playthrough) error {
		for _, m := range told.State().Player().Memories() {
			if want := last[m.ID]; want != "" && string(m.Significance) != want {
				t.Errorf("%s is %s, want %s", m.ID, m.Significance, want)
			}
		}
		return nil
	}))
	for _, prompt := range c.asked {
		if !strings.HasPrefix(prompt, `the player is called: "`) || strings.Count(prompt, "\nremembered: ") != 1 || !strings.HasSuffix(prompt, "The JSON object:") {
			t.Errorf("it is asked:\n%s", prompt)
		}
	}
}

// extracts is an answer of two memories: the first that was told, and another.
func extracts(other string) string {
	return string(strictjson.Encode(strictjson.Object{"memories": []any{
		strictjson.Object{"text": other, "significance": "high"}, strictjson.Object{"sentence": strictjson.Int(1), "significance": "medium"},
	}}))
}

// What else was told a model has remembered, each text by itself: it rests on the event that told it, and is hidden with that.
func TestAModelHasMoreRemembered(t *testing.T) {
	c := withChores(t, "grey-harbour", `"extract": ["here"]`, 12, func(_ string, n int) string { return extracts(hostile[n%len(hostile)]) })
	var texts []string
	var told []event.Position
	n := c.each(t, event.MemoryKept, func(e, cause event.Event, of *story.Playthrough) {
		if e.Text("source") != string(event.Extraction) {
			return
		}
		if cause.Kind != event.Narrated || !strings.Contains(strings.Join(strings.Fields(cause.Text("text")), " "), e.Text("words")) || e.Text("knower") != "player" || e.Text("significance") != "medium" {
			t.Errorf("of %q is kept %v", cause.Text("text"), e.Fields())
		}
		if because := e.List("because"); len(because) != 1 || event.Position(strictjson.AsInteger(because[0])) != e.Cause || e.Moment != cause.Moment {
			t.Errorf("it rests on %v, of which its cause is %d", because, e.Cause)
		}
		texts, told = append(texts, e.Text("words")), append(told, e.Cause)
	})
	if n == 0 || len(texts) < 3 {
		t.Fatalf("of %d memories are extracted %q", n, texts)
	}
	left := 0
	for _, g := range c.shown(t, "extract", 13) {
		left += len(g.Left)
	}
	if left < len(texts) {
		t.Errorf("%d are left out", left)
	}
	remembers := func(of *story.Playthrough) bool {
		state, err := of.Shown(t.Context(), event.Where{}, 0)
		must(t, err)
		_, err = state.Player().FindMemory(texts[0])
		return err == nil
	}
	must(t, c.ChangeStory(t.Context(), "played", func(of *story.Playthrough) error {
		if !remembers(of) {
			t.Errorf("%q is not remembered", texts[0])
		}
		must(t, of.Hide(t.Context(), told[0]))
		if remembers(of) {
			t.Errorf("%q is remembered, though it is hidden that it was told", texts[0])
		}
		kept, err := of.Prompts(t.Context(), event.Where{}, 13, event.Player, false)
		must(t, err)
		for _, g := range kept.Generations {
			if g.Answer != "" || !g.Withheld {
				t.Errorf("of what was asked since is shown %+v", g)
			}
		}
		return nil
	}))
}

// Whatever a model says of turns, nothing is remembered by it but what was told in one of them, nothing that is high matters less, and no secret
// is in what it is told.
func TestWhateverAModelSaysOfTurns(t *testing.T) {
	for what, campaign := range map[string]string{"a town": silentTown(t), "a sample": "grey-harbour"} {
		for name, says := range tellers() {
			t.Run(what+", "+name, func(t *testing.T) {
				c := withChores(t, campaign, `"significance": ["here"], "extract": ["here"], "summary": ["here"]`, 10, func(asked string, n int) string {
					text := says(asked, n)
					switch n % 3 {
					case 0:
						return extracts(text)
					case 1:
						return string(strictjson.Encode(strictjson.Object{"significance": "low", "memories": []any{text, nil, 1, strictjson.Object{"text": text}}, "memory": "m-1"}))
					}
					return text
				})
				c.each(t, event.MemoryKept, func(e, cause event.Event, _ *story.Playthrough) {
					if e.Text("source") != string(event.Extraction) {
						return
					}
					stems := func(text string) (all []string) {
						for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
							all = append(all, word[:min(len(word), 3)])
						}
						return all
					}
					was := slices.Concat(stems(cause.Text("text")), stems("you Jo are is was an and the come went stay look again then")) // and what holds a sentence together
					for _, word := range stems(e.Text("words")) {
						if !slices.Contains(was, word) && len(word) == 3 {
							t.Errorf("of %q is remembered %q, by the word %s", cause.Text("text"), e.Text("words"), word)
						}
					}
					for _, word := range []string{"secret-a", "secret-b", "secret-c", "SYSTEM", "silver", "{", "tool_call"} {
						if strings.Contains(e.Text("words"), word) {
							t.Errorf("it is remembered: %q", e.Text("words"))
						}
					}
				})
				c.each(t, event.MemoryWeighed, func(e, cause event.Event, _ *story.Playthrough) {
					if cause.Text("significance") == "high" {
						t.Errorf("what is high becomes %s", e.Text("significance"))
					}
				})
				for _, prompt := range c.asked {
					for _, secret := range regexp.MustCompile(`secret-\w+`).FindAllString(prompt, -1) {
						if secret != "secret-no" {
							t.Errorf("a model is told %s: %s", secret, prompt)
						}
					}
				}
				if len(c.asked) == 0 {
					t.Error("nobody is asked")
				}
			})
		}
	}
}

// Who that is not on this device is asked of turns that are over is told once for each task, before anything is sent.
func TestItIsToldWhoIsAskedOfTurns(t *testing.T) {
	s := &writer{}
	settings := strings.NewReplacer(
		`"providers": {`, `"tasks": {"summary": ["far", "here"], "significance": ["far", "here"], "extract": ["far", "here"], "prose": [], "speech": []}, "providers": {"far": {"kind": "openai", "address": "http://203.0.113.1:1/v1", "model": "m"}, `,
	).Replace(s.settings(t))
	p := open(t, narratoria.Options{Data: homeWith(t, settings, "", ""), BundledSkills: config.InProcess})
	must(t, p.DisableSkill("storyteller"))
	all, err := p.Providers()
	must(t, err)
	must(t, all.Consent.Enable(provider.Provider{Name: "far", Kind: provider.OpenAI, Address: "http://203.0.113.1:1/v1", Model: "m"}))
	var mutex sync.Mutex
	var told []string
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true, Listen: func(e narratoria.Event) {
		mutex.Lock()
		defer mutex.Unlock()
		if e.Kind == narratoria.Leaving {
			told = append(told, e.Text)
		}
	}})
	must(t, all.Consent.Disable("far")) // nothing is to be sent there
	_, err = g.Play(t.Context(), "")
	must(t, err)
	must(t, g.Close(t.Context()))
	mutex.Lock()
	defer mutex.Unlock()
	for _, want := range []string{"Scenes are summed up by far", "How much memories matter is said by far", "What else is to be remembered is chosen by far"} {
		if n := strings.Count(strings.Join(told, "\n"), want); n != 1 {
			t.Errorf("%q is told %d times: %q", want, n, told)
		}
	}
}

// A silent model says nothing to what it is asked until it is given up, and then at once or after a minute.
type silent struct {
	heedless bool
	mutex    sync.Mutex
	asked    map[string]int
}

func (*silent) Name() string { return "silent" }

func (s *silent) Generate(ctx context.Context, r model.Request, _ func(model.Piece)) (model.Answer, error) {
	s.mutex.Lock()
	s.asked[r.Place.Task]++
	s.mutex.Unlock()
	<-ctx.Done()
	if s.heedless && r.Place.Task == narrator.ExtractTask {
		time.Sleep(time.Minute)
	}
	return model.Answer{}, &model.Error{Generator: "silent", Kind: model.Cancelled, Message: "nothing came", Err: ctx.Err()}
}

// "The first sentence of prose within 3 s", with a seed and without, whatever stalls: models that are asked of the turn before, one that
// words what somebody says and one that plans. A turn in which nobody is asked for anything else takes no longer than that.
func TestTheFirstSentenceIsSoonThereAfterATurn(t *testing.T) {
	town := silentTown(t)
	for name, c := range map[string]struct {
		seed     string
		heedless bool
	}{"with a seed": {"5", false}, "without one": {"", false}, "with one that does not end": {"5", true}} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
			must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(`{"models": {"providers": {"here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}},
				"text": ["here"], "plan": "here", "tasks": {"summary": ["here"], "significance": ["here"], "extract": ["here"], "choices": ["here"], "prose": []}}}`), 0o600))
			synctest.Test(t, func(t *testing.T) {
				model, warned := &silent{heedless: c.heedless, asked: map[string]int{}}, 0
				p, err := narratoria.Open(narratoria.Options{Data: data, BundledSkills: config.InProcess, Warn: func(string) { warned++ }})
				must(t, err)
				p.WrittenBy(model)
				p.PlannedBy(model)
				p.Unwatched()
				var began time.Time
				var shown time.Duration // from when somebody waits until the turn begins to be told
				g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: town, Story: "played", Seed: c.seed, NoEndings: true, Listen: func(e narratoria.Event) {
					if e.Kind == narratoria.Narrative && e.Text != "" && shown == 0 {
						shown = max(1, time.Since(began))
					}
				}})
				must(t, err)
				choice := ""
				for turn := int64(1); turn <= 6; turn++ {
					began, shown = time.Now(), 0
					r, err := g.Play(t.Context(), choice)
					must(t, err)
					took := time.Since(began)
					if shown == 0 || shown > 3*time.Second || took > 6*time.Second || r.Turn != turn || r.Prose == "" || len(r.Choices) < 3 {
						t.Errorf("turn %d took %v: %s", r.Turn, took, r.Prose)
					}
					t.Logf("turn %d is told after %v and took %v", turn, shown, took)
					choice = action.Action{By: action.Player, Kind: action.Talk, To: []action.Ref{action.PersonRef([]string{"ada", "bea"}[turn%2])}}.ID()
				}
				kept, err := g.Prompts(t.Context(), event.Where{}, 4, event.Player, false)
				must(t, err)
				ends := map[string]bool{}
				for _, of := range kept.Generations {
					ends[of.Task+" "+string(of.End)+" "+of.Why] = true
				}
				must(t, g.Close(t.Context()))
				must(t, p.Close(t.Context()))
				if !ends["extract failed cancelled"] && c.seed != "" && !c.heedless || warned > 1 || (warned == 1) != (c.seed != "") {
					t.Errorf("it is warned %d times, and shown %v", warned, ends)
				}
				for _, task := range []string{"plan", "speech", "extract", "choices"} {
					if model.asked[task] == 0 {
						t.Errorf("asked is %v", model.asked)
					}
				}
			})
		})
	}
}

// A late model answers some time after it was asked.
type late struct {
	by   time.Duration
	text string
}

func (late) Name() string { return "late" }

func (l late) Generate(ctx context.Context, _ model.Request, _ func(model.Piece)) (model.Answer, error) {
	select {
	case <-time.After(l.by):
		return model.Answer{By: "late", Text: l.text, End: model.Stopped}, nil
	case <-ctx.Done():
		return model.Answer{}, &model.Error{Generator: "late", Kind: model.Cancelled, Message: "nothing came", Err: ctx.Err()}
	}
}

// A story with a seed is left with what is still being made of its last turn, which is waited for as long as a turn would; one without a seed
// is left at once.
func TestWhatIsMadeOfTheLastTurnHangsOnNoClock(t *testing.T) {
	town := silentTown(t)
	for name, c := range map[string]struct {
		seed     string
		by, took time.Duration
		end      string
	}{
		"with a seed":                    {"5", time.Second, time.Second, "used"},
		"with a seed, and much too late": {"5", time.Minute, 2 * time.Second, "failed cancelled"},
		"without a seed":                 {"", time.Second, 0, "failed cancelled"},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
			must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(`{"models": {"providers": {"here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}},
				"text": ["here"], "tasks": {"summary": [], "significance": ["here"], "extract": [], "choices": [], "prose": [], "speech": []}}}`), 0o600))
			synctest.Test(t, func(t *testing.T) {
				p, err := narratoria.Open(narratoria.Options{Data: data, BundledSkills: config.InProcess})
				must(t, err)
				p.WrittenBy(late{c.by, `{"significance": "medium"}`})
				p.Unwatched()
				g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: town, Story: "played", Seed: c.seed, NoEndings: true})
				must(t, err)
				_, err = g.Play(t.Context(), "")
				must(t, err)
				last, err := g.Play(t.Context(), action.Action{By: action.Player, Kind: action.Talk, To: []action.Ref{action.PersonRef("ada")}}.ID())
				must(t, err)
				synctest.Wait() // until it is asked
				left := time.Now()
				must(t, g.Close(t.Context()))
				took := time.Since(left)
				var ends []string
				must(t, p.ReadStory(t.Context(), "played", func(told *story.Playthrough) error {
					kept, err := told.Prompts(t.Context(), event.Where{}, last.Turn, event.Player, false)
					for _, of := range kept.Generations {
						if of.Task == narrator.SignificanceTask {
							ends = append(ends, strings.TrimSpace(string(of.End)+" "+of.Why))
						}
					}
					return err
				}))
				must(t, p.Close(t.Context()))
				if took != c.took || len(ends) != 1 || !strings.HasPrefix(ends[0], c.end) {
					t.Errorf("it is left after %v, and what was asked of its last turn ends as %q; want %v and %s", took, ends, c.took, c.end)
				}
			})
		})
	}
}
