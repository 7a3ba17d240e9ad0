package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
)

// TestUnshown holds the check against each thing that can be missing.
func TestUnshown(t *testing.T) {
	root := t.TempDir()
	source := `package x
import "testing"
func TestGood(t *testing.T) { criteria.Measured(t, "SC-001", "%d", 1) }
func TestOther(t *testing.T) { criteria.Measured(t, "SC-002", "%d", 1) }
`
	if err := os.MkdirAll(filepath.Join(root, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "x", "x_test.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		row  criteria.Row
		want string
	}{
		{criteria.Row{ID: "SC-001", Tests: []criteria.Test{{Package: "x", Name: "TestGood"}}}, ""},
		{criteria.Row{ID: "SC-001", NotYet: "no model"}, ""},
		{criteria.Row{ID: "SC-001"}, "neither a test nor a reason"},
		{criteria.Row{ID: "SC-001", Tests: []criteria.Test{{Package: "x", Name: "TestGone"}}}, "is not there"},
		{criteria.Row{ID: "SC-001", Tests: []criteria.Test{{Package: "y", Name: "TestGood"}}}, "without tests"},
		{criteria.Row{ID: "SC-001", Tests: []criteria.Test{{Package: "x", Name: "TestOther"}}}, "does not call criteria.Measured"},
	} {
		got := strings.Join(unshown(root, []criteria.Row{c.row}), "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.row, got, c.want)
		}
	}
}

// TestStale: a page that was not written anew is noticed.
func TestStale(t *testing.T) {
	table := []criteria.Row{{ID: "SC-001", Metric: "Speed", Target: "fast", Tests: []criteria.Test{{Package: "x", Name: "TestGood"}}}}
	written := render(table, map[string][]string{"SC-001": {"3 ms"}})
	if stale := stale(written, table); stale != "" {
		t.Errorf("a page just written misses %s", stale)
	}
	table[0].Tests[0].Name = "TestBetter"
	if stale(written, table) != "SC-001" {
		t.Error("a changed test is not noticed")
	}
}
