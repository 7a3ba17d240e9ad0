package prose_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
)

var aRoad = prose.Scene{
	Place: prose.Place{Name: "the Ketter Pass", Description: "The Ketter Pass is nine miles of bad road with a cross at every place where it was worse."}, Part: "morning",
}

// Nobody and nothing is in a sentence that the notes do not have.
func TestNothingIsThereThatTheNotesDoNotHave(t *testing.T) {
	for _, text := range []string{
		"A dead horse lies beside the road, and the church is on fire.", "The door to the cellar is open and a rope hangs there.", "A trapdoor is under the carpet, and beside it a lantern burns.",
		"Two soldiers and the bishop lie drowned beneath the wall.", "Poison drips from the ceiling, and the bridge is gone.", "The road is gone and the cross is not there.", "There is no cross along the road.",
		"There is nobody along the road with you.", "They lie in the dark beside the road.", "Somebody is in the dark beside the road.", "A hand lies in the dark beside the road.", "A little gold gleams beside the road.",
		"The road is wet with resin and the air is cold.", "The air smells of the road, and resin drips along it.", "The road is a ribbon of blood in the light.", "Over the road the rain is cold.", "The air smells of smoke and ash along the road.",
	} {
		if sentence, why := aRoad.Admit(text, ""); why == "" {
			t.Errorf("%q passes: %q", text, sentence)
		}
	}
}

// A good writer is not cut short.
func TestWhatTheSensesHave(t *testing.T) {
	foundry := prose.Scene{Place: prose.Place{
		Name: "the Foundry", Indoors: true,
		Description: "The Foundry is a long shed of black larch below the walls, warm in every season, where the great bell called Saint Orla lies in her casting pit under a crust of sand.",
	}, Part: "dawn"}
	for text, scene := range map[string]prose.Scene{
		"The morning light is thin and cold here, and it picks out one cross after another.":                                 aRoad,
		"The air over the road is cold and smells of earth, and between one cross and the next there is hardly a sound.":     aRoad,
		"The dawn is grey along the black larch, and the warm air above the casting pit smells of dry sand and resin.":       foundry,
		"Damp clings to the larch, and no sound reaches through the walls.":                                                  foundry,
		"You feel the warmth of the sand on your face, and the great bell is only a darker blur in the gloom.":               foundry,
		"The shed creaks softly overhead, and somewhere in the dark something drips, slow and steady.":                       foundry,
		"Pale light seeps between the walls and settles in faint streaks on the sand.":                                       foundry,
		"There is a heavy stillness over the pass, and each mile of the road looks narrower and greyer than the one before.": aRoad,
	} {
		if sentence, why := scene.Admit(text, ""); sentence != text {
			t.Errorf("%q is cut: %q", text, why)
		}
	}
}

// beings, things, fire and death are in no vocabulary of how things are perceived.
const beingsAndThings = "horse church soldier bishop merchant child woman man ghost stranger crowd dog bird rat figure voice silhouette rope lantern candle carpet trapdoor cellar door window ladder " +
	"sword knife gold silver coin ring key letter note book map chain coat veil draught blanket bread wine poison bottle fire flame smoke ash ember blood corpse bone grave skull body death dead dying " +
	"burn kill drown murder bridge tower stairs river ship boat cart wheel rain snow storm wind moon sun midnight evening winter autumn secret clue treasure trap footprint"

// Of whatever words a sentence is made: one with a word that is neither of the notes nor of how things are perceived does not pass, wherever it stands.
func TestNoOtherWordPasses(t *testing.T) {
	for word := range strings.FieldsSeq(beingsAndThings) {
		for _, form := range []string{word, word + "s", english.Verb(word, english.Subject{}, english.Past), word + "'s"} {
			if prose.IsOfSenses(form) {
				t.Errorf("%q is how something is perceived", form)
			}
		}
	}
	draw, others := rand.New(rand.NewPCG(1484, 1)), strings.Fields(beingsAndThings)
	words := strings.Fields(strings.Repeat("the a and of in with is are along your it no not smells of ", 20) + " road cross pass mile worse " + prose.SensesWords + " earth resin face hand")
	passed := 0
	for range 20_000 {
		var drawn []string
		for range 4 + draw.IntN(8) {
			drawn = append(drawn, words[draw.IntN(len(words))])
		}
		sentence := func() string { return english.SentenceCase(strings.Join(drawn, " ")) + "." }
		if _, why := aRoad.Admit(sentence(), ""); why != "" {
			continue
		}
		passed++
		drawn[draw.IntN(len(drawn))] = others[draw.IntN(len(others))]
		if text, why := aRoad.Admit(sentence(), ""); why == "" {
			t.Errorf("%q passes", text)
		}
	}
	if passed < 200 {
		t.Errorf("%d of them pass", passed)
	}
}
