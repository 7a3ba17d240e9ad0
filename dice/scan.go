package dice

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner reads the words of a formula. Words depend on where they stand ("d" is
// dice after a number and "drop" after dice), so the parser asks for what it
// wants instead of getting tokens.
type scanner struct {
	source string
	at     int
}

func (s *scanner) skipSpace() {
	for s.at < len(s.source) && strings.IndexByte(" \t", s.source[s.at]) >= 0 {
		s.at++
	}
}

// peek is the next byte after spaces, in lower case; 0 at the end.
func (s *scanner) peek() byte {
	s.skipSpace()
	return lower(s.next(0))
}

// next is a byte further on, spaces included; 0 past the end.
func (s *scanner) next(ahead int) byte {
	if s.at+ahead >= len(s.source) {
		return 0
	}
	return s.source[s.at+ahead]
}

// take steps over one of the given words, the first that fits. Put longer words
// before their beginnings.
func (s *scanner) take(words ...string) string {
	s.skipSpace()
	for _, word := range words {
		if len(s.source)-s.at >= len(word) && strings.EqualFold(s.source[s.at:s.at+len(word)], word) {
			s.at += len(word)
			return word
		}
	}
	return ""
}

// number reads digits.
func (s *scanner) number() (int64, error) {
	s.skipSpace()
	start := s.at
	for isDigit(s.next(0)) {
		s.at++
	}
	text := s.source[start:s.at]
	if text == "" {
		return 0, s.unexpected("a number")
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > MaxValue {
		return 0, s.fail(start, "the number is too large", fmt.Sprintf("at most %d", int64(MaxValue)))
	}
	return n, nil
}

// word reads what belongs to a word.
func (s *scanner) word(belongs func(rune) bool) string {
	s.skipSpace()
	start := s.at
	for s.at < len(s.source) {
		r, size := utf8.DecodeRuneInString(s.source[s.at:])
		if !belongs(r) {
			break
		}
		s.at += size
	}
	return s.source[start:s.at]
}

func inName(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// unexpected is the error of meeting what the scanner stands at.
func (s *scanner) unexpected(expected string) *Error {
	s.skipSpace()
	if s.at == len(s.source) {
		return s.fail(s.at, "the formula ends too early", expected)
	}
	r, size := utf8.DecodeRuneInString(s.source[s.at:])
	if r == utf8.RuneError && size == 1 {
		return s.fail(s.at, "the text is not UTF-8", expected)
	}
	return s.fail(s.at, fmt.Sprintf("unexpected %q", r), expected)
}

func (s *scanner) fail(at int, message, expected string) *Error {
	return &Error{Source: s.source, Offset: at, Message: message, Expected: expected}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
