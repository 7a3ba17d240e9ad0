package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A mutant is one small mistake put into the code.
type mutant struct {
	number int
	breaks string // what is true of the program with it, and must not be
	file   string // from the root of the tree, with slashes
	tests  []string
	old    string // whole lines
	new    string
}

// The page of the list is read by these alone. What stands before the first heading of
// a mutant is for people.
var (
	headed = regexp.MustCompile(`^### ([1-9][0-9]*)\. (.+)$`)
	placed = regexp.MustCompile("^`([^`]+)`, tests of ((?:`[^`]+`)(?:, `[^`]+`)*)$")
	quoted = regexp.MustCompile("`([^`]+)`")
)

// readList reads the mutants of a page. It takes nothing that it does not understand:
// behind the first mutant there is nothing but mutants and headings of their groups.
func readList(page string) ([]mutant, error) {
	r := &reader{lines: strings.Split(page, "\n")}
	for r.at < len(r.lines) && !headed.MatchString(r.lines[r.at]) {
		r.at++
	}
	var all []mutant
	var faults []error
	for r.skip(); r.at < len(r.lines); r.skip() {
		m, err := r.mutant()
		if err == nil && m.number != len(all)+1 {
			err = fmt.Errorf("its number should be %d", len(all)+1)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("mutant %d: %w", m.number, err))
			r.toNext()
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		faults = append(faults, errors.New("there is no mutant on the list"))
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

func (r *reader) mutant() (mutant, error) {
	title := r.take()
	head := headed.FindStringSubmatch(title)
	if head == nil {
		return mutant{}, fmt.Errorf("%q should be a heading as \"### 7. What is broken\"", title)
	}
	m := mutant{breaks: head[2]}
	fmt.Sscan(head[1], &m.number)
	r.skip()
	line := r.take()
	place := placed.FindStringSubmatch(line)
	if place == nil {
		return m, fmt.Errorf("%q should say \"`file`, tests of `package`\"", line)
	}
	m.file = place[1]
	for _, name := range quoted.FindAllStringSubmatch(place[2], -1) {
		m.tests = append(m.tests, name[1])
	}
	r.skip()
	return m, r.change(&m)
}

// change reads what is changed: lines as a difference of texts has them, the first sign
// of each saying whether it goes, comes or stays.
func (r *reader) change(m *mutant) error {
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
	m.old, m.new = old.String(), new.String()
	if m.old == "" || m.old == m.new {
		return errors.New("it changes nothing")
	}
	return nil
}

// applied is the mutant's file with the mistake in it. The old lines must stand there
// exactly once, and the new file must be one of Go.
func (m mutant) applied(root string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.file)))
	if err != nil {
		return nil, err
	}
	source := "\n" + string(data)
	if n := strings.Count(source, "\n"+m.old); n != 1 {
		return nil, fmt.Errorf("%s has the old lines %d times, not once", m.file, n)
	}
	changed := []byte(strings.Replace(source, "\n"+m.old, "\n"+m.new, 1)[1:])
	_, err = parser.ParseFile(token.NewFileSet(), m.file, changed, parser.SkipObjectResolution)
	return changed, err
}
