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
	texts  int // bytes of texts and names; 0 for no limit of their own
	depth  int // of nesting
}

var (
	// documentLimits are for the contracts, none of whose schemas recurs into
	// what a document nests: open parts are not walked at all.
	documentLimits = limits{bytes: 16 << 20, values: 200_000, depth: 10_000}
	// schemaLimits are for a skill's configuration schema, which nests for ever.
	schemaLimits = limits{bytes: 256 << 10, values: 10_000, depth: 64}
	// configLimits are for what is checked against a schema that a stranger wrote, where
	// that is a small one.
	configLimits = limits{bytes: 256 << 10, values: 5_000, texts: 256 << 10, depth: 64}
)

// Each value may meet each part of a schema, and each character each instruction of its
// patterns: by these a few hundred kilobytes cost less than a second.
const (
	maxMeetings = 200_000
	maxMatching = 10_000_000
)

// limitsFor are the limits of what is checked against a stranger's schema: the larger that
// is, the less it may be asked about.
func limitsFor(schema extent) limits {
	l := configLimits
	l.values = min(l.values, maxMeetings/max(schema.parts, 1))
	l.texts = min(l.texts, maxMatching/max(schema.instructions, 1))
	return l
}

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
	if l.holds(tree, 0, &tally{}) {
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
func (l limits) holds(v any, depth int, count *tally) bool {
	if count.values++; count.values > l.values || depth > l.depth {
		return false
	}
	switch v := v.(type) {
	case string:
		return count.text(v, l)
	case strictjson.Number:
		return len(v) <= maxNumber && exponent(v) <= maxNumber
	case []any:
		for _, item := range v {
			if !l.holds(item, depth+1, count) {
				return false
			}
		}
	case strictjson.Object:
		for name, item := range v {
			if !count.text(name, l) || !l.holds(item, depth+1, count) {
				return false
			}
		}
	}
	return true
}

// A tally is what has been met of a tree.
type tally struct{ values, texts int }

// text counts a text or a name, and reports whether that is within the limits.
func (t *tally) text(s string, l limits) bool {
	t.texts += len(s)
	return l.texts == 0 || t.texts <= l.texts
}

// walk visits a tree in the order of its keys, so that equal trees give equal
// problems, and stops at the first.
type walk struct {
	limits
	count tally
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
	if w.count.values++; w.count.values > w.values {
		w.stop(at, tooManyValues, atMostValues(w.values))
	} else if at != nil && at.depth > w.depth {
		w.stop(at, "the document is nested deeper than is read", fmt.Sprintf("at most %d levels", w.depth))
	}
	switch v := v.(type) {
	case string:
		w.text(v, at)
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
		w.text(key, at)
		w.value(object[key], at.child(key))
	}
}

func (w *walk) text(s string, at *step) {
	if !w.count.text(s, w.limits) {
		w.stop(at, "the document holds more text than its schema's patterns may look through", fmt.Sprintf("at most %d bytes", w.texts))
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
