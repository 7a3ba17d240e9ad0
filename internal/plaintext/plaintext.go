// Package plaintext makes text from anywhere safe to show: a campaign's, a third
// party's, a player's, a model's.
//
//	plaintext.Clean("\x1b[31mred\x1b[0m <b>oil</b>")   // "red oil"
//	plaintext.Line("the long way to the quay", 13)      // "the long way"
package plaintext

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
)

// Clean makes foreign text safe to show anywhere: it takes out control
// characters, terminal escape sequences, bidirectional and invisible
// characters, broken UTF-8 and HTML tags (scripts and styles with what they
// hold), combining marks that are heaped on one letter, and evens out white space.
// Blank lines between paragraphs stay. What is clean already comes back as it was.
func Clean(text string) string {
	text = unheaped(stripTags(stripInvisible(text)))
	var clean strings.Builder
	clean.Grow(len(text))
	space := "" // in front of the next word
	for line := range strings.Lines(text) {
		blank := true
		for word := range strings.FieldsSeq(line) {
			clean.WriteString(space)
			clean.WriteString(word)
			space, blank = " ", false
		}
		if blank && clean.Len() > 0 {
			space = "\n\n"
		}
	}
	return clean.String()
}

// Visible is the part of [Clean] that takes out what is not to be seen, or acts on a
// terminal: tags and white space stay as they are, but for carriage returns. replace says
// what stands for a character that is left, or -1 for nothing; marks are counted after it.
func Visible(text string, replace func(rune) rune) string {
	return unheaped(strings.Map(replace, stripInvisible(text)))
}

// Escape leaves nothing out: what is not to be seen, or acts on a terminal, is written as
// JSON escapes it. Of JSON it makes the same JSON. The text is valid UTF-8.
func Escape(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	marks := mostMarks // on the letter before
	for _, r := range text {
		if isMark(r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case unicode.IsPrint(r) && !isUnseen(r) && marks <= mostMarks:
			b.WriteRune(r)
		default:
			b.WriteString(Escaped(r))
		}
	}
	return b.String()
}

// Escaped is a character as JSON writes it in ASCII, whatever it is.
func Escaped(r rune) string {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Begin is the beginning of a text, of so many bytes at most and in whole characters.
func Begin(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// Line is Clean for what must stay on one line, such as a name, and at most limit
// characters long. A longer text ends at a word.
func Line(text string, limit int) string {
	text = strings.Join(strings.Fields(Clean(text)), " ")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)[:limit]
	cut := string(runes)
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:")
}

const escape = '\x1b'

// stripInvisible leaves letters, signs, spaces and paragraph breaks. A line
// break inside a paragraph becomes a space.
func stripInvisible(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == escape || r == '\u009b' || startsString(r, text[i+size:]):
			i += escapeLength(text[i:], r, size)
			continue
		case r == '\n':
			b.WriteByte('\n')
		case unicode.IsSpace(r):
			if r != '\r' {
				b.WriteByte(' ')
			}
		case r == utf8.RuneError, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), isUnseen(r):
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// isPlain reports whether a text is of signs that a typewriter has.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < ' ' || c > '~') && c != '\n' {
			return false
		}
	}
	return true
}

// mostMarks is how many combining marks stand on one letter: enough for every script, too
// few to leave the line.
const mostMarks = 4

// unheaped leaves out the marks on a letter that are more, and those on nothing.
func unheaped(text string) string {
	if !strings.ContainsFunc(text, isMark) {
		return text
	}
	marks := mostMarks
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			marks = mostMarks
		case !isMark(r):
			marks = 0
		case marks == mostMarks:
			return -1
		default:
			marks++
		}
		return r
	}, text)
}

func isMark(r rune) bool { return r >= 0x300 && unicode.Is(unicode.M, r) }

// isUnseen reports whether a character that is no format character is not seen either: it
// picks the form of another, joins, or fills.
func isUnseen(r rune) bool {
	return r >= 0x34f && unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// startsString reports whether a C1 control character begins an OSC or a DCS, which
// both go on with a number. Text in a wrong encoding has such characters, too, where
// typographic quotation marks were.
func startsString(r rune, rest string) bool {
	return (r == '\u009d' || r == '\u0090') && rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

// escapeLength is how long a terminal's escape sequence is: CSI to its final
// byte, OSC and its like to their terminator, else the escape and one more.
func escapeLength(text string, r rune, size int) int {
	rest := text[size:]
	if r == escape {
		if rest == "" {
			return size
		}
		kind := rest[0]
		rest, size = rest[1:], size+1
		if strings.IndexByte("]P^_X", kind) >= 0 {
			return size + stringLength(rest)
		}
		if kind != '[' {
			if kind >= utf8.RuneSelf || kind == '\n' || kind == escape {
				return size - 1
			}
			return size
		}
	} else if r != '\u009b' {
		return size + stringLength(rest)
	}
	for n := 0; n < len(rest) && n < 64; n++ {
		switch c := rest[n]; {
		case c >= 0x40 && c <= 0x7e:
			return size + n + 1
		case c < 0x20 || c > 0x7e:
			return size + n
		}
	}
	return size
}

// stringLength is the length of an OSC's payload with its terminator. As on a
// terminal, what is not terminated goes on to the next escape; here it ends with its
// line at the latest.
func stringLength(rest string) int {
	for n := range len(rest) {
		switch {
		case rest[n] == 7:
			return n + 1
		case strings.HasPrefix(rest[n:], "\x1b\\"), strings.HasPrefix(rest[n:], "\u009c"):
			return n + 2
		case rest[n] == '\n' || rest[n] == escape:
			return n
		}
	}
	return len(rest)
}

// stripTags takes tags out in one pass. It never leaves a "<" in front of what
// would make a tag, so nothing can be hidden inside a tag that it removes.
func stripTags(text string) string {
	if strings.IndexByte(text, '<') < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	lower := lowerASCII(text)
	elements := []*element{{name: "script", end: "</script>", next: -1}, {name: "style", end: "</style>", next: -1}}
	for i := 0; i < len(text); {
		if n := tagLength(lower, i, elements); n > 0 {
			if parts(lower[i:i+n], out, text[i+n:]) {
				out = append(out, ' ')
			}
			i += n
			continue
		}
		if startsTag(text[i]) {
			out = bytes.TrimRight(out, "<")
		}
		out = append(out, text[i])
		i++
	}
	return string(out)
}

// parts reports whether a tag stands between two words that would otherwise
// become one.
func parts(tag string, before []byte, after string) bool {
	if len(before) == 0 || after == "" || !isLetter(before[len(before)-1]) || !isLetter(after[0]) {
		return false
	}
	name, _, _ := strings.Cut(strings.Trim(tag, "</>"), " ")
	return english.OneOf(strings.TrimSuffix(name, "/"), "br p div li td tr h1 h2 h3 h4 hr")
}

// lowerASCII keeps every byte where it was, which strings.ToLower does not.
func lowerASCII(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

func startsTag(c byte) bool { return isLetter(c) || c == '/' || c == '!' || c == '?' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// The longest tag, and the longest script or style, that is taken out whole. Of a
// longer one only the tags are.
const (
	longestTag     = 2000
	longestElement = 8000
)

// An element is one that is taken out with what it holds.
type element struct {
	name, end string
	next      int // where its end stands next, as far as was looked
}

// length is that of an element which begins in front of its name, or 0. Its end is looked
// for once, however many of them begin before it.
func (e *element) length(text string, at int) int {
	if !strings.HasPrefix(text[at+1:], e.name) {
		return 0
	}
	if e.next < at {
		e.next = len(text)
		if n := strings.Index(text[at:], e.end); n >= 0 {
			e.next = at + n
		}
	}
	if n := e.next + len(e.end) - at; n <= min(longestElement, len(text)-at) {
		return n
	}
	return 0
}

// tagLength is the length of the tag that begins at a place of a text in small letters, of
// a script or a style with all it holds, or 0.
func tagLength(text string, at int, elements []*element) int {
	if len(text)-at < 2 || text[at] != '<' || !startsTag(text[at+1]) {
		return 0
	}
	for _, e := range elements {
		if n := e.length(text, at); n > 0 {
			return n
		}
	}
	head := text[at:min(len(text), at+longestTag)]
	end := strings.IndexByte(head, '>')
	if end < 0 || strings.IndexByte(head[1:end], '<') >= 0 {
		return 0
	}
	return end + 1
}

// Emphasis puts marks in the place of Markdown's asterisks around words, as authors write the
// names of ships.
func Emphasis(text, begin, end string) string {
	if strings.Count(text, "*") < 2 {
		return text
	}
	var b strings.Builder
	for {
		before, rest, opens := strings.Cut(text, "*")
		words, after, closes := strings.Cut(rest, "*")
		switch {
		case !opens || !closes:
			return b.String() + text
		case words == "" || words != strings.TrimSpace(words):
			b.WriteString(before + "*")
			text = rest
		default:
			b.WriteString(before + begin + words + end)
			text = after
		}
	}
}
