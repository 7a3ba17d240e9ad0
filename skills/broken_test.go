package skills

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/golden"
)

// Every file of testdata/broken is a skills directory with something wrong in
// it, and under "want" exactly what discovery says of it. Each directory also holds
// a sound skill, which must load whatever happens.
func TestBrokenSkills(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the cases use links, FIFOs and executable bits")
	}
	golden.Cases(t, "testdata/broken/*.txtar", 50, func(t *testing.T, c *golden.Case) {
		root := t.TempDir()
		c.LayOut(t, root, nil, "want")
		writeFile(t, filepath.Join(root, "sound", "skill.json"), `{"name":"sound","version":"1.0.0","description":"Loads whatever its neighbours do."}`)
		c.Want(t, "want", say(within5s(t, func() *Registry {
			return Discover(DiscoverOptions{Sources: []Source{{root, FromFlag}}, Bundled: bundleFS(), LookPath: onlyShell, Features: []string{"random"}})
		}), root))
	})
}

// within5s fails a discovery that hangs.
func within5s(t *testing.T, discover func() *Registry) *Registry {
	t.Helper()
	done := make(chan *Registry, 1)
	go func() { done <- discover() }()
	select {
	case r := <-done:
		return r
	case <-time.After(5 * time.Second):
		t.Fatal("discovery hangs")
		return nil
	}
}

// writeFile is [golden.WriteFile] for text.
func writeFile(t testing.TB, path, content string) {
	t.Helper()
	golden.WriteFile(t, path, []byte(content))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// onlyShell is a PATH with sh and python3 on it.
func onlyShell(program string) (string, error) {
	if program == "sh" || program == "python3" {
		return "/bin/" + program, nil
	}
	return "", exec.ErrNotFound
}

// say prints a registry for people, without the place it lies in.
func say(r *Registry, root string) string {
	var b strings.Builder
	for _, p := range r.Problems() {
		fmt.Fprintln(&b, p)
	}
	for _, l := range r.Listings() {
		fmt.Fprintf(&b, "%s: %s", l.Name, l.Status)
		if l.Reason != "" {
			fmt.Fprintf(&b, ": %s", l.Reason)
		}
		b.WriteByte('\n')
		for _, p := range l.Problems {
			if p.String() != l.Reason {
				fmt.Fprintf(&b, "  %s\n", p)
			}
		}
	}
	return strings.NewReplacer(root+string(filepath.Separator), "", root, "SKILLS").Replace(b.String())
}
