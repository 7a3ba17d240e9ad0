package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/tools/mutation"
)

// A row is one promise.
type row struct {
	id, promise, shown, count, control string
	cells                              int
}

// rowID is how an item of the list of hazards is called: its group and number. K are hops.
var rowID = regexp.MustCompile(`^[A-K][0-9]{1,2}$`)

// read gives the rows of all tables, in order.
func read(text string) (rows []row) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if cells[0] == "id" || strings.HasPrefix(cells[0], "---") {
			continue
		}
		r := row{cells: len(cells), id: cells[0]}
		for i, at := range []*string{&r.id, &r.promise, &r.shown, &r.count, &r.control} {
			if i < len(cells) {
				*at = cells[i]
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// groups are the items of the list of hazards: each group, and how many it has.
var groups = []struct {
	letter string
	items  int
}{{"A", 14}, {"B", 8}, {"C", 11}, {"D", 9}, {"E", 7}, {"F", 12}, {"G", 10}, {"H", 7}, {"I", 6}, {"J", 7}}

// missing says which items have no row, and which rows are of none.
func missing(rows []row) (faults []string) {
	left := map[string]bool{}
	for _, r := range rows {
		left[r.id] = true
	}
	for _, g := range groups {
		for n := 1; n <= g.items; n++ {
			id := fmt.Sprint(g.letter, n)
			if !left[id] {
				faults = append(faults, id+": it has no row")
			}
			delete(left, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		faults = append(faults, id+": there is no such item")
	}
	return faults
}

// named is a test as a row names it: its package, then its function.
var named = regexp.MustCompile("`([a-z0-9/_-]+)` ((?:Test|Fuzz|Benchmark|Example)[A-Za-z0-9_]*)")

// cited are mutations as a row names them: "mutation 7", "mutations 3 to 5, 9 and 12".
var cited = regexp.MustCompile(`[Mm]utations? ([0-9]+(?:(?:, | and | to )[0-9]+)*)`)

// number is one that stands by itself, or the first and the last of some.
var number = regexp.MustCompile(`([0-9]+)(?: to ([0-9]+))?`)

// unlisted says which mutations a text names that are not on the list.
func unlisted(text string, mutations []mutation.Mutation) (faults []string) {
	for _, names := range cited.FindAllStringSubmatch(text, -1) {
		for _, n := range number.FindAllStringSubmatch(names[1], -1) {
			first, _ := strconv.Atoi(n[1])
			last, _ := strconv.Atoi(cmp.Or(n[2], n[1]))
			_, begins := mutation.Find(mutations, first)
			if _, ends := mutation.Find(mutations, last); !begins || !ends || last < first {
				faults = append(faults, fmt.Sprintf("there is no mutation %s", n[0]))
			}
		}
	}
	return faults
}

// check says what is wrong with rows, beside a list of mutations.
func check(root string, rows []row, mutations []mutation.Mutation) (faults []string) {
	seen := map[string]bool{}
	for _, r := range rows {
		report := func(format string, args ...any) { faults = append(faults, r.id+": "+fmt.Sprintf(format, args...)) }
		reason, waits := strings.CutPrefix(r.shown, "not yet:")
		switch {
		case r.cells != 5:
			report("the row has %d cells, not 5", r.cells)
			continue
		case !rowID.MatchString(r.id):
			report("this is no id")
		case seen[r.id]:
			report("the id stands twice")
		case r.promise == "":
			report("it promises nothing")
		case waits && strings.TrimSpace(reason) == "":
			report("not yet, and it does not say what it waits for")
		case !waits && !named.MatchString(r.shown):
			report("it names no test, and does not say what it waits for")
		case !waits && (r.count == "" || r.control == ""):
			report("its whole count or its negative control is missing")
		}
		seen[r.id] = true
		for _, why := range unlisted(strings.Join([]string{r.promise, r.shown, r.count, r.control}, " | "), mutations) {
			report("%s", why)
		}
		for _, test := range named.FindAllStringSubmatch(r.shown+" "+r.control, -1) {
			if why := look(root, test[1], test[2]); why != "" {
				report("`%s` %s %s", test[1], test[2], why)
			}
		}
	}
	return faults
}

// look finds a test in the source, and says what is wrong where it is not there. The
// package at the root is called by its name.
func look(root, pkg, name string) string {
	if pkg == "narratoria" {
		pkg = "."
	}
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pkg), "*_test.go"))
	if err != nil || len(files) == 0 {
		return "is in a package without tests"
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Sprintf("cannot be looked for: %v", err)
		}
		for _, declaration := range parsed.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Name.Name == name && f.Recv == nil {
				return ""
			}
		}
	}
	return "is not there"
}
