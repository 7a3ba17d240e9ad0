package narratoria

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/plainfile"
)

// What skills keep for a story is of its store: a story of its name in another one neither reads it nor takes it along
// when it is deleted, and a copy of the story has a copy of it.
func TestStoresHaveTheirOwnNotes(t *testing.T) {
	data := t.TempDir()
	second, third := "sqlite:"+filepath.Join(data, "second"), "sqlite:"+filepath.Join(data, "third")
	at := atStores(t, data)
	note := func(p *Program) string {
		return filepath.Join(plainfile.Below(p.skillData("grey")).Path(), "mine", "deep", "note")
	}
	has := func(store, want string) {
		t.Helper()
		at(store, func(p *Program) {
			t.Helper()
			if got, err := os.ReadFile(note(p)); string(got) != want || want == "" && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%q has the note %q, %v, and should have %q", store, got, err, want)
			}
		})
	}
	for _, store := range []string{"", second} {
		at(store, func(p *Program) {
			beginGrey(t, p)
			must(t, os.MkdirAll(filepath.Dir(note(p)), 0o700))
			must(t, os.WriteFile(note(p), []byte("of "+store), 0o600))
			must(t, os.Symlink(t.TempDir(), filepath.Join(filepath.Dir(note(p)), "elsewhere")))
		})
	}
	copied := func() {
		at(second, func(p *Program) {
			must(t, p.CopyStories(t.Context(), third, nil, func(c Copied) { must(t, c.Err) }))
		})
	}
	at(third, func(p *Program) { // of a copying that was killed
		must(t, os.MkdirAll(filepath.Dir(note(p)), 0o700))
		must(t, os.WriteFile(note(p), []byte("half"), 0o600))
	})
	copied()
	has(third, "of "+second)
	at(third, func(p *Program) { must(t, os.WriteFile(note(p), []byte("gone on"), 0o600)) })
	copied()
	has(third, "gone on")
	at(third, func(p *Program) {
		if _, err := os.Lstat(filepath.Join(filepath.Dir(note(p)), "elsewhere")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a link was copied: %v", err)
		}
	})
	at(second, func(p *Program) { must(t, p.DeleteStory(t.Context(), "grey")) })
	has(second, "")
	has("", "of ")
	has(third, "gone on")
}
