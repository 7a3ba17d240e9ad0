package drama

import (
	"cmp"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/prose"
)

// places are those of which something is told, or where somebody or something is: all but
// the one that holds the others.
func (m *making) places() {
	at := map[string]int{}
	for _, e := range m.r.Entities {
		if e.At != "" {
			at[e.At]++
		}
	}
	all := m.r.Of(reading.Place)
	whole := ""
	if len(all) > 3 && len(m.r.Sentences) > 0 {
		for _, e := range all { // "The monastery of Varn stands at the head of the pass"
			if e.Proper && slices.Contains(e.In, 0) && at[e.ID] < 2 && len(e.In) > 1 && strings.Contains(firstWords(m.r.Sentences[0].Text, 6), e.Name) {
				whole = e.ID
				break
			}
		}
	}
	keep := func(e *reading.Entity) {
		if e.ID == whole || len(m.p.Places) >= mostPlaces {
			return
		}
		p := Place{ID: e.ID, Name: e.Name, Indoors: e.Indoors}
		for _, n := range e.About {
			if m.quotable(n) && m.r.Sentences[n].Odd == "" && len(p.Says) < mostSaid && m.r.Sentences[n].Subject == e.ID {
				p.Says = append(p.Says, m.r.Sentences[n].Text)
				m.used[n] = true
			}
		}
		m.p.Places = append(m.p.Places, p)
	}
	for _, e := range all {
		if (len(e.About) > 0 || at[e.ID] > 0) && !m.far(e) {
			keep(e)
		}
	}
	for _, e := range all {
		if len(m.p.Places) < 3 && m.place(e.ID) == nil {
			keep(e)
		}
	}
	if len(m.p.Places) > 0 {
		m.p.Start = m.p.Places[0].ID
		for _, p := range slices.Backward(m.p.Places) { // the first that is open
			if !slices.ContainsFunc(m.r.Locks, func(l reading.Lock) bool { return l.Of == p.ID }) {
				m.p.Start = p.ID
			}
		}
		for _, with := range []string{"in ", "at ", ""} { // where the premise has the player
			for _, s := range m.r.Sentences {
				if !s.Premise || !s.Player {
					continue
				}
				for _, id := range s.Names {
					if p := m.place(id); p != nil && strings.Contains(s.Text, with+p.Name) {
						m.p.Start = id
						return
					}
				}
			}
		}
	}
}

// opens lets the story begin with what the setting begins with, where that is of no place of the drama.
func (m *making) opens() {
	start := m.place(m.p.Start)
	if len(m.r.Sentences) > 0 && m.quotable(0) && !m.r.Sentences[0].Premise && !m.used[0] && start != nil {
		start.Says = append([]string{m.r.Sentences[0].Text}, start.Says...)
		m.used[0] = true
	}
}

// far reports whether a place is only named as where somebody or something is from: a town with a name,
// of which nothing is told.
func (m *making) far(e *reading.Entity) bool {
	return e.Proper && len(e.About) == 0 && !strings.HasPrefix(e.Name, "the ") && !strings.Contains(e.Name, " ")
}

// people are put where the text has them, or has them spoken of with a place, else where
// nobody is.
func (m *making) people() {
	taken := map[string]int{}
	for _, e := range m.r.Of(reading.Person) {
		if len(m.p.People) >= mostPeople {
			break
		}
		if e.Away {
			continue
		}
		p := Person{ID: e.ID, Name: e.Name, Role: e.Role, Pronoun: cmp.Or(e.Pronoun, "they"), Silent: e.Silent, Many: e.Plural, Wants: -1}
		if p.Pronoun == "it" {
			p.Pronoun = "they"
		}
		if m.place(e.At) != nil {
			p.Home = e.At
		}
		for _, n := range e.In {
			for _, id := range m.r.Sentences[n].Names {
				if p.Home == "" && m.place(id) != nil && m.r.Sentences[n].Subject == e.ID {
					p.Home = id
				}
			}
		}
		for _, n := range e.About {
			s := m.r.Sentences[n]
			introduces := s.Odd == "" || len(p.Says) == 0 // the first that is said of somebody does, also when it is odd
			if m.quotable(n) && introduces && !s.Premise && len(p.Says) < mostSaid && s.Subject == e.ID && strings.HasPrefix(s.Text, prose.SentenceCase(bareName(s.Text, e))) {
				p.Says = append(p.Says, m.goesOn(n, e.ID))
				m.used[n] = true
			}
			if s.Premise && s.Subject == e.ID && meets(s.Text) { // as the story begins
				p.Home = m.p.Start
			}
			if s.Wants && p.Want == "" && m.quotable(n) {
				p.Want = s.Text
			}
		}
		taken[p.Home]++
		m.p.People = append(m.p.People, p)
	}
	for i := range m.p.People {
		p := &m.p.People[i]
		if p.Home == "" {
			p.Home = m.p.Places[0].ID
			for _, place := range m.p.Places {
				if taken[place.ID] < taken[p.Home] {
					p.Home = place.ID
				}
			}
			taken[p.Home]++
		}
	}
}

// meets reports whether a sentence has its subject do something to the player, face to face.
func meets(text string) bool {
	return hasAny(text, " asks you", " tells you", " hands you", " gives you", " shows you", " looks at you", " looks up at you", " meets you", " is waiting for you", " waits for you", "when you come in", "as you come in")
}

// goesOn is a sentence with those that go on from it about the same person: "He sleeps in the Foundry."
func (m *making) goesOn(n int, who string) string {
	said := m.r.Sentences[n].Text
	for next := n + 1; next < len(m.r.Sentences) && next <= n+mostSaid; next++ {
		s := m.r.Sentences[next]
		first := strings.ToLower(firstWords(s.Text, 1))
		if s.Subject != who || s.Whole || s.Player || s.Asks || s.Odd != "" || s.Premise != m.r.Sentences[n].Premise || first != "he" && first != "she" {
			break
		}
		said += " " + s.Text
		m.used[next] = true
	}
	return said
}

// bareName is the name by which a sentence begins with somebody, or with who they are.
func bareName(text string, e *reading.Entity) string {
	for _, name := range append([]string{e.Name}, e.Also...) {
		for _, n := range []string{name, "The " + name, "the " + name} {
			if strings.HasPrefix(text, prose.SentenceCase(n)) {
				return prose.SentenceCase(n)
			}
		}
	}
	first := firstWords(text, 1)
	if e.Role != "" && (first == "The" || first == "Her" || first == "His") && strings.Contains(firstWords(text, 6), e.Name) {
		return first
	}
	return "\x00"
}

func (m *making) things() {
	for _, e := range m.r.Of(reading.Thing, reading.Paper) {
		t := Thing{ID: e.ID, Name: m.named(e), Paper: e.Kind == reading.Paper, Many: e.Plural}
		if m.place(e.At) != nil {
			t.At = e.At
		}
		for _, p := range m.p.Places { // the mules are in the Mule Yard
			if t.At == "" && len(e.Name) > 0 && within(strings.TrimSuffix(lastName(strings.ToLower(e.Name)), "s"), p.Name) {
				t.At = p.ID
			}
		}
		for _, n := range e.In {
			for _, id := range m.r.Sentences[n].Names {
				if t.At == "" && m.place(id) != nil {
					t.At = id
				}
			}
		}
		if t.At == "" {
			t.At = m.besideIn(e.In)
		}
		if t.At == "" {
			for _, n := range e.In { // with whom it is spoken of
				for _, id := range m.r.Sentences[n].Names {
					if p := m.person(id); p != nil && t.At == "" {
						t.At = p.Home
					}
				}
			}
		}
		if t.At == "" {
			t.At = m.p.Places[m.draw.IntN(len(m.p.Places))].ID
		}
		m.p.Things = append(m.p.Things, t)
	}
}

// besideIn is where a thing is that some sentences name.
func (m *making) besideIn(sentences []int) string {
	for _, n := range sentences {
		for _, id := range m.r.Sentences[n].Names {
			if t := m.thing(id); t != nil {
				return t.At
			}
		}
	}
	return ""
}

// named is what a thing is called: with "the" before it where the author counts it.
func (m *making) named(e *reading.Entity) string {
	for _, n := range e.In {
		text := strings.ToLower(m.r.Sentences[n].Text)
		for count := 2; count <= mostCounted; count++ {
			if strings.Contains(text, "the "+prose.Number(count)+" "+strings.ToLower(e.Name)) {
				return "the " + e.Name
			}
		}
	}
	return e.Name
}

// mostCounted is how many of a thing are counted in words at most: "the twelve Silver Bars".
const mostCounted = 12
