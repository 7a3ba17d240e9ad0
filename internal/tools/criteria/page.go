package main

import (
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/internal/criteria"
)

const heading = `# Success criteria

What the specification asks to be measured (its chapter 11), the test that shows it
and what that test measured when this page was written. ` + "`make criteria`" + ` runs the tests
and writes the page anew; ` + "`make check`" + ` refuses a criterion of a part that is built
without a test. Counts are those of ` + "`make test`" + `, a twentieth of the whole ones, and
times those of a small machine.

| id | criterion | target | shown by | measured |
| --- | --- | --- | --- | --- |
`

// render writes the page.
func render(table []criteria.Row, values map[string][]string) string {
	var out strings.Builder
	out.WriteString(heading)
	for _, row := range table {
		measured := strings.Join(values[row.ID], "; ")
		if row.NotYet != "" {
			measured = "not yet: " + row.NotYet
		} else if measured == "" {
			measured = "nothing: its tests were skipped here"
		}
		if row.Note != "" {
			measured += ". " + row.Note
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", row.ID, cell(row.Metric), cell(row.Target), names(row), cell(measured))
	}
	return out.String()
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func names(row criteria.Row) string {
	var all []string
	for _, test := range row.Tests {
		all = append(all, "`"+test.Package+"` "+test.Name)
	}
	return strings.Join(all, ", ")
}

// stale gives the first criterion that a page does not show as the table has it.
func stale(written string, table []criteria.Row) string {
	for _, row := range table {
		line := fmt.Sprintf("| %s | %s | %s | %s |", row.ID, cell(row.Metric), cell(row.Target), names(row))
		if !strings.Contains(written, line) {
			return row.ID
		}
	}
	return ""
}
