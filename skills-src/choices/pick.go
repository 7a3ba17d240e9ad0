package choices

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
	"strings"
)

// A pile is what was chosen so far, and what makes another choice too like it.
type pile struct {
	s      *scene
	texts  map[string]bool // word for word
	runs   map[uint32]int  // runs of three words heard lately
	heard  []sound         // texts of this turn
	stale  []bool          // whether each memory was spoken of in the last turns
	used   []int           // how often each memory was spoken of lately
	worn   map[string]int  // how often each frame's words were heard lately
	chosen []*candidate
	plain  bool // one choice of this turn may rest on nothing
	random *stream
}

// A candidate is a wording with what is compared of it.
type candidate struct {
	wording
	sound
	same string
	runs []uint32
	base int // what its move and memory are worth, whatever else is chosen
}

// A sound is how a choice begins and what it turns on.
type sound struct {
	first, second string
	joints        uint32
	words         int
}

func newPile(s *scene) *pile {
	p := &pile{s: s, texts: map[string]bool{}, runs: map[uint32]int{}, worn: map[string]int{}, used: make([]int, len(s.known.Memories)), random: newStream(s.seed)}
	for _, text := range s.in.Taken {
		p.hear(text)
		p.heard = append(p.heard, soundOf(text))
	}
	for _, text := range s.in.Recent {
		p.hear(text)
	}
	for _, text := range slices.Concat(s.in.Taken, s.in.Recent) {
		said := content(text)
		for i := range s.known.Memories {
			if p.used[i] < 6 && covers(said, s.content[i]) {
				p.used[i]++
			}
		}
	}
	p.stale = p.spoken(slices.Concat(s.in.Taken, s.in.Recent[max(0, len(s.in.Recent)-lately):]))
	p.plain = s.in.Turn <= 3 || p.random.below(9) == 0
	return p
}

// lately is how many texts are those of about six turns.
const lately = 22

// spoken tells of each memory whether one of some texts speaks of it: has two of its
// words, people's names and the smallest words aside.
func (p *pile) spoken(texts []string) []bool {
	names := map[string]bool{}
	for _, person := range p.s.in.People {
		maps.Copy(names, content(person.Name))
	}
	own := make([]map[string]bool, len(p.s.content))
	for i, words := range p.s.content {
		own[i] = maps.Clone(words)
		maps.DeleteFunc(own[i], func(w string, _ bool) bool { return names[w] || among(w, "asked told took went said found") })
	}
	stale := make([]bool, len(own))
	for _, text := range texts {
		said := content(text)
		for i := range own {
			stale[i] = stale[i] || overlap(said, own[i]) >= min(2, max(1, len(own[i])))
		}
	}
	return stale
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
	p.plain = p.plain && c.memory >= 0
}

// candidates are all wordings of the moves, in the order drawn.
func (p *pile) candidates(moves []move) (all []*candidate) {
	for _, i := range p.random.shuffled(len(moves)) {
		m := &moves[i]
		worths, kin := p.worths(m)
		liking := p.random.below(60)
		for _, at := range nearest(worths) {
			for _, w := range p.s.wordings(m, at, at >= 0 && kin[at]) {
				c := &candidate{wording: w, sound: soundOf(w.text), same: strings.Join(w.said, " "), runs: trigrams(w.said)}
				if at >= 0 {
					c.base = worths[at]
				}
				c.base += liking + p.random.below(45) - dullness(m.Kind) + lengthWorth(c.words)
				if !p.texts[c.same] {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// dullness keeps what is always possible from being offered always.
func dullness(kind string) int {
	return map[string]int{"wait": 20, "train": 30, "recall": 10}[kind]
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
		if onwardAlone && !c.onward() || slices.ContainsFunc(p.chosen, func(o *candidate) bool { return o.move.ID == c.move.ID }) || p.texts[c.same] {
			continue
		}
		if worth := c.base + p.worthOfMove(c.move) + p.worthOfGround(c) + p.freshness(c); best == nil || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// closest is how many memories are tried for a move.
const closest = 7

// worths are what each memory is worth to a move; one that cannot be put into
// words is worth nothing at all.
func (p *pile) worths(m *move) (worths []int, kin []bool) {
	worths, kin = make([]int, len(p.s.forms)), make([]bool, len(p.s.forms))
	about := m.about()
	for i, f := range p.s.forms {
		worths[i] = worthless
		if f != (forms{}) {
			near := p.s.nearness(m, about, i)
			kin[i] = near > 0
			worths[i] = near - 45*min(p.used[i], 5) + weight(p.s.known.Memories[i]) + p.random.below(60)
			if p.stale[i] {
				worths[i] -= again
			}
		}
	}
	return worths, kin
}

const worthless = -1 << 20

// again is what it costs to speak of a memory that a choice of the last turns spoke
// of: others come first.
const again = 90

// nearest are the memories that suit a move best, and -1 for none.
func nearest(worths []int) []int {
	var all []int
	for i, worth := range worths {
		if worth > worthless {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(worths[b], worths[a]) })
	return append(all[:min(len(all), closest)], -1)
}

// worthOfMove balances the kinds, people and places of one turn.
func (p *pile) worthOfMove(m *move) (worth int) {
	for _, w := range p.chosen {
		if w.move.Kind == m.Kind {
			worth -= 70
		}
		if among(m.Kind, idle) && among(w.move.Kind, idle) {
			worth -= 700
		}
		if among(m.Kind, looking) && among(w.move.Kind, looking) {
			worth -= 60
		}
		if m.Person != "" && w.move.Person == m.Person {
			worth -= 40
		}
		if m.Place.ID != "" && w.move.Place.ID == m.Place.ID || m.Thread.ID != "" && w.move.Thread.ID == m.Thread.ID {
			worth -= 30
		}
	}
	return worth
}

// about are the words of what a move is about.
func (m *move) about() map[string]bool {
	words := content(m.Topic + " " + m.Thread.Title + " " + m.Item.Name + " " + m.Place.Name)
	delete(words, "part") // "her part in all this" is of everything
	return words
}

// nearness is how much a memory has to do with a move: whether they are kin by a
// person, a place, a thread, a thing or a word. Of a place that is looked at or gone
// to, what happened there is.
func (s *scene) nearness(m *move, about map[string]bool, at int) (near int) {
	recalled := s.known.Memories[at]
	if who, known := s.person(m.Person); known && s.speaksOf(s.forms[at].text, who) {
		near += 40
	}
	if recalled.Location != "" && recalled.Location == s.placed(m) {
		near += 15
	}
	if m.answers(recalled.Topic) {
		near += answered
	}
	if recalled.Topic != "" { // people speak of what has just been spoken of
		near += max(0, topical-int(thousandths(recalled.TurnsAgo)/1000)*fadesBy)
	}
	for _, tag := range recalled.Tags {
		if tag != "" && (tag == m.Thread.ID || tag == m.Item.ID || tag == m.Place.ID && m.Kind != "wait") {
			near += 30
		}
	}
	return near + 20*min(overlap(about, s.content[at]), 2)
}

// answered is what it is worth that an author wrote what comes of a choice.
const answered = 120

// topical is what a topic of this turn is worth, and fadesBy how much less with each
// turn since.
const (
	topical = 90
	fadesBy = 12
)

// anything, among a move's topics, is all of them.
const anything = "anything"

// answers reports whether an author wrote what comes of a move that brings a topic up.
func (m *move) answers(topic string) bool {
	return topic != "" && slices.ContainsFunc(m.Answered, func(a string) bool { return a == anything || strings.EqualFold(a, topic) })
}

// placed is the place that a move is about, or "".
func (s *scene) placed(m *move) string {
	switch {
	case m.Item.ID != "" || m.Person != "" || m.Thread.ID != "":
		return ""
	case among(m.Kind, "examine search"):
		return textOr(m.Place.ID, s.in.Place.ID)
	}
	return m.Place.ID
}

// dull reports whether a sentence is of nothing much: of having come somewhere,
// looked about, or thought. Nobody dwells on that, and choices do not. What an author
// wrote is only taken for it where it is short.
func dull(words []string, m memory) bool {
	ours := slices.ContainsFunc(m.Tags, func(tag string) bool { return banks[tag] != nil })
	short := len(words) <= 7 && !slices.Contains(words, "and")
	if len(words) < 3 || bare(words[0]) != "you" || !short && !ours {
		return false
	}
	if ours && m.Topic == "" && m.Weight != "high" && m.Episodic == "" {
		return true // nothing came of it that has a name
	}
	switch next := bare(words[2]); bare(words[1]) {
	case "came", "went", "walked", "returned", "headed":
		return among(next, "to back on over off")
	case "looked":
		return among(next, "around about closely into over again more")
	case "talked":
		return among(next, "with to")
	case "put", "practised", "worked", "spent":
		return among(next, "your at some") // a stat to the test
	case "waited", "stayed", "thought":
		return among(next, "a where back over for and")
	case "took":
		return next == "up"
	case "tried":
		return ours && len(words) > 3 && among(bare(words[3]), "search look go find talk put")
	case "searched":
		return ours
	}
	return false
}

// worthOfGround is for resting on a memory that no other choice of the turn does.
func (p *pile) worthOfGround(c *candidate) int {
	switch {
	case c.memory < 0 && p.plain:
		return 30
	case c.memory < 0:
		return -760
	case slices.ContainsFunc(p.chosen, func(o *candidate) bool { return p.alike(o.memory, c.memory) }):
		return -900
	case slices.ContainsFunc(p.chosen, func(o *candidate) bool { return o.memory == c.memory }):
		return -300
	case p.ofPremise(c) && slices.ContainsFunc(p.chosen, p.ofPremise):
		return -420
	}
	return 0
}

// alike reports whether two memories leave the same to talk of.
func (p *pile) alike(a, b int) bool {
	if a < 0 || b < 0 {
		return false
	}
	topic := p.s.known.Memories[a].Topic
	return topic != "" && strings.EqualFold(topic, p.s.known.Memories[b].Topic)
}

// ofPremise reports whether a choice rests on what was told before all began.
func (p *pile) ofPremise(c *candidate) bool {
	return c.memory >= 0 && slices.Contains(p.s.known.Memories[c.memory].Tags, premise)
}

// weight is what a memory is worth by itself.
func weight(m memory) (worth int) {
	switch {
	case m.Episodic != "":
		worth += 20
	case m.Weight == "high":
		worth += 15
	case m.Weight == "low":
		worth -= 10
	}
	if !strings.HasPrefix(strings.ToLower(m.Summary), "you") {
		worth -= 25 // what happened is weaker than what one did
	}
	return worth + int(min(thousandths(m.Relevance), 1000)/40)
}

// joints are what sentences turn on: two choices of a turn that turn on the same
// one sound alike.
var joints = []string{" now that ", " since ", " after ", " now you know", " where ", " how ", " why ", " that ", " whether ", ": ", " when ", " knowing ", "your "}

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
	if c.move.Stat != "" && !c.stat {
		worth -= 150
	}
	return worth - p.wear(c.pattern)
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
