package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes foreign text safe to show anywhere: it takes out control
// characters, terminal escape sequences, bidirectional and invisible
// characters, broken UTF-8 and HTML tags (scripts and styles with what they
// hold), and evens out white space. Blank lines between paragraphs stay. What is
// clean already comes back as it was.
func Clean(text string) string {
	var paragraphs, lines []string
	for line := range strings.Lines(stripTags(stripInvisible(text)) + "\n\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		} else if len(lines) > 0 {
			paragraphs, lines = append(paragraphs, strings.Join(lines, " ")), nil
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// CleanLine is Clean for what must stay on one line, such as a name, and at most
// limit characters long. A longer text ends at a word.
func CleanLine(text string, limit int) string {
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
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == escape || r == '\u009b':
			i += escapeLength(text[i:], size)
			continue
		case r == '\n':
			b.WriteByte('\n')
		case unicode.IsSpace(r):
			if r != '\r' {
				b.WriteByte(' ')
			}
		case r == utf8.RuneError, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), isVariation(r):
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

func isVariation(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0000 && r <= 0xe0fff || r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0
}

// escapeLength is how long a terminal's escape sequence is: CSI to its final
// byte, OSC and its like to their terminator, else the escape and one more.
func escapeLength(text string, size int) int {
	rest := text[size:]
	if size == 1 {
		if rest == "" {
			return size
		}
		kind := rest[0]
		rest, size = rest[1:], size+1
		if strings.IndexByte("]P^_X", kind) >= 0 {
			return size + stringLength(rest)
		}
		if kind != '[' {
			if kind >= utf8.RuneSelf || kind == '\n' {
				return size - 1
			}
			return size
		}
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

// stringLength is the length of an OSC's payload with its terminator. One that is
// not ended within its line is no payload.
func stringLength(rest string) int {
	for n := range len(rest) {
		switch {
		case rest[n] == 7:
			return n + 1
		case rest[n] == escape && strings.HasPrefix(rest[n:], "\x1b\\"):
			return n + 2
		case rest[n] == '\n' || rest[n] == escape:
			return 0
		}
	}
	return 0
}

// stripTags takes tags out in one pass. It never leaves a "<" in front of what
// would make a tag, so nothing can be hidden inside a tag that it removes.
func stripTags(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if n := tagLength(text[i:]); n > 0 {
			i += n
			if len(out) > 0 && out[len(out)-1] != '\n' && out[len(out)-1] != '<' && i < len(text) && isLetter(text[i]) && isLetter(out[len(out)-1]) && breaks(text[i-n:i]) {
				out = append(out, ' ')
			}
			continue
		}
		c := text[i]
		if startsTag(c) {
			for len(out) > 0 && out[len(out)-1] == '<' {
				out = out[:len(out)-1]
			}
		}
		out = append(out, c)
		i++
	}
	return string(out)
}

func startsTag(c byte) bool { return isLetter(c) || c == '/' || c == '!' || c == '?' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// breaks are the tags that stand between words.
func breaks(tag string) bool {
	name := strings.ToLower(strings.Trim(tag, "</>"))
	name, _, _ = strings.Cut(name, " ")
	return oneOf(strings.TrimSuffix(name, "/"), "br p div li td tr h1 h2 h3 h4 hr script style")
}

const longestTag = 2000

func tagLength(text string) int {
	if len(text) < 2 || text[0] != '<' || !startsTag(text[1]) {
		return 0
	}
	for _, name := range []string{"script", "style"} {
		if n := elementLength(text, name); n > 0 {
			return n
		}
	}
	head := text[:min(len(text), longestTag)]
	end := strings.IndexByte(head, '>')
	if end < 0 || strings.IndexByte(head[1:end], '<') >= 0 {
		return 0
	}
	return end + 1
}

// elementLength is the length of an element with all it holds.
func elementLength(text, name string) int {
	if len(text) <= len(name) || !strings.EqualFold(text[1:1+len(name)], name) {
		return 0
	}
	lower := strings.ToLower(text[:min(len(text), 1<<16)])
	end := strings.Index(lower, "</"+name+">")
	if end < 0 || end+len(name)+3 > len(text) {
		return 0
	}
	return end + len(name) + 3
}
