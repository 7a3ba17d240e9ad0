package drama

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
)

// whys finds for each thread that has an owner why they did it, where the author says anything of the
// kind: what they want or fear, have lost or are owed, else what the thing would be good for. No sentence
// is the reason for two threads, and none is one that the confession joins.
func (m *making) whys() {
	taken := map[int]bool{}
	for i := range m.p.Threads {
		t := &m.p.Threads[i]
		owner := m.r.Entity(t.Owner)
		if owner == nil {
			continue
		}
		words := prose.Content(t.Odd + " " + t.Topic)
		best, most := -1, 0
		for n, s := range m.r.Sentences {
			if taken[n] || s.Text == t.Odd || m.opensThread(s.Text) || m.joins(i, s.Text) || s.Player || s.Asks {
				continue
			}
			worth := 0
			switch {
			case s.Subject == owner.ID && moves(s) && (m.quotable(n) || m.followsName(n, owner)):
				worth = 8
			case m.quotable(n) && m.purpose(s, t):
				worth = 4
			default:
				continue
			}
			if worth += m.near(words, n); worth > most {
				best, most = n, worth
			}
		}
		if best >= 0 {
			taken[best] = true
			t.Why = m.r.Sentences[best].Text
		}
	}
}

// moves reports whether a sentence says of its subject what may move them to something.
func moves(s reading.Sentence) bool {
	return (s.Wants || s.Fears) && !hasAny(s.Text, " fond of ", " trusts ") ||
		hasAny(s.Text, " lost a ", " lost his ", " lost her ", " lost their ", " in debt ", " owed ", " owes ", " been paid for ", " not been paid ", " been offered ", " has promised ", " has buried ", " under notice ", " for the last time ")
}

// purpose reports whether a sentence says what something that a thread is of would be good for.
func (m *making) purpose(s reading.Sentence, t *Thread) bool {
	if e := m.r.Entity(s.Subject); s.Odd != "" || e != nil && e.Kind == reading.Person {
		return false
	}
	return strings.Contains(s.Text, " would ") && slices.ContainsFunc(s.Names, func(id string) bool { return within(m.r.Entity(id).Name, t.Topic) })
}

// followsName reports whether a sentence can be told right behind somebody's name: it is only not whole
// for beginning with their pronoun.
func (m *making) followsName(n int, of *reading.Entity) bool {
	s := m.r.Sentences[n]
	first := strings.ToLower(english.FirstWord(s.Text))
	return !s.Whole && of.Pronoun != "" && (first == of.Pronoun || first == prose.PronounsFor(of.Pronoun).Possessive)
}

// opensThread reports whether a sentence is what is odd in a thread.
func (m *making) opensThread(text string) bool {
	return slices.ContainsFunc(m.p.Threads, func(t Thread) bool { return t.Odd == text })
}

// joins reports whether a thread's confession tells a sentence anyway.
func (m *making) joins(thread int, text string) bool {
	return slices.ContainsFunc(m.p.Steps, func(s Step) bool { return s.Thread == thread && slices.Contains(s.Joins, text) })
}
