package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
)

// A line is words as they are compared: in small letters, without accents, apostrophes and
// the punctuation of sentences. A sign that is no punctuation is a word of its own, so that
// it is never passed over.
type line struct {
	words  []string
	ends   []int // of each word, the bytes of text behind it
	begins []int
	text   string // what was typed
	whole  string // the words, joined by spaces
	at     []int  // of each word, where it begins in whole
	speech bool   // it is what somebody says to somebody, not what they do
}

func newLine(text string) *line {
	l := &line{text: text}
	l.scan()
	l.join()
	return l
}

// wordsIn are the words of a text, as those of a line are.
func wordsIn(text string) []string {
	l := line{text: text}
	l.scan()
	return l.words
}

// scan finds the words. Those that hold nothing but letters and digits of ASCII are parts of
// the text, in small letters; others are put together.
func (l *line) scan() {
	small := inSmallLetters(l.text)
	most := strings.Count(small, " ") + 2
	l.words, l.begins, l.ends = make([]string, 0, most), make([]int, 0, most), make([]int, 0, most)
	begin, folded := -1, []byte(nil)
	end := func(at int) {
		switch {
		case begin < 0:
		case folded == nil:
			l.add(small[begin:at], begin, at)
		case len(folded) > 0:
			l.add(string(folded), begin, at)
		}
		begin, folded = -1, nil
	}
	for i, r := range l.text {
		switch {
		case r < utf8.RuneSelf && isWord(r) && folded == nil:
			if begin < 0 {
				begin = i
			}
		case isWord(r):
			if begin < 0 {
				begin = i
			}
			if folded == nil {
				folded = append(make([]byte, 0, 16), small[begin:i]...)
			}
			folded = append(folded, english.Fold(r)...)
		case r == '\'', r >= utf8.RuneSelf && (strings.ContainsRune(apostrophes, r) || unicode.Is(unicode.Cf, r)):
			if begin >= 0 && folded == nil {
				folded = append(make([]byte, 0, 16), small[begin:i]...)
			}
		case unicode.IsSpace(r), strings.ContainsRune(punctuation, r):
			end(i)
		default:
			end(i)
			l.add(english.Fold(r), i, i+utf8.RuneLen(r))
		}
	}
	end(len(l.text))
}

// inSmallLetters makes the letters of ASCII small, so that every byte stays where it is.
func inSmallLetters(text string) string {
	if !strings.ContainsAny(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return text
	}
	small := []byte(text)
	for i, b := range small {
		if b >= 'A' && b <= 'Z' {
			small[i] = b | 0x20
		}
	}
	return string(small)
}

func (l *line) add(word string, begin, end int) {
	if short, has := titled[word]; has {
		word = short
	}
	if word != "" {
		l.words, l.begins, l.ends = append(l.words, word), append(l.begins, begin), append(l.ends, end)
	}
}

// Titles are compared in one of their forms.
var titled = map[string]string{"mister": "mr", "mistress": "mrs", "dr": "doctor", "capt": "captain", "prof": "professor", "sgt": "sergeant", "rev": "reverend", "saint": "st"}

const (
	apostrophes = "’ʼ" // beside the plain one
	punctuation = `.,;:!?…"“”„«»()-‐‑–—`
)

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func (l *line) join() {
	l.whole = strings.Join(l.words, " ")
	l.at = make([]int, len(l.words)+1)
	for i, w := range l.words {
		l.at[i+1] = l.at[i] + len(w) + 1
	}
}

// span is some of the words, joined by spaces.
func (l *line) span(from, to int) string {
	if from >= to {
		return ""
	}
	return l.whole[l.at[from] : l.at[to]-1]
}

// typed is what was typed for some of the words.
func (l *line) typed(from, to int) string {
	if from >= to {
		return ""
	}
	return l.text[l.begins[from]:l.ends[to-1]]
}

// key is all the words but the articles: labels are compared by it.
func (l *line) key() string {
	var b strings.Builder
	for _, w := range l.words {
		if !english.OneOf(w, articles) {
			b.WriteString(w)
			b.WriteByte(' ')
		}
	}
	return b.String()
}
