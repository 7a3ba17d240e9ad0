package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// concerning is the harbour with a letter of Ada's, of which she says something else, and what Ines and Tobias know of the player,
// which Tobias keeps back.
var concerning = but(knowing, "plot/knowledge.json", `{"facts": [
	{"id": "letter", "text": "Ada Bell took a letter.", "about": ["the ninth man"], "concerns": ["ada"], "known_by": ["ines", "ada"],
	 "tells": [{"who": "ada", "says": "The ninth man had nothing on him.", "as": "lie"}]},
	{"id": "rope", "text": "You owe the chandler for a rope.", "about": ["the rope"], "concerns": ["player"], "known_by": ["ines", "tobias"],
	 "tells": [{"who": "tobias", "when": {"npc_state": {"tobias.opinion": {">=": 90}}}}]}]}`)

// knownOf is what somebody knows of another, or was told.
func knownOf(t *resolving, who event.CharacterID, whom string) string {
	var all []string
	for _, k := range t.state().As(who).Bond(whom).About {
		all = append(all, k.Content)
	}
	return fmt.Sprint(all)
}

// Whom a fact is about whoever knows it has with it, and whoever is told it in its words. A lie is about whom its author says, and
// tells nobody whom it hides, nor does whoever passes it on.
func TestWhatIsToldIsAboutSomebody(t *testing.T) {
	turn := standing(t, written(t, concerning), "chapel", 10*60)
	turn.movePerson("tobias", "chapel")
	turn.raise(subject("the ninth man"), "")
	turn.tries("ask:ada#the-ninth-man")
	turn.movePerson("honor", "chapel")
	turn.tellFact(effect.Tell{Fact: "letter", From: "tobias", To: []string{"player"}})
	if n := len(turn.state().Minds.Claims); n != 2 {
		t.Fatalf("%d claims", n)
	}
	for id, c := range turn.state().Minds.Claims {
		if len(c.About) > 0 || c.Content != "The ninth man had nothing on him." {
			t.Errorf("%s: %+v", id, c)
		}
	}
	for who, want := range map[event.CharacterID]string{"player": "[]", "tobias": "[]", "ines": "[Ada Bell took a letter.]", "ada": "[]"} {
		if got := knownOf(turn, who, "ada"); got != want {
			t.Errorf("%s knows of Ada %s, not %s", who, got, want)
		}
	}
	turn.tellFact(effect.Tell{Fact: "letter", From: "tobias", To: []string{"player"}, Says: "Ines Vane has it.", Concerns: []string{"ines", "gone"}, As: "lie"})
	turn.tellFact(effect.Tell{Fact: "letter", From: "ines", To: []string{"player"}})
	for whom, want := range map[string]string{"ada": "[Ada Bell took a letter.]", "ines": "[Ines Vane has it.]"} {
		if got := knownOf(turn, event.Player, whom); got != want {
			t.Errorf("the player knows of %s %s, not %s", whom, got, want)
		}
	}
}

// Whoever speaks is given what they have with the player: what they know of them too, but for what they may keep back.
func TestWhoeverSpeaksHasTheirBond(t *testing.T) {
	turn := standing(t, written(t, concerning), "quay", 10*60)
	turn.add(event.RelationNoted, event.Data{"who": "ines", "whom": "player", "trust": 12_000, "summary": "You came by boat together."})
	learns := func(from, to int) {
		for n := from; n < to; n++ {
			id := fmt.Sprint("of-", n)
			turn.add(event.FactEstablished, event.Data{"fact": id, "content": id, "about": []string{"player"}})
			turn.add(event.FactLearned, event.Data{"who": "tobias", "fact": id, "source": "witnessed"})
		}
	}
	given := func(who event.CharacterID) strictjson.Object {
		return telling.Voice(turn.now().Seen(turn.state().As(who)))
	}
	ines := given("ines")
	if got := fmt.Sprintf("%s %s %s", strictjson.AsStrings[string](ines["known"]), ines["trust"], ines["between"]); got != "[You owe the chandler for a rope.] 12 You came by boat together." {
		t.Errorf("Ines is given %s", got)
	}
	turn.add(event.FactEstablished, event.Data{"fact": "paid", "content": "You paid the chandler.", "supersedes": "rope", "about": []string{"player"}})
	turn.add(event.FactLearned, event.Data{"who": "ines", "fact": "paid", "source": "witnessed"})
	if got := fmt.Sprint(strictjson.AsStrings[string](given("ines")["known"])); got != "[You paid the chandler.]" {
		t.Errorf("of what holds no longer Ines is given %s", got)
	}
	known := 0
	for _, all := range []int{19, 30} { // of which twenty are looked at, that of the rope being one
		learns(known, all)
		known = all
		got := strictjson.AsStrings[string](given("tobias")["known"])
		if len(got) != min(all, 20) || got[len(got)-1] != fmt.Sprint("of-", all-1) || slices.Contains(got, "You owe the chandler for a rope.") {
			t.Errorf("Tobias is given %d: %q", len(got), got)
		}
	}
	if got := given("ada")["known"]; got != nil {
		t.Errorf("Ada is given %v", got)
	}
}

// Whoever speaks is given what they want, as the story has changed it, and nothing of what anybody else does.
func TestWhoeverSpeaksHasTheirWants(t *testing.T) {
	wanting := func(name, place, goals string) string {
		return fmt.Sprintf(`{"name": %q, "role": "net maker", "personality": {"traits": []}, "place": %q, "goals": [%s], "motivations": ["To want no more, as %s does"]}`, name, place, goals, name)
	}
	turn := standing(t, written(t, but(concerning,
		"characters/npcs/ines/profile.json", wanting("Ines Vane", "quay", `{"goal": "Find the burner", "status": "open"}, {"goal": "Mend the net", "status": "Done"}, "Be let alone"`),
		"characters/npcs/ada/profile.json", wanting("Ada Bell", "quay", `"Keep the letter"`))), "quay", 10*60)
	given := func(who event.CharacterID) string {
		return fmt.Sprintf("%q", strictjson.AsStrings[string](telling.Voice(turn.now().Seen(turn.state().As(who)))["wants"]))
	}
	holds := func(who event.CharacterID, want string) {
		t.Helper()
		if got := given(who); got != want {
			t.Errorf("%s wants %s, and not %s", who, got, want)
		}
	}
	holds("ines", `["Find the burner" "Be let alone" "To want no more, as Ines Vane does"]`)
	holds("ada", `["Keep the letter" "To want no more, as Ada Bell does"]`)
	holds("tobias", `[]`)
	turn.changePerson(effect.NPC{Person: "ines", Path: "goals", Value: []any{"Leave the harbour"}})
	holds("ines", `["Leave the harbour" "To want no more, as Ines Vane does"]`)
	turn.changePerson(effect.NPC{Person: "ines", Path: "goals", Value: "Stay"})
	holds("ines", `["Stay" "To want no more, as Ines Vane does"]`)
	holds("ada", `["Keep the letter" "To want no more, as Ada Bell does"]`)
	for _, text := range []string{string(strictjson.Encode(turn.state().Player().Object())), string(strictjson.Encode(telling.Voice(turn.now().Seen(turn.state().As("ada")))))} {
		if strings.Contains(text, "Stay") || strings.Contains(text, "as Ines Vane does") {
			t.Errorf("of what Ines wants another is given: %s", text)
		}
	}
}
