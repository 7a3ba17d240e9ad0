package narrator

import (
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// How much of a player's words is looked at.
const (
	mostBytes = 2000
	mostWords = 120
	longWord  = 40 // a longer one says nothing
)

// A word of what the player does.
type word struct {
	text  string // as it stands, without the possessive's 's
	low   string
	bases []string // what it may be a form of
	apart bool     // punctuation stands before it
}

// A saying is what the player does, in words.
type saying struct {
	words []word
	heads []int // where clauses begin: in an imperative, at its verb
}

func sayingOf(text string) saying {
	s := saying{words: wordsOf(text)}
	s.heads = headsOf(s.words)
	return s
}

func wordsOf(text string) (words []word) {
	apart := true
	start := -1
	text = clip(text, mostBytes) + "\n"
	for i, r := range text {
		inside := unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) || start >= 0 && (r == '\'' || r == '’')
		switch {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			words = appendWord(words, text[start:i], apart)
			start, apart = -1, !unicode.IsSpace(r) && r != '-'
		case !inside:
			apart = apart || !unicode.IsSpace(r)
		}
	}
	return words[:min(len(words), mostWords)]
}

func appendWord(words []word, text string, apart bool) []word {
	text = strings.ReplaceAll(strings.TrimRight(text, "'’"), "’", "'")
	text = strings.TrimSuffix(text, "'s")
	if text == "" || len(text) > longWord {
		return words
	}
	low := strings.ToLower(text)
	return append(words, word{text, low, english.Bases(low), apart})
}

// clip is a text's beginning of at most so many bytes.
func clip(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	return strings.ToValidUTF8(text[:bytes], "")
}

// What stands before the verb of a clause without being it.
const leadIns = " i we you please try to let us me want then now first again just also "

// Adverbs end in "ly"; these words are none.
const likeAdverbs = " reply rely apply supply "

// What another clause follows.
const joints = " and then but or "

// A clause after "to" is the player's own, but for what they want of others: "Climb
// the head to see" against "Tell him to burn it".
const wantsOfOthers = " ask tell beg urge order command counsel bid help teach let make force invite persuade convince "

func headsOf(words []word) (heads []int) {
	for i := range words {
		begins := i == 0 || words[i].apart || has(joints, words[i-1].low)
		if !begins && words[i-1].low == "to" {
			begins = !slices.ContainsFunc(heads, func(h int) bool { return has(wantsOfOthers, words[h].low) })
		}
		if !begins {
			continue
		}
		for i < len(words)-1 && isLeadIn(words[i].low) {
			i++
		}
		if !slices.Contains(heads, i) {
			heads = append(heads, i)
		}
	}
	return heads
}

func isLeadIn(low string) bool {
	return has(leadIns, low) || has(joints, low) || len(low) > 4 && strings.HasSuffix(low, "ly") && !has(likeAdverbs, low)
}

// has reports whether a list, with a space at each word's ends, has a word.
func has(list, low string) bool { return strings.Contains(list, " "+low+" ") }

// A phrase is words in their plain form; "*" stands for up to gap words.
type phrase []string

const gap = 4

// phrases reads a table's list, with commas between.
func phrases(list string) (all []phrase) {
	for text := range strings.SplitSeq(list, ",") {
		if p := phrase(strings.Fields(text)); len(p) > 0 {
			all = append(all, p)
		}
	}
	return all
}

// begins reports whether a clause begins with one of the phrases.
func (s saying) begins(all []phrase) bool {
	for _, at := range s.heads {
		for _, p := range all {
			if p.at(s.words[at:], isForm) {
				return true
			}
		}
	}
	return false
}

// holds reports whether one of the phrases stands anywhere.
func (s saying) holds(all []phrase) bool {
	for at := range s.words {
		for _, p := range all {
			if p.at(s.words[at:], isForm) {
				return true
			}
		}
	}
	return false
}

// says reports whether a phrase stands there word for word, whatever its case.
func (s saying) says(text string) bool {
	p := phrase{}
	for _, w := range wordsOf(text) {
		p = append(p, w.low)
	}
	if len(p) == 0 {
		return false
	}
	for at := range s.words {
		if p.at(s.words[at:], func(plain string, w word) bool { return plain == w.low }) {
			return true
		}
	}
	return false
}

// at reports whether the words begin with the phrase.
func (p phrase) at(words []word, same func(plain string, w word) bool) bool {
	for i, plain := range p {
		if plain == "*" {
			rest := p[i+1:]
			for skip := 0; skip <= min(gap, len(words)); skip++ {
				if rest.at(words[skip:], same) {
					return true
				}
			}
			return false
		}
		if len(words) == 0 || !same(plain, words[0]) {
			return false
		}
		words = words[1:]
	}
	return true
}

// isForm reports whether a word is the plain one or a regular form of it: "carries",
// "stopped", "leaving".
func isForm(plain string, w word) bool { return slices.Contains(w.bases, plain) }

// isSmall reports whether a word says nothing of what a memory or a page of lore is about.
// Nor do the verbs for talking and looking, which are in half of all choices.
func isSmall(low string) bool { return english.IsFunctionWord(low) || english.OneOf(low, smallWords) }

const smallWords = "alone back last mine one other own past together ask asked asking begin call came come find get give given go goes going gone got keep know let like look made make put said saw say see seem seen take taken talk tell thing told took try want way went"

// content are the words that mean something, once each, as they stand: without the
// verbs that clauses begin with, where anything else is said.
func (s saying) content() []string {
	var said, begun []string
	for i, w := range s.words {
		switch {
		case len(w.low) < 2 || isSmall(w.low):
		case slices.Contains(s.heads, i):
			begun = addWord(begun, w.text)
		default:
			said = addWord(said, w.text)
		}
	}
	if len(said) == 0 {
		return begun
	}
	return said
}

// addWord adds a word that is not there yet in any case.
func addWord(all []string, text string) []string {
	if text == "" || slices.ContainsFunc(all, func(have string) bool { return strings.EqualFold(have, text) }) {
		return all
	}
	return append(all, text)
}

// namesOne reports whether a name stands in what the player does: whole, or its
// first or last word with a capital. "Honor Strake" is meant by "Honor", and "the
// Pilot" by "Pilot", never by "pilot".
func (s saying) namesOne(name string) bool {
	parts := wordsOf(name)
	if len(parts) == 0 {
		return false
	}
	if s.says(name) {
		return true
	}
	for _, part := range []word{parts[0], parts[len(parts)-1]} {
		if part.text != part.low && len(part.low) > 2 && !isSmall(part.low) && !has(titles, part.low) && s.hasExactly(part.text) {
			return true
		}
	}
	return false
}

// titles are borne by too many to mean one person.
const titles = " mr mrs miss ms sir lady lord dame dr doctor captain father mother brother sister old young master mistress saint "

func (s saying) hasExactly(text string) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return w.text == text })
}
