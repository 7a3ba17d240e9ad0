package grammar

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// A thought of the player's own that they tell somebody, "tell the abbot that he bought the flour with
// the twelfth bar", is no deed of its own. What can be told is what is known; so it is taken for what it
// speaks of, where that can be told them, and asked back: nobody's words are put in the player's mouth.
// Where it speaks of nothing that can be, one line says so.

// thought reads a line that means no deed, where it tells somebody something.
func (r *Reader) thought(l *line) Reading {
	for _, v := range r.variants(l) {
		if r.goesOn(v) {
			continue
		}
		if whom, from, press := r.tellingWhom(v); len(whom.entries) > 0 {
			return r.ofThought(v, whom, from, press)
		}
	}
	return Reading{}
}

// tellingWhom is whom a line tells something, where that begins, and whether it accuses them of it.
func (r *Reader) tellingWhom(l *line) (whom sense, from int, press bool) {
	at := skipped(l.words, 0)
	for _, form := range []struct {
		head, link   courses
		press, needs bool // it accuses; the link must stand there
	}{
		{informing, thatClause, false, false}, {sayingTo, thatClause, false, false}, {letting, knowing, false, true}, {accusing, accusedOf, true, false}, {putting, thatClause, true, false},
	} {
		n := form.head.begin(l.words[at:])
		if n == 0 || at+n >= len(l.words) {
			continue
		}
		s := r.whomAt(l, at+n)
		if len(s.entries) == 0 || s.to >= len(l.words) {
			continue
		}
		from := s.to + form.link.begin(l.words[s.to:])
		if form.needs && from == s.to {
			continue
		}
		if from < len(l.words) && !english.OneOf(l.words[from], "to about of") {
			return s, from, form.press
		}
	}
	if n := r.nameAt(toField, l, 0); n > 0 && n+2 < len(l.words) && l.parted(n) && !isPronoun(l.words[0]) && r.saysSo(l, n) {
		return r.sense(toField, l, 0), n, false
	}
	return sense{}, 0, false
}

// goesOn reports whether a line goes on to another deed.
func (r *Reader) goesOn(l *line) bool {
	m := r.matching(l, new(int)).within()
	for i := 1; i+1 < len(l.words); i++ {
		if english.OneOf(l.words[i], "and then") && m.isDeed(l.words[i+1]) || english.OneOf(l.words[i], "unless or") {
			return true
		}
	}
	return false
}

// whomAt is whom words at a place name, and be it by a pronoun.
func (r *Reader) whomAt(l *line, at int) sense {
	if s := r.sense(toField, l, at); len(s.entries) > 0 {
		return s
	}
	return r.matching(l, new(int)).within().pronoun(toField, at)
}

// saysSo reports whether words from one on say what somebody thinks or knows, and ask for nothing.
func (r *Reader) saysSo(l *line, from int) bool {
	if at := len(l.words) - 1; at < from+1 || strings.Contains(l.text, "?") {
		return false
	}
	return opinion.begin(l.words[from:]) > 0 || r.isStatement(l, from, len(l.words)) && !english.OneOf(l.words[from], "you")
}

var (
	informing  = along("tell|inform|warn|remind|assure|notify|advise|convince|persuade")
	sayingTo   = along("say|mention|explain|admit|confess|report|announce|reveal|suggest|hint|declare|whisper|murmur to\nshare with\npoint out to\nmake clear to\nconfide in|to")
	thatClause = along("know? that|how|why|what|who|where|when|which|whose|whether?\nin on\nknow")
	letting    = along("let\nmake|be sure that?")
	knowing    = along("know|hear|understand|see that|how|why|what|who|where|when|which|whose|whether?\nin on")
	accusing   = along("accuse|confront|charge|tax|blame|denounce|suspect|challenge\nlay into")
	accusedOf  = along("of|with|about|over|for|that")
	putting    = along("put it to\ntell to? the? face of")
	opinion    = along("i know|knew|think|thought|believe|believed|say|suspect|suspected|found|find|saw|see|heard|hear|learned|learnt|noticed|guess|bet|reckon|swear|remember that?\nyou|he|she|they lied|stole|took|hid|killed|bought|sold|moved|burned|burnt|wrote|paid|did|know|knew\nit was you|he|she|they\nyou have been\nyou had|were|are|did")
)

// ofThought is what a thought that is told may be taken for: the deeds towards whoever hears it that
// are of what it speaks of, those that tell before those that an author has for it.
func (r *Reader) ofThought(l *line, whom sense, from int, press bool) Reading {
	of := r.thoughtOf(l, whom, from)
	kinds := []action.Kind{action.Tell, action.Ask}
	if press {
		kinds = []action.Kind{action.Press, action.Tell, action.Ask}
	}
	var all []action.Action
	topics := slices.SortedStableFunc(maps.Keys(of), func(a, b int) int { return cmp.Or(of[b]-of[a], a-b) })
	for _, topic := range topics {
		if of[topic] == of[topics[0]] || of[topic] >= named {
			all = append(all, r.towardsOf(whom, kinds, r.index[topicField].entries[topic].ref)...)
		}
	}
	if len(all) == 0 && press {
		all = r.towardsOf(whom, kinds[:1], action.Ref{})
	}
	switch heard := r.nameOf(whom); {
	case len(all) > 0:
		return Reading{Among: all[:min(len(all), mostLikely)]}
	case press:
		return Reading{Refusal: `You have nothing to press ` + heard + " for."}
	default:
		return Reading{Refusal: "You have nothing to tell " + heard + " of that yet."}
	}
}

// towardsOf are the deeds towards somebody that are of a topic, of the first kind that there are any of.
func (r *Reader) towardsOf(whom sense, kinds []action.Kind, topic action.Ref) []action.Action {
	for _, kind := range kinds {
		var all []action.Action
		for n, a := range r.possible {
			if a.Kind != kind || a.Manner != action.Openly || a.Topic != topic || len(a.To) != 1 || kind == action.Ask && !r.isAuthored(n) {
				continue
			}
			if i, known := r.index[toField].seen[a.To[0]]; known && slices.Contains(whom.entries, i) {
				all = append(all, r.meant(n))
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// isAuthored reports whether the nth possible action stands for an author's choice.
func (r *Reader) isAuthored(n int) bool { return n >= r.real && len(r.stands) > 0 }

// nameOf is what those are called whom words name.
func (r *Reader) nameOf(whom sense) string {
	if len(whom.entries) == 1 {
		return r.index[toField].entries[whom.entries[0]].called
	}
	return "them"
}

// thoughtOf are the topics that words from one on speak of, and how much: by name, or by words that are
// told of them.
func (r *Reader) thoughtOf(l *line, whom sense, from int) map[int]int {
	x, of := r.index[topicField], map[int]int{}
	var said []string
	m := r.matching(l, new(int)).within()
	for i := from; i < len(l.words); {
		s := m.topicAt(i)
		if len(s.entries) > 0 && len(s.entries) <= mostSpoken {
			for _, topic := range s.entries {
				if !r.isCalled(whom, x.entries[topic].called) {
					of[topic] += named
				}
			}
			i = s.to
			continue
		}
		if w := l.words[i]; (isDistinct(w) || len(w) > 2 && english.IsPast(w)) && !english.OneOf(w, slight) && !isModifier(w) && !m.isMine(i) {
			said = append(said, stem(w))
		}
		i++
	}
	slices.Sort(said)
	said = slices.Compact(said)
	for topic, e := range x.entries {
		if e.nature == nil || r.isCalled(whom, e.called) {
			continue
		}
		shared := 0
		for _, w := range said {
			switch {
			case slices.ContainsFunc(wordsIn(e.called), func(of string) bool { return stem(of) == w }):
				shared += 2
			case e.nature.shows[w] || e.nature.tells[w]:
				shared++
			}
		}
		if shared > 1 || shared > 0 && of[topic] > 0 {
			of[topic] += shared
		}
	}
	return of
}

const named = 4 // by how many words of what is told of it a name outweighs

// isCalled reports whether one of those whom words name is called so.
func (r *Reader) isCalled(whom sense, called string) bool {
	return slices.ContainsFunc(whom.entries, func(i int) bool { return r.index[toField].entries[i].called == called })
}
