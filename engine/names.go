package engine

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story"
)

// A namer calls things by the names that a view has for them, topics that did not come
// up yet among them.
type namer struct {
	w      *compiled
	v      *story.View
	topics map[string]string // words of topics on offer, by id
}

func newNamer(w *compiled, v *story.View, all []offer) *namer {
	n := &namer{w: w, v: v, topics: map[string]string{}}
	for _, o := range all {
		if o.Topic.ID != "" {
			n.topics[o.Topic.ID] = o.Topic.Words
		}
	}
	return n
}

// Noun implements grammar.Names.
func (n *namer) Noun(r action.Ref) (grammar.Noun, bool) {
	switch r.Kind {
	case action.Topic:
		if words, offered := n.topics[r.ID]; offered {
			return grammar.Noun{Text: words}, true
		}
	case action.Item:
		return grammar.Noun{Text: itemName(n.w.Campaign, n.v, r.ID)}, true
	case action.Person:
		if p, ok := n.w.Someone(r.ID); ok {
			return grammar.Noun{Text: n.v.Name(r.ID), Pronouns: p.Pronouns, Also: alsoCalled(p)}, true
		}
	}
	return n.v.Noun(r)
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

func (n *namer) say(a action.Action) string { return grammar.Say(a, n) }

// table is what an action names, for whoever tells it.
func (n *namer) table(a action.Action) grammar.Table {
	t := grammar.Table{}
	for _, r := range append(a.Refs(), a.By) {
		if noun, known := n.Noun(r); known {
			t[r.String()] = noun
		}
	}
	return t
}

// nameOf is what a person, place or faction is called.
func (w *compiled) nameOf(s *story.State, id string) string {
	if name := s.Name(id); name != id {
		return name
	}
	if p, ok := w.Place(id); ok {
		return p.Name
	}
	if p, ok := w.Someone(id); ok {
		return p.Name
	}
	return id
}

// itemName is what a thing is called; one that no campaign knows is its own name.
func itemName(c *campaign.Campaign, v *story.View, id string) string {
	if i, ok := c.Item(id); ok && i.Name != "" {
		return i.Name
	}
	if name := v.Name(id); name != id {
		return name
	}
	return strings.ReplaceAll(id, "-", " ")
}

func definiteName(name string) string { return prose.Definite(name) }

func itemNames(c *campaign.Campaign, v *story.View, ids []string) []string {
	var names []string
	for _, id := range ids {
		names = append(names, itemName(c, v, id))
	}
	return names
}
