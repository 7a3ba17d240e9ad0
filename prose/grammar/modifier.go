package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// Words that may stand before the name of anything and contradict none: they say how it is,
// not which it is. A number, a colour, a stuff or another noun says which: the eighth grave,
// the red book, the wooden chest, the love letter.
const describing = "old ancient aged young little small tiny big large huge great tall heavy light fine fair plain simple strange odd curious peculiar queer weird mysterious secret hidden famous infamous notorious " +
	"poor dear good kind kindly gentle friendly wise clever sly quiet silent grim stern proud haughty gruff lovely pretty beautiful handsome ugly nice sweet sad unhappy angry cross weary tired nervous worried stubborn " +
	"terrible awful dreadful horrible tragic fateful unfortunate unlucky sorry damned damn bloody blasted cursed wretched accursed ominous eerie spooky creepy gloomy dusty dirty filthy grimy rusty shabby worn tattered battered crumpled creased faded weathered smooth rough polished sharp blunt curved " +
	"precious valuable costly priceless important official interesting useful handy trusty missing empty open lonely remote nearby distant local cosy cozy busy noisy quaint humble venerable holy sacred very same whole entire actual real supposed alleged said aforementioned infernal troublesome puzzling famed legendary thick thin " +
	"remarkable wonderful splendid fascinating marvellous marvelous magnificent charming delightful impressive dismal bleak grand cold warm cool hot dark bright dim dreary draughty drafty cramped narrow wide deep shady silly stupid foolish rude grumpy cheerful jolly solemn severe blessed godforsaken bleeding flipping " +
	"fat stout plump skinny slim lean bald bearded burly lanky chubby portly hairy muscular elegant drunken sleepy bored nosy talkative chatty surly sullen moody shy timid brave bold dirty scruffy ragged barefoot " +
	"noble esteemed dearest reverend honourable honorable gracious learned venerated"

func isModifier(word string) bool { return english.OneOf(word, describing) }

// mostModifiers is how many words may describe one thing.
const mostModifiers = 3

// modified are the things that are named behind words that only describe them: "the heavy
// keg". No other name may hold such a word, and their own no other such.
func (m *matching) modified(f field, at, skip int, direct []sense) []sense {
	if f == wordsField || f == spanField {
		return nil
	}
	x := m.reader.index[f]
	from := at + skip
	for from < m.end-1 && from < at+skip+mostModifiers && m.describes(f, m.words[from]) {
		from++
	}
	var all []sense
	if from == at+skip {
		if f == placeField && from < m.end-1 && !m.reader.isNamed(m.words[from]) && !english.OneOf(m.words[from], determining+" "+english.Prepositions+" "+hereabouts) && skip > 0 {
			for to := from + 2; to <= min(m.end, from+x.longest+1); to++ { // "the school library" may be the Library
				if s := m.senseOf(f, from+1, to, []int{0, 0, 0}, false); len(s.entries) == 1 && s.how <= otherwise {
					s.from, s.how = at, guessed
					all = append(all, s)
				}
			}
		}
		return all
	}
	for to := from + 1; to <= min(m.end, from+x.longest); to++ {
		if slices.ContainsFunc(direct, func(s sense) bool { return s.to == to }) {
			continue
		}
		s := m.senseOf(f, from, to, []int{0, 0, 0}, false)
		if len(s.entries) == 1 && (f == toField && m.fondly(s, at+skip, from) || x.describable(s, m.words[from:to]) || x.entries[s.entries[0]].isA(m.words[at+skip:from])) {
			s.from, s.how = at, loosely
			all = append(all, s)
		}
	}
	return all
}

// fondly reports whether words before the name of the only one here who has it are none that tell one
// of that name from another: "old Hasek", whose age says nothing else.
func (m *matching) fondly(s sense, from, to int) bool {
	n := m.reader.index[toField].entries[s.entries[0]].nature
	return n != nil && n.personal && (n.age == 0 || n.age >= 40) && count(m.words[from:to], "old poor dear good") == to-from
}

// isA reports whether somebody is all that some words say: "Commander" of Ruth Achebe.
func (e entry) isA(words []string) bool {
	return e.nature != nil && e.nature.personal && !slices.ContainsFunc(words, func(w string) bool { return e.nature.fits(w) < akin })
}

// describes reports whether a word describes and is no word of a name that it could tell
// from another. Of things, what was done to them describes them too: "the carved fid".
func (m *matching) describes(f field, word string) bool {
	if len(m.reader.index[f].words[word]) > 0 {
		return false
	}
	if isModifier(word) || (f == toField || f == topicField) && isPersonal(word) {
		return true
	}
	return (f == itemField || f == topicField || f == toField) && len(word) > 5 && english.HasAnySuffix(word, "ed", "ous", "ful", "able", "ible", "less") && !m.reader.isAkin(word)
}

// isAkin reports whether a word is a form of one that is in a name.
func (r *Reader) isAkin(word string) bool {
	return slices.ContainsFunc(r.words().by[word[0]], func(of string) bool { return sameWord(word, of) })
}

// describable reports whether what is named may have words before it that describe it: by a
// part of a proper name that is not the first, others may be meant.
func (x *index) describable(s sense, words []string) bool {
	e := x.entries[s.entries[0]]
	last := words[len(words)-1]
	for _, called := range append([]string{e.called}, e.also...) {
		for i, w := range strings.Fields(called) {
			bare := strings.Join(wordsIn(w), "")
			if isModifier(bare) && !slices.Contains(words, bare) {
				return false
			}
			if s.how >= partly && s.field != itemField && i > 0 && bare == last && english.IsCapital(w) {
				return false
			}
		}
	}
	return true
}

// compounded are the entries that words name of which one is a compound of the name's, or
// the other way about: "the bone fid" is the whalebone fid.
func (x *index) compounded(words []string) []alias {
	if len(words) != 2 || len(x.words[words[1]]) == 0 || len(x.words[words[0]]) > 0 || len(words[0]) < leastCompound {
		return nil
	}
	var all []alias
	for _, i := range x.words[words[1]] {
		for _, w := range x.names[i].words {
			if len(w) >= leastCompound && w != words[1] && (strings.HasSuffix(w, words[0]) || strings.HasSuffix(words[0], w)) && x.names[i].has([]string{w, words[1]}) {
				all = append(all, alias{x.names[i].entry, loosely})
			}
		}
	}
	return all
}

// suffixed are the things that one word names by the end of a word of theirs: "the bone" is of
// whalebone.
func (x *index) suffixed(words []string) []alias {
	if len(words) == 0 || len(words) > 2 || len(words) == 2 && words[1] != "thing" || len(words[0]) < leastCompound || isModifier(words[0]) {
		return nil
	}
	var all []alias
	for _, n := range x.names {
		if slices.ContainsFunc(n.words, func(w string) bool { return len(w) >= len(words[0])+3 && strings.HasSuffix(w, words[0]) }) {
			all = append(all, alias{n.entry, loosely})
		}
	}
	return all
}

const leastCompound = 4 // letters

// ofQuestion are the entries that are questions and have all that words speak of: "the
// darkness of the Tooth" is of why the Tooth is dark.
func (x *index) ofQuestion(words []string) []alias {
	if len(x.asking) == 0 || len(words) < 2 || !slices.Contains(words, "of") && !english.IsPast(words[0]) || english.IsQuestionWord(words[0]) {
		return nil
	}
	var all []alias
	for _, i := range x.asking {
		if n := x.names[i]; n.speaksOf(words) {
			all = append(all, alias{n.entry, loosely})
		}
	}
	return all
}

// speaksOf reports whether a name has at least two words that say something, and no other
// is said.
func (n name) speaksOf(words []string) bool {
	said := map[int]bool{}
	for _, w := range words {
		if english.OneOf(w, omissible) {
			continue
		}
		at := slices.IndexFunc(n.words, func(of string) bool { return !english.OneOf(of, insignificant) && sameWord(w, of) })
		if at < 0 {
			return false
		}
		said[at] = true
	}
	return len(said) > 1
}
