package prose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// An Account is a scene as it was told, of which a stranger, a model say, may give a summary.
type Account struct {
	Place, Player string   // where it was, and what the player is called
	Chosen        []string // what they chose
	Told          []string // all that was told in it
}

// The bounds of a summary.
const (
	mostSentencesOfAccount = 3
	mostAccountBytes       = 480
)

// Admit takes from a stranger's text the sentences of a summary, three at most, or says why there is none. A sentence is taken or
// cut, by itself: it is taken where each clause of it says what one sentence says that was told, or one thing that the player chose; who
// says, does or has what, where, and whether it is so, are then as they were told, see [statement]. What somebody said is taken as said by them, who is named. What is not surely the same is
// cut. One that speaks of "him" goes with the sentence before it, where that is cut.
func (a Account) Admit(text string) (summary string, why Objection) {
	s, size, alone := summing{record: a.record()}, 0, true
	told := a.forms()
	return admitted(strangersLine(text), mostSentencesOfAccount, func(sentence string, before []string) (objection Objection) {
		switch objection = accountable(sentence, told); {
		case objection != "":
		case slices.Contains(before, sentence):
			objection = Repeated
		case alone && refersBack(sentence):
			objection = Broken
		case !s.states(sentence):
			objection = Claim
		}
		alone = objection != ""
		return objection
	}, func(sentence string) bool {
		size += len(sentence) + 1
		return size <= mostAccountBytes
	})
}

// refersBack reports whether a sentence speaks of somebody whom it has not named before, nor the player.
func refersBack(sentence string) bool {
	for i, word := range strings.Fields(sentence) {
		bare := bareWord(word)
		switch {
		case OneOf(bare, "he she they him her them his hers their theirs this these those"):
			return true
		case english.IsCapital(word) && bare != "i" && (i > 0 || !english.IsFunctionWord(bare)):
			return false
		}
	}
	return false
}

// StandsAlone reports whether a sentence that was told says by itself whom it is of, and who says what is said in it: whose quotes are all closed,
// which speaks of nobody that it does not name, and which is nothing but words.
func StandsAlone(sentence string) bool {
	quotes := strings.Count(sentence, `"`)
	words := strings.Fields(sentence)
	said := quotes > 0 && strings.HasPrefix(sentence, `"`) && strings.HasSuffix(sentence, `"`)
	if len(words) == 0 || OneOf(bareWord(words[0]), "it its that then there but and so or nor yet") {
		return false
	}
	return quotes%2 == 0 && strings.Count(sentence, "“") == strings.Count(sentence, "”") && !said && len(words) >= fewestAdmitted && len(words) <= mostAdmitted && !refersBack(sentence) && !strings.ContainsFunc(sentence, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .…,;?!'’-–—\"“”", r)
	})
}

// forms are the words that were told, and what their forms have in common.
func (a Account) forms() map[string]bool {
	is := map[string]bool{}
	for _, text := range slices.Concat([]string{a.Place, a.Player}, a.Chosen, a.Told) {
		for _, word := range wordsOf(plainApostrophes(Clean(text))) {
			is[word] = true
			for _, form := range formsOf(word) {
				is[form] = true
			}
		}
	}
	return is
}

// formsOf are what a word may be a form of, each in a way that is no word.
func formsOf(word string) []string {
	word = strings.TrimSuffix(word, "'s")
	all := []string{"~" + word}
	for _, base := range append(english.Bases(word), english.PastBase(word)) {
		if base != "" {
			all = append(all, "~"+base)
		}
	}
	return all
}

// accountable says why a sentence cannot be one of a summary.
func accountable(sentence string, told map[string]bool) Objection {
	words := wordsOf(sentence)
	foreign := func(word string) bool { return !isLatin(word) || OneOf(word, foreignWords) && !told[word] }
	switch {
	case slices.ContainsFunc(words, foreign):
		return Foreign
	case len(words) < fewestAdmitted || len(words) > mostAdmitted || !plainSentence(sentence):
		return Broken
	}
	if !slices.ContainsFunc(words, holdsTogether) {
		return Foreign
	}
	if slices.ContainsFunc(words, func(word string) bool { return OneOf(word, "i me my mine myself we us our ours ourselves") }) {
		return Claim // the player is "you"
	}
	return ""
}

// Says reports whether a text adds nothing to what was told, by its words.
func (a Account) Says(text string) bool {
	told := a.forms()
	return !slices.ContainsFunc(wordsOf(text), func(word string) bool { return !holdsTogether(word) && !isTold(word, told) })
}

// isTold reports whether a word is one of those that were told, in whatever form.
func isTold(word string, told map[string]bool) bool {
	return told[word] || slices.ContainsFunc(formsOf(word), func(form string) bool { return told[form] })
}

// holdsTogether reports whether a word holds a sentence together, and turns nothing round.
func holdsTogether(word string) bool { return english.IsFunctionWord(word) && !OneOf(word, onlyIfTold) }

const (
	// onlyIfTold hold a sentence together and turn what it says round, or have somebody else tell it.
	onlyIfTold = "not no never nobody nothing none neither nor cannot without against instead must should few fewer less almost nearly i me my mine myself we us our ours ourselves"
)
