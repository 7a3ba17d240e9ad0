// Command mutants puts small mistakes into the code, one at a time, and looks whether
// the tests notice. docs/mutations.md and docs/mutations/ list them, chosen by somebody who did not
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
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/narratoria/narratoria/internal/tools/mutation"
)

func main() {
	limit := flag.Duration("timeout", 10*time.Minute, "how long the tests of one mutant may run")
	flag.Parse()
	if err := run(".", flag.Args(), *limit, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(root string, numbers []string, limit time.Duration, stdout, stderr io.Writer) error {
	all, err := mutation.Read(root)
	if err != nil {
		return err
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
	needed, err := allJudges(all)
	if err != nil {
		return err
	}
	for _, j := range needed {
		if err := r.sound(j); err != nil {
			return err
		}
	}
	return r.judgeAll(all, stdout)
}

// chosen are the mutants of some numbers, and all of them where none are given.
func chosen(all []mutation.Mutation, numbers []string) ([]mutation.Mutation, error) {
	if len(numbers) == 0 {
		return all, nil
	}
	var some []mutation.Mutation
	for _, text := range numbers {
		n, err := strconv.Atoi(text)
		m, found := mutation.Find(all, n)
		if err != nil || !found {
			return nil, fmt.Errorf("there is no mutant %q; the last is %d", text, all[len(all)-1].Number)
		}
		some = append(some, m)
	}
	return some, nil
}

// allJudges are those of some mutations, each once.
func allJudges(all []mutation.Mutation) ([]judge, error) {
	var needed []judge
	for _, m := range all {
		some, err := judges(m)
		if err != nil {
			return nil, fmt.Errorf("mutant %d: %w", m.Number, err)
		}
		needed = append(needed, some...)
	}
	slices.SortFunc(needed, func(a, b judge) int { return cmp.Or(cmp.Compare(a.tests, b.tests), cmp.Compare(a.only, b.only)) })
	return slices.Compact(needed), nil
}

// judgeAll prints what became of each mutant, and is an error where one lives or cannot be
// judged.
func (r *runner) judgeAll(all []mutation.Mutation, stdout io.Writer) error {
	var faults []error
	lived := 0
	for _, m := range all {
		v, err := r.judge(m)
		fate := "killed by " + v.killer
		switch {
		case err != nil:
			fate = "not judged"
			faults = append(faults, fmt.Errorf("mutant %d: %w", m.Number, err))
		case v.killer == "":
			fate = "LIVES"
			lived++
		}
		fmt.Fprintf(stdout, "%3d  %5.1fs  %s\n              %s: %s\n", m.Number, v.took.Seconds(), fate, m.File, m.Breaks)
	}
	fmt.Fprintf(stdout, "%d mutants: %d killed, %d live, %d not judged\n", len(all), len(all)-lived-len(faults), lived, len(faults))
	if lived > 0 {
		faults = append(faults, fmt.Errorf("%d of %d mutants live: the tests do not hold what they break", lived, len(all)))
	}
	return errors.Join(faults...)
}
