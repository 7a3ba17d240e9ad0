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
