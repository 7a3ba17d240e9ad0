package campaign

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
)

// An Outlook is how the plot stands: what may come now, and how much is left. It is what
// [Campaign.Standings] says, of those beats alone that something can be done about.
type Outlook struct {
	// Standings are those of the beats that are due, wait for a judgement or are skipped,
	// in the order of the files. All others are told or wait, or it is known of them that they
	// are skipped. Of many that are skipped at once the first are here, and of many that are
	// due at once those of the highest priority.
	Standings []Standing
	Open      int // beats that are neither told nor skipped
	Gone      int // beats that are; those that answer what is brought up count in neither
	Last      int // the scene in which the last of them was told; 0 for none
	// Dear is the first beat whose conditions were not judged, because that takes more than
	// they may take, or nil.
	Dear *Beat
	// Late is that more has changed than could be judged at this look: what was not is judged
	// at those that follow.
	Late bool
}

// DueBeats are the beats to tell now: the opening's and those that were led to
// first, then by priority, then as they are written. Telling one may forbid the next, so tell one
// and ask again.
func (o *Outlook) DueBeats() []*Beat {
	var led, due []*Beat
	for i := range o.Standings {
		switch s := &o.Standings[i]; {
		case s.Status != Due:
		case s.led:
			led = append(led, s.Beat)
		default:
			due = append(due, s.Beat)
		}
	}
	foremost := func(a, b *Beat) int { return cmp.Compare(b.Priority, a.Priority) }
	slices.SortStableFunc(led, foremost)
	slices.SortStableFunc(due, foremost)
	return append(led, due...)
}

// Elsewhere is what would come if the player were somewhere else at this moment.
type Elsewhere struct {
	p       *Progress
	s       *standings
	givenUp bool
}

// Elsewhere is of one moment, however many places are asked about: together they take so many
// steps as may be taken at each look, and what is beyond that is not found.
func (c *Campaign) Elsewhere(p *Progress) *Elsewhere {
	s := &standings{c: c, x: c.plotted(), steps: condition.NewSteps(stepsAgain)}
	s.hopeless = newPlaces(len(s.x.beats))
	return &Elsewhere{p: p, s: s}
}

// Due is the first beat of a place, in the order of the files, that would be due if the player
// were there with these people; nil for none. It looks at no beat of another place.
func (e *Elsewhere) Due(place string, present []string) *Beat {
	p := *e.p
	p.Place, p.Present = place, present
	e.s.p = &p
	for _, i := range e.s.x.at[place] {
		due := e.s.of(i, false).Status == Due
		if due && !e.givenUp { // few have to know
			e.givenUp = true
			e.s.givenUp()
			due = e.s.of(i, false).Status == Due
		}
		switch {
		case due:
			return &e.s.x.beats[i]
		case e.s.steps.Left() == 0:
			return nil
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
	opening   []int              // beats that can be due only from a scene on, the earliest first
	at        map[string][]int   // beats of a place, in the order of the files
	fallbacks places             // beats that stand in for others
	free      places             // beats that are told by what is so, and not for being led to or brought up
	prior     []places           // by their priorities
	plot      int                // how many wait for nobody to bring them up
}

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
		after: listsFor(len(beats)), forbidden: map[string][]int{}, at: map[string][]int{},
		fallbacks: newPlaces(len(beats)), free: newPlaces(len(beats)),
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
	for range priorities {
		x.prior = append(x.prior, newPlaces(len(beats)))
	}
	for i := range beats {
		b := &beats[i]
		x.prior[b.Priority].add(i)
		if len(x.instead[b.ID]) > 0 {
			x.fallbacks.add(i)
		}
		if b.Place != "" {
			x.at[b.Place] = append(x.at[b.Place], i)
		}
		if len(b.About) > 0 {
			x.answering[b.occasion()] = append(x.answering[b.occasion()], i)
			continue
		}
		x.plot++
		if b.Conditions == nil && x.leads[b.ID] {
			continue // it waits for being led to
		}
		x.free.add(i)
		if orNone(b.Conditions).Scenes != nil && b.Timeout == nil {
			x.opening = append(x.opening, i)
		}
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

// A places is a set of places in a list.
type places []uint64

func newPlaces(n int) places { return make(places, (n+63)/64) }

func (p places) add(all ...int) {
	for _, i := range all {
		p[i/64] |= 1 << (i % 64)
	}
}

func (p places) remove(i int) { p[i/64] &^= 1 << (i % 64) }

func (p places) has(i int) bool { return p[i/64]&(1<<(i%64)) != 0 }

func (p places) merge(other places) {
	for i := range other {
		p[i] |= other[i]
	}
}

func (p places) clear(other places) {
	for i := range other {
		p[i] &^= other[i]
	}
}

// each gives the places in order.
func (p places) each() iter.Seq[int] { return p.common(p, 0, 64*len(p)) }

// common gives those from one place to before another that are in another set, too, in order.
func (p places) common(other places, from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := from / 64; at < (to+63)/64; at++ {
			for word := p[at] & other[at]; word != 0; word &= word - 1 {
				i := at*64 + bits.TrailingZeros64(word)
				if i >= from && i < to && !yield(i) {
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
		rule(i, s.ruling(&x.beats[i]))
	}
	for id := range s.p.Reached {
		for _, i := range x.forbidden[id] {
			rule(i, s.ruling(&x.beats[i]))
		}
	}
	for _, i := range x.closing {
		if x.beats[i].Conditions.Scenes.Max >= s.p.Scene {
			break
		}
		rule(i, s.ruling(&x.beats[i]))
	}
	for ; len(queue) > 0; queue = queue[1:] {
		id := x.beats[queue[0]].ID
		after := x.after.of[id]
		if len(after) == 0 || !s.lost(id) {
			continue
		}
		for _, i := range after {
			if !s.hopeless.has(i) {
				rule(i, s.whyNeverAfter(x.beats[i].Conditions))
			}
		}
	}
}
