// Command mutants puts small mistakes into the code, one at a time, and looks whether
// the tests notice. docs/mutations.md is the list of them, chosen by somebody who did not
// write the tests: each with the promise that it breaks, what is changed, and the packages
// whose ordinary tests must fail, recordings of what was once written left out. One that they
// all pass lives, and a test is missing.
//
//	go run ./internal/tools/mutants            all of them, about half an hour
//	go run ./internal/tools/mutants 7 12       these alone
//
// A mistake is laid over the tree by the go command itself (-overlay), so that no file is
// touched. Before, the tests run without any: what fails then judges nothing. `make soak`
// runs it whole; that every change still finds its lines in the code is a test of this
// package, so that the list does not rot.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// page is where the list is kept.
const page = "docs/mutations.md"

func main() {
	limit := flag.Duration("timeout", 10*time.Minute, "how long the tests of one mutant may run")
	flag.Parse()
	if err := run(".", flag.Args(), *limit, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(root string, numbers []string, limit time.Duration, stdout, stderr io.Writer) error {
	written, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
	if err != nil {
		return err
	}
	all, err := readList(string(written))
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	if all, err = chosen(all, numbers); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	r := &runner{root: root, scratch: scratch, limit: limit, stderr: stderr}
	for _, tests := range packages(all) {
		if err := r.sound(tests); err != nil {
			return err
		}
	}
	return r.judgeAll(all, stdout)
}

// chosen are the mutants of some numbers, and all of them where none are given.
func chosen(all []mutant, numbers []string) ([]mutant, error) {
	if len(numbers) == 0 {
		return all, nil
	}
	var some []mutant
	for _, text := range numbers {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(all) {
			return nil, fmt.Errorf("there is no mutant %q; they are numbered to %d", text, len(all))
		}
		some = append(some, all[n-1])
	}
	return some, nil
}

// packages are those whose tests judge some mutants, each once.
func packages(all []mutant) []string {
	var names []string
	for _, m := range all {
		names = append(names, m.tests...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// judgeAll prints what became of each mutant, and is an error where one lives or cannot be
// judged.
func (r *runner) judgeAll(all []mutant, stdout io.Writer) error {
	var faults []error
	lived := 0
	for _, m := range all {
		v, err := r.judge(m)
		fate := "killed by " + v.killer
		switch {
		case err != nil:
			fate = "not judged"
			faults = append(faults, fmt.Errorf("mutant %d: %w", m.number, err))
		case v.killer == "":
			fate = "LIVES"
			lived++
		}
		fmt.Fprintf(stdout, "%3d  %5.1fs  %s\n              %s: %s\n", m.number, v.took.Seconds(), fate, m.file, m.breaks)
	}
	fmt.Fprintf(stdout, "%d mutants: %d killed, %d live, %d not judged\n", len(all), len(all)-lived-len(faults), lived, len(faults))
	if lived > 0 {
		faults = append(faults, fmt.Errorf("%d of %d mutants live: the tests do not hold what they break", lived, len(all)))
	}
	return errors.Join(faults...)
}
