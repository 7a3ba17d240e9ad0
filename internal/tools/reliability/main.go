// Command reliability holds docs/reliability.md against the source.
//
//	go run ./internal/tools/reliability
//
// A row of its tables is an id, a promise, the tests that show it, their whole count and
// the negative control. A test is named by its package and function, and must be there;
// a row without tests says what it waits for. Each of the 91 items has a row, and each
// mutation that one names is on the list. The table of docs/hops.md is held so, too.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/narratoria/narratoria/internal/tools/mutation"
)

const (
	page = "docs/reliability.md"
	hops = "docs/hops.md"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "reliability:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	text, err := os.ReadFile(root + "/" + page)
	if err != nil {
		return err
	}
	rows := read(string(text))
	if len(rows) == 0 {
		return fmt.Errorf("%s has no rows", page)
	}
	mutations, err := mutation.Read(root)
	if err != nil {
		return err
	}
	if faults := append(check(root, rows, mutations), missing(rows)...); len(faults) > 0 {
		return fmt.Errorf("%s:\n%s", page, strings.Join(faults, "\n"))
	}
	if text, err = os.ReadFile(root + "/" + hops); err != nil {
		return err
	}
	if faults := check(root, read(string(text)), mutations); len(faults) > 0 {
		return fmt.Errorf("%s:\n%s", hops, strings.Join(faults, "\n"))
	}
	return nil
}
