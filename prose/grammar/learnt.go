package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// What was just learnt is spoken of by its own words: whoever has read that somebody oiled the lock of the
// Ossuary asks about "the oil". Names say what whoever types knows of a topic, [Noun.Learnt]. A line that asks
// somebody, tells or presses them by words that are known of one topic alone is of that topic; where they
// are known of several, or only some of them are, it is asked back.

// ofLearnt reads a line that means no deed by what is known of the topics that there are.
func (r *Reader) ofLearnt(l *line) Reading {
	for _, v := range r.variants(l) {
		if r.goesOn(v) {
			continue
		}
		if s, is := r.addressed(v); is {
			return r.spokenOf(v, s)
		}
	}
	return Reading{}
}

// An address is that somebody is spoken to: whom, no entries where nobody is named, what of from a word on,
// and which kind of deed that is.
type address struct {
	kind   action.Kind
	whom   sense
	from   int
	absent string // whom a line names who is not here
}

var addresses = []struct {
	head, link courses
	kind       action.Kind
}{
	{along("ask|question|quiz|consult\ntalk|speak|chat to|with\nhave a word with\nfind out from"), along("about|of|regarding|concerning|over|if|whether"), action.Ask},
	{along("press|push|confront|challenge|accuse|interrogate|grill|question"), along("about|of|over|for|with|on|regarding"), action.Press},
	{along("tell|inform|warn|remind|let|show\nsay|mention|explain|admit|reveal to\ntalk|speak to"), along("know? about|of|that|it?"), action.Tell},
}

// addressed is the first way in which a line speaks to somebody of something.
func (r *Reader) addressed(l *line) (address, bool) {
	at := skipped(l.words, 0)
	for _, form := range addresses {
		n := form.head.begin(l.words[at:])
		if n == 0 || at+n >= len(l.words) {
			continue
		}
		s := address{kind: form.kind, whom: r.whomAt(l, at+n), from: at + n}
		if len(s.whom.entries) > 0 {
			s.from = s.whom.to
		} else if who := r.sense(topicField, l, at+n); len(who.entries) == 1 && r.index[topicField].entries[who.entries[0]].isPerson() {
			s.absent, s.from = r.index[topicField].entries[who.entries[0]].called, who.to
		}
		linked := form.link.begin(l.words[s.from:])
		s.from += linked
		if s.from >= len(l.words) || linked == 0 && !english.IsQuestionWord(l.words[s.from]) && (form.kind != action.Tell || len(s.whom.entries) == 0 || l.words[s.from] == "to") {
			continue
		}
		return s, true
	}
	return address{}, false
}

// spokenOf is the deed towards somebody that is of what they are spoken to about.
func (r *Reader) spokenOf(l *line, s address) Reading {
	if s.absent != "" {
		return Reading{Refusal: english.SentenceCase(cited(s.absent)) + " is not here."}
	}
	words := r.contentFrom(l, s)
	if len(words) == 0 {
		return Reading{Among: r.ofLatest(l, s)}
	}
	var all []action.Action
	most := 0
	for _, e := range r.index[topicField].entries {
		hits := e.knownBy(words)
		if hits == 0 || hits < most || r.isCalled(s.whom, e.called) {
			continue
		}
		deeds := r.deedsOf(s, e.ref)
		if len(deeds) > 0 && hits > most {
			all, most = nil, hits
		}
		all = append(all, deeds...)
	}
	whole := most == len(words) && len(s.whom.entries) > 0 && !denied(l.words[s.from:])
	switch one := among(all); {
	case len(all) == 0 || 2*most < len(words):
		return Reading{}
	case one.Found && whole:
		return one
	case one.Found:
		return Reading{Among: []action.Action{one.Action}}
	default:
		return Reading{Among: one.Among[:min(len(one.Among), mostLikely)]}
	}
}

// ofLatest are the deeds that are of what came up last, where a line asks why or how and says no more:
// "ask him why he did it".
func (r *Reader) ofLatest(l *line, s address) (all []action.Action) {
	if !english.OneOf(l.words[s.from], "why how what") || english.OneOf(l.words[len(l.words)-1], articles) { // which is cut off
		return nil
	}
	for _, i := range r.recently(topicField, entry.isPerson) {
		all = append(all, r.deedsOf(s, r.index[topicField].entries[i].ref)...)
	}
	return all[:min(len(all), mostLikely)]
}

// contentFrom are the words that say what somebody is spoken to about.
func (r *Reader) contentFrom(l *line, s address) (words []string) {
	for _, w := range l.words[s.from:] {
		ofWhom := slices.ContainsFunc(s.whom.entries, func(i int) bool { return slices.Contains(wordsIn(r.index[toField].entries[i].called), w) })
		if len(w) > 2 && !ofWhom && !english.IsFunctionWord(w) && !english.OneOf(w, slight) && !english.IsAdverb(w) && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// deedsOf are the deeds of a kind that are said openly, towards whoever is named, and of a topic.
func (r *Reader) deedsOf(s address, topic action.Ref) (all []action.Action) {
	for n, a := range r.possible {
		if a.Kind != s.kind || a.Manner != action.Openly || a.Topic != topic || len(a.To) != 1 {
			continue
		}
		if i, known := r.index[toField].seen[a.To[0]]; len(s.whom.entries) == 0 || known && slices.Contains(s.whom.entries, i) {
			all = append(all, r.meant(n))
		}
	}
	return all
}

// knownBy is how many of some words are known of an entry: in what was learnt of it, or in its name where
// others are. Its name alone was looked for before.
func (e entry) knownBy(words []string) (hits int) {
	if len(e.learnt) == 0 {
		return 0
	}
	called, learnt := keysIn(e.called), false
	for _, w := range words {
		has := func(of map[string]bool) bool {
			return slices.ContainsFunc(keysOf(w), func(key string) bool { return of[key] })
		}
		if is := has(e.learnt); is || has(called) {
			learnt = learnt || is
			hits++
		}
	}
	if !learnt {
		return 0
	}
	return hits
}

// keysIn are the keys of all words of some texts.
func keysIn(texts ...string) map[string]bool {
	all := map[string]bool{}
	for _, text := range texts {
		for _, w := range wordsIn(text) {
			for _, key := range keysOf(w) {
				all[key] = true
			}
		}
	}
	return all
}

// keysOf are what a word is known by in any of its forms: "oiled" and "oil", "took" and "take", "twelfth"
// and "twelve".
func keysOf(w string) []string {
	keys := []string{stem(w)}
	for _, base := range basesOf(w) {
		keys = append(keys, stem(base))
	}
	if n := slices.Index(strings.Fields(ordinals), w); n > 0 {
		keys = append(keys, stem(strings.Fields(numerals)[n]))
	}
	return keys
}

const ordinals = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
