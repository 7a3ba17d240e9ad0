package drama

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/prose"
)

// Bounds of a plot.
const (
	mostThreads = 6
	mostSteps   = 48
	mostPlaces  = 8
	mostPeople  = 8
	mostSaid    = 2 // sentences of a step
	signs       = 5
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
	m.people()
	m.things()
	m.threads()
	m.wants()
	m.steps()
	m.locks()
	m.asides()
	m.moves()
	m.clock()
	m.ends()
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
		if len(e.About) > 0 || at[e.ID] > 0 {
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
		for _, s := range m.r.Sentences { // where the premise has the player
			if s.Premise && s.Player {
				for _, id := range s.Names {
					if m.place(id) != nil {
						m.p.Start = id
						return
					}
				}
			}
		}
	}
}

func firstWords(text string, n int) string {
	f := strings.Fields(text)
	return strings.Join(f[:min(n, len(f))], " ")
}

// people are put where the text has them, or has them spoken of with a place, else where
// nobody is.
func (m *making) people() {
	taken := map[string]int{}
	for _, e := range m.r.Of(reading.Person) {
		if len(m.p.People) >= mostPeople {
			break
		}
		p := Person{ID: e.ID, Name: e.Name, Role: e.Role, Pronoun: cmp.Or(e.Pronoun, "they"), Silent: e.Silent, Wants: -1}
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
			if m.quotable(n) && s.Odd == "" && !s.Premise && len(p.Says) < mostSaid && s.Subject == e.ID && strings.HasPrefix(s.Text, prose.SentenceCase(bareName(s.Text, e))) {
				p.Says = append(p.Says, s.Text)
				m.used[n] = true
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
		t := Thing{ID: e.ID, Name: e.Name, Paper: e.Kind == reading.Paper, Many: e.Plural}
		if m.place(e.At) != nil {
			t.At = e.At
		}
		for _, n := range e.In {
			for _, id := range m.r.Sentences[n].Names {
				if t.At == "" && m.place(id) != nil {
					t.At = id
				}
			}
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

// threads are what is odd in the premise; where that is little, what is odd in the setting.
func (m *making) threads() {
	take := func(n int) {
		s := m.r.Sentences[n]
		if s.Odd == "" || s.Topic == "" || len(m.p.Threads) >= mostThreads || !s.Whole {
			return
		}
		for _, t := range m.p.Threads {
			if within(t.Topic, s.Topic) || within(s.Topic, t.Topic) {
				return
			}
		}
		t := Thread{ID: "thread-" + strconv.Itoa(len(m.p.Threads)+1), Topic: s.Topic, Odd: s.Text, Way: string(s.Odd)}
		t.Trace = m.traceOf(n)
		m.used[n] = true
		m.p.Threads = append(m.p.Threads, t)
	}
	for n := range m.r.Sentences {
		if m.r.Sentences[n].Premise {
			take(n)
		}
	}
	for n := range m.r.Sentences {
		if len(m.p.Threads) < 3 {
			take(n)
		}
	}
	if len(m.p.Threads) == 0 { // nothing is odd: what can be quoted is
		for n := range m.r.Sentences {
			if m.quotable(n) && len(m.r.Sentences[n].Names) > 0 && len(m.p.Threads) < 2 {
				if e := m.r.Entity(m.r.Sentences[n].Names[0]); e != nil && e.Kind != reading.Person {
					m.p.Threads = append(m.p.Threads, Thread{ID: "thread-" + strconv.Itoa(len(m.p.Threads)+1), Topic: e.Name, Odd: m.r.Sentences[n].Text, Way: string(reading.Strange), Trace: m.traceOf(n)})
				}
			}
		}
	}
	m.owners()
}

// within reports whether one topic is a part of another's words.
func within(topic, other string) bool {
	return strings.Contains(" "+strings.ToLower(other)+" ", " "+strings.ToLower(strings.TrimPrefix(topic, "the "))+" ")
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

// owners says who did it: of whom the sentence says it, else with whom the author's other
// sentences have it to do, else somebody who is no owner yet.
func (m *making) owners() {
	owns := map[string]int{}
	for i := range m.p.Threads {
		t := &m.p.Threads[i]
		words := prose.Content(t.Odd)
		subject := ""
		for _, s := range m.r.Sentences {
			if s.Text == t.Odd && m.person(s.Subject) != nil && s.Odd != reading.Altered {
				subject = s.Subject
			}
		}
		best, most := "", -1000
		for j := range m.p.People {
			p := &m.p.People[j]
			score := m.draw.IntN(3) - 4*owns[p.ID]
			for n, s := range m.r.Sentences {
				if slices.Contains(s.Names, p.ID) && s.Text != t.Odd {
					score += m.near(words, n)
				}
			}
			if p.ID == subject && notices(t.Odd) {
				score -= 20 // who has seen it did not do it
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
	return slices.ContainsFunc([]string{" noticed ", " found ", " saw ", " has seen ", " heard ", " says that ", " has asked "}, func(w string) bool { return strings.Contains(sentence, w) })
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

// A fact is one of the author's sentences, with the thread that it bears on most.
type fact struct {
	n, near int
}

// steps are the ways from what is odd to who did it.
func (m *making) steps() {
	of := make([][]fact, len(m.p.Threads))
	for n, s := range m.r.Sentences {
		if m.used[n] || !m.quotable(n) {
			continue
		}
		best, most := -1, 5 // one rare word, or two
		for i, t := range m.p.Threads {
			near := m.near(prose.Content(t.Odd+" "+t.Topic), n)
			if t.Owner != "" && slices.Contains(s.Names, t.Owner) {
				near += 2
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
	chain = m.fill(i, chain, speakers)
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
		if p.Silent || p.ID == owner || s.Subject == p.ID || strings.Contains(s.Text, lastName(p.Name)) {
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

func lastName(name string) string {
	f := strings.Fields(name)
	return f[len(f)-1]
}

// fill adds what a thread needs and the author did not write: something to be seen, and
// somebody who saw who did it.
func (m *making) fill(i int, chain []Step, speakers map[string]bool) []Step {
	t := &m.p.Threads[i]
	if !slices.ContainsFunc(chain, func(s Step) bool { return s.Kind == Look }) {
		look := Step{Thread: i, Kind: Look, Topic: t.Topic, Place: t.Trace}
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
	if who := m.witness(t.Owner, speakers); who != "" {
		chain = append(chain, Step{Thread: i, Kind: Secret, Topic: t.Topic, Person: who, Saw: t.Trace})
	}
	return chain
}

// witness is somebody who can have seen the owner.
func (m *making) witness(owner string, speakers map[string]bool) string {
	var all []string
	for _, p := range m.p.People {
		if p.ID != owner && !p.Silent {
			all = append(all, p.ID)
		}
	}
	if len(all) == 0 {
		return ""
	}
	slices.SortStableFunc(all, func(a, b string) int {
		return cmp.Compare(m.said(a), m.said(b))
	})
	_ = speakers
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

// joined are the two facts that a confession joins: what is odd, and what explains it best.
func (m *making) joined(t *Thread, chain []Step) []string {
	facts := []string{t.Odd}
	for _, s := range slices.Backward(chain) {
		if len(s.Says) > 0 {
			return append(facts, s.Says[len(s.Says)-1])
		}
	}
	return facts
}

// asides are the author's other sentences: each with who would say it, of no thread.
func (m *making) asides() {
	count := 0
	spoken := map[string]bool{}
	for n, s := range m.r.Sentences {
		if m.used[n] || !m.quotable(n) || count >= 14 || len(s.Names) == 0 {
			continue
		}
		topic := s.Topic
		for _, id := range s.Names {
			if s.Topic != "" {
				break
			}
			if e := m.r.Entity(id); e != nil && (topic == "" || e.Kind != reading.Person && m.person(id) == nil) {
				if topic == "" || m.r.Entity(s.Names[0]).Kind == reading.Person {
					topic = e.Name
				}
			}
		}
		if topic == "" {
			continue
		}
		step := Step{ID: fmt.Sprintf("aside-%d", n), Thread: -1, Kind: Look, Topic: topic, Says: []string{s.Text}}
		if thing := m.thing(s.Subject); thing != nil {
			step.Thing, step.Place = thing.ID, thing.At
		} else if m.place(s.Subject) != nil {
			step.Place = s.Subject
		} else if who := m.speaker(n, "", spoken); who != "" {
			step.Kind, step.Person = Ask, who
		} else {
			continue
		}
		if at := slices.IndexFunc(m.p.Steps, func(o Step) bool {
			return o.Thread < 0 && len(o.Says) < mostSaid && o.Kind == step.Kind && o.Person == step.Person && o.Thing == step.Thing && o.Place == step.Place && o.Topic == step.Topic
		}); at >= 0 {
			m.p.Steps[at].Says = append(m.p.Steps[at].Says, s.Text)
		} else {
			m.p.Steps = append(m.p.Steps, step)
			count++
		}
		m.used[n] = true
	}
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
			if key.At == e.ID {
				key.At = m.elsewhere(e.ID)
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
			if !p.Silent && p.Home != e.ID && score > most {
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
		for i := range m.p.Steps {
			if s := &m.p.Steps[i]; s.Place == e.ID || s.Thing == e.ID {
				s.Locked = e.ID
			}
		}
	}
}

// moves lets with each step somebody go towards what they want, or back.
func (m *making) moves() {
	if len(m.p.People) < 2 {
		return
	}
	next := 0
	away := map[string]bool{}
	for i := range m.p.Steps {
		s := &m.p.Steps[i]
		for range m.p.People {
			p := &m.p.People[next%len(m.p.People)]
			next++
			if p.ID == s.Person || p.Toward == p.Home || p.Toward == "" {
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

// clock is the time until it has to be over.
func (m *making) clock() {
	m.p.Clock.Minutes = 2 * 24 * 60
	if d := m.r.Deadline; d != nil {
		m.p.Clock.Words = d.Words
		m.p.Clock.Minutes = minutesIn(d)
		if s := m.r.Sentences[d.Said]; s.Whole && !s.Asks {
			m.p.Clock.Said = s.Text
		}
		for _, id := range m.r.Sentences[d.Said].Names {
			if m.person(id) != nil {
				m.p.Clock.Who = id
			}
		}
	}
	if m.p.Clock.Who == "" {
		for i := range m.p.People {
			if m.p.People[i].Want != "" {
				m.p.Clock.Who = m.p.People[i].ID
				break
			}
		}
	}
	for _, s := range m.p.Steps { // what is of no thread can be lost
		threads := slices.ContainsFunc(m.p.Steps, func(of Step) bool { return of.Thing == s.Thing && of.Thread >= 0 })
		if s.Thread < 0 && s.Thing != "" && s.Locked == "" && !threads && !slices.ContainsFunc(m.p.Locks, func(l Lock) bool { return l.Key == s.Thing }) {
			m.p.Clock.Takes = s.ID
		}
	}
	turns := min(44, max(12, len(m.p.Steps)+len(m.p.Places)/2))
	for i := range signs {
		m.p.Clock.Turns = append(m.p.Clock.Turns, 2+(i+1)*turns/signs+m.draw.IntN(2))
	}
}

var spans = regexp.MustCompile(`(?i)\b(half an|an|a|one|two|three|four|five|six|seven|eight|nine|ten|\d+)( and a half)? (minute|hour)s?\b`)

var hours = []struct {
	word string
	hour int
}{
	{"noon", 12}, {"midnight", 24}, {"dusk", 18}, {"sunset", 18}, {"nightfall", 19}, {"dawn", 29}, {"first light", 29}, {"sunrise", 30}, {"daybreak", 29},
	{"eleven", 23}, {"twelve", 24}, {"ten", 22}, {"nine", 21}, {"eight", 20}, {"seven", 19}, {"six", 18}, {"five", 17}, {"four", 16}, {"three", 15}, {"two", 14}, {"one", 13},
}

// minutesIn is how long it is until a deadline, from eight in the morning.
func minutesIn(d *reading.Deadline) int {
	low := strings.ToLower(d.Words)
	if d.Days > 0 {
		return d.Days * 24 * 60
	}
	if f := spans.FindStringSubmatch(low); f != nil {
		n := slices.Index(strings.Fields("zero one two three four five six seven eight nine ten"), f[1])
		if n < 0 {
			n, _ = strconv.Atoi(f[1])
		}
		minutes := 60 * max(n, 1)
		if f[3] == "minute" {
			minutes = max(n, 1)
		}
		if f[1] == "half an" {
			minutes /= 2
		}
		if f[2] != "" {
			minutes += 30
		}
		return max(10, min(minutes, 30*24*60))
	}
	tomorrow := strings.Contains(low, "tomorrow")
	for _, h := range hours {
		if strings.Contains(low, h.word) {
			switch {
			case tomorrow && h.hour < 24 && h.hour > 12:
				return (h.hour - 12 + 24 - 8) * 60
			case tomorrow:
				return (h.hour%24 + 24 - 8) * 60
			}
			return (h.hour - 8) * 60
		}
	}
	if tomorrow {
		return 24 * 60
	}
	return 3 * 24 * 60
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
		if s.Premise && s.Whole && strings.HasPrefix(s.Text, "If ") {
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
