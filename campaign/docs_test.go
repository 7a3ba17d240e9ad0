package campaign

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// The file of beats that docs/campaigns.md shows is one that has nothing wrong.
func TestTheDocumentedBeats(t *testing.T) {
	page, err := os.ReadFile("../docs/campaigns.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```json\n{\"beats\": [")
	text, _, ended := strings.Cut(rest, "```")
	if !found || !ended {
		t.Fatal("the page shows no file of beats")
	}
	c, problems := Load(fstest.MapFS{
		"manifest.json":                     {Data: []byte(`{"title": "T", "version": "1.0.0"}`)},
		"plot/beats.json":                   {Data: []byte(`{"beats": [` + text)},
		"world/places.json":                 {Data: []byte(`{"places": [{"id": "tower", "name": "the tower"}]}`)},
		"world/items.json":                  {Data: []byte(`{"items": [{"id": "brass-key", "name": "a brass key", "at": "tower"}]}`)},
		"characters/npcs/ines/profile.json": {Data: []byte(`{"name": "Ines", "role": "keeper", "personality": {"traits": ["wary"], "flaws": ["wary"], "virtues": ["wary"]}, "place": "tower"}`)},
	}, Options{})
	if c == nil || len(c.Beats) != 1 || len(c.Beats[0].Choices) != 2 {
		t.Fatal(problems)
	}
	for _, p := range problems {
		if !p.Warning || strings.HasPrefix(p.File, "plot/") {
			t.Error(p)
		}
	}
}
