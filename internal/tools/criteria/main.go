// Command criteria keeps docs/criteria.md, the table of what the specification
// asks to be measured.
//
//	go run ./internal/tools/criteria              run the tests that show the criteria, write the page
//	go run ./internal/tools/criteria PACKAGE...   run those of these packages, leave the other rows as they are
//	go run ./internal/tools/criteria -check       only look whether every test is there and the page names it
//
// The tests run at their whole counts, as in `make soak`.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/tools/mutation"
)

// page is where the table is written.
const page = "docs/criteria.md"

func main() {
	check := flag.Bool("check", false, "run nothing, change nothing: say what is missing")
	flag.Parse()
	if err := run(*check, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "criteria:", err)
		os.Exit(1)
	}
}

func run(check bool, packages []string) error {
	faults, err := mutation.Read(".")
	if err != nil {
		return err
	}
	if missing := append(unshown(".", criteria.Table), unplanted(criteria.Table, faults)...); len(missing) > 0 {
		return fmt.Errorf("%s", strings.Join(missing, "\n"))
	}
	if check {
		written, err := os.ReadFile(page)
		if err != nil {
			return fmt.Errorf("%w; run `make criteria`", err)
		}
		if stale := stale(string(written), criteria.Table, faults); stale != "" {
			return fmt.Errorf("%s says nothing of %s; run `make criteria`", page, stale)
		}
		return nil
	}
	written, err := os.ReadFile(page)
	if err != nil && len(packages) > 0 {
		return err
	}
	values, err := measure(criteria.Table, packages)
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(render(criteria.Table, values, faults, kept(string(written), criteria.Table, packages))), 0o644)
}
