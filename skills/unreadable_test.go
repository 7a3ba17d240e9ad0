package skills

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// A file that the user may not read is said to be so, and other skills load.
func TestUnreadableFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits")
	}
	source := t.TempDir()
	dir := writeSkill(t, source, "torch", "")
	writeSkill(t, source, "lamp", "")
	must(t, os.Chmod(filepath.Join(dir, "skill.json"), 0))
	found := make(chan *Registry)
	go func() { // ends with its thread
		soak.Ordinary()
		found <- Discover(DiscoverOptions{Sources: []Source{{source, FromUser}}, Bundled: bundleFS(), LookPath: onlyShell})
	}()
	r := <-found
	if l := r.Skipped(); len(l) != 1 || !strings.Contains(l[0].Reason, "may not be read by this user") {
		t.Errorf("skipped: %+v", l)
	}
	if _, ok := r.Skill("lamp"); !ok {
		t.Error("an unreadable neighbour keeps a skill from loading")
	}
}
