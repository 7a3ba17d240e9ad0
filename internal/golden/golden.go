// Package golden is for tests whose cases are files: txtar archives under testdata, which
// hold what is given, and what is to come of it. It is imported by tests alone.
//
//	func TestPlans(t *testing.T) {
//		golden.Cases(t, "testdata/plans/*.txtar", 18, func(t *testing.T, c *golden.Case) {
//			c.Want(t, "plan", planned(t, c.Text("input")))
//		})
//	}
//
// Above the first file of an archive stands prose on what the case pins. A case whose
// files are to lie in a directory is written there by [Case.LayOut], which also makes what
// an archive cannot hold.
//
// With -update, what came is written into the cases instead of being compared.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what came into the test's cases, instead of comparing it")

// Updating reports whether -update was given.
func Updating() bool { return *update }

// A Case is one archive.
type Case struct {
	*txtar.Archive
	Name string // of the file, without .txtar
	path string
}

// Read reads the cases of a pattern, and fails the test where there are fewer than least.
func Read(t testing.TB, pattern string, least int) []*Case {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) < least {
		t.Fatalf("%s: %d cases (%v), want at least %d", pattern, len(files), err, least)
	}
	cases := make([]*Case, len(files))
	for i, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		path, err := filepath.Abs(file) // a test may change its directory
		if err != nil {
			t.Fatal(err)
		}
		cases[i] = &Case{archive, strings.TrimSuffix(filepath.Base(file), ".txtar"), path}
	}
	return cases
}

// Cases runs each case of a pattern as a test of its own.
func Cases(t *testing.T, pattern string, least int, run func(*testing.T, *Case)) {
	t.Helper()
	for _, c := range Read(t, pattern, least) {
		t.Run(c.Name, func(t *testing.T) { run(t, c) })
	}
}

// Explained fails a case without prose on what it pins.
func (c *Case) Explained(t testing.TB) {
	t.Helper()
	if len(bytes.TrimSpace(c.Comment)) == 0 {
		t.Error("the case does not say what it pins")
	}
}

// File is a file of the case, nil where it has none of that name.
func (c *Case) File(name string) []byte {
	if i := c.find(name); i >= 0 {
		return c.Files[i].Data
	}
	return nil
}

// Has reports whether the case has a file.
func (c *Case) Has(name string) bool { return c.find(name) >= 0 }

// Text is a file of the case without the white space around it, "" where it has none.
func (c *Case) Text(name string) string { return strings.TrimSpace(string(c.File(name))) }

func (c *Case) find(name string) int {
	for i := range c.Files {
		if c.Files[i].Name == name {
			return i
		}
	}
	return -1
}

// Want compares what came with a file of the case.
func (c *Case) Want(t testing.TB, name, got string) {
	t.Helper()
	i := c.find(name)
	if *update {
		if i < 0 {
			i, c.Files = len(c.Files), append(c.Files, txtar.File{Name: name})
		}
		c.Files[i].Data = []byte(got)
		c.write(t)
	} else if i < 0 {
		t.Errorf("the case has no %s", name)
	} else if diff := cmp.Diff(string(c.Files[i].Data), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// WantFiles compares the whole case with the files that came.
func (c *Case) WantFiles(t testing.TB, got []txtar.File) {
	t.Helper()
	played := &txtar.Archive{Comment: c.Comment, Files: got}
	if *update {
		c.Archive = played
		c.write(t)
	} else if diff := cmp.Diff(string(txtar.Format(c.Archive)), string(txtar.Format(played))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func (c *Case) write(t testing.TB) {
	t.Helper()
	must(t, os.WriteFile(c.path, txtar.Format(c.Archive), 0o644))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
