package choices

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/skills/kit/rules"
)

// Thresholds, in thousandths of a point. A score on a threshold is not past it.
const (
	enables = rules.Warm
	hides   = -rules.Warm
)

// Kinds that need goodwill, kinds that are kind, kinds that move the story on, and
// such as are nearly the same in deed.
const (
	cooperation = "ask-help"
	friendly    = "ask-help befriend give"
	onward      = "go pursue"
	idle        = "wait recall train"
	looking     = "examine search"
	persuading  = "press ask-help befriend"
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
		if banks[m.Kind] != nil && s.complete(m) && s.welcome(m) && s.unlocked(m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// complete reports whether a move has what its kind speaks of.
func (s *scene) complete(m move) bool {
	p, known := s.person(m.Person)
	switch m.Kind {
	case "talk", "ask-help", "befriend", "press":
		return known && p.Name != ""
	case "give":
		return known && p.Name != "" && m.Item.Name != ""
	case "go":
		return m.Place.Name != ""
	}
	return m.ID != ""
}

func (s *scene) welcome(m move) bool {
	score := s.known.score(m.Person)
	if among(m.Kind, friendly) && score < hides {
		return false
	}
	if !among(m.Kind, cooperation) {
		return true
	}
	p, _ := s.person(m.Person)
	return score > enables && s.known.Reputations[p.Faction] >= hides && !s.betrayed(p)
}

// betrayed reports whether the player remembers having betrayed somebody or their
// faction.
func (s *scene) betrayed(p person) bool {
	for _, m := range s.known.Memories {
		if isBetrayal(m) && (s.concerns(m, p.ID) || p.Faction != "" && s.concerns(m, p.Faction)) {
			return true
		}
	}
	return false
}

func isBetrayal(m memory) bool {
	for _, tag := range m.Tags {
		if strings.HasPrefix(strings.ToLower(tag), "betray") {
			return true
		}
	}
	words := strings.Fields(strings.ToLower(m.Summary))
	return len(words) > 1 && words[0] == "you" && slices.ContainsFunc(words[1:min(len(words), 4)], func(w string) bool { return bare(w) == "betrayed" }) &&
		!among(bare(words[1]), "were felt")
}

// concerns reports whether a memory is about somebody or a faction: by its tags,
// by its words, or by the one character it has. Others may only have been there.
func (s *scene) concerns(m memory, id string) bool {
	others := slices.DeleteFunc(slices.Clone(m.Characters), func(c string) bool { return c == "player" })
	if len(others) > 1 {
		others = slices.DeleteFunc(others, func(c string) bool { _, known := s.person(c); return known && !s.speaksOf(m.Summary, s.people[c]) })
	}
	for _, c := range append(others, m.Tags...) {
		member, known := s.person(c)
		if c == id || strings.HasSuffix(c, ":"+id) || known && member.Faction == id {
			return true
		}
	}
	said := " " + same(m.Summary) + " "
	words := same(strings.ReplaceAll(id, "-", " "))
	member, known := s.person(id)
	return words != "" && strings.Contains(said, " "+words+" ") || known && s.speaksOf(m.Summary, member)
}

// unlocked reports whether the player's stats open a move that needs opening: by
// what stands with the move, by a gate that unlocks its like, or by the rule that
// locks are picked with a stealth of more than 15.
func (s *scene) unlocked(m move) bool {
	own, found := s.stat(m.Stat)
	value := thousandths(own.Value)
	if m.Above != nil && !(found && value > thousandths(*m.Above)) || m.AtLeast != nil && !(found && value >= thousandths(*m.AtLeast)) {
		return false
	}
	named, open := false, false
	for _, st := range s.in.Player.Stats {
		for _, g := range st.Gates {
			if g.Unlocks != "" && means(g.Unlocks, m) {
				named = true
				open = open || g.holds(thousandths(st.Value))
			}
		}
	}
	if named {
		return open
	}
	if stealth, ok := s.stat("stealth"); ok && m.Above == nil && m.AtLeast == nil && means("lockpicking", m) {
		return thousandths(stealth.Value) > 15_000
	}
	return true
}

func (g gate) holds(value int64) bool {
	return (g.AtLeast == nil || value >= thousandths(*g.AtLeast)) && (g.AtMost == nil || value <= thousandths(*g.AtMost)) &&
		(g.Above == nil || value > thousandths(*g.Above)) && (g.Below == nil || value < thousandths(*g.Below))
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
			if g.holds(thousandths(st.Value)) {
				return textOr(g.As, rules.Unlikely)
			}
		}
	}
	charisma, ok := s.stat("charisma")
	if ok && !marked && means("persuasion", m) && thousandths(charisma.Value) < 8_000 {
		return rules.Unlikely
	}
	return ""
}

func textOr(text, otherwise string) string {
	if text = plainText(text, 60); text != "" {
		return text
	}
	return otherwise
}

// means reports whether a gate's word, such as "lockpicking", speaks of a move: by
// its kind, or by a word of its topic, item or identifier.
func means(word string, m move) bool {
	word = strings.ToLower(strings.TrimSpace(word))
	if word == m.Kind || word == strings.ToLower(m.ID) {
		return true
	}
	for _, term := range strings.FieldsFunc(word, func(r rune) bool { return r == ' ' || r == ',' || r == '-' || r == '_' }) {
		if termMeans(term, m) {
			return true
		}
	}
	return false
}

// likes are the words that gates use for deeds, and what a move says instead.
// only are the kinds that a word can speak of where not all can: who talks about a
// lock does not pick it.
var likes = map[string]struct{ kinds, words, only string }{
	"persuasion":   {kinds: persuading, words: "persuade convince charm"},
	"persuade":     {kinds: persuading, words: "persuade convince charm"},
	"lockpicking":  {words: "lock locks lockpick lockpicking picklock padlock locked", only: "examine search pursue go"},
	"intimidation": {kinds: "press", words: "threaten intimidate"},
	"investigate":  {kinds: "search examine", words: "investigate"},
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
	for _, word := range wordsOf(strings.NewReplacer("-", " ", "_", " ").Replace(m.Topic + " " + m.Item.Name + " " + m.ID + " " + m.Kind)) {
		if word == term || among(word, like.words) || len(stem) > 3 && strings.HasPrefix(word, stem) {
			return true
		}
	}
	return false
}
