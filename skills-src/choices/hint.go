package choices

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/prose"
)

// hint is what the player is told beside a choice: what it asks of them and how
// those concerned feel, never what will come of it.
func (s *scene) hint(w wording) string {
	all := []string{s.ofStat(w), s.ofGate(w), s.ofPerson(w), s.ofMemory(w), s.ofPrice(w)}
	var said []string
	for _, text := range all {
		if text != "" && (s.set.ConsequenceHints == "detailed" || s.set.ConsequenceHints != "none" && len(said) == 0) {
			said = append(said, text)
		}
	}
	return strings.Join(said, " ")
}

func (s *scene) ofStat(w wording) string {
	if w.move.Stat == "" || w.leans && s.set.ConsequenceHints != "detailed" {
		return "" // the text says it
	}
	return "This will try your " + s.statName(w.move.Stat) + "."
}

// ofGate is what the author says of a stat this high, or this low.
func (s *scene) ofGate(w wording) string {
	st, ok := s.stat(w.move.Stat)
	for _, g := range st.Gates {
		if ok && g.Text != "" && g.holds(st.Value) {
			return prose.EndSentence(plainText(g.Text, 120))
		}
	}
	return ""
}

func (s *scene) ofPerson(w wording) string {
	p, ok := s.person(w.move.Person)
	switch opinion := thousandths(p.Opinion); {
	case !ok || among(w.move.Kind, "talk ask tell") && opinion > hides: // they talk, whatever they think
	case opinion > enables:
		return prose.SentenceCase(s.called(p)) + " thinks well of you."
	case opinion < hides:
		return prose.SentenceCase(s.called(p)) + " thinks ill of you."
	}
	return ""
}

// ofMemory shows what a choice rests on, as it was written down; nobody here reads it.
func (s *scene) ofMemory(w wording) string {
	if w.ground == nil || w.ground.Summary == "" || s.set.ConsequenceHints != "detailed" {
		return ""
	}
	return "You remember: " + prose.EndSentence(w.ground.Summary)
}

// ofPrice is what a choice costs, where that is more than a little while.
func (s *scene) ofPrice(w wording) string {
	final := slices.Contains(w.move.Slots, "final")
	if w.move.Price != "" && (final || w.move.Minutes >= longWhile && w.move.Minutes <= 2*24*60) {
		return prose.EndSentence(w.move.Price)
	}
	return ""
}

// longWhile is how many minutes are worth saying.
const longWhile = 20
