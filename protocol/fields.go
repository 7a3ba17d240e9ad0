package protocol

import (
	"fmt"
	"maps"
	"mime"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// fields takes an object apart, field by field. What was taken is gone from the
// object, so the rest is what nobody knows. The first fault is kept and the rest
// of the work done in vain, which spares every reader of a field an if.
type fields struct {
	rest  Object
	fault *fault
}

func (f *fields) take(name string) (value any, present bool) {
	value, present = f.rest[name]
	delete(f.rest, name)
	return value, present
}

func (f *fields) fail(code Code, format string, args ...any) {
	if f.fault == nil {
		f.fault = faultf(code, format, args...)
	}
}

// field takes a value of type T, "" and the like where there is none.
func field[T any](f *fields, name, expected string, required bool) T {
	value, present := f.take(name)
	typed, ok := value.(T)
	switch {
	case !present && required:
		f.fail(MalformedEvent, "%q is missing; it must be %s%s", name, expected, f.misspelt(name))
	case present && !ok:
		f.fail(MalformedEvent, "%q must be %s, and is %s", name, expected, describe(value))
	}
	return typed
}

func (f *fields) text(name string) string { return field[string](f, name, "a string", true) }

func (f *fields) optionalText(name string) string { return field[string](f, name, "a string", false) }

func (f *fields) boolean(name string) bool { return field[bool](f, name, "true or false", true) }

func (f *fields) object(name string) Object { return field[Object](f, name, "an object", true) }

func (f *fields) optionalObject(name string) Object {
	return field[Object](f, name, "an object", false)
}

// identifier is a text that something is found by, and so neither empty nor long.
func (f *fields) identifier(name string) string { return f.bounded(name, MostName) }

// path is where a file lies.
func (f *fields) path(name string) string { return f.bounded(name, MostPath) }

func (f *fields) bounded(name string, most int) string {
	text := f.text(name)
	switch {
	case text == "":
		f.fail(MalformedEvent, "%q must not be empty", name)
	case len(text) > most:
		f.fail(MalformedEvent, "%q must be a string of 1 to %d bytes, and has %d", name, most, len(text))
	}
	return text
}

func (f *fields) oneOf(name string, allowed ...string) string {
	expected := "one of " + strings.Join(allowed, ", ")
	text := field[string](f, name, expected, true)
	if !slices.Contains(allowed, text) {
		f.fail(MalformedEvent, "%q must be %s, and is %s%s", name, expected, describe(text), didYouMean(text, allowed))
	}
	return text
}

// misspelt offers, for a field that is missing, one that nobody knows.
func (f *fields) misspelt(name string) string {
	unknown := slices.Sorted(maps.Keys(f.rest))
	if found := nearest.Name(name, unknown); found != "" {
		return fmt.Sprintf("; %q stands there instead", found)
	}
	return ""
}

func didYouMean(name string, candidates []string) string {
	if candidate := nearest.Name(name, candidates); candidate != "" {
		return fmt.Sprintf("; did you mean %q?", candidate)
	}
	return ""
}

func (f *fields) mediaType(name string) string {
	text := f.identifier(name)
	// mime's parser also reads Content-Disposition, whose values have no slash.
	if parsed, _, err := mime.ParseMediaType(text); err != nil || !strings.Contains(parsed, "/") {
		f.fail(MalformedEvent, "%q must be a MIME type such as image/png, and is %s", name, quote(text))
	}
	return text
}

func (f *fields) texts(name string) []string {
	var texts []string
	for _, item := range field[[]any](f, name, "an array of strings", false) {
		text, ok := item.(string)
		if !ok {
			f.fail(MalformedEvent, "%q must be an array of strings, and holds %s", name, describe(item))
		}
		texts = append(texts, text)
	}
	return texts
}

func (f *fields) optionalInteger(name string, limit int64) int64 {
	number := field[strictjson.Number](f, name, "an integer", false)
	if number == "" {
		return 0
	}
	n, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil || n < 0 || n > limit {
		f.fail(MalformedEvent, "%q must be an integer from 0 to %d, and is %s", name, limit, describe(number))
	}
	return n
}

// extra is what was not taken, or nil.
func (f *fields) extra() Object {
	if len(f.rest) == 0 {
		return nil
	}
	return f.rest
}

// describe names a value in a message: "the string "1"", "an array".
func describe(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case string:
		return "the string " + quote(v)
	case strictjson.Number:
		return "the number " + strings.Trim(quote(string(v)), `"`)
	case []any:
		return "an array"
	}
	return fmt.Sprintf("an %s", strictjson.Kind(value))
}
