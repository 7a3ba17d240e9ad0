package drama

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/prose"
)

// A fact is one of the author's sentences, with the thread that it bears on most.
type fact struct {
	n, near int
}

// steps are the ways from what is odd to who did it.
func (m *making) steps() {
	of := make([][]fact, len(m.p.Threads))
	for n, s := range m.r.Sentences {
		if m.used[n] || !m.quotable(n) || s.Premise { // of the premise everything is told at first
			continue
		}
		best, most := -1, 5 // one rare word, or two
		for i, t := range m.p.Threads {
			near := m.near(prose.Content(t.Odd+" "+t.Topic), n)
			if t.Owner != "" && slices.Contains(s.Names, t.Owner) {
				near += 2
			}
			if slices.ContainsFunc(s.Names, func(id string) bool { return within(m.r.Entity(id).Name, t.Topic) }) {
				near += 4 // of the very thing
			}
			if near > most {
				best, most = i, near
			}
		}
		if best >= 0 {
			of[best] = append(of[best], fact{n, most})
		}
	}
	for i := range m.p.Threads {
		m.stepsOf(i, of[i])
	}
}

// level is how far a sentence goes: seen, odd, explaining.
func (m *making) level(n int, t *Thread) int {
	s := m.r.Sentences[n]
	switch {
	case t.Owner != "" && slices.Contains(s.Names, t.Owner) && s.Odd != "":
		return 2
	case s.Odd != "":
		return 1
	case t.Owner != "" && slices.Contains(s.Names, t.Owner):
		return 1
	}
	return 0
}

// stepsOf makes the steps of a thread out of the author's facts, and of what somebody saw
// where these are too few.
func (m *making) stepsOf(i int, facts []fact) {
	t := &m.p.Threads[i]
	slices.SortStableFunc(facts, func(a, b fact) int {
		return cmp.Or(cmp.Compare(m.level(a.n, t), m.level(b.n, t)), cmp.Compare(b.near, a.near))
	})
	if len(facts) > 7 {
		facts = facts[:7]
	}
	var chain []Step
	speakers := map[string]bool{}
	for _, f := range facts {
		s := m.r.Sentences[f.n]
		m.used[f.n] = true
		step := m.carry(i, f.n, speakers)
		if last := len(chain) - 1; last >= 0 && len(chain[last].Says) < mostSaid && chain[last].Person == step.Person && chain[last].Thing == step.Thing && chain[last].Place == step.Place {
			chain[last].Says = append(chain[last].Says, s.Text)
			continue
		}
		step.Says = []string{s.Text}
		chain = append(chain, step)
	}
	chain = m.fill(i, chain)
	m.order(i, chain)
}

// carry is who or what a sentence is learned from.
func (m *making) carry(thread, n int, speakers map[string]bool) Step {
	s := m.r.Sentences[n]
	t := m.p.Threads[thread]
	step := Step{Thread: thread, Kind: Look, Topic: t.Topic}
	if thing := m.thing(s.Subject); thing != nil && m.place(thing.At) != nil {
		step.Thing, step.Place = thing.ID, thing.At
		return step
	}
	if m.place(s.Subject) != nil {
		step.Place = s.Subject
		return step
	}
	if who := m.speaker(n, t.Owner, speakers); who != "" {
		step.Kind, step.Person = Ask, who
		speakers[who] = true
		return step
	}
	step.Place = cmp.Or(t.Trace, m.p.Start)
	return step
}

// speaker is somebody who would say it: not whom it is about, not the owner, and not who
// does not speak; who has to do with it before others, who has said nothing before who has.
func (m *making) speaker(n int, owner string, spoken map[string]bool) string {
	best, most := "", -100
	s := m.r.Sentences[n]
	for i := range m.p.People {
		p := &m.p.People[i]
		if p.Silent || p.Many || p.ID == owner || s.Subject == p.ID || strings.Contains(s.Text, lastName(p.Name)) {
			continue
		}
		score := m.draw.IntN(5)
		if spoken[p.ID] {
			score += 7 // who has begun says the rest
		}
		for other := range m.r.Sentences {
			if slices.Contains(m.r.Sentences[other].Names, p.ID) && other != n {
				score += m.near(m.words[n], other) / 4
			}
		}
		if score > most {
			best, most = p.ID, score
		}
	}
	return best
}

// fill adds what a thread needs and the author did not write: something to be seen, and
// somebody who saw who did it.
func (m *making) fill(i int, chain []Step) []Step {
	t := &m.p.Threads[i]
	if !slices.ContainsFunc(chain, func(s Step) bool { return s.Kind == Look }) {
		look := Step{Thread: i, Kind: Look, Topic: t.Topic, Place: t.Trace}
		if at := slices.IndexFunc(m.p.Things, func(of Thing) bool { return of.Name == t.Topic && of.At == t.Trace }); at >= 0 {
			look.Thing = m.p.Things[at].ID
		}
		if p := m.person(t.Owner); p != nil && p.Home != t.Trace {
			look.From = p.Home
		}
		chain = append([]Step{look}, chain...)
	}
	if t.Owner == "" {
		return chain
	}
	// the last step before the confession is a secret that names the owner
	explains := -1
	for at, s := range chain {
		if s.Kind == Ask && len(s.Says) > 0 && slices.ContainsFunc(s.Says, func(text string) bool { return strings.Contains(text, lastName(m.person(t.Owner).Name)) }) {
			explains = at
		}
	}
	if explains >= 0 {
		s := chain[explains]
		chain = append(slices.Delete(chain, explains, explains+1), s)
		chain[len(chain)-1].Kind = Secret
		return chain
	}
	if who := m.witness(t.Owner); who != "" {
		chain = append(chain, Step{Thread: i, Kind: Secret, Topic: t.Topic, Person: who, Saw: t.Trace})
	}
	return chain
}

// witness is somebody who can have seen the owner.
func (m *making) witness(owner string) string {
	var all []string
	for _, p := range m.p.People {
		if p.ID != owner && !p.Silent && !p.Many {
			all = append(all, p.ID)
		}
	}
	if len(all) == 0 {
		return ""
	}
	slices.SortStableFunc(all, func(a, b string) int {
		return cmp.Compare(m.said(a), m.said(b))
	})
	return all[m.draw.IntN(min(2, len(all)))]
}

// said is how much somebody has to say already.
func (m *making) said(id string) (n int) {
	for _, s := range m.p.Steps {
		if s.Person == id {
			n++
		}
	}
	return n
}

// order lets a thread's steps follow each other, and ends it with the confession.
func (m *making) order(i int, chain []Step) {
	t := &m.p.Threads[i]
	before := ""
	for at := range chain {
		s := &chain[at]
		s.ID = fmt.Sprintf("step-%d-%d", i+1, at+1)
		if before != "" {
			s.Needs = []string{before}
		}
		before = s.ID
		if len(m.p.Steps) < mostSteps {
			m.p.Steps = append(m.p.Steps, *s)
		}
	}
	if t.Owner == "" || before == "" {
		return
	}
	m.p.Steps = append(m.p.Steps, Step{
		ID: fmt.Sprintf("step-%d-confessed", i+1), Thread: i, Kind: Confess, Person: t.Owner, Topic: t.Topic, Needs: []string{before}, Joins: m.joined(t, chain),
	})
}

// joined are the facts that the owner of a thread is faced with: what is odd, and what explains it, if
// anything that is found of it does: see [making.bears].
func (m *making) joined(t *Thread, chain []Step) []string {
	facts, best, most := []string{t.Odd}, "", bearing-1
	for _, s := range slices.Backward(chain) {
		for _, said := range slices.Backward(s.Says) {
			if bears := m.bears(said, t); bears > most {
				best, most = said, bears
			}
		}
	}
	if best != "" {
		facts = append(facts, best)
	}
	return facts
}

// bearing is how much a fact has to share with a thread to be held against its owner.
const bearing = 2

// bears is how much a fact shares with a thread. It has to name the owner; each other that what is odd names
// and the place where that can be seen count too, and so does being of the owner. What does not name them bears on nothing.
func (m *making) bears(said string, t *Thread) (shared int) {
	odd := slices.IndexFunc(m.r.Sentences, func(s reading.Sentence) bool { return s.Text == t.Odd })
	of := slices.IndexFunc(m.r.Sentences, func(s reading.Sentence) bool { return s.Text == said })
	if odd < 0 || of < 0 || !slices.Contains(m.r.Sentences[of].Names, t.Owner) {
		return 0
	}
	if m.r.Sentences[of].Subject == t.Owner {
		shared++
	}
	for _, id := range m.r.Sentences[of].Names {
		if id == t.Owner || id == t.Trace || slices.Contains(m.r.Sentences[odd].Names, id) {
			shared++
		}
	}
	return shared
}

// asides are the author's other sentences: each with who would say it, of no thread, and of something
// that the player has heard of: what is said of one subject by one mouth is said at once.
func (m *making) asides() {
	count := 0
	for n, s := range m.r.Sentences {
		if m.used[n] || !m.quotable(n) || s.Premise {
			continue
		}
		e := m.heardOf(s)
		if e == nil {
			continue
		}
		step := Step{ID: fmt.Sprintf("aside-%d", n), Thread: -1, Kind: Look, Topic: e.Name, Says: []string{s.Text}}
		if thing := m.thing(e.ID); thing != nil {
			step.Topic = thing.Name
		}
		if thing := m.thing(s.Subject); thing != nil {
			step.Thing, step.Place = thing.ID, thing.At
		} else if m.place(s.Subject) != nil {
			step.Place = s.Subject
		} else {
			step.Kind = Ask
		}
		at := slices.IndexFunc(m.p.Steps, func(o Step) bool {
			switch {
			case o.Kind != step.Kind || len(o.Says) == 0 || len(o.Says) >= mostAside:
				return false
			case o.Kind == Look:
				return o.Thing == step.Thing && o.Place == step.Place
			}
			return o.Thread < 0 && o.Topic == step.Topic && m.maySay(o.Person, n)
		})
		switch {
		case at >= 0:
			m.p.Steps[at].Says = append(m.p.Steps[at].Says, s.Text)
			m.used[n] = true
			continue
		case step.Kind == Ask:
			step.Person = m.speaker(n, e.ID, nil)
		}
		for _, of := range m.p.Steps { // more of what was looked at or said already
			looked := step.Kind == Look && of.Thing == step.Thing && of.Place == step.Place && (of.Thread < 0 || step.Thing != "")
			if of.Kind == step.Kind && (looked || step.Kind == Ask && of.Thread < 0 && of.Person == step.Person && of.Topic == step.Topic) {
				step.Needs = []string{of.ID}
			}
		}
		if count < mostAsides && (step.Kind == Look || step.Person != "") {
			m.p.Steps = append(m.p.Steps, step)
			count++
			m.used[n] = true
		}
	}
}

// heardOf is what a sentence can be asked for by: its subject, else what it names, if the player has
// heard of that: people and places of the drama, and what the premise speaks of.
func (m *making) heardOf(s reading.Sentence) *reading.Entity {
	for _, id := range append([]string{s.Subject}, s.Names...) {
		e := m.r.Entity(id)
		if e != nil && (e.Premised || m.person(id) != nil || m.place(id) != nil || m.thing(id) != nil && id == s.Subject) {
			return e
		}
	}
	return nil
}

// maySay reports whether somebody can say a sentence: it is not about them.
func (m *making) maySay(who string, n int) bool {
	p := m.person(who)
	return p != nil && m.r.Sentences[n].Subject != who && !strings.Contains(m.r.Sentences[n].Text, lastName(p.Name))
}
