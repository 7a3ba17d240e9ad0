// Package tagger says of each word of an English sentence which part of speech it is, by
// the marks of the Penn treebank: "The/DT dishwasher/NN has/VBZ worked/VBN here/RB".
//
//	t := tagger.Load()
//	for _, token := range t.Tag("The dishwasher has worked here.") {
//		// token.Text, token.Tag
//	}
//
// It is an averaged perceptron whose weights are those of github.com/jdkato/prose/v2, and
// differs from that package in two ways: weights are whole numbers that are added in order,
// so that a text is read the same on every machine and in every run, which sums of floats
// in the order of a map are not; and only the tagger is here, in a megabyte instead of
// seven. internal/tools/lexicon makes the file. To load it costs about 50 milliseconds.
package tagger

import (
	_ "embed"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

// The file's licence stands beside it, in LICENSE-perceptron.
//
//go:embed model.zst
var packed []byte

// A Token is a word or a sign, with its part of speech and where it begins in the text.
type Token struct {
	Text string
	Tag  string
	At   int
}

// A Tagger is immutable and may be used concurrently.
type Tagger struct {
	classes []string
	only    map[string]uint8 // words that are always the same
	weights map[string][]weight
}

type weight struct {
	class uint8
	by    int32
}

// Load reads the weights. Each call makes another.
func Load() *Tagger {
	in, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic("tagger: a reader of what is packed: " + err.Error())
	}
	defer in.Close()
	data, err := in.DecodeAll(packed, nil)
	if err != nil {
		panic("tagger: the data that is part of the program: " + err.Error())
	}
	r := reader{data}
	t := &Tagger{}
	for range r.number() {
		t.classes = append(t.classes, r.text())
	}
	n := r.number()
	t.only = make(map[string]uint8, n)
	for range n {
		word := r.text()
		t.only[word] = uint8(r.number())
	}
	n = r.number()
	t.weights = make(map[string][]weight, n)
	all := make([]weight, 0, 4*n)
	before := ""
	for range n {
		shared := r.number()
		feature := before[:shared] + r.text()
		before = feature
		from := len(all)
		for range r.number() {
			class := uint8(r.number())
			all = append(all, weight{class, int32(r.signed())})
		}
		t.weights[feature] = all[from:len(all):len(all)]
	}
	return t
}

// reader takes the file apart; what is cut short panics, for it is part of the program.
type reader struct{ data []byte }

func (r *reader) number() int {
	n, size := binary.Uvarint(r.data)
	r.data = r.data[size:]
	return int(n)
}

func (r *reader) signed() int64 {
	n, size := binary.Varint(r.data)
	r.data = r.data[size:]
	return n
}

func (r *reader) text() string {
	n := r.number()
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

// Tag cuts a sentence into tokens and says what each is. It costs some microseconds a word.
func (t *Tagger) Tag(sentence string) []Token {
	tokens := Tokens(sentence)
	context := make([]string, 0, len(tokens)+4)
	context = append(context, "-START-", "-START2-")
	for _, token := range tokens {
		context = append(context, normal(token.Text))
	}
	context = append(context, "-END-", "-END2-")
	p1, p2 := "-START-", "-START2-"
	score := make([]int64, len(t.classes))
	for i := range tokens {
		tokens[i].Tag = t.one(i, context, tokens[i].Text, p1, p2, score)
		p2, p1 = p1, tokens[i].Tag
	}
	return tokens
}

func (t *Tagger) one(i int, context []string, word, p1, p2 string, score []int64) string {
	if word == "-" || word == "–" || word == "—" {
		return ":"
	}
	if class, ok := t.only[word]; ok {
		return t.classes[class]
	}
	clear(score)
	for _, feature := range features(i+2, context, word, p1, p2) {
		for _, w := range t.weights[feature] {
			score[w.class] += int64(w.by)
		}
	}
	best := 0
	for class, s := range score {
		if s > score[best] {
			best = class
		}
	}
	return t.classes[best]
}

// features are what the perceptron goes by, in its own words for them.
func features(i int, context []string, word, p1, p2 string) [14]string {
	last := func(s string) string { return s[max(0, len(s)-3):] }
	return [14]string{
		"bias", "i suffix " + last(word), "i pref1 " + word[:1], "i-1 tag " + p1, "i-2 tag " + p2, "i tag+i-2 tag " + p1 + " " + p2,
		"i word " + context[i], "i-1 tag+i word " + p1 + " " + context[i], "i-1 word " + context[i-1], "i-1 suffix " + last(context[i-1]),
		"i-2 word " + context[i-2], "i+1 word " + context[i+1], "i+1 suffix " + last(context[i+1]), "i+2 word " + context[i+2],
	}
}

// normal is a word as its neighbours see it.
func normal(word string) string {
	digits := strings.Trim(word, "0123456789") == ""
	switch {
	case strings.Contains(word, "-") && word[0] != '-':
		return "!HYPHEN"
	case digits && len(word) == 4:
		return "!YEAR"
	case word[0] >= '0' && word[0] <= '9':
		return "!DIGITS"
	}
	return strings.ToLower(word)
}

// Tokens are the words and signs of a sentence. A possessive 's is one of its own, so is
// n't; a full stop belongs to its word where the word is a title or an initial.
func Tokens(sentence string) []Token {
	var all []Token
	add := func(from, to int) {
		if from < to {
			all = append(all, Token{Text: sentence[from:to], At: from})
		}
	}
	at := 0
	for at < len(sentence) {
		r, size := utf8.DecodeRuneInString(sentence[at:])
		if unicode.IsSpace(r) {
			at += size
			continue
		}
		end := at
		for end < len(sentence) {
			r, size := utf8.DecodeRuneInString(sentence[end:])
			if unicode.IsSpace(r) {
				break
			}
			end += size
		}
		word(sentence, at, end, add)
		at = end
	}
	return all
}

const (
	opening = "\"“‘'([{*_`"
	closing = "\"”)]}.,;:!?*_`…"
)

// word takes apart what stands between two spaces.
func word(s string, from, to int, add func(from, to int)) {
	for from < to {
		r, size := utf8.DecodeRuneInString(s[from:to])
		if !strings.ContainsRune(opening, r) || from+size == to {
			break
		}
		add(from, from+size)
		from += size
	}
	end := to
	var signs [][2]int
	for end > from {
		r, size := utf8.DecodeLastRuneInString(s[from:end])
		quote := (r == '’' || r == '\'') && (end-size == from || s[end-size-1] != 's')
		if !strings.ContainsRune(closing, r) && !quote || end-size == from || r == '.' && abbreviated(s[from:end]) {
			break
		}
		signs = append(signs, [2]int{end - size, end})
		end -= size
	}
	parts(s, from, end, add)
	for i := len(signs) - 1; i >= 0; i-- {
		add(signs[i][0], signs[i][1])
	}
}

// parts takes a possessive or a negation off a word, and splits it at a dash.
func parts(s string, from, to int, add func(from, to int)) {
	text := s[from:to]
	for _, dash := range []string{"—", "–", "--"} {
		if i := strings.Index(text, dash); i > 0 {
			parts(s, from, from+i, add)
			add(from+i, from+i+len(dash))
			parts(s, from+i+len(dash), to, add)
			return
		}
	}
	for _, tail := range []string{"'s", "’s", "n't", "n’t", "'ll", "’ll", "'ve", "’ve", "'re", "’re", "'d", "’d"} {
		if strings.HasSuffix(text, tail) && len(text) > len(tail) {
			add(from, to-len(tail))
			add(to-len(tail), to)
			return
		}
	}
	if n := len(text); n > 1 && (strings.HasSuffix(text, "s'") || strings.HasSuffix(text, "s’")) {
		cut := from + strings.LastIndexAny(text, "s") + 1
		add(from, cut)
		add(cut, to)
		return
	}
	add(from, to)
}

// abbreviated reports whether a full stop belongs to the word before it.
func abbreviated(word string) bool {
	bare := strings.TrimSuffix(word, ".")
	switch strings.ToLower(bare) {
	case "mr", "mrs", "ms", "dr", "st", "prof", "rev", "capt", "col", "sgt", "lt", "jr", "sr", "messrs", "no", "vol":
		return true
	}
	return len(bare) == 1 && bare >= "A" && bare <= "Z" || strings.Contains(bare, ".") && len(bare) <= 6
}
