package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// An Account is a scene as it was told, of which a stranger, a model say, may give a summary.
type Account struct {
	Told []string // all that was told in it, and what the player chose
}

// The bounds of a summary.
const (
	mostSentencesOfAccount = 3
	mostAccountBytes       = 480
)

// Admit takes from a stranger's text the sentences of a summary, three at most, or says why there is none. A sentence is taken or
// cut, by itself: it is taken where all its words are of the scene, in whatever form, but for those that hold a sentence together and a few
// of coming and going. So no name is in it, no thing and no deed, that was not told. Whether they are put together rightly this does
// not say: it is words, and nothing follows from them.
func (a Account) Admit(text string) (summary string, why Objection) {
	told, size := a.forms(), 0
	return admitted(strangersLine(text), mostSentencesOfAccount, func(sentence string, before []string) Objection {
		if objection := accountable(sentence, told); objection != "" || !slices.Contains(before, sentence) {
			return objection
		}
		return Repeated
	}, func(sentence string) bool {
		size += len(sentence) + 1
		return size <= mostAccountBytes
	})
}

// forms are the words that were told, and what their forms have in common.
func (a Account) forms() map[string]bool {
	is := map[string]bool{}
	for _, text := range a.Told {
		for _, word := range wordsOf(strings.ReplaceAll(Clean(text), "’", "'")) {
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
	all := []string{"~" + english.Stem(word)}
	for _, base := range append(english.Bases(word), english.PastBase(word)) {
		if base != "" {
			all = append(all, "~"+english.Stem(base))
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
	ours := false
	for _, word := range words {
		has := told[word] || slices.ContainsFunc(formsOf(word), func(form string) bool { return told[form] })
		switch {
		case english.IsFunctionWord(word) && !OneOf(word, onlyIfTold):
			ours = true
		case !has && !OneOf(word, accountWords):
			return Claim
		}
	}
	if !ours {
		return Foreign
	}
	return ""
}

const (
	// onlyIfTold hold a sentence together and turn what it says round, or have somebody else tell it.
	onlyIfTold = "not no never nobody nothing none neither nor cannot i me my mine myself we us our ours ourselves"

	accountWords = "go goes went gone come comes came leave leaves left stay stays stayed wait waits waited arrive arrives arrived meet meets met " +
		"talk talks talked speak speaks spoke look looks looked see sees saw visit visits visited first later finally again then afterwards"
)
