// Package sentence finds where the sentences of a long text end, as offsets that cover it.
//
//	for start, end := range sentence.Spans("Dr. Voss left. Nobody saw.") {
//		// "Dr. Voss left.", " Nobody saw."
//	}
//
// Package english splits texts into sentences too, and by rules: it serves to tell them, in
// skills that start for every step of a plan. What is trained costs 19 milliseconds when it
// is first asked, and knows more abbreviations than anybody would list: it serves to cut the
// lore of a campaign, whose pieces are kept and must stay what they are.
package sentence

import (
	"iter"
	"strings"
	"sync"

	"github.com/neurosnap/sentences"
	trained "github.com/neurosnap/sentences/english"
)

// splitter keeps state while it works.
var (
	splitterLock sync.Mutex
	splitter     = sync.OnceValue(func() *sentences.DefaultSentenceTokenizer {
		tokenizer, err := trained.NewSentenceTokenizer(nil)
		if err != nil {
			panic("sentence: the training data that is part of the program: " + err.Error())
		}
		return tokenizer
	})
)

// Spans are the sentences of a text by their bytes, one behind the other. It costs
// microseconds a word, and may be used concurrently.
func Spans(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		start := 0
		for _, end := range append(ends(text), len(text)) {
			if end > start && end <= len(text) {
				if !yield(start, end) {
					return
				}
				start = end
			}
		}
	}
}

// ends are the offsets at which sentences end, rising.
func ends(text string) []int {
	splitterLock.Lock()
	defer splitterLock.Unlock()
	return splitter().SentencePositions(text)
}

// PlainSpans are those that punctuation and lines end, whatever stands before: for texts of
// which nobody knows that they are prose. It costs one look at each byte.
func PlainSpans(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for start := 0; start < len(text); {
			end := start + plainEnd(text[start:])
			if !yield(start, end) {
				return
			}
			start = end
		}
	}
}

func plainEnd(text string) int {
	for i := range len(text) - 1 {
		if text[i] == '\n' || strings.IndexByte(".!?", text[i]) >= 0 && (text[i+1] == ' ' || text[i+1] == '\n') {
			return i + 1
		}
	}
	return len(text)
}
