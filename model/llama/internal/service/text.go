package service

import (
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/model"
)

var errNotUTF8 = &model.Error{Kind: model.Malformed, Message: "the model wrote bytes that are no UTF-8"}

// runes makes whole characters of bytes.
type runes struct{ held []byte }

// add takes bytes, and gives the characters that are whole with them.
func (r *runes) add(bytes []byte) (string, error) {
	r.held = append(r.held, bytes...)
	whole := 0
	for whole < len(r.held) && utf8.FullRune(r.held[whole:]) {
		c, size := utf8.DecodeRune(r.held[whole:])
		if c == utf8.RuneError && size <= 1 {
			return "", errNotUTF8
		}
		whole += size
	}
	text := string(r.held[:whole])
	r.held = append(r.held[:0], r.held[whole:]...)
	return text, nil
}

// begun reports whether a character is not whole yet.
func (r *runes) begun() bool { return len(r.held) > 0 }

// A stop finds out that one of some texts has come, however it is cut into pieces.
type stop struct {
	words   []string
	longest int
	tail    string
}

func newStop(words []string) *stop {
	s := &stop{words: words}
	for _, word := range words {
		s.longest = max(s.longest, len(word))
	}
	return s
}

func (s *stop) comes(piece string) bool {
	if s.longest == 0 || piece == "" {
		return false
	}
	s.tail += piece
	for _, word := range s.words {
		if strings.Contains(s.tail, word) {
			return true
		}
	}
	s.tail = s.tail[max(0, len(s.tail)-s.longest+1):]
	return false
}
