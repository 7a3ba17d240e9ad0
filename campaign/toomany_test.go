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
