package choices

import (
	"slices"

	"github.com/narratoria/narratoria/action"
)

// What a choice is worth by what was offered with it, in this order of weight: that an
// author wrote what comes of it, that it rests on what bears on it and is fresh in the
// mind, and what taking it is worth. One that rests on no memory is for where there is
// none.
const (
	answered   = 160
	nearby     = 35 // for each step that a ground is nearer
	topical    = 60 // of this turn, and fadesBy less with each since
	fadesBy    = 6
	groundless = 1000
	stale      = 40  // for each time that its topic came up lately
	offeredYet = 50  // for each time that it was offered lately itself
	sameAgain  = 150 // for each time that it was, resting on the same
	cramped    = 220 // that its texts have no room to name the stat it tries
	mostStale  = 5   // times that count
)

// A pile is what was chosen so far. It goes by ids and numbers alone, so that no words
// of anybody's decide what is offered.
type pile struct {
	s      *scene
	chosen []*pick
	plain  bool // one choice of this turn may rest on no memory
	random *stream
}

// A pick is a move with what it rests on, or nothing (nil).
type pick struct {
	move   *move
	ground *ground
	base   int // what they are worth, whatever else is chosen
}

func newPile(s *scene) *pile {
	p := &pile{s: s, random: newStream(s.seed)}
	p.plain = s.in.Turn <= 3 || p.random.below(9) == 0
	return p
}

// fill chooses so many moves, one at a time, each the best beside those before.
func (p *pile) fill(want int, moves []move) []*pick {
	all := p.candidates(moves)
	for len(p.chosen) < want {
		last := len(p.chosen) == want-1 && p.mustLeadOn(want) && !slices.ContainsFunc(p.chosen, (*pick).onward)
		best := p.best(all, last)
		if best == nil && last {
			best = p.best(all, false)
		}
		if best == nil {
			break
		}
		p.chosen = append(p.chosen, best)
		p.plain = p.plain && best.ground != nil
	}
	return p.chosen
}

// mustLeadOn: at least one choice of a turn moves the story on. Where one or two are
// made beside an author's, which do that too, it need not always.
func (p *pile) mustLeadOn(want int) bool {
	return want > 2 || len(p.s.in.Taken) == 0 || p.s.in.Turn%3 == 0
}

func (c *pick) onward() bool { return among(c.move.Kind, onward) }

// candidates are all moves with each of what they can rest on, in the order drawn.
func (p *pile) candidates(moves []move) (all []*pick) {
	for _, i := range p.random.shuffled(len(moves)) {
		m := &moves[i]
		worth := p.random.below(90) + p.worthOfMove(m)
		for at := range m.Grounds {
			if g := &m.Grounds[at]; p.s.speaks(m, g) {
				all = append(all, &pick{m, g, worth + p.random.below(45) + p.worthOfGround(m, g) - p.again(m, g.ID)})
			}
		}
		all = append(all, &pick{m, nil, worth + p.random.below(45) - p.again(m)})
	}
	return all
}

// worthOfMove is what a move is worth whatever is chosen beside it. What is always
// possible is not offered always.
func (p *pile) worthOfMove(m *move) int {
	worth := m.Worth/2 - map[string]int{"wait": 20, "skip": 20, "train": 30, "recall": 10}[m.Kind]
	worth -= offeredYet * p.lately(mostStale, func(o earlier) bool { return o.ID == m.ID })
	if m.Topic.ID != "" {
		worth -= p.staleness(m.Topic.ID)
	}
	if m.Stat != "" && (among(m.Kind, "train skip") || m.Kind == "pursue" && m.Topic.ID == "") {
		worth -= cramped
	}
	if m.Answered {
		worth += answered
	}
	return worth
}

// worthOfGround is what it is worth to rest on a ground: people speak of what is near
// and has just been spoken of.
func (p *pile) worthOfGround(m *move, g *ground) int {
	worth := nearby*(g.Near-1) + max(0, topical-fadesBy*g.age())
	switch {
	case g.Episodic != "":
		worth += 20
	case g.Significance == string(action.High):
		worth += 15
	case g.Significance == string(action.Low):
		worth -= 10
	}
	switch {
	case p.s.shared(m, g):
	case g.Topic.ID != "":
		worth -= p.staleness(g.Topic.ID)
	default:
		worth -= stale * p.lately(mostStale, func(o earlier) bool { return slices.Contains(o.Because, g.ID) })
	}
	return worth
}

// again is what it costs a move to have been offered lately resting on just these.
func (p *pile) again(m *move, because ...string) int {
	return sameAgain * p.lately(mostStale, func(o earlier) bool { return o.ID == m.ID && slices.Equal(o.Because, because) })
}

// latest is how many choices are those of about eight turns.
const latest = 30

// lately counts which of the choices offered lately are so, up to a most.
func (p *pile) lately(most int, is func(earlier) bool) (n int) {
	all := p.s.in.Lately
	for _, o := range all[max(0, len(all)-latest):] {
		if n < most && is(o) {
			n++
		}
	}
	return n
}

// staleness is what it costs to bring up what the choices of the last turns did.
func (p *pile) staleness(topic string) int {
	return stale * p.lately(mostStale, func(o earlier) bool { return slices.Contains(o.Topics, topic) })
}

// best is the candidate of the highest worth, of equals the first; nil for none.
func (p *pile) best(all []*pick, onwardAlone bool) (best *pick) {
	most := 0
	for _, c := range all {
		if onwardAlone && !c.onward() || slices.ContainsFunc(p.chosen, func(o *pick) bool { return o.move == c.move }) {
			continue
		}
		if worth := c.base + p.beside(c) + p.grounding(c); best == nil || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// beside balances the kinds, people, places and topics of one turn.
func (p *pile) beside(c *pick) (worth int) {
	m := c.move
	for _, o := range p.chosen {
		if o.move.Kind == m.Kind {
			worth -= 70
		}
		if among(m.Kind, idle) && among(o.move.Kind, idle) {
			worth -= 700
		}
		if among(m.Kind, looking) && among(o.move.Kind, looking) {
			worth -= 60
		}
		if m.Person != "" && o.move.Person == m.Person {
			worth -= 40
		}
		if m.Place.ID != "" && o.move.Place.ID == m.Place.ID || m.Thread.ID != "" && o.move.Thread.ID == m.Thread.ID {
			worth -= 30
		}
		if slices.ContainsFunc(c.topics(), func(id string) bool { return slices.Contains(o.topics(), id) }) {
			worth -= 400
		}
	}
	return worth
}

// topics are the ids of what a choice is about.
func (c *pick) topics() (ids []string) {
	if c.move.Topic.ID != "" {
		ids = append(ids, c.move.Topic.ID)
	}
	if c.ground != nil && c.ground.Topic.ID != "" {
		ids = append(ids, c.ground.Topic.ID)
	}
	return ids
}

// grounding is for resting on a memory that no other choice of the turn rests on.
func (p *pile) grounding(c *pick) int {
	switch {
	case c.ground == nil && p.plain:
		return 30
	case c.ground == nil:
		return -groundless
	case slices.ContainsFunc(p.chosen, func(o *pick) bool { return o.ground != nil && o.ground.ID == c.ground.ID }):
		return -300
	}
	return 0
}

// A stream is a row of numbers that follows from a seed alone.
type stream struct{ state uint64 }

func newStream(seed uint64) *stream { return &stream{state: seed} }

func (r *stream) next() uint64 { // splitmix64
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *stream) below(n int) int { return int(r.next() % uint64(n)) }

func (r *stream) shuffled(n int) []int {
	order := make([]int, n)
	for i := range order {
		j := r.below(i + 1)
		order[i], order[j] = order[j], i
	}
	return order
}
