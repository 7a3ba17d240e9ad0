package campaign

import (
	"fmt"
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

// So is the file of occasions.
func TestTheDocumentedOccasions(t *testing.T) {
	page, err := os.ReadFile("../docs/campaigns.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```json\n{\"occasions\": [")
	text, _, ended := strings.Cut(rest, "```")
	if !found || !ended {
		t.Fatal("the page shows no file of occasions")
	}
	c, problems := Load(fstest.MapFS{
		"manifest.json":                      {Data: []byte(`{"title": "T", "version": "1.0.0", "opening": {"place": "inn"}}`)},
		"plot/occasions.json":                {Data: []byte(`{"occasions": [` + text)},
		"plot/beats.json":                    {Data: []byte(`{"beats": [{"id": "storm", "title": "Storm"}]}`)},
		"world/places.json":                  {Data: []byte(`{"places": [{"id": "inn", "name": "the Half Moon"}]}`)},
		"world/items.json":                   {Data: []byte(`{"items": [{"id": "ham", "name": "a ham"}, {"id": "whistle", "name": "a whistle"}]}`)},
		"characters/npcs/peder/profile.json": {Data: []byte(`{"name": "Peder Holm", "role": "pilot", "personality": {"traits": ["wary"], "flaws": ["wary"], "virtues": ["wary"]}, "place": "inn"}`)},
	}, Options{})
	if c == nil || len(c.Occasions) != 1 || len(problems) > 0 {
		t.Fatal(problems)
	}
	o := c.Occasions[0]
	if o.At != 19*60 || o.Until != 20*60+30 || len(o.Props) != 2 || len(o.Start.Effects) != 2 || len(o.End.Prose) != 2 || len(o.Missed.Effects) != 1 {
		t.Errorf("%+v", o)
	}
}

// Of occasions as many are read as there may be, and times are those of the story.
func TestOccasionsAreBounded(t *testing.T) {
	var all []string
	for i := range MaxOccasions + 1 {
		all = append(all, fmt.Sprintf(`{"id": "o%d", "name": "O", "trigger": "time", "place": "inn", "at": "day %d, 06:10"}`, i, i+1))
	}
	c, problems := Load(fstest.MapFS{
		"manifest.json":       {Data: []byte(`{"title": "T", "version": "1.0.0", "opening": {"place": "inn"}}`)},
		"plot/occasions.json": {Data: []byte(`{"occasions": [` + strings.Join(all, ",") + `]}`)},
		"world/places.json":   {Data: []byte(`{"places": [{"id": "inn", "name": "the Half Moon"}]}`)},
	}, Options{})
	if c == nil || len(c.Occasions) != MaxOccasions || len(problems) != 1 || !strings.Contains(problems[0].Message, "there are 201 occasions") {
		t.Fatal(problems)
	}
	if at := c.Occasions[MaxOccasions-1].At; at != (MaxOccasions-1)*24*60+6*60+10 {
		t.Errorf("the last begins at %d", at)
	}
}
