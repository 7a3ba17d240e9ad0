package event

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Type is what a field of an event's data may hold.
type Type string

// The types of fields.
const (
	Text  Type = "text"  // a string
	ID    Type = "id"    // see [CheckID]
	Whole Type = "whole" // an integer of 64 bits
	Flag  Type = "flag"  // true or false
	Blob  Type = "blob"  // the SHA-256 of bytes that the store holds
	Texts Type = "texts" // a list of strings
	IDs   Type = "ids"   // a list of ids
	Tree  Type = "tree"  // an object or list of the above, integers alone
	Free  Type = "free"  // any JSON, numbers kept as they were written
)

// A Field is one member of the data of a kind.
type Field struct {
	Name     string
	Type     Type
	Optional bool
	Among    []string // the closed list that a text is of, or each of several; nil for any text
	Members  []Member // of closed lists, of the object or the listed objects that a tree is; nil for none
	Says     string   // what it means, for people
}

// A Member is a text in an object that is of a closed list, where it is there.
type Member struct {
	Name  string
	Among []string
}

func need(name string, t Type, says string) Field { return Field{Name: name, Type: t, Says: says} }

func may(name string, t Type, says string) Field {
	return Field{Name: name, Type: t, Says: says, Optional: true}
}

// among makes a field one of a closed list: a word that is not on it is refused, in what is
// written and in what is read.
func among[T ~string](list []T, f Field) Field {
	for _, word := range list {
		f.Among = append(f.Among, string(word))
	}
	f.Says = strings.TrimSuffix(strings.TrimPrefix(strings.Join(f.Among, ", "), ", ")+"; "+f.Says, "; ")
	return f
}

// withMember makes a member of a field's objects one of a closed list.
func withMember[T ~string](name string, list []T, f Field) Field {
	m := Member{Name: name}
	for _, word := range list {
		m.Among = append(m.Among, string(word))
	}
	f.Members = append(f.Members, m)
	return f
}

// check says what is wrong with a value.
func (f Field) check(v any) error {
	if err := f.Type.check(v); err != nil {
		return err
	}
	if f.Among != nil {
		return f.checkAmong(v)
	}
	return f.checkMembers(v)
}

// checkAmong holds a text, or each of several, against the closed list that it is of.
func (f Field) checkAmong(v any) error {
	if f.Type != Texts {
		return isAmong(f.Among, v)
	}
	list, _ := stringList(v)
	for i, word := range list {
		if err := isAmong(f.Among, word); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}

func isAmong(list []string, v any) error {
	word, is := v.(string)
	if !is {
		return Text.wrong(v)
	}
	if !slices.Contains(list, word) {
		return fmt.Errorf("%.40q is not one of %s", word, strings.Join(list, ", "))
	}
	return nil
}

// checkMembers looks at the members of an object, or of each object of a list.
func (f Field) checkMembers(v any) error {
	if f.Members == nil {
		return nil
	}
	if list, is := v.([]any); is {
		for i, item := range list {
			if err := f.checkMembers(item); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	}
	object, _ := v.(strictjson.Object)
	for _, m := range f.Members {
		if word, there := object[m.Name]; there {
			if err := isAmong(m.Among, word); err != nil {
				return fmt.Errorf("%s: %w", m.Name, err)
			}
		}
	}
	return nil
}

// checkData holds data against the fields of its kind.
func checkData(fields []Field, data Data) error {
	known := 0
	for _, field := range fields {
		value, there := data[field.Name]
		switch {
		case !there && !field.Optional:
			return fmt.Errorf("data: the field %q is missing", field.Name)
		case !there:
			continue
		}
		known++
		if err := field.check(value); err != nil {
			return fmt.Errorf("data: %s: %w", field.Name, err)
		}
	}
	if known < len(data) {
		return unknownField(fields, data)
	}
	return nil
}

func unknownField(fields []Field, data Data) error {
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = field.Name
	}
	strange := slices.DeleteFunc(slices.Sorted(maps.Keys(data)), func(name string) bool { return slices.Contains(names, name) })
	if near := nearest.Name(strange[0], names); near != "" {
		return fmt.Errorf("data: unknown field %q; did you mean %q?", strange[0], near)
	}
	return fmt.Errorf("data: unknown field %q", strange[0])
}

func (t Type) check(v any) error {
	switch t {
	case Text, ID, Blob:
		return t.checkString(v)
	case Whole:
		_, err := whole(v)
		return err
	case Flag:
		if _, ok := v.(bool); !ok {
			return t.wrong(v)
		}
		return nil
	case Texts, IDs:
		return t.checkList(v)
	case Tree:
		return checkTree(v)
	default:
		return CheckFree(v)
	}
}

func (t Type) wrong(v any) error { return fmt.Errorf("expected %s, got %T", t, v) }

func (t Type) checkString(v any) error {
	s, ok := v.(string)
	if !ok {
		return t.wrong(v)
	}
	return t.checkText(s)
}

func (t Type) checkText(s string) error {
	switch {
	case t == ID:
		return CheckID(s)
	case t == Blob:
		_, err := ParseHash(s)
		return err
	case !strictjson.Valid(s):
		return fmt.Errorf("the text is not UTF-8")
	}
	return nil
}

func (t Type) checkList(v any) error {
	list, ok := stringList(v)
	if !ok {
		return t.wrong(v)
	}
	element := Text
	if t == IDs {
		element = ID
	}
	for i, s := range list {
		if err := element.checkText(s); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}

// stringList reads []any of strings, as it comes from JSON, or []string.
func stringList(v any) ([]string, bool) {
	switch v := v.(type) {
	case []string:
		return v, true
	case []any:
		list := make([]string, len(v))
		for i, item := range v {
			s, ok := item.(string)
			if !ok {
				return nil, false
			}
			list[i] = s
		}
		return list, true
	}
	return nil, false
}

// whole reads an integer. Of a number that came from JSON, only the one form is
// taken that we would write: 1, not 1.0, 1e0 or -0.
func whole(v any) (int64, error) {
	switch n := v.(type) {
	case int:
		return int64(n), nil
	case int64:
		return n, nil
	case strictjson.Number:
		i, err := strconv.ParseInt(string(n), 10, 64)
		if err != nil || strconv.FormatInt(i, 10) != string(n) {
			return 0, fmt.Errorf("%.40q is not an integer of 64 bits in plain digits", string(n))
		}
		return i, nil
	}
	return 0, Whole.wrong(v)
}

// checkTree lets through objects and lists without a fraction in them.
func checkTree(v any) error {
	return walk(v, func(leaf any) error {
		switch leaf := leaf.(type) {
		case bool:
			return nil
		case string:
			return Text.checkText(leaf)
		}
		_, err := whole(leaf)
		return err
	})
}

// CheckFree says why a tree cannot stand in a field of type [Free]: it is not
// made of what JSON can hold, or is nested too deeply.
func CheckFree(v any) error {
	return walk(v, func(leaf any) error {
		switch leaf := leaf.(type) {
		case nil, bool, int, int64:
			return nil
		case string:
			return Text.checkText(leaf)
		case strictjson.Number:
			return checkNumber(leaf)
		case float64:
			if math.IsNaN(leaf) || math.IsInf(leaf, 0) {
				return fmt.Errorf("JSON has no %v", leaf)
			}
			return nil
		}
		return Free.wrong(leaf)
	})
}

// checkNumber refuses a text that only calls itself a number: written out, it
// would be read back as something else.
func checkNumber(n strictjson.Number) error {
	if !strictjson.ValidNumber(n) {
		return fmt.Errorf("%.40q is not a JSON number", string(n))
	}
	return nil
}

const maxDepth = 100

// walk calls leaf for everything that is neither an object nor a list.
func walk(v any, leaf func(any) error) error { return walkTo(maxDepth, v, leaf) }

func walkTo(depth int, v any, leaf func(any) error) error {
	if depth == 0 {
		return fmt.Errorf("nested deeper than %d", maxDepth)
	}
	switch v := v.(type) {
	case strictjson.Object:
		for name, member := range v {
			if !strictjson.Valid(name) {
				return fmt.Errorf("the name %q is not UTF-8", name)
			}
			if err := walkTo(depth-1, member, leaf); err != nil {
				return fmt.Errorf("%.40s: %w", name, err)
			}
		}
		return nil
	case []any:
		for i, item := range v {
			if err := walkTo(depth-1, item, leaf); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	case []string:
		for i, s := range v {
			if err := leaf(s); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	}
	return leaf(v)
}
