package campaign

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/campaign/condition"
)

// An ending without conditions that an effect names waits for it, and where that never
// comes the author hears of it.
func TestEndingsThatEffectsName(t *testing.T) {
	for conditions, warned := range map[string]bool{`{"requires_beat": "a"}`: false, `{"requires_beat": "b"}`: true} {
		files := fstest.MapFS{
			"manifest.json":         {Data: []byte(`{"title":"T","version":"1.0.0"}`)},
			"plot/endings/named.md": {Data: []byte("# Named\n\nIt burns.\n")},
			"plot/endings/free.md":  {Data: []byte("# Free\n\nIt is dark.\n")},
			"plot/beats.json": {Data: []byte(`{"beats": [{"id": "a", "title": "A", "prose": "A."},
				{"id": "b", "title": "B", "prose": "B.", "conditions": ` + conditions + `, "effects": [{"ending": "named"}]}]}`)},
		}
		c, problems := Load(files, Options{})
		if c == nil || problems.Err() != nil {
			t.Fatal(problems)
		}
		if scores := c.ScoreEndings(func() []condition.Taken { return nil }); len(scores) != 1 || scores[0].Ending.ID != "free" {
			t.Errorf("scored: %v", scores)
		}
		if got := strings.Contains(problems.Error(), "waits for an effect of a beat that never comes"); got != warned {
			t.Errorf("with %s: %v", conditions, problems)
		}
	}
}
