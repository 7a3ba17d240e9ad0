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
	Lacks    Name     // what is named and is not there, where that is why
	Follows  Problems // what needs no mending of its own: what is said alike of other places, and what is wrong because of it
}

// A Name is what documents call something by, and what kind of thing that is.
type Name struct{ Kind, ID string }

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
	p.following(&b)
	return b.String()
}

// following says how much else there is of it: where it stands alike, and what is wrong because of it.
func (p Problem) following(b *strings.Builder) {
	alike := Problems{}
	for _, other := range p.Follows {
		if p.saysAlike(other) {
			alike = append(alike, other)
		}
	}
	var said []string
	if len(alike) > 0 {
		said = append(said, "the same "+p.places(alike))
	}
	switch others := len(p.Follows) - len(alike); others {
	case 0:
	case 1:
		said = append(said, "1 other problem follows from it")
	default:
		said = append(said, fmt.Sprintf("%d other problems follow from it", others))
	}
	if len(said) > 0 {
		b.WriteString(" (" + strings.Join(said, "; ") + ")")
	}
}

// saysAlike reports whether another problem says the same of another place.
func (p Problem) saysAlike(other Problem) bool {
	return p.Kind == other.Kind && p.Message == other.Message
}

// places say how often else it stands, and where it does for the first few times.
func (p Problem) places(others Problems) string {
	const shown = 3
	var some []string
	for _, other := range others {
		at := printable(other.File)
		if other.Line > 0 {
			at += ":" + strconv.Itoa(other.Line)
		}
		if other.File == p.File && other.Line > 0 {
			at = "line " + strconv.Itoa(other.Line)
		}
		if !slices.Contains(some, at) && (other.File != p.File || other.Line != p.Line) {
			some = append(some, at)
		}
		if len(some) == shown {
			break
		}
	}
	times := fmt.Sprintf("%d times more", len(others))
	if len(others) <= 2 {
		times = []string{"once more", "twice more"}[len(others)-1]
	}
	if len(some) == 0 {
		return times
	}
	return times + ": " + strings.Join(some, ", ") + map[bool]string{true: ", ..."}[len(others) > len(some)]
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

// All are the problems with what follows from each right after it.
func (ps Problems) All() Problems {
	var all Problems
	for _, p := range ps {
		all = append(append(all, p), p.Follows.All()...)
	}
	return all
}

// Count is how many of them are errors and how many are warnings, and how many more follow from
// one of them.
func (ps Problems) Count() (wrong, warnings, follow int) {
	for _, p := range ps {
		if p.Warning {
			warnings++
		} else {
			wrong++
		}
	}
	return wrong, warnings, len(ps.All()) - len(ps)
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
