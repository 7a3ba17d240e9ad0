package mind

import (
	"maps"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A Holding is a fact as somebody has it.
type Holding struct {
	Content string
	Claim   string       // the one by which they heard it; "" for who learned it
	Truth   action.Truth // as what they heard it said, a lie as sincerely as any; "" for who learned it
}

// Holds is a fact as somebody has it: as it is, where they learned it, else as they heard others say
// it last. It is false for who never came by it: what they said themselves is no such way.
func (m *Minds) Holds(who event.CharacterID, fact string) (Holding, bool) {
	if m.HasLearned(who, fact) {
		return Holding{Content: m.Facts[fact].Content}, true
	}
	for c := range m.heardOf(who, fact) {
		if m.factHeard(c) == "" || event.CharacterID(c.Speaker.ID) == who {
			continue
		}
		held := Holding{c.Content, c.ID, c.Truth}
		if c.Truth == action.Lie { // that it is one, whoever tells it knows
			held.Truth = action.Sincere
		}
		return held, true
	}
	return Holding{}, false
}

// factHeard is the fact that a claim was made about, "" for none that is there.
func (m *Minds) factHeard(c Claim) string {
	if _, is := m.Facts[c.Fact]; !is {
		return ""
	}
	return c.Fact
}

// Informed is what somebody has of facts, by their ids.
type Informed struct {
	So        []string // which came to them as they are: learned, or heard in the very words
	Otherwise []string // of which they heard something else
}

// Informed is what somebody has of facts, sorted. A fact may be in both lists. What they said themselves
// counts for neither.
func (m *Minds) Informed(who event.CharacterID) Informed {
	of, so, otherwise := m.Of(who), make(map[string]bool), make(map[string]bool)
	for _, l := range of.Learned {
		so[l.Fact] = true
	}
	for _, h := range of.Heard {
		c := m.Claims[h.Claim]
		switch fact := m.factHeard(c); {
		case fact == "" || event.CharacterID(c.Speaker.ID) == who:
		case c.Content == m.Facts[fact].Content:
			so[fact] = true
		default:
			otherwise[fact] = true
		}
	}
	return Informed{slices.Sorted(maps.Keys(so)), slices.Sorted(maps.Keys(otherwise))}
}

// HasSo reports whether somebody has a fact in just these words: it is so and they learned it, or they
// heard it said so.
func (m *Minds) HasSo(who event.CharacterID, fact, content string) bool {
	if m.HasLearned(who, fact) && m.Facts[fact].Content == content {
		return true
	}
	for c := range m.heardOf(who, fact) {
		if c.Content == content {
			return true
		}
	}
	return false
}

// TakesToHold reports whether somebody takes another to have come by a fact: that one said so, whose
// it was, passed it on, or as far as they saw was listening when it was said or came out.
func (m *Minds) TakesToHold(who, other event.CharacterID, fact string) bool {
	for _, l := range m.Of(who).Learned {
		if l.Fact == fact && (event.CharacterID(l.From) == other || m.came(l.Position).Perception.Thinks(who, other)) {
			return true
		}
	}
	for c := range m.heardOf(who, fact) {
		if slices.Contains(m.claimed(who, Heard{c.ID, c.Turn, c.Position}).Chain, other) || m.came(c.Position).Perception.Thinks(who, other) {
			return true
		}
	}
	return false
}
