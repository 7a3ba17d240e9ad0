package skills

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what discovery says into testdata")

// Every file of testdata/broken is a skills directory with something wrong in
// it, and under "want" exactly what discovery says of it. Above the files stand
// lines that make what an archive cannot hold:
//
//	mode 644 torch/scripts/a.sh
//	link torch/prompt.md ../outside.md
//	fifo torch/skill.json
//	dir torch/prompt.md
//	fill torch/prompt.md 300000
//
// Each directory also holds a sound skill, which must load whatever happens.
func TestBrokenSkills(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the cases use links, FIFOs and executable bits")
	}
	files, err := filepath.Glob("testdata/broken/*.txtar")
	if err != nil || len(files) < 50 {
		t.Fatalf("found %d cases, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(t, archive)
			for i, f := range archive.Files {
				if f.Name != "want" {
					continue
				}
				if *update {
					archive.Files[i].Data = []byte(got)
					if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				if diff := cmp.Diff(string(f.Data), got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				return
			}
			t.Error("the case has no want")
		})
	}
}

// describe lays a case out and prints what discovery says of it.
func describe(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range archive.Files {
		if f.Name != "want" {
			writeFile(t, filepath.Join(root, f.Name), string(f.Data))
		}
	}
	for line := range strings.Lines(string(archive.Comment)) {
		layOut(t, root, strings.Fields(line))
	}
	writeFile(t, filepath.Join(root, "sound", "skill.json"), `{"name":"sound","version":"1.0.0","description":"Loads whatever its neighbours do."}`)
	return say(within5s(t, func() *Registry {
		return Discover(DiscoverOptions{Sources: []Source{{root, FromFlag}}, Bundled: bundleFS(), LookPath: onlyShell, Features: []string{"random"}})
	}), root)
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

func layOut(t *testing.T, root string, words []string) {
	t.Helper()
	if len(words) == 0 || words[0] == "#" {
		return
	}
	path := filepath.Join(root, words[1])
	var err error
	switch words[0] {
	case "mode":
		path = filepath.Join(root, words[2])
		var mode fs.FileMode
		fmt.Sscanf(words[1], "%o", &mode)
		err = os.Chmod(path, mode)
	case "link":
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		err = os.Symlink(words[2], path)
	case "fifo":
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		err = exec.Command("mkfifo", path).Run()
	case "dir":
		err = os.MkdirAll(path, 0o755)
	case "fill":
		var size int
		fmt.Sscan(words[2], &size)
		writeFile(t, path, strings.Repeat(" ", size))
	default:
		t.Fatalf("unknown line %q", words)
	}
	must(t, err)
}

// writeFile writes a file; what lies below scripts/ is executable.
func writeFile(t testing.TB, path, content string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	mode := fs.FileMode(0o644)
	if strings.Contains(filepath.ToSlash(path), "/scripts/") {
		mode = 0o755
	}
	must(t, os.WriteFile(path, []byte(content), mode))
	must(t, os.Chmod(path, mode))
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
	return strings.ReplaceAll(b.String(), root+string(filepath.Separator), "")
}
