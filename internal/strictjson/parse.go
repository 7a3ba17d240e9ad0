package strictjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
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

// Limits bound one text. A zero field means no limit but this package's own.
type Limits struct {
	Depth  int // levels of arrays and objects inside one another
	Values int // in all: arrays, objects and what they hold, keys not counted
}

// A LimitError says where a text went beyond its [Limits]. Nothing after that was read,
// and no more of a tree was made than the limits allow.
type LimitError struct {
	Offset  int    // bytes from the start
	Pointer string // RFC 6901, to the value that is one too many; "" of LimitDepth, where it is as long as the text
	Of      string // LimitDepth or LimitValues
	Most    int
}

func (e *LimitError) Error() string {
	if e.Of == LimitDepth {
		return fmt.Sprintf("byte %d: the nesting is deeper than %d levels", e.Offset, e.Most)
	}
	return fmt.Sprintf("byte %d: there are more than %d values", e.Offset, e.Most)
}

// What a [LimitError] may be of.
const (
	LimitDepth  = "depth"
	LimitValues = "values"
)

// Parse reads exactly one JSON value. The error is a *[SyntaxError].
func Parse(data []byte) (any, error) {
	v, _, err := ParseWithin(data, Limits{})
	return v, err
}

// ParseWithin is [Parse] for a text that strangers wrote: a short text can be a tree of
// many times its size, so it is given up, with a *[LimitError], before that tree is made.
// It also gives the number of values read.
func ParseWithin(data []byte, limits Limits) (v any, values int, err error) {
	p := parsers.Get().(*parser)
	defer p.release()
	p.read(data)
	p.limits, p.values, p.depth = limits, 0, 0
	v, err = p.whole()
	return v, p.values, err
}

func (p *parser) whole() (any, error) {
	v, err := p.value()
	if err == nil {
		err = p.end()
	}
	if beyond, ok := errors.AsType[*LimitError](err); ok {
		return nil, beyond
	}
	if err != nil {
		return nil, p.syntaxError(err)
	}
	return v, nil
}

// ParseObject is [Parse] for a text that must be an object.
func ParseObject(data []byte) (Object, error) { return ParseObjectWithin(data, Limits{}) }

// ParseObjectWithin is [ParseWithin] for a text that must be an object.
func ParseObjectWithin(data []byte, limits Limits) (Object, error) {
	v, _, err := ParseWithin(data, limits)
	if err != nil {
		return nil, err
	}
	o, ok := v.(Object)
	if !ok {
		at := &SyntaxError{Offset: skipToToken(data, 0), Message: "expected an object, found " + withArticle(Kind(v))}
		at.Line, at.Column = Position(data, at.Offset)
		return nil, at
	}
	return o, nil
}

// A parser builds one tree. Parsers are kept for reuse because every line of
// every script needs one and the decoder is the larger part of its cost.
type parser struct {
	data   []byte
	dec    jsontext.Decoder
	limits Limits
	values int               // read so far
	depth  int               // of the array or object being read
	names  map[string]string // of members, of a large text
}

// The objects of a large text mostly have the same few names of members, so that many are
// remembered while it is read, and each is made once. A small text costs less without.
const (
	largeText = 64 << 10
	mostNames = 64
)

func (p *parser) name(tok jsontext.Token) string {
	if p.names == nil {
		return tok.String()
	}
	if known, ok := p.names[tok.String()]; ok { // which makes no string to look it up
		return known
	}
	name := tok.String()
	if len(p.names) < mostNames {
		p.names[name] = name
	}
	return name
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

// duplicatesHere leaves duplicate keys to [parser.object], which sees them in
// the map it fills anyway; the decoder would keep a second table of names.
var duplicatesHere = jsontext.AllowDuplicateNames(true)

func (p *parser) read(data []byte) {
	p.data, p.names = data, nil
	if len(data) >= largeText {
		p.names = map[string]string{}
	}
	p.dec.Reset(bytes.NewBuffer(data), duplicatesHere) // parsed in place: a Buffer is never written to
}

func (p *parser) release() {
	p.read(nil) // or the pool would keep the text alive
	parsers.Put(p)
}

func (p *parser) value() (any, error) {
	tok, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if p.values++; p.limits.Values > 0 && p.values > p.limits.Values {
		return nil, p.beyond(LimitValues, p.limits.Values)
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
	}
	if p.depth++; p.limits.Depth > 0 && p.depth > p.limits.Depth {
		return nil, p.beyond(LimitDepth, p.limits.Depth)
	}
	defer func() { p.depth-- }()
	if tok.Kind() == '[' {
		return p.array()
	}
	return p.object()
}

func (p *parser) beyond(what string, most int) *LimitError {
	e := &LimitError{Offset: int(p.dec.InputOffset()), Of: what, Most: most}
	if what == LimitValues {
		e.Pointer = string(p.dec.StackPointer())
	}
	return e
}

func (p *parser) array() (any, error) {
	list := []any{}
	for p.dec.PeekKind() != ']' {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := p.dec.ReadToken()
	return list, err
}

func (p *parser) object() (any, error) {
	object := Object{}
	for p.dec.PeekKind() != '}' {
		before := p.dec.InputOffset()
		key, err := p.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := p.name(key) // before the next read, which reuses the token's memory
		if _, twice := object[name]; twice {
			return nil, p.duplicate(int(before))
		}
		if object[name], err = p.value(); err != nil {
			return nil, err
		}
	}
	_, err := p.dec.ReadToken()
	return object, err
}

func (p *parser) end() error {
	end := int(p.dec.InputOffset())
	_, err := p.dec.ReadToken()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return &SyntaxError{Offset: skipSpace(p.data, end), Message: "there is more after the JSON value; only white space may follow it"}
}

func (p *parser) duplicate(before int) *SyntaxError {
	return &SyntaxError{
		Offset:  skipToToken(p.data, before),
		Pointer: string(p.dec.StackPointer()),
		Message: "this key stands twice in one object",
	}
}

func (p *parser) syntaxError(err error) *SyntaxError {
	at, ok := errors.AsType[*SyntaxError](err)
	if !ok {
		at = &SyntaxError{Offset: int(p.dec.InputOffset()), Message: err.Error()}
	}
	syntactic, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		at.Pointer = string(syntactic.JSONPointer)
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at.Offset, at.Message = len(p.data), tooShort(p.data)
	case ok:
		at.Offset, at.Message = stop{p.data, int(syntactic.ByteOffset), syntactic.Err.Error()}.words()
	}
	at.Line, at.Column = Position(p.data, at.Offset)
	return at
}
