package strictjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A stop is where the decoder gave up: what it says there is true, but speaks of
// characters. The words made of it say what somebody did, and what to write
// instead; that may have begun before the character.
type stop struct {
	data   []byte
	offset int
	reason string // the decoder's
}

// words gives the offset of the mistake and the sentence about it.
func (s stop) words() (offset int, message string) {
	if message := s.otherFormat(); message != "" {
		return s.first(), message
	}
	switch {
	case strings.HasPrefix(s.reason, "exceeded max depth"):
		return s.offset, "the nesting is deeper than 10,000 levels"
	case s.reason == "invalid UTF-8":
		return s.offset, "a byte here is not UTF-8; write the text as UTF-8"
	case strings.HasPrefix(s.reason, "invalid surrogate pair"):
		return s.offset, "this escape is half of a pair (\\ud800 to \\udfff); write both halves, or the character itself"
	case strings.HasPrefix(s.reason, "invalid escape sequence"):
		return s.offset, fmt.Sprintf("%s is no escape of JSON; for a backslash write \\\\", strings.ReplaceAll(quoted(s.data[s.offset:], 2), `\\`, `\`))
	case strings.Contains(s.reason, "in string"):
		return s.offset, s.controlCharacter()
	case strings.HasPrefix(s.reason, "missing value"):
		return s.offset, "a value is missing after the colon"
	case strings.Contains(s.reason, "must be a string"):
		return s.offset, "a key must be a string in double quotes"
	}
	return s.token()
}

// tooShort explains a text that ends before its value does.
func tooShort(data []byte) string {
	if skipSpace(data, 0) == len(data) {
		return "the text is empty"
	}
	return "the text ends too early; its end may have been cut off"
}

func (s stop) first() int { return skipSpace(s.data, 0) }

func skipSpace(data []byte, offset int) int {
	return len(data) - len(bytes.TrimLeft(data[offset:], " \t\r\n"))
}

// otherFormat recognises a text that never was JSON, or is JSON within something
// else. A decoder stops there within its first characters.
func (s stop) otherFormat() string {
	text := s.data[s.first():]
	letter, _ := utf8.DecodeRune(text)
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return "the text begins with a byte order mark; write it as UTF-8 without one"
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")), s.offset < 2 && len(text) > 1 && (text[0] == 0) != (text[1] == 0):
		return "the text looks like UTF-16; write it as UTF-8"
	case bytes.HasPrefix(text, []byte("```")):
		return "the text begins with a Markdown code fence; leave out the lines of ``` around the JSON"
	case bytes.HasPrefix(text, []byte("<")):
		return "the text looks like HTML or XML, not JSON"
	case beginsAsYAML(text):
		return "the text looks like YAML; write it as JSON"
	case unicode.IsLetter(letter) && meantWord(wordAt(text)) == "":
		return fmt.Sprintf("the text begins with %q, not with JSON", cutShort(string(wordAt(text))))
	}
	return ""
}

// beginsAsYAML reports whether a text begins with a document's dashes or with a
// key that stands without quotes.
func beginsAsYAML(text []byte) bool {
	rest, dashes := bytes.CutPrefix(text, []byte("---"))
	if !dashes {
		key := text[:len(text)-len(bytes.TrimLeftFunc(text, isPlainKey))]
		rest = bytes.TrimPrefix(text[len(key):], []byte(":"))
		if len(key) == 0 || len(key)+len(rest) == len(text) {
			return false
		}
	}
	return len(rest) == 0 && !dashes || len(rest) > 0 && strings.IndexByte(" \t\r\n\f\v", rest[0]) >= 0
}

func isPlainKey(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '_' || r == '-'
}

func withArticle(kind string) string {
	switch kind {
	case "null":
		return kind
	case "array", "object":
		return "an " + kind
	}
	return "a " + kind
}

func (s stop) controlCharacter() string {
	switch c := s.data[min(s.offset, len(s.data)-1)]; c {
	case '\n', '\r':
		return "a string is not closed on its line; a line break inside one is written \\n"
	case '\t':
		return "a tab inside a string is written \\t"
	default:
		return fmt.Sprintf("a control character inside a string is written as an escape, this one \\u%04x", c)
	}
}

// token explains what stands where something else was expected.
func (s stop) token() (offset int, message string) {
	rest := s.data[min(s.offset, len(s.data)):]
	start := s.offset - len(wordBefore(s.data[:s.offset]))
	word := wordAt(s.data[start:])
	if len(word) > 0 && !strings.Contains(s.reason, "after object name") {
		if message := s.word(word, s.data[start+len(word):]); message != "" {
			return start, message
		}
	}
	r, _ := utf8.DecodeRune(rest)
	switch {
	case r == ',':
		return s.offset, s.comma(rest)
	case bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")), r == '#':
		return s.offset, "JSON has no comments; leave this one out"
	case strings.ContainsRune("'`‘’“”„«»", r):
		return s.offset, fmt.Sprintf("strings and keys stand in double quotes (\"), not in %c", r)
	case strings.Contains(s.reason, "after object name"):
		return s.offset, fmt.Sprintf("expected \":\" after the key, found %s", quoted(rest, 1))
	case strings.ContainsRune("}]", r):
		return s.offset, fmt.Sprintf("%s stands where a value, or the end of another bracket, was expected", quoted(rest, 1))
	case strings.Contains(s.reason, "(expecting ',' or"):
		return s.offset, s.separator(rest, r)
	}
	return s.offset, fmt.Sprintf("expected a value, found %s", quoted(rest, 1))
}

// comma explains a comma that no value follows.
func (s stop) comma(rest []byte) string {
	after := rest[skipSpace(rest, 1):]
	if len(after) > 0 && strings.IndexByte("}]", after[0]) >= 0 {
		return fmt.Sprintf("a comma stands before the closing %s; leave it out", quoted(after, 1))
	}
	return "a comma stands where a value was expected"
}

// separator explains what follows a value instead of a comma or the end.
func (s stop) separator(rest []byte, r rune) string {
	end := `"}"`
	if strings.Contains(s.reason, "']'") {
		end = `"]"`
	}
	if strings.ContainsRune(`"{[`, r) || unicode.IsDigit(r) {
		return "a comma is missing before this"
	}
	return fmt.Sprintf("expected \",\" or %s, found %s", end, quoted(rest, 1))
}

// word explains a bare word or number.
func (s stop) word(word, after []byte) string {
	text := string(word)
	if strings.IndexByte("+-.0123456789", word[0]) >= 0 && !strings.HasSuffix(strings.ToLower(text), "infinity") {
		if strings.Trim(text, ".") == "" {
			return fmt.Sprintf("%q stands where a value was expected", text)
		}
		if json.Valid(word) {
			return "" // a sound number in the wrong place
		}
		return fmt.Sprintf("%q is no number of JSON; numbers are written as 7, -7, 0.5 or 1e3", cutShort(text))
	}
	if next := skipSpace(after, 0); next < len(after) && after[next] == ':' {
		return fmt.Sprintf("the key %q needs double quotes around it", cutShort(text))
	}
	if meant := meantWord(word); meant != "" {
		return fmt.Sprintf("%q is not JSON; %s", text, meant)
	}
	return fmt.Sprintf("%q stands where a value was expected; a string needs double quotes around it", cutShort(text))
}

// meantWord says what to write for a word of other languages, or "".
func meantWord(word []byte) string {
	switch strings.ToLower(strings.TrimLeft(string(word), "+-")) {
	case "true", "false", "null":
		return "write it " + strings.ToLower(string(word))
	case "none", "nil", "undefined":
		return "write null"
	case "nan", "inf", "infinity":
		return "it has no such number, so write null"
	}
	return ""
}

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_$+-.", r)
}

func wordAt(data []byte) []byte {
	if end := bytes.IndexFunc(data, func(r rune) bool { return !isWord(r) }); end >= 0 {
		return data[:end]
	}
	return data
}

// wordBefore is the part of a word that the decoder read before it gave up.
func wordBefore(data []byte) []byte {
	return data[bytes.LastIndexFunc(data, func(r rune) bool { return !isWord(r) })+1:]
}

// cutShort keeps a long word from filling a message.
func cutShort(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// quoted shows the first characters of a text, with what would act on a terminal
// as escapes.
func quoted(text []byte, characters int) string {
	end := 0
	for range characters {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	switch {
	case end == 0:
		return "the end"
	case text[0] == '"':
		return "a double quote"
	}
	return strconv.Quote(string(text[:end]))
}
