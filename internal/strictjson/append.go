package strictjson

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Encode is what [Append] writes of v, in memory of just its size.
func Encode(v any) []byte {
	var encoded []byte
	written(v, func(text []byte) { encoded = slices.Clone(text) })
	return encoded
}

// Size is how many bytes [Append] writes of v.
func Size(v any) int {
	size := 0
	written(v, func(text []byte) { size = len(text) })
	return size
}

// written lends what Append writes of v. The memory it is written into goes from one to
// the next: a tree shows its size only when it is written.
func written(v any, use func(text []byte)) {
	scratch := scratches.Get().(*[]byte)
	*scratch = Append((*scratch)[:0], v)
	use(*scratch)
	if cap(*scratch) <= longestScratch {
		scratches.Put(scratch)
	}
}

var scratches = sync.Pool{New: func() any { return new([]byte) }}

const longestScratch = 1 << 20 // bytes

// Verbatim is what [Append] wrote of a tree, and writes again as it is.
type Verbatim []byte

// Append writes v on one line with sorted keys, so equal trees give equal
// bytes. Besides trees it takes Go's own numbers, []string and
// map[string]string; other types and non-finite numbers panic, being errors of
// the program and not of its input. A Go string that is not UTF-8, which no tree
// from [Parse] holds, is written with U+FFFD in place of each bad byte.
func Append(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return appendString(dst, v)
	case Number:
		if v == "" {
			return append(dst, '0')
		}
		return append(dst, v...)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Append(dst, item)
		}
		return append(dst, ']')
	case Object:
		return appendObject(dst, v)
	case Verbatim:
		return append(dst, v...)
	default:
		return appendGo(dst, v)
	}
}

func appendObject(dst []byte, object Object) []byte {
	var few [24]string
	keys := few[:0]
	if len(object) > len(few) {
		keys = make([]string, 0, len(object))
	}
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	dst = append(dst, '{')
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, key), ':')
		dst = Append(dst, object[key])
	}
	return append(dst, '}')
}

func appendString(dst []byte, s string) []byte {
	if isPlain(s) {
		return append(append(append(dst, '"'), s...), '"')
	}
	quoted, _ := jsontext.AppendQuote(dst, s) // its error is bad UTF-8, which it has replaced
	return quoted
}

// isPlain reports whether a string is UTF-8 that stands in quotation marks as it is. Most are.
func isPlain(s string) bool {
	ascii := true
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c == '"', c == '\\':
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(s)
}

func appendGo(dst []byte, v any) []byte {
	rv := reflect.ValueOf(v)
	switch {
	case rv.CanInt():
		return strconv.AppendInt(dst, rv.Int(), 10)
	case rv.CanUint():
		return strconv.AppendUint(dst, rv.Uint(), 10)
	case rv.CanFloat() && !math.IsNaN(rv.Float()) && !math.IsInf(rv.Float(), 0):
		return strconv.AppendFloat(dst, rv.Float(), 'g', -1, 64)
	case rv.Kind() == reflect.String:
		return appendString(dst, rv.String())
	case rv.Kind() == reflect.Slice:
		list := make([]any, rv.Len())
		for i := range list {
			list[i] = rv.Index(i).Interface()
		}
		return Append(dst, list)
	case rv.Kind() == reflect.Map && rv.Type().Key().Kind() == reflect.String:
		object := make(Object, rv.Len())
		for _, key := range rv.MapKeys() {
			object[key.String()] = rv.MapIndex(key).Interface()
		}
		return appendObject(dst, object)
	}
	panic(fmt.Sprintf("strictjson: cannot write a %T", v))
}
