package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// Beyond plain orders people use words of their own: "Ned, who had the ice axe on Tuesday
// night?" asks Ned about the ice axe, "rest a little in the shade" is to wait. Forms that leave
// room for such words are read where no other form reads a line. What stands in the room must
// speak of one thing that the deed can be about, or of none; what may make another deed of it
// is asked back or refused: a denial, a second deed, somebody else, a thing of which the one
// named is only a part.

// own reads words of the player's own, up to the end of what is read.
func (m *matching) own(p *pattern, step, at int) {
	s := p.steps[step]
	if s.tail {
		if m.isTail(at, s.thing, s.anybody) {
			m.match(p, step+1, m.end)
		}
		return
	}
	if s.asked && !m.isAsked(at) {
		return
	}
	if one, speaks := m.speaks(at, s.asked || p.to); speaks {
		m.stack = append(m.stack, one)
		m.match(p, step+1, m.end)
		m.stack = m.stack[:len(m.stack)-1]
	}
}

// isAsked reports whether the words from at on are a question, and not to be given something.
func (m *matching) isAsked(at int) bool {
	switch {
	case at >= m.end:
		return false
	case english.OneOf(m.words[at], auxiliary):
		return m.inverted(at)
	case english.OneOf(m.words[at], "if whether"):
		return at > m.begin
	case english.IsQuestionWord(m.words[at]):
		return !(at+2 < m.end && english.OneOf(m.words[at+1], "can could do should would may shall") && english.OneOf(m.words[at+2], "i we"))
	}
	return strings.HasPrefix(strings.TrimLeft(m.text[m.ends[m.end-1]:], `."' `), "?") && !english.IsVerb(m.words[at]) && !english.OneOf(m.words[at], "i we if when")
}

// inverted reports whether a question begins with a verb at a place: who it is about follows,
// and nobody is asked to do anything.
func (m *matching) inverted(at int) bool {
	if at+2 >= m.end || at > 0 && english.OneOf(m.words[at-1], "i we you") {
		return false
	}
	next := m.words[at+1]
	if english.OneOf(next, "i we you") && english.OneOf(m.words[at], "can could would will may might shall should") {
		return english.OneOf(m.words[at+2], "know think believe remember recall say tell hear suppose reckon imagine understand explain describe")
	}
	if english.OneOf(next, "a an the another") && english.OneOf(m.words[at], "have has do does did") {
		return false // "have a look"
	}
	return english.OneOf(next, "i we you he she it they there the a an my your his her their this that these those any anyone anybody somebody someone people") || m.reader.nameAt(topicField, m.line, at+1) > 0
}

const auxiliary = "is are was were do does did can could would will shall should may might must has have had isnt arent wasnt werent dont doesnt didnt cant couldnt wouldnt wont hasnt havent hadnt"

// speaks is what the words from at on speak of: the one topic that they name, or one of those
// that they name, to be asked which.
func (m *matching) speaks(at int, spoken bool) (sense, bool) {
	of := sense{field: topicField, how: loosely, from: at, to: m.end}
	if at >= m.end || !spoken && !m.opens(at) || english.OneOf(m.words[at], "to dont") {
		return of, false
	}
	for i := at; i < m.end; {
		w := m.words[i]
		switch {
		case strings.ContainsAny(w, "0123456789"), english.OneOf(w, "then but nor unless tomorrow later"), w == "or" && !m.isAsked(at), i > at && m.parted(i), w == "and" && i+1 < m.end && m.isDeed(m.words[i+1]):
			return of, false
		case english.OneOf(w, refusing), w == "and" && i+1 < m.end && m.isClause(i+1):
			of.how = guessed
		}
		topic, whom := m.topicAt(i), m.reader.sense(toField, m.line, i)
		if len(topic.entries) == 0 || whom.to > topic.to && whom.to <= m.end {
			if len(whom.entries) > 0 && whom.to <= m.end {
				if !m.isWhom(whom) {
					of.how = guessed
				}
				i = whom.to
			} else {
				i++
			}
			continue
		}
		how, ok := m.stands(topic, at, slices.Equal(of.entries, topic.entries))
		if !ok {
			return of, false
		}
		of.how = max(of.how, how)
		of.entries = append(of.entries, topic.entries...)
		if others := m.partsOf(topic.entries[0], at, m.end); len(topic.entries) == 1 {
			of.entries = append(of.entries, others...)
		}
		i = topic.to
	}
	if m.twists(at) {
		of.how = guessed
	}
	slices.Sort(of.entries)
	if of.entries = slices.Compact(of.entries); len(of.entries) > 1 {
		of.how = guessed
	}
	return of, len(of.entries) > 0 && len(of.entries) <= mostSpoken
}

// opens reports whether what somebody speaks of may begin at a word: with what is about it, a
// clause, or its name.
func (m *matching) opens(at int) bool {
	w := m.words[at]
	return english.OneOf(w, marking) || english.OneOf(w, "if whether that what who why where when how whose which anything everything something more all i he she they") || english.OneOf(w, auxiliary) ||
		english.OneOf(w, determining) || m.isSubject(at)
}

// isSubject reports whether a topic that a verb follows stands at a word: "Quill has sold it".
func (m *matching) isSubject(at int) bool {
	s := m.topicAt(at)
	return len(s.entries) > 0 && s.to < m.end && !m.parted(s.to) && (english.OneOf(m.words[s.to], auxiliary) || english.IsPersonsVerb(m.words[s.to]) || english.IsPast(m.words[s.to]))
}

// Marking words stand before what is spoken of.
const marking = "about of on over regarding concerning after for with into"

// topicAt is the topic that the most words at a place name by a word that says something.
func (m *matching) topicAt(at int) sense {
	s := m.reader.sense(topicField, m.line, at)
	if s.to > m.end || s.how == guessed || english.OneOf(m.words[at], indefinite[topicField]) {
		return sense{}
	}
	if s.how == loosely && !slices.ContainsFunc(m.words[s.from:s.to], func(w string) bool {
		return isDistinct(w) && !isModifier(w) && !english.OneOf(w, slight)
	}) {
		return sense{}
	}
	if s.how == loosely && m.isMine(s.from) && slices.ContainsFunc(s.entries, func(i int) bool { return m.reader.index[topicField].entries[i].question }) {
		return sense{} // "my real name" is not the one of "who took the name off the grave"
	}
	return s
}

// isMine reports whether what is named from a word on is said to be the player's own.
func (m *matching) isMine(at int) bool {
	for at > 0 && isModifier(m.words[at-1]) {
		at--
	}
	return at > 0 && english.OneOf(m.words[at-1], "my mine") || m.words[at] == "my"
}

// isInOtherNumber reports whether a word names a topic only by another number of a word of its name:
// "the ship" may be another than the ships at sea.
func (m *matching) isInOtherNumber(topic sense) bool {
	last := m.words[topic.to-1]
	x := m.reader.index[topicField]
	return topic.how == loosely && len(topic.entries) == 1 && len(x.words[last]) == 0 && len(x.words[last+"s"])+len(x.words[strings.TrimSuffix(last, "s")]) > 0
}

// twists reports whether a question is nearly one of those that are topics, and another: "who
// stole the oil" where it can be asked who oiled the lock.
func (m *matching) twists(at int) bool {
	x := m.reader.index[topicField]
	return slices.ContainsFunc(x.asking, func(i int) bool {
		n := x.names[i]
		return n.words[0] == m.words[at] && slices.ContainsFunc(m.words[at+1:m.end], func(w string) bool {
			return isDistinct(w) && slices.ContainsFunc(n.words[1:], func(of string) bool { return stem(w) == stem(of) })
		})
	})
}

// mostSpoken is of how many topics some words may speak, to be asked which.
const mostSpoken = 3

const refusing = "not dont never no nothing without nobody cannot cant wont neither isnt arent wasnt werent doesnt didnt couldnt wouldnt shouldnt"

// isWhom reports whether somebody is whom the deed is done towards so far.
func (m *matching) isWhom(who sense) bool {
	return slices.ContainsFunc(m.stack, func(s sense) bool {
		return s.field == toField && slices.ContainsFunc(s.entries, func(i int) bool { return slices.Contains(who.entries, i) })
	})
}

// stands tells how sure it is that words in which a topic is named speak of it: of "the end of
// the world" they may not. They do not where a word before a part of its name tells it from
// another, "the eighth grave", or whose it is.
func (m *matching) stands(topic sense, at int, again bool) (how int, ok bool) {
	how = loosely
	first := m.words[at]
	about := english.OneOf(first, marking) && !m.isClause(at+1) && !again
	if topic.from > at && !english.OneOf(m.words[topic.from], determining) {
		before := m.words[topic.from-1]
		if !english.OneOf(before, slight) && !isPreposition(before) && !isModifier(before) && !english.IsVerb(before) && !english.IsPast(before) && !english.OneOf(before, "then than as and but that which") && !strings.HasSuffix(before, "ing") {
			if topic.how > exactly && before != "other" {
				return how, false
			}
			how = guessed
		}
	}
	if m.saysWho(topic.from, at) || m.isThing(topic) || m.isInOtherNumber(topic) {
		how = guessed
	}
	if whose := m.reader.index[topicField].entries[topic.entries[0]].owner(); whose != "" && !slices.Contains(m.words[topic.from:topic.to], whose) {
		return how, false
	}
	if about && !m.leads(at+1, topic.from) {
		how = guessed
	}
	if to := topic.to; to < m.end {
		next := m.words[to]
		switch {
		case about && (english.OneOf(next, "with while when before after until till if once as because since") || strings.HasSuffix(next, "ing")):
			return how, false
		case about && next == "so":
			return how, false
		case about && next == "and" && !(to+1 < m.end && english.OneOf(m.words[to+1], "his her its their")):
			how = guessed
		case !m.continues(next):
			how = guessed
		}
	}
	return how, true
}

// saysWho reports whether what is named at a word only says which somebody is meant: "the girl in
// the Catalogue Office".
func (m *matching) saysWho(named, from int) bool {
	for named > from && english.OneOf(m.words[named-1], determining) {
		named--
	}
	return named-2 > from && isPreposition(m.words[named-1]) && isPersonal(m.words[named-2])
}

// isThing reports whether what is named by a part of its name may be a thing here that is called
// something else: "the fid" is the one that one carries, and not the other fid.
func (m *matching) isThing(topic sense) bool {
	if topic.how < partly {
		return false
	}
	called := m.reader.index[topicField].entries[topic.entries[0]].called
	item := m.reader.sense(itemField, m.line, topic.from)
	return item.to >= topic.to && item.how <= topic.how && slices.ContainsFunc(item.entries, func(i int) bool { return !strings.EqualFold(m.reader.index[itemField].entries[i].called, called) })
}

// isClause reports whether a clause begins at a word, and no name.
func (m *matching) isClause(at int) bool {
	return at < m.end && english.OneOf(m.words[at], clausal) && !english.OneOf(m.words[at], "this it these those all she he they you do does is are was were")
}

// continues reports whether a word may follow a name in a clause, and makes nothing else of it.
func (m *matching) continues(word string) bool {
	return isPreposition(word) || english.OneOf(word, slight+" and but than as which because while so since though although again too also please yet still ever itself tonight today yesterday instead") || isPersonal(word) || english.IsVerb(word) || english.IsPast(word) ||
		english.IsAdverb(word) || english.IsPersonsVerb(word) || strings.HasSuffix(word, "ing") || strings.HasSuffix(word, "s")
}

// owner is the word for whose a topic is, "his" of "his part in all this", or "".
func (e entry) owner() string {
	if first := english.FirstWord(e.called); english.OneOf(first, "his her their") {
		return first
	}
	return ""
}

// isSomebody reports whether a topic is somebody, as far as its name shows.
func (e entry) isSomebody() bool { return e.nature.personal || english.IsProperName(e.called) }

// leads reports whether nothing but what determines or describes it stands before a name.
func (m *matching) leads(from, to int) bool {
	for i := from; i < to; i++ {
		if w := m.words[i]; !english.OneOf(w, determining+" all any everything anything something more what") && !isModifier(w) {
			return false
		}
	}
	return true
}

// isTail reports whether the words from at on say no more of the deed: nobody and nothing else,
// no second deed, and nothing that takes it back.
func (m *matching) isTail(at int, thing, anybody bool) bool {
	if m.end-at > longestTail || at < m.end && english.IsQuestionWord(m.words[at]) {
		return false
	}
	for i := at; i < m.end; i++ {
		w := m.words[i]
		if i > at && m.parted(i) || english.OneOf(w, refusing+" or then nor unless if instead except tomorrow later") || strings.ContainsAny(w, "0123456789") || w == "and" && i+1 < m.end && (english.IsVerb(m.words[i+1]) && !english.IsAlsoNoun(m.words[i+1]) || m.isDeed(m.words[i+1])) {
			return false
		}
		if i > at && english.IsCapital(m.typed(i, i+1)) && w != "i" && !m.parted(i) && m.reader.anyNameAt(m.line, i) == 0 && m.text != strings.ToUpper(m.text) {
			return false // somebody who is not here
		}
		for _, f := range []field{toField, itemField, topicField, threadField, placeField} {
			s := m.reader.sense(f, m.line, i)
			if len(s.entries) == 0 || s.how > partly && !(f == topicField && m.reader.index[f].entries[s.entries[0]].isSomebody()) || f == placeField && m.isHere(s) || f == toField && m.isWhom(s) || f == topicField && (thing && !m.reader.index[f].entries[s.entries[0]].isSomebody() || anybody) {
				continue
			}
			return false
		}
	}
	return true
}

const longestTail = 14 // words

// isUnsure reports whether what a parse means is to be asked back.
func isUnsure(p *parse) bool {
	return p.pattern != nil && p.pattern.asks || slices.ContainsFunc(p.parts, func(s sense) bool { return s.how == guessed })
}
