// Package strictjson reads and writes JSON without ever repairing it.
//
// encoding/json takes duplicate keys, folds case, rounds 9007199254740993 and
// turns bad UTF-8 into U+FFFD. Story state that passed through it once is no
// longer what its author wrote, so everything of ours that reads foreign JSON
// reads it here:
//
//	v, err := strictjson.Parse(data)      // any tree, or *SyntaxError with line and column
//	data = strictjson.Append(nil, v)      // one line, keys sorted, numbers as they were written
//	line, col := strictjson.Locate(data, "/tools/0/toolPath")
//
// A tree is made of nil, bool, string, [Number], []any and [Object]. Numbers
// keep the text they were written in. Input must be UTF-8 without duplicate
// keys and without anything after the value; nesting is limited to 10,000.
//
// Trees are plain values without locks: share them only for reading.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

type (
	// Object is a JSON object.
	Object = map[string]any
	// Number is a JSON number in the text it was written in.
	Number = json.Number
)

// A SyntaxError says where a text stops being JSON as this package takes it.
type SyntaxError struct {
	Offset       int    // bytes from the start
	Line, Column int    // both from 1; the column counts bytes
	Pointer      string // RFC 6901, to the value being read
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Parse reads exactly one JSON value. The error is a *[SyntaxError].
func Parse(data []byte) (any, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	v, err := parseValue(dec)
	if err == nil {
		_, err = dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return v, nil
		}
		if err == nil {
			err = errors.New("unexpected data after the value")
		}
	}
	return nil, syntaxError(data, dec, err)
}

// ParseObject is [Parse] for a text that must be an object.
func ParseObject(data []byte) (Object, error) {
	v, err := Parse(data)
	if err != nil {
		return nil, err
	}
	o, ok := v.(Object)
	if !ok {
		return nil, &SyntaxError{Line: 1, Column: 1, Message: "expected an object, got " + Kind(v)}
	}
	return o, nil
}

func parseValue(dec *jsontext.Decoder) (any, error) {
	tok, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch tok.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return tok.Bool(), nil
	case '"':
		return tok.String(), nil
	case '0':
		return Number(tok.String()), nil
	case '[':
		return parseArray(dec)
	default:
		return parseObject(dec)
	}
}

func parseArray(dec *jsontext.Decoder) (any, error) {
	list := []any{}
	for dec.PeekKind() != ']' {
		v, err := parseValue(dec)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := dec.ReadToken()
	return list, err
}

func parseObject(dec *jsontext.Decoder) (any, error) {
	object := Object{}
	for dec.PeekKind() != '}' {
		key, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := key.String() // before the next read, which reuses the token's memory
		if object[name], err = parseValue(dec); err != nil {
			return nil, err
		}
	}
	_, err := dec.ReadToken()
	return object, err
}

func syntaxError(data []byte, dec *jsontext.Decoder, err error) error {
	at := &SyntaxError{Offset: int(dec.InputOffset()), Message: err.Error()}
	if syn, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		at.Offset, at.Pointer = int(syn.ByteOffset), string(syn.JSONPointer)
		at.Message = syn.Err.Error()
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		at.Offset, at.Message = len(data), "unexpected end of the text"
	}
	if errors.Is(err, jsontext.ErrDuplicateName) {
		at.Message = "this key stands twice in one object"
	}
	at.Line, at.Column = Position(data, at.Offset)
	return at
}

// Position gives the line and column, both from 1, of a byte offset.
func Position(data []byte, offset int) (line, column int) {
	before := data[:max(0, min(offset, len(data)))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// Locate gives the line and column where the value at an RFC 6901 pointer
// begins. A pointer to something that is not there gives the nearest container
// that is; a text that is not JSON gives 1, 1.
func Locate(data []byte, pointer string) (line, column int) {
	return locate(data, pointer, false)
}

// LocateKey is [Locate] for the key of a member instead of its value.
func LocateKey(data []byte, pointer string) (line, column int) {
	return locate(data, pointer, true)
}

func locate(data []byte, pointer string, wantKey bool) (line, column int) {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	best, bestLen := 0, -1
	for {
		before := int(dec.InputOffset())
		tok, err := dec.ReadToken()
		if err != nil {
			break
		}
		here := string(dec.StackPointer())
		kind, count := dec.StackIndex(dec.StackDepth())
		isKey := kind == '{' && count%2 == 1 && tok.Kind() == '"'
		closes := tok.Kind() == '}' || tok.Kind() == ']'
		covers := here == pointer || here == "" || (len(pointer) > len(here) && pointer[:len(here)] == here && pointer[len(here)] == '/')
		if covers && !closes && len(here) >= bestLen && (!isKey || (wantKey && here == pointer)) {
			if len(here) > bestLen {
				best, bestLen = skipToToken(data, before), len(here)
			}
			if here == pointer {
				break
			}
		}
	}
	return Position(data, best)
}

// skipToToken steps over the white space and punctuation that the decoder
// leaves before the token it reads next.
func skipToToken(data []byte, offset int) int {
	for offset < len(data) && bytes.IndexByte([]byte(" \t\r\n,:"), data[offset]) >= 0 {
		offset++
	}
	return offset
}

// Append writes v on one line with sorted keys, so equal trees give equal
// bytes. Besides trees it takes Go's own numbers, []string and
// map[string]string; other types and non-finite numbers panic, being errors of
// the program and not of its input.
func Append(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return appendString(dst, v)
	case Number:
		if v == "" {
			return append(dst, '0')
		}
		return append(dst, v...)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Append(dst, item)
		}
		return append(dst, ']')
	case Object:
		return appendObject(dst, v)
	default:
		return appendGo(dst, v)
	}
}

func appendObject(dst []byte, object Object) []byte {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	dst = append(dst, '{')
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, key), ':')
		dst = Append(dst, object[key])
	}
	return append(dst, '}')
}

func appendString(dst []byte, s string) []byte {
	quoted, err := jsontext.AppendQuote(dst, s)
	if err != nil { // bad UTF-8 of our own making: AppendQuote has replaced it already
		return quoted
	}
	return quoted
}

func appendGo(dst []byte, v any) []byte {
	rv := reflect.ValueOf(v)
	switch {
	case rv.CanInt():
		return strconv.AppendInt(dst, rv.Int(), 10)
	case rv.CanUint():
		return strconv.AppendUint(dst, rv.Uint(), 10)
	case rv.CanFloat() && !math.IsNaN(rv.Float()) && !math.IsInf(rv.Float(), 0):
		return strconv.AppendFloat(dst, rv.Float(), 'g', -1, 64)
	case rv.Kind() == reflect.String:
		return appendString(dst, rv.String())
	case rv.Kind() == reflect.Slice:
		list := make([]any, rv.Len())
		for i := range list {
			list[i] = rv.Index(i).Interface()
		}
		return Append(dst, list)
	case rv.Kind() == reflect.Map && rv.Type().Key().Kind() == reflect.String:
		object := make(Object, rv.Len())
		for _, key := range rv.MapKeys() {
			object[key.String()] = rv.MapIndex(key).Interface()
		}
		return appendObject(dst, object)
	}
	panic(fmt.Sprintf("strictjson: cannot write a %T", v))
}

// FromGo turns any Go value that encoding/json can write into a tree.
func FromGo(v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return Parse(data)
}

// Clone copies a tree; the copy shares nothing that can change.
func Clone(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = Clone(item)
		}
		return list
	case Object:
		return CloneObject(v)
	}
	return v
}

// CloneObject is [Clone] for an object. A nil object stays nil.
func CloneObject(o Object) Object {
	if o == nil {
		return nil
	}
	copied := make(Object, len(o))
	for key, item := range o {
		copied[key] = Clone(item)
	}
	return copied
}

// Equal reports whether two trees are the same, numbers by their text.
func Equal(a, b any) bool {
	return bytes.Equal(Append(nil, a), Append(nil, b))
}

// Kind names the JSON type of a tree: "null", "boolean", "string", "number",
// "array" or "object".
func Kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case Object:
		return "object"
	}
	return "number"
}

// Valid reports whether s can be a JSON string as it is.
func Valid(s string) bool { return utf8.ValidString(s) }
