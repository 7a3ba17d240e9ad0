package strictjson

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Position gives the line and column, both from 1, of a byte offset.
func Position(data []byte, offset int) (line, column int) {
	before := data[:max(0, min(offset, len(data)))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// Locate gives the line and column where the value at an RFC 6901 pointer
// begins. A pointer to something that is not there gives the nearest container
// that is; a text that is not JSON gives the nearest that can be read, 1, 1 at
// worst. One call reads the text once at most, so do not call it for each of
// many values of a large one.
func Locate(data []byte, pointer string) (line, column int) {
	return locate(data, pointer, false)
}

// LocateKey is [Locate] for the key of a member instead of its value.
func LocateKey(data []byte, pointer string) (line, column int) {
	return locate(data, pointer, true)
}

func locate(data []byte, pointer string, wantKey bool) (line, column int) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data))
	path := slices.Collect(jsontext.Pointer(pointer).Tokens())
	at := skipToToken(data, 0)
	for depth, name := range path {
		key, found := enter(dec, name)
		if !found {
			break
		}
		at = skipToToken(data, int(dec.InputOffset()))
		if wantKey && depth == len(path)-1 && key >= 0 {
			at = skipToToken(data, key)
		}
	}
	return Position(data, at)
}

// enter reads into the container that comes next, up to the member or element
// of that name. It gives the offset before the member's key, or -1 in an array.
func enter(dec *jsontext.Decoder, name string) (key int, found bool) {
	open, err := dec.ReadToken()
	if err != nil {
		return -1, false
	}
	switch open.Kind() {
	case '{':
		return enterMember(dec, name)
	case '[':
		return -1, enterElement(dec, name)
	}
	return -1, false
}

func enterMember(dec *jsontext.Decoder, name string) (key int, found bool) {
	for dec.PeekKind() == '"' {
		key := int(dec.InputOffset())
		tok, err := dec.ReadToken()
		if err != nil {
			return -1, false
		}
		if tok.String() == name {
			return key, true
		}
		if dec.SkipValue() != nil {
			return -1, false
		}
	}
	return -1, false
}

func enterElement(dec *jsontext.Decoder, name string) bool {
	index, err := strconv.Atoi(name)
	if err != nil || index < 0 {
		return false
	}
	for range index {
		if dec.PeekKind() == ']' || dec.SkipValue() != nil {
			return false
		}
	}
	kind := dec.PeekKind()
	return kind != ']' && kind != jsontext.KindInvalid
}

// skipToToken steps over the white space and punctuation that the decoder
// leaves before the token it reads next.
func skipToToken(data []byte, offset int) int {
	for offset < len(data) && bytes.IndexByte([]byte(" \t\r\n,:"), data[offset]) >= 0 {
		offset++
	}
	return offset
}

// ElementLines gives the lines, from 1, on which the elements begin of an array that is a
// member of the object that a text is. It is for a text that
// [Parse] has read.
func ElementLines(data []byte, member string) (lines []int) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	if _, found := enter(dec, member); !found || dec.PeekKind() != '[' {
		return nil
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	line, counted := 1, 0
	for kind := dec.PeekKind(); kind != ']' && kind != jsontext.KindInvalid; kind = dec.PeekKind() {
		at := skipToToken(data, int(dec.InputOffset()))
		line, counted = line+bytes.Count(data[counted:at], []byte("\n")), at
		lines = append(lines, line)
		if dec.SkipValue() != nil {
			break
		}
	}
	return lines
}

// MemberNames gives the names of an object that is a member of the object that a text is, in
// the order in which they stand there. It is for a text that Parse has read.
func MemberNames(data []byte, member string) (names []string) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	if _, found := enter(dec, member); !found || dec.PeekKind() != '{' {
		return nil
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			break
		}
		names = append(names, name.String())
		if dec.SkipValue() != nil {
			break
		}
	}
	return names
}

// Names gives the names of every object in a text, in the order in which they stand there, by the
// pointer to the object. It is for a text that [Parse] has read.
func Names(data []byte) map[string][]string {
	all := map[string][]string{}
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return all
		}
		if in, read := dec.StackIndex(dec.StackDepth()); in == '{' && read%2 == 1 { // names and values are counted
			object := dec.StackPointer().Parent()
			all[string(object)] = append(all[string(object)], token.String())
		}
	}
}
