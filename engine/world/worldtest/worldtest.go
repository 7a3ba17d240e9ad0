// Package worldtest holds campaigns for the tests of what is played of them: a small
// harbour, in which nothing is left to chance that a test does not want, and those that
// come with the program.
//
//	c := worldtest.Written(t, worldtest.But(worldtest.Harbour, "world/places.json", `...`))
//	c := worldtest.Sample(t, os.DirFS("../../campaigns/minimal"))
package worldtest

import (
	"io/fs"
	"maps"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/campaign"
)

// Problems are what is wrong with a campaign.
type Problems interface{ Err() error }

// Written is a campaign of some files, which must be right.
func Written(t testing.TB, files map[string]string) *campaign.Campaign {
	t.Helper()
	c, problems := Loaded(t, files)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

// Loaded is a campaign of some files, and what is wrong with it.
func Loaded(t testing.TB, files map[string]string) (*campaign.Campaign, Problems) {
	t.Helper()
	fsys := fstest.MapFS{}
	if _, has := files["manifest.json"]; !has {
		fsys["manifest.json"] = &fstest.MapFile{Data: []byte(`{"title": "A test", "version": "1.0.0"}`)}
	}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, found := campaign.Load(fsys, campaign.Options{})
	if c == nil {
		t.Fatal(found)
	}
	return complete(t, c), found
}

// Sample loads a campaign that comes with the program.
func Sample(t testing.TB, files fs.FS) *campaign.Campaign {
	t.Helper()
	c, problems := campaign.Load(files, campaign.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return complete(t, c)
}

func complete(t testing.TB, c *campaign.Campaign) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Complete(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// But is a campaign's files with some others: a name and a text each.
func But(files map[string]string, others ...string) map[string]string {
	all := maps.Clone(files)
	for i := 0; i < len(others); i += 2 {
		all[others[i]] = others[i+1]
	}
	return all
}

// Harbour is a quay, an inn and a chapel, with two people.
var Harbour = map[string]string{
	"manifest.json": `{"title": "Harbour", "version": "1.0.0", "opening": {"place": "quay", "time": "1887-10-30T09:00", "weather": "fog"}}`,
	"world/places.json": `{"places": [
		{"id": "quay", "name": "the Long Quay", "description": "A granite quay.", "exits": ["inn", "chapel"]},
		{"id": "inn", "name": "the Anchor", "description": "A low room.", "exits": ["quay"]},
		{"id": "chapel", "name": "the chapel", "description": "A cold room.", "exits": ["quay"]}]}`,
	"world/factions.json":                 `{"factions": [{"id": "keepers", "name": "the Lamp Keepers", "members": ["ines"]}]}`,
	"world/items.json":                    `{"items": [{"id": "brass-key", "name": "a brass key", "at": "inn"}, {"id": "rope", "name": "a coil of rope"}]}`,
	"characters/npcs/ines/profile.json":   `{"name": "Ines Vane", "role": "net maker", "personality": {"traits": ["patient"], "flaws": ["proud"], "virtues": ["kind"]}, "pronouns": "she", "place": "quay", "faction": "keepers"}`,
	"characters/npcs/tobias/profile.json": `{"name": "Tobias Orr", "role": "keeper", "personality": {"traits": ["slow"], "flaws": ["sly"], "virtues": ["calm"]}, "pronouns": "he", "place": "inn", "schedule": {"night": "chapel"}}`,
	"characters/npcs/ines/secrets.md":     "## The false lamp\n\nInes lit the false lamp.\n",
	"characters/player/template.json":     `{"stats": [{"id": "nerve", "name": "Nerve", "default": 10, "words": ["dare", "press"]}, {"id": "tact", "name": "Tact", "default": 10, "words": ["ask"]}], "preset": {"name": "Jo", "stats": {"nerve": 10, "tact": 10}}, "starting_items": ["rope"]}`,
	"plot/premise.md":                     "# Premise\n\nThe lamp has gone dark, and you were sent for.\n",
	"plot/endings/relit.md":               "---\ntitle: Relit\nconditions:\n  world_state:\n    lit: true\n---\nThe lamp burns again.\n",
}
