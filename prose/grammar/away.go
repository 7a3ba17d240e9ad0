package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// An author has the player go somewhere and speak to somebody there: "Look for Issouf and tell him what
// you know of the river", "Go to the well and press Musa about the sand". What is said there is a deed
// like any other, and a line says it in as many ways; it is read among those deeds, once it is read by
// where somebody goes for it, or whom they look for. Who does not say that they go is asked back.

// An awayReader reads what is said to those who are elsewhere.
type awayReader struct {
	*Reader
	choices map[string]away // by the id of the deed
}

// An away deed is the author's choice to go somewhere for it.
type away struct {
	action action.Action
	place  []string // where that is, where the choice says so
}

// deedsAway are the deeds of all choices to go somewhere and speak to somebody, nil where there are none.
func (r *Reader) deedsAway() *awayReader {
	names := &standing{r.given, map[action.Ref]Noun{}}
	all := &awayReader{choices: map[string]away{}}
	var possible []action.Action
	for _, of := range r.worded {
		if !of.goesThere() {
			continue
		}
		l := newLine(labelOf(of.action.Words))
		if deed, place, is := r.deedAway(l, names); is {
			deed.By = of.action.By
			possible = append(possible, deed)
			all.choices[deed.ID()] = away{of.action, place}
		}
	}
	if len(possible) == 0 {
		return nil
	}
	all.Reader = NewReader(possible, names)
	return all
}

// deedAway is what an author has one do towards somebody elsewhere, and where.
func (r *Reader) deedAway(l *line, names *standing) (deed action.Action, place []string, is bool) {
	and := slices.Index(l.words, "and")
	kind := map[string]action.Kind{"ask": action.Ask, "press": action.Press, "tell": action.Tell}[l.words[and+1]]
	turn := and + 2
	for turn < len(l.words) && leading(l.words[turn:], spokenOfThere) == 0 {
		turn++
	}
	topic := turn + leading(l.words[min(turn, len(l.words)):], spokenOfThere)
	if topic >= len(l.words) || turn == and+2 {
		return deed, nil, false
	}
	whom := l.typed(and+2, turn)
	if l.words[0] == "look" && l.words[1] == "for" {
		whom = l.typed(2, and)
	} else if n := leading(l.words, going); n > 0 {
		place = l.words[n:and]
	}
	ref := func(kind action.RefKind, called string) action.Ref {
		of := action.Ref{Kind: kind, ID: "away " + newLine(called).key()}
		names.nouns[of] = describedBy(r.given, called)
		return of
	}
	deed = action.Action{Kind: kind, To: []action.Ref{ref(action.Person, whom)}, Topic: ref(action.Topic, strings.TrimRight(l.text[l.begins[topic]:], " .!?"))}
	return deed, place, !isPronoun(l.words[and+2]) || l.words[0] == "look"
}

var spokenOfThere = bound("about|what you know (of/about)|(all/everything) (that)? you know (of/about)")

// elsewhere reads a line that says something to somebody who is not here.
func (r *Reader) elsewhere(l *line) Reading {
	there := r.away()
	if there == nil || !there.namesSomebody(l, r) {
		return Reading{}
	}
	for _, one := range r.thence(l) {
		found := there.Read(one.text)
		if found.Found {
			found.Among = []action.Action{found.Action}
		}
		var all []action.Action
		for _, a := range found.Among {
			if to := there.choices[a.ID()]; to.place == nil || one.place == nil || slices.Equal(withoutArticles(to.place), withoutArticles(one.place)) {
				all = append(all, to.action)
			}
		}
		switch {
		case len(all) == 0:
		case found.Found && r.goesAnywhere(l):
			return among(all)
		default:
			return Reading{Among: all}
		}
	}
	return Reading{}
}

// namesSomebody reports whether a line names one of those who are elsewhere, and nobody here.
func (r *awayReader) namesSomebody(l *line, here *Reader) bool {
	named := false
	for i := range l.words {
		n := r.nameAt(toField, l, i)
		if of := here.nameAt(toField, l, i); of > 0 && of >= n {
			return false
		}
		named = named || n > 0
	}
	return named
}

// A parted line is what is left of one without where somebody goes, and where that is, if it says so.
type parted struct {
	text  string
	place []string
}

// thence are the ways to take where somebody goes from a line: it stands first, "return to the well and
// ask Musa", or among the rest, "ask Musa at the well"; or nothing says it.
func (r *Reader) thence(l *line) []parted {
	var all []parted
	for i := 1; i+1 < len(l.words); i++ {
		if n := leading(l.words[i:], joining); n > 0 || l.parted(i) {
			if place := r.headed(l.typed(0, i)); place != nil && i+n < len(l.words) {
				all = append(all, parted{l.text[l.begins[i+n]:], place})
			}
		}
		n := 0
		if english.OneOf(l.words[i], "at in on") {
			n = r.nameAt(placeField, l, i+1)
		}
		if n > 0 {
			all = append(all, parted{l.text[:l.ends[i-1]] + " " + l.text[l.ends[i+n]:], l.words[i+1 : i+1+n]})
		}
	}
	return append(all, parted{l.text, nil})
}

func withoutArticles(words []string) []string { return words[count(words, articles):] }
