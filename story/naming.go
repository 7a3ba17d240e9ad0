package story

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/story/event"
)

// An UnknownError says that a story has no such character, or nothing that somebody could know
// by such a name, or several.
type UnknownError struct {
	Message string
	Nearest string // the id that was probably meant, or ""
}

func (e *UnknownError) Error() string { return e.Message }

// FindPerson is the character whom somebody means: by their id, by their name, or by a word of it that
// is in no other's. Error: *UnknownError, which says who there is.
func (s *State) FindPerson(named string) (event.CharacterID, error) {
	if isPerson(s, named) {
		return event.CharacterID(named), nil
	}
	ids := slices.Sorted(maps.Keys(s.People))
	called := func(is func(name string) bool) []event.CharacterID {
		return slices.DeleteFunc(slices.Clone(ids), func(id event.CharacterID) bool { return !is(strings.ToLower(s.Name(string(id)))) })
	}
	wanted := strings.ToLower(strings.Join(strings.Fields(named), " "))
	whole := called(func(name string) bool { return name == wanted })
	part := called(func(name string) bool { return slices.Contains(strings.Fields(name), wanted) })
	for _, found := range [][]event.CharacterID{whole, part} {
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return "", &UnknownError{Message: fmt.Sprintf("%q may be several: %s", short(named), s.people(found))}
		}
	}
	none := &UnknownError{Message: fmt.Sprintf("there is nobody %q in the story", short(named))}
	names := make([]string, 0, 2*len(ids))
	byName := make(map[string]event.CharacterID)
	for _, id := range ids {
		for _, name := range []string{string(id), s.Name(string(id))} {
			names, byName[name] = append(names, name), id
		}
	}
	if meant := nearest.Name(named, names); meant != "" {
		none.Nearest = string(byName[meant])
		none.Message += fmt.Sprintf("; did you mean %s?", s.people([]event.CharacterID{byName[meant]}))
		return "", none
	}
	if len(ids) > 0 {
		none.Message += ", only " + s.people(ids)
	}
	return "", none
}

// mostListed is how many names an error lists.
const mostListed = 20

// people lists names with the ids by which they are asked for.
func (s *State) people(ids []event.CharacterID) string {
	var names []string
	for _, id := range ids[:min(len(ids), mostListed)] {
		name := short(s.Name(string(id)))
		if name != string(id) {
			name += " (" + short(string(id)) + ")"
		}
		names = append(names, name)
	}
	if more := len(ids) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// short is a text as an error quotes it.
func short(text string) string {
	const most = 60
	if r := []rune(strings.Join(strings.Fields(text), " ")); len(r) > most {
		return string(r[:most]) + "…"
	}
	return strings.Join(strings.Fields(text), " ")
}

// numbered is what somebody names by its number among what a character knows, or otherwise.
func (m *Minds) numbered(fact string, who event.CharacterID) (matter, error) {
	of, err := m.find(fact)
	if n, wrong := strconv.Atoi(fact); err != nil && wrong == nil {
		pieces := m.state.As(who).placed()
		if n < 1 || n > len(pieces) {
			return of, &UnknownError{Message: fmt.Sprintf("%s knows nothing of number %d; there are %d", m.state.people([]event.CharacterID{who}), n, len(pieces))}
		}
		return m.matterOf(pieces[n-1], anyClaim), nil
	}
	return of, err
}

// find is what somebody means: by its id, by that of a claim, or by words that stand in it and
// in nothing else.
func (m *Minds) find(fact string) (matter, error) {
	said := m.contents()
	of := matter{id: fact}
	if _, is := said[of]; is {
		return of, nil
	}
	if _, is := m.state.Claims[fact]; is {
		return m.claimedMatter(fact, anyClaim), nil
	}
	wanted := folded(fact)
	var whole, part []matter
	for of, contents := range said {
		if wanted != "" && slices.ContainsFunc(contents, func(c string) bool { return strings.Contains(c, wanted) }) {
			part = append(part, of)
		}
		if wanted != "" && slices.Contains(contents, wanted) {
			whole = append(whole, of)
		}
	}
	for _, found := range [][]matter{whole, part} {
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return matter{}, &UnknownError{Message: fmt.Sprintf("%q may be several: %s; say more of its words, or give its id", short(fact), m.listed(found))}
		}
	}
	return matter{}, m.noFact(fact, said)
}

// contents are the words of each matter, folded: those of the fact, and those of all claims.
func (m *Minds) contents() map[matter][]string {
	said := make(map[matter][]string)
	for _, k := range m.state.Known { // as of a moment, what is learned may be said later
		for _, l := range k.Learned {
			said[matter{id: l.Fact}] = nil
		}
	}
	for id, fact := range m.state.Facts {
		said[matter{id: id}] = append(said[matter{id: id}], folded(fact.Content))
	}
	for id, claim := range m.state.Claims {
		of := m.claimedMatter(id, anyClaim)
		said[of] = append(said[of], folded(claim.Content))
	}
	return said
}

func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// listed names matters, in order of their ids.
func (m *Minds) listed(all []matter) string {
	slices.SortFunc(all, func(a, b matter) int { return strings.Compare(a.id, b.id) })
	const most = 5
	var names []string
	for _, of := range all[:min(len(all), most)] {
		names = append(names, fmt.Sprintf("“%s” (%s)", short(m.content(of)), short(of.id)))
	}
	if more := len(all) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// noFact says what is nearest to what was meant: by its id, or by how many words it shares.
func (m *Minds) noFact(fact string, said map[matter][]string) error {
	none := &UnknownError{Message: fmt.Sprintf("the story has no fact and no claim %q", short(fact))}
	var ids []string
	for of := range said {
		ids = append(ids, of.id)
	}
	slices.Sort(ids)
	none.Nearest = nearest.Name(fact, ids)
	if none.Nearest == "" {
		none.Nearest = likest(fact, said)
	}
	if none.Nearest == "" {
		return none
	}
	of := matter{id: none.Nearest}
	if _, is := said[of]; !is {
		of.claimed = true
	}
	none.Message += fmt.Sprintf("; did you mean %s?", m.listed([]matter{of}))
	return none
}

// likest is the id of what has the most words of a text, "" where none has any.
func likest(text string, said map[matter][]string) string {
	wanted := strings.Fields(folded(text))
	best, most := "", 0
	for of, contents := range said {
		for _, content := range contents {
			n := 0
			for _, word := range strings.Fields(content) {
				if slices.Contains(wanted, word) {
					n += len(word)
				}
			}
			if n > most || n == most && n > 0 && of.id < best {
				best, most = of.id, n
			}
		}
	}
	return best
}
