package choices

import (
	"strings"

	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/skills/kit/rules"
)

// ruled are the rules of the input; where it has none, or none that can be used,
// they are the usual ones.
func ruled(inv *kit.Invocation, given *rules.Rules) *rules.Rules {
	usual := rules.Default()
	if given == nil || given.Dice == "" && len(given.Bands) == 0 {
		return &usual
	}
	if err := given.Validate(); err != nil {
		inv.Log("warn", "these rules cannot be used, and the usual ones are: "+err.Error(), nil)
		return &usual
	}
	return given
}

// An attempt is what a check would be about.
type attempt struct {
	text, stat, person string
	place, thread      string
	fixed              int64 // what an author adds
}

// foretold is what a check would add to the dice, and how it may end.
type foretold struct {
	Modifiers []rules.Modifier
	Odds      rules.Odds
	known     bool
	weak      bool // it tries a stat that is weak
}

// foretell is what a check of an attempt adds to the dice: a trait or strong stat
// that fits, what the rules take off for a weak one, what the person concerned thinks
// of the player, and a triumph or failure that it brings to mind. Each counts once.
func (s *scene) foretell(a attempt) foretold {
	f := foretold{Modifiers: []rules.Modifier{}}
	if a.fixed != 0 {
		f.Modifiers = append(f.Modifiers, rules.Modifier{Name: "difficulty", Value: a.fixed})
	}
	stats, text := s.tried(a), a.text+". "+a.stat
	if m, ok := s.skilled(stats, text); ok && m.Value != 0 {
		f.Modifiers = append(f.Modifiers, m)
	}
	weakened, weak := s.rules.Weakened(stats, text)
	if f.weak = weak; weakened.Value != 0 {
		f.Modifiers = append(f.Modifiers, weakened)
	}
	if m, ok := s.felt(a.person); ok {
		f.Modifiers = append(f.Modifiers, m)
	}
	if i := s.calledToMind(a); i >= 0 && s.rules.Memory != 0 {
		f.Modifiers = append(f.Modifiers, rules.Modifier{Name: "memory", Value: s.rules.Memory, Because: s.known.Memories[i].Summary})
	}
	total := int64(0)
	for _, m := range f.Modifiers {
		total += m.Value
	}
	f.Odds, f.known = s.rules.Chance(total)
	return f
}

// tried are the stats that an attempt may try: its own, or any.
func (s *scene) tried(a attempt) (stats []rules.Stat) {
	for _, st := range s.in.Player.Stats {
		if a.stat == "" || strings.EqualFold(st.ID, a.stat) || strings.EqualFold(st.Name, a.stat) {
			stats = append(stats, rules.Stat{ID: st.ID, Name: st.Name, Value: thousandths(st.Value) / 1000, Words: st.Words})
		}
	}
	return stats
}

func (s *scene) skilled(stats []rules.Stat, text string) (rules.Modifier, bool) {
	var traits []rules.Trait
	for _, t := range s.in.Player.Traits {
		traits = append(traits, rules.Trait(t))
	}
	return s.rules.Skilled(stats, traits, text)
}

// felt is what somebody's opinion adds. Of 2d6 it is one at most; where the rules do
// not say what a step counts on other dice, these take the modifier that the
// perception skill found.
func (s *scene) felt(id string) (rules.Modifier, bool) {
	p, ok := s.person(id)
	if !ok {
		return rules.Modifier{}, false
	}
	score := s.known.score(id)
	by := s.rules.Feeling(score)
	many := s.rules.Scale == nil && rules.Sentiment(int64(100_000), s.rules.Dice, int64(1000)) > 1
	if found := s.known.Perceptions[id].Modifier; found != nil && many {
		by = s.rules.Sentiment * *found
	}
	because := p.Name + " thinks well of you"
	if by < 0 {
		because = p.Name + " thinks ill of you"
	}
	return rules.Modifier{Name: p.Name, Value: by, Because: because}, by != 0
}

// calledToMind is the first triumph or failure that an attempt calls to mind: one
// of the same person, thread or stat, or one whose words or place it shares; or -1.
func (s *scene) calledToMind(a attempt) int {
	for i, m := range s.known.Memories {
		if m.Episodic != "" && s.related(m, a) {
			return i
		}
	}
	return -1
}

func (s *scene) related(m memory, a attempt) bool {
	p, known := s.person(a.person)
	if known && (witnessed(m, p) || s.speaksOf(m.Summary, p)) {
		return true
	}
	for _, tag := range m.Tags {
		if tag != "" && (tag == a.stat || tag == a.thread || tag == a.person) {
			return true
		}
	}
	if overlap(content(a.text), content(m.Summary)) >= 2 {
		return true
	}
	return a.place != "" && m.Location == a.place && overlap(content(a.text), content(m.Summary)) >= 1
}

// succeeds is the chance in thousandths that a check does not fail.
func (f foretold) succeeds() int64 {
	return f.Odds.Succeeds()
}

// difficulty is the word for an attempt: what a stat's gate says, else what the
// chance says.
func (f foretold) difficulty() string {
	if !f.known {
		return ""
	}
	return rules.Difficulty(f.succeeds())
}
