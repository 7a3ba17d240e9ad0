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

// A turn that no author wrote begins with what the player did, and says what came of it.
func TestADeedComesFirst(t *testing.T) {
	ines := []prose.Person{{Name: "Ines", Pronouns: "she", Lines: map[string][]string{"neutral": {"Ask the parish."}}}}
	quay := prose.Place{Name: "the Long Quay", Senses: []string{"Halyards slap against bare masts."}}
	for name, test := range map[string]struct {
		scene       prose.Scene
		begins, has string
	}{
		"ask":       {prose.Scene{Deed: asked("Ines", "the oil"), People: ines}, "You ask Ines about the oil. ", "Ask the parish"},
		"go":        {prose.Scene{Deed: did(action.Go, "place=the Long Quay"), Arrived: true, From: "the inn"}, "You go to the Long Quay. ", "Halyards"},
		"go to ask": {prose.Scene{Deed: did(action.Go, "place=the Long Quay", "topic=the oil"), Arrived: true, From: "the inn"}, "You go to the Long Quay. ", "Halyards"},
		"elsewhere": {prose.Scene{Deed: did(action.Examine, "item=a fid"), Arrived: true, From: "the inn", Minutes: 400}, "You look closely at the fid. Halyards", ""},
		"around":    {prose.Scene{Deed: did(action.Examine, "place=the Long Quay")}, "You look around the Long Quay. Halyards", ""},
		"wait":      {prose.Scene{Deed: did(action.Wait), Minutes: 30}, "You wait a while. ", "half an hour"},
		"pursue":    {prose.Scene{Deed: did(action.Pursue, "thread=Who paid?")}, "You look into who paid. ", ""},
		"learned":   {prose.Scene{Deed: graded(did(action.AskHelp, "person=Ines"), action.Success), People: ines, Learned: []prose.Learned{{Text: "Wren is at the inn at this hour (evening).", Speaker: "Ines"}}}, "You ask Ines for help. ", "Wren is at the inn at this hour."},
		"gained":    {prose.Scene{Deed: graded(did(action.Search, "place=the Long Quay"), action.Success), Gained: []string{"brass key"}}, "You search the Long Quay. ", "brass key"},
		"taken":     {prose.Scene{Deed: did(action.Take, "item=a brass key"), Gained: []string{"brass key"}}, "You take the brass key. ", "brass key"},
		"shown":     {prose.Scene{Deed: did(action.Show, "person=Ines", "item=a brass key"), People: ines}, "You show Ines the brass key. ", ""},
		"recall":    {prose.Scene{Deed: did(action.Recall), Memory: &prose.Memory{Summary: "You gave Ines your last coin.", Topic: "your last coin"}}, "You ", "your last coin"},
	} {
		for seed := range 20 {
			scene := test.scene
			scene.Seed, scene.Place = int64(seed), quay
			text := prose.Compose(scene).Text()
			if !strings.HasPrefix(text, test.begins) || !strings.Contains(text, test.has) {
				t.Fatalf("%s, seed %d: want it to begin with %q and to say %q:\n%s", name, seed, test.begins, test.has, text)
			}
		}
	}
}

// A deed done over and over is told in other words each time, and always told.
func TestTheSameDeedAgain(t *testing.T) {
	for _, kind := range action.Kinds() {
		deed := did(kind, "person=Ines", "topic=the oil of the lamp", "item=the lamp", "place=the quay")
		deed.Action.Words = "Climb the stair"
		var history prose.History
		firsts := map[string]bool{}
		for turn := range 12 {
			told := prose.Compose(prose.Scene{
				Seed: int64(turn), Deed: deed, People: []prose.Person{{Name: "Ines", Pronouns: "she"}}, History: history,
			})
			first := prose.Sentences(told.Text())[0]
			if firsts[first] {
				t.Errorf("%q: told twice: %s", kind, first)
			}
			firsts[first] = true
			history = told.History
		}
	}
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
					if faults := agreement(text); len(faults) > 0 || prose.Words(text) < prose.Fewest {
						t.Errorf("%s: %v\n%s", kind, faults, text)
					}
				}
			}
		}
	}
}

// What is said by somebody is told of them, whoever they are, and what nobody said is
// found.
func TestWhoSaysIt(t *testing.T) {
	ines, tobias := prose.Person{Name: "Ines", Pronouns: "she"}, prose.Person{Name: "Tobias", Pronouns: "he"}
	for name, test := range map[string]struct {
		kind    action.Kind
		speaker string
		want    string
	}{
		"whom the player asked":      {action.Ask, "Ines", `(?i)(Ines|she) [^.]*\boil was sold`},
		"somebody else who is there": {action.Ask, "Tobias", `(?i)(Tobias|he) [^.]*\boil was sold`},
		"while the player waits":     {action.Wait, "Tobias", `(Tobias|he) [^.]*\boil was sold`},
		"somebody who is not there":  {action.Pursue, "the harbour master", `the harbour master,? [^.]*\boil was sold`},
		"nobody":                     {action.Search, "", `: (")?[Tt]he oil was sold`},
	} {
		composed(t, prose.Scene{Deed: did(test.kind, "person=Ines"), People: []prose.Person{ines, tobias}, Learned: []prose.Learned{{Text: "The oil was sold.", Speaker: test.speaker}}}, func(text string) {
			if !regexp.MustCompile(test.want).MatchString(text) {
				t.Errorf("%s: %s", name, text)
			}
		})
	}
}

// What a deed says of a thing that changes hands is not said again, unless it failed.
func TestWhatIsTakenIsSaidOnce(t *testing.T) {
	scene := prose.Scene{Deed: graded(did(action.Take, "item=a brass key"), action.Success), Gained: []string{"brass key"}}
	composed(t, scene, func(text string) {
		if !strings.HasPrefix(text, "You take the brass key. ") || strings.Count(text, "brass key") != 1 {
			t.Error(text)
		}
	})
	scene = prose.Scene{Deed: graded(did(action.Take, "item=a brass key"), action.Failure)}
	composed(t, scene, func(text string) {
		if !strings.HasPrefix(text, "You try to take the brass key but cannot. ") {
			t.Error(text)
		}
	})
}

// One kind of deed after another is not always told in the same form of sentence, and
// what it is about is told each time.
func TestFormsOfDeedsVary(t *testing.T) {
	var history prose.History
	plain := 0
	for turn := range 30 {
		topic := fmt.Sprintf("the oil%d of it", turn)
		told := prose.Compose(prose.Scene{Seed: int64(turn), Deed: asked("Ines", topic), People: []prose.Person{{Name: "Ines", Pronouns: "she"}}, History: history})
		history = told.History
		if first := prose.Sentences(told.Text())[0]; !strings.Contains(first, topic) {
			t.Errorf("it is not told what is asked: %s", first)
		}
		if strings.HasPrefix(told.Text(), "You ask Ines about ") {
			plain++
		}
	}
	if plain < 8 || plain > 24 {
		t.Errorf("%d of 30 are told plainly", plain)
	}
}

// paces plays turns that offer all that is not here, each of them fresh, and gives
// the turns in which each kind was told.
func paces(turns int, forget bool) map[string][]int {
	told := map[string][]int{}
	var history prose.History
	for turn := range turns {
		text := prose.Compose(prose.Scene{
			Seed: int64(turn), Deed: did(action.Examine, fmt.Sprint("item=the ", turn, " nails")), History: history,
			Memory: &prose.Memory{Summary: fmt.Sprintf("You lent Ines keepsake%d of it.", turn), Topic: []string{"", fmt.Sprintf("keepsake%d", turn)}[turn%2]},
			Lore:   &prose.Lore{Text: fmt.Sprintf("The lamp had lore%d in it.", turn)}, Threads: []string{"Who lit the zither?", "Who has the second zither?", "Where is the third zither?", "The fourth zither", "Boats are on the fourth zither"},
		})
		for _, kind := range []string{"keepsake", "lore", "zither"} {
			if strings.Contains(text.Text(), kind) {
				told[kind] = append(told[kind], turn)
			}
		}
		for _, thread := range []string{"lit the zither", "second zither", "third zither", "fourth zither"} {
			if strings.Contains(text.Text(), thread) {
				told[thread] = append(told[thread], turn)
			}
		}
		if !forget {
			history = text.History
		}
	}
	return told
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

func TestWhatIsNotHereKeepsItsPace(t *testing.T) {
	told := paces(100, false)
	for kind, pace := range map[string]int{"keepsake": 5, "lore": 8, "zither": 8} {
		if turns := told[kind]; tooSoon(turns, pace) || len(turns) < 100/pace-8 {
			t.Errorf("%s told in turns %v", kind, turns)
		}
	}
	for _, thread := range []string{"lit the zither", "second zither", "third zither"} {
		if turns := told[thread]; tooSoon(turns, 20) || len(turns) < 2 {
			t.Errorf("%s told in turns %v: they do not take turns", thread, turns)
		}
	}
	for i, turn := range told["keepsake"] {
		for _, other := range append(told["lore"], told["zither"]...) {
			if turn == other {
				t.Errorf("turn %d tells two things that are not here (memory %d)", turn, i)
			}
		}
	}
	if turns := told["fourth zither"]; len(turns) > 0 {
		t.Errorf("a thread that is no question is told in turns %v", turns)
	}
	if turns := paces(20, true)["keepsake"]; !tooSoon(turns, 3) {
		t.Errorf("without a history nothing is too soon: %v", turns)
	}
}

// Behind an author's words the composer says little, and nothing behind many.
func TestLittleIsSaidBehindAnAuthor(t *testing.T) {
	scene := prose.Scene{
		Place: prose.Place{Senses: []string{"Halyards slap against bare masts."}}, Memory: &prose.Memory{Summary: "You gave Ines your last coin.", Topic: "your last coin"},
		People: []prose.Person{{Name: "Ines", Pronouns: "she", Mannerisms: []string{"{name} turns a needle over."}}}, Lore: &prose.Lore{Text: "The lamp burned whale oil."}, Threads: []string{"Who paid?"},
	}
	long := strings.Repeat("Nobody on the quay said anything to that, then or later. ", 5)
	for name, test := range map[string]struct {
		authored []string
		most     int // sentences
	}{
		"long":        {[]string{long}, 2},
		"two long":    {[]string{long, long}, 0},
		"two short":   {[]string{"The stair was dark, and it went up and up into a place with no light in it.", long}, 2},
		"three short": {[]string{"It was dark in there, and very cold, and nobody said a word for a while.", "Then the whole of the quay began to talk at once, of nothing else but that.", "It was of no use, and they knew it, and they went on talking as before."}, 0},
	} {
		for seed := range 20 {
			scene.Seed, scene.Authored = int64(seed), test.authored
			told := prose.Compose(scene)
			added := told.Pieces[len(test.authored):]
			sentences := 0
			for _, p := range added {
				sentences += len(prose.Sentences(p.Text))
			}
			if len(added) > 1 || sentences > test.most || (sentences == 0) != (test.most == 0) {
				t.Fatalf("%s: %d paragraphs, %d sentences: %v", name, len(added), sentences, added)
			}
		}
	}
}
