package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// Who goes on to type seldom says again whom or what they mean: "ask him about it", "go back there".
// What was last done or told of comes with the reader, and narrows what a pronoun could be; it never
// makes a pronoun mean what it could not be.

// After is the reader for a line that is typed after something was done or told: by what those it was
// of are called, whom and what it concerned, the latest first, and where the player came from, "" for
// nowhere. What an author worded stands for all that it names.
func (r *Reader) After(from string, called ...string) *Reader {
	next := *r
	next.recent, next.left = nil, newLine(from[:min(len(from), longestLine)]).key()
	for _, name := range called {
		if key := newLine(name[:min(len(name), longestLine)]).key(); key != "" && !slices.Contains(next.recent, key) {
			next.recent = append(next.recent, key)
		}
	}
	return &next
}

// rank is how lately something came up by its name, 1 being the latest; 0 where it did not.
func (r *Reader) rank(e entry) int {
	key := newLine(e.called).key()
	return 1 + slices.IndexFunc(r.recent, func(called string) bool {
		return called == key || len(key) > 3 && strings.Contains(" "+called, " "+key)
	})
}

// latest are those of some entries of a field that came up last, all of them where none did.
func (r *Reader) latest(f field, entries []int) []int {
	best, rank := entries, 0
	if len(r.recent) == 0 {
		return best
	}
	for _, i := range entries {
		switch at := r.rank(r.index[f].entries[i]); {
		case at == 0:
		case rank == 0 || at < rank:
			best, rank = []int{i}, at
		case at == rank:
			best = append(best, i) // one thing may be what several choices are about
		}
	}
	return best
}

// recently are the entries of a field that came up last, but some.
func (r *Reader) recently(f field, but func(entry) bool) []int {
	var all []int
	for i, e := range r.index[f].entries {
		if r.rank(e) > 0 && !but(e) {
			all = append(all, i)
		}
	}
	return r.latest(f, all)
}

// it are those of some entries of a field that "it" means: nobody, and where a thing or a matter came
// up last nothing else.
func (r *Reader) it(f field, entries []int) []int {
	entries = slices.DeleteFunc(slices.Clone(entries), func(i int) bool { return r.index[f].entries[i].isPerson() })
	for _, of := range []field{itemField, topicField, threadField} {
		if len(r.recently(of, entry.isPerson)) > 0 {
			return r.recently(f, entry.isPerson)
		}
	}
	return entries
}

func (e entry) isPerson() bool { return e.nature != nil && e.nature.personal }

// referred is what words say that point back at what came up last: "him" for somebody who is spoken of,
// "that", "there".
func (m *matching) referred(f field, at int) sense {
	r, word := m.reader, m.words[at]
	if len(r.recent) == 0 && r.left == "" {
		return sense{}
	}
	s := sense{field: f, how: partly, from: at, to: at + 1}
	switch {
	case f == topicField && subjects[word] != "":
		s.entries = r.recently(f, func(e entry) bool { return !e.isPerson() || e.nature.subject != subjects[word] })
	case f != toField && f != placeField && english.OneOf(word, "that this") && (at+1 == m.end || m.parted(at+1) || english.OneOf(m.words[at+1], "too then again now with to please")):
		s.entries = r.recently(f, entry.isPerson)
	case f == placeField && word == "there":
		if s.entries = r.recently(f, r.isHere); len(s.entries) == 0 {
			s.entries = r.wayBack()
		}
	case f == placeField && word == "back" && at+1 < m.end && m.words[at+1] == "there":
		s.to++
		s.entries = r.wayBack()
	}
	return s
}

// subjects are the pronouns that somebody is the subject by, by those for whom is spoken of.
var subjects = map[string]string{"him": "he", "her": "she", "them": "they", "he": "he", "she": "she", "they": "they"}

// wayBack is the place that the player came from.
func (r *Reader) wayBack() []int {
	i := slices.IndexFunc(r.index[placeField].entries, func(e entry) bool { return r.left != "" && newLine(e.called).key() == r.left && !r.isHere(e) })
	if i < 0 {
		return nil
	}
	return []int{i}
}

// isHere reports whether something is where one is.
func (r *Reader) isHere(e entry) bool {
	x := r.index[placeField]
	return slices.Contains(x.here, x.seen[e.ref])
}

// back is a line that goes back without a word for where, as one that goes where the player came from.
func (r *Reader) back(l *line) *line {
	at := skipped(l.words, 0)
	if r.left == "" || !r.kinds[action.Go] || returning.begin(l.words[at:]) != len(l.words)-at || at == len(l.words) {
		return nil
	}
	way := r.wayBack()
	if len(way) == 0 {
		return nil
	}
	return l.with(at, len(l.words), slices.Concat([]string{"go", "to"}, wordsIn(r.index[placeField].entries[way[0]].called)))
}

// more is a line that wants to hear more, as one that asks whoever was last spoken with about what was
// last spoken of: "tell me more", "what else?".
func (r *Reader) more(l *line) *line {
	if len(r.recent) == 0 || furthering.begin(l.words) != len(l.words) {
		return nil
	}
	whom := r.recently(toField, func(e entry) bool { return e.ref == action.Player })
	if len(whom) != 1 {
		return nil
	}
	called := r.index[toField].entries[whom[0]].called
	of := r.recently(topicField, func(e entry) bool { return e.called == called })
	if len(of) == 0 {
		return nil
	}
	return l.with(0, len(l.words), slices.Concat([]string{"ask"}, wordsIn(called), []string{"about"}, wordsIn(r.index[topicField].entries[of[0]].called)))
}

var (
	returning = along(`
	go|head|walk|run|turn|get|come|hurry|move back there? again|now?
	return|retreat there? again|now?
	go back the way i came
	go back to where i was|came before|from?
	`)
	furthering = along(`
	and? ask|tell me? more|further about|of? it|that|this? please?
	and? what else|more?
	and? what more|else do|can you|she|he|they know|tell|say? me? about|of? it|that|this?
	ask him|her|them? for? more|further|again about|of? it|that|this?
	and? what about it|that
	go on then?
	and then?
	what do you mean by? it|that?
	what does it|that mean?
	what do|did you know|mean|say about it|that
	`)
)
