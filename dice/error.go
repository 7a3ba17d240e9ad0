package dice

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error is what is wrong with one place of a formula.
type Error struct {
	Source   string // the formula, whole
	Offset   int    // of the place, in bytes from the start
	Message  string
	Expected string // what could stand there, or ""
	Nearest  string // the word that was probably meant, or ""
}

// Error is the problem on one line, with its column.
func (e *Error) Error() string {
	text := fmt.Sprintf("column %d: %s", e.Column(), e.Message)
	if e.Expected != "" {
		text += "; expected " + e.Expected
	}
	if e.Nearest != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Nearest)
	}
	return text
}

// Column is the place in characters, from 1.
func (e *Error) Column() int { return utf8.RuneCountInString(e.Source[:e.Offset]) + 1 }

// Caret is the formula with a caret under the place, on two lines.
func (e *Error) Caret() string {
	line := strings.Map(printable, strings.ToValidUTF8(e.Source, "?"))
	return line + "\n" + strings.Repeat(" ", e.Column()-1) + "^"
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return ' '
}
