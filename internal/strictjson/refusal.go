package strictjson

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// refusal says why a text is not taken, and how many values it had up to there. It reads
// the text once more, with a decoder that knows where it is and what it expected.
func refusal(data []byte, limits Limits) (values int, err error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data)) // read in place: a Buffer is never written to
	for {
		before := int(dec.InputOffset())
		tok, err := dec.ReadToken()
		if err != nil {
			return values, syntaxError(data, before, err)
		}
		if isValue(dec, tok.Kind()) {
			values++
		}
		end := int(dec.InputOffset())
		switch {
		case limits.Values > 0 && values > limits.Values:
			return values, &LimitError{Offset: end, Of: LimitValues, Most: limits.Values, Pointer: string(dec.StackPointer())}
		case limits.Depth > 0 && dec.StackDepth() > limits.Depth:
			return values, &LimitError{Offset: end, Of: LimitDepth, Most: limits.Depth}
		case dec.StackDepth() == 0:
			after := skipSpace(data, end)
			return values, placed(data, &SyntaxError{Offset: after, Message: "there is more after the JSON value; only white space may follow it"})
		}
	}
}

// isValue reports whether a token that was just read begins a value, or is one: it is no
// bracket that closes and no name of a member.
func isValue(dec *jsontext.Decoder, kind jsontext.Kind) bool {
	switch kind {
	case '{', '[':
		return true
	case '}', ']':
		return false
	}
	within, read := dec.StackIndex(dec.StackDepth())
	return within != '{' || read%2 == 0
}

func syntaxError(data []byte, before int, err error) *SyntaxError {
	at := &SyntaxError{Offset: before, Message: err.Error()}
	syntactic, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		at.Pointer = string(syntactic.JSONPointer)
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at.Offset, at.Message = len(data), tooShort(data)
	case errors.Is(err, jsontext.ErrDuplicateName):
		at.Offset, at.Message = skipToToken(data, before), "this key stands twice in one object"
	case ok:
		at.Offset, at.Message = stop{data, int(syntactic.ByteOffset), syntactic.Err.Error()}.words()
	}
	return placed(data, at)
}

func placed(data []byte, at *SyntaxError) *SyntaxError {
	at.Line, at.Column = Position(data, at.Offset)
	return at
}
