package strictjson

import (
	"math/big"
	"strconv"
)

// The As functions read values of trees that have passed a schema, or that we wrote
// ourselves: a value of another type counts as one that is not there. They say nothing of
// what is wrong, so what strangers wrote and no schema has seen is read by whoever can tell
// them what was expected. Beside trees they read the Go values that [Append] writes as
// JSON's: int, int64 and []string.

// AsString is a string, "" where v is none.
func AsString(v any) string {
	s, _ := v.(string)
	return s
}

// AsBool is a boolean, standard where v is none.
func AsBool(v any, standard bool) bool {
	if b, ok := v.(bool); ok {
		return b
	}
	return standard
}

// AsObject is an object, nil where v is none.
func AsObject(v any) Object {
	o, _ := v.(Object)
	return o
}

// AsList is an array, nil where v is none. It is the tree's own, unless v is a []string.
func AsList(v any) []any {
	if texts, ok := v.([]string); ok {
		return FromStrings(texts)
	}
	list, _ := v.([]any)
	return list
}

// AsStrings are the strings of an array, in a list of their own, nil where there are none.
// Elements of other types are left out.
func AsStrings[T ~string](v any) (all []T) {
	for _, item := range AsList(v) {
		if s, ok := item.(string); ok {
			all = append(all, T(s))
		}
	}
	return all
}

// AsObjects are the objects of an array. Elements of other types are left out.
func AsObjects(v any) (all []Object) {
	for _, item := range AsList(v) {
		if o, ok := item.(Object); ok {
			all = append(all, o)
		}
	}
	return all
}

// AsInteger is [AsIntegerOr] with a standard of 0.
func AsInteger(v any) int64 { return AsIntegerOr(v, 0) }

// AsIntegerOr is an integer, however it is written: a schema takes 3, 3.0 and 30e-1 for the
// same. What no int64 holds is the nearest that one does, a fraction is cut off. It is
// standard where v is no number.
func AsIntegerOr(v any, standard int64) int64 {
	switch n := v.(type) {
	case int:
		return int64(n)
	case int64:
		return n
	case Number:
		if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
			return i
		}
		// 128 bits, and not a float64's 53, or 9007199254740993.0 would be rounded.
		if f, _, err := big.ParseFloat(string(n), 10, 128, big.ToZero); err == nil {
			i, _ := f.Int64()
			return i
		}
	}
	return standard
}

// Int is the number that an integer is written as.
func Int[T ~int | ~int64](n T) Number { return Number(strconv.FormatInt(int64(n), 10)) }

// FromStrings is a list of strings as an array, which is never null.
func FromStrings[T ~string](list []T) []any {
	array := make([]any, len(list))
	for i, s := range list {
		array[i] = string(s)
	}
	return array
}

// Put sets a member, unless its value is the zero of its type: members that say nothing are
// left out.
func Put[T comparable](o Object, name string, value T) {
	var zero T
	if value != zero {
		o[name] = value
	}
}

// PutList sets a member, unless the array is empty.
func PutList(o Object, name string, array []any) {
	if len(array) > 0 {
		o[name] = array
	}
}
