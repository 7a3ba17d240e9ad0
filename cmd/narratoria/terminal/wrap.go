package terminal

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Wrap breaks a paragraph into lines of at most limit cells, between words. A word
// that is longer by itself is cut.
func Wrap(text string, limit int) []string {
	limit = max(limit, 2) // a character may need two cells
	var lines []string
	var line strings.Builder
	used := 0
	flush := func() {
		lines = append(lines, line.String())
		line.Reset()
		used = 0
	}
	for _, word := range strings.Fields(text) {
		need := Cells(word)
		if used > 0 && used+1+need > limit {
			flush()
		}
		if used > 0 {
			line.WriteByte(' ')
			used++
		}
		for need > limit {
			head := fitting(word, limit)
			line.WriteString(word[:head])
			flush()
			need -= Cells(word[:head])
			word = word[head:]
		}
		line.WriteString(word)
		used += need
	}
	if used > 0 || len(lines) == 0 {
		flush()
	}
	return lines
}

// fitting is how many bytes of a word fit into so many cells.
func fitting(word string, limit int) int {
	used := 0
	for i, r := range word {
		used += cellsOf(r)
		if used > limit {
			return i
		}
	}
	return len(word)
}

// Cells is how much room a text takes on a line.
func Cells(text string) int {
	n := 0
	for _, r := range text {
		n += cellsOf(r)
	}
	return n
}

func cellsOf(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case r == slant || r == upright:
		return 0
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
