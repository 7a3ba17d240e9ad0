package choices

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
)

// What a choice is worth by what was offered with it, in this order of weight: that an
// author wrote what comes of it, that it speaks of what bears on it and is fresh in
// the mind, and what taking it is worth. A text that speaks of no memory is for where
// there is none.
const (
	answered   = 160
	nearby     = 35 // for each step that a ground is nearer
	topical    = 60 // of this turn, and fadesBy less with each since
	fadesBy    = 6
	groundless = 1000
	unworded   = 200 // for the plain words of a move: ours come first
)

// A pile is what was chosen so far, and what makes another choice too like it.
type pile struct {
	s      *scene
	texts  map[string]bool // word for word
	runs   map[uint32]int  // runs of three words heard lately
	heard  []sound         // texts of this turn
	worn   map[string]int  // how often each frame's words were heard lately
	stale  map[string]int  // how often each topic's words were
	chosen []*candidate
	plain  bool // one choice of this turn may speak of no memory
	random *stream
}

// A candidate is a wording with what is compared of it.
type candidate struct {
	wording
	sound
	same string
	runs []uint32
	base int // what its move and ground are worth, whatever else is chosen
}

// A sound is how a choice begins and what it turns on.
type sound struct {
	first, second string
	joints        uint32
	words         int
}

// joints are what sentences turn on: two choices of a turn that turn on the same one
// sound alike.
var joints = []string{" in mind", " since ", " as you ", " on the way", " where ", " how ", " why ", " who ", " whether ", ": ", " wonder", " think", " yourself", " anything ", "your "}

func newPile(s *scene) *pile {
	p := &pile{s: s, texts: map[string]bool{}, runs: map[uint32]int{}, worn: map[string]int{}, stale: map[string]int{}, random: newStream(s.seed)}
	for _, text := range s.in.Taken {
		p.hear(text)
		p.heard = append(p.heard, soundOf(text))
	}
	for _, text := range s.in.Recent {
		p.hear(text)
	}
	p.plain = s.in.Turn <= 3 || p.random.below(9) == 0
	return p
}

func (p *pile) hear(text string) {
	words := wordsOf(text)
	p.texts[strings.Join(words, " ")] = true
	for _, run := range trigrams(words) {
		p.runs[run]++
	}
}

func soundOf(text string) sound {
	words := strings.Fields(text)
	s := sound{words: len(words)}
	if len(words) > 1 {
		s.first, s.second = words[0], words[1]
	}
	for i, joint := range joints {
		if strings.Contains(text, joint) {
			s.joints |= 1 << i
		}
	}
	return s
}

// fill chooses so many choices, one at a time, each the best beside those before.
func (p *pile) fill(want int, moves []move) []*candidate {
	all := p.candidates(moves)
	for len(p.chosen) < want {
		last := len(p.chosen) == want-1 && p.mustLeadOn(want) && !slices.ContainsFunc(p.chosen, (*candidate).onward)
		best := p.best(all, last)
		if best == nil && last {
			best = p.best(all, false)
		}
		if best == nil {
			break
		}
		p.take(best)
	}
	return p.chosen
}

// mustLeadOn: at least one choice of a turn moves the story on. Where one or two are
// made beside an author's, which do that too, it need not always.
func (p *pile) mustLeadOn(want int) bool {
	return want > 2 || len(p.s.in.Taken) == 0 || p.s.in.Turn%3 == 0
}

func (c *candidate) onward() bool { return among(c.move.Kind, onward) }

func (p *pile) take(c *candidate) {
	p.chosen = append(p.chosen, c)
	p.hear(c.text)
	p.heard = append(p.heard, c.sound)
	p.plain = p.plain && c.ground != nil
}

// candidates are all wordings of the moves, in the order drawn.
func (p *pile) candidates(moves []move) (all []*candidate) {
	for _, i := range p.random.shuffled(len(moves)) {
		m := &moves[i]
		worth := p.random.below(90) + p.worthOfMove(m)
		add := func(w wording, more int) {
			c := &candidate{wording: w, sound: soundOf(w.text), same: strings.Join(w.said, " "), runs: trigrams(w.said)}
			if c.base = worth + more + p.random.below(45) + lengthWorth(c.words); !p.texts[c.same] {
				all = append(all, c)
			}
		}
		for at := range m.Grounds {
			g := &m.Grounds[at]
			of := p.worthOfGround(m, g)
			for _, w := range p.s.wordings(m, g) {
				add(w, of)
			}
		}
		for _, w := range p.s.wordings(m, nil) {
			add(w, 0)
		}
		if w, ok := p.s.plainly(m); ok {
			add(w, -unworded)
		}
	}
	return all
}

// worthOfMove is what a move is worth whatever is chosen beside it. What is always
// possible is not offered always.
func (p *pile) worthOfMove(m *move) int {
	worth := m.Worth/2 - map[string]int{"wait": 20, "skip": 20, "train": 30, "recall": 10}[m.Kind] - p.staleness(p.s.topicWords(m))
	if m.Answered {
		worth += answered
	}
	return worth
}

// worthOfGround is what it is worth to speak of a ground: people speak of what is near
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
	if !p.s.shared(m, g) {
		worth -= p.staleness(p.s.groundWords(m, g))
	}
	return worth
}

// lately is how many texts are those of about six turns.
const lately = 22

// staleness is what it costs to bring up what the texts of the last turns did.
func (p *pile) staleness(words string) int {
	if words == "" {
		return 0
	}
	n, known := p.stale[words]
	if !known {
		recent := p.s.in.Recent[max(0, len(p.s.in.Recent)-lately):]
		for _, text := range slices.Concat(p.s.in.Taken, recent) {
			if strings.Contains(text, words) {
				n++
			}
		}
		p.stale[words] = n
	}
	return 40 * min(n, 5)
}

func lengthWorth(words int) int {
	switch {
	case words > 14:
		return -6 * (words - 14)
	case words < 5:
		return -10
	}
	return 0
}

// best is the candidate of the highest worth, of equals the first; nil for none.
func (p *pile) best(all []*candidate, onwardAlone bool) (best *candidate) {
	most := 0
	for _, c := range all {
		if onwardAlone && !c.onward() || p.texts[c.same] || slices.ContainsFunc(p.chosen, func(o *candidate) bool { return o.move.ID == c.move.ID }) {
			continue
		}
		if worth := c.base + p.beside(c) + p.grounding(c) + p.freshness(c); best == nil || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// beside balances the kinds, people, places and topics of one turn.
func (p *pile) beside(c *candidate) (worth int) {
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
func (c *candidate) topics() (ids []string) {
	if c.move.Topic.ID != "" {
		ids = append(ids, c.move.Topic.ID)
	}
	if c.ground != nil && c.ground.Topic.ID != "" {
		ids = append(ids, c.ground.Topic.ID)
	}
	return ids
}

// grounding is for speaking of a memory that no other choice of the turn speaks of.
func (p *pile) grounding(c *candidate) int {
	switch {
	case c.ground == nil && p.plain:
		return 30
	case c.ground == nil:
		return -groundless
	case slices.ContainsFunc(p.chosen, func(o *candidate) bool { return o.ground != nil && o.ground.ID == c.ground.ID }):
		return -300
	}
	return 0
}

// freshness is how unlike a wording is to what was heard lately.
func (p *pile) freshness(c *candidate) (worth int) {
	for _, run := range c.runs {
		worth -= 7 * min(p.runs[run], 4)
	}
	for _, heard := range p.heard {
		if heard.first == c.first {
			worth -= 22
			if heard.second == c.second {
				worth -= 15
			}
		}
		worth -= 22 * bits.OnesCount32(heard.joints&c.joints)
	}
	if c.move.Stat != "" && !c.leans {
		worth -= 220
	}
	if c.aside != "" {
		worth -= 25
	}
	return worth - p.wear(c.pattern) - p.wear(c.aside)
}

// How many texts of the last turns count as just heard, and how far back a frame is
// remembered at all.
const (
	justHeard = 14
	onceHeard = 40
	mostWear  = 240
)

// wear is how often the words of a frame were heard lately, the last of them most.
func (p *pile) wear(pattern string) int {
	if worn, known := p.worn[pattern]; known {
		return worn
	}
	worn, said := 0, longestPiece(pattern)
	for ago := range min(len(p.s.in.Recent), onceHeard) {
		if said == "" || !strings.Contains(p.s.in.Recent[len(p.s.in.Recent)-1-ago], said) {
			continue
		}
		if worn += 30; ago < justHeard {
			worn += 70
		}
	}
	worn = min(worn, mostWear)
	p.worn[pattern] = worn
	return worn
}

// shortestPiece is how many letters tell a frame from others.
const shortestPiece = 8

// longestPiece is the longest of a frame's own words between two places, or "".
func longestPiece(pattern string) (longest string) {
	for piece := range strings.SplitSeq(pattern, "{") {
		if _, after, found := strings.Cut(piece, "}"); found {
			piece = after
		}
		if len(piece) >= max(shortestPiece, len(longest)+1) {
			longest = piece
		}
	}
	return longest
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
