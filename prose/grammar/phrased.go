package grammar

import (
	"slices"

	"github.com/narratoria/narratoria/internal/english"
)

// phrased is what a clause speaks of that names a topic among words that say little: "where the
// burner came from", "how I sat in the refuge on the Drove", "what is in the blue box". Words that
// say something must all be of that one topic's name.
func (m *matching) phrased(at int) []sense {
	if at+1 >= m.end || !english.OneOf(m.words[at], clausal) {
		return nil
	}
	if english.OneOf(m.words[at], "i we you") && (english.IsVerb(m.words[at+1]) && !english.IsPast(m.words[at+1]) || patterns().bases[m.words[at+1]] == "go") {
		return nil // "how about I go to the quay"
	}
	for to := m.end; to > at+1; to-- {
		if to < m.end && !english.OneOf(m.words[to], "to with from of") || english.OneOf(m.words[to-1], "the a an of to") && !english.OneOf(m.words[at], "what who where") {
			continue
		}
		if one := m.spokenOf(at, to); one >= 0 {
			of := sense{field: topicField, entries: []int{one}, how: loosely, from: at, to: to}
			if others := m.partsOf(one, at, to); len(others) > 0 {
				of.entries, of.how = append(of.entries, others...), guessed
			}
			return []sense{of}
		}
	}
	return nil
}

// Clausal words begin a clause that tells or asks of something.
const clausal = "what who where when why how whether if that i we this it these those all she he they you do does is are was were"

// spokenOf is the one topic that some words speak of, or -1.
func (m *matching) spokenOf(from, to int) int {
	x := m.reader.index[topicField]
	only, left := -1, []string(nil)
	for i := from; i < to; {
		s := m.reader.sense(topicField, m.line, i)
		if len(s.entries) == 1 && s.to <= to && s.how <= partly && !english.OneOf(m.words[i], slight) {
			if only >= 0 && only != s.entries[0] || m.saysWho(i, from) {
				return -1
			}
			only, i = s.entries[0], s.to
			continue
		}
		w := m.words[i]
		i++
		switch {
		case english.OneOf(w, slight) || isPronoun(w) && only < 0 && m.reader.ownsTopic(w):
		case i > from+1 && english.OneOf(m.words[i-2], "i we have just") && (english.IsPast(w) || w == "read") && !english.OneOf(w, "killed stole lost burnt burned"):
		default:
			left = append(left, w)
		}
	}
	if only >= 0 {
		if whose := x.entries[only].owner(); whose != "" && !slices.Contains(m.words[from:to], whose) {
			return -1
		}
	}
	if only >= 0 && len(left) <= 1 && !m.twists(from) && !slices.ContainsFunc(left, func(w string) bool { return !english.IsPast(w) && !english.IsPersonsVerb(w) }) && (len(left) == 0 || english.IsQuestionWord(m.words[from]) && !hushed(m.words[from:to])) {
		return only // "who called the lift"
	}
	if only >= 0 || len(left) < 2 {
		return -1
	}
	for _, n := range x.names {
		if whose := x.entries[n.entry].owner(); !n.speaksAlike(left) || whose != "" && !slices.Contains(m.words[from:to], whose) {
			continue
		}
		if only >= 0 && only != n.entry {
			return -1
		}
		only = n.entry
	}
	return only
}

// partsOf are the other topics that a clause may speak of which names one only by a word for it and
// does something with it: "how she keeps the inn going" may be about the running of the inn.
func (m *matching) partsOf(one, from, to int) (all []int) {
	x := m.reader.index[topicField]
	if !english.IsQuestionWord(m.words[from]) || !slices.ContainsFunc(m.words[from:to], func(w string) bool { return english.OneOf(w, "keep keeps kept run runs ran running going") }) {
		return nil
	}
	for i := from; i < to; i++ {
		s := m.reader.sense(topicField, m.line, i)
		if len(s.entries) != 1 || s.entries[0] != one || s.how == exactly {
			continue
		}
		for _, n := range x.words[m.words[s.to-1]] {
			if of := x.names[n].entry; of != one && !slices.Contains(all, of) {
				all = append(all, of)
			}
		}
	}
	return all
}

// ownsTopic reports whether a pronoun may stand in such a clause: it is of somebody who is here.
func (r *Reader) ownsTopic(pronoun string) bool {
	return pronoun == "it" || slices.ContainsFunc(r.index[toField].entries, func(e entry) bool { return e.pronouns.Subject == pronoun || e.pronouns.Object == pronoun })
}

// speaksAlike reports whether all of some words are forms of a name's.
func (n name) speaksAlike(words []string) bool {
	said := map[int]bool{}
	for _, w := range words {
		at := slices.IndexFunc(n.words, func(of string) bool { return !english.OneOf(of, insignificant) && sameWord(w, of) })
		if at < 0 && !slices.Contains(n.words, w) {
			return false
		}
		said[at] = true
	}
	return len(said) > 1
}

// Slight are the words that say little beside a name.
const slight = "the a an my your his her its their our this that these those what who where when why how whether if is are was were be been being am has have had do does did can could will would should may might must i we you it me us " +
	"of in on at to for with from about around behind inside by up down out over there here so much many really exactly truly all any some more came come comes go goes going went happened happen happens mean means meant stand stands stood lie lies lay keep keeps kept belong belongs " +
	"made make makes get got gets say said says told tell tells know knows knew heard hear hears seen saw see find found think thinks thought concerning concerns became become thing things part matter like else only just now ever then again today yesterday night last old young dear poor himself herself itself myself man men woman women people folk folks somebody someone everybody everyone anybody anyone"
