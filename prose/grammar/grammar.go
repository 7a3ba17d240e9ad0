package grammar

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// A Noun is what something is called by whoever reads or hears of it.
type Noun struct {
	// Text is a name as it stands inside a sentence: "Ines Vane", "the chapel", "a brass
	// key", a topic as it stands after "about" ("the ninth grave", "who oiled the lock",
	// "why the Tooth is dark"), a thread's title ("Why is the Tooth dark?").
	Text string `json:"text"`
	// Pronouns are a person's, or those of whom a topic is about, as campaigns write them: "she/her".
	Pronouns string `json:"pronouns,omitempty"`
	// Also are further words by which somebody may mean it: "the keeper", "the landing".
	Also []string `json:"also,omitempty"`
	// About is what whoever types may know of it by looking, a few words a piece: "pilot",
	// "43", "Broad, fair going grey, a knitted cap". Who calls somebody by what they are or
	// look like is understood by it: "the old pilot", "the man in the cap".
	About []string `json:"about,omitempty"`
	// Learnt is what whoever types has found out or been told of a topic, sentence by sentence. Who speaks
	// of it by words of that is understood: "the oil" of the lock that somebody oiled.
	Learnt []string `json:"learnt,omitempty"`
}

// Names says what things are called. It is false for what the viewer has no name for.
type Names interface {
	Noun(action.Ref) (Noun, bool)
}

// A Describer is names that also say what something is that an author only named in a choice: the
// noun of whatever is called so, false for nothing.
type Describer interface {
	Described(called string) (Noun, bool)
}

// A Table is names by reference, as [action.Ref.String] writes it.
type Table map[string]Noun

// Noun implements Names.
func (t Table) Noun(r action.Ref) (Noun, bool) {
	n, ok := t[r.String()]
	return n, ok
}

// Described implements Describer. What is called alike in several entries is all that any of them says.
func (t Table) Described(called string) (Noun, bool) {
	found := Noun{Text: called}
	for _, r := range slices.Sorted(maps.Keys(t)) {
		if n := t[r]; strings.EqualFold(n.Text, called) {
			found.Pronouns = cmp.Or(found.Pronouns, n.Pronouns)
			if len(n.Also) > len(found.Also) {
				found.Also = n.Also
			}
			if len(n.About) > len(found.About) {
				found.About = n.About
			}
		}
	}
	return found, found.Pronouns != "" || len(found.Also)+len(found.About) > 0
}

// A Voice is how a telling speaks of the player. The zero Voice is "you", in the
// present.
type Voice struct {
	Name     string
	Pronouns string
	Person   english.Viewpoint
	Tense    english.Tense
}

func (v Voice) normal() Voice {
	v.Name = clean(v.Name, longestName)
	if v.Person != english.First && v.Person != english.Third {
		v.Person = english.Second
	}
	if v.Tense != english.Past {
		v.Tense = english.Present
	}
	return v
}

// pronouns are the player's in this voice.
func (v Voice) pronouns() english.Pronouns {
	switch v.Person {
	case english.First:
		return english.IMy
	case english.Third:
		return english.PronounsFor(v.Pronouns)
	}
	return english.YouYour
}
