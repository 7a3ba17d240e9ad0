package prose_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
)

// A full name stands once in a turn at the most.
func TestFullNamesOnce(t *testing.T) {
	for name, short := range map[string]string{
		"Ines Vane": "Ines", "Sister Marguerite Vail": "Sister Marguerite", "Captain John Okey": "Captain Okey", "Abbot Celestin": "Abbot Celestin", "Ann of the Mill": "Ann of the Mill",
	} {
		for seed := range 40 {
			text := prose.Compose(prose.Scene{
				Seed: int64(seed), Deed: asked(name, "Varn"), Learned: []prose.Learned{{Text: "The oil came from Varn", Speaker: name}},
				People: []prose.Person{{Name: name, Pronouns: "she"}},
			}).Text()
			if strings.Count(text, name) > 1 && name != short || !strings.Contains(text, short) {
				t.Fatalf("%s, seed %d:\n%s", name, seed, text)
			}
		}
	}
}

// What somebody is asked is said back in some turns, and others begin with the answer;
// of themselves people speak as of themselves.
func TestAnswersComeFirst(t *testing.T) {
	back, first := 0, 0
	for seed := range 40 {
		text := prose.Compose(prose.Scene{
			Seed: int64(seed), Deed: asked("Tobias Vane", "the lamp"), Learned: []prose.Learned{{Text: "Tobias Vane put out the lamp, whatever he was told", Speaker: "Tobias Vane"}},
			People: []prose.Person{{Name: "Tobias Vane", Pronouns: "he"}},
		}).Text()
		if strings.HasPrefix(text, "You ask Tobias") {
			back++
		} else {
			first++
		}
		if strings.Contains(text, "Vane put out") || !strings.Contains(strings.ToLower(text), "he put out the lamp") {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if back == 0 || first <= back {
		t.Errorf("%d begin with the question and %d with the answer", back, first)
	}
}

// Whoever has spoken is not introduced any more.
func TestNobodyIsIntroducedLate(t *testing.T) {
	scene := prose.Scene{Deed: asked("Ines", "Varn"), People: []prose.Person{{Name: "Ines", Pronouns: "she"}}}
	told := prose.Compose(scene)
	scene.People[0].Introduced = "Ines mends nets in the loft."
	scene.History = told.History
	if text := prose.Compose(scene).Text(); strings.Contains(text, "mends nets") {
		t.Errorf("introduced after she spoke:\n%s", text)
	}
	scene.History, scene.Authored = prose.History{}, []string{`"You are late," says Ines.`}
	if text := prose.Compose(scene).Text(); strings.Contains(text, "mends nets") {
		t.Errorf("introduced behind her own words:\n%s", text)
	}
	scene.Authored = nil
	if text := prose.Compose(scene).Text(); !strings.Contains(text, "mends nets") {
		t.Errorf("not introduced:\n%s", text)
	}
}

var cuffs = regexp.MustCompile(`\b(cuff|button)\b`)

// One cuff in twenty turns is enough.
func TestGesturesRest(t *testing.T) {
	var history prose.History
	last := -prose.Window - 1
	for turn := range 60 {
		told := prose.Compose(prose.Scene{Seed: int64(turn), History: history, Deed: did(action.Wait), People: []prose.Person{{Name: "Ines", Pronouns: "she"}, {Name: "Tobias", Pronouns: "he"}}})
		history = told.History
		if strings.Contains(told.Text(), "Nothing comes to light but a button") || !cuffs.MatchString(told.Text()) {
			continue
		}
		if turn-last <= prose.Window {
			t.Errorf("cuffs in turns %d and %d:\n%s", last, turn, told.Text())
		}
		last = turn
	}
}
