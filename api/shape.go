package api

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A kind is what a value is on the wire.
type kind int

const (
	text kind = iota
	whole
	truth
	object     // with the fields that its type has
	dictionary // an object with any names
	list
	free // an object of which nothing more is said
)

// A shape is how a Go type stands on the wire: what its schema, its reader, its writer and
// the pages and classes about it are made of, so that they cannot say different things.
//
// Fields are those with a json tag. One with omitempty may be left out, and is where it is
// zero; every other is required, and written. Where its type is a pointer, or a [Free], null
// stands for nothing. More tags: doc is what it means; max how many bytes a text, or elements a
// list, may have; min how many bytes a text has at least; min and top bound a number; enum lists the texts that it may be.
type shape struct {
	kind   kind
	goes   reflect.Type
	name   string // of an object's type
	doc    string
	fields []field // of an object, by name
	of     *shape  // of a list or a dictionary
	null   bool    // null may stand for it

	limits limits
}

// limits are what the tags of a field say of its values.
type limits struct {
	enum     []string
	max      int
	min, top int64 // min also the fewest bytes of a text
	bounded  bool  // by min and top
}

// edges are what a number is within.
func (l limits) edges() (least, top int64) {
	if l.bounded {
		return l.min, l.top
	}
	return -mostWhole, mostWhole
}

// A field of an object.
type field struct {
	name     string
	index    int
	order    int // in which its type declares it
	doc      string
	required bool
	shape    *shape
}

// Free is an object of which the table says nothing more.
type Free = strictjson.Object

// A described value is written by itself, as the type that it names would be.
type described interface {
	appendJSON(dst []byte) []byte
	asType() reflect.Type
}

var (
	freeType      = reflect.TypeFor[Free]()
	describedType = reflect.TypeFor[described]()
)

// mostText is how many bytes a text has at most where its field says nothing else.
const mostText = 4096

var shapes sync.Map // reflect.Type to *shape

// shapeOf is the shape of a type. A type that has none is a fault of the table, and panics;
// none holds itself.
func shapeOf(t reflect.Type) *shape {
	if known, ok := shapes.Load(t); ok {
		return known.(*shape)
	}
	s := newShape(t)
	known, _ := shapes.LoadOrStore(t, s)
	return known.(*shape)
}

func newShape(t reflect.Type) *shape {
	switch {
	case t.Implements(describedType):
		described := *shapeOf(reflect.Zero(t).Interface().(described).asType())
		return &described
	case t == freeType:
		return &shape{kind: free, goes: t}
	}
	switch t.Kind() {
	case reflect.String:
		return &shape{kind: text, goes: t, limits: limits{max: mostText}}
	case reflect.Int, reflect.Int64:
		return &shape{kind: whole, goes: t}
	case reflect.Bool:
		return &shape{kind: truth, goes: t}
	case reflect.Slice:
		return &shape{kind: list, goes: t, of: shapeOf(t.Elem())}
	case reflect.Map:
		return &shape{kind: dictionary, goes: t, of: shapeOf(t.Elem())}
	case reflect.Pointer:
		pointed := *shapeOf(t.Elem())
		pointed.null, pointed.goes = true, t
		return &pointed
	case reflect.Struct:
		return newObject(t)
	}
	panic(fmt.Sprintf("api: %v has no shape", t))
}

func newObject(t reflect.Type) *shape {
	s := &shape{kind: object, goes: t, name: t.Name()}
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("json")
		if !tagged {
			s.doc = cmp.Or(s.doc, f.Tag.Get("doc"))
			continue
		}
		name, omitted := strings.CutSuffix(tag, ",omitempty")
		own := *shapeOf(f.Type)
		own.limit(f.Tag)
		own.null = own.null || own.kind == free && !omitted
		s.fields = append(s.fields, field{name: name, index: i, order: len(s.fields), doc: f.Tag.Get("doc"), required: !omitted, shape: &own})
	}
	slices.SortFunc(s.fields, func(a, b field) int { return cmp.Compare(a.name, b.name) })
	return s
}

// limit takes the limits from the tags of a field; those of a list of texts are its elements'.
func (s *shape) limit(tags reflect.StructTag) {
	at := s
	if s.kind == list && s.of.kind == text {
		of := *s.of
		s.of, at = &of, &of
	}
	if enum := tags.Get("enum"); enum != "" {
		at.limits.enum = strings.Split(enum, ",")
	}
	if most, err := strconv.Atoi(tags.Get("max")); err == nil {
		s.limits.max = most
	}
	least, hasLeast := number(tags.Get("min"))
	top, hasTop := number(tags.Get("top"))
	if hasLeast || hasTop {
		s.limits.bounded, s.limits.min, s.limits.top = true, least, top
		if !hasTop {
			s.limits.top = mostWhole
		}
	}
}

func number(tag string) (int64, bool) {
	n, err := strconv.ParseInt(tag, 10, 64)
	return n, err == nil
}

// field finds one by its name.
func (s *shape) field(name string) (field, bool) {
	i, found := slices.BinarySearchFunc(s.fields, name, func(f field, name string) int { return cmp.Compare(f.name, name) })
	if !found {
		return field{}, false
	}
	return s.fields[i], true
}

// declared are the fields in the order in which their type declares them.
func (s *shape) declared() []field {
	fields := slices.Clone(s.fields)
	slices.SortFunc(fields, func(a, b field) int { return cmp.Compare(a.order, b.order) })
	return fields
}

// The shapes of what stands beside the table's own.
func eventShape() *shape   { return shapeOf(reflect.TypeFor[Event]()) }
func failureShape() *shape { return shapeOf(reflect.TypeFor[Failure]()) }
