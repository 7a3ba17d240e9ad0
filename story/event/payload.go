package event

import (
	"maps"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Payload is the fields of an event, as [Kind.Fields] lists them. Who makes an event gives
// them as [Data]. What [Decode] reads it keeps in its bytes, which it has checked, and a
// field is made of them whenever somebody asks the event for it: most are never asked for.
// Either may be read by many goroutines at once.
type Payload interface {
	// lookup is a field, as it was given or as strictjson reads it.
	lookup(name string) (value any, there bool)
	// fields are all of them, in a map that is the caller's.
	fields() Data
	// tree is what strictjson.Append writes of it.
	tree() any
}

// Data are fields as a program gives them. Values are strings, bools, any Go integers,
// lists and objects of these, and trees of strictjson.
type Data map[string]any

func (d Data) lookup(name string) (value any, there bool) {
	value, there = d[name]
	return value, there
}

func (d Data) fields() Data { return maps.Clone(d) }
func (d Data) tree() any    { return strictjson.Object(d) }

// Text is a field of type [Text], [ID] or [Blob], "" where it is missing.
func (e Event) Text(field string) string { return strictjson.AsString(e.Value(field)) }

// Flag is a field of type [Flag], false where it is missing.
func (e Event) Flag(field string) bool { return strictjson.AsBool(e.Value(field), false) }

// Whole is a field of type [Whole], 0 where it is missing.
func (e Event) Whole(field string) int64 {
	n, _ := whole(e.Value(field))
	return n
}

// Texts is a field of type [Texts] or [IDs], nil where it is missing.
func (e Event) Texts(field string) []string {
	texts, _ := stringList(e.Value(field))
	return texts
}

// Object is a field of type [Tree] or [Free] that is an object, nil where it is none.
func (e Event) Object(field string) strictjson.Object { return strictjson.AsObject(e.Value(field)) }

// List is a field of type [Tree] or [Free] that is a list, nil where it is none.
func (e Event) List(field string) []any { return strictjson.AsList(e.Value(field)) }

// Value is a field of any type, nil where it is missing. Each call for a field of a decoded
// event makes the value anew, so call once for what is read twice; the fields of one that was
// not decoded are what they were given as.
func (e Event) Value(field string) any {
	value, _ := e.Lookup(field)
	return value
}

// Lookup is [Event.Value], and whether the field is there: one of type [Free] may be null.
func (e Event) Lookup(field string) (value any, there bool) {
	if e.Data == nil {
		return nil, false
	}
	return e.Data.lookup(field)
}

// Fields are all of an event's fields, in a map that is the caller's. It shares the values of
// an event that was not decoded.
func (e Event) Fields() Data {
	if e.Data == nil {
		return Data{}
	}
	return e.Data.fields()
}

// Size is how many bytes the fields take in the event's own.
func (e Event) Size() int {
	if e.Data == nil {
		return len("{}")
	}
	return strictjson.Size(e.Data.tree())
}

// isBare reports whether an event has no fields.
func (e Event) isBare() bool {
	d, given := e.Data.(Data)
	return e.Data == nil || given && len(d) == 0
}

// written are the fields of an event that was decoded: the object that they are, in its
// bytes, and where in it each stands. Nothing changes them.
type written struct {
	of      *spec
	object  []byte
	extents []extent
}

// An extent is where the value of a field stands.
type extent struct {
	name       string
	begin, end uint32 // in the object
}

func (w *written) lookup(name string) (value any, there bool) {
	for _, field := range w.extents {
		if field.name == name {
			return w.value(field), true
		}
	}
	return nil, false
}

func (w *written) value(field extent) any {
	value, _ := strictjson.Parse(w.object[field.begin:field.end]) // which a Scanner went over
	return value
}

func (w *written) fields() Data {
	all := make(Data, len(w.extents))
	for _, field := range w.extents {
		all[field.name] = w.value(field)
	}
	return all
}

// String shows the object to who prints an event's data.
func (w *written) String() string { return string(w.object) }

func (w *written) tree() any { return strictjson.Verbatim(w.object) }
