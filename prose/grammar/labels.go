package grammar

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// A label is what an author worded, ready to be compared with a line that leaves out some
// of it.
type label struct {
	action action.Action
	words  []string
	verb   int           // the position of the verb it begins with, -1 where it begins with none
	quoted bool          // it is something said
	parts  []int         // of each word, which part of the label it is in
	about  func() []mark // what it speaks of
}

func newLabel(a action.Action) *label {
	text := a.Words[:min(len(a.Words), longestLine)]
	l := &label{action: a, words: wordsIn(text), verb: -1, quoted: strings.ContainsAny(text, "\"“”")}
	for i, w := range l.words {
		if english.IsVerb(w) {
			l.verb = i
		}
		if l.verb >= 0 || !english.IsAdverb(w) {
			break
		}
	}
	part := 0
	for _, w := range l.words {
		if isPreposition(w) || english.OneOf(w, turning) {
			part++
		}
		l.parts = append(l.parts, part)
	}
	l.about = sync.OnceValue(l.marks)
	return l
}

// labelled are the worded actions that a line says with fewer words: with the verb, or one
// that means the same, words of the label alone, its parts in their order, and some of each
// part that makes the deed another one.
func (r *Reader) labelled(typed *line) []action.Action {
	var all []action.Action
	if len(r.worded) == 0 {
		return nil
	}
	ways := r.variants(typed)
	if mended := r.mended(typed); mended != nil {
		ways = append(ways, r.variants(mended)...)
	}
	for _, v := range ways {
		if len(all) > 0 {
			break
		}
		m := r.matching(v, new(int))
		for _, f := range m.frames() {
			if f.quietly || f.begin >= f.end {
				continue
			}
			ways := r.wordings(v, f)
			for _, l := range r.worded {
				if !slices.ContainsFunc(all, l.action.Equal) && slices.ContainsFunc(ways, func(words []string) bool { return r.isLabel(l, words, v.speech) }) {
					all = append(all, l.action)
				}
			}
			if len(all) > 0 {
				break
			}
		}
	}
	return all
}

// isLabel reports whether some words are said for a label.
func (r *Reader) isLabel(l *label, words []string, speech bool) bool {
	if r.states(l, words) {
		return true
	}
	return !speech && l.isTo(words) && !l.isAnothers(words) && (l.whole(words) || l.shortened(words) || l.shortened(l.oneFor(words)) || l.action.Kind == action.Train && l.practised(words))
}

// wordings are the ways to say the part of a line that is read as an author would word it: in the
// second person, as asking for something, and with a pronoun for whom it is done towards.
func (r *Reader) wordings(v *line, f frame) [][]string {
	words := inSecondPerson(v.words[f.begin:f.end])
	all := [][]string{words}
	if asked := asking(v.words[:f.end]); len(asked) > 0 {
		all = append(all, asked)
	}
	for at := range min(2, len(words)-1) {
		pronoun, n := r.pronounAt(v, f.begin+at)
		switch {
		case n == 0 || at+n >= len(words):
		case at == 1:
			all = append(all, slices.Concat(words[:1], []string{pronoun}, words[at+n:]))
		case v.speech || v.parted(f.begin+n):
			all = append(all, slices.Concat([]string{"ask", pronoun}, words[n:]), slices.Concat([]string{"tell", pronoun, "that"}, words[n:]))
			if asked := reported(words[n:], pronoun); asked != nil {
				all = append(all, slices.Concat([]string{"ask", pronoun}, asked))
			}
		}
	}
	return all
}

// reported is a question that somebody is asked about themselves, as an author words it who has it asked
// of them: "where did you see it" is "where she saw it". It is nil where it is no such question.
func reported(words []string, pronoun string) []string {
	subject := map[string]string{"her": "she", "him": "he", "them": "they"}[pronoun]
	if len(words) < 4 || subject == "" || !english.IsQuestionWord(words[0]) || words[2] != "you" {
		return nil
	}
	made := []string{words[0], subject}
	one := subject != "they"
	switch of, verb := words[1], words[3]; {
	case of == "did" && english.IsVerb(verb):
		return append(append(made, english.PastOf(verb)), words[4:]...)
	case of == "do" && english.IsVerb(verb):
		if one {
			verb = english.ThirdSingular(verb)
		}
		return append(append(made, verb), words[4:]...)
	case english.OneOf(of, "are were have"):
		if one {
			of = map[string]string{"are": "is", "were": "was", "have": "has"}[of]
		}
		return append(append(made, of), words[3:]...)
	}
	return nil
}

// pronounAt is the pronoun for somebody who is named at a place in a line, and by how many words,
// where nobody else who is here may be meant by it.
func (r *Reader) pronounAt(l *line, at int) (string, int) {
	x := r.index[toField]
	s := r.sense(toField, l, at)
	if at < len(l.words) && len(s.entries) == 0 && english.OneOf(l.words[at], "her him") {
		return l.words[at], 1
	}
	if len(s.entries) != 1 {
		return "", 0
	}
	pronoun, others := x.entries[s.entries[0]].pronouns.Object, 0
	for _, e := range x.entries {
		if e.ref != action.Player && e.pronouns.Object == pronoun {
			others++
		}
	}
	if others > 1 {
		return "", 0
	}
	return pronoun, s.to - at
}

// isTo reports whether words are said to the same as the label is, as far as both have a pronoun
// for it: who is asked how long he stays is not she.
func (l *label) isTo(words []string) bool {
	if l.verb < 0 || l.verb+1 >= len(l.words) || len(words) < 3 || !english.OneOf(l.words[l.verb+1], "her him them") || !english.OneOf(words[1], "her him them") {
		return true
	}
	return words[1] == l.words[l.verb+1] || words[1] == "her" && !english.IsQuestionWord(words[2]) && !english.OneOf(words[2], turning)
}

// oneFor are words with "one" where the label has it, for what its author calls the choice by and
// is named behind the same word: "the other fid" is the other one in "wren_fid/ask_where".
func (l *label) oneFor(words []string) []string {
	one := slices.Index(l.words, "one")
	if one < 1 {
		return words
	}
	of := wordsIn(l.action.Choice)
	for i := 1; i < len(words); i++ {
		named := slices.ContainsFunc(of, func(w string) bool { return len(w) > 2 && strings.TrimSuffix(w, "s") == words[i] })
		if named && words[i-1] == l.words[one-1] {
			return slices.Concat(words[:i], []string{"one"}, words[i+1:])
		}
	}
	return words
}

// states reports whether some words are what a label has said or told: "I bought it at a fair" for
// "Say that you bought the fid at a fair". All of it must be said, but for one thing "it" may stand.
func (r *Reader) states(l *label, words []string) bool {
	if l.verb != 0 || !english.OneOf(l.words[0], "say tell answer admit reply") {
		return false
	}
	that := slices.Index(l.words[:min(len(l.words), 4)], "that")
	if that < 0 {
		return false
	}
	if at := slices.Index(words[:min(len(words), 3)], "that"); at > 0 && words[0] == "tell" {
		if !slices.Equal(words[1:at], l.words[1:that]) && !r.isTold(l, words[1:at]) {
			return false
		}
		words = words[at+1:]
	}
	left := func(words []string) []string {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "you" || english.OneOf(w, omissible) })
	}
	said, clause := left(words), left(l.words[that+1:])
	if len(said) < 2 || len(said) != len(clause) {
		return false
	}
	its := 0
	for i, w := range said {
		switch {
		case w == clause[i]:
		case w == "it" && its == 0 && i > 0:
			its++
		default:
			return false
		}
	}
	return true
}

// quotedAs are what authors have one say that stands as a sentence in quotation marks: `"Oh, that? I
// bought it at a fair," I tell her`.
func (r *Reader) quotedAs(l *line) (all []action.Action) {
	if len(r.worded) == 0 || l.quoted() == nil {
		return nil
	}
	for _, c := range l.clauses() {
		if !c.said {
			continue
		}
		words := inSecondPerson(l.words[c.from:c.to])
		for _, of := range r.worded {
			if r.states(of, words) && r.mayHear(l, of) {
				all = append(all, of.action)
			}
		}
	}
	return all
}

// mayHear reports whether whoever a line names beside what it quotes may be whom an author has it said to.
func (r *Reader) mayHear(l *line, of *label) bool {
	said := l.quoted()
	for i := range l.words {
		who := r.sense(toField, l, i)
		if said[i] || len(who.entries) == 0 || of.words[0] == "say" && of.action.Whom().None() {
			continue
		}
		if !of.speaksOf(l.words[who.from:who.to]) && !r.isCalledSo(who, of.words) {
			return false
		}
	}
	return true
}

// isTold reports whether a pronoun is that of whom a label is towards.
func (r *Reader) isTold(l *label, pronoun []string) bool {
	x := r.index[toField]
	i, known := x.seen[l.action.Whom()]
	return known && len(pronoun) == 1 && x.entries[i].pronouns.Object == pronoun[0]
}

// Verbs of which one may stand for another at the beginning of what an author wrote, if
// nothing else changes.
var classes = sync.OnceValue(func() (all [][][]string) {
	for class := range strings.SplitSeq(synonyms, ";") {
		all = append(all, split(class))
	}
	return all
})

const synonyms = "look closely at|look at|have a look at|take a look at|read|examine|inspect|study|x|check|view|l at|have a read of;" +
	"take|get|grab|pick up|fetch|collect;go|walk|head|move|run|hurry|return;ask|question|a|enquire of|inquire of;talk|speak|chat|converse;give|hand|offer|pass;tell|inform;" +
	"search|look through|go through;help|assist;climb|go up;follow|go after;show|present;buy|purchase;begin|start;shout|yell|call;hide|conceal"

// whole reports whether some words are all those of the label, but for words that a line may
// have or lack.
func (l *label) whole(words []string) bool {
	omitted := func(w string) bool { return english.OneOf(w, omissible) }
	said := slices.DeleteFunc(slices.Clone(words), omitted)
	return len(said) > 0 && slices.Equal(said, slices.DeleteFunc(slices.Clone(l.words), omitted))
}

// labelVerb is the word that a label begins with of which another is the "-ing" form, "" for
// none.
func (r *Reader) labelVerb(word string) string {
	if strings.HasSuffix(word, "ing") {
		for _, l := range r.worded {
			if len(l.words) > 0 && l.words[0] != word && sameWord(word, l.words[0]) {
				return l.words[0]
			}
		}
	}
	return ""
}

// shortened reports whether some words are the label with words left out.
func (l *label) shortened(words []string) bool {
	if l.verb < 0 || l.quoted {
		return false
	}
	rest := l.withoutVerb(words)
	if len(rest) == 0 {
		return false
	}
	part, content := 0, 0
	said := make([]bool, len(l.words))
	for _, w := range rest {
		if english.OneOf(w, omissible) {
			continue
		}
		at := l.verb + 1
		for at < len(l.words) && (said[at] || l.parts[at] < part || !means(w, l.words[at])) {
			at++
		}
		switch {
		case at == len(l.words) && isModifier(w):
			continue
		case at == len(l.words):
			return false
		}
		said[at], part = true, l.parts[at]
		if !english.OneOf(w, turning) {
			content++
		}
	}
	return content > 0 && l.complete(said)
}

// Words that a line may have or lack and still be meant for the label.
const omissible = "the a an some that this these those my your yours his her its their of on in at along by near from upon inside around across through please"

// Words behind which the deed becomes another one: something of what follows must be said.
const turning = "about to for with into if whether what who why how when where that and or not dont never no nothing without against than instead until unless but then as so before after nor neither do rather like"

// withoutVerb is what stands behind the verb of the label, or one that means the same.
func (l *label) withoutVerb(words []string) []string {
	if sameWord(words[0], l.words[l.verb]) {
		return words[1:]
	}
	for _, class := range classes() {
		if !slices.ContainsFunc(class, func(p []string) bool {
			return len(p) <= len(l.words)-l.verb && slices.Equal(l.words[l.verb:l.verb+len(p)], p)
		}) {
			continue
		}
		if n := leading(words, class); n > 0 {
			return words[n:]
		}
	}
	return nil
}

// complete reports whether of each part of a label that a turning word begins something is
// said, and of what is denied in it the denial.
func (l *label) complete(said []bool) bool {
	for i := l.verb + 1; i < len(l.words); i++ {
		if !english.OneOf(l.words[i], turning) {
			continue
		}
		if english.OneOf(l.words[i], "not dont never no nothing without or nor neither instead unless until") && !said[i] {
			return false
		}
		if l.words[i] == "and" && l.inUnsaid(i, said) {
			continue
		}
		any := i == len(l.words)-1 // nothing follows: "what he looked like"
		for j := i + 1; j < len(l.words) && !english.OneOf(l.words[j], turning); j++ {
			any = any || said[j]
			if j == i+1 && english.OneOf(l.words[i], "to and then") && english.IsVerb(l.words[j]) && !said[j] {
				return false
			}
		}
		if !any {
			return false
		}
	}
	return true
}

// inUnsaid reports whether an "and" joins what a preposition before it begins, of which nothing
// is said: "of flour and households".
func (l *label) inUnsaid(and int, said []bool) bool {
	for i := and - 1; i > l.verb && !said[i]; i-- {
		if isPreposition(l.words[i]) {
			return and+1 == len(l.words) || !english.IsVerb(l.words[and+1])
		}
	}
	return false
}

// inSecondPerson are words that somebody says of themselves as an author says them of whoever
// plays: "say that I bought it" is "say that you bought it".
func inSecondPerson(words []string) []string {
	made := slices.Clone(words)
	for i, w := range made {
		if to, ok := secondPerson[w]; ok {
			made[i] = to
		}
	}
	return made
}

var secondPerson = map[string]string{"i": "you", "me": "you", "my": "your", "mine": "yours", "am": "are", "myself": "yourself"}

// asking are the words of a line that asks for something without the word: "may I see the
// register" is to ask to see it, "tell me what becomes of ships" to ask what does. They are nil
// where it asks for nothing.
func asking(words []string) []string {
	for at := 0; at < len(words); {
		if n := leading(words[at:], split("(may/can/could/might) i")); n > 0 {
			return slices.Concat([]string{"ask", "to"}, words[at+n:])
		}
		if n := leading(words[at:], split("tell me")); n > 0 && at+n < len(words) && english.IsQuestionWord(words[at+n]) {
			return slices.Concat([]string{"ask"}, words[at+n:])
		}
		n := leading(words[at:], before)
		if n == 0 {
			break
		}
		at += n
	}
	return nil
}

// gate are the words of a label and what its author calls the gate that it opens: "nerve" of
// "nerve-0".
func (l *label) gate() []string {
	return slices.Concat(l.words, wordsIn(strings.TrimRight(l.action.Choice, "-0123456789")))
}

// practised reports whether some words are of practising what a label speaks of.
func (l *label) practised(words []string) bool {
	if !english.OneOf(words[0], "train practise practice exercise drill hone rehearse practising practicing training") {
		return false
	}
	for _, w := range words[1:] {
		if !english.OneOf(w, omissible+" with and or working work skill skills using use for up bit more little i to do what can") && !slices.ContainsFunc(l.gate(), func(of string) bool { return sameWord(w, of) }) {
			return false
		}
	}
	return true
}
