package prose

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// A Saying is what somebody may be heard to say in words that a stranger, a model say, put into their mouth.
type Saying struct {
	Speaker
	Known []string // what they may tell, each in the words in which they have it
	Asks  []string // what they may ask about: a topic, a place
	Hour
}

// How much is said in one breath.
const (
	mostSentencesSaid = 2
	mostOfASentence   = 25      // words
	mostSaidBytes     = 4 << 10 // that are looked at
)

// Admit takes from a stranger's text what its speaker may be heard to say, two sentences at most, or says why there is
// nothing. A sentence is said or cut, by itself.
//
// What is so, who did what and what anybody knows are data, and told of data alone. So a sentence passes in two cases: its
// speaker has it, in just these words, among what they may tell; or all its words are of a closed list of small talk, and it
// asks, bids, greets, or says how I, you, the hour or the weather are. In these nothing can be said of what happened, of anybody
// else, of a thing, of where anything is or what anybody will do, or in answer to a question. A question may have the words in
// it of what they ask about. Names are none of these words, but for that of whom they speak to, where they call them by it.
//
// Whatever is wrong with a text, no more comes of it than that it is not said.
func (s Saying) Admit(text string) (said string, why Objection) {
	words := 0
	return admitted(s.unquoted(strangersLine(text)), mostSentencesSaid, s.objection, func(sentence string) bool {
		words += Words(sentence)
		return words <= mostSaid
	})
}

// strangersLine is the first line of a stranger's text, cleaned, of which a bounded part is looked at.
func strangersLine(text string) string {
	text = plainApostrophes(Clean(text[:min(len(text), mostSaidBytes)]))
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return text
}

// admitted are the sentences of a text to which there is no objection after those before them, so many at most and while there is room; or
// why there is none.
func admitted(text string, most int, objection func(sentence string, before []string) Objection, room func(sentence string) bool) (taken string, why Objection) {
	if strings.ContainsAny(text, `"“”«»„`) {
		return "", Speech
	}
	var all []string
	for _, sentence := range english.Sentences(text) {
		if against := objection(sentence, all); against != "" {
			why = against
			continue
		}
		if !room(sentence) || len(all) == most {
			break
		}
		all = append(all, sentence)
	}
	if len(all) == 0 {
		return "", cmp.Or(why, Broken)
	}
	return strings.Join(all, " "), ""
}

// unquoted is a text without the name of who speaks before it, and without the marks around it.
func (s Saying) unquoted(text string) string {
	for _, name := range []string{s.Name, english.ShortName(s.Name)} {
		if rest, is := strings.CutPrefix(text, name+":"); is && name != "" {
			text = strings.TrimSpace(rest)
		}
	}
	for _, marks := range [][2]string{{`"`, `"`}, {"“", "”"}} {
		if rest, is := strings.CutPrefix(text, marks[0]); is {
			text = strings.TrimSuffix(rest, marks[1])
		}
	}
	return text
}

// objection says why a sentence is not said, after those before it.
func (s Saying) objection(sentence string, before []string) Objection {
	words := wordsOf(sentence)
	switch {
	case len(words) == 0, len(words) > mostOfASentence, !isSpoken(sentence):
		return Broken
	case slices.ContainsFunc(words, func(w string) bool { return !isLatin(w) }):
		return Foreign
	case s.hasSaid(words, before):
		return Repeated
	case s.has(sentence):
		return ""
	}
	called := s.called(sentence)
	asks, told := strings.HasSuffix(called, "?"), false
	for clause := range strings.FieldsFuncSeq(called, func(r rune) bool { return strings.ContainsRune(",;–—", r) }) {
		of := wordsOf(clause)
		asked := asks && (told || isAsked(of))
		switch {
		case len(of) == 0:
			continue
		case slices.ContainsFunc(of, func(w string) bool { return OneOf(w, foreignWords) }):
			return Foreign
		case !asked && s.denies(of):
			return Claim // "Good night" in the morning
		case !asked && s.isSo(of), s.calls(of):
		case !asked && slices.ContainsFunc(of, isPointing) && slices.ContainsFunc(of, func(w string) bool { return !isPointing(w) && !OneOf(w, ofTheHour) }):
			return Claim // "It is behind the door." may be of anything
		case !s.isSmallTalk(of, asked):
			return Claim
		}
		told = told || asked
	}
	return ""
}

// isSpoken reports whether a sentence has nothing but words in it, and what parts them, and ends as one that is said.
func isSpoken(sentence string) bool {
	return english.IsCapital(sentence) && english.EndsSentence(sentence) && !strings.ContainsFunc(sentence, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune(" .…,;'-–—?!", r)
	})
}

// hasSaid reports whether a sentence was said before, or is one of those before it.
func (s Saying) hasSaid(words []string, before []string) bool {
	for _, text := range slices.Concat(s.Said, before) {
		for _, sentence := range english.Sentences(text) {
			if slices.Equal(wordsOf(plainApostrophes(sentence)), words) {
				return true
			}
		}
	}
	return false
}

// has reports whether a sentence is one of those that may be told, in the same words.
func (s Saying) has(sentence string) bool {
	is := gist(s.called(sentence))
	for _, text := range s.Known {
		for _, known := range english.Sentences(plainApostrophes(Clean(text))) {
			if of := gist(known); len(of) > 1 && slices.Equal(of, is) {
				return true
			}
		}
	}
	return false
}

// gist are the words of a sentence, without articles, and without what only says that it is said.
func gist(sentence string) []string {
	words := slices.DeleteFunc(wordsOf(sentence), func(w string) bool { return OneOf(w, "a an the") })
	for _, hedge := range hedges {
		if of := strings.Fields(hedge); len(words) > len(of) {
			if slices.Equal(words[:len(of)], of) {
				words = words[len(of):]
			} else if slices.Equal(words[len(words)-len(of):], of) {
				words = words[:len(words)-len(of)]
			}
		}
	}
	return words
}

// called is a sentence without the name of whom it is said to, before or behind it.
func (s Saying) called(sentence string) string {
	if s.Player == "" {
		return sentence
	}
	for _, name := range []string{s.Player, english.ShortName(s.Player), s.bare()} {
		if rest, is := strings.CutPrefix(sentence, name+","); is {
			return strings.TrimSpace(rest)
		}
		end := sentence[len(strings.TrimRight(sentence, ".!?…")):]
		if rest, is := strings.CutSuffix(sentence, ", "+name+end); is && end != "" {
			return rest + end
		}
	}
	return sentence
}

// bare is what they call whom they speak to, as one is spoken to by it: "weigher", of "the weigher".
func (s Saying) bare() string { return strings.TrimPrefix(s.Player, "the ") }

// calls is true of a clause that is what they call whom they speak to.
func (s Saying) calls(clause []string) bool {
	return s.Player != "" && slices.Equal(clause, wordsOf(s.bare()))
}

func (s Saying) mayAsk(word string) bool {
	return slices.ContainsFunc(s.Asks, func(text string) bool { return slices.Contains(wordsOf(text), word) })
}

// isPointing is true of a word that may stand for anything.
func isPointing(word string) bool { return OneOf(word, pointers) }

// hedges only say that something is said.
var hedges = []string{"they say", "people say", "i think", "i know", "i heard", "you know", "mind you", "well", "and", "but"}

const (
	// tellingWords hold a sentence together and tell something all the same: of the past, of others, or in answer.
	tellingWords = "was were had did been done having being he him his himself she her hers herself they them their theirs themselves " +
		"anybody anyone everybody everyone nobody somebody someone none both either neither whoever no nor never always already ago so yes"

	contractions = "i'm you're we're it's that's what's where's who's how's there's let's i'll you'll we'll it'll i'd you'd we'd " +
		"don't doesn't can't won't isn't aren't couldn't wouldn't shouldn't"

	// pointers stand for something else. Of what they stand for it may be said how the hour and the weather are.
	pointers  = "it it's it'll that that's this these those there there's one other same such"
	ofTheHour = "is will be a an the very too quite rather for you me us to and but or not " +
		"cold warm hot wet dry dark bright quiet calm late early good better best bad worse fine nice pleasant lovely dreadful terrible wonderful hard easy strange " +
		"tonight today morning afternoon evening night day hour time weather rain wind snow fog mist storm sun"
)
