package contracts

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// limits keep one document from costing memory or time out of proportion. The
// schema library keeps every fault it finds with its whole path, and turns every
// number it compares into a fraction, so it must not see what breaks them.
type limits struct {
	bytes  int // of the text
	values int // objects, arrays and what they hold
	depth  int // of nesting
}

var (
	// documentLimits are for the contracts, none of whose schemas recurs into
	// what a document nests: open parts are not walked at all.
	documentLimits = limits{bytes: 16 << 20, values: 200_000, depth: 10_000}
	// schemaLimits are for a skill's configuration schema, which nests for ever.
	schemaLimits = limits{bytes: 256 << 10, values: 10_000, depth: 64}
	// configLimits are for what is checked against a schema that a stranger wrote.
	configLimits = limits{bytes: 256 << 10, values: 5_000, depth: 64}
)

// maxNumber is both the longest number in characters and its largest exponent.
// Every float64 stays below it by far.
const maxNumber = 400

const tooManyValues = "the document holds more values than are read"

func atMostValues(most int) string { return fmt.Sprintf("at most %d", most) }

func tooLarge(file string, size, most int) Problem {
	return Problem{
		File: file, Line: 1, Column: 1, Kind: Limit,
		Message:  fmt.Sprintf("the document has %d bytes", size),
		Expected: fmt.Sprintf("at most %d", most),
	}
}

// check looks for the first thing in tree that is beyond the limits.
func (l limits) check(file string, tree any) Problems {
	if count := 0; l.holds(tree, 0, &count) {
		return nil
	}
	w := walk{limits: l}
	w.value(tree, nil)
	if w.found == nil {
		return nil
	}
	w.found.File = file
	return Problems{*w.found}
}

// holds reports whether nothing in a tree is beyond the limits. It goes through objects in
// any order and keeps no way to what it finds, so that it makes nothing.
func (l limits) holds(v any, depth int, count *int) bool {
	if *count++; *count > l.values || depth > l.depth {
		return false
	}
	switch v := v.(type) {
	case strictjson.Number:
		return len(v) <= maxNumber && exponent(v) <= maxNumber
	case []any:
		for _, item := range v {
			if !l.holds(item, depth+1, count) {
				return false
			}
		}
	case strictjson.Object:
		for _, item := range v {
			if !l.holds(item, depth+1, count) {
				return false
			}
		}
	}
	return true
}

// walk visits a tree in the order of its keys, so that equal trees give equal
// problems, and stops at the first.
type walk struct {
	limits
	count int
	found *Problem
}

// step is the way to a value, back to front.
type step struct {
	parent *step
	token  string
	depth  int
}

func (s *step) child(token string) *step {
	if s == nil {
		return &step{token: token, depth: 1}
	}
	return &step{parent: s, token: token, depth: s.depth + 1}
}

func (s *step) path() []string {
	var tokens []string
	for ; s != nil; s = s.parent {
		tokens = append(tokens, s.token)
	}
	slices.Reverse(tokens)
	return tokens
}

func (w *walk) value(v any, at *step) {
	if w.count++; w.count > w.values {
		w.stop(at, tooManyValues, atMostValues(w.values))
	} else if at != nil && at.depth > w.depth {
		w.stop(at, "the document is nested deeper than is read", fmt.Sprintf("at most %d levels", w.depth))
	}
	switch v := v.(type) {
	case strictjson.Number:
		w.number(v, at)
	case []any:
		for i := 0; i < len(v) && w.found == nil; i++ {
			w.value(v[i], at.child(strconv.Itoa(i)))
		}
	case strictjson.Object:
		w.members(v, at)
	}
}

func (w *walk) members(object strictjson.Object, at *step) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if w.found != nil {
			return
		}
		w.value(object[key], at.child(key))
	}
}

func (w *walk) number(n strictjson.Number, at *step) {
	if len(n) > maxNumber || exponent(n) > maxNumber {
		w.stop(at, label(at.path())+" is "+show(n), fmt.Sprintf("a number of at most %d digits and powers of ten", maxNumber))
	}
}

// exponent is the absolute exponent of a number, or more than maxNumber where it
// has too many digits to say.
func exponent(n strictjson.Number) int {
	_, digits, ok := strings.Cut(strings.ToLower(string(n)), "e")
	if !ok {
		return 0
	}
	digits = strings.TrimLeft(digits, "+-0")
	value, err := strconv.Atoi("0" + digits)
	if err != nil {
		return maxNumber + 1
	}
	return value
}

func (w *walk) stop(at *step, message, expected string) {
	if w.found == nil {
		w.found = &Problem{Pointer: pointer(at.path()), Kind: Limit, Message: message, Expected: expected}
	}
}
