package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// A table is cut where it is too wide, the widest cells first, and no name that has to be typed.
func TestTablesFitATerminal(t *testing.T) {
	long := strings.Repeat("ü", 70)
	rows := func(name, story, place string) [][]string {
		return [][]string{{"SAVE", "STORY", "TURN", "PLACE", "WRITTEN"}, {name, story, "12 (ended)", place, "2026-11-28 13:25"}}
	}
	short := rows("friday", "Grey Harbour", "the Company hall")
	if diff := cmp.Diff(short, fitted(rows("friday", "Grey Harbour", "the Company hall"), columns, 1, 3)); diff != "" {
		t.Errorf("what fits is cut: %s", diff)
	}
	for _, table := range [][][]string{rows("friday", long, "the quay"), rows("friday", long, long), rows("friday", "T", long), rows(strings.Repeat("x", 18), long, long)} {
		name, width := table[1][0], 4*between
		for i, cell := range fitted(table, columns, 1, 3)[1] {
			width += max(utf8.RuneCountInString(cell), len(table[0][i]))
		}
		if width > columns || table[1][0] != name {
			t.Errorf("%d columns: %q", width, table[1])
		}
	}
	if table := fitted(rows(long, long, long), columns, 1, 3); table[1][0] != long || table[1][1] != strings.Repeat("ü", leastOf-3)+"..." {
		t.Errorf("with a long name: %q", table[1])
	}
}
