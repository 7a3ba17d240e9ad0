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

// Documents of which each is small enough are left out where they hold too much together, and
// the first that is is named; what stands in the others is there.
func TestMoreInAllDocumentsThanIsRead(t *testing.T) {
	lists := `"x-a": [0` + strings.Repeat(",0", 180_000) + `]`
	objects := `"x-a": [0` + strings.Repeat(`,{"k":"v"}`, 60_000) + `]`
	long := `"x-a": "` + strings.Repeat("long ", 800_000) + `"`
	head := "x-a: [" + strings.Repeat("k,", 30_000) + "k]\n"
	person := `{"name": "Ada Vane", "role": "keeper", "personality": {"traits": ["patient"]}, %s}`
	for name, test := range map[string]struct {
		file, text string
		there      func(*Campaign) int
		n, most    int
	}{
		"lists":        {"characters/npcs/n%03d/profile.json", fmt.Sprintf(person, lists), func(c *Campaign) int { return len(c.People) }, 25, 20},
		"objects":      {"characters/npcs/n%03d/profile.json", fmt.Sprintf(person, objects), func(c *Campaign) int { return len(c.People) }, 25, 10},
		"long texts":   {"characters/npcs/n%03d/profile.json", fmt.Sprintf(person, long), func(c *Campaign) int { return len(c.People) }, 25, 17},
		"beats":        {"plot/beats/b%03d.json", `{"beats": [{"id": "b%[1]d", "title": "B", "prose": ["x"]}], ` + lists + `}`, func(c *Campaign) int { return len(c.Beats) }, 25, 20},
		"front matter": {"lore/t%03d.md", "---\ntitle: The lamp\naudience: narrator\n" + head + "---\nRain.", func(c *Campaign) int { return len(c.Lore) }, 25, 12},
		"endings":      {"plot/endings/e%03d.md", "---\n" + head + "---\nRain.", func(c *Campaign) int { return len(c.Endings) }, 25, 12},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{"manifest.json": {Data: []byte(`{"title":"T","version":"1.0.0"}`)}}
			for i := range test.n {
				files[fmt.Sprintf(test.file, i)] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(test.text, "%[1]d", fmt.Sprint(i)))}
			}
			c, problems := Load(files, Options{})
			if n := test.there(c); n < test.most-3 || n > test.most {
				t.Errorf("%d of %d are there", n, test.n)
			}
			const said = "is left out, and so is each file after it that is too much: the documents of the campaign hold more than is read"
			if all := fmt.Sprint(problems); strings.Count(all, said) != 1 || problems.Err() == nil {
				t.Errorf("said is %.500s", all)
			}
		})
	}
}

// The heads of as many texts as are read, and as many beats as anybody has told, are read.
func TestAsMuchInAllDocumentsAsThereMayBe(t *testing.T) {
	head := valuesOfYAML("title: The old lamp\nmode: mythic\nkind: ballad\naudience: [faction:keepers, character:ines]\ntags: [sea, night, work]\nauthor: Ines Vane") * MaxFiles
	beat := valuesOfJSON([]byte(`{"id":"b12345","title":"B","prose":["You see [a,{\\\"b,: c\\\\"],"conditions":{"world_state":{"hour":{">=":30}}}}`)) * 100_000
	if want := (1 + 4*jsonObject + 1 + 3 + 7) * 100_000; beat != want { // what stands in texts is none
		t.Errorf("%d values are in the beats, not %d", want, beat)
	}
	if head > mostValues || beat > mostValues {
		t.Errorf("%d values of heads and %d of beats, of which %d are read", head, beat, mostValues)
	}
}
