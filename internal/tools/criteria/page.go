package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/tools/mutation"
)

const heading = `# Success criteria

What the specification asks to be measured (its chapter 11), the test that shows it
and what that test measured when this page was written. ` + "`make criteria`" + ` runs the tests
and writes the page anew; ` + "`make check`" + ` refuses a criterion of a part that is built
without a test. Counts are the whole ones, of which ` + "`make test`" + ` does a twentieth, and times
those of a small machine. Where the target is missed, or cannot be measured by what there is, the
row says ` + "`not yet`" + `, what it waits for, and what its tests measure meanwhile. The last column
has the planted faults of [mutations.md](mutations.md) by which its tests were seen to fail.

| id | criterion | target | shown by | measured | its tests fail when |
| --- | --- | --- | --- | --- | --- |
`

// kept are the cells of what was measured of rows that these packages alone do not measure,
// by criterion; none where all are.
func kept(written string, table []criteria.Row, packages []string) map[string]string {
	cells := map[string]string{}
	for _, row := range table {
		if len(packages) == 0 || !slices.ContainsFunc(row.Tests, func(test criteria.Test) bool { return !slices.Contains(packages, test.Package) }) {
			continue
		}
		for line := range strings.Lines(written) {
			if columns := strings.Split(line, " | "); len(columns) == 6 && columns[0] == "| "+row.ID {
				cells[row.ID] = columns[4]
			}
		}
	}
	return cells
}

// render writes the page.
func render(table []criteria.Row, values map[string][]string, faults []mutation.Mutation, kept map[string]string) string {
	var out strings.Builder
	out.WriteString(heading)
	for _, row := range table {
		measured := strings.Join(values[row.ID], "; ")
		if measured == "" && len(row.Tests) > 0 {
			measured = "nothing: its tests were skipped here"
		}
		if row.NotYet != "" && measured != "" {
			measured = "not yet: " + row.NotYet + ". Meanwhile " + measured
		} else if row.NotYet != "" {
			measured = "not yet: " + row.NotYet
		}
		if row.Note != "" {
			measured += ". " + row.Note
		}
		measured = cell(measured)
		if before, is := kept[row.ID]; is {
			measured = before
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s |\n", row.ID, cell(row.Metric), cell(row.Target), names(row), measured, cell(planted(row, faults)))
	}
	return out.String()
}

// planted says by which faults the tests of a criterion fail.
func planted(row criteria.Row, faults []mutation.Mutation) string {
	var all []string
	for _, m := range faults {
		if slices.Contains(m.Criteria, row.ID) {
			all = append(all, fmt.Sprintf("%d: %s", m.Number, strings.TrimSuffix(m.Breaks, ".")))
		}
	}
	return strings.Join(all, "; ")
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func names(row criteria.Row) string {
	var all []string
	for _, test := range row.Tests {
		all = append(all, "`"+test.Package+"` "+test.Name)
	}
	return strings.Join(all, ", ")
}

// stale gives the first criterion that a page does not show as the table and the list of
// faults have it. What was measured may be of any day.
func stale(written string, table []criteria.Row, faults []mutation.Mutation) string {
	lines := strings.Split(written, "\n")
	for _, row := range table {
		begins := fmt.Sprintf("| %s | %s | %s | %s | ", row.ID, cell(row.Metric), cell(row.Target), names(row))
		ends := fmt.Sprintf(" | %s |", cell(planted(row, faults)))
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, begins) && strings.HasSuffix(line, ends) }) {
			return row.ID
		}
	}
	return ""
}
