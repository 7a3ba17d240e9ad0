package campaign

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
)

// An Outlook is how the plot stands: what may come now, and how much is left.
type Outlook struct {
	// Standings are those of the beats that are due, wait for a judgement or are skipped,
	// in the order of the files. All others are told or wait.
	Standings []Standing
	Open      int // beats that are neither told nor skipped
	Gone      int // beats that are; those that answer what is brought up count in neither
	Last      int // the scene in which the last of them was told; 0 for none
}

// Outlook is what [Campaign.Standings] says, of those beats alone that something can be
// done about. It looks at the beats whose conditions what is so could meet, and at those
// that it rules out, and not at all of them.
func (c *Campaign) Outlook(p *Progress) Outlook {
	x := c.plotted()
	s := c.standings(p)
	look := s.candidates()
	look.merge(s.hopeless)
	var o Outlook
	skipped := 0
	for i := range look.each() {
		standing := s.of(i, false)
		switch standing.Status {
		case Due, Judging, Skipped:
			o.Standings = append(o.Standings, standing)
		}
		if standing.Status == Skipped { // what is brought up is never
			skipped++
		}
	}
	told := 0
	for id, scene := range p.Reached {
		b, ok := c.Beat(id)
		if !ok || len(b.About) > 0 {
			continue
		}
		o.Last = max(o.Last, scene)
		if b.Once {
			told++
		}
	}
	o.Gone = told + skipped
	o.Open = x.plot - o.Gone
	return o
}

// DueAt is the first beat of a place, in the order of the files, that is due; nil for none. It
// looks at no beat of another place.
func (c *Campaign) DueAt(p *Progress, place string) *Beat {
	here := c.plotted().at[place]
	if len(here) == 0 {
		return nil
	}
	s := c.standings(p)
	for _, i := range here {
		if s.of(i, false).Status == Due {
			return &s.x.beats[i]
		}
	}
	return nil
}

// A plotIndex is what follows from the beats alone: by what is so, the beats whose
// standing hangs on it. Beats are named by their places.
type plotIndex struct {
	beats []Beat // of which it is

	leads     map[string]bool    // beats that some choice, outcome or timeout leads to
	instead   map[string][]int   // the beats that each one stands in for
	answering map[Occasion][]int // beats about topics
	after     *listsByID         // beats that require one, alone or among others
	forbidden map[string][]int   // beats that one forbids
	timed     []int              // beats with a timeout
	closing   []int              // beats that are skipped after a scene, the earliest first
	gates     map[gate][]int     // beats that can be due only where something else is so
	opening   []int              // beats that can be due only from a scene on, the earliest first
	always    []int              // all others
	at        map[string][]int   // beats of a place, in the order of the files
	plot      int                // how many wait for nobody to bring them up
}

// A gate is one thing that must be so for a beat's conditions to hold.
type gate struct{ kind, id string }

// plotted is the index; a campaign put together by hand has none yet, and keeps none, for
// it may be changed.
func (c *Campaign) plotted() *plotIndex {
	if x := c.plot; x != nil && len(x.beats) == len(c.Beats) && (len(c.Beats) == 0 || &x.beats[0] == &c.Beats[0]) {
		return x
	}
	return indexPlot(c.Beats)
}

func indexPlot(beats []Beat) *plotIndex {
	x := &plotIndex{
		beats: beats, leads: map[string]bool{}, instead: map[string][]int{}, answering: map[Occasion][]int{},
		after: listsFor(len(beats)), forbidden: map[string][]int{}, gates: map[gate][]int{}, at: map[string][]int{},
	}
	for i := range beats {
		b := &beats[i]
		b.brings(func(effect.Effect) {}, func(beat string) { x.leads[beat] = true })
		if b.Timeout != nil {
			x.timed = append(x.timed, i)
			if b.Timeout.Fallback != b.ID {
				x.instead[b.Timeout.Fallback] = append(x.instead[b.Timeout.Fallback], i)
			}
		}
		x.hopes(i, b)
	}
	for i := range beats {
		x.gate(i, &beats[i])
	}
	slices.SortStableFunc(x.closing, func(a, b int) int {
		return cmp.Compare(beats[a].Conditions.Scenes.Max, beats[b].Conditions.Scenes.Max)
	})
	slices.SortStableFunc(x.opening, func(a, b int) int {
		return cmp.Compare(beats[a].Conditions.Scenes.Min, beats[b].Conditions.Scenes.Min)
	})
	return x
}

// hopes notes by what a beat can become one that is never told any more.
func (x *plotIndex) hopes(i int, b *Beat) {
	c := b.Conditions
	if c == nil {
		return
	}
	for _, id := range c.Forbidden {
		x.forbidden[id] = append(x.forbidden[id], i)
	}
	if c.Beat != "" {
		x.after.add(c.Beat, i)
	}
	for _, id := range c.AnyBeat {
		x.after.add(id, i)
	}
	if b.Skippable && c.Scenes != nil && c.Scenes.Max > 0 {
		x.closing = append(x.closing, i)
	}
}

// gate files a beat under its place, and under one of the things that must be so for it to be due or to wait
// for a judgement, unless it opens the story, is led to or stands in for another.
func (x *plotIndex) gate(i int, b *Beat) {
	if b.Place != "" {
		x.at[b.Place] = append(x.at[b.Place], i)
	}
	if len(b.About) > 0 {
		x.answering[b.occasion()] = append(x.answering[b.occasion()], i)
		return
	}
	x.plot++
	if b.Conditions == nil && x.leads[b.ID] {
		return // it waits for being led to
	}
	under := func(kind, id string) {
		x.gates[gate{kind, id}] = append(x.gates[gate{kind, id}], i)
	}
	switch c := orNone(b.Conditions); {
	case c.Beat != "", len(c.AnyBeat) > 0: // it is filed by what it comes after
	case b.Timeout != nil && !b.Skippable: // having waited long enough it asks for nothing else
		x.always = append(x.always, i)
	case len(c.Choices) > 0:
		under("choice", c.Choices[0])
	case b.Place != "":
		under("place", b.Place)
	case c.Place != "":
		under("place", c.Place)
	case len(c.Present) > 0:
		under("person", c.Present[0])
	case len(b.People) > 0:
		under("person", b.People[0])
	case c.Scenes != nil:
		x.opening = append(x.opening, i)
	default:
		x.always = append(x.always, i)
	}
}

// orNone is a condition that says nothing where there is none.
func orNone(c *condition.Condition) *condition.Condition {
	if c == nil {
		return &noCondition
	}
	return c
}

var noCondition condition.Condition // never changed

// listsByID are lists of places, most of which have one.
type listsByID struct {
	of    map[string][]int
	first []int // the beginnings of lists, together
}

func listsFor(n int) *listsByID {
	return &listsByID{of: make(map[string][]int, n), first: make([]int, 0, n)}
}

func (l *listsByID) add(id string, place int) {
	list := l.of[id]
	if n := len(l.first); list == nil && n < cap(l.first) {
		l.first = append(l.first, place)
		l.of[id] = l.first[n : n+1 : n+1]
		return
	}
	l.of[id] = append(list, place)
}

// candidates are the beats that could be due, or wait for a judgement.
func (s *standings) candidates() places {
	x, p := s.x, s.p
	look := newPlaces(len(x.beats))
	look.add(x.always...)
	named := func(id string) {
		if _, i, ok := s.c.beatAt(id); ok {
			look.add(i)
		}
	}
	if len(p.Reached) == 0 {
		named(s.c.Manifest.Opening.Beat)
	}
	for _, id := range p.Led {
		named(id)
	}
	for _, i := range x.timed {
		if b := &x.beats[i]; s.timedOut(b) {
			named(b.Timeout.Fallback)
		}
	}
	under := func(kind, id string) { look.add(x.gates[gate{kind, id}]...) }
	for id := range p.Reached {
		look.add(x.after.of[id]...)
	}
	for _, taken := range p.Taken {
		under("choice", taken.Choice)
		under("choice", taken.Beat+"/"+taken.Choice)
	}
	under("place", p.Place)
	for _, person := range p.Present {
		under("person", person)
	}
	for _, i := range x.opening {
		if x.beats[i].Conditions.Scenes.Min > p.Scene {
			break
		}
		look.add(i)
	}
	return look
}

// A places is a set of places in a list.
type places []uint64

func newPlaces(n int) places { return make(places, (n+63)/64) }

func (p places) add(all ...int) {
	for _, i := range all {
		p[i/64] |= 1 << (i % 64)
	}
}

func (p places) has(i int) bool { return p[i/64]&(1<<(i%64)) != 0 }

func (p places) merge(other places) {
	for i := range other {
		p[i] |= other[i]
	}
}

// each gives the places in order.
func (p places) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		for at, word := range p {
			for ; word != 0; word &= word - 1 {
				if !yield(at*64 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// givenUp finds the beats that can never be told any more, whoever asks. What rules a beat out
// by itself comes first, and then what requires it and nothing else; beats that require
// each other in a circle only wait, which is for the author.
func (s *standings) givenUp() {
	x := s.x
	s.hopeless = newPlaces(len(x.beats))
	var queue []int
	rule := func(i int, why string) {
		if why != "" && !s.hopeless.has(i) {
			s.hopeless.add(i)
			queue = append(queue, i)
		}
	}
	for _, i := range x.timed {
		rule(i, s.ruledOut(&x.beats[i]))
	}
	for id := range s.p.Reached {
		for _, i := range x.forbidden[id] {
			rule(i, s.ruledOut(&x.beats[i]))
		}
	}
	for _, i := range x.closing {
		if x.beats[i].Conditions.Scenes.Max >= s.p.Scene {
			break
		}
		rule(i, s.ruledOut(&x.beats[i]))
	}
	for ; len(queue) > 0; queue = queue[1:] {
		id := x.beats[queue[0]].ID
		if !s.lost(id) {
			continue
		}
		for _, i := range x.after.of[id] {
			if !s.hopeless.has(i) {
				rule(i, s.whyNeverAfter(x.beats[i].Conditions))
			}
		}
	}
}
