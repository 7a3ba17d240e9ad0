package choices

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose/grammar"
)

// deeds are what may be meant by a choice in a stranger's words: what can be done in the scene.
type deeds struct {
	possible []action.Action
	names    grammar.Table
}

func deedsOf(s *scene) deeds {
	d := deeds{names: grammar.Table{}}
	for i := range s.in.Moves {
		m := &s.in.Moves[i]
		d.add(s.actionOf(m))
		person, place, item, topic := action.PersonRef(m.Person), action.PlaceRef(m.Place.ID), action.ItemRef(m.Item.ID), action.TopicRef(m.topic().ID)
		p, _ := s.person(m.Person)
		for _, of := range []action.Ref{person, place, item} {
			d.name(of, grammar.Noun{Text: s.names[of]})
		}
		d.name(person, grammar.Noun{Text: s.names[person], Pronouns: p.Pronouns})
		d.name(topic, grammar.Noun{Text: m.topic().Words})
	}
	return d
}

// actionOf is a move as what is done.
func (s *scene) actionOf(m *move) action.Action {
	a := action.Action{By: action.Player, Kind: action.Kind(m.Kind), Topic: action.TopicRef(m.topic().ID), Item: action.ItemRef(m.Item.ID), Place: action.PlaceRef(m.Place.ID)}
	if m.Person != "" {
		a.To = []action.Ref{action.PersonRef(m.Person)}
	}
	return a
}

func (d *deeds) add(a action.Action) {
	if !slices.ContainsFunc(d.possible, a.Equal) {
		d.possible = append(d.possible, a)
	}
}

func (d *deeds) name(r action.Ref, n grammar.Noun) {
	if r.ID != "" && n.Text != "" {
		d.names[r.String()] = n
	}
}

// namesAll reports whether a text names all that ours does, in just the words.
func (s *scene) namesAll(ours wording, text string) bool {
	m := ours.move
	was, is := strings.ToLower(ours.text), strings.ToLower(text)
	for _, name := range []string{
		s.names[action.PersonRef(m.Person)], s.names[action.PlaceRef(m.Place.ID)], s.names[action.ItemRef(m.Item.ID)], m.topic().Words, m.Thread.Title,
		m.For.Person.Name, m.For.Place.Name, m.For.Item.Name, m.For.Topic.Words,
	} {
		if name = strings.ToLower(name); name != "" && strings.Contains(was, name) && !strings.Contains(is, name) {
			return false
		}
	}
	return true
}

// means reports whether a text is read, as what a player types is, as the move and nothing else.
func (d deeds) means(text string, a action.Action) bool {
	read := grammar.Read(text, d.possible, d.names)
	return read.Found && read.Action.Equal(a)
}
