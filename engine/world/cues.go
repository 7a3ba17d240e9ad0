package world

import (
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

// LongestSummary is how many characters an author's words are remembered by at most;
// longestCue is how many words of a cue are.
const (
	LongestSummary = 240
	longestCue     = 24
)

// Cue is a beat's cue as the player remembers it; "" where it cannot be told, or where the
// beat's prose does not bear it out: a cue is for planners, and may say what nobody told.
// What it says of "the player" is said of "you", in the past.
func (w *World) Cue(b *campaign.Beat) string {
	return w.cues.of(b.ID, func(string) string {
		if cue := retoldCue(b.Cue); cue != "" && borneOut(b) {
			return cue
		}
		return ""
	})
}

// borneOut reports whether a beat's prose says what its cue does: whether a third of the
// cue's words stand in it, names and the smallest words aside. A beat without prose is
// told by its cue.
func borneOut(b *campaign.Beat) bool {
	if len(b.Prose) == 0 {
		return true
	}
	told := map[string]bool{}
	for _, paragraph := range b.Prose {
		for _, variant := range paragraph {
			for word := range strings.FieldsSeq(variant.Text) {
				told[english.Stem(bareWord(word))] = true
			}
		}
	}
	said, shared := 0, 0
	for _, word := range strings.Fields(b.Cue) {
		bare := bareWord(word)
		if len(bare) < 3 || capitalWord(word) || prose.OneOf(bare, "player one") || english.IsFunctionWord(bare) {
			continue
		}
		said++
		if told[english.Stem(bare)] {
			shared++
		}
	}
	return shared*3 >= said
}

// retoldCue is an author's note for planners as the player remembers it, "" where it
// cannot be told.
func retoldCue(cue string) string {
	cue = prose.CleanLine(cue, LongestSummary)
	words := prose.Words(cue)
	if words < 3 || words > longestCue || len(prose.Sentences(cue)) != 1 || !strings.HasSuffix(cue, ".") {
		return ""
	}
	told := retellPlayer(cue)
	deed, players := strings.CutPrefix(told, "You ")
	if !players || !strings.HasPrefix(cue, "The player ") {
		return told
	}
	if verb, _, _ := strings.Cut(strings.TrimPrefix(cue, "The player "), " "); !strings.HasSuffix(verb, "s") {
		return told // it is told in the past already
	}
	past, certain := grammar.Echo(prose.SentenceCase(deed), grammar.Voice{Person: english.Second, Tense: english.Past})
	if !certain {
		return ""
	}
	return past
}
