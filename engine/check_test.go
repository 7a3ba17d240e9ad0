package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// deciding is a turn in which the player has chosen to do something in Ines's
// company, before anything has come of it.
func deciding(t *testing.T, c *campaign.Campaign) *resolving {
	t.Helper()
	g := at(t, c).open()
	r := must(t, g, "")
	picked, err := g.pick(r.Choices[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	turn := g.begun()
	turn.Choice = picked.ID
	return turn
}

func valueOf(modifiers []Modifier, kind action.Bearing) (value int64) {
	for _, m := range modifiers {
		if m.Kind == kind {
			value += m.Value
		}
	}
	return value
}

func TestSentimentAtItsBoundaries(t *testing.T) {
	tests := []struct {
		opinion, two, twenty int64
	}{
		{0, 0, 0}, {30_000, 0, 0}, {30_001, 1, 1}, {-30_000, 0, 0}, {-30_001, -1, -1},
		{54_999, 1, 1}, {55_000, 1, 2}, {80_000, 1, 3}, {100_000, 1, 3}, {-100_000, -1, -3},
	}
	right, rolls := 0, 0
	for _, test := range tests {
		turn := deciding(t, written(t, harbour))
		turn.add(event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": test.opinion})
		try := world.CheckSpec{Stat: "tact", Text: "Speak with Ines", Person: "ines"}
		for dice, want := range map[string]int64{"": test.two, "2d6+1": test.two, "1d20": test.twenty} {
			try.Dice = dice
			if rolls++; valueOf(turn.modifiers(try), action.Opinion) == want {
				right++
			} else {
				t.Errorf("%d thousandths and the dice %q: %+d, want %+d", test.opinion, dice, valueOf(turn.modifiers(try), action.Opinion), want)
			}
		}
		try.Person = ""
		if got := turn.modifiers(try); len(got) != 0 {
			t.Errorf("nobody is concerned: %v", got)
		}
	}
	criteria.Measured(t, "SC-018", "%d of %d modifiers right, of %d opinions at the boundaries with 3 kinds of dice each", right, rolls, len(tests))
}

// stats are the harbour with a player of some nerve.
func stats(nerve int, traits string) map[string]string {
	return but(harbour, "characters/player/template.json", fmt.Sprintf(`{
		"stats": [{"id": "nerve", "name": "Nerve", "default": 10, "words": ["dare", "press"]}, {"id": "tact", "name": "Tact", "default": 10, "words": ["ask"]}],
		"traits": [{"id": "sea-legs", "name": "Sea legs", "words": ["boat", "climb"]}],
		"preset": {"name": "Jo", "stats": {"nerve": %d, "tact": 10}, "traits": [%s]}}`, nerve, traits))
}

func TestSkillCountsFromMasteryOnAndOnce(t *testing.T) {
	for _, test := range []struct {
		nerve  int
		traits string
		text   string
		want   int64
	}{
		{14, "", "Dare the stair", 0}, {15, "", "Dare the stair", 1}, {20, "", "Dare the stair", 1}, {5, "", "Dare the stair", 0},
		{14, `"sea-legs"`, "Climb into the boat", 1}, {20, `"sea-legs"`, "Dare the climb", 1}, {14, `"sea-legs"`, "Dare the stair", 0},
	} {
		turn := deciding(t, written(t, stats(test.nerve, test.traits)))
		try := world.CheckSpec{Stat: "nerve", Text: test.text}
		sum := int64(0)
		for _, m := range turn.modifiers(try) {
			sum += m.Value
		}
		if sum != test.want {
			t.Errorf("nerve %d, traits [%s], %q: %+d, want %+d", test.nerve, test.traits, test.text, sum, test.want)
		}
	}
}

// check is a harbour whose opening offers one choice with a check, which tells how
// it went.
func check(fields string, others ...string) map[string]string {
	return but(but(harbour, others...), beats(`
		{"id": "start", "title": "Start", "prose": "It begins.", "choices": [{"id": "try", "text": "Dare the stair", "prose": "You go up.",
		 "check": {"stat": "nerve", "about": "the stair", `+fields+`
		  "success": {"prose": "You are up.", "effects": [{"set": {"band": "success"}}]},
		  "partial": {"prose": "You are halfway up.", "effects": [{"set": {"band": "partial"}}]},
		  "failure": {"prose": "You are down again.", "effects": [{"set": {"band": "failure"}}]}}}]}`)...)
}

func TestBandsAtTheirBoundaries(t *testing.T) {
	for total, band := range map[int]string{0: "failure", 2: "failure", 6: "failure", 7: "partial", 9: "partial", 10: "success", 12: "success", 40: "success"} {
		c := written(t, check(fmt.Sprintf(`"dice": "1d1%+d",`, total-1)))
		g := at(t, c).open()
		must(t, g, "")
		r := must(t, g, "start/try")
		prose := map[string]string{"failure": "You are down again.", "partial": "You are halfway up.", "success": "You are up."}[band]
		if r.Check == nil || r.Check.Total != int64(total) || r.Check.Band != band || g.story.State().Free["band"] != band {
			t.Errorf("%d: %+v, state %v", total, r.Check, g.story.State().Free)
		}
		if !strings.Contains(r.Prose, prose) || strings.Contains(r.Prose, "You go up.") || r.Scene.Type != "danger" {
			t.Errorf("%d: %s: %q", total, r.Scene.Type, r.Prose)
		}
	}
}

// A band that nobody wrote of is told as success is, in the choice's own words.
func TestPartialThatIsLeftOut(t *testing.T) {
	c := written(t, but(harbour, beats(`{"id": "start", "title": "Start", "prose": "It begins.", "choices": [{"id": "try", "text": "Dare the stair", "prose": "You go up.",
		"check": {"stat": "nerve", "dice": "1d1+7", "success": {"effects": [{"set": {"up": true}}]}, "failure": {"prose": "No."}}}]}`)...))
	g := at(t, c).open()
	must(t, g, "")
	r := must(t, g, "start/try")
	if r.Check.Band != "partial" || !strings.Contains(r.Prose, "You go up.") || g.story.State().Free["up"] != true {
		t.Errorf("%+v %q %v", r.Check, r.Prose, g.story.State().Free)
	}
}

func TestRulesOfTheCampaignHold(t *testing.T) {
	rules := "# Rules\n\n```rules\ndice: 1d1+9\nbands:\n  failure: 1-14\n  success: 15-20\nmodifiers:\n  trait: 5\n  sentiment: 3\n  memory: 2\n```\n"
	files := check("", "world/rules.md", rules, "characters/player/template.json", stats(18, "")["characters/player/template.json"])
	g := at(t, written(t, files)).open()
	must(t, g, "")
	if r := must(t, g, "start/try"); r.Check.Formula != "d1+9" || r.Check.Total != 15 || r.Check.Band != "success" {
		t.Errorf("%+v", r.Check)
	}
	turn := deciding(t, written(t, files))
	turn.add(event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": -31_000})
	try := world.CheckSpec{Stat: "tact", Text: "Speak with Ines", Person: "ines"}
	if got := valueOf(turn.modifiers(try), action.Opinion); got != -3 {
		t.Errorf("sentiment %+d", got)
	}
}

func TestDifficultyAndModifierOfTheAuthor(t *testing.T) {
	for fields, want := range map[string]int64{
		`"difficulty": "easy",`: 11, `"difficulty": "hard",`: 9, `"difficulty": "very hard",`: 8, `"modifier": -4,`: 6,
		`"modifier": 3, "difficulty": "Hard",`: 12, `"difficulty": "odd",`: 10,
	} {
		g := at(t, written(t, check(`"dice": "1d1+9",`+fields))).open()
		must(t, g, "")
		if r := must(t, g, "start/try"); r.Check.Total != want || valueOf(r.Check.Modifiers, action.Difficulty) != want-10 {
			t.Errorf("%s: %+v", fields, r.Check)
		}
	}
}

// The same choices with the same seed throw the same dice; another seed, others.
func TestDiceFollowTheSeed(t *testing.T) {
	c, rolls := written(t, check("")), map[string]bool{}
	for seed := range 20 {
		var first string
		for range 2 {
			b := at(t, c)
			b.opts.Seed = fmt.Sprint(seed)
			g := b.open()
			must(t, g, "")
			got := fmt.Sprint(must(t, g, "start/try").Check.Rolls)
			if first != "" && got != first {
				t.Errorf("seed %d: %s and %s", seed, first, got)
			}
			first = got
		}
		rolls[first] = true
	}
	if len(rolls) < 10 {
		t.Errorf("20 seeds throw only %v", rolls)
	}
}

// An episode is a scenario: something was remembered for ever, and later a check
// concerns it, and another one does not.
type episode38 struct {
	about, how, kind string // person, stat or place; check, remember or skill; triumph or failure
	wait             int    // turns between
}

// summary is what is remembered where nobody's check says so.
func (e episode38) summary() string {
	return map[string]string{
		"person": "You pulled her out of the black water.", "stat": "You stood up to the whole crew.", "place": "You held the Long Quay against the flood.",
	}[e.about]
}

func (e episode38) files() map[string]string {
	first := map[string]string{"person": "Pull Ines out of the water", "stat": "Stand up to the crew", "place": "Hold the Long Quay against the flood"}[e.about]
	related := map[string]string{
		"person": `"text": "Whisper a secret to Ines", "check": {"stat": "tact", "dice": "1d1+6"`,
		"stat":   `"text": "Leap for the mooring", "check": {"stat": "nerve", "dice": "1d1+6"`,
		"place":  `"text": "Mend what is broken along the Long Quay", "check": {"stat": "tact", "dice": "1d1+6"`,
	}[e.about]
	remember := ""
	if e.how == "remember" {
		remember = fmt.Sprintf(`{"remember": {"text": %q, "significance": "high", %q: true, "about": [%s], "tags": [%s]}}`, e.summary(), e.kind,
			map[string]string{"person": `"ines"`}[e.about], map[string]string{"stat": `"nerve"`}[e.about])
	}
	check := ""
	if e.how == "check" {
		total := map[string]int{"triumph": 11, "failure": 2}[e.kind]
		check = fmt.Sprintf(`, "check": {"stat": "nerve", "dice": "1d1+%d", "success": {"prose": "Yes."}, "failure": {"prose": "No."}}`, total)
	}
	both := func(id string) string {
		return fmt.Sprintf(`{"id": "related", %s, "success": {"prose": "Yes."}, "failure": {"prose": "No."}}},
			{"id": "unrelated", "text": "Bargain over salted herring", "check": {"stat": "tact", "dice": "1d1+6", "success": {"prose": "Yes."}, "failure": {"prose": "No."}}}`, related)
	}
	return but(harbour, beats(fmt.Sprintf(`
		{"id": "first", "title": "First", "prose": "It begins.", "choices": [{"id": "do", "text": %q, "effects": [%s]%s}]},
		{"id": "second", "title": "Second", "prose": "Now for it.", "conditions": {"scene_count": {"min": %d}, "player_choice": "first/do"}, "choices": [%s]}`,
		first, remember, check, e.wait+3, both("second")))...)
}

// play gives the modifiers of the two checks.
func (e episode38) play(t *testing.T) (related, unrelated []world.Modifier) {
	t.Helper()
	b := at(t, written(t, e.files()))
	kept := false
	b.with(map[string]func(a *act) error{
		"memory/recall-memory": func(a *act) error { a.output = protocol.Object{"memories": []any{}}; return nil },
		"memory/store-memory": func(a *act) error {
			summary := protocol.Object{"summary": a.input["summary"], "characters": a.input["characters"], "significance": "medium"}
			for _, field := range []string{"tags", "episodic", "location"} {
				if v, has := a.input[field]; has {
					summary[field] = v
				}
			}
			if e.how == "skill" && !kept {
				kept = true
				summary = protocol.Object{"summary": e.summary(), "significance": "high", "episodic": e.kind, "location": "quay"}
				switch e.about {
				case "person":
					summary["characters"] = []any{"ines"}
				case "stat":
					summary["tags"] = []any{"nerve"}
				}
			}
			_, err := a.call("memory.write", summary)
			return err
		},
	})
	g := b.open()
	must(t, g, "")
	r := must(t, g, "first/do")
	for !slices.Contains(r.Beats, "second") {
		r = must(t, g, staying(r))
	}
	related = must(t, g, "second/related").Check.Modifiers
	if _, err := g.Back(t.Context()); err != nil {
		t.Fatal(err)
	}
	return related, must(t, g, "second/unrelated").Check.Modifiers
}

// staying is a choice that leads nowhere and tries nothing.
func staying(r *Record) string {
	for _, c := range r.Choices {
		if slices.Contains([]event.ChoiceKind{"wait", "examine", "talk"}, c.Kind) {
			return c.ID
		}
	}
	return ""
}

// SC-038: what was a triumph or a failure is called to mind by every check that
// concerns it, and by no other.
func TestEpisodicMemoriesSurfaceInChecks(t *testing.T) {
	draw := rand.New(rand.NewPCG(38, 0))
	surfaced, scenarios := 0, max(18, soak.Count(50))
	for i := range scenarios {
		e := episode38{
			about: []string{"person", "stat", "place"}[i%3], how: []string{"check", "remember", "skill"}[i/3%3],
			kind: []string{"triumph", "failure"}[i/9%2], wait: draw.IntN(12),
		}
		related, unrelated := e.play(t)
		n := slices.IndexFunc(related, func(m world.Modifier) bool { return m.Kind == action.Memory })
		if n < 0 || related[n].Value != 1 || related[n].Because == "" || e.how != "check" && related[n].Because != e.summary() {
			t.Errorf("%+v: not called to mind: %v", e, related)
			continue
		}
		surfaced++
		if valueOf(unrelated, action.Memory) != 0 {
			t.Errorf("%+v: called to mind by what does not concern it: %v", e, unrelated)
		}
	}
	t.Logf("%d of %d scenes counted by a check", surfaced, scenarios)
}

// Helped and betrayed: what the same person thinks in the end lies far apart.
func TestHelpedAndBetrayed(t *testing.T) {
	deeds := beats(`{"id": "start", "title": "Start", "prose": "It begins.", "people": ["ines"], "choices": [
		{"id": "help", "text": "Help Ines with the nets", "effects": [{"opinion": {"ines": 20}}]},
		{"id": "betray", "text": "Sell what Ines told you", "effects": [{"opinion": {"ines": -20}}]}]}`)
	end := func(choice string) int64 {
		g := at(t, written(t, but(harbour, deeds...))).open()
		must(t, g, "")
		must(t, g, choice)
		return g.story.State().Opinion("ines")
	}
	apart := end("start/help") - end("start/betray")
	criteria.Measured(t, "SC-028", "%d points apart after one authored deed of 20 each", apart/1000)
	if apart <= 30_000 {
		t.Errorf("authored deeds: %d thousandths apart", apart)
	}

	made := func(kind, words string) int64 {
		b := at(t, written(t, harbour)).with(people)
		g := b.open()
		must(t, g, "")
		for range 6 {
			if _, err := g.PlayTyped(t.Context(), kind, words); err != nil {
				t.Fatal(err)
			}
		}
		return g.story.State().Opinion("ines")
	}
	if apart := made("talk:ines", "talk to Ines") - made("press:ines", "press Ines"); apart <= 30_000 {
		t.Errorf("made moves: %d thousandths apart", apart)
	}
}

// people are skills that keep opinions as the plan asks, and make choices of
// what can be done towards Ines.
var people = map[string]func(a *act) error{
	"npc-perception/update-perception": func(a *act) error {
		_, err := a.call("relation.write", protocol.Object{"who": a.input["npc"], "by": a.input["by"], "reason": a.input["reason"]})
		return err
	},
	"player-choices/generate-choices": func(a *act) error {
		var all []any
		for _, item := range a.input["moves"].([]any) {
			m := item.(protocol.Object)
			if m["person"] == "ines" && m["topic"] == nil && slices.Contains([]string{"talk", "press", "befriend", "ask-help"}, strictjson.AsString(m["kind"])) {
				all = append(all, protocol.Object{"id": m["id"], "text": fmt.Sprint("Now ", m["id"]), "kind": m["kind"]})
			}
		}
		a.output = protocol.Object{"choices": all}
		return nil
	},
}

// What is added to a throw is kept as what it is of; its words are made for whoever reads
// the record, then and when it is read back.
func TestModifiersAreData(t *testing.T) {
	files := but(but(stats(18, ""), "characters/npcs/ines/profile.json", `{"name": "Ines Vane", "role": "net maker", "personality": {"traits": ["patient"], "flaws": ["proud"], "virtues": ["kind"]}, "place": "quay", "disposition": -80}`), beats(`{"id": "start", "title": "Start", "prose": "It begins.", "effects": [{"remember": {"text": "You pulled her out.", "significance": "high", "triumph": true, "about": ["ines"]}}],
			"choices": [{"id": "wait", "text": "Let it pass"}, {"id": "try", "text": "Dare Ines to climb", "stays": true, "check": {"stat": "nerve", "about": "the stair", "difficulty": "hard", "success": {"prose": "Yes."}, "failure": {"prose": "No."}}}]}`)...)
	g := at(t, written(t, files)).open()
	must(t, g, "")
	must(t, g, "start/wait")
	r := must(t, g, "start/try")
	logged := ""
	for _, e := range g.log(t) {
		if e.Event.Kind == event.CheckRolled {
			data, _ := event.Encode(e.Event)
			logged = string(data)
		}
	}
	for _, words := range []string{"Ines Vane", "thinks", "Nerve", "pulled", "because", "name"} {
		if strings.Contains(logged, words) {
			t.Errorf("%q is in the log: %s", words, logged)
		}
	}
	got := map[action.Bearing]string{}
	for _, m := range r.Check.Modifiers {
		got[m.Kind] = fmt.Sprintf("%+d %s: %s", m.Value, m.Name, m.Because)
	}
	want := map[action.Bearing]string{
		action.Difficulty: "-1 difficulty: the stair", action.Strength: "+1 Nerve: Nerve 18",
		action.Opinion: "-1 Ines Vane: Ines Vane thinks ill of you", action.Memory: "+1 memory: You pulled her out.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	last, err := g.Last(t.Context())
	shows(t, "read back", last, err, r)
	replayed(t, g)
}

// What was recalled for a check is asked for anew when what is remembered has changed, or
// what is to come is asked about.
func TestWhatATrialBringsToMindIsOfNow(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	try := world.CheckSpec{Stat: "tact", Action: &action.Action{Kind: action.Talk}}
	brings := func() bool { return turn.brings(try) }
	if brings() {
		t.Error("nothing is remembered yet")
	}
	turn.remembers(event.Player, memory{Words: "You spoke well.", Tags: []string{"tact"}, Episodic: action.Triumph, Significance: action.High}, 0)
	if brings() {
		t.Error("what this turn brings is brought to mind in it")
	}
	if !turn.bringsNext(try) {
		t.Error("what this turn brought is not brought to mind in the next")
	}
	turn.add(event.MemoryWithdrawn, event.Data{"memory": turn.state().Memories.At(0).ID, "reason": "test"})
	if turn.bringsNext(try) {
		t.Error("what was withdrawn is brought to mind")
	}
}

// That one did it before helps, and that one failed at it only where it was with the same person.
func TestAFailureAtSomethingElseIsNoHelp(t *testing.T) {
	for name, test := range map[string]struct {
		kept   memory
		brings bool
	}{
		"a triumph with the stat":   {memory{Episodic: action.Triumph}, true},
		"a failure with the stat":   {memory{Episodic: action.Defeat}, false},
		"a failure with the person": {memory{Episodic: action.Defeat, Characters: []string{"ines"}}, true},
	} {
		turn := standing(t, written(t, harbour), "quay", 10*60)
		test.kept.Words, test.kept.Tags, test.kept.Significance = "You spoke.", []string{"tact"}, action.High
		turn.remembers(event.Player, test.kept, 0)
		try := world.CheckSpec{Stat: "tact", Person: "ines", Action: &action.Action{Kind: action.Talk}}
		if is := turn.bringsNext(try); is != test.brings {
			t.Errorf("%s: %t", name, is)
		}
	}
}

// Which triumph a check brings to mind is decided by what was done and the words that its
// author wrote for it, whatever words a skill keeps the memory in.
func TestWhatASkillCallsAMemoryDecidesNothing(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	deed := action.Action{Kind: action.Authored, Choice: "b/ferry", Words: "Row the ferry over at night"}
	turn.did(deed, memory{Words: "You burned the windmill down.", Episodic: action.Triumph, Significance: action.High})
	for text, want := range map[string]bool{"Row the ferry at night": true, "Burn the windmill down": false} {
		if is := turn.bringsNext(world.CheckSpec{Text: text}); is != want {
			t.Errorf("%q: %t", text, is)
		}
	}
	for _, known := range turn.knownInWords() {
		if strings.Contains(known, "windmill") {
			t.Errorf("a condition in words is judged by %q", known)
		}
	}
}

// Nor do the words that we tell it in: how a deed went is told, and no rule reads it there.
func TestHowADeedIsToldDecidesNothing(t *testing.T) {
	deed := action.Action{By: action.Player, Kind: action.Authored, Choice: "b/ferry", Words: "Row the ferry over at night"}
	for grade, of := range map[action.Grade]struct{ phrase, trial, sentence string }{
		action.Failure: {"to no avail", "Avail yourself of the tide", "There is an avail"},
		action.Partial: {"after a fashion", "Fashion a hook", "There is a fashion"},
	} {
		turn := standing(t, written(t, harbour), "quay", 10*60)
		turn.add(event.ChoiceMade, event.Data{"choice": deed.ID(), "action": deed.Object()})
		kept := memory{Episodic: action.Defeat, Significance: action.High}
		kept.Of = turn.add(event.Acted, event.Data{"action": deed.Object(), "outcome": action.Outcome{Grade: grade}.Object(), "significance": "low"})
		turn.remembers(event.Player, kept, 0)
		memories := turn.view().Memories()
		if told := turn.view().Words(&memories[0]); !strings.Contains(told, of.phrase) {
			t.Errorf("%s is told as %q", grade, told)
		}
		for text, want := range map[string]bool{"Row the ferry at night": true, of.trial: false} {
			if is := turn.bringsNext(world.CheckSpec{Text: text}); is != want {
				t.Errorf("%s, %q: %t", grade, text, is)
			}
		}
		known := turn.knownInWords()
		vocabulary := condition.NewVocabulary(known)
		if !vocabulary.Judge("The ferry was rowed over at night") || vocabulary.Judge(of.sentence) {
			t.Errorf("%s is judged by its phrase, or not by the deed, in %q", grade, known)
		}
	}
}

// modifiers are what is added to the dice of a check now.
func (t *resolving) modifiers(spec world.CheckSpec) []Modifier {
	return t.checks(t.number()).Modifiers(spec, t.w.Formula(spec))
}

// bringsNext reports whether a check of the next turn brings a triumph or failure to mind.
func (t *resolving) bringsNext(spec world.CheckSpec) bool {
	modifiers := t.checks(t.number()+1).Modifiers(spec, t.w.Formula(spec))
	return slices.ContainsFunc(modifiers, func(m Modifier) bool { return m.Kind == action.Memory })
}

// brings reports whether a check brings a triumph or failure to mind.
func (t *resolving) brings(spec world.CheckSpec) bool {
	return slices.ContainsFunc(t.modifiers(spec), func(m Modifier) bool { return m.Kind == action.Memory })
}

// knownInWords is what a condition in words is judged by.
func (t *resolving) knownInWords() []string {
	return t.now().Known(t.recall(t.view(), story.Query{}))
}
