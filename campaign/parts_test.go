package campaign

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/contracts"
)

// What is wrong is left out in the smallest part: a beat that names somebody there is not
// waits for the others alone.
func TestNobodyIsNotWaitedFor(t *testing.T) {
	c, problems := Load(fstest.MapFS{
		"manifest.json":                     {Data: []byte(`{"title": "T", "version": "1.0.0"}`)},
		"plot/beats.json":                   {Data: []byte(`{"beats": [{"id": "a", "title": "A", "people": ["nobody", "ines"], "prose": ["A."]}]}`)},
		"characters/npcs/ines/profile.json": {Data: []byte(`{"name": "Ines", "role": "keeper", "personality": {}}`)},
	}, Options{})
	if c == nil || len(c.Beats) != 1 || !slices.Equal(c.Beats[0].People, []string{"ines"}) {
		t.Fatalf("%v: %v", c, problems)
	}
	if len(problems) != 1 || problems[0].Pointer != "/beats/0/people/0" || problems[0].Warning {
		t.Error(problems)
	}
}

// A block that nobody closed is said, since all that follows is taken for a part of it.
func TestBlocksThatAreNotClosed(t *testing.T) {
	for file, text := range map[string]string{
		"world/rules.md":       "Prose.\n\n```rules\ndice: 3d6\n",
		"world/constraints.md": "Prose.\n\n```constraint\nid: no-ghosts\nnever: [ghost]\n",
	} {
		for closed, want := range map[bool]int{true: 0, false: 1} {
			if closed {
				text += "```\n"
			}
			_, problems := Load(fstest.MapFS{"manifest.json": {Data: []byte(`{"title": "T", "version": "1.0.0"}`)}, file: {Data: []byte(text)}}, Options{})
			problems = slices.DeleteFunc(problems, func(p contracts.Problem) bool { return !strings.Contains(p.Message, "is not closed") })
			if len(problems) != want || want == 1 && (problems[0].File != file || problems[0].Line != 3 || !problems[0].Warning) {
				t.Errorf("%s, closed %v: %v", file, closed, problems)
			}
			text = strings.TrimSuffix(text, "```\n")
		}
	}
}
