package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/tools/mutation"
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
	faults := []mutation.Mutation{{Number: 7, Breaks: "It is slow.", Criteria: []string{"SC-001"}}}
	written := render(table, map[string][]string{"SC-001": {"3 ms"}}, faults, nil)
	if stale := stale(written, table, faults); stale != "" {
		t.Errorf("a page just written misses %s", stale)
	}
	if stale(written, table, nil) != "SC-001" {
		t.Error("a fault that is gone is not noticed")
	}
	table[0].Tests[0].Name = "TestBetter"
	if stale(written, table, faults) != "SC-001" {
		t.Error("a changed test is not noticed")
	}
}

// TestUnplanted: a number that nothing was seen to change is refused.
func TestUnplanted(t *testing.T) {
	table := []criteria.Row{{ID: "SC-001", Tests: []criteria.Test{{Package: "x", Name: "TestGood"}}}, {ID: "SC-002", NotYet: "no model"}}
	if missing := unplanted(table, nil); len(missing) != 1 || !strings.HasPrefix(missing[0], "SC-001") {
		t.Errorf("%q", missing)
	}
	if missing := unplanted(table, []mutation.Mutation{{Criteria: []string{"SC-001"}}}); len(missing) > 0 {
		t.Errorf("%q", missing)
	}
}

// TestKept: what other packages measured stays on the page as it was, and what a row waits for
// stands before what its tests measure meanwhile.
func TestKept(t *testing.T) {
	table := []criteria.Row{
		{ID: "SC-001", Tests: []criteria.Test{{Package: "x", Name: "TestGood"}}},
		{ID: "SC-002", Tests: []criteria.Test{{Package: "y", Name: "TestGood"}}, NotYet: "no model"},
	}
	written := render(table, map[string][]string{"SC-001": {"a|b"}, "SC-002": {"10 %"}}, nil, nil)
	if !strings.Contains(written, `| a\|b |`) || !strings.Contains(written, "| not yet: no model. Meanwhile 10 % |") {
		t.Error(written)
	}
	if again := render(table, map[string][]string{"SC-002": {"10 %"}}, nil, kept(written, table, []string{"y"})); again != written {
		t.Errorf("%s\nwas\n%s", again, written)
	}
}
