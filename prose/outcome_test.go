package prose_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

var (
	ines     = prose.Person{Name: "Ines Vane", Pronouns: "she", Mannerisms: []string{"{name} keeps turning a net needle over in her fingers."}, Lines: map[string][]string{"neutral": {"Ask the parish."}}}
	tobias   = prose.Person{Name: "Tobias", Pronouns: "he"}
	pietro   = prose.Person{Name: "Pietro", Pronouns: "he", Silent: true, Lines: map[string][]string{"neutral": {"Good day."}}}
	longQuay = prose.Place{Name: "the Long Quay", Description: "A granite quay, slick with weed.", Senses: []string{"Halyards slap against bare masts."}}
)

// composed is a scene told with many seeds.
func composed(t *testing.T, scene prose.Scene, each func(text string)) {
	t.Helper()
	for seed := range int64(25) {
		scene.Seed = seed
		each(prose.Compose(scene).Text())
	}
}

// A turn begins with what came of what the player did, whatever that was; that they did it
// was read a moment ago, in the choice.
func TestWhatCameOfIt(t *testing.T) {
	oil := []prose.Learned{{Text: "The oil was sold.", Speaker: "Ines Vane"}}
	for name, test := range map[string]struct {
		scene       prose.Scene
		begins, has string
	}{
		"an answer":            {prose.Scene{Deed: asked("Ines Vane", "the oil"), Learned: oil}, `^("The oil was sold,?"?|Ines Vane|As Ines Vane|What Ines Vane)`, `[Tt]he oil was sold`},
		"no answer":            {prose.Scene{Deed: asked("Ines Vane", "the oil")}, "", `Ines Vane`},
		"somebody else":        {prose.Scene{Deed: asked("Ines Vane", "the oil"), Whom: "Honor"}, "", `Honor`},
		"pressed":              {prose.Scene{Deed: graded(did(action.Press, "person=Ines Vane", "topic=the oil"), action.Partial), Learned: oil}, "", `[Tt]he oil was sold.* (Ines|She|It has cost)`},
		"refused":              {prose.Scene{Deed: graded(did(action.Press, "person=Ines Vane", "topic=the oil"), action.Failure)}, `^Ines Vane (will|refuses|asks|turns)`, ""},
		"talk":                 {prose.Scene{Deed: did(action.Talk, "person=Ines Vane")}, "", `Ask the parish`},
		"given":                {prose.Scene{Deed: did(action.Give, "person=Ines Vane", "item=a coin"), Lost: []string{"a coin"}}, "^Ines Vane", `coin`},
		"shown":                {prose.Scene{Deed: did(action.Show, "person=Ines Vane", "item=a coin")}, "^Ines Vane", `coin`},
		"told":                 {prose.Scene{Deed: did(action.Tell, "person=Ines Vane", "topic=the oil")}, "^Ines Vane", `the oil`},
		"found":                {prose.Scene{Deed: graded(did(action.Search, "place=the Long Quay"), action.Success), Gained: []string{"brass key"}}, "", `a brass key`},
		"found out":            {prose.Scene{Deed: graded(did(action.Search, "place=the Long Quay"), action.Success), Learned: []prose.Learned{{Text: "The lock has been oiled."}}}, "", `[Tt]he lock has been oiled`},
		"found written":        {prose.Scene{Deed: did(action.Examine, "place=the Long Quay"), Learned: []prose.Learned{{Text: "The lock has been oiled.", Source: "The List of Lights"}}}, "", `List of Lights.*the lock has been oiled`},
		"nothing found":        {prose.Scene{Deed: did(action.Search, "place=the Long Quay")}, "", `the Long Quay|nothing|Nothing`},
		"seen":                 {prose.Scene{Deed: did(action.Examine, "item=a fid"), Seen: []string{"A spike for splicing rope, with M.S. cut in it.", "There were two."}}, `^It is a spike for splicing rope, with M\.S\. cut in it\. There were two\.`, ""},
		"nothing seen":         {prose.Scene{Deed: did(action.Examine, "item=a fid")}, "", `the fid|at the Long Quay`},
		"come":                 {prose.Scene{Deed: did(action.Go, "place=the Long Quay"), Arrived: true}, `^The Long Quay is a granite quay, slick with weed\.`, `Ines Vane`},
		"missed":               {prose.Scene{Deed: did(action.Go, "place=the Long Quay"), Arrived: true, Missing: "Honor"}, "", `Honor`},
		"waited":               {prose.Scene{Deed: did(action.Wait), Minutes: 30, Came: []string{"Ines Vane"}}, "", `Ines Vane`},
		"gone":                 {prose.Scene{Deed: did(action.Wait), Minutes: 30, Left: []string{"Honor"}}, "", `Honor (has gone|leaves|is no longer|goes)`},
		"overheard":            {prose.Scene{Deed: did(action.Wait), Minutes: 30, Learned: oil}, "", `Ines Vane.*the oil was sold`},
		"known":                {prose.Scene{Deed: did(action.Recall), Known: []string{"The oil was sold."}}, "", `the oil was sold\.`},
		"followed":             {prose.Scene{Deed: did(action.Pursue, "thread=Who paid?"), Where: "the chapel"}, "", `the chapel`},
		"reported":             {prose.Scene{Deed: did(action.Pursue, "thread=Who paid?"), Learned: []prose.Learned{{Text: "The oil was sold.", Speaker: "the harbour master"}}}, "", `(?i)the harbour master.*the oil was sold`},
		"a choice of its own":  {prose.Scene{Deed: worded("Climb the dark stair")}, `^You climb the dark stair\.`, ""},
		"a choice in no order": {prose.Scene{Deed: worded("Towards the quay")}, `towards the quay\.`, ""},
		"taken":                {prose.Scene{Deed: graded(did(action.Take, "item=a brass key"), action.Success), Gained: []string{"brass key"}}, "", `(?i)a brass key`},
		"not taken":            {prose.Scene{Deed: graded(did(action.Take, "item=a brass key"), action.Failure)}, `^You try to take the brass key but cannot\.`, ""},
		"tried":                {prose.Scene{Deed: graded(worded("Climb the dark stair"), action.Failure), Check: &prose.Check{Stat: "Nerve", Band: action.Failure}}, "", `nerve`},
		"silent":               {prose.Scene{Deed: asked("Pietro", "the oil"), People: []prose.Person{pietro}, Where: "the Ossuary"}, `Pietro`, `the Ossuary`},
	} {
		if test.scene.People == nil {
			test.scene.People = []prose.Person{ines, tobias}
		}
		test.scene.Place, test.scene.Clock = longQuay, "half past nine"
		composed(t, test.scene, func(text string) {
			if !regexp.MustCompile(test.begins).MatchString(text) || !regexp.MustCompile(test.has).MatchString(text) || strings.Contains(text, "{") {
				t.Errorf("%s: %s", name, text)
			}
			if regexp.MustCompile(`^You (ask|tell|show|give|press|search|wait|go|talk|look)\b`).MatchString(text) {
				t.Errorf("%s: the choice is told again: %s", name, text)
			}
		})
	}
}

// Whom somebody names once in full they name shortly then, and of themselves people speak as
// of themselves.
func TestOfThemselves(t *testing.T) {
	composed(t, prose.Scene{
		Deed: asked("Tobias Vane", "the lamp"), Learned: []prose.Learned{{Text: "Tobias Vane put out the lamp, whatever he was told", Speaker: "Tobias Vane"}},
		People: []prose.Person{{Name: "Tobias Vane", Pronouns: "he"}},
	}, func(text string) {
		if strings.Contains(text, "Vane put out") || !strings.Contains(strings.ToLower(text), "he put out the lamp") || strings.Count(text, "Tobias Vane") != 1 {
			t.Error(text)
		}
	})
}

// What is only said to be so is told as that.
func TestRumoursAreTold(t *testing.T) {
	heard := regexp.MustCompile(`heard it said|from others|They say|what is said|people hold`)
	scene := prose.Scene{Deed: asked("Tobias", "the oil"), People: []prose.Person{tobias}, Learned: []prose.Learned{{Text: "The oil was sold.", Speaker: "Tobias", Rumour: true}}}
	composed(t, scene, func(text string) {
		if !heard.MatchString(text) || !strings.Contains(text, "the oil was sold") {
			t.Error(text)
		}
	})
	scene.Learned[0].Rumour = false
	composed(t, scene, func(text string) {
		if heard.MatchString(text) {
			t.Errorf("as a rumour: %s", text)
		}
	})
}

// Who does not speak does not, whatever is tried.
func TestTheSilentSaySo(t *testing.T) {
	speaks := regexp.MustCompile(`Pietro (says|tells|answers|promises|agrees|refuses)|"`)
	for _, kind := range []action.Kind{action.Talk, action.Ask, action.Tell, action.Show, action.Press, action.AskHelp, action.Befriend, action.Give, action.Examine, ""} {
		for _, grade := range action.Grades() {
			scene := prose.Scene{People: []prose.Person{pietro}, Kind: prose.Dialogue, Where: "the Ossuary"}
			if kind != "" {
				scene.Deed = graded(did(kind, "person=Pietro", "item=a fid"), grade)
			}
			composed(t, scene, func(text string) {
				if speaks.MatchString(strings.ReplaceAll(text, "Pietro says nothing", "")) {
					t.Errorf("%s %s: %s", kind, grade, text)
				}
			})
		}
	}
	loud := pietro
	loud.Silent = false
	composed(t, prose.Scene{Deed: did(action.Talk, "person=Pietro"), People: []prose.Person{loud}}, func(text string) {
		if !speaks.MatchString(text) {
			t.Errorf("nobody speaks, silent or not: %s", text)
		}
	})
}

// A gesture is told of whom the deed concerns, in one turn of three at the most, and never in
// danger.
func TestGesturesAreRare(t *testing.T) {
	play := func(concerned bool, kind prose.Kind, forget bool) (turns []int) {
		who := ines
		who.Concerned = concerned
		who.Mannerisms = nil
		for n := range 30 {
			who.Mannerisms = append(who.Mannerisms, fmt.Sprintf("{name} ties gesture%d in the twine.", n))
		}
		var history prose.History
		for turn := range 30 {
			told := prose.Compose(prose.Scene{Seed: int64(turn), Kind: kind, Deed: asked("Ines Vane", fmt.Sprintf("the oil%d", turn)), People: []prose.Person{who}, History: history})
			if strings.Contains(told.Text(), "gesture") {
				turns = append(turns, turn)
			}
			if !forget {
				history = told.History
			}
		}
		return turns
	}
	if turns := play(true, "", false); len(turns) < 8 || tooSoon(turns, 3) {
		t.Errorf("told in turns %v", turns)
	}
	if turns := append(play(false, "", false), play(true, prose.Danger, false)...); len(turns) > 0 {
		t.Errorf("told of whom it does not concern, or in danger, in turns %v", turns)
	}
	if turns := play(true, "", true); !tooSoon(turns, 3) {
		t.Errorf("without a history nothing is too soon: %v", turns)
	}
}

// tooSoon reports whether two turns lie nearer than a pace.
func tooSoon(turns []int, pace int) bool {
	for i := 1; i < len(turns); i++ {
		if turns[i]-turns[i-1] < pace {
			return true
		}
	}
	return false
}

// A deed in which nothing has a name is told all the same.
func TestADeedWithoutNames(t *testing.T) {
	for _, kind := range action.Kinds() {
		for _, people := range [][]prose.Person{nil, {{Name: "Ines", Pronouns: "she"}}} {
			d := did(kind, "person=Ines", "topic=the oil", "item=a key", "place=the quay", "thread=Who?")
			for _, names := range []grammar.Table{nil, {}, {"person:ines": {}, "item:a-key": {Text: "..."}}} {
				for _, grade := range action.Grades() {
					d.Names = names
					text := prose.Compose(prose.Scene{Deed: graded(d, grade), People: people, Place: prose.Place{Name: "the quay"}}).Text()
					if faults := agreement(text); len(faults) > 0 || text == "" {
						t.Errorf("%s: %v\n%s", kind, faults, text)
					}
				}
			}
		}
	}
}

// Somebody who tells something on the player's arrival is introduced first.
func TestAskedOnArriving(t *testing.T) {
	scene := prose.Scene{
		Deed: did(action.Go, "place=the yard", "topic=the oil"), Arrived: true, Place: prose.Place{Name: "the yard", Description: "The yard is wet."},
		People: []prose.Person{{Name: "Tomas", Pronouns: "he"}}, Learned: []prose.Learned{{Text: "The oil was sold.", Speaker: "Tomas"}},
	}
	composed(t, scene, func(text string) {
		if !regexp.MustCompile(`(?s)^The yard is wet\..*(Tomas|tells it).*`).MatchString(text) || !strings.Contains(text, "he oil was sold") {
			t.Error(text)
		}
	})
}

// A description that only names what a place is says that the place is that.
func TestDescriptionsAreSentences(t *testing.T) {
	past := prose.Persona{Name: "Mara", Pronouns: "she", Person: prose.Third, Tense: prose.Past}
	for _, test := range []struct {
		name, description, want string
		persona                 prose.Persona
	}{
		{"the shop", "A long low shop where everything hangs from the beams: blocks, lamps.", "The shop is a long low shop where everything hangs from the beams: blocks, lamps.", prose.Persona{}},
		{"the head", "The high ground west of the town, with a flagstaff.", "The head was the high ground west of the town, with a flagstaff.", past},
		{"the inn", "The only inn: four rooms over a tap-room. It is full.", "The inn is the only inn: four rooms over a tap-room. It is full.", prose.Persona{}},
		{"the steps", "Two hundred yards of granite along the water, built for boats.", "The steps are two hundred yards of granite along the water, built for boats.", prose.Persona{}},
		{"the quay", "A granite quay runs along the north side.", "A granite quay runs along the north side.", prose.Persona{}},
		{"the quay", "Herring boats lie two deep.", "Herring boats lie two deep.", prose.Persona{}},
		{"the yard", "The yard is wet.", "The yard is wet.", prose.Persona{}},
	} {
		text := prose.Compose(prose.Scene{Persona: test.persona, Arrived: true, Place: prose.Place{Name: test.name, Description: test.description}}).Text()
		if !strings.Contains(text, test.want) {
			t.Errorf("no %q in %s", test.want, text)
		}
	}
}

// What a made deed came to stands before an author's words that follow it; of a way, nothing
// does.
func TestWhatStandsBeforeAnAuthorsWords(t *testing.T) {
	scene := prose.Scene{
		Place: prose.Place{Name: "the Long Quay"}, People: []prose.Person{ines, tobias}, Deed: asked("Ines Vane", "the oil"),
		Learned: []prose.Learned{{Text: "The oil was sold.", Speaker: "Ines Vane"}}, Authored: []string{strings.Repeat("Nobody on the quay says anything to that. ", 5)},
	}
	composed(t, scene, func(text string) {
		if !regexp.MustCompile(`(?s)he oil was sold.*\n\nNobody on the quay`).MatchString(text) || strings.Contains(text, "Tobias") {
			t.Error(text)
		}
	})
	scene.Deed, scene.Learned, scene.Arrived = did(action.Go, "place=the Long Quay"), nil, true
	composed(t, scene, func(text string) {
		if !strings.HasPrefix(text, "Nobody on the quay") {
			t.Error(text)
		}
	})
}

// Few words of an author's are made a turn by what they wrote of the place.
func TestFewWordsOfAnAuthors(t *testing.T) {
	scene := prose.Scene{Place: longQuay, Authored: []string{"Nobody comes."}}
	composed(t, scene, func(text string) {
		if text != "Halyards slap against bare masts.\n\nNobody comes." {
			t.Error(text)
		}
	})
	scene.Quiet = true
	composed(t, scene, func(text string) {
		if text != "Nobody comes." {
			t.Errorf("where quiet is wanted: %s", text)
		}
	})
}
