package prose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/prose"
)

// What a choice rests on is left out where it is told as a deed.
func TestPlainly(t *testing.T) {
	for choice, want := range map[string]string{
		"Go to the quay, now that you have the key.":                        "Go to the quay",
		"Ask Ines about the oil, since you saw the ledger":                  "Ask Ines about the oil",
		"Return to the inn, where you asked Wren who paid":                  "Return to the inn",
		"Head for the quay before word gets round that you lied":            "Head for the quay",
		"Take yourself off to the hall after looking into the fire":         "Take yourself off to the hall",
		"Walk to the inn and think over how you lied to Wren":               "Walk to the inn",
		"Go to the chapel to find out why Wren wept":                        "Go to the chapel",
		"Try once more to find out what became of Matty":                    "Try once more to find out what became of Matty",
		"Ask Ines what she thinks of you for coming here":                   "Ask Ines what she thinks of you",
		"Tell Ines, not without pride, that you lit the lamp":               "Tell Ines that you lit the lamp",
		"Demand that Wren tell you where she saw it, and hold your nerve":   "Demand that Wren tell you where she saw it",
		"Press Ines about the oil, now that you lied, and mind your tongue": "Press Ines about the oil",
		"Press Ines harder, and trust to your steady nerve":                 "Press Ines harder",
		"Leave aside how you lied to Ines, and find out who paid":           "Find out who paid",
		"Follow up what you asked Ines: who paid for the oil":               "Follow up what you asked Ines",
		"Look for the answer, starting from the ledger: who paid?":          "Look for the answer",
		"Look hard at the spot where you fell":                              "Look hard at the spot",
		"Look at the fid for the reason why Wren wept":                      "Look at the fid",
		"Search the loft for anything that bears on the oil":                "Search the loft",
		"Wait and see what comes of it, now that you lied":                  "Wait and see what comes of it",
		"Ask Ines again who paid, and listen longer":                        "Ask Ines again who paid, and listen longer",
		"Make for the Drove with one thing in mind, that you lied":          "Make for the Drove",
		"Walk to the inn and wonder why Wren wept":                          "Walk to the inn",
		"Give thought to the boats, and to how you lied":                    "Give thought to the boats",
		"Wait a little, and ask yourself why Wren wept":                     "Wait a little",
		"Go to the quay and ask about the oil, as you asked Ines":           "Go to the quay",
		"Stay and ask about the oil":                                        "Stay and ask about the oil",
		"Tell Ines a little about where you come from":                      "Tell Ines a little about where you come from",
		"Go back with Ines to what you asked her about: the oil":            "Go back with Ines to what you asked her about, the oil",
		"Use your nerve":                                  "Use your nerve",
		"Leave by the back stairs (Guile)":                "Leave by the back stairs",
		"\"I never saw it, now that you ask.\"":           "\"I never saw it, now that you ask.\"",
		"Show Tobias your key. Leave, now that he saw it": "Show Tobias your key. Leave, now that he saw it",
		"": "",
	} {
		if got := prose.Plainly(choice); got != want {
			t.Errorf("%q: %q, want %q", choice, got, want)
		}
	}
}

// A turn that no author wrote begins with what the player did, whatever grounds the
// choice, and says what came of it.
func TestADeedComesFirst(t *testing.T) {
	ines := []prose.Person{{Name: "Ines", Pronouns: "she", Lines: map[string][]string{"neutral": {"Ask the parish."}}}}
	quay := prose.Place{Name: "the Long Quay", Senses: []string{"Halyards slap against bare masts."}}
	for name, test := range map[string]struct {
		scene       prose.Scene
		begins, has string
	}{
		"talk":      {prose.Scene{Choice: "Ask Ines about the oil, now that you lied", Deed: "talk", People: ines}, "You ask Ines about the oil. ", "Ask the parish"},
		"go":        {prose.Scene{Choice: "Go to the Long Quay, since you lied", Deed: "go", Arrived: true, From: "the inn"}, "You go to the Long Quay. ", "Halyards"},
		"see":       {prose.Scene{Choice: "See what is happening at the Long Quay", Deed: "go", Arrived: true, From: "the inn"}, "", "Long Quay"},
		"elsewhere": {prose.Scene{Choice: "Look at the fid", Deed: "examine", Arrived: true, From: "the inn", Minutes: 400}, "You look at the fid. Halyards", ""},
		"the spot":  {prose.Scene{Choice: "Look hard at the spot where you fell", Deed: "examine"}, "You look hard at the spot where it happened. ", ""},
		"wait":      {prose.Scene{Choice: "Wait a while and think over how you lied", Deed: "wait", Minutes: 30}, "You wait a while. ", "half an hour"},
		"pursue":    {prose.Scene{Choice: "Find out who paid, now that you lied", Deed: "pursue"}, "You try to find out who paid. ", ""},
		"learned":   {prose.Scene{Choice: "Ask Ines for help", Deed: "ask-help", People: ines, Check: &prose.Check{Band: prose.Success}, Learned: []string{"Wren is at the inn at this hour (evening)."}}, "You ask Ines for help. ", "Wren is at the inn at this hour."},
		"gained":    {prose.Scene{Choice: "Search the quay", Deed: "search", Check: &prose.Check{Band: prose.Success}, Gained: []string{"brass key"}}, "You search the quay. ", "brass key"},
		"recall":    {prose.Scene{Choice: "Go over in your mind how you lied", Deed: "recall", Memory: &prose.Memory{Summary: "You gave Ines your last coin.", Topic: "your last coin"}}, "You ", "your last coin"},
	} {
		for seed := range 20 {
			scene := test.scene
			scene.Seed, scene.Place = int64(seed), quay
			text := prose.Compose(scene).Text()
			if !strings.HasPrefix(text, test.begins) || !strings.Contains(text, test.has) || strings.Contains(text, "you lied") {
				t.Fatalf("%s, seed %d: want it to begin with %q and to say %q:\n%s", name, seed, test.begins, test.has, text)
			}
		}
	}
}

// A deed done over and over is told in other words each time, and always told.
func TestTheSameDeedAgain(t *testing.T) {
	for _, deed := range []string{"talk", "press", "ask-help", "befriend", "examine", "search", "wait", "pursue", "recall", "train", ""} {
		var history prose.History
		firsts := map[string]bool{}
		for turn := range 12 {
			told := prose.Compose(prose.Scene{
				Seed: int64(turn), Deed: deed, Choice: "Ask Ines about the oil of the lamp", People: []prose.Person{{Name: "Ines", Pronouns: "she"}}, History: history,
			})
			first := prose.Sentences(told.Text())[0]
			if firsts[first] {
				t.Errorf("%q: told twice: %s", deed, first)
			}
			firsts[first] = true
			history = told.History
		}
	}
}

// paces plays turns that offer all that is not here, each of them fresh, and gives
// the turns in which each kind was told.
func paces(turns int, forget bool) map[string][]int {
	told := map[string][]int{}
	var history prose.History
	for turn := range turns {
		text := prose.Compose(prose.Scene{
			Seed: int64(turn), Choice: fmt.Sprint("Count the ", turn, " nails"), History: history,
			Memory: &prose.Memory{Summary: fmt.Sprintf("You lent Ines memory%d of it.", turn), Topic: []string{"", fmt.Sprintf("memory%d", turn)}[turn%2]},
			Lore:   &prose.Lore{Text: fmt.Sprintf("The lamp had lore%d in it.", turn)}, Threads: []string{"Who lit the zither?", "Who has the second zither?", "Where is the third zither?", "The fourth zither", "Boats are on the fourth zither"},
		})
		for _, kind := range []string{"memory", "lore", "zither"} {
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
	for kind, pace := range map[string]int{"memory": 5, "lore": 8, "zither": 8} {
		if turns := told[kind]; tooSoon(turns, pace) || len(turns) < 100/pace-8 {
			t.Errorf("%s told in turns %v", kind, turns)
		}
	}
	for _, thread := range []string{"lit the zither", "second zither", "third zither"} {
		if turns := told[thread]; tooSoon(turns, 20) || len(turns) < 2 {
			t.Errorf("%s told in turns %v: they do not take turns", thread, turns)
		}
	}
	for i, turn := range told["memory"] {
		for _, other := range append(told["lore"], told["zither"]...) {
			if turn == other {
				t.Errorf("turn %d tells two things that are not here (memory %d)", turn, i)
			}
		}
	}
	if turns := told["fourth zither"]; len(turns) > 0 {
		t.Errorf("a thread that is no question is told in turns %v", turns)
	}
	if turns := paces(20, true)["memory"]; !tooSoon(turns, 3) {
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
