package reading

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
)

// A text is both files being read.
type text struct {
	*Reader
	said     []*said
	small    map[string]bool // words that are written small somewhere
	large    map[string]bool // words that are written large inside a sentence
	entities []*entity
	player   string
	order    []*entity // those kept, as they are given out
}

// mostSentences is how many sentences are read.
const mostSentences = 1000

// parse cuts the texts into sentences with their phrases.
func (r *Reader) parse(setting, premise string) *text {
	t := &text{Reader: r, small: map[string]bool{}, large: map[string]bool{}}
	for i, body := range []string{setting, premise} {
		blocks := blocksOf(body)
		for at := range blocks {
			b := &blocks[at]
			for n, sentence := range t.cut(b) {
				if len(t.said) < mostSentences {
					t.said = append(t.said, &said{text: sentence, premise: i == 1, block: b, first: n == 0})
				}
			}
		}
	}
	for _, s := range t.said {
		t.cases(s.text)
	}
	for _, s := range t.said {
		s.tokens = t.tagger.Tag(s.text)
		t.correct(s)
		t.label(s)
		s.phrasesOf()
		s.clauses()
		s.odd, s.player = oddOf(s), speaksToPlayer(s)
	}
	return t
}

// cut is a block's sentences.
func (t *text) cut(b *block) []string {
	lead, rest, _ := strings.Cut(b.text, ".")
	if n := strings.LastIndexByte(lead, ' '); lead == b.lead && n > 0 && isLabel(lead[n+1:]) { // "Lab B. Ice cores in racks"
		b.text = lead + ":" + rest
	}
	all := english.Sentences(b.text)
	for i, s := range all { // "And somebody has oiled the lock" is whole without its first word
		if rest, is := strings.CutPrefix(s, "And "); is {
			all[i] = english.SentenceCase(rest)
		}
	}
	return all
}

// cases notes how the words of a sentence are written.
func (t *text) cases(sentence string) {
	for i, word := range strings.Fields(sentence) {
		word = strings.Trim(word, english.Signs+"*[]{}—–-")
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		r, _ := utf8.DecodeRuneInString(word)
		low := strings.ToLower(word)
		t.small[low] = t.small[low] || unicode.IsLower(r)
		t.large[low] = t.large[low] || i > 0 && unicode.IsUpper(r)
	}
}

// mostLabel is how many words stand before a colon that lists what is at a place.
const mostLabel = 4

// label finds what stands before a colon at the beginning of a sentence whose rest is a
// list: "Library: a globe; a gun cabinet". What stands there is no sentence.
func (t *text) label(s *said) {
	before, after, is := strings.Cut(s.text, ":")
	if !is || !s.first || strings.TrimSpace(after) == "" || len(strings.Fields(before)) > mostLabel || strings.ContainsAny(before, ",.;") {
		return
	}
	for _, k := range s.tokens {
		if k.At > len(before) {
			break
		}
		if finite(k.Tag) {
			return
		}
	}
	s.label = before
	for _, k := range s.tokens {
		if k.At > len(before) && finite(k.Tag) {
			return
		}
	}
	s.listed = true
}

// id is a sentence's own.
func (s *said) id(n int) string {
	if s.premise {
		return "premise#" + strconv.Itoa(n)
	}
	return "setting#" + strconv.Itoa(n)
}
