package contracts

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// label names a place for a sentence: "maxRetries", "tags[2]", the document.
func label(path []string) string {
	if len(path) == 0 {
		return "the document"
	}
	first := len(path) - 1
	for first > 0 && isIndex(path[first]) {
		first--
	}
	name := cut(path[first], maxShown)
	for _, index := range path[first+1:] {
		name += "[" + index + "]"
	}
	return strconv.Quote(name)
}

func isIndex(token string) bool {
	return token != "" && strings.Trim(token, "0123456789") == ""
}

// pointer writes a path as RFC 6901 does.
func pointer(path []string) string {
	var p jsontext.Pointer
	for _, token := range path {
		p = p.AppendToken(token)
	}
	return string(p)
}

// show is a value as it may stand in a sentence.
func show(v any) string {
	switch v := v.(type) {
	case []any:
		return "an array"
	case strictjson.Object:
		return "an object"
	case string:
		return Quote(v, maxShown)
	}
	return cut(string(strictjson.Encode(v)), maxShown)
}

// Quote is foreign text as a message repeats it: in quotation marks, on one line, and at
// most so many letters of it.
func Quote(text string, most int) string { return strconv.Quote(cut(text, most)) }

// maxShown is how many letters of a foreign value a message repeats.
const maxShown = 60

func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

func oneOf(values []any) string {
	shown := make([]string, len(values))
	for i, v := range values {
		shown[i] = show(v)
	}
	return alternatives(shown)
}

// alternatives joins phrases: a, b or c.
func alternatives(phrases []string) string {
	if len(phrases) == 0 {
		return ""
	}
	last := len(phrases) - 1
	if last == 0 {
		return phrases[0]
	}
	return strings.Join(phrases[:last], ", ") + " or " + phrases[last]
}

// decimal writes a bound of a schema as people do.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(12), "0")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
