package api

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// mostWhole is the largest number that the table takes or gives: what a client in another
// language can hold exactly.
const mostWhole = 1<<53 - 1

// Bounds of the parameters of one call.
const (
	MostParams = 1 << 20 // bytes
	mostDepth  = 64
	mostValues = 100_000
)

// Read reads a text into a struct of the caller's, as strictly as parameters are: its fields
// have json tags, and may have those that bound them (see shape.go). The error is an *Error.
func Read(text []byte, into any) error { return read(text, reflect.ValueOf(into).Elem()) }

// read reads parameters as they are sent, "" and null for none, into a value of a type of
// the table. The error is an *Error.
func read(params []byte, into reflect.Value) error {
	if len(params) > MostParams {
		return &Error{Code: TooLarge, Message: fmt.Sprintf("the parameters have %d bytes, and %d are the most", len(params), MostParams)}
	}
	var tree any = strictjson.Object{}
	if given := strings.TrimSpace(string(params)); given != "" && given != "null" {
		var err error
		if tree, _, err = strictjson.ParseWithin(params, strictjson.Limits{Depth: mostDepth, Values: mostValues}); err != nil {
			return notRead(err)
		}
	}
	d := decoder{}
	d.value(shapeOf(into.Type()), tree, into, "")
	if d.problems == nil {
		return nil
	}
	return &Error{Code: BadParams, Message: d.problems.Error(), Problems: d.problems}
}

func notRead(err error) *Error {
	if beyond, is := errors.AsType[*strictjson.LimitError](err); is {
		return &Error{Code: TooLarge, Message: "the parameters: " + beyond.Error()}
	}
	return &Error{Code: BadJSON, Message: "the parameters: " + err.Error()}
}

// A decoder puts a tree into Go values, and finds all that is wrong with it.
type decoder struct{ problems contracts.Problems }

func (d *decoder) problem(at string, kind contracts.Kind, format string, args ...any) {
	if len(d.problems) < contracts.MaxProblems {
		d.problems = append(d.problems, contracts.Problem{Pointer: at, Kind: kind, Message: fmt.Sprintf(format, args...)})
	}
}

func (d *decoder) value(s *shape, tree any, into reflect.Value, at string) {
	if tree == nil && s.null {
		return
	}
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	switch s.kind {
	case text:
		d.text(s, tree, into, at)
	case whole:
		d.whole(s, tree, into, at)
	case truth:
		if given, is := tree.(bool); is {
			into.SetBool(given)
			return
		}
		d.wrongType(at, "true or false", tree)
	case list:
		d.list(s, tree, into, at)
	default:
		given, is := tree.(strictjson.Object)
		if !is {
			d.wrongType(at, "an object", tree)
			return
		}
		d.object(s, given, into, at)
	}
}

func (d *decoder) wrongType(at, wanted string, tree any) {
	d.problem(at, contracts.WrongType, "expected %s, and it is %s", wanted, typeName(tree))
}

// typeName is a JSON type with its article.
func typeName(tree any) string {
	switch kind := strictjson.Kind(tree); kind {
	case "null":
		return kind
	case "array", "object":
		return "an " + kind
	default:
		return "a " + kind
	}
}

func (d *decoder) text(s *shape, tree any, into reflect.Value, at string) {
	given, is := tree.(string)
	switch {
	case !is:
		d.wrongType(at, "a string", tree)
	case int64(len(given)) < s.limits.min:
		d.problem(at, contracts.BadValue, "it is empty")
	case len(given) > s.limits.max:
		d.problem(at, contracts.Limit, "it has %d bytes, and %d are the most", len(given), s.limits.max)
	case s.limits.enum != nil && !slices.Contains(s.limits.enum, given):
		d.problem(at, contracts.BadValue, "expected one of %s, and it is %s", strings.Join(s.limits.enum, ", "), contracts.Quote(given, 60))
	default:
		into.SetString(given)
	}
}

func (d *decoder) whole(s *shape, tree any, into reflect.Value, at string) {
	given, is := tree.(strictjson.Number)
	if !is {
		d.wrongType(at, "a whole number", tree)
		return
	}
	n, err := given.Int64()
	if err != nil {
		f, failed := given.Float64()
		if n = int64(f); failed != nil || math.Abs(f) > mostWhole || float64(n) != f {
			d.problem(at, contracts.BadValue, "expected a whole number of at most %d, and it is %s", mostWhole, contracts.Quote(string(given), 60))
			return
		}
	}
	least, top := s.limits.edges()
	if n < least || n > top {
		d.problem(at, contracts.BadValue, "expected %d to %d, and it is %d", least, top, n)
		return
	}
	into.SetInt(n)
}

func (d *decoder) list(s *shape, tree any, into reflect.Value, at string) {
	given, is := tree.([]any)
	if !is {
		d.wrongType(at, "an array", tree)
		return
	}
	if s.limits.max > 0 && len(given) > s.limits.max {
		d.problem(at, contracts.Limit, "it has %d elements, and %d are the most", len(given), s.limits.max)
		return
	}
	all := reflect.MakeSlice(into.Type(), len(given), len(given))
	for i, item := range given {
		d.value(s.of, item, all.Index(i), fmt.Sprintf("%s/%d", at, i))
	}
	into.Set(all)
}

func (d *decoder) object(s *shape, given strictjson.Object, into reflect.Value, at string) {
	switch s.kind {
	case free:
		into.Set(reflect.ValueOf(given))
		return
	case dictionary:
		d.table(s, given, into, at)
		return
	}
	for _, name := range sorted(given) {
		f, known := s.field(name)
		if !known {
			d.unknown(s, name, at)
			continue
		}
		d.value(f.shape, given[name], into.Field(f.index), below(at, name))
	}
	for _, f := range s.fields {
		if _, has := given[f.name]; f.required && !has {
			d.problem(at, contracts.Missing, "%q is missing", f.name)
		}
	}
}

func (d *decoder) table(s *shape, given strictjson.Object, into reflect.Value, at string) {
	into.Set(reflect.MakeMapWithSize(into.Type(), len(given)))
	for _, name := range sorted(given) {
		value := reflect.New(into.Type().Elem()).Elem()
		d.value(s.of, given[name], value, below(at, name))
		into.SetMapIndex(reflect.ValueOf(name), value)
	}
}

func (d *decoder) unknown(s *shape, name, at string) {
	var names []string
	for _, f := range s.fields {
		names = append(names, f.name)
	}
	problem := contracts.Problem{
		Pointer: below(at, name), Kind: contracts.UnknownField,
		Message: "unknown field " + contracts.Quote(name, 60), Nearest: nearest.Name(name, names),
	}
	if len(d.problems) < contracts.MaxProblems {
		d.problems = append(d.problems, problem)
	}
}

// below points to a member; of a name that nobody would read it is the beginning.
func below(at, name string) string {
	if r := []rune(name); len(r) > 100 {
		name = string(r[:100]) + "…"
	}
	return at + "/" + strictjson.Token(name)
}

// sorted are the names of an object's members.
func sorted(o strictjson.Object) []string {
	names := make([]string, 0, len(o))
	for name := range o {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
