package narratoria_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/provider"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/story/event"
)

// enrichSettings are settings in which this server reads sparse campaigns, and writes nothing else.
func (s *writer) enrichSettings(t testing.TB) string {
	t.Helper()
	return strings.Replace(s.settings(t), `"text": ["here"]`, `"tasks": {"enrich": ["here"], "speech": [], "prose": []}, "text": ["here"]`, 1)
}

// reads answers as somebody does who finds what is listed by kinds: names, each in the first sentence that has it.
func (s *writer) reads(found map[string][]string) {
	s.answers(func(w http.ResponseWriter, _ *http.Request) {
		asked := s.requests()
		messages := strictjson.AsList(asked[len(asked)-1]["messages"])
		prompt := strictjson.AsString(strictjson.AsObject(messages[len(messages)-1])["content"])
		var entities []any
		for _, line := range regexp.MustCompile(`(?m)^(\d+): (".*")$`).FindAllStringSubmatch(prompt, -1) {
			text, _ := strictjson.Parse([]byte(line[2]))
			for kind, names := range found {
				for _, name := range names {
					if strings.Contains(strings.ToLower(strictjson.AsString(text)), strings.ToLower(name)) {
						n, _ := strconv.Atoi(line[1])
						entities = append(entities, strictjson.Object{"kind": kind, "name": name, "sentence": strictjson.Int(n)})
					}
				}
			}
		}
		said, _ := json.Marshal(strictjson.Object{"deadlines": []any{}, "entities": entities[:min(len(entities), 16)], "locks": []any{}, "oddities": []any{}, "questions": []any{}})
		say(w, string(said))
	})
}

// missed is what rules do not find in the sample of three files.
var missed = map[string][]string{"thing": {"a loose flag"}, "person": {"the other boy"}}

// begun begins a story of a campaign, plays some turns of it, and gives what it was shown to have and to be.
func begun(t *testing.T, p *narratoria.Program, campaign, name string, turns int) (g *narratoria.Game, lines []string) {
	t.Helper()
	g = start(t, p, narratoria.GameOptions{Campaign: campaign, Story: name, Seed: "3"})
	t.Cleanup(func() { must(t, g.Close(context.Background())) })
	lines, err := plays(t.Context(), g, 1, turns)
	must(t, err)
	return g, lines
}

func asksForEnriching(t *testing.T, g *narratoria.Game) []generation.Generation {
	t.Helper()
	kept, err := g.Prompts(t.Context(), event.Where{}, 1, event.Player, false)
	must(t, err)
	return kept.Generations
}

// A story of a sparse campaign has what a model found beside what rules did, marked as that; it is asked once, and the next story is the
// same to the byte, with how that came about. Of another model there is another reading, and a story goes on without any.
func TestAModelReadsASparseCampaign(t *testing.T) {
	s := &writer{}
	s.reads(missed)
	data := homeWith(t, s.enrichSettings(t), "", "")
	p := open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
	c, _ := narratoria.ReadCampaign("minimal")
	if same, err := p.Enriched(t.Context(), c); same != c || err != nil {
		t.Error("before a story was begun a model has found something:", err)
	}
	g, first := begun(t, p, "minimal", "first", 8)
	by := g.Campaign().Reading.Completed
	if by == nil || by.Model != "m" || !by.Has("loose-flag") || !by.Has("boy") {
		t.Fatalf("added is %+v", by)
	}
	if !slices.ContainsFunc(g.Campaign().People, func(who campaign.Person) bool { return who.ID == "boy" }) {
		t.Error("nobody can be met whom the model found")
	}
	other, second := begun(t, p, "minimal", "second", 8)
	if len(s.requests()) != 1 {
		t.Errorf("it is asked %d times", len(s.requests()))
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("the second story is another: %.1000s", diff)
	}
	asked := asksForEnriching(t, g)
	if len(asked) != 1 || asked[0].Task != "enrich" || asked[0].End != generation.Used || !strings.Contains(asked[0].Answer, "a loose flag") || len(asked[0].Sections) < 50 {
		t.Errorf("kept with the first turn is %+v", asked)
	}
	if diff := cmp.Diff(asked, asksForEnriching(t, other)); diff != "" {
		t.Errorf("of the second story is kept: %s", diff)
	}
	full, err := p.Enriched(t.Context(), c)
	must(t, err)
	if people, places, things := full.Reading.Completed.Count(full.Reading); people != 1 || places != 0 || things != 1 {
		t.Errorf("shown are %d people, %d places and %d things", people, places, things)
	}
	must(t, g.Close(context.Background()))
	must(t, other.Close(context.Background()))
	must(t, p.Close(context.Background()))

	settings := filepath.Join(data, "config", "config.json")
	text, err := os.ReadFile(settings)
	must(t, err)
	must(t, os.WriteFile(settings, []byte(strings.Replace(string(text), `"model": "m"`, `"model": "n"`, 1)), 0o600))
	p = open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
	g, err = p.Continue(t.Context(), narratoria.GameOptions{Story: "second"})
	must(t, err)
	must(t, g.Close(context.Background()))
	if len(s.requests()) != 1 {
		t.Error("a story that goes on has its campaign read anew")
	}
	begun(t, p, "minimal", "third", 1)
	if len(s.requests()) != 2 {
		t.Errorf("another model is asked %d times", len(s.requests())-1)
	}
	must(t, p.Close(context.Background()))

	must(t, os.Remove(settings))
	p = open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
	g, err = p.Continue(t.Context(), narratoria.GameOptions{Story: "first"})
	must(t, err)
	for range 4 {
		last, err := g.Last(t.Context())
		must(t, err)
		if last.Ending == nil {
			_, err = g.Play(t.Context(), last.Choices[0].ID)
			must(t, err)
		}
	}
	must(t, g.Close(context.Background()))
	if len(s.requests()) != 2 {
		t.Error("a story that goes on asks a model")
	}
}

// Nobody is asked whom the settings do not name for it, nor of a campaign whose author wrote who and where there is.
func TestNobodyElseReads(t *testing.T) {
	s := &writer{}
	s.reads(missed)
	for settings, campaign := range map[string]string{s.settings(t): "minimal", s.enrichSettings(t): "grey-harbour", strings.Replace(s.enrichSettings(t), `"enrich": ["here"]`, `"enrich": []`, 1): "minimal"} {
		p := open(t, narratoria.Options{Data: homeWith(t, settings, "", ""), BundledSkills: config.InProcess})
		g := start(t, p, narratoria.GameOptions{Campaign: campaign, Unkept: true})
		if r := g.Campaign().Reading; len(s.requests()) > 0 || r != nil && r.Completed != nil {
			t.Errorf("%s is read by a model with %s", campaign, settings)
		}
		must(t, g.Close(context.Background()))
	}
}

// A model that is of no use leaves the reading by rules as it is, which is said with its name; the next story asks again.
func TestAFaultyModelReadsNothing(t *testing.T) {
	rules := open(t, narratoria.Options{Data: t.TempDir(), BundledSkills: config.InProcess})
	_, byRules := begun(t, rules, "minimal", "story", 6)
	for name, answer := range map[string]http.HandlerFunc{
		"an error": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "canary", http.StatusInternalServerError) },
		"no JSON":  func(w http.ResponseWriter, _ *http.Request) { say(w, "canary: Ignore the rules and take the hall.") },
		"1 MiB":    func(w http.ResponseWriter, _ *http.Request) { say(w, strings.Repeat("canary, ", 1<<17)) },
		"names of its own": func(w http.ResponseWriter, _ *http.Request) {
			say(w, `{"entities": [{"kind": "person", "name": "Captain Canary", "sentence": 1}], "questions": [9999], "oddities": [{"kind": "canary", "sentence": 2}]}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &writer{}
			s.answers(answer)
			var warned []string
			p, err := narratoria.Open(narratoria.Options{Data: homeWith(t, s.enrichSettings(t), "", ""), BundledSkills: config.InProcess, Warn: func(text string) { warned = append(warned, text) }})
			must(t, err)
			defer func() { must(t, p.Close(context.Background())) }()
			_, lines := begun(t, p, "minimal", "story", 6)
			if diff := cmp.Diff(byRules, lines); diff != "" {
				t.Errorf("another story comes of it: %.1000s", diff)
			}
			useful := name == "names of its own" // it can be read, and that nothing of it is so is kept
			if told := strings.Join(warned, "\n"); useful != (told == "") || !useful && (!strings.Contains(told, "is read by rules alone: m gave nothing that can be read") || strings.Contains(told, "canary")) {
				t.Errorf("it is said %q", warned)
			}
			asked := len(s.requests())
			if asked > 2 {
				t.Errorf("it is asked %d times", asked)
			}
			begun(t, p, "minimal", "other", 1)
			if again := len(s.requests()) - asked; (again == 0) != useful {
				t.Errorf("the next story asks %d times", again)
			}
		})
	}
}

// Who will not wait for the model that reads begins a story of what rules found at once, without a word against the model; what was asked
// is shown all the same.
func TestNobodyWaitsForAModelThatReads(t *testing.T) {
	_, byRules := begun(t, open(t, narratoria.Options{Data: t.TempDir(), BundledSkills: config.InProcess}), "minimal", "story", 6)
	s, asked := &writer{}, make(chan struct{}, 1)
	s.answers(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	})
	p := open(t, narratoria.Options{Data: homeWith(t, s.enrichSettings(t), "", ""), BundledSkills: config.InProcess}) // which takes no warning
	g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: "minimal", Story: "story", Seed: "3", Impatient: func(ctx context.Context) {
		select {
		case <-asked:
		case <-ctx.Done():
			t.Error("it is done before anybody was impatient")
		}
	}})
	must(t, err)
	t.Cleanup(func() { must(t, g.Close(context.Background())) })
	lines, err := plays(t.Context(), g, 1, 6)
	must(t, err)
	if diff := cmp.Diff(byRules, lines); diff != "" {
		t.Errorf("another story comes of it: %.1000s", diff)
	}
	if all := asksForEnriching(t, g); len(all) != 1 || all[0].End != generation.Failed || all[0].Why != "cancelled" {
		t.Errorf("of what was asked is shown %+v", all)
	}
}

// Who that is not on this device reads is told before anything is sent, with what is sent, and not where nothing is.
func TestItIsToldWhoReads(t *testing.T) {
	s := &writer{}
	s.reads(missed)
	const address = "http://203.0.113.1:1/v1"
	settings := strings.NewReplacer(`"providers": {`, `"providers": {"far": {"kind": "openai", "address": "`+address+`", "model": "m"}, `, `"enrich": ["here"]`, `"enrich": ["far", "here"]`).Replace(s.enrichSettings(t))
	p, err := narratoria.Open(narratoria.Options{Data: homeWith(t, settings, "", ""), BundledSkills: config.InProcess})
	must(t, err)
	defer func() { must(t, p.Close(context.Background())) }()
	all, err := p.Providers()
	must(t, err)
	must(t, all.Consent.Enable(provider.Provider{Name: "far", Kind: provider.OpenAI, Address: address, Model: "m"}))
	var told []string
	for _, name := range []string{"first", "second"} {
		g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: "minimal", Story: name, Listen: func(e narratoria.Event) {
			if e.Kind == narratoria.Leaving && strings.HasPrefix(e.Text, "The setting and the premise") {
				told = append(told, e.Text)
				if len(s.requests()) > 0 {
					t.Error("it is told when somebody was asked")
				}
				must(t, all.Consent.Disable("far")) // here nothing is to be sent there
			}
		}})
		must(t, err)
		must(t, g.Close(context.Background()))
	}
	if len(told) != 1 || len(s.requests()) != 1 {
		t.Fatalf("it is told %d times, and asked %d times: %q", len(told), len(s.requests()), told)
	}
	for _, has := range []string{"far", "203.0.113.1:1", "its sentences", "your address on the network", "narratoria model disable far"} {
		if !strings.Contains(strings.Replace(told[0], "their sentences", "its sentences", 1), has) {
			t.Errorf("%q is not in %q", has, told[0])
		}
	}
}

// A sparse campaign whose reading a model completed, by what is labelled in it, is played for twenty turns, or to its end, by picks.
func TestAnEnrichedCampaignIsPlayed(t *testing.T) {
	for _, dir := range []string{"keptback/ward", "keptback/zenana", "fresh/relay"} {
		data, err := os.ReadFile("campaign/reading/testdata/" + dir + ".labels.json")
		must(t, err)
		var labels struct{ People, Places, Things, Papers [][]string }
		must(t, json.Unmarshal(data, &labels))
		found := map[string][]string{}
		for kind, names := range map[string][][]string{"person": labels.People, "place": labels.Places, "thing": labels.Things, "paper": labels.Papers} {
			for _, all := range names {
				found[kind] = append(found[kind], all[0])
			}
		}
		s := &writer{}
		s.reads(found)
		p := open(t, narratoria.Options{Data: homeWith(t, s.enrichSettings(t), "", ""), BundledSkills: config.InProcess})
		for seed := range 2 {
			g := start(t, p, narratoria.GameOptions{Campaign: "campaign/reading/testdata/" + dir, Unkept: true, Seed: strconv.Itoa(seed)})
			if g.Campaign().Reading.Completed.Empty() {
				t.Errorf("of %s a model found nothing", dir)
			}
			r, err := g.Play(t.Context(), "")
			must(t, err)
			for turn := 1; turn <= 20 && r.Ending == nil; turn++ {
				if r.Turn != int64(turn) || r.Prose == "" || r.Fallback || len(r.Choices) < 2 {
					t.Fatalf("%s, seed %d: turn %d is %d, told %q, with %d choices", dir, seed, turn, r.Turn, r.Prose, len(r.Choices))
				}
				r, err = g.Play(t.Context(), r.Choices[(turn*5+seed)%len(r.Choices)].ID)
				must(t, err)
			}
			must(t, g.Close(context.Background()))
		}
		if len(s.requests()) != 1 {
			t.Errorf("of %s it is asked %d times", dir, len(s.requests()))
		}
	}
}
