package grammar

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// Tell is what was done and what came of it, in one sentence of at most 240 characters:
// "You searched the quay and found the burner." What the outcome holds of others than
// whoever did it is not told.
func Tell(a action.Action, o action.Outcome, names Names, v Voice) string {
	s := newSpeaker(a, names, v, finite)
	if worded(a.Kind) {
		return s.tellWords(o)
	}
	t := s.telling(o)
	for {
		sentence := english.SentenceCase(english.EndSentence(s.doer.called() + " " + t.text()))
		if utf8.RuneCountInString(sentence) <= longestSentence || !t.shorten() {
			return cut(sentence)
		}
	}
}

// cut is a sentence that ends in time.
func cut(sentence string) string {
	if utf8.RuneCountInString(sentence) <= longestSentence {
		return sentence
	}
	return english.EndSentence(plaintext.Line(sentence, longestSentence-1))
}

// A telling is the parts of a sentence about a deed.
type telling struct {
	deed   string
	more   []string // further verbs of the doer's: "found the burner"
	clause string   // with what stands before it: "; she would not say"
}

func (t *telling) text() string {
	switch {
	case len(t.more) == 1 && strings.Contains(t.deed, " and "):
		return t.deed + ", and " + t.more[0] + t.clause
	}
	return english.Join(append([]string{t.deed}, t.more...)) + t.clause
}

// shorten drops the least of what is told, and reports whether there was any.
func (t *telling) shorten() bool {
	switch {
	case len(t.more) > 0:
		t.more = t.more[:len(t.more)-1]
	case t.clause != "":
		t.clause = ""
	default:
		return false
	}
	return true
}

// telling is the deed with what came of it.
func (s *speaker) telling(o action.Outcome) *telling {
	verb := verbOf(s.action.Kind)
	t := &telling{}
	came, said := s.came(o), verb.forms()
	if o.Grade == action.Success && verb.done != "" && len(s.action.To) > 0 {
		said = []string{verb.done}
	}
	t.deed, t.more = s.deed(said), came.verbs
	switch {
	case came.told != "" && (len(t.more) == 0 || came.told[0] == ';'):
		t.clause = came.told
	case came.told != "":
		t.clause = ";" + strings.TrimPrefix(came.told, ", and")
	case o.Grade == action.Failure:
		s.result(t, s.answered(verb.failed, noAvail), came.gained)
	case o.Grade == action.Partial:
		s.result(t, s.answered(verb.partly, afterAFashion), came.gained)
	case o.Grade == action.Success && s.answered(verb.agreed, "") != "":
		s.result(t, verb.agreed, false)
	}
	return t
}

// How it went is told so where there is nothing better to tell.
const (
	noAvail       = ", to no avail"
	afterAFashion = ", after a fashion"
)

// answered is a pattern that tells how it went, or the plain words where there is none, or
// none without somebody who answers.
func (s *speaker) answered(pattern, plain string) string {
	alone := s.whom.name == "" && !s.whom.player
	if pattern == "" || alone && english.HasAnySuffix(pattern, "{them}") || alone && strings.Contains(pattern, "{they}") {
		return plain
	}
	return pattern
}

// result adds how it went, by a pattern of the verb table: "and ~find nothing" is not told
// where something was found.
func (s *speaker) result(t *telling, pattern string, gained bool) {
	rest := strings.TrimLeft(pattern, ";, ")
	switch {
	case pattern[0] == '*':
		t.deed = s.instead(pattern)
	case strings.HasPrefix(pattern, "and "):
		if !gained {
			t.more = append([]string{s.render(strings.TrimPrefix(pattern, "and "))}, t.more...)
		}
	case pattern[0] == ';':
		t.clause = "; " + s.render(rest)
	case pattern[0] == ',':
		t.clause = ", " + s.render(rest)
	default:
		t.clause = " " + s.render(pattern)
	}
}

// instead tells a deed that was only tried: "tried to take the burner but could not".
func (s *speaker) instead(pattern string) string {
	before, after, tried := strings.Cut(pattern, "{deed}")
	if !tried {
		s.verbs = 0
		return s.render(pattern)
	}
	deed := newSpeaker(s.action, s.names, s.voice, imperative).deed(verbOf(s.action.Kind).forms())
	s.verbs = 0
	end := s.render(strings.TrimLeft(after, ", "))
	if strings.HasPrefix(after, ",") {
		return s.render(before) + " " + deed + ", " + end
	}
	return s.render(before) + " " + deed + " " + end
}

// What came of a deed for whoever did it.
type came struct {
	verbs  []string
	told   string // that they were told something, with what stands before it
	gained bool
}

// mostCame is how much of what came of a deed is told.
const mostCame = 3

func (s *speaker) came(o action.Outcome) came {
	var all came
	verb := verbOf(s.action.Kind)
	for _, c := range o.Changes {
		text := s.change(c, or(verb.found, "come away with"))
		if text == "" || slices.Contains(all.verbs, text) {
			continue
		}
		all.gained = all.gained || c.Kind == action.Gained
		if len(all.verbs) < mostCame {
			all.verbs = append(all.verbs, text)
		}
	}
	if s.learned(o) {
		s.learn(&all, o.Grade)
	}
	return all
}

// own reports whether a change is of whoever did it; what has no owner, a topic that
// came up, is theirs.
func (s *speaker) own(c action.Change) bool {
	return c.Who.None() || c.Who == s.action.By || c.Who == action.Player && s.action.By.None()
}

func (s *speaker) learned(o action.Outcome) bool {
	return slices.ContainsFunc(o.Changes, func(c action.Change) bool { return c.Kind == action.Learned && s.own(c) })
}

// learn tells that something was learned: of whoever was asked, or else by oneself.
func (s *speaker) learn(all *came, grade action.Grade) {
	asked := s.action.Kind.Social() && len(persons(s.action.To)) > 0
	switch {
	case asked && grade == action.Failure:
		all.told = "; " + s.render("{they} ~let something slip all the same")
	case asked && grade == action.Partial:
		all.told = ", and " + s.render("{they} ~tell {me} a little")
	case asked:
		all.told = ", and " + s.render("{they} ~tell {me} what {they} ~know")
	default:
		all.verbs = append(all.verbs, s.render("~learn something new"))
	}
}

// change tells one thing that came of a deed as a further verb, or "".
func (s *speaker) change(c action.Change, found string) string {
	a := s.action
	thing := s.phrase(c.What)
	switch {
	case !s.own(c) || c.What.None() || (c.Kind == action.Gained || c.Kind == action.Lost) && c.What.Kind != action.Item:
		return ""
	case c.Kind == action.Gained && !(a.Kind == action.Take && c.What == a.Item):
		return s.phrasal(found) + " " + s.item(c.What, thing)
	case c.Kind == action.Lost && !(a.Kind == action.Give && c.What == a.Item):
		return s.phrasal("lose") + " " + s.item(c.What, thing)
	case c.Kind == action.Moved && c.What != a.Place && c.What.Kind == action.Place:
		return s.phrasal("come to") + " " + thing
	case c.Kind == action.Settled && (c.What.Kind == action.Topic || c.What.Kind == action.Person) && !slices.Contains(a.Refs(), c.What):
		return s.heard(c.What, thing)
	}
	return ""
}

// heard tells that something came up.
func (s *speaker) heard(r action.Ref, thing string) string {
	of, whether := "think of", "wonder"
	if s.action.Kind.Social() || s.action.Kind == action.Say || s.action.Kind == action.Go {
		of, whether = "hear of", "hear it asked"
	}
	switch {
	case r == action.Player:
		return ""
	case isQuestion(thing):
		return s.phrasal(whether) + " " + thing
	}
	return s.phrasal(of) + " " + thing
}

func (s *speaker) item(r action.Ref, thing string) string {
	if r == s.action.Item {
		return s.pronoun("it")
	}
	return thing
}

// phrasal puts the first word of a phrase, a verb of the doer's, into its form: "come
// away with" is "came away with".
func (s *speaker) phrasal(words string) string {
	base, rest, more := strings.Cut(words, " ")
	base = s.finite(base, s.doer.subject())
	if more {
		return base + " " + rest
	}
	return base
}
