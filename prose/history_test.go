package prose_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
)

// TestTwentyTurnsAreEnough: a history rebuilt each turn from what the last twenty
// told, through JSON, keeps the composer's promise.
func TestTwentyTurnsAreEnough(t *testing.T) {
	for seed := range soak.Count(200) {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 7))}
		persona, style := g.persona(), g.style()
		reader, kept := &reader{}, []prose.Told(nil)
		for turn := range 60 {
			scene := g.scene(persona, style)
			scene.History = prose.NewHistory(kept[max(0, len(kept)-prose.Window):])
			authored := len(scene.Authored)
			told := prose.Compose(scene)
			if faults := reader.check(scene, told, authored); len(faults) > 0 {
				t.Fatalf("seed %d, turn %d:\n%s\n\n%s", seed, turn, strings.Join(faults, "\n"), told.Text())
			}
			kept = append(kept, throughJSON(t, told.History.Last()))
			if last := kept[len(kept)-1].Turn; last != turn+1 {
				t.Fatalf("turn %d told as turn %d", turn+1, last)
			}
		}
	}
}

func throughJSON(t *testing.T, told prose.Told) (back prose.Told) {
	t.Helper()
	text, err := json.Marshal(told)
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestNewHistory(t *testing.T) {
	if h := prose.NewHistory(nil); h.Turn != 0 || h.Last().Turn != 0 {
		t.Errorf("a history of nothing: %+v", h)
	}
	told := []prose.Told{{Turn: 3}, {Turn: 1}, {Turn: 2}}
	h := prose.NewHistory(told)
	if h.Turn != 3 || h.Last().Turn != 3 || h.Told[0].Turn != 1 || told[0].Turn != 3 {
		t.Errorf("turns out of order: %+v, given %+v", h, told)
	}
}

// What another narrator said is not said again by the composer, and is forgotten
// after the window.
func TestRemember(t *testing.T) {
	detail := "Halyards slap against the bare masts all along the quay."
	scene := prose.Scene{Seed: 5, Place: prose.Place{Name: "the quay", Senses: []string{detail}}}
	if text := prose.Compose(scene).Text(); !strings.Contains(text, detail) {
		t.Fatalf("the detail is not told at all, so nothing can be seen: %s", text)
	}
	h := prose.Remember(prose.History{}, "You wait.\n\nHalyards slap against the bare masts, then stop.")
	for turn := range prose.Window + 1 {
		if known := h.Knows(detail); known != (turn < prose.Window) {
			t.Errorf("%d turns later: known %t", turn+1, known)
		}
		scene.History = h
		if text := prose.Compose(scene).Text(); turn == 0 && strings.Contains(text, detail) {
			t.Errorf("told again: %s", text)
		}
		h = prose.Remember(h, "")
	}
	if !slices.IsSortedFunc(h.Told, func(a, b prose.Told) int { return a.Turn - b.Turn }) || h.Turn != prose.Window+2 {
		t.Errorf("turn %d, told %v", h.Turn, h.Told)
	}
}

// A turn that two told counts as one.
func TestWith(t *testing.T) {
	told := prose.Compose(prose.Scene{Seed: 1, Place: prose.Place{Senses: []string{"The tide sucks at the steps."}}}).History.Last()
	before := len(told.Sentences)
	both := told.With("The lamp\x1b[31m has been out for nine nights.")
	if both.Turn != told.Turn || len(both.Sentences) != before+1 || len(told.Sentences) != before {
		t.Errorf("%d sentences, then %d and %d, turn %d", before, len(told.Sentences), len(both.Sentences), both.Turn)
	}
	h := prose.NewHistory([]prose.Told{both})
	if !h.Knows("The lamp has been out for nine nights.") || h.Knows("The lamp has been lit.") {
		t.Error("what was added is not what is known")
	}
}

// A memory of a sitting before is told once in a window, however short it is and in whatever
// person, and a piece of lore once in a story.
func TestTheSameMemoryRests(t *testing.T) {
	const memory, lore = "You lied to Ines.", "The well is dry."
	var history prose.History
	said := map[string][]int{}
	for turn := range 2*prose.Window + 2 {
		told := prose.Compose(prose.Scene{
			Seed: int64(turn), Persona: prose.Persona{Name: "Mara", Pronouns: "she", Person: prose.Third},
			Deed: did(action.Search, "place=the yard"), Place: prose.Place{Name: "the yard"},
			Memory: &prose.Memory{Summary: memory, Before: true}, Lore: &prose.Lore{Text: lore, Source: "the Almanac"}, History: history,
		})
		for _, words := range []string{"lied to Ines", "he well is dry"} {
			if strings.Contains(told.Text(), words) {
				said[words] = append(said[words], turn)
			}
		}
		history = told.History
		for words, text := range map[string]string{"lied to Ines": memory, "he well is dry": lore} {
			turns := said[words]
			lately := len(turns) > 0 && turn-turns[len(turns)-1] < prose.Window
			if known := history.Knows(text); known != lately {
				t.Fatalf("after turn %d: %q known %t", turn, text, known)
			}
		}
	}
	if turns := said["lied to Ines"]; !slices.Equal(turns, []int{0, prose.Window + 1}) {
		t.Errorf("the memory is told in turns %v", turns)
	}
	if turns := said["he well is dry"]; !slices.Equal(turns, []int{0}) || !history.HasLore(lore) {
		t.Errorf("lore is told in turns %v", turns)
	}
}

func TestContent(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"Who are you?":                     "",
		"Ask Ines about the oils.":         "ine oil",
		"The lamps' keeper's lamp, burned": "burn keeper lamp",
		"Going, gone; the Long-Quay":       "go gone long quay",
		"Café été, ÉTÉ":                    "café été",
	} {
		if got := strings.Join(prose.Content(text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
