package choices

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/rules"
)

// A scene is an input with what things are called in it.
type scene struct {
	in    input
	set   config
	rules *rules.Rules
	seed  uint64
	known map[string]person
	names map[action.Ref]string // as they stand inside a sentence

	reword func(all []wording, heard *ear) // has somebody else put them into words; nil: nobody does
}

func newScene(in input, set config, by *rules.Rules, seed uint64) *scene {
	s := &scene{in: in, set: set, rules: by, seed: seed, known: map[string]person{}, names: map[action.Ref]string{}}
	for _, p := range in.People {
		if _, twice := s.known[p.ID]; !twice {
			s.known[p.ID] = p
			s.name(action.PersonRef(p.ID), s.called(p))
		}
	}
	for _, item := range in.Player.Items {
		s.name(action.ItemRef(item.ID), definite(plainName(item.Name)))
	}
	s.name(action.PlaceRef(in.Place.ID), in.Place.Name)
	for _, m := range in.Moves {
		s.name(action.PlaceRef(m.Place.ID), m.Place.Name)
		s.name(action.ItemRef(m.Item.ID), definite(m.Item.Name))
	}
	return s
}

func (s *scene) name(r action.Ref, name string) {
	if !r.None() && s.names[r] == "" { // what is named, even by nothing that can be used
		s.names[r] = name
	}
}

func (s *scene) person(id string) (person, bool) {
	p, ok := s.known[id]
	return p, ok && id != ""
}

func (s *scene) stat(id string) (stat, bool) {
	for _, st := range s.in.Player.Stats {
		if id != "" && (strings.EqualFold(st.ID, id) || strings.EqualFold(st.Name, id)) {
			return st, true
		}
	}
	return stat{}, false
}

func (s *scene) statName(id string) string {
	if st, ok := s.stat(id); ok && plainName(st.Name) != "" {
		return strings.ToLower(plainName(st.Name))
	}
	for _, t := range s.in.Player.Traits {
		if t.ID == id && plainName(t.Name) != "" {
			return strings.ToLower(plainName(t.Name))
		}
	}
	return strings.ToLower(strings.ReplaceAll(plainName(id), "-", " "))
}

// called is what a choice calls somebody: by the first name where that is all it
// takes and there is no ill will.
func (s *scene) called(p person) string {
	words := strings.Fields(p.Name)
	if thousandths(p.Opinion) < 0 || len(words) != 2 || !capital(words[0]) || !capital(words[1]) || titled(words[0]) {
		return inside(p.Name)
	}
	for _, other := range s.in.People {
		if first, _, _ := strings.Cut(other.Name, " "); other.ID != p.ID && first == words[0] {
			return p.Name
		}
	}
	return words[0]
}

// inside is a person's name inside a sentence: a title before a name keeps its capital.
func inside(name string) string {
	if first, rest, _ := strings.Cut(name, " "); titled(first) && first != "The" && capital(rest) {
		return name
	}
	return prose.MidSentence(name)
}

func definite(item string) string {
	if item == "" || prose.MidSentence(item) == item && capital(item) && strings.Contains(item, " ") {
		return item // a name
	}
	item = prose.MidSentence(item)
	if first, rest, _ := strings.Cut(item, " "); among(first, "your my") {
		return "the " + rest
	}
	return prose.Definite(item)
}

// theirPart is what a topic that is somebody's own comes to, after a word for whose:
// that depends on who is asked.
const theirPart = " part in all this"

// topic is what a move is about: of a way, what one would go there for.
func (m *move) topic() topic {
	if m.Topic.ID == "" {
		return m.For.Topic
	}
	return m.Topic
}

// topicWords are the words of what a move is about, or "".
func (s *scene) topicWords(m *move) string {
	t := m.topic()
	if !t.Own {
		return t.Words
	}
	p, known := s.person(m.Person)
	if !known {
		p = m.For.Person
	}
	if p.ID == "" {
		return ""
	}
	return prose.PronounsFor(p.Pronouns).Possessive + theirPart
}

func byPlayer(a action.Action) bool { return a.By == action.Player || a.By.None() }

// whom is the one person that a deed of the player's was done towards, if the input
// names them.
func (s *scene) whom(g *ground) (string, bool) {
	a := g.Action.Action
	if !byPlayer(a) || len(a.To) != 1 || a.To[0].Kind != action.Person {
		return "", false
	}
	_, named := s.names[a.To[0]]
	return a.To[0].ID, named
}
