package mind

import (
	"fmt"
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
	Nearest string  // the id that was probably meant, or ""
	Among   []Meant // those that it may be, where it is several
}

// Meant is what may have been meant.
type Meant struct{ ID, Text string }

func (e *UnknownError) Error() string { return e.Message }

// Short is a text as an error quotes it: on one line, and cut.
func Short(text string) string {
	const most = 60
	line := strings.Join(strings.Fields(text), " ")
	if r := []rune(line); len(r) > most {
		return string(r[:most]) + "…"
	}
	return line
}

// numbered is what somebody names by its number among what a character knows, or otherwise.
func (m *Minds) numbered(fact string, who event.CharacterID) (subject, error) {
	of, err := m.find(fact)
	if n, wrong := strconv.Atoi(fact); err != nil && wrong == nil {
		pieces := m.placed(who)
		if n < 1 || n > len(pieces) {
			return of, &UnknownError{Message: fmt.Sprintf("%s knows nothing of number %d; there are %d", Short(string(who)), n, len(pieces))}
		}
		return m.subjectOf(pieces[n-1], anyClaim), nil
	}
	return of, err
}

// find is what somebody means: by its id, by that of a claim, or by words that stand in it and
// in nothing else.
func (m *Minds) find(fact string) (subject, error) {
	of := subject{id: fact}
	if m.isSubject(of) {
		return of, nil
	}
	if _, is := m.Claims[fact]; is {
		return m.claimedSubject(fact, anyClaim), nil
	}
	said, wanted := m.contents(), folded(fact)
	var whole, part []subject
	for of, contents := range said {
		if wanted != "" && slices.ContainsFunc(contents, func(c string) bool { return strings.Contains(c, wanted) }) {
			part = append(part, of)
		}
		if wanted != "" && slices.Contains(contents, wanted) {
			whole = append(whole, of)
		}
	}
	for _, found := range [][]subject{whole, part} {
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			several := &UnknownError{Message: fmt.Sprintf("%q may be several: %s; say more of its words, or give its id", Short(fact), m.listed(found))}
			for _, of := range found { // which are in order now
				several.Among = append(several.Among, Meant{of.id, m.content(of)})
			}
			return subject{}, several
		}
	}
	return subject{}, m.noFact(fact, said)
}

// isSubject reports whether something is known by an id, or can be.
func (m *Minds) isSubject(of subject) bool {
	if _, is := m.Facts[of.id]; is {
		return true
	}
	for id := range m.Claims {
		if m.claimedSubject(id, anyClaim) == of {
			return true
		}
	}
	return false
}

// contents are the words of each subject, folded: those of the fact, and those of all claims.
func (m *Minds) contents() map[subject][]string {
	said := make(map[subject][]string)
	for id, fact := range m.Facts {
		said[subject{id: id}] = append(said[subject{id: id}], folded(fact.Content))
	}
	for id, claim := range m.Claims {
		of := m.claimedSubject(id, anyClaim)
		said[of] = append(said[of], folded(claim.Content))
	}
	return said
}

func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// listed names subjects, in order of their ids.
func (m *Minds) listed(all []subject) string {
	slices.SortFunc(all, func(a, b subject) int { return strings.Compare(a.id, b.id) })
	const most = 5
	var names []string
	for _, of := range all[:min(len(all), most)] {
		names = append(names, fmt.Sprintf("“%s” (%s)", Short(m.content(of)), Short(of.id)))
	}
	if more := len(all) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// noFact says what is nearest to what was meant: by its id, or by how many words it shares.
func (m *Minds) noFact(fact string, said map[subject][]string) error {
	none := &UnknownError{Message: fmt.Sprintf("the story has no fact and no claim %q", Short(fact))}
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
	of := subject{id: none.Nearest}
	if _, is := said[of]; !is {
		of.claimed = true
	}
	none.Message += fmt.Sprintf("; did you mean %s?", m.listed([]subject{of}))
	return none
}

// likest is the id of what has the most words of a text, "" where none has any.
func likest(text string, said map[subject][]string) string {
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
