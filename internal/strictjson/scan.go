package strictjson

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A Scanner goes over a text that should be what [Append] writes, and makes nothing of what
// it need not. Where the text is anything else it gives up: its methods then take nothing
// more, and [Scanner.Sound] says so. What it gives up may be JSON all the same; that, and
// what is wrong, [Parse] says. Names that are written with an escape it always gives up.
//
//	s.Begin(data, 100)
//	s.Expect(`{"name":`)
//	name := s.Text()
//	s.Expect("}")
//	s.End()
//
// A Scanner is for one goroutine at a time. One that is used again keeps short texts that it
// met, so that they are made once.
type Scanner struct {
	data   []byte
	at     int
	depth  int // of arrays and objects that [Scanner.Value] may still go into
	failed bool
	traits Traits // of the value being read
	names  names
}

// Traits are what a value holds.
type Traits uint8

// What may be in a value, at any depth.
const (
	HasNull   Traits = 1 << iota
	HasOther         // a number that is no int64 in plain digits
	HasEscape        // a string with an escape in it
)

// Begin begins a text, whose values may have so many levels of arrays and objects.
func (s *Scanner) Begin(data []byte, depth int) {
	s.data, s.at, s.depth, s.failed = data, 0, depth, false
}

// Sound reports whether everything was as it should be so far.
func (s *Scanner) Sound() bool { return !s.failed }

// Must gives up unless something is so.
func (s *Scanner) Must(be bool) { s.failed = s.failed || !be }

// At is the offset of what comes next.
func (s *Scanner) At() int { return s.at }

// Next is the byte that comes next, 0 where none does.
func (s *Scanner) Next() byte {
	if s.failed || s.at >= len(s.data) {
		return 0
	}
	return s.data[s.at]
}

// Take takes a text if it comes next.
func (s *Scanner) Take(text string) bool {
	if s.failed || len(s.data)-s.at < len(text) || string(s.data[s.at:s.at+len(text)]) != text {
		return false
	}
	s.at += len(text)
	return true
}

// Expect is [Scanner.Take] for what must come next.
func (s *Scanner) Expect(text string) { s.Must(s.Take(text)) }

// End gives up unless the text ends here.
func (s *Scanner) End() { s.Must(s.at == len(s.data)) }

// Text is the string that comes next.
func (s *Scanner) Text() string {
	quoted, escapes := s.Quoted()
	switch {
	case s.failed:
		return ""
	case escapes:
		text, err := jsontext.AppendUnquote(nil, quoted)
		s.Must(err == nil)
		return string(text)
	}
	return s.names.string(quoted[1 : len(quoted)-1])
}

// Integer is the number that comes next, an int64 in plain digits.
func (s *Scanner) Integer() int64 {
	length := s.number()
	digits := s.data[s.at : s.at+length]
	s.at += length
	n, err := strconv.ParseInt(string(digits), 10, 64)
	s.Must(err == nil && string(digits) != "-0")
	return n
}

// Name is the name of a member that comes next, without its colon, which must come after
// the last one; nil is the last of the first. It stands in the text.
func (s *Scanner) Name(last []byte) []byte {
	quoted, escapes := s.Quoted()
	if s.failed || escapes || s.Next() != ':' {
		s.failed = true
		return nil
	}
	s.at++
	name := quoted[1 : len(quoted)-1]
	s.Must(last == nil || string(last) < string(name))
	return name
}

// Value goes over the value that comes next.
func (s *Scanner) Value() Traits {
	s.traits = 0
	if !s.failed {
		s.failed = !s.value(s.depth)
	}
	return s.traits
}

func (s *Scanner) value(depth int) bool {
	if s.at >= len(s.data) {
		return false
	}
	switch s.data[s.at] {
	case '"':
		_, escapes := s.Quoted()
		if escapes {
			s.traits |= HasEscape
		}
		return !s.failed
	case '{':
		return depth > 0 && s.object(depth-1)
	case '[':
		return depth > 0 && s.array(depth-1)
	case 'n':
		s.traits |= HasNull
		return s.Take("null")
	case 't':
		return s.Take("true")
	case 'f':
		return s.Take("false")
	}
	s.at += s.number()
	return !s.failed
}

func (s *Scanner) object(depth int) bool {
	s.at++
	if s.Next() == '}' {
		s.at++
		return true
	}
	for last := []byte(nil); ; s.at++ {
		if last = s.Name(last); s.failed || !s.value(depth) {
			return false
		}
		switch s.Next() {
		case ',':
		case '}':
			s.at++
			return true
		default:
			return false
		}
	}
}

func (s *Scanner) array(depth int) bool {
	s.at++
	if s.Next() == ']' {
		s.at++
		return true
	}
	for ; ; s.at++ {
		if !s.value(depth) {
			return false
		}
		switch s.Next() {
		case ',':
		case ']':
			s.at++
			return true
		default:
			return false
		}
	}
}

// Quoted is the string that comes next, as it stands in the text, and whether that is with
// escapes.
func (s *Scanner) Quoted() (quoted []byte, escapes bool) {
	if s.Next() != '"' {
		s.failed = true
		return nil, false
	}
	rest := s.data[s.at:]
	length, escapes, ascii := closed(rest)
	quoted = rest[:length]
	if length == 0 || !ascii && !utf8.Valid(quoted) || escapes && !escapedAsWritten(quoted) {
		s.failed = true
		return nil, false
	}
	s.at += length
	return quoted, escapes
}

// number is the length of the number that comes next.
func (s *Scanner) number() int {
	rest := s.data[s.at:]
	at := 0
	if len(rest) > 0 && rest[0] == '-' {
		at++
	}
	first := at
	for at < len(rest) && '0' <= rest[at] && rest[at] <= '9' {
		at++
	}
	digits := at - first
	if at < len(rest) && (rest[at] == '.' || rest[at]|0x20 == 'e') || digits > 1 && rest[first] == '0' {
		at = numberAt(rest)
		s.traits |= HasOther
	}
	switch {
	case digits == 0:
		s.failed = true
		return 0
	case first == 1 && digits == 1 && rest[1] == '0': // -0
		s.traits |= HasOther
	case digits > 18:
		if _, err := strconv.ParseInt(string(rest[:at]), 10, 64); err != nil {
			s.traits |= HasOther
		}
	}
	return at
}

// escapedAsWritten reports whether the escapes of a string are those that Append writes.
func escapedAsWritten(quoted []byte) bool {
	for {
		at := bytes.IndexByte(quoted, '\\')
		if at < 0 {
			return true
		}
		switch quoted = quoted[at+1:]; quoted[0] { // a quote follows, at least
		case '"', '\\', 'b', 'f', 'n', 'r', 't':
			quoted = quoted[1:]
		case 'u': // what has no shorter form
			if len(quoted) < 6 || string(quoted[1:3]) != "00" || strings.IndexByte(controls[quoted[3]&1], quoted[4]) < 0 || quoted[3]&^1 != '0' {
				return false
			}
			quoted = quoted[5:]
		default:
			return false
		}
	}
}

// controls are the last digits of the control characters of U+000x and U+001x that have no
// letter for an escape.
var controls = [2]string{"01234567bef", "0123456789abcdef"}

const (
	each   = 0x0101010101010101 // times a byte: that byte eight times
	eighth = 0x80 * each        // the highest bit of each of eight bytes
)

// closed finds where the string ends that a text begins with: its length with both quotes,
// 0 where it does not end or holds a control character. Escapes it steps over and does not
// look at.
func closed(text []byte) (length int, escapes, ascii bool) {
	at, seen := 1, uint64(0)
	for at < len(text) {
		if at+8 <= len(text) {
			eight := binary.LittleEndian.Uint64(text[at:])
			seen |= eight
			// The lowest bit that is set here is in the first byte that is a quote, a
			// backslash or less than a space.
			quote, backslash := eight^('"'*each), eight^('\\'*each)
			stop := ((quote-each)&^quote | (backslash-each)&^backslash | (eight-' '*each)&^eight) & eighth
			if stop == 0 {
				at += 8
				continue
			}
			at += bits.TrailingZeros64(stop) / 8
		}
		switch c := text[at]; {
		case c == '"':
			return at + 1, escapes, seen&eighth == 0
		case c == '\\':
			escapes = true
			at += 2
		case c < ' ':
			return 0, false, false
		default:
			seen |= uint64(c)
			at++
		}
	}
	return 0, false, false
}
