package vector

import (
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/words"
)

// The size of a window, in words, where the embedder says no other; and the most bytes of one, for
// texts whose words have no end. A quarter of its words the next window has too, so that what is
// said across a cut stands whole in one of the two.
const (
	Window  = 256
	longest = 8 << 10
)

// Windows cuts a text into overlapping parts of at most 256 words and 8 KiB, each for a vector
// of its own. A text that fits is its own window; one without anything in it has none.
// A cut is before a word, or where a word is too long between two characters. Of scripts
// that put no space between words every character is one.
func Windows(text string) []string { return windowsOf(text, Window) }

// windowsOf are windows of at most so many words.
func windowsOf(text string, most int) []string {
	var windows []string
	for _, s := range spans(text, most) {
		windows = append(windows, text[s.from:s.to])
	}
	return windows
}

// A span is where in a text a window is.
type span struct{ from, to int }

func spans(text string, most int) []span {
	var spans []span
	starts := wordStarts(text)
	for first, next := 0, 0; next < len(starts); {
		for next = first; next < len(starts) && next-first < most && end(starts, next, text)-starts[first] <= longest; {
			next++
		}
		spans = append(spans, span{starts[first], end(starts, next-1, text)})
		first = max(first+1, next-(next-first)/4)
	}
	return spans
}

// end is where the word behind a word begins.
func end(starts []int, word int, text string) int {
	if word+1 < len(starts) {
		return starts[word+1]
	}
	return len(text)
}

// wordStarts are where words begin, none of which has more than [longest] bytes with what
// is behind it.
func wordStarts(text string) []int {
	var starts []int
	inside := false
	for i, r := range text {
		space, alone := unicode.IsSpace(r) || unicode.IsControl(r), words.Alone(r)
		long := len(starts) > 0 && i+utf8.UTFMax-starts[len(starts)-1] > longest
		if !space && (alone || !inside) || long {
			starts = append(starts, i)
		}
		inside = !space && !alone
	}
	return starts
}
