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

// topicWords are the words of a move's own topic, or "".
func (s *scene) topicWords(m *move) string {
	if !m.Topic.Own {
		return m.Topic.Words
	}
	p, known := s.person(m.Person)
	if !known {
		return ""
	}
	return prose.PronounsFor(p.Pronouns).Possessive + theirPart
}

// speaks reports whether a text for a move can speak of a ground: of its topic, or of a
// deed that leaves something with a name. It goes by what is named, not by the names.
func (s *scene) speaks(m *move, g *ground) bool {
	a := g.Action.Action
	who, known := s.whom(g)
	other := func(r action.Ref, own string) bool {
		_, named := s.names[r]
		return named && r.ID != own
	}
	switch {
	case g.Topic.Own:
		return s.shared(m, g) || known && who != m.Person
	case g.Topic.ID != "":
		return true
	case !byPlayer(a):
		return false
	case a.Kind == action.Give, a.Kind == action.Show:
		return known && other(a.Item, m.Item.ID) && (m.Stat == "" || who != m.Person)
	case a.Kind == action.Take:
		return other(a.Item, m.Item.ID)
	case a.Kind == action.Search:
		return other(a.Place, m.Place.ID)
	}
	return deeds[a.Kind] != "" && known && who != m.Person
}

func byPlayer(a action.Action) bool { return a.By == action.Player || a.By.None() }

// groundWords are words for what a ground is of, where a text can speak of it; "" where
// its names cannot be used.
func (s *scene) groundWords(m *move, g *ground) string {
	who, _ := s.whom(g)
	switch name := s.names[action.PersonRef(who)]; {
	case !s.speaks(m, g), g.Topic.Own && name == "":
		return ""
	case g.Topic.Own:
		return prose.Possessive(name) + theirPart
	case g.Topic.ID != "":
		return g.Topic.Words
	}
	return s.deedWords(m, g)
}

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

// deedWords are a noun for a deed: "the coin you gave Ines", "your talk with Ines".
func (s *scene) deedWords(m *move, g *ground) string {
	a := g.Action.Action
	who, _ := s.whom(g)
	name, item, place := s.names[action.PersonRef(who)], s.names[a.Item], s.names[a.Place]
	if p, same := s.person(m.Person); same && who == p.ID {
		name = prose.PronounsFor(p.Pronouns).Object
	}
	switch {
	case a.Kind == action.Take && item != "":
		return item + " you took"
	case a.Kind == action.Search && place != "" && action.Grade(g.Grade).Failed():
		return "your fruitless search of " + place
	case a.Kind == action.Search && place != "":
		return "your search of " + place
	case name == "":
		return ""
	case deeds[a.Kind] != "":
		return deeds[a.Kind] + name
	case item != "" && (a.Kind == action.Give || a.Kind == action.Show):
		return item + " you " + prose.PastOf(string(a.Kind)) + " " + name
	}
	return ""
}

// deeds are what is said before the name of whom they were done towards.
var deeds = map[action.Kind]string{
	action.Talk: "your talk with ", action.Press: "your hard words with ", action.AskHelp: "the help you asked of ", action.Befriend: "your time with ",
}
