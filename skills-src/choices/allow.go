package choices

import (
	"strings"

	"github.com/narratoria/narratoria/rules"
)

// Thresholds, in thousandths of a point. A score on a threshold is not past it.
const (
	enables = rules.Warm
	hides   = -rules.Warm
)

// Kinds that need goodwill, kinds that are kind, and such as are nearly the same in deed.
const (
	cooperation = "ask-help"
	friendly    = "ask-help befriend give"
	idle        = "wait recall train skip"
	looking     = "examine search"
	persuading  = "press ask-help befriend"
	towards     = "talk ask tell ask-help befriend press show give" // somebody
)

// allowed are the moves the player may be offered:
//
//   - "Positive perception (>30) enables cooperation options; negative perception
//     (<-30) hides friendly options";
//   - a faction that thinks too ill of the player, or that they are known to have
//     betrayed, is not asked for aid, whatever its member thinks of them;
//   - what a stat must unlock is unlocked.
func (s *scene) allowed() (moves []move) {
	for _, m := range s.in.Moves {
		if frames[m.Kind] != nil && s.complete(m) && s.welcome(m) && s.unlocked(m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// complete reports whether a move has what its kind speaks of.
func (s *scene) complete(m move) bool {
	_, known := s.person(m.Person)
	switch {
	case among(m.Kind, towards) && !known:
		return false
	case among(m.Kind, "give show take use"):
		return m.Item.ID != ""
	case m.Kind == "go":
		return m.Place.ID != ""
	}
	return true
}

func (s *scene) welcome(m move) bool {
	p, _ := s.person(m.Person)
	if among(m.Kind, friendly) && thousandths(p.Opinion) < hides {
		return false
	}
	return !among(m.Kind, cooperation) || thousandths(p.Opinion) > enables && thousandths(p.Standing) >= hides && !p.Betrayed
}

// unlocked reports whether the player's stats open a move that needs opening: by
// what stands with the move, by a gate that unlocks its like, or by the rule that
// locks are picked with a stealth of more than 15.
func (s *scene) unlocked(m move) bool {
	own, found := s.stat(m.Stat)
	if m.Above != nil && !(found && own.Value > *m.Above) || m.AtLeast != nil && !(found && own.Value >= *m.AtLeast) {
		return false
	}
	named, open := false, false
	for _, st := range s.in.Player.Stats {
		for _, g := range st.Gates {
			if g.Unlocks != "" && means(g.Unlocks, m) {
				named = true
				open = open || g.holds(st.Value)
			}
		}
	}
	if named {
		return open
	}
	if stealth, ok := s.stat("stealth"); ok && m.Above == nil && m.AtLeast == nil && means("lockpicking", m) {
		return stealth.Value > 15
	}
	return true
}

func (g gate) holds(value float64) bool {
	return (g.AtLeast == nil || value >= *g.AtLeast) && (g.AtMost == nil || value <= *g.AtMost) &&
		(g.Above == nil || value > *g.Above) && (g.Below == nil || value < *g.Below)
}

// mark is what a stat's gates say of a move, "unlikely to succeed" for one, or "".
func (s *scene) mark(m move) string {
	marked := false
	for _, st := range s.in.Player.Stats {
		for _, g := range st.Gates {
			if g.Marks == "" || !means(g.Marks, m) {
				continue
			}
			marked = true
			if g.holds(st.Value) {
				return textOr(g.As, rules.Unlikely)
			}
		}
	}
	charisma, ok := s.stat("charisma")
	if ok && !marked && means("persuasion", m) && charisma.Value < 8 {
		return rules.Unlikely
	}
	return ""
}

// means reports whether a gate's word, such as "lockpicking", speaks of a move: by
// its kind, or by a part of its id, which names all that it is about.
func means(word string, m move) bool {
	word = strings.ToLower(strings.TrimSpace(word))
	if word == m.Kind || word == strings.ToLower(m.ID) {
		return true
	}
	for _, term := range parts(word) {
		if termMeans(term, m) {
			return true
		}
	}
	return false
}

// parts are what an id or a gate's word is made of.
func parts(id string) []string {
	return strings.FieldsFunc(strings.ToLower(id), func(r rune) bool { return strings.ContainsRune(" ,-_:#/", r) })
}

// likes are the words that gates use for deeds, and what stands for them in an id.
// only are the kinds that a word can speak of where not all can: who talks about a
// lock does not pick it.
var likes = map[string]struct{ kinds, parts, only string }{
	"persuasion":   {kinds: persuading, parts: "persuade convince charm"},
	"persuade":     {kinds: persuading, parts: "persuade convince charm"},
	"lockpicking":  {parts: "lock locks lockpick lockpicking picklock padlock locked", only: "examine search pursue go use"},
	"intimidation": {kinds: "press", parts: "threaten intimidate"},
	"investigate":  {kinds: looking, parts: "investigate"},
}

func termMeans(term string, m move) bool {
	like := likes[term]
	if among(m.Kind, like.kinds) {
		return true
	}
	if like.only != "" && !among(m.Kind, like.only) {
		return false
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(term, "ing"), "e")
	for _, part := range parts(m.ID) {
		if part == term || among(part, like.parts) || len(stem) > 3 && strings.HasPrefix(part, stem) {
			return true
		}
	}
	return false
}
