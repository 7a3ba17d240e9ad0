package chunk

import (
	"iter"
	"strings"
	"unicode"
)

// plainSentences are those that punctuation and lines end.
func plainSentences(text string) iter.Seq[span] {
	return func(yield func(span) bool) {
		for start := 0; start < len(text); {
			end := start + plainEnd(text[start:])
			if !yield(span{start, end}) {
				return
			}
			start = end
		}
	}
}

func plainEnd(text string) int {
	for i := range len(text) - 1 {
		if text[i] == '\n' || strings.IndexByte(".!?", text[i]) >= 0 && (text[i+1] == ' ' || text[i+1] == '\n') {
			return i + 1
		}
	}
	return len(text)
}

// byBytes cuts what has no sentences: a byte is one token at most.
func byBytes(text string, long span) (all []span) {
	for start := long.start; start < long.end; {
		end := start + wholeRunes(text[start:long.end], min(long.end-start, Most))
		if space := strings.LastIndexFunc(text[start:end], unicode.IsSpace); end < long.end && space > (end-start)/2 {
			end = start + space + 1
		}
		all = append(all, span{start, end})
		start = end
	}
	return all
}
