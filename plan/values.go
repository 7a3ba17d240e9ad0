package plan

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/strictjson"
)

func stringOf(v any) string {
	s, _ := v.(string)
	return s
}

func stringList[T ~string](v any) []T {
	list, _ := v.([]any)
	strings := make([]T, len(list))
	for i, item := range list {
		strings[i] = T(stringOf(item))
	}
	return strings
}

func boolOf(v any, standard bool) bool {
	if b, ok := v.(bool); ok {
		return b
	}
	return standard
}

// integerOf reads an integer the schema has let through, which may be written
// 3, 3.0 or 3e0, and may be larger than any number here: those saturate.
func integerOf(v any, standard int64) int64 {
	number, ok := v.(strictjson.Number)
	if !ok {
		return standard
	}
	if n, err := number.Int64(); err == nil {
		return n
	}
	f, _ := strconv.ParseFloat(string(number), 64) // ±Inf when out of range
	return int64(max(math.MinInt64/2, min(f, math.MaxInt64/2)))
}

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
