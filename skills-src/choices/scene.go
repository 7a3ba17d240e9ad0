package choices

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit/rules"
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
	if !r.None() && s.names[r] == "" {
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

// theirPart is the topic that is somebody's place in the story, after a word for whose:
// that depends on who is asked.
const theirPart = " part in all this"

func isTheirPart(words string) bool {
	whose, is := strings.CutSuffix(words, theirPart)
	return is && among(whose, "their his her its")
}

// topicWords are the words of a move's own topic, or "".
func (s *scene) topicWords(m *move) string {
	if !isTheirPart(m.Topic.Words) {
		return m.Topic.Words
	}
	p, known := s.person(m.Person)
	if !known {
		return ""
	}
	return prose.PronounsFor(p.Pronouns).Possessive + theirPart
}

// groundWords are words for what a ground is of: its topic, or a deed that leaves
// something with a name. They are "" where the input has no names for it.
func (s *scene) groundWords(m *move, g *ground) string {
	switch {
	case isTheirPart(g.Topic.Words):
		who, ok := s.whom(g)
		if !ok || who == m.Person {
			return ""
		}
		return prose.Possessive(s.names[action.PersonRef(who)]) + theirPart
	case g.Topic.Words != "":
		return g.Topic.Words
	}
	return s.deedWords(m, g)
}

// whom is the one person that a deed of the player's was done towards, if the input
// has a name for them.
func (s *scene) whom(g *ground) (string, bool) {
	a := g.Action.Action
	if a.By != action.Player && !a.By.None() || len(a.To) != 1 || a.To[0].Kind != action.Person {
		return "", false
	}
	return a.To[0].ID, s.names[a.To[0]] != ""
}

// deedWords are a noun for a deed: "the coin you gave Ines", "your talk with Ines".
func (s *scene) deedWords(m *move, g *ground) string {
	a := g.Action.Action
	if a.By != action.Player && !a.By.None() {
		return ""
	}
	who, known := s.whom(g)
	name, item := s.names[action.PersonRef(who)], s.names[a.Item]
	if p, same := s.person(m.Person); same && who == p.ID {
		name = prose.PronounsFor(p.Pronouns).Object
	}
	switch a.Kind {
	case action.Give, action.Show:
		if known && item != "" && a.Item.ID != m.Item.ID {
			return item + " you " + prose.PastOf(string(a.Kind)) + " " + name
		}
	case action.Take:
		if item != "" && a.Item.ID != m.Item.ID {
			return item + " you took"
		}
	case action.Search:
		return s.searched(m, g)
	}
	if before, ok := deeds[a.Kind]; ok && known && who != m.Person {
		return before + name
	}
	return ""
}

// deeds are what is said before the name of whom they were done towards.
var deeds = map[action.Kind]string{
	action.Talk: "your talk with ", action.Press: "your hard words with ", action.AskHelp: "the help you asked of ", action.Befriend: "your time with ",
}

func (s *scene) searched(m *move, g *ground) string {
	place := s.names[g.Action.Place]
	switch {
	case place == "" || g.Action.Place.ID == m.Place.ID:
		return ""
	case action.Grade(g.Grade).Failed():
		return "your fruitless search of " + place
	}
	return "your search of " + place
}
