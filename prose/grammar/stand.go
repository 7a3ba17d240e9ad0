package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// What an author worded may be a deed as the table has it: "Ask Lucan Dreyer about the four
// mules" is to ask him about them. It is read as such a deed in all its forms, and what is found
// is the author's choice. Where the same deed is possible without an author, that is what a line
// means, unless it is the choice word for word.

// A standing is names for what authors' choices concern, beside all others.
type standing struct {
	Names
	nouns map[action.Ref]Noun
}

// Noun implements Names.
func (s *standing) Noun(r action.Ref) (Noun, bool) {
	if noun, known := s.nouns[r]; known {
		return noun, true
	}
	return s.Names.Noun(r)
}

// stand enters the deeds that authors' choices are.
func (r *Reader) stand(worded []action.Action) {
	names := &standing{r.names, map[action.Ref]Noun{}}
	var all []action.Action
	for i, a := range worded {
		if a.Kind == action.Train {
			continue
		}
		if deed, is := r.deedOf(a, names, i); is && !r.isPossible(deed, names) {
			all = append(all, deed)
			r.stands = append(r.stands, a)
		}
	}
	if len(all) == 0 {
		return
	}
	r.names = names
	r.real = len(r.possible)
	r.possible = append(r.possible[:r.real:r.real], all...)
	for _, a := range all {
		r.kinds[a.Kind] = true
		r.owned = append(r.owned, owns(a, names))
		r.enter(a)
	}
}

// meant is the nth possible action, or the choice that it stands for.
func (r *Reader) meant(n int) action.Action {
	if n >= r.real && len(r.stands) > 0 {
		return r.stands[n-r.real]
	}
	return r.possible[n]
}

// isPossible reports whether a deed is possible that is said as another is, but for articles:
// an author who writes "ask about oil" means no other deed than "ask about the oil".
func (r *Reader) isPossible(deed action.Action, names Names) bool {
	said := newLine(say(deed, names)).key()
	return slices.ContainsFunc(r.possible, func(a action.Action) bool {
		return a.Kind == deed.Kind && newLine(say(a, names)).key() == said
	})
}

// deedOf is the deed that an author's choice is, if it is one and nothing besides.
func (r *Reader) deedOf(a action.Action, names *standing, n int) (action.Action, bool) {
	l := newLine(labelOf(a.Words))
	if len(l.words) < 2 || l.quoted() != nil || slices.ContainsFunc(l.words, func(w string) bool { return english.OneOf(w, "then or unless until if") }) || l.hasSecond() {
		return action.Action{}, false
	}
	deed := action.Action{By: a.By}
	ref := func(kind action.RefKind, from int) action.Ref {
		if from >= len(l.words) {
			return action.Ref{}
		}
		of := action.Ref{Kind: kind, ID: "choice " + strconv.Itoa(n)}
		names.nouns[of] = r.described(strings.TrimRight(l.text[l.begins[from]:], " .!?"))
		return of
	}
	switch first := l.words[0]; {
	case english.OneOf(first, "ask press tell"):
		whom, end := r.wordedTo(a, l)
		about := end < len(l.words) && l.words[end] == "about"
		if about {
			end++
		}
		if whom.None() || end >= len(l.words) || !about && !english.IsQuestionWord(l.words[end]) {
			return action.Action{}, false
		}
		deed.Kind, deed.To = map[string]action.Kind{"ask": action.Ask, "press": action.Press, "tell": action.Tell}[first], []action.Ref{whom}
		deed.Topic = ref(action.Topic, end)
	case first == "talk" && english.OneOf(l.words[1], "with to"):
		whom, end := r.wordedTo(a, l.with(1, 2, nil))
		if whom.None() || end+1 != len(l.words) {
			return action.Action{}, false
		}
		deed.Kind, deed.To = action.Talk, []action.Ref{whom}
	case leading(l.words, looks) > 0:
		deed.Kind = action.Examine
		deed.Item = ref(action.Item, leading(l.words, looks))
	case first == "take" && !english.OneOf(l.words[1], phrasal) && !slices.ContainsFunc(l.words, isPreposition):
		deed.Kind, deed.Item = action.Take, ref(action.Item, 1)
	case first == "look" && l.words[1] == "into":
		deed.Kind, deed.Thread = action.Pursue, ref(action.Thread, 2)
	case leading(l.words, going) > 0:
		deed.Kind, deed.Place = action.Go, ref(action.Place, leading(l.words, going))
	default:
		return action.Action{}, false
	}
	return deed, len(l.words) <= mostParts
}

// described is what an author names in a choice, with all that is known of what is called so.
func (r *Reader) described(called string) Noun { return describedBy(r.given, called) }

func describedBy(names Names, called string) Noun {
	if names, describes := names.(Describer); describes {
		if noun, known := names.Described(called); known {
			noun.Text = called
			return noun
		}
	}
	return Noun{Text: called}
}

const phrasal = "up off out down away back over on in your my his her a an care heart part leave hold turns turn time note notice"

var (
	looks = bound("look closely at|look at|examine|inspect|read|study")
	going = bound("go and see|go to|visit")
)

// hasSecond reports whether a second deed follows the first.
func (l *line) hasSecond() bool {
	for i := 1; i+1 < len(l.words); i++ {
		if l.words[i] == "and" && (english.IsVerb(l.words[i+1]) || english.IsAdverb(l.words[i+1])) && !(i == 1 && l.words[2] == "see") || l.parted(i) {
			return true
		}
	}
	return false
}

// wordedTo is whom an author's choice is towards, by its second word on, and where their name ends.
func (r *Reader) wordedTo(a action.Action, l *line) (action.Ref, int) {
	s := r.sense(toField, l, 1)
	if len(s.entries) == 1 {
		return r.index[toField].entries[s.entries[0]].ref, s.to
	}
	if whom := a.Whom(); !whom.None() && english.OneOf(l.words[1], "him her them") {
		return whom, 2
	}
	return action.Ref{}, 0
}
