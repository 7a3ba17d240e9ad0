package api

import (
	"cmp"
	"reflect"
	"slices"
)

// A Description is the table as data, for those who make pages and classes of it.
type Description struct {
	Methods []MethodDescription
	Types   []TypeDescription // that results, events and errors are made of, by name
}

// A MethodDescription is one method.
type MethodDescription struct {
	Name, Doc string
	Plays     bool // it plays a turn, or takes as long
	Follows   bool // it is done after what the client began of the same story before
	Asleep    bool // it may be called while the engine is suspended
	Params    []FieldDescription
	Result    Ref
}

// A TypeDescription is an object with a name.
type TypeDescription struct {
	Name, Doc string
	Fields    []FieldDescription // in the order in which it declares them
}

// A FieldDescription is one of its fields.
type FieldDescription struct {
	Name, Doc string
	Required  bool // it is always there
	Type      Ref
}

// A Ref is the type of a value.
type Ref struct {
	Kind     string // string, integer, boolean, object, list, map, or json: an object of which no more is said
	Name     string // of an object
	Of       *Ref   // of a list or a map
	Null     bool   // null may stand for it
	Enum     []string
	Max      int // bytes of a string, elements of a list; 0 where nothing is said
	Bounded  bool
	Min, Top int64 // of an integer
}

// Describe gives the table as data.
func Describe() Description {
	types := map[string]TypeDescription{}
	var d Description
	for _, m := range Methods() {
		d.Methods = append(d.Methods, MethodDescription{
			Name: m.Name, Doc: m.Doc, Plays: m.plays, Follows: m.follows, Asleep: m.when != awakeAlone,
			Params: fieldsDescribed(shapeOf(m.params), types), Result: refOf(shapeOf(m.result), types),
		})
	}
	for _, t := range []reflect.Type{reflect.TypeFor[Event](), reflect.TypeFor[Failure]()} {
		refOf(shapeOf(t), types)
	}
	for _, t := range types {
		d.Types = append(d.Types, t)
	}
	slices.SortFunc(d.Types, func(a, b TypeDescription) int { return cmp.Compare(a.Name, b.Name) })
	return d
}

func fieldsDescribed(s *shape, types map[string]TypeDescription) (fields []FieldDescription) {
	for _, f := range s.declared() {
		fields = append(fields, FieldDescription{Name: f.name, Doc: f.doc, Required: f.required, Type: refOf(f.shape, types)})
	}
	return fields
}

func refOf(s *shape, types map[string]TypeDescription) Ref {
	r := Ref{
		Kind: map[kind]string{text: "string", whole: "integer", truth: "boolean", object: "object", dictionary: "map", list: "list", free: "json"}[s.kind],
		Name: s.name, Null: s.null, Enum: s.limits.enum, Max: s.limits.max, Bounded: s.limits.bounded, Min: s.limits.min, Top: s.limits.top,
	}
	if s.of != nil {
		of := refOf(s.of, types)
		r.Of = &of
	}
	if s.kind == object {
		if _, known := types[s.name]; !known {
			types[s.name] = TypeDescription{Name: s.name, Doc: s.doc, Fields: fieldsDescribed(s, types)}
		}
	}
	return r
}
