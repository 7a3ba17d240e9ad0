package chunk

import (
	"strings"
	"unicode"
)

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
