package campaign

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// A campaign with more than is read is played with what is read of it, its manifest first,
// wherever that stands in the list.
func TestMoreFilesThanAreRead(t *testing.T) {
	for name, test := range map[string]struct{ file, says string }{
		"files":       {"lore/%05d.md", "the campaign has more files than are read"},
		"directories": {"lore/%05d/a.txt", "the campaign has more"},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{"manifest.json": {Data: []byte(`{"title":"T","version":"1.0.0"}`)}}
			for i := range MaxFiles + 10 {
				files[fmt.Sprintf(test.file, i)] = &fstest.MapFile{Data: []byte("Rain.")}
			}
			c, problems := Load(files, Options{})
			if c == nil || c.Manifest.Title != "T" {
				t.Fatal(problems)
			}
			if all := fmt.Sprint(problems); !strings.Contains(all, test.says) || strings.Contains(all, "is not there") {
				t.Errorf("said is %.500s", all)
			}
		})
	}
}

// More people than there may be, and more threads, are left out, and the first that is is named.
func TestMorePeopleAndThreadsThanThereMayBe(t *testing.T) {
	person := []byte(`{"name": "Ada Vane", "role": "keeper", "personality": {"traits": ["patient"], "flaws": ["proud"], "virtues": ["kind"]}}`)
	beats := func(n int) []byte {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`{"id": "b%d", "title": "B", "prose": ["x"], "effects": [{"thread": {"id": "t%d", "title": "Who?"}}, {"thread": {"id": "t%d", "state": "resolved"}}]}`, i, i, i))
		}
		return []byte(`{"beats": [` + strings.Join(all, ",") + `]}`)
	}
	for more, said := range map[int][]string{0: nil, 7: {
		fmt.Sprintf("characters/npcs/n%04d/profile.json: is left out with all after it: a campaign has at most 1000 people", maxPeople),
		fmt.Sprintf(`"t%d" is left out with all other threads after it: a campaign has at most 1000`, maxThreads),
	}} {
		files := fstest.MapFS{"manifest.json": {Data: []byte(`{"title":"T","version":"1.0.0"}`)}, "plot/beats.json": {Data: beats(maxThreads + more)}}
		for i := range maxPeople + more {
			files[fmt.Sprintf("characters/npcs/n%04d/profile.json", i)] = &fstest.MapFile{Data: person}
		}
		c, problems := Load(files, Options{})
		all := fmt.Sprint(problems)
		for _, said := range said {
			if strings.Count(all, said) != 1 {
				t.Errorf("%q is not said once in %.800s", said, all)
			}
		}
		effects := 0
		for i := range c.Beats {
			effects += len(c.Beats[i].Effects)
		}
		if len(c.People) != maxPeople || effects != 2*maxThreads || len(said) == 0 && strings.Contains(all, "at most") {
			t.Errorf("%d people, %d effects: %.500s", len(c.People), effects, all)
		}
	}
}

// What is told again and again has a size: the first paragraph beyond it is named.
func TestMoreProseThanIsTold(t *testing.T) {
	third := strings.Repeat("x", maxProse/3)
	for prose, kept := range map[string]int{
		`"` + third + `\n\n` + third + `\n\n` + third + `"`:                                     3,
		`["` + third + `", "` + third + `", "` + third + `", "yy", "z"]`:                        4, // all but one byte
		`["y", [{"text": "a", "when": {"place": "quay"}}, "` + third + third + third + `aaa"]]`: 1,
	} {
		files := fstest.MapFS{
			"manifest.json":   {Data: []byte(`{"title":"T","version":"1.0.0"}`)},
			"plot/beats.json": {Data: []byte(`{"beats": [{"id": "a", "title": "A", "prose": ` + prose + `}]}`)},
		}
		c, problems := Load(files, Options{})
		said := strings.Count(fmt.Sprint(problems), "what is told at once has at most 131072 bytes")
		if got := len(c.Beats[0].Prose); got != kept || said != 1 && kept != 3 || said != 0 && kept == 3 {
			t.Errorf("%d paragraphs are told of %.20s, want %d; said %d times", got, prose, kept, said)
		}
	}
}
