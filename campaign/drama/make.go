package drama

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/prose"
)

// Bounds of a plot.
const (
	mostThreads   = 6
	fewestThreads = 3
	mostSteps     = 48
	mostPlaces    = 8
	mostPeople    = 8
	mostSaid      = 2 // sentences of a step
	mostAside     = 3 // and of one that is of no thread
	mostAsides    = 14
	signs         = 5
)

// A making is a plot being made.
type making struct {
	r     *reading.Reading
	p     *Plot
	draw  *rand.Rand
	used  map[int]bool   // sentences that have a place in it
	words [][]string     // what each sentence is about
	often map[string]int // in how many sentences a word is
}

// Make makes a plot of what was read of a campaign that was completed by it.
func Make(c *campaign.Campaign, seed rng.Seed) *Plot {
	r := c.Reading
	m := &making{
		r: r, p: &Plot{Version: Version, Seed: seed.Derive("words").UUID().String()}, draw: seed.Derive("drama").Stream(),
		used: map[int]bool{}, often: map[string]int{},
	}
	for _, s := range r.Sentences {
		words := prose.Content(s.Text)
		m.words = append(m.words, words)
		for _, w := range words {
			m.often[w]++
		}
	}
	m.places()
	if len(m.p.Places) == 0 { // it names none, and has been given one
		for _, p := range c.Places[:min(1, len(c.Places))] {
			m.p.Places, m.p.Start = []Place{{ID: p.ID, Name: p.Name}}, p.ID
		}
	}
	if len(m.p.Places) == 0 {
		return nil
	}
	m.opens()
	m.people()
	m.things()
	m.threads()
	m.wants()
	m.steps()
	m.whys()
	m.locks()
	m.asides()
	m.knowers()
	m.moves()
	m.clock()
	m.ends()
	m.errands()
	return m.p
}

func (m *making) place(id string) *Place {
	for i := range m.p.Places {
		if m.p.Places[i].ID == id {
			return &m.p.Places[i]
		}
	}
	return nil
}

func (m *making) person(id string) *Person {
	for i := range m.p.People {
		if m.p.People[i].ID == id {
			return &m.p.People[i]
		}
	}
	return nil
}

func (m *making) thing(id string) *Thing {
	for i := range m.p.Things {
		if m.p.Things[i].ID == id {
			return &m.p.Things[i]
		}
	}
	return nil
}

// quotable reports whether a sentence can be told by itself.
func (m *making) quotable(n int) bool {
	s := m.r.Sentences[n]
	return s.Whole && !s.Player && !s.Asks && !strings.HasPrefix(s.Text, "If ") // what will come of it is for the end
}

func firstWords(text string, n int) string {
	f := strings.Fields(text)
	return strings.Join(f[:min(n, len(f))], " ")
}

// near is how much two sentences have to do with each other: words that are rare count more.
func (m *making) near(words []string, n int) int {
	sum := 0
	for _, w := range m.words[n] {
		if slices.Contains(words, w) {
			switch often := m.often[w]; {
			case often <= 2:
				sum += 6
			case often <= 4:
				sum += 4
			case often <= 8:
				sum += 2
			default:
				sum++
			}
		}
	}
	return sum
}

// within reports whether one topic is a part of another's words.
func within(topic, other string) bool {
	return strings.Contains(" "+strings.ToLower(other)+" ", " "+strings.ToLower(strings.TrimPrefix(topic, "the "))+" ")
}

// elsewhere is a place that is none of some.
func (m *making) elsewhere(but ...string) string {
	var free []string
	for _, p := range m.p.Places {
		if !slices.Contains(but, p.ID) {
			free = append(free, p.ID)
		}
	}
	if len(free) == 0 {
		return m.p.Places[len(m.p.Places)-1].ID
	}
	return free[m.draw.IntN(len(free))]
}

func lastName(name string) string {
	f := strings.Fields(name)
	return f[len(f)-1]
}

// locks are what the text says is locked, each with two ways past.
func (m *making) locks() {
	for _, l := range m.r.Locks {
		e := m.r.Entity(l.Of)
		if e == nil || len(m.p.Locks) >= 2 || m.place(e.ID) == nil && m.thing(e.ID) == nil || e.ID == m.p.Start {
			continue
		}
		lock := Lock{Of: e.ID, Name: e.Name, Thing: m.place(e.ID) == nil, Said: m.r.Sentences[l.Said].Text}
		if !m.r.Sentences[l.Said].Whole {
			lock.Said = ""
		}
		if key := m.thing(l.By); key != nil {
			lock.Key = key.ID
			if key.At == e.ID { // "locked with a key that hangs in the office"
				key.At = m.elsewhere(e.ID)
				for _, id := range m.r.Sentences[l.Said].Names {
					if m.place(id) != nil && id != e.ID {
						key.At = id
					}
				}
			}
		}
		best, most := "", -1
		for i := range m.p.People {
			p := &m.p.People[i]
			score := m.draw.IntN(3)
			for n, s := range m.r.Sentences {
				if slices.Contains(s.Names, p.ID) {
					score += m.near(prose.Content(e.Name+" "+lock.Said), n) / 2
				}
			}
			if !p.Silent && !p.Many && p.Home != e.ID && score > most {
				best, most = p.ID, score
			}
		}
		lock.Keeper = best
		for i := range m.p.People { // nobody is shut in
			p := &m.p.People[i]
			for _, at := range []*string{&p.Home, &p.Toward, &p.Hide} {
				if *at == e.ID {
					*at = m.elsewhere(e.ID)
				}
			}
		}
		m.p.Locks = append(m.p.Locks, lock)
		m.shutIn(e.ID)
		for i := range m.p.Steps {
			if s := &m.p.Steps[i]; s.Place == e.ID || s.Thing == e.ID {
				s.Locked = e.ID
			}
		}
	}
}

// shutIn puts behind a lock what is to be found out there: where no thread has anything in a place that is
// locked, what somebody would say of it is seen in it instead.
func (m *making) shutIn(place string) {
	if m.place(place) == nil || slices.ContainsFunc(m.p.Steps, func(s Step) bool { return s.Place == place && s.Thread >= 0 }) {
		return
	}
	for i := range m.p.Steps {
		s := &m.p.Steps[i]
		names := func(said string) bool {
			n := slices.IndexFunc(m.r.Sentences, func(of reading.Sentence) bool { return of.Text == said })
			return n >= 0 && slices.Contains(m.r.Sentences[n].Names, place)
		}
		if s.Kind == Ask && s.Thread >= 0 && slices.ContainsFunc(s.Says, names) {
			s.Kind, s.Person, s.Thing, s.Place = Look, "", "", place
			return
		}
	}
}

// moves lets with what is learned of a thread somebody go towards what they want, or back: with the
// first look at it nobody, and nobody twice running.
func (m *making) moves() {
	if len(m.p.People) < 2 {
		return
	}
	next := 0
	away := map[string]bool{}
	for i := range m.p.Steps {
		s := &m.p.Steps[i]
		if s.Thread < 0 || len(s.Needs) == 0 {
			continue
		}
		for range m.p.People {
			p := &m.p.People[next%len(m.p.People)]
			next++
			if p.Many || p.ID == s.Person || p.Toward == p.Home || p.Toward == "" {
				continue
			}
			s.Mover, s.To = p.ID, p.Toward
			if away[p.ID] {
				s.To = p.Home
			}
			away[p.ID] = !away[p.ID]
			break
		}
	}
}

// ends are what the player can do in the end, and what the premise says will come of it.
func (m *making) ends() {
	for i := range m.r.Options { // two of one sentence are what is to be decided
		if i+1 < len(m.r.Options) && m.r.Options[i].Said == m.r.Options[i+1].Said && len(m.p.Options) == 0 {
			m.p.Options = []string{m.r.Options[i].Words, m.r.Options[i+1].Words}
		}
	}
	if n := len(m.r.Options); len(m.p.Options) == 0 && n >= 2 {
		m.p.Options = []string{m.r.Options[n-2].Words, m.r.Options[n-1].Words}
	}
	for _, s := range m.r.Sentences {
		if s.Premise && strings.HasPrefix(s.Text, "If ") && (s.Whole || strings.HasPrefix(s.Text, "If you ")) { // what comes of it stands by itself
			m.p.Stakes = append(m.p.Stakes, s.Text)
		}
	}
	for _, p := range m.p.People {
		for _, s := range m.r.Sentences {
			if s.Premise && s.Wants && s.Subject == p.ID && s.Whole && !s.Player {
				m.p.Stakes = append(m.p.Stakes, s.Text)
			}
		}
	}
}
