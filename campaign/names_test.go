package campaign_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/campaign"
)

// A file whose name nothing can call it by is said to be there, and the campaign plays
// without it.
func TestNamesThatNothingCanBeCalledBy(t *testing.T) {
	for name, fine := range map[string]bool{
		"lore/the bell.md": true, "lore/Glocke.md": true, "lore/колокол.md": true, "lore/\u0645\u06cc\u200c\u0631\u0648\u0645.md": true,
		"lore/a\nb.md": false, "lore/e\x1b[31m.md": false, "lore/o\xffil.md": false, "lore/a\u009b.md": false,
		"lore/" + strings.Repeat("long", 100) + ".md": false, "lo\nre/bell.md": false,
	} {
		files := fstest.MapFS{
			"manifest.json":    {Data: []byte(`{"title": "Orla", "version": "1.0.0", "description": "A bell."}`)},
			"plot/premise.md":  {Data: []byte("You weigh a bell.")},
			"world/setting.md": {Data: []byte("A village.")},
			name:               {Data: []byte("The bell was cast in nine hours.")},
		}
		c, problems := campaign.Load(files, campaign.Options{})
		if c == nil {
			t.Fatalf("%q: nothing is left to play: %v", name, problems)
		}
		said := problems.Err() != nil && strings.Contains(problems.Error(), "a name that nothing can call it by")
		if said == fine || (len(c.Lore) == 1) != fine && !strings.HasPrefix(name, "lo\n") {
			t.Errorf("%q: said %t, %d pieces of lore: %v", name, said, len(c.Lore), problems)
		}
		for _, r := range problems.Error() {
			if r != '\n' && r < ' ' || r == '\u009b' {
				t.Errorf("%q: %q acts on a terminal", name, problems.Error())
			}
		}
	}
}

// What is wrong with an expression is said without repeating a megabyte of it.
func TestLongExpressionsAreNotRepeated(t *testing.T) {
	files := fstest.MapFS{
		"manifest.json":    {Data: []byte(`{"title": "Orla", "version": "1.0.0", "description": "A bell."}`)},
		"plot/premise.md":  {Data: []byte("You weigh a bell.")},
		"world/setting.md": {Data: []byte("A village.")},
		"plot/beats.json":  {Data: []byte(`{"beats": [{"id": "a", "title": "A", "description": "d", "conditions": {"custom": "` + strings.Repeat("x", 1<<20) + `("}}]}`)},
	}
	_, problems := campaign.Load(files, campaign.Options{})
	if text := problems.Error(); problems.Err() == nil || len(text) > 2000 || !strings.Contains(text, "the expression") {
		t.Errorf("%d bytes are said: %.200s", len(text), text)
	}
}

// What a story could not keep is said when the campaign is looked at, with file and field, and
// left out; it is not what ends the first turn.
func TestWhatAStoryCouldNotKeep(t *testing.T) {
	quote := func(text string) string {
		return `"` + strings.NewReplacer("\x1b", `\u001b`, "\n", `\n`).Replace(text) + `"`
	}
	for _, name := range []string{"fog\nbank", "\x1b[2Jfog", strings.Repeat("fog", 100)} {
		for what, file := range map[string]struct{ name, text, says string }{
			"the opening's weather": {"manifest.json", `{"title": "T", "version": "1.0.0", "opening": {"weather": ` + quote(name) + `}}`, "/opening/weather"},
			"the place it opens at": {"characters/player/template.json", `{"starting_location": ` + quote(name) + `}`, "/starting_location"},
			"a place's weather":     {"world/places.json", `{"places": [{"id": "quay", "name": "Quay", "by_weather": {` + quote(name) + `: ["Wet."]}}]}`, "/places/0/by_weather/"},
			"an effect's weather":   {"plot/beats.json", `{"beats": [{"id": "a", "title": "A", "effects": [{"world": {"weather": ` + quote(name) + `}}]}]}`, "/effects/0/world"},
		} {
			files := fstest.MapFS{"manifest.json": {Data: []byte(`{"title": "T", "version": "1.0.0"}`)}}
			files[file.name] = &fstest.MapFile{Data: []byte(file.text)}
			c, problems := campaign.Load(files, campaign.Options{})
			if said := problems.Error(); c == nil || problems.Err() == nil || !strings.Contains(said, file.name+":1:") || !strings.Contains(said, file.says) {
				t.Errorf("%s %.20q: %v", what, name, problems)
			}
		}
	}
}
