package engine

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story/event"
)

// throwing is a harbour whose dice always show the same, and in which there is something
// to tell of the lamp.
func throwing(total int, others ...string) map[string]string {
	return but(but(harbour,
		"world/rules.md", fmt.Sprintf("# Rules\n\n```rules\ndice: 1d1%+d\nbands:\n  failure: 2-6\n  partial: 7-9\n  success: 10-12\n```\n", total-1),
		"lore/lamp.md", "---\ntitle: The oil of the lamp\naudience: [public]\n---\nThe oil of the lamp was sold to Aldous Coad in October.\n",
	), others...)
}

var totals = map[action.Grade]int{action.Failure: 4, action.Partial: 8, action.Success: 11}

// What comes of a deed, by how it went: what was learned, gained and lost, with the events
// that hold it, and what it does to opinions.
func TestOutcomes(t *testing.T) {
	type came struct {
		Changes     []string // by kind and what, but for ids that the log gives
		Impressions []world.Impression
		Weight      action.Significance
	}
	only := func(by int64) []world.Impression {
		return []world.Impression{{Who: "ines", By: by, Significance: action.Low}}
	}
	with := func(by int64) []world.Impression {
		return []world.Impression{{Who: "ines", By: by, Significance: action.Low}, {Who: "keepers", By: by / 2, Significance: action.Low}}
	}
	const learned, oil = "learned claim", "#the-oil-of-the-lamp"
	for id, byGrade := range map[string]map[action.Grade]came{
		"talk:ines":        {action.Certain: {nil, only(2), action.Low}},
		"ask:ines" + oil:   {action.Certain: {[]string{learned}, only(2), action.Low}},
		"press:ines" + oil: {action.Success: {[]string{learned}, only(-2), action.Medium}, action.Partial: {[]string{learned}, only(-5), action.Medium}, action.Failure: {nil, with(-10), action.Medium}},
		"befriend:ines":    {action.Success: {nil, with(10), action.Medium}, action.Partial: {nil, only(3), action.Medium}, action.Failure: {nil, only(-5), action.Medium}},
		"ask-help:ines":    {action.Success: {nil, only(5), action.Medium}, action.Partial: {nil, nil, action.Medium}, action.Failure: {nil, only(-3), action.Medium}},
		"give:ines:rope":   {action.Certain: {[]string{"lost item:rope"}, []world.Impression{{Who: "ines", By: 15, Significance: action.Medium}, {Who: "keepers", By: 7, Significance: action.Low}}, action.High}},
		"go:inn":           {action.Certain: {[]string{"moved place:inn"}, nil, action.Low}},
		"pursue:dark":      {action.Certain: {[]string{"settled thread:dark"}, nil, action.Low}},
		"wait":             {action.Certain: {nil, nil, action.Low}},
		"examine:rope":     {action.Certain: {nil, nil, action.Low}},
		"search:quay":      {action.Success: {[]string{"gained item:brass-key"}, nil, action.High}, action.Partial: {[]string{"gained item:brass-key"}, nil, action.High}, action.Failure: {[]string{"gained item:brass-key"}, only(-5), action.High}},
	} {
		for grade, want := range byGrade {
			files := throwing(cmp.Or(totals[grade], 7), "world/items.json", `{"items": [{"id": "brass-key", "name": "a brass key", "at": "quay"}, {"id": "rope", "name": "a coil of rope"}]}`)
			turn := standing(t, written(t, files), "quay", 10*60)
			turn.opens("dark", "Why is the lamp dark?")
			turn.takes(t, id)
			got := came{Impressions: turn.impressions, Weight: weightOf(turn.changes, turn.Check != nil)}
			for _, c := range turn.Outcome.Changes {
				what := c.What.String()
				if c.What.Kind == action.Said {
					what = string(c.What.Kind)
				}
				got.Changes = append(got.Changes, string(c.Kind)+" "+what)
				checkHeld(t, turn, c)
			}
			if turn.Outcome.Grade != grade || turn.Outcome.Label != "" {
				t.Errorf("%s: %+v", id, turn.Outcome)
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %q (-want +got):\n%s", id, grade, diff)
			}
		}
	}
}

// checkHeld looks whether the event that a change names is the one that holds it.
func checkHeld(t *testing.T, turn *resolving, c action.Change) {
	t.Helper()
	kinds := map[action.ChangeKind][]event.Kind{
		action.Learned: {event.ClaimMade, event.FactLearned, event.SecretRevealed}, action.Gained: {event.ItemGained}, action.Lost: {event.ItemLost},
		action.Moved: {event.Moved}, action.Changed: {event.RelationChanged}, action.Settled: {event.ThreadContinued, event.ThreadResolved, event.TopicRaised},
	}
	for _, r := range turn.story.Events() {
		if int64(r.Position) == c.Event && slices.Contains(kinds[c.Kind], r.Event.Kind) {
			return
		}
	}
	t.Errorf("%+v is held by no event", c)
}

// What an author lets come of a choice is part of what it came to; what beats do after it
// is not.
func TestOutcomesOfAuthoredChoices(t *testing.T) {
	g := at(t, written(t, but(harbour, beats(`
		{"id": "start", "title": "Start", "prose": "It begins.", "people": ["ines"], "choices": [{"id": "do", "text": "Take Ines to the inn", "effects": [
			{"gain": "brass-key"}, {"lose": "rope"}, {"opinion": {"ines": 20}}, {"reputation": {"keepers": 5}}, {"learn": "The lamp is out."},
			{"reveal": "ines/the-false-lamp"}, {"thread": {"id": "who", "title": "Who lit it?", "state": "resolved"}}, {"move": "inn", "with": ["ines"]}]}]},
		{"id": "after", "title": "After", "prose": "Then this.", "conditions": {"player_choice": "start/do"}, "effects": [{"gain": "rope"}, {"opinion": {"tobias": 9}}]}`)...))).open()
	must(t, g, "")
	must(t, g, "start/do")
	s := g.story.State()
	deed, did := s.LatestDeed()
	if !did || deed.Action.Choice != "start/do" || deed.Action.Whom().ID != "ines" {
		t.Fatalf("%+v", deed)
	}
	var got []string
	for _, c := range deed.Outcome.Changes {
		what := c.What.String()
		if c.What.Kind == action.Fact {
			what = s.Minds.Facts[c.What.ID].Content
		}
		got = append(got, fmt.Sprint(c.Kind, " ", c.Who, " ", what))
	}
	want := []string{
		"gained person:player item:brass-key", "lost person:player item:rope", "changed person:ines person:player", "changed faction:keepers person:player",
		"learned person:player The lamp is out.", "learned person:player Ines lit the false lamp.", "settled  thread:who", "moved person:player place:inn",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	acted := ofEvents(g.log(t), event.Acted)
	if len(acted) != 1 || acted[0].Text("significance") != "high" || acted[0].Cause == 0 {
		t.Errorf("%+v", acted)
	}
}

// A deed takes its time: the story's clock goes on by the minutes that were offered.
func TestDeedsTakeTheirTime(t *testing.T) {
	for _, id := range []string{"talk:ines", "give:ines:rope", "press:ines", "go:inn", "examine:quay", "search:quay", "wait"} {
		turn := standing(t, written(t, harbour), "quay", 10*60)
		before, want := turn.state().Minutes, offered(t, turn, id).Minutes
		turn.takes(t, id)
		if passed := turn.state().Minutes - before; passed != want || turn.Minutes != want || want == 0 {
			t.Errorf("%s: %d minutes pass, %d are told, and %d were offered", id, passed, turn.Minutes, want)
		}
	}
}

// A topic comes up once: it is no news to bring up again what the player has heard of.
func TestTopicsComeUpOnce(t *testing.T) {
	g := at(t, written(t, throwing(8))).open()
	must(t, g, "")
	for _, id := range []string{"ask:ines#the-oil-of-the-lamp", "go:inn", "ask:tobias#the-oil-of-the-lamp"} {
		must(t, g, id)
	}
	up := map[string]int{}
	for _, e := range ofEvents(g.log(t), event.TopicRaised) {
		if up[e.Text("topic")]++; up[e.Text("topic")] > 1 {
			t.Errorf("%q comes up again", e.Text("words"))
		}
	}
	if up["the-oil-of-the-lamp"] == 0 {
		t.Errorf("what was asked about never came up: %v", up)
	}
}

// What a choice brings about names the choice as its cause, and what a beat brings about
// the beat: for ever after it can be said why something happened.
func TestWhatHappensNamesItsCause(t *testing.T) {
	g := at(t, written(t, but(harbour, beats(`
		{"id": "start", "title": "Start", "prose": "It begins.", "choices": [{"id": "do", "text": "Go in", "minutes": 5,
			"check": {"stat": "nerve", "success": {}, "failure": {}}, "effects": [{"gain": "brass-key"}, {"learn": "The lamp is out."}, {"move": "inn"}]}]},
		{"id": "after", "title": "After", "prose": "Then this.", "conditions": {"player_choice": "start/do"}, "effects": [{"lose": "rope"}, {"opinion": {"tobias": 9}}]}`)...))).open()
	must(t, g, "")
	must(t, g, "start/do")
	events, err := g.story.LastTurn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	positions := map[event.Kind]event.Position{}
	for _, r := range events {
		positions[r.Event.Kind] = r.Position
	}
	for kind, cause := range map[event.Kind]event.Kind{
		event.CheckRolled: event.ChoiceMade, event.TimePassed: event.ChoiceMade, event.ItemGained: event.ChoiceMade, event.FactLearned: event.ChoiceMade,
		event.Moved: event.ChoiceMade, event.Acted: event.ChoiceMade, event.ItemLost: event.BeatReached, event.RelationChanged: event.BeatReached,
	} {
		for _, e := range ofEvents(events, kind) {
			if e.Cause == 0 || e.Cause != positions[cause] {
				t.Errorf("%s names %d as its cause, and the %s was %d", kind, e.Cause, cause, positions[cause])
			}
		}
		if positions[kind] == 0 {
			t.Errorf("there is no %s", kind)
		}
	}
}

// A deed is perceived by those who are where it begins or ends, and by nobody else.
func TestWhoPerceivesADeed(t *testing.T) {
	for id, want := range map[string][]event.CharacterID{
		"talk:ines": {"ines", "player"}, "wait": {"ines", "player"}, "go:inn": {"ines", "player", "tobias"}, "go:chapel": {"ines", "player"},
	} {
		turn := standing(t, written(t, harbour), "quay", 10*60)
		turn.takes(t, id)
		events := turn.story.Events()
		acted := ofEvents(events, event.Acted)
		if len(acted) != 1 || !slices.Equal(acted[0].Perception.WitnessedBy, want) {
			t.Errorf("%s is perceived by %v, want %v", id, acted[0].Perception.WitnessedBy, want)
		}
	}
}

// Of a quiet question a bystander perceives neither the answer nor what came up in it; of
// an open one, all.
func TestQuietAnswersStayBetweenTwo(t *testing.T) {
	for _, manner := range action.Manners() {
		turn := standing(t, undramatic(t), "refectory", 10*60)
		turn.movePerson("abbot-celestin", "refectory")
		turn.movePerson("lucan-dreyer", "refectory")
		o := offered(t, turn, "talk:abbot-celestin")
		o.Action.Manner = manner
		turn.choose(chosen{Choice: &Choice{ID: o.ID(), Action: o.Action, Source: event.Typed}})
		if len(turn.Learned) != 1 || turn.heard.ID == "" {
			t.Fatalf("nothing was said: %+v, %+v", turn.Learned, turn.heard)
		}
		view := turn.state().As("lucan-dreyer")
		hears, knows, saw := len(view.Pieces()) > 0, view.TopicWords(turn.heard.ID) != "", len(view.Journal(0)) > 0
		if open := manner == action.Openly; hears != open || knows != open || !saw {
			t.Errorf("%q: he hears it: %v, and of what came up: %v; sees the asking: %v", manner, hears, knows, saw)
		}
		for _, who := range []event.CharacterID{event.Player, "abbot-celestin"} {
			if v := turn.state().As(who); len(v.Pieces()) != 1 || v.TopicWords(turn.heard.ID) == "" {
				t.Errorf("%q: %s knows %+v", manner, who, v.Pieces())
			}
		}
	}
}

// A band that is no grade failed, as its outcome does, and is its label.
func TestBandsThatAreNoGrades(t *testing.T) {
	for band, want := range map[string]action.Outcome{
		"success": {Grade: action.Success}, "partial": {Grade: action.Partial}, "failure": {Grade: action.Failure},
		"disaster": {Grade: action.Failure, Label: "disaster"}, "": {Grade: action.Failure},
	} {
		turn := standing(t, written(t, harbour), "quay", 10*60)
		o := offered(t, turn, "press:ines")
		turn.Choice, turn.Action, turn.Check = o.ID(), o.Action, &world.Check{Band: band}
		turn.act("quay", 0)
		if turn.acted == 0 || !turn.Outcome.Equal(want) {
			t.Errorf("%q: %+v at %d", band, turn.Outcome, turn.acted)
		}
	}
}

// What makes up a deed names the choice as its cause, what follows from it names the deed,
// and what an author lets happen in a beat names the beat.
func TestWhatNamesWhat(t *testing.T) {
	files := throwing(11, "world/items.json", `{"items": [{"id": "brass-key", "name": "a brass key", "at": "quay"}, {"id": "rope", "name": "a coil of rope"}]}`,
		"plot/beats.json", `{"beats": [{"id": "start", "title": "Start", "prose": "It begins.", "choices": [
			{"id": "swear", "text": "Swear to help Ines", "effects": [{"opinion": {"ines": 20}}, {"learn": "The oil was sold."}, {"gain": "brass-key"}, {"lose": "brass-key"}], "leads_to": "after"}]},
			{"id": "after", "title": "After", "prose": "She nods.", "effects": [{"opinion": {"ines": 5}}]}]}`)
	g := at(t, written(t, files)).open()
	must(t, g, "")
	for _, id := range []string{"start/swear", "ask:ines#the-oil-of-the-lamp", "press:ines", "befriend:ines", "go:inn"} {
		must(t, g, id)
	}
	found := map[string]int{}
	kinds, parts := map[event.Position]event.Kind{}, map[int64]bool{}
	all := g.log(t)
	for _, r := range all {
		kinds[r.Position] = r.Event.Kind
		if r.Event.Kind == event.Acted {
			outcome, err := action.ParseOutcome(r.Event.Value("outcome"))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range outcome.Changes {
				parts[c.Event] = true
			}
		}
	}
	for _, r := range all {
		e := r.Event
		names := string(e.Kind) + " names " + string(kinds[e.Cause])
		found[names]++
		if (parts[int64(r.Position)] || e.Kind == event.CheckRolled || e.Kind == event.Acted) && kinds[e.Cause] != event.ChoiceMade {
			t.Errorf("%d: %s", r.Position, names)
		}
		if e.Kind == event.MemoryKept && e.Whole("of") != 0 && int64(e.Cause) != e.Whole("of") {
			t.Errorf("%d: a memory of %d names %d", r.Position, e.Whole("of"), e.Cause)
		}
	}
	for _, names := range []string{
		"acted names choice.made", "check.rolled names choice.made", "relation.changed names choice.made", "fact.learned names choice.made",
		"item.gained names choice.made", "item.lost names choice.made", "claim.made names choice.made", "moved names choice.made",
		"relation.changed names acted", "memory.kept names acted", "relation.changed names beat.reached",
	} {
		if found[names] == 0 {
			t.Errorf("nowhere %s; there are %v", names, found)
		}
	}
}
