package choices

import (
	"slices"
)

// What a choice is worth, besides what taking it gives: that an author wrote what comes of it,
// and that it rests on what is fresh in the mind; less for having been offered lately. What
// gives nothing is for where nothing does.
const (
	fruitless  = 2000
	answered   = 40
	topical    = 30 // of this turn, and fadesBy less with each since
	fadesBy    = 6
	stale      = 10 // for each time that its topic came up lately
	offeredYet = 25 // for each time that it was offered lately itself
	cramped    = 20 // that its texts have no room to name the stat it tries
	mostStale  = 6  // times that count
	spread     = 20 // that is left to chance
)

// slots are what the choices of a menu are good for, in the order in which they are chosen: one
// leads away where one has to, one takes up what this turn told of, one is about what somebody
// here wants, and one cannot be undone.
var slots = []string{leaving, "text", "want", "final"}

const leaving = "leave"

// A pile is what was chosen so far. It goes by ids and numbers alone, so that no words
// of anybody's decide what is offered.
type pile struct {
	s      *scene
	chosen []*pick
	random *stream
}

// A pick is a move with the memory that it rests on, or none (nil).
type pick struct {
	move   *move
	ground *ground
	base   int // what it is worth, whatever else is chosen
}

func newPile(s *scene) *pile { return &pile{s: s, random: newStream(s.seed)} }

// fill chooses so many moves: for each slot the best that is good for it, and then the best
// beside these. Ways come last.
func (p *pile) fill(want int, moves []move) []*pick {
	all := p.candidates(moves)
	for _, slot := range slots {
		if slot != leaving || p.s.in.Leave {
			p.choose(want, all, func(c *pick) bool {
				return slices.Contains(c.move.Slots, slot) && (c.move.Gives != "" || slot == leaving)
			})
		}
	}
	for p.choose(want, all, func(*pick) bool { return true }) {
	}
	slices.SortStableFunc(p.chosen, func(a, b *pick) int { return wayLast(a) - wayLast(b) })
	return p.chosen
}

func wayLast(c *pick) int {
	if c.move.Kind == "go" {
		return 1
	}
	return 0
}

// choose adds the best of those that are so, and reports whether there was one and room for it.
func (p *pile) choose(want int, all []*pick, is func(*pick) bool) bool {
	var best *pick
	most := 0
	for _, c := range all {
		if len(p.chosen) >= want || !is(c) || slices.Contains(p.chosen, c) {
			continue
		}
		if worth := c.base + p.beside(c); best == nil || worth > most {
			best, most = c, worth
		}
	}
	if best != nil {
		p.chosen = append(p.chosen, best)
	}
	return best != nil
}

// candidates are all moves with what they rest on, in the order drawn.
func (p *pile) candidates(moves []move) (all []*pick) {
	for _, i := range p.random.shuffled(len(moves)) {
		m := &moves[i]
		c := &pick{move: m, base: p.random.below(spread) + p.worthOfMove(m)}
		if c.ground = p.s.rests(m); c.ground != nil {
			c.base += max(0, topical-fadesBy*c.ground.age())
		}
		all = append(all, c)
	}
	return all
}

// worthOfMove is what a move is worth whatever is chosen beside it. What is always
// possible is not offered always.
func (p *pile) worthOfMove(m *move) int {
	worth := m.Worth - map[string]int{"wait": 20, "skip": 20, "train": 30, "recall": 100}[m.Kind]
	if m.Gives == "" {
		worth -= fruitless
	}
	worth -= offeredYet * p.lately(func(o earlier) bool { return o.ID == m.ID })
	if about := m.topic().ID; about != "" {
		worth -= stale * p.lately(func(o earlier) bool { return slices.Contains(o.Topics, about) })
	}
	if m.Stat != "" && (among(m.Kind, "train skip") || m.Kind == "pursue" && m.Topic.ID == "") {
		worth -= cramped
	}
	if m.Answered {
		worth += answered
	}
	return worth
}

// latest is how many choices are those of about eight turns.
const latest = 30

// lately counts which of the choices offered lately are so, up to a most.
func (p *pile) lately(is func(earlier) bool) (n int) {
	all := p.s.in.Lately
	for _, o := range all[max(0, len(all)-latest):] {
		if n < mostStale && is(o) {
			n++
		}
	}
	return n
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
		if m.Place.ID != "" && o.move.Place.ID == m.Place.ID || m.Thread.ID != "" && o.move.Thread.ID == m.Thread.ID || m.Item.ID != "" && o.move.Item.ID == m.Item.ID {
			worth -= 30
		}
		if about := m.topic().ID; about != "" && about == o.move.topic().ID {
			worth -= 400
		}
	}
	return worth
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
