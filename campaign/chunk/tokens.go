package chunk

import (
	"sync"

	"github.com/neurosnap/sentences"
	"github.com/neurosnap/sentences/english"
	"github.com/tiktoken-go/tokenizer/codec"
)

// vocabulary is built once, when it is first needed; it never changes.
var vocabulary = sync.OnceValue(codec.NewCl100kBase)

// longestToken is the length in bytes of the longest token there is, so that a
// text has at least one token for each so many bytes.
const longestToken = 128

// Tokens counts the tokens of cl100k_base in a text.
func Tokens(text string) int {
	n, err := vocabulary().Count(text)
	if err != nil { // only where its time limit for matching is set, which it is not
		panic("chunk: " + err.Error())
	}
	return n
}

// fits reports whether a text can be one chunk, counting only where its length
// leaves it open.
func fits(text string) bool {
	switch {
	case len(text) <= Most:
		return true
	case len(text) > Most*longestToken:
		return false
	}
	return Tokens(text) <= Most
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

// splitter knows English abbreviations: "Dr. Voss" stays together. It keeps state
// while it works.
var (
	splitterLock sync.Mutex
	splitter     = sync.OnceValue(func() *sentences.DefaultSentenceTokenizer {
		tokenizer, err := english.NewSentenceTokenizer(nil)
		if err != nil {
			panic("chunk: the training data that is part of the program: " + err.Error())
		}
		return tokenizer
	})
)

// sentenceEnds are the offsets at which sentences end, rising.
func sentenceEnds(text string) []int {
	splitterLock.Lock()
	defer splitterLock.Unlock()
	return splitter().SentencePositions(text)
}
