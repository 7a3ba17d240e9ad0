package objectbox_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence/test"
)

// The index is not copied where the data are written anew, as after a crash.
func TestIndex(t *testing.T) {
	dir := t.TempDir()
	test.Index(t, open(t, dir), lexical.New(), func() {
		if err := os.Remove(filepath.Join(dir, saveName+".objectbox", "whole")); err != nil {
			t.Fatal(err)
		}
	})
}
