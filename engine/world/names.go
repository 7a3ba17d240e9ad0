package world

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

// Names calls things by the names that a view has for them, topics that did not come
// up yet among them.
type Names struct {
	s      Sight
	topics map[string]string // words of topics on offer, by id
}

// Names are those that a sight has, and the words of topics that are on offer.
func (s Sight) Names(all []Offer) *Names {
	n := &Names{s: s, topics: map[string]string{}}
	for _, o := range all {
		if o.Topic.ID != "" {
			n.topics[o.Topic.ID] = o.Topic.Words
		}
	}
	return n
}

// Noun implements grammar.Names.
func (n *Names) Noun(r action.Ref) (grammar.Noun, bool) {
	switch r.Kind {
	case action.Topic:
		if words, offered := n.topics[r.ID]; offered {
			return grammar.Noun{Text: words}, true
		}
	case action.Item:
		return grammar.Noun{Text: n.s.ItemName(r.ID)}, true
	case action.Person:
		if p, ok := n.s.Someone(r.ID); ok {
			return grammar.Noun{Text: n.s.View.Name(r.ID), Pronouns: p.Pronouns, Also: alsoCalled(p)}, true
		}
	}
	return n.s.View.Noun(r)
}

// alsoCalled are words by which somebody is meant besides their name: what they are. Of "keeper
// of the Tooth, out of favour" these are "keeper of the Tooth" and "keeper".
func alsoCalled(p *campaign.Person) []string {
	role := prose.CleanLine(p.Role, 60)
	if at := strings.IndexAny(role, ",;:.(—–"); at >= 0 {
		role = role[:at]
	}
	role = strings.TrimSpace(role)
	if role == "" || strings.HasPrefix(role, "somebody") {
		return nil
	}
	also := []string{role}
	for _, behind := range []string{" of ", " at ", " in ", " to ", " who ", " for "} {
		if head, _, cut := strings.Cut(role, behind); cut && head != "" {
			also = append(also, head)
			break
		}
	}
	return also
}

// Say is an action in plain words.
func (n *Names) Say(a action.Action) string { return grammar.Say(a, n) }

// Table is what an action names, for whoever tells it.
func (n *Names) Table(a action.Action) grammar.Table {
	t := grammar.Table{}
	for _, r := range append(a.Refs(), a.By) {
		if noun, known := n.Noun(r); known {
			t[r.String()] = noun
		}
	}
	return t
}

// NameOf is what a person, place or faction is called.
func (s Situation) NameOf(id string) string {
	if name := s.State.Name(id); name != id {
		return name
	}
	if p, ok := s.Place(id); ok {
		return p.Name
	}
	if p, ok := s.Someone(id); ok {
		return p.Name
	}
	return id
}

func (s Situation) hereName() string { return s.NameOf(s.here()) }

// ItemName is what a thing is called; one that no campaign knows is its own name.
func (s Sight) ItemName(id string) string {
	if i, ok := s.Item(id); ok && i.Name != "" {
		return i.Name
	}
	if name := s.View.Name(id); name != id {
		return name
	}
	return strings.ReplaceAll(id, "-", " ")
}

// ItemNames are what some things are called.
func (s Sight) ItemNames(ids []string) []string {
	var names []string
	for _, id := range ids {
		names = append(names, s.ItemName(id))
	}
	return names
}
