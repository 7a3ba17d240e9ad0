package lore

import (
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// A Chunker takes a text apart into pieces that are found by themselves. None is empty, or more
// than space; together they have every word of the text, in order.
type Chunker func(text string) []string

// Sentences are a text's sentences, as English ends them; none goes over an empty line.
func Sentences(text string) (chunks []string) {
	for _, paragraph := range Paragraphs(text) {
		chunks = append(chunks, english.Sentences(paragraph)...)
	}
	return chunks
}

// Paragraphs are what stands between empty lines.
func Paragraphs(text string) []string {
	return between(text, func(line string) bool { return strings.TrimSpace(line) == "" }, false)
}

// Pages are what stands between form feeds; where there is none, paragraphs put together up to
// pageWords words, as a printed page has.
func Pages(text string) (chunks []string) {
	if strings.Contains(text, "\f") {
		for page := range strings.SplitSeq(text, "\f") {
			if page = strings.TrimSpace(page); page != "" {
				chunks = append(chunks, page)
			}
		}
		return chunks
	}
	var page []string
	words := 0
	for _, paragraph := range Paragraphs(text) {
		n := len(strings.Fields(paragraph))
		if words > 0 && words+n > pageWords {
			chunks, page, words = append(chunks, strings.Join(page, "\n\n")), nil, 0
		}
		page, words = append(page, paragraph), words+n
	}
	if words > 0 {
		chunks = append(chunks, strings.Join(page, "\n\n"))
	}
	return chunks
}

const pageWords = 500

// Beats are what stands between breaks of a scene: lines of nothing but three or more of the same
// sign (***, ---, ###, ~~~), and lines that head a part (# and its like), which begin one. A text without
// any is one beat.
func Beats(text string) []string {
	return between(strings.ReplaceAll(text, "\f", "\n"), isBreak, true)
}

func isBreak(line string) bool {
	sign := strings.Join(strings.Fields(line), "")
	return len(sign) >= 3 && strings.ContainsRune("*-#~_=", rune(sign[0])) && strings.Trim(sign, sign[:1]) == ""
}

// isHeading: "# Act 2".
func isHeading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	return rest != line && strings.HasPrefix(rest, " ") && strings.TrimSpace(rest) != ""
}

// between are the lines between those that part them, and with heads before each that heads a part.
func between(text string, parts func(line string) bool, heads bool) (chunks []string) {
	var lines []string
	end := func() {
		if chunk := strings.TrimFunc(strings.Join(lines, "\n"), unicode.IsSpace); chunk != "" {
			chunks = append(chunks, chunk)
		}
		lines = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case parts(line):
			end()
			continue
		case heads && isHeading(line):
			end()
		}
		lines = append(lines, line)
	}
	end()
	return chunks
}
