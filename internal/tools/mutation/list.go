// Package mutation reads the list of small mistakes that the tests have to notice:
// docs/mutations.md, and behind it the pages of docs/mutations/, each of one part of the tree. Command mutants tries them; command criteria names beside each measured criterion
// the mistakes by which its tests fail.
package mutation

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Page is where the list begins, from the root of the tree, and Pages are where it goes on.
const (
	Page  = "docs/mutations.md"
	Pages = "docs/mutations/*.md"
)

// A Mutation is one small mistake put into the code. Either all tests of some packages are
// to notice it or those of some criteria.
type Mutation struct {
	Number   int
	Breaks   string   // what is true of the program with it, and must not be
	File     string   // from the root of the tree, with slashes
	Tests    []string // packages, as the go command takes them
	Criteria []string // of docs/criteria.md, "SC-014"
	Old      string   // whole lines
	New      string
}

// The page of the list is read by these alone. What stands before the first heading of
// a mutation is for people.
var (
	headed = regexp.MustCompile(`^### ([1-9][0-9]*)\. (.+)$`)
	placed = regexp.MustCompile("^`([^`]+)`, (tests of|tests of criteria) ((?:`[^`]+`)(?:, `[^`]+`)*)$")
	quoted = regexp.MustCompile("`([^`]+)`")
)

// Read is the whole list of a tree, in the order of its numbers. A number names one mutation
// for good: those of a page rise, and none stands on two.
func Read(root string) ([]Mutation, error) {
	more, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(Pages)))
	if err != nil {
		return nil, err
	}
	var all []Mutation
	var faults []error
	for _, name := range append([]string{filepath.Join(root, filepath.FromSlash(Page))}, more...) {
		page, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		some, err := ReadList(string(page))
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
		all = append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b Mutation) int { return a.Number - b.Number })
	for i := 1; i < len(all); i++ {
		if all[i].Number == all[i-1].Number {
			faults = append(faults, fmt.Errorf("mutation %d stands on two pages", all[i].Number))
		}
	}
	return all, errors.Join(faults...)
}

// Find is the mutation of a number in a list that Read gave.
func Find(all []Mutation, number int) (Mutation, bool) {
	i, found := slices.BinarySearchFunc(all, number, func(m Mutation, n int) int { return m.Number - n })
	if !found {
		return Mutation{}, false
	}
	return all[i], true
}

// ReadList reads the mutations of a page. It takes nothing that it does not understand:
// behind the first mutation there is nothing but mutations and headings of their groups.
func ReadList(page string) ([]Mutation, error) {
	r := &reader{lines: strings.Split(page, "\n")}
	for r.at < len(r.lines) && !headed.MatchString(r.lines[r.at]) {
		r.at++
	}
	var all []Mutation
	var faults []error
	for r.skip(); r.at < len(r.lines); r.skip() {
		m, err := r.mutation()
		if err == nil && len(all) > 0 && m.Number <= all[len(all)-1].Number {
			err = fmt.Errorf("its number should be above %d", all[len(all)-1].Number)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("mutation %d: %w", m.Number, err))
			r.toNext()
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		faults = append(faults, errors.New("there is no mutation on the list"))
	}
	return all, errors.Join(faults...)
}

type reader struct {
	lines []string
	at    int
}

// skip passes over empty lines and headings of groups.
func (r *reader) skip() {
	for r.at < len(r.lines) && (r.lines[r.at] == "" || strings.HasPrefix(r.lines[r.at], "## ")) {
		r.at++
	}
}

func (r *reader) toNext() {
	for r.at < len(r.lines) && !headed.MatchString(r.lines[r.at]) {
		r.at++
	}
}

// take is the next line, and "" behind the last.
func (r *reader) take() string {
	if r.at >= len(r.lines) {
		return ""
	}
	r.at++
	return r.lines[r.at-1]
}

func (r *reader) mutation() (Mutation, error) {
	title := r.take()
	head := headed.FindStringSubmatch(title)
	if head == nil {
		return Mutation{}, fmt.Errorf("%q should be a heading as \"### 7. What is broken\"", title)
	}
	m := Mutation{Breaks: head[2]}
	fmt.Sscan(head[1], &m.Number)
	r.skip()
	line := r.take()
	place := placed.FindStringSubmatch(line)
	if place == nil {
		return m, fmt.Errorf("%q should say \"`file`, tests of `package`\", or \"tests of criteria `SC-001`\"", line)
	}
	m.File = place[1]
	judges := &m.Tests
	if place[2] != "tests of" {
		judges = &m.Criteria
	}
	for _, name := range quoted.FindAllStringSubmatch(place[3], -1) {
		*judges = append(*judges, name[1])
	}
	r.skip()
	return m, r.change(&m)
}

// change reads what is changed: lines as a difference of texts has them, the first sign
// of each saying whether it goes, comes or stays.
func (r *reader) change(m *Mutation) error {
	if line := r.take(); line != "```diff" {
		return fmt.Errorf("%q should begin the change, \"```diff\"", line)
	}
	var old, new strings.Builder
	for line := r.take(); line != "```"; line = r.take() {
		if line == "" {
			return errors.New("the change does not end, or has an empty line")
		}
		switch text := line[1:] + "\n"; line[0] {
		case '-':
			old.WriteString(text)
		case '+':
			new.WriteString(text)
		case ' ':
			old.WriteString(text)
			new.WriteString(text)
		default:
			return fmt.Errorf("%q begins with neither -, + nor a space", line)
		}
	}
	m.Old, m.New = old.String(), new.String()
	if m.Old == "" || m.Old == m.New {
		return errors.New("it changes nothing")
	}
	return nil
}

// Applied is the mutation's file with the mistake in it. The old lines must stand there
// exactly once, and the new file must be one of Go.
func (m Mutation) Applied(root string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File)))
	if err != nil {
		return nil, err
	}
	source := "\n" + string(data)
	if n := strings.Count(source, "\n"+m.Old); n != 1 {
		return nil, fmt.Errorf("%s has the old lines %d times, not once", m.File, n)
	}
	changed := []byte(strings.Replace(source, "\n"+m.Old, "\n"+m.New, 1)[1:])
	_, err = parser.ParseFile(token.NewFileSet(), m.File, changed, parser.SkipObjectResolution)
	return changed, err
}
