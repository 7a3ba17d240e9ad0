package choices

import (
	"strings"

	"github.com/narratoria/narratoria/prose"
)

// hint is what the player is told beside a choice: what it asks of them and how
// those concerned feel, never what will come of it.
func (s *scene) hint(w wording, f foretold) string {
	var said []string
	switch s.set.ConsequenceHints {
	case "none":
		return ""
	case "detailed":
		said = s.detailed(w, f)
	default:
		said = first(s.ofStat(w), s.ofGate(w), s.ofPerson(w), s.ofTime(w))
	}
	return strings.Join(said, " ")
}

func first(all ...string) []string {
	for _, text := range all {
		if text != "" {
			return []string{text}
		}
	}
	return nil
}

func (s *scene) detailed(w wording, f foretold) (said []string) {
	for _, text := range []string{s.ofStat(w), s.ofGate(w), s.ofPerson(w), s.ofMemory(f), s.ofTime(w)} {
		if text != "" {
			said = append(said, text)
		}
	}
	return said
}

func (s *scene) ofStat(w wording) string {
	if w.move.Stat == "" || w.stat && s.set.ConsequenceHints != "detailed" {
		return "" // the text says it
	}
	return "This will try your " + s.statName(w.move.Stat) + "."
}

// ofGate is what the author says of a stat this high, or this low.
func (s *scene) ofGate(w wording) string {
	st, ok := s.stat(w.move.Stat)
	for _, g := range st.Gates {
		if ok && g.Text != "" && g.holds(thousandths(st.Value)) {
			return prose.EndSentence(plainText(g.Text, 120))
		}
	}
	return ""
}

func (s *scene) ofPerson(w wording) string {
	p, ok := s.person(w.move.Person)
	switch score := s.known.score(p.ID); {
	case w.move.Kind == "talk" && score > hides: // they talk, whatever they think
	case ok && score > enables:
		return s.called(p) + " thinks well of you."
	case ok && score < hides:
		return s.called(p) + " thinks ill of you."
	}
	return ""
}

func (s *scene) ofMemory(f foretold) string {
	for _, m := range f.Modifiers {
		if m.Name == "memory" {
			return "What you remember may help."
		}
	}
	return ""
}

func (s *scene) ofTime(w wording) string {
	if w.move.Minutes < 20 || w.move.Minutes > 2*24*60 {
		return ""
	}
	return "It takes " + prose.Span(w.move.Minutes) + "."
}
