package contracts

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Kind sorts problems for programs. The list is closed.
type Kind string

// What can be wrong with a document.
const (
	Syntax       Kind = "syntax"        // not strict JSON (or YAML, or Markdown front matter)
	WrongType    Kind = "wrong_type"    // a string where a number must stand
	Missing      Kind = "missing"       // a required field
	UnknownField Kind = "unknown_field" // a field nobody reads
	BadValue     Kind = "bad_value"     // outside its enum, pattern, range or length
	Duplicate    Kind = "duplicate"     // an id that stands twice
	UnknownName  Kind = "unknown_name"  // a reference to something that is not there
	Cycle        Kind = "cycle"         // dependencies that close a circle
	Limit        Kind = "limit"         // more than is allowed
	Forbidden    Kind = "forbidden"     // a disabled skill, a path that leaves its directory, a permission not given
	Unreadable   Kind = "unreadable"    // a file that is missing, not a plain file, or cannot be read
)

// A Problem is one thing wrong with one place of a document, written so that a
// person can mend it and a planner can repair its plan from it.
type Problem struct {
	File     string   // as the user named it
	Line     int      // from 1; 0 where no line is known
	Column   int      // from 1, in bytes
	Pointer  string   // RFC 6901, "" for the whole document
	Kind     Kind     //
	Message  string   // what is wrong, in words, naming the field and the value
	Expected string   // what should stand there, or ""
	Nearest  string   // the name that was probably meant, or ""
	Warning  bool     // the document is taken all the same
	Causes   Problems // what keeps it from its other forms, where one of several was possible
}

// String is the problem on one line:
//
//	plan.json:4:17: /tools/0/toolpath: unknown field "toolpath"; did you mean "toolPath"?
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(printable(p.File))
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	if p.Pointer != "" {
		b.WriteString(printable(shortened(p.Pointer)) + ": ")
	}
	if p.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(p.Message)
	if p.Expected != "" && p.Expected != p.Nearest {
		b.WriteString("; expected " + p.Expected)
	}
	if p.Nearest != "" {
		fmt.Fprintf(&b, "; did you mean %q?", p.Nearest)
	}
	return b.String()
}

// shortened keeps both ends of a pointer that is too long to be read.
func shortened(pointer string) string {
	const most, end = 160, 40
	runes := []rune(pointer)
	if len(runes) <= most {
		return pointer
	}
	return string(runes[:most-end]) + "…" + string(runes[len(runes)-end:])
}

// printable keeps a foreign name from breaking the line, or the terminal.
func printable(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return s
	}
	quoted := strconv.Quote(s)
	return quoted[1 : len(quoted)-1]
}

// Problems are all that was found in one check, in the order of the document.
type Problems []Problem

// Error lists them a line each, so that problems can be returned as an error;
// see [Problems.Err].
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Err is nil when there is nothing worse than warnings, else the problems.
func (ps Problems) Err() error {
	if slices.ContainsFunc(ps, func(p Problem) bool { return !p.Warning }) {
		return ps
	}
	return nil
}

// Sort puts problems in the order of the document.
func (ps Problems) Sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
