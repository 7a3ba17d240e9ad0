package telling

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/prose"
)

// modelTokens are what language models set apart turns with, and let slip into them.
var modelTokens = regexp.MustCompile(`<\|[^<>|\s]{1,32}\|>|\[/?INST\]|<</?SYS>>|</?s>`)

const (
	fewestTold   = 3        // words of a turn whose sentence was not ended
	loopFrom     = 100      // words from which a loop is one
	loopRepeats  = 20       // times that each of a loop's words stands there
	mostJudged   = 64 << 10 // bytes
	sentenceEnds = ".!?…。！？؟।"
)

// AsTold is what a storyteller said as it may be told: clean, and "" where that tells
// nothing: no sentence and no words for one, or the same few words without end, as of a
// writer that goes in a circle. What breaks off in its only sentence is shown to do so.
func AsTold(text string) string {
	if strings.ContainsAny(text, "<[") { // much faster than to look for them
		text = modelTokens.ReplaceAllString(text, "")
	}
	text = prose.Clean(text)
	words, different := 0, map[string]bool{}
	for word := range strings.FieldsSeq(text[:min(len(text), mostJudged)]) {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			words++
			different[word] = true
		}
	}
	ended := strings.ContainsAny(text, sentenceEnds)
	switch {
	case words == 0, words < fewestTold && !ended, words >= loopFrom && len(different)*loopRepeats < words:
		return ""
	case !ended:
		return text + "…"
	}
	return text
}
