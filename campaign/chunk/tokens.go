package chunk

import (
	"strings"
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"
)

// vocabulary is built once, when it is first needed; it never changes.
var vocabulary = sync.OnceValue(codec.NewCl100kBase)

// longestToken is the length in bytes of the longest token there is, so that a
// text has at least one token for each so many bytes.
const longestToken = 128

// Tokens counts the tokens of cl100k_base in a text.
func Tokens(text string) (tokens int) {
	for len(text) > 0 {
		end := parts(text)
		tokens += partTokens(text[:end])
		text = text[end:]
	}
	return tokens
}

// parts is where the first part of a text ends that can be counted by itself: behind a
// letter, before a space with a letter behind it. The encoding cuts a text into words
// before it makes tokens of them. Of its patterns those that take a letter end with one,
// so that a word ends there whatever comes before, and the next begins with the space.
func parts(text string) (end int) {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == ' ' && isLetter(text[i-1]) && isLetter(text[i+1]) {
			return i
		}
	}
	return len(text)
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// known are how many tokens parts have that came up: most of a text are words that come
// up again.
var known = struct {
	sync.RWMutex
	tokens map[string]uint8
}{tokens: map[string]uint8{}}

// What is remembered: some 2 MB at most.
const (
	longestKnown = 24
	mostKnown    = 40_000
)

func partTokens(part string) int {
	if len(part) > longestKnown {
		return count(part)
	}
	known.RLock()
	n, is := known.tokens[part]
	known.RUnlock()
	if is {
		return int(n)
	}
	tokens := count(part)
	known.Lock()
	defer known.Unlock()
	if len(known.tokens) < mostKnown {
		known.tokens[strings.Clone(part)] = uint8(tokens) // at most one a byte
	}
	return tokens
}

func count(text string) int {
	n, err := vocabulary().Count(text)
	if err != nil { // only where its time limit for matching is set, which it is not
		panic("chunk: " + err.Error())
	}
	return n
}

// words are how many tokens the words of one document have: of so many the first that come
// up, since whoever writes a new word every time has each counted.
type words map[string]uint8

const mostWords = 50_000

// tokensAtMost is a number of tokens that a text does not exceed: words are counted, once
// each, and whatever else it has may be a token a byte.
func (w words) tokensAtMost(text string) (tokens int) {
	for len(text) > 0 {
		end := parts(text)
		tokens += w.atMost(text[:end])
		text = text[end:]
	}
	return tokens
}

func (w words) atMost(part string) int {
	n, is := w[part]
	switch {
	case is:
		return int(n)
	case len(part) > longestKnown, len(w) == mostWords:
		return len(part)
	}
	tokens := partTokens(part)
	w[strings.Clone(part)] = uint8(tokens) // at most one a byte
	return tokens
}

// bytesOf is how long the first so many tokens of a text are.
func bytesOf(text string, tokens int) int {
	_, pieces, err := vocabulary().Encode(text)
	if err != nil {
		panic("chunk: " + err.Error())
	}
	length := 0
	for _, piece := range pieces[:min(tokens, len(pieces))] {
		length += len(piece)
	}
	return length
}
