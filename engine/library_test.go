package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// Whoever searches lore, and as whom a script that does so runs, finds what is for everybody, for them by
// name, or for their faction; and how well that speaks of something does not depend on what others may
// read.
func TestLoreIsForItsAudience(t *testing.T) {
	others := []string{
		"lore/ines.md", "---\naudience: character:ines\n---\n# The lamp\n\nThe lamp of Ines.\n",
		"lore/tobias.md", "---\naudience: character:tobias\n---\n# The lamp\n\nThe lamp of Tobias.\n",
		"lore/both.md", "---\naudience: [character:ines, character:tobias]\n---\n# The lamp\n\nThe lamp of both.\n",
		"lore/player.md", "---\naudience: character:player\n---\n# The lamp\n\nThe lamp of the player.\n",
		"lore/keepers.md", "---\naudience: faction:keepers\n---\n# The lamp\n\nThe lamp of the keepers.\n",
		"lore/wreckers.md", "---\naudience: faction:wreckers\n---\n# The lamp\n\nThe lamp of the wreckers.\n",
		"lore/narrator.md", "---\naudience: narrator\n---\n# The lamp\n\nThe lamp of the narrator.\n",
	}
	files := but(harbour,
		"world/factions.json", `{"factions": [{"id": "keepers", "name": "the Keepers"}, {"id": "wreckers", "name": "the Wreckers"}]}`,
		"characters/npcs/ines/profile.json", `{"name": "Ines", "role": "keeper", "personality": {}, "faction": "keepers", "place": "quay"}`,
		"characters/npcs/tobias/profile.json", `{"name": "Tobias", "role": "pilot", "personality": {}, "faction": "wreckers", "place": "quay"}`,
		"lore/public.md", "# The lamp\n\nThe lamp of everybody.\n")
	read := func(g *Game, as string) (texts []string, all string) {
		t.Helper()
		session := host.Of(host.Base{State: g.story.State(), Lore: g.lore}).Open(skills.Scope{As: as})
		answer, refused := session.Call(t.Context(), "lore.read", protocol.Object{"query": "the lamp", "limit": strictjson.Int(20)})
		if refused != nil {
			t.Fatal(refused)
		}
		for _, snippet := range answer["snippets"].([]any) {
			if _, of, is := strings.Cut(strictjson.AsString(snippet.(protocol.Object)["text"]), "The lamp of "); is {
				texts = append(texts, strings.TrimSuffix(of, "."))
			}
		}
		slices.Sort(texts)
		return texts, asText(answer)
	}
	for _, e := range []vector.Embedder{nil, &lights{}} {
		t.Run(fmt.Sprintf("%T", e), func(t *testing.T) { loreIsForItsAudience(t, e, files, others, read) })
	}
}

// loreIsForItsAudience looks what a reader finds, by words alone or by an embedder, too.
func loreIsForItsAudience(t *testing.T, e vector.Embedder, files map[string]string, others []string, read func(g *Game, as string) ([]string, string)) {
	opened := func(others ...string) *Game {
		c := written(t, but(files, others...))
		if e == nil {
			return at(t, c).open()
		}
		return litGame(t, c, e).open()
	}
	g := opened(others...)
	must(t, g, "")
	for as, want := range map[string]string{
		"":                   "[everybody the player]",
		string(event.Player): "[everybody the player]",
		"ines":               "[Ines both everybody the keepers]",
		"tobias":             "[Tobias both everybody the wreckers]",
		"keepers":            "[everybody]", // nobody's view, whatever a scope says
		"narrator":           "[everybody]",
	} {
		if texts, _ := read(g, as); fmt.Sprint(texts) != want {
			t.Errorf("as %q %v are found, and should be %s", as, texts, want)
		}
	}
	for i := 0; i < len(others); i += 2 { // without what they may not read they find the same, score for score
		less := opened(append(slices.Clone(others[:i]), others[i+2:]...)...)
		must(t, less, "")
		for as, theirs := range map[string]string{"": "player", "ines": "ines keepers both", "tobias": "tobias wreckers both"} {
			name := strings.TrimSuffix(strings.TrimPrefix(others[i], "lore/"), ".md")
			_, with := read(g, as)
			_, without := read(less, as)
			if (with == without) == strings.Contains(theirs, name) {
				t.Errorf("without %s, as %q, it is\n%s\nand with it\n%s", name, as, without, with)
			}
		}
	}
}
