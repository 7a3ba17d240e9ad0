package kit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// ReadInput decodes the plan's input into a struct, by the rules of
// encoding/json but with exact case. A field the struct does not have is logged,
// with the name that was probably meant, and ignored; one of the wrong type is
// an error of code [CodeBadInput].
func (inv *Invocation) ReadInput(into any) error {
	return inv.read("input", CodeBadInput, inv.Input, into)
}

// ReadConfig is [Invocation.ReadInput] for the skill's configuration. The host
// has checked it against the skill's schema.
func (inv *Invocation) ReadConfig(into any) error {
	return inv.read("config", CodeBadConfig, inv.Config, into)
}

// ReadResult decodes the output of a step this one depends on. It reports false
// for a step that failed, gave none, or is no dependency.
func (inv *Invocation) ReadResult(tool string, into any) (bool, error) {
	output, ok := inv.Results[tool].(protocol.Object)
	if !ok {
		return false, nil
	}
	return true, inv.read("results."+tool, CodeBadResult, output, into)
}

func (inv *Invocation) read(where, code string, object protocol.Object, into any) error {
	p := pruner{warn: func(message string) { inv.Log(protocol.LevelWarn, message, nil) }}
	exact := p.prune(object, reflect.TypeOf(into), where)
	decoder := json.NewDecoder(bytes.NewReader(strictjson.Encode(exact)))
	decoder.UseNumber() // into an any: the number as it was written
	err := decoder.Decode(into)
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return Failf(code, "%s must be %s, got %s", place(where, into, mismatch), wanted(mismatch.Type), mismatch.Value)
	}
	if err != nil {
		return Failf(code, "%s: %v", where, err)
	}
	return nil
}

// place is where a value of the wrong type stands. encoding/json names a map, but
// not the key in it.
func place(where string, into any, mismatch *json.UnmarshalTypeError) string {
	path := strings.TrimSuffix(where+"."+mismatch.Field, ".")
	if t := reflect.TypeOf(into).Elem(); t.Kind() == reflect.Struct {
		fields, _ := fieldsOf(t)
		if field := fields[mismatch.Field]; field != nil && field.Kind() == reflect.Map && field != mismatch.Type {
			return "every value of " + path
		}
	}
	return path
}

// wanted says in JSON's words what a Go type takes.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "an integer"
}

// A pruner takes out what a Go type has no field for. encoding/json would ignore
// it as well, except where it differs in case alone: that it would take.
type pruner struct {
	warn func(message string)
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func (p pruner) prune(value any, t reflect.Type, where string) any {
	for t.Kind() == reflect.Pointer && !t.Implements(unmarshaler) {
		t = t.Elem()
	}
	if t.Implements(unmarshaler) || reflect.PointerTo(t).Implements(unmarshaler) {
		return value
	}
	switch value := value.(type) {
	case protocol.Object:
		return p.pruneObject(value, t, where)
	case []any:
		if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			pruned := make([]any, len(value))
			for i, item := range value {
				pruned[i] = p.prune(item, t.Elem(), fmt.Sprintf("%s[%d]", where, i))
			}
			return pruned
		}
	}
	return value
}

func (p pruner) pruneObject(object protocol.Object, t reflect.Type, where string) any {
	if t.Kind() != reflect.Struct && t.Kind() != reflect.Map {
		return object
	}
	pruned, fields, names := protocol.Object{}, map[string]reflect.Type{}, []string(nil)
	if t.Kind() == reflect.Struct {
		fields, names = fieldsOf(t)
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		member := object[key]
		memberType, known := fields[key]
		if t.Kind() == reflect.Map {
			memberType, known = t.Elem(), true
		}
		if known {
			pruned[key] = p.prune(member, memberType, where+"."+key)
			continue
		}
		p.unknown(where, key, names)
	}
	return pruned
}

func (p pruner) unknown(where, key string, names []string) {
	message := fmt.Sprintf("%s has a field %q that nobody reads", where, key)
	if meant := nearest.Name(key, names); meant != "" {
		message += fmt.Sprintf("; did you mean %q?", meant)
	}
	p.warn(message)
}

// fieldsOf lists what encoding/json reads into a struct, by name.
func fieldsOf(t reflect.Type) (fields map[string]reflect.Type, names []string) {
	fields = map[string]reflect.Type{}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || field.Anonymous && name == "" || name == "-" {
			continue
		}
		if name == "" {
			name = field.Name
		}
		fields[name], names = field.Type, append(names, name)
	}
	return fields, names
}
