package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// Of one thing of the notes a stranger may say how it is perceived. How two of them stand to each other is for the notes to say: where a clause
// has two things, one sentence of the notes has the same two, one behind the other, with the same word before each: "a key", "behind the altar".

// A thing is something of the notes as a sentence has it.
type thing struct {
	words []string // the last is what it is
	by    string   // what relates it to what stands before it: a preposition, "be", "have", "cover"; "" where nothing does
}

// A layout is what the notes say of things.
type layout struct {
	notes [][]thing
	place []string        // the words of the name of the place
	air   map[string]bool // the weather and the hour, which are everywhere
	forms map[string]bool // of all that is noted
}

func (s Scene) layout(forms map[string]bool) *layout {
	l := &layout{place: wordsOf(plainApostrophes(s.Place.Name)), air: map[string]bool{}, forms: forms}
	for _, w := range wordsOf(plainApostrophes(s.Weather + " " + s.Part)) {
		l.air[w] = true
	}
	for _, note := range s.Notes() {
		text := plainApostrophes(note.Text)
		for _, sentence := range english.Sentences(text) {
			for part := range strings.SplitSeq(sentence, ";") {
				if words := strings.Fields(part); !slices.ContainsFunc(words, func(w string) bool { return OneOf(bareWord(w), turningWords+" "+notSoWords) }) {
					l.notes = append(l.notes, l.things(words))
				}
			}
		}
	}
	return l
}

// has reports whether the notes have all that a sentence says of how things stand to each other.
func (l *layout) has(words []string) bool {
	var before []thing // those that a clause goes on with
	from := 0
	for i := 1; i <= len(words); i++ {
		if i < len(words) && !parts(words[from:i], words[i:]) {
			continue
		}
		clause := words[from:i]
		all := slices.Concat(before, l.things(clause))
		if !l.noted(all, len(before) == 0 && !pointsBack(clause)) {
			return false
		}
		from, before = i, nil
		if i == len(words) {
			continue
		}
		switch {
		case pointsBack(words[i:]):
			before = all
		case beginsSensed(words[i:]):
			before = slices.DeleteFunc(all, func(t thing) bool { return OneOf(t.by, relatingWords) })
			if len(before) == 0 && OneOf(bareWord(clause[0]), relatingWords) {
				before = all // "In the well the key lies and hangs ..."
			}
		}
	}
	return true
}

// parts reports whether a sentence goes on with another clause: behind a semicolon; behind "and" where both have a verb; or with a verb of its own.
func parts(before, behind []string) bool {
	switch last := before[len(before)-1]; {
	case strings.HasSuffix(last, ";"):
		return true
	case !OneOf(bareWord(behind[0]), "and but while"), len(behind) < 3:
		return false
	case strings.HasSuffix(last, ",") && hasPredicate(before) && hasPredicate(behind[1:]):
		return true
	}
	return hasPredicate(before) && beginsSensed(behind)
}

// beginsSensed is true of "and settles on the sand".
func beginsSensed(words []string) bool {
	if len(words) < 3 || !OneOf(bareWord(words[0]), "and but") {
		return false
	}
	w := bareWord(words[1])
	return isSensedVerb(w) && (!english.IsAlsoNoun(english.BaseOf(w)) || OneOf(bareWord(words[2]), relatingWords))
}

// hasPredicate reports whether a clause has a verb; it would rather miss one.
func hasPredicate(words []string) bool {
	bare := make([]string, len(words))
	for i, w := range words {
		bare[i] = bareWord(w)
	}
	if english.HasVerb(bare) {
		return true
	}
	return slices.ContainsFunc(bare[min(1, len(bare)):], isSensedVerb)
}

// isSensedVerb is true of "settles": what has that ending in a list of how things are is a verb.
func isSensedVerb(w string) bool {
	base := english.BaseOf(w)
	return base != w && OneOf(base, sensesManner) && english.ThirdSingular(base) == w
}

// pointsBack reports whether a clause speaks of something that is named before it.
func pointsBack(words []string) bool {
	for i, w := range words {
		if OneOf(bareWord(w), "there here") && (i+1 == len(words) || !OneOf(bareWord(words[i+1]), "is are was were")) {
			return true
		}
	}
	first, last := bareWord(words[min(1, len(words)-1)]), bareWord(words[len(words)-1])
	return OneOf(first, "one another") || OneOf(last, "another one same other others") && !OneOf(bareWord(words[max(0, len(words)-2)]), "after") ||
		slices.ContainsFunc(words, func(w string) bool {
			return OneOf(bareWord(w), "it its itself they them their themselves this that these those which whose where")
		})
}

// things are those of the notes that a clause has, in their order.
func (l *layout) things(words []string) (all []thing) {
	var now thing
	smelling := false
	end := func() {
		if len(now.words) > 0 {
			if !l.isHere(now) {
				all = append(all, now)
			}
			now = thing{}
		}
	}
	for i, field := range words {
		w := strings.TrimSuffix(bareWord(field), "'s")
		switch {
		case OneOf(w, sensesSmelling):
			end()
			smelling = i+1 < len(words) && bareWord(words[i+1]) == "of"
		case smelling && (OneOf(w, "of and or") || !english.IsFunctionWord(w)):
		case w == "of" && (now.by == "" || now.by == "and") && len(now.words) == 0 && i > 0 && isOfSenses(bareWord(words[i-1])):
			end() // "the cold of the water" is the water's
		case OneOf(w, "it them") && OneOf(now.by, relatingWords+" "+relatingVerbs+" have be") && len(now.words) == 0:
			if i < 2 || !isOfSenses(bareWord(words[i-2])) || len(all) == 0 || slices.ContainsFunc(all[1:], func(t thing) bool { return !OneOf(t.by, relatingWords) }) {
				all = append(all, thing{[]string{w}, now.by}) // something that is named elsewhere
			}
			now = thing{}
		case OneOf(w, relatingWords), OneOf(w, "and its their"):
			end()
			now.by, smelling = w, false
		case relating(w) != "" && !(i > 0 && english.IsDeterminer(bareWord(words[i-1]))):
			end()
			now.by, smelling = relating(w), false
		case english.IsFunctionWord(w), l.air[w], isOfSenses(w) || OneOf(w, statesOfThings) || !isTold(w, l.forms):
			end()
			smelling = false
		default:
			now.words = append(now.words, w)
		}
		if strings.ContainsAny(field[len(field)-1:], ",;.…") {
			end()
			now, smelling = thing{}, false
		}
	}
	end()
	return all
}

// isHere is true of "in the yard" where the yard is the place: all is there that is noted.
func (l *layout) isHere(t thing) bool {
	return OneOf(t.by, "in at on along within inside through around across") && !slices.ContainsFunc(t.words, func(w string) bool { return !slices.Contains(l.place, w) })
}

// relating is the verb by which one thing is related to another, "" for other words.
func relating(w string) string {
	if OneOf(w, "is are was were be") {
		return "be"
	}
	if OneOf(w, "has have had") {
		return "have"
	}
	for _, base := range append(english.Bases(w), english.PastBase(w)) {
		if !strings.HasSuffix(w, "ing") && OneOf(base, relatingVerbs) {
			return base
		}
	}
	return ""
}

// noted reports whether one sentence of the notes has some things as they stand to each other. Those of a mere list, "the masts and the ropes", do so in no way.
func (l *layout) noted(all []thing, list bool) bool {
	switch related := func(t thing) bool { return t.by != "and" }; {
	case len(all) == 0, len(all) == 1 && len(all[0].words) == 1:
		return true
	case list && len(all) > 1 && !slices.ContainsFunc(all[1:], related):
		return !slices.ContainsFunc(all, func(t thing) bool { return !l.noted([]thing{t}, false) })
	}
	return slices.ContainsFunc(l.notes, func(note []thing) bool {
		for i := range max(0, len(note)-len(all)+1) {
			first := len(all) == 1 || note[i].by == all[0].by || note[i].begins() && all[0].begins()
			if first && note[i].is(all[0]) && slices.EqualFunc(note[i+1:i+len(all)], all[1:], func(a, b thing) bool { return a.by == b.by && a.is(b) }) {
				return true
			}
		}
		return false
	})
}

// begins is true of a thing that is related to nothing before it but as what that is or has.
func (t thing) begins() bool { return t.by == "" || OneOf(t.by, "be have and") }

// is reports whether a thing of the notes is one that is named, with all that is said of it.
func (t thing) is(named thing) bool {
	last, of := t.words[len(t.words)-1], named.words[len(named.words)-1]
	return isFormOf(of, last) && !slices.ContainsFunc(named.words, func(w string) bool {
		return !slices.ContainsFunc(t.words, func(noted string) bool { return isFormOf(w, noted) })
	})
}

func isFormOf(a, b string) bool {
	forms := formsOf(b)
	return slices.ContainsFunc(formsOf(a), func(form string) bool { return slices.Contains(forms, form) })
}

const (
	// notSoWords are in sentences of which a part need not be so.
	notSoWords = "if unless or as like than once used gone missing until before fresco painting painted paints drawn carved mural map sign tapestry mirror reflection picture pictures dream dreams song tale story rumour legend letter"

	relatingWords = english.Prepositions + " among beneath inside outside upon within amid amidst alongside underneath like as than"
	// statesOfThings are said of a thing, and are none.
	statesOfThings = "open shut closed empty full alone"
	relatingVerbs  = "hold carry press push wrap fill cover mark show catch fold touch brush blend mingle shade shadow make turn cast throw hide"
)
