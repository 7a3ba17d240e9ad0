package prose_test

import (
	"strings"
	"testing"

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
			if strings.Count(text, name) > 1 && name != short {
				t.Fatalf("%s, seed %d:\n%s", name, seed, text)
			}
		}
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
