package minilm

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The network's signs have the places in the vocabulary that they had when it was taught.
const (
	padding  = 0
	unknown  = 100
	begin    = 101
	end      = 102
	masked   = 103
	mostWord = 100 // characters of a word that is cut into pieces
)

var signs = map[int]string{padding: "[PAD]", unknown: "[UNK]", begin: "[CLS]", end: "[SEP]", masked: "[MASK]"}

// isSign reports whether a place in the vocabulary is a sign of the network's.
func isSign(at int) bool { return signs[at] != "" }

// inWord stands, in a vocabulary, before a piece that does not begin a word.
const inWord = "##"

// A Tokenizer cuts texts into the pieces of words that the network knows. It is safe for
// concurrent use.
type Tokenizer struct {
	first, further map[string]int32 // the pieces that begin a word, and the others without their mark
	longest        int              // bytes of a piece
}

// NewTokenizer gives the tokenizer of a vocabulary, in the form of vocab.txt: a piece's number is
// its place. The error says what is wrong with the vocabulary.
func NewTokenizer(vocabulary []string) (*Tokenizer, error) {
	t := &Tokenizer{first: make(map[string]int32, len(vocabulary)), further: map[string]int32{}}
	for at, piece := range vocabulary {
		if sign := signs[at]; sign != "" {
			if piece != sign {
				return nil, fmt.Errorf("the vocabulary has %.40q at place %d, where %s is that of MiniLM", piece, at, sign)
			}
			continue // no text has it
		}
		into, bare := t.first, piece
		if rest, is := strings.CutPrefix(piece, inWord); is && rest != "" {
			into, bare = t.further, rest
		}
		if _, twice := into[bare]; twice || bare == "" || slices.Contains([]string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}, bare) {
			return nil, fmt.Errorf("the vocabulary has %.40q at place %d, which is empty, a sign, or there twice", piece, at)
		}
		into[bare] = int32(at)
		t.longest = max(t.longest, len(bare))
	}
	if len(vocabulary) <= masked {
		return nil, fmt.Errorf("the vocabulary has %d pieces: it is not that of MiniLM", len(vocabulary))
	}
	return t, nil
}

// Tokens are the numbers of a text's pieces, between those of its begin and its end: [MostTokens] at
// most, those of the text's end left out. Any bytes may be given. The time is in proportion to what is looked at.
func (t *Tokenizer) Tokens(text string) []int32 {
	tokens := append(make([]int32, 0, min(MostTokens, 2+len(text))), begin)
	eachWord(text, func(word string) bool {
		tokens = t.cut(tokens, word)
		return len(tokens) < MostTokens
	})
	if len(tokens) > MostTokens-1 {
		tokens = tokens[:MostTokens-1]
	}
	return append(tokens, end)
}

// cut adds the pieces of a word: from its begin the longest that is known, and so on from there. A
// word with a part of which nothing is known is unknown as a whole.
func (t *Tokenizer) cut(tokens []int32, word string) []int32 {
	before, pieces := len(tokens), t.first
	if utf8.RuneCountInString(word) > mostWord {
		return append(tokens, unknown)
	}
	for word != "" {
		length := min(len(word), t.longest)
		at, known := pieces[word[:length]]
		for !known && length > 1 {
			length--
			at, known = pieces[word[:length]]
		}
		if !known {
			return append(tokens[:before], unknown)
		}
		tokens, word, pieces = append(tokens, at), word[length:], t.further
	}
	return tokens
}

// eachWord gives the words of a text as the network was taught them: small letters without
// accents; each sign of punctuation, and each Han character, a word of its own.
func eachWord(text string, yield func(word string) bool) {
	var field strings.Builder
	flush := func() bool {
		goOn := field.Len() == 0 || eachPart(field.String(), yield)
		field.Reset()
		return goOn
	}
	for _, r := range text { // a byte that is no UTF-8 comes as U+FFFD
		switch {
		case r == 0, r == unicode.ReplacementChar, isControl(r):
		case unicode.IsSpace(r):
			if !flush() {
				return
			}
		case isHan(r):
			if !flush() {
				return
			}
			field.WriteRune(r)
			if !flush() {
				return
			}
		default:
			field.WriteRune(r)
		}
	}
	flush()
}

// eachPart gives the words of a text without spaces.
func eachPart(text string, yield func(word string) bool) bool {
	var word strings.Builder
	flush := func() bool {
		goOn := word.Len() == 0 || yield(word.String())
		word.Reset()
		return goOn
	}
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case isPunctuation(r):
			if !flush() || !yield(string(r)) {
				return false
			}
		default:
			word.WriteRune(unicode.ToLower(r))
		}
	}
	return flush()
}

// isControl is not unicode.C, which since Go 1.25 has the unassigned ones as well.
func isControl(r rune) bool {
	return r != '\t' && r != '\n' && r != '\r' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

// isPunctuation also takes the signs of ASCII that Unicode calls symbols.
func isPunctuation(r rune) bool {
	return r > ' ' && r < 0x7f && !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') || unicode.Is(unicode.P, r)
}

// isHan has the ranges of the original, which end where they ended when it was written.
func isHan(r rune) bool {
	return r >= 0x4e00 && r <= 0x9fff || r >= 0x3400 && r <= 0x4dbf || r >= 0x20000 && r <= 0x2a6df || r >= 0x2a700 && r <= 0x2b73f ||
		r >= 0x2b740 && r <= 0x2b81f || r >= 0x2b920 && r <= 0x2ceaf || r >= 0xf900 && r <= 0xfaff || r >= 0x2f800 && r <= 0x2fa1f
}
