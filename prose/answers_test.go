package prose_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
)

var (
	abbot    = prose.Person{Name: "Abbot Celestin", Pronouns: "he"}
	pietro   = prose.Person{Name: "Pietro", Pronouns: "he", Silent: true, Lines: map[string][]string{"neutral": {"Good day."}}}
	rumoured = regexp.MustCompile(`people who say|what people say|repeats a story|has heard it, and not|who hold`)
	keeps    = regexp.MustCompile(`half an answer|thinks better of it|the part that is known|neither yes nor no|will think about it`)
)

// composed is a scene told with many seeds.
func composed(t *testing.T, scene prose.Scene, each func(text string)) {
	t.Helper()
	for seed := range int64(25) {
		scene.Seed = seed
		each(prose.Compose(scene).Text())
	}
}

// Who is asked and has something to tell tells it, and keeps nothing back.
func TestTheAskedTell(t *testing.T) {
	for deed, grade := range map[action.Kind]action.Grade{action.Ask: "", action.AskHelp: action.Success, action.Press: action.Partial, action.Befriend: action.Success, action.Show: ""} {
		scene := prose.Scene{Deed: graded(did(deed, "person=Abbot Celestin", "topic=the oil", "item=a flask"), grade), People: []prose.Person{abbot}, Learned: []prose.Learned{{Text: "The oil was sold.", Speaker: "Abbot Celestin"}}}
		composed(t, scene, func(text string) {
			if !strings.Contains(text, "he oil was sold.") || keeps.MatchString(text) || strings.Contains(text, "nothing to add") {
				t.Errorf("%s: %s", deed, text)
			}
		})
		scene.Learned[0].Rumour = true
		composed(t, scene, func(text string) {
			if !strings.Contains(text, "he oil was sold.") || !rumoured.MatchString(text) {
				t.Errorf("%s, by hearsay: %s", deed, text)
			}
		})
	}
	aside := prose.Scene{Deed: asked("Abbot Celestin", "the oil"), People: []prose.Person{abbot}, Learned: []prose.Learned{{Text: "The bell is cracked.", Speaker: "Abbot Celestin"}}, Aside: true}
	composed(t, aside, func(text string) {
		if !regexp.MustCompile(`help you with|nothing of that|question go by|nothing to say to|something else|no answer to|instead|to others`).MatchString(text) {
			t.Errorf("not as an aside: %s", text)
		}
	})
}

// Who has nothing to add says so, and sends the player to somebody who may have.
func TestNothingToAdd(t *testing.T) {
	scene := prose.Scene{Deed: asked("Abbot Celestin", "the oil"), People: []prose.Person{abbot}}
	composed(t, scene, func(text string) {
		if keeps.MatchString(text) {
			t.Errorf("something is kept back: %s", text)
		}
	})
	scene.Whom = "Tomas"
	composed(t, scene, func(text string) {
		if !strings.Contains(text, "Tomas") {
			t.Errorf("nobody is named: %s", text)
		}
	})
}

// Something is kept back only where it half went well, and not again for ten turns.
func TestKeepingBackIsRare(t *testing.T) {
	play := func(band action.Grade, forget bool) (turns []int) {
		var history prose.History
		for turn := range 60 {
			told := prose.Compose(prose.Scene{
				Seed: int64(turn), Deed: did(action.Press, "person=Abbot Celestin", fmt.Sprint("topic=the ", turn, " nails")), Check: &prose.Check{Band: band}, People: []prose.Person{abbot}, History: history,
			})
			if keeps.MatchString(told.Text()) {
				turns = append(turns, turn)
			}
			if !forget {
				history = told.History
			}
		}
		return turns
	}
	if turns := play(action.Partial, false); len(turns) < 3 || tooSoon(turns, 10) {
		t.Errorf("half an answer in turns %v", turns)
	}
	if turns := play(action.Success, false); len(turns) > 0 {
		t.Errorf("half an answer after a success, in turns %v", turns)
	}
	if turns := play(action.Partial, true); !tooSoon(turns, 10) {
		t.Errorf("without a history nothing is too soon: %v", turns)
	}
}

// Who does not speak does not, whatever is tried, and may look somewhere.
func TestTheSilentSaySo(t *testing.T) {
	speaks := regexp.MustCompile(`Pietro (says|tells|answers|speaks|asks|hums|laughs|promises|agrees|refuses)|"`)
	for _, deed := range []action.Kind{action.Talk, action.Ask, action.Tell, action.Show, action.Press, action.AskHelp, action.Befriend, action.Give, action.Examine, ""} {
		for _, band := range action.Grades() {
			scene := prose.Scene{People: []prose.Person{pietro}, Kind: prose.Dialogue, Where: "the Ossuary"}
			if deed != "" {
				scene.Deed = graded(did(deed, "person=Pietro", "item=a fid"), band)
			}
			composed(t, scene, func(text string) {
				if speaks.MatchString(strings.ReplaceAll(text, "Pietro says nothing", "")) {
					t.Errorf("%s %s: %s", deed, band, text)
				}
				if deed == action.Talk && band == "" && !strings.Contains(text, "the Ossuary") {
					t.Errorf("he looks nowhere: %s", text)
				}
			})
		}
	}
	loud := pietro
	loud.Silent = false
	spoken := false
	composed(t, prose.Scene{Deed: asked("Pietro", "the oil"), People: []prose.Person{loud}}, func(text string) { spoken = spoken || speaks.MatchString(text) })
	if !spoken {
		t.Error("nobody speaks, silent or not")
	}
}

// What a look, a search, a walk through the memory or a question came to is said, or
// that it came to nothing and where to turn.
func TestWhatCameOfIt(t *testing.T) {
	for name, test := range map[string]struct {
		scene prose.Scene
		want  string
	}{
		"seen":       {prose.Scene{Deed: did(action.Examine, "item=a fid"), Seen: []string{"A spike for splicing rope, with M.S. cut in it.", "There were two."}}, `It is a spike for splicing rope, with M\.S\. cut in it\. There were two\.`},
		"nothing":    {prose.Scene{Deed: did(action.Examine, "item=a fid")}, `nothing|changed|all of it|what it was`},
		"known":      {prose.Scene{Deed: did(action.Recall), Known: []string{"The oil was sold."}}, `the oil was sold\.`},
		"sent":       {prose.Scene{Deed: did(action.Recall), Whom: "Tomas"}, `Tomas`},
		"elsewhere":  {prose.Scene{Deed: did(action.Pursue, "thread=Who paid?"), Where: "the chapel"}, `the chapel`},
		"overheard":  {prose.Scene{Deed: did(action.Wait), Learned: []prose.Learned{{Text: "The oil was sold."}}}, `the oil was sold\.`},
		"introduced": {prose.Scene{Deed: did(action.Wait), People: []prose.Person{{Name: "Tomas", Introduced: "Tomas, the muleteer, owns nine mules."}}}, `Tomas, the muleteer, owns nine mules\.`},
	} {
		composed(t, test.scene, func(text string) {
			if !regexp.MustCompile(test.want).MatchString(text) {
				t.Errorf("%s: %s", name, text)
			}
		})
	}
}

// Somebody who is asked on arriving tells it there, once they are introduced.
func TestAskedOnArriving(t *testing.T) {
	scene := prose.Scene{
		Deed: did(action.Go, "place=the yard", "topic=the oil"), Arrived: true, From: "the hall", Place: prose.Place{Name: "the yard", Description: "The yard is wet."},
		People: []prose.Person{{Name: "Tomas", Pronouns: "he", Introduced: "Tomas owns nine mules."}}, Learned: []prose.Learned{{Text: "The oil was sold.", Speaker: "Tomas"}},
	}
	composed(t, scene, func(text string) {
		if !regexp.MustCompile(`(?s)^You go to the yard\. It is wet\..*Tomas owns nine mules\. (He|Tomas) .*he oil was sold\.`).MatchString(text) {
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
		text := prose.Compose(prose.Scene{Persona: test.persona, Arrived: true, From: "the road", Place: prose.Place{Name: test.name, Description: test.description}}).Text()
		if !strings.Contains(text, test.want) {
			t.Errorf("no %q in %s", test.want, text)
		}
	}
}

// A thread is not brought up in a turn that is about it already.
func TestAThreadIsNotBroughtUpTwice(t *testing.T) {
	scene := prose.Scene{Deed: asked("Ines", "the weather"), Threads: []string{"Who lit the false lamp?"}}
	told := 0
	composed(t, scene, func(text string) { told += strings.Count(text, "who lit the false lamp?") })
	if told == 0 {
		t.Error("it is never brought up")
	}
	scene.Deed = did(action.Pursue, "thread=Who lit the false lamp?")
	composed(t, scene, func(text string) {
		if strings.Contains(text, "lamp?") {
			t.Errorf("twice: %s", text)
		}
	})
}

// What is told to pass the time fits a room, an hour and a weather.
func TestIdleLinesFit(t *testing.T) {
	sun := regexp.MustCompile(`where there is shade|the shade has|shadows|the sun|brightness|daylight|too bright`)
	for name, scene := range map[string]prose.Scene{
		"a foggy evening": {Weather: "fog", Part: "evening"}, "rain at noon": {Weather: "rain", Part: "noon"}, "night": {Part: "night"}, "a cellar": {Part: "noon", Place: prose.Place{Name: "the cellar", Indoors: true}},
	} {
		composed(t, scene, func(text string) {
			if found := sun.FindString(text); found != "" {
				t.Errorf("%s: %q in %s", name, found, text)
			}
		})
	}
	open := regexp.MustCompile(`You turn up your collar|tracks|The sky is|ceiling|on a nail|leg of a table`)
	inside := regexp.MustCompile(`You turn up your collar|tracks|The sky is`)
	seen := map[bool]int{}
	for _, indoors := range []bool{true, false} {
		composed(t, prose.Scene{Part: "noon", Weather: "clear", Place: prose.Place{Name: "the hall", Indoors: indoors}}, func(text string) {
			if open.MatchString(text) {
				seen[indoors]++
			}
			if indoors && inside.MatchString(text) {
				t.Errorf("indoors: %s", text)
			}
		})
	}
	if seen[false] == 0 {
		t.Error("nothing of the open air is ever told")
	}
}
