package story

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// FindPerson is the character whom somebody means: by their id, by their name, or by a word of it that
// is in no other's. Error: *mind.UnknownError, which says who there is.
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
			several := &mind.UnknownError{Message: fmt.Sprintf("%q may be several: %s", mind.Short(named), s.people(found))}
			for _, id := range found {
				several.Among = append(several.Among, mind.Meant{ID: string(id), Text: s.Name(string(id))})
			}
			return "", several
		}
	}
	none := &mind.UnknownError{Message: fmt.Sprintf("there is nobody %q in the story", mind.Short(named))}
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

// FindSubject is the character, faction, group or thing whom or what somebody means, as one may have something with: people as
// FindPerson finds them, all else by its id or whole name. Error: *mind.UnknownError.
func (s *State) FindSubject(named string) (string, error) {
	who, err := s.FindPerson(named)
	if err == nil {
		return string(who), nil
	}
	if s.Exists(named) {
		return named, nil
	}
	for _, id := range slices.Sorted(maps.Keys(s.Entities)) {
		if strings.EqualFold(s.Name(id), strings.Join(strings.Fields(named), " ")) {
			return id, nil
		}
	}
	return "", err
}

// mostListed is how many names an error lists.
const mostListed = 20

// people lists names with the ids by which they are asked for.
func (s *State) people(ids []event.CharacterID) string {
	var names []string
	for _, id := range ids[:min(len(ids), mostListed)] {
		name := mind.Short(s.Name(string(id)))
		if name != string(id) {
			name += " (" + mind.Short(string(id)) + ")"
		}
		names = append(names, name)
	}
	if more := len(ids) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}
