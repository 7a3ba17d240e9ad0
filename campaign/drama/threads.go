package drama

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/prose"
)

// threads are what is odd in the premise, what is oddest first; where that is little, what is odd in
// the setting. They are told of in the author's order.
func (m *making) threads() {
	var odd []int
	for n, s := range m.r.Sentences {
		if s.Odd != "" && m.topicOf(n) != "" && s.Whole {
			odd = append(odd, n)
		}
	}
	slices.SortStableFunc(odd, func(a, b int) int { return cmp.Compare(m.doubt(a), m.doubt(b)) })
	var taken []int
	for _, n := range odd {
		few := len(taken) < fewestThreads
		if len(taken) < mostThreads && (few || m.doubt(n) < doubtful) && !slices.ContainsFunc(taken, func(t int) bool {
			topic, other := m.topicOf(t), m.topicOf(n)
			return within(topic, other) || within(other, topic)
		}) {
			taken = append(taken, n)
		}
	}
	slices.SortFunc(taken, func(a, b int) int {
		x, y := m.r.Sentences[a], m.r.Sentences[b]
		if x.Premise != y.Premise {
			return map[bool]int{true: -1, false: 1}[x.Premise]
		}
		return cmp.Compare(a, b)
	})
	for _, n := range taken {
		m.thread(n, m.topicOf(n), m.r.Sentences[n].Odd)
		m.used[n] = true
	}
	if len(m.p.Threads) == 0 { // nothing is odd: what can be quoted is
		for n := range m.r.Sentences {
			if m.quotable(n) && len(m.r.Sentences[n].Names) > 0 && len(m.p.Threads) < 2 {
				if e := m.r.Entity(m.r.Sentences[n].Names[0]); e != nil && e.Kind != reading.Person {
					m.thread(n, e.Name, reading.Strange)
				}
			}
		}
	}
	m.owners()
}

func (m *making) thread(n int, topic string, way reading.Odd) {
	m.p.Threads = append(m.p.Threads, Thread{ID: "thread-" + strconv.Itoa(len(m.p.Threads)+1), Topic: topic, Odd: m.r.Sentences[n].Text, Way: string(way), Trace: m.traceOf(n), Gone: m.whoIsGone(n) != nil})
}

// How doubtful a thread is: these are taken only where there are too few others.
const doubtful = 3

// doubt is how little a sentence is of something to be found out: what somebody did, hides or misses
// before what is only strange or said to be so; what the player was sent for, what somebody wants, and
// what the setting says of how things always were, last.
func (m *making) doubt(n int) int {
	s := m.r.Sentences[n]
	switch {
	case m.whoIsGone(n) != nil:
		return 0
	case s.Player || s.Wants:
		return doubtful + 1
	case !s.Premise:
		return doubtful
	case s.Odd == reading.Strange:
		return 2
	case s.Odd == reading.Claimed:
		return 1
	}
	return 0
}

// topicOf is what a thread is called: by who is gone; and where somebody is silent about what happened at a
// place, it is their silence that can be asked about.
func (m *making) topicOf(n int) string {
	s := m.r.Sentences[n]
	e := m.r.Entity(s.Subject)
	if gone := m.whoIsGone(n); gone != nil {
		return gone.Name
	}
	if s.Odd == reading.Hushed && e != nil && e.Kind == reading.Person && slices.ContainsFunc(m.p.Places, func(p Place) bool { return within(p.Name, s.Topic) }) {
		return prose.Possessive(e.Name) + " silence"
	}
	return s.Topic
}

// whoIsGone is whom a sentence has elsewhere, or says something odd about who is: nil for nobody.
func (m *making) whoIsGone(n int) *reading.Entity {
	s := m.r.Sentences[n]
	if e := m.r.Entity(s.Subject); e != nil && e.Away {
		return e
	}
	if s.Odd == reading.Missing {
		for _, id := range s.Names {
			if e := m.r.Entity(id); e.Away {
				return e
			}
		}
	}
	return nil
}

// traceOf is the place where something odd can be seen: what the sentence names, else where
// a thing is that it names.
func (m *making) traceOf(n int) string {
	for _, id := range m.r.Sentences[n].Names {
		if m.place(id) != nil {
			return id
		}
	}
	for _, id := range m.r.Sentences[n].Names {
		if t := m.thing(id); t != nil && m.place(t.At) != nil {
			return t.At
		}
	}
	for _, id := range m.r.Sentences[n].Names {
		if p := m.person(id); p != nil {
			return p.Home
		}
	}
	return m.p.Places[m.draw.IntN(len(m.p.Places))].ID
}

// motive is how much it speaks for somebody that it can be told why they would.
const motive = 10

// owners says who did it: of whom the sentence says it, else with whom the author's other
// sentences have it to do, else somebody who is no owner yet.
func (m *making) owners() {
	owns := map[string]int{}
	for i := range m.p.Threads {
		t := &m.p.Threads[i]
		words := prose.Content(t.Odd)
		subject := ""
		for _, s := range m.r.Sentences {
			if s.Text == t.Odd && m.person(s.Subject) != nil && (s.Odd != reading.Altered || notices(t.Odd)) {
				subject = s.Subject
			}
		}
		best, most := "", -1000
		for j := range m.p.People {
			p := &m.p.People[j]
			if p.Many {
				continue
			}
			moved := 0
			score := m.draw.IntN(3) - 12*owns[p.ID] // as many have something to hide as there can be
			for n, s := range m.r.Sentences {
				if slices.Contains(s.Names, p.ID) && s.Text != t.Odd {
					score += m.near(words, n)
				}
				if s.Subject == p.ID && moves(s) {
					moved = motive // the author says what moves them
				}
			}
			score += moved
			if p.ID == subject && notices(t.Odd) {
				score -= 500 // who has seen it did not do it
			} else if p.ID == subject {
				score += 50
			}
			if strings.Contains(t.Odd, p.Name) && p.ID != subject {
				score -= 8 // who noticed it did not do it
			}
			if score > most {
				best, most = p.ID, score
			}
		}
		t.Owner = best
		owns[best]++
	}
}

// notices reports whether a sentence says of its subject that they saw or heard something.
func notices(sentence string) bool {
	return hasAny(sentence, " noticed ", " found ", " saw ", " has seen ", " heard ", " says that ", " has asked ")
}

// wants gives everybody a thread that they want to hear of and do not own.
func (m *making) wants() {
	if len(m.p.Threads) == 0 {
		return
	}
	for i := range m.p.People {
		p := &m.p.People[i]
		best, most := -1, -1
		for j, t := range m.p.Threads {
			if t.Owner == p.ID {
				continue
			}
			score := m.draw.IntN(4)
			for n, s := range m.r.Sentences {
				if slices.Contains(s.Names, p.ID) {
					score += m.near(prose.Content(t.Odd), n) / 4
				}
			}
			if score > most {
				best, most = j, score
			}
		}
		p.Wants = best
		p.Toward = p.Home
		if best >= 0 {
			p.Toward = m.p.Threads[best].Trace
		}
		p.Hide = m.elsewhere(p.Home, p.Toward)
	}
}
