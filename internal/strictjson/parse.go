package strictjson

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"unicode/utf8"

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
	p.begin(data, limits)
	if v, ok := p.value(); ok && p.ended() {
		return v, p.values, nil
	}
	values, err = refusal(data, limits)
	return nil, values, err
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
		return nil, placed(data, at)
	}
	return o, nil
}

// A parser builds one tree, or finds that it must not: why not is for [refusal] to say.
// Its methods begin at the byte at, and leave it after what they read. Parsers are used
// again, each for one text at a time.
type parser struct {
	data   []byte
	at     int
	limits Limits
	values int // read so far
	depth  int // of the array or object being read

	items   []any    // of the arrays being read, one behind the other
	members []member // of the objects being read, likewise
	buffer  []byte

	names names
	words [1024]any
}

// A member is one of an object.
type member struct {
	name  string
	value any
}

// The same few names and words stand in text after text, so that a parser keeps those that
// it met last: names, and strings and numbers in the form that they have in a tree. One
// takes another's place, and longer ones are not kept.
const longestKept = 32

// names keeps strings that were made of texts.
type names [256]string

// string is a text as a string, the one of the last time where it was met then.
func (n *names) string(text []byte) string {
	if len(text) > longestKept {
		return string(text)
	}
	kept := &n[slotOf(text)%uint(len(n))]
	if *kept != string(text) {
		*kept = string(text)
	}
	return *kept
}

// largestKept is the largest text whose parser is used again.
const largestKept = 64 << 10

var parsers = sync.Pool{New: func() any { return new(parser) }}

// maxDepth is what the decoder of [refusal] allows.
const maxDepth = 10_000

func (p *parser) begin(data []byte, limits Limits) {
	if limits.Depth == 0 || limits.Depth > maxDepth {
		limits.Depth = maxDepth
	}
	p.data, p.at, p.limits = data, 0, limits
	p.values, p.depth = 0, 0
}

// ended reports whether nothing but white space is left.
func (p *parser) ended() bool { return p.next() == 0 && p.at == len(p.data) }

// release puts a parser back, which must not keep text or tree alive. After a large text it
// would keep the room that it made for it.
func (p *parser) release() {
	large := len(p.data) > largestKept
	clear(p.items)
	clear(p.members)
	p.data, p.items, p.members = nil, p.items[:0], p.members[:0]
	if !large {
		parsers.Put(p)
	}
}

// next is the byte after the white space that may stand here, and is where it leaves the
// parser; 0 at the end.
func (p *parser) next() byte {
	for p.at < len(p.data) {
		switch c := p.data[p.at]; c {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return c
		}
	}
	return 0
}

func (p *parser) value() (v any, ok bool) {
	if p.values++; p.limits.Values > 0 && p.values > p.limits.Values {
		return nil, false
	}
	switch p.next() {
	case '{', '[':
		return p.container()
	case '"':
		return p.string()
	case 'n':
		return nil, p.literal("null")
	case 't':
		return true, p.literal("true")
	case 'f':
		return false, p.literal("false")
	}
	return p.number()
}

func (p *parser) literal(word string) bool {
	found := bytes.HasPrefix(p.data[p.at:], []byte(word))
	p.at += len(word)
	return found
}

func (p *parser) container() (v any, ok bool) {
	if p.depth++; p.depth > p.limits.Depth {
		return nil, false
	}
	if p.data[p.at] == '[' {
		v, ok = p.array()
	} else {
		v, ok = p.object()
	}
	p.depth--
	return v, ok
}

func (p *parser) array() (any, bool) {
	p.at++
	if p.next() == ']' {
		p.at++
		return []any{}, true
	}
	first := len(p.items)
	for {
		v, ok := p.value()
		if !ok {
			return nil, false
		}
		p.items = append(p.items, v)
		c := p.next()
		p.at++
		switch c {
		case ',':
		case ']':
			list := slices.Clone(p.items[first:])
			clear(p.items[first:])
			p.items = p.items[:first]
			return list, true
		default:
			return nil, false
		}
	}
}

func (p *parser) object() (any, bool) {
	p.at++
	if p.next() == '}' {
		p.at++
		return Object{}, true
	}
	first := len(p.members)
	for {
		name, ok := p.name()
		if !ok {
			return nil, false
		}
		v, ok := p.value()
		if !ok {
			return nil, false
		}
		p.members = append(p.members, member{name, v})
		c := p.next()
		p.at++
		switch c {
		case ',':
		case '}':
			return p.objectOf(first)
		default:
			return nil, false
		}
	}
}

// objectOf makes an object of the members from the first on.
func (p *parser) objectOf(first int) (any, bool) {
	members := p.members[first:]
	object := make(Object, len(members))
	for _, m := range members {
		object[m.name] = m.value
	}
	once := len(object) == len(members) // or a name stands there twice
	clear(members)
	p.members = p.members[:first]
	return object, once
}

// name reads the name of a member, with its colon.
func (p *parser) name() (name string, ok bool) {
	if p.next() != '"' {
		return "", false
	}
	text, ok := p.text()
	if !ok || p.next() != ':' {
		return "", false
	}
	p.at++
	return p.names.string(text), true
}

func (p *parser) string() (any, bool) {
	text, ok := p.text()
	if !ok {
		return nil, false
	}
	if len(text) > longestKept {
		return string(text), true
	}
	kept := &p.words[slotOf(text)%uint(len(p.words))]
	if s, is := (*kept).(string); !is || s != string(text) {
		*kept = string(text)
	}
	return *kept, true
}

// slotOf spreads short texts by how they begin and end. It is the same in every process, and
// two texts of one slot cost no more than being made again.
func slotOf(text []byte) uint {
	var begin, end uint64
	if len(text) >= 8 {
		begin, end = binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[len(text)-8:])
	} else {
		for _, c := range text {
			begin = begin<<8 | uint64(c)
		}
	}
	const odd = 0x9e3779b97f4a7c15 // of which the upper half depends on all of what it multiplies
	return uint((begin ^ end*odd + uint64(len(text))) * odd >> 32)
}

// text is what the string says that begins here. It is good until the next is read.
func (p *parser) text() (text []byte, ok bool) {
	rest := p.data[p.at:]
	length, escapes, ascii := closed(rest)
	p.at += length
	switch {
	case length == 0:
		return nil, false
	case escapes:
		return p.unescaped(rest[:length])
	}
	text = rest[1 : length-1]
	return text, ascii || utf8.Valid(text)
}

// unescaped is what a string says that has escapes in it, which nobody has looked at yet.
func (p *parser) unescaped(quoted []byte) (text []byte, ok bool) {
	text, err := jsontext.AppendUnquote(p.buffer[:0], quoted)
	p.buffer = text
	return text, err == nil
}

func (p *parser) number() (any, bool) {
	text := p.data[p.at:][:numberAt(p.data[p.at:])]
	p.at += len(text)
	if len(text) == 0 {
		return nil, false
	}
	if len(text) > longestKept {
		return Number(text), true
	}
	kept := &p.words[slotOf(text)%uint(len(p.words))]
	if n, is := (*kept).(Number); !is || string(n) != string(text) {
		*kept = Number(text)
	}
	return *kept, true
}

// numberAt is the length of the number that a text begins with, 0 where it is none.
func numberAt[T []byte | Number](text T) int {
	at := 0
	has := func(c byte) bool { return at < len(text) && text[at] == c }
	digits := func() bool { // one or more
		begin := at
		for at < len(text) && '0' <= text[at] && text[at] <= '9' {
			at++
		}
		return at > begin
	}
	if has('-') {
		at++
	}
	if has('0') {
		at++
	} else if !digits() {
		return 0
	}
	if has('.') {
		if at++; !digits() {
			return 0
		}
	}
	if has('e') || has('E') {
		if at++; has('+') || has('-') {
			at++
		}
		if !digits() {
			return 0
		}
	}
	return at
}

// ValidNumber reports whether n is a number as JSON writes them.
func ValidNumber(n Number) bool { return n != "" && numberAt(n) == len(n) }
