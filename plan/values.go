package plan

import (
	"strconv"
	"unicode/utf8"
)

// quoteASCII is [quote] that shows letters which only look like those of a name.
func quoteASCII(name string) string {
	const most = 80
	if utf8.RuneCountInString(name) > most {
		return quote(name)
	}
	return strconv.QuoteToASCII(name)
}

// quote prints a foreign name, however long it is.
func quote[T ~string](name T) string {
	const most = 80
	runes := []rune(string(name))
	if len(runes) <= most {
		return strconv.Quote(string(name))
	}
	return strconv.Quote(string(runes[:most])) + "..."
}
