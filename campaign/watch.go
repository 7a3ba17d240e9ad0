package campaign

import (
	"cmp"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/campaign/condition"
)

// A Watch is how the plot stands in one playthrough, looked at again and again. It remembers
// of each beat that waits what it waits for, and judges it again when that has changed. It
// forgets nothing that it would have to say: asked of any progress, whether or not the
// playthrough came there, it says what one says that was just begun.
//
// A Watch may not be used concurrently.
type Watch struct {
	c       *Campaign
	x       *plotIndex
	scene   int
	opened  int    // how many of x.opening have opened
	awake   places // what is judged at the next look
	wakings []uint32
	waiting map[condition.Reading]*waiting
	gone    gone
}

// gone are the beats that can never be told any more, and from what that follows.
type gone struct {
	from     uint64 // [standings.mark]
	hopeless places
	ended    places // of these, those that nothing leads to all the same
	list     []int
	known    int // so many of the list are known to be skipped
	of       int // of so many that are
}

// waiting are the beats that wait for one reading to change.
type waiting struct {
	sum   condition.Sum
	beats []waits
}

// waits is one beat that waits, unless it has been woken since.
type waits struct {
	place  int32
	waking uint32
}

// MaxSteps is what the conditions of all beats may take at one look. A hundred thousand
// beats with conditions of a few names each take less; what is beyond it is left for the
// next look.
const MaxSteps = 2_000_000

// mostSkipped is of how many skipped beats that are not known yet an outlook tells.
const mostSkipped = 64

// mostDue is how many beats that are due an outlook tells. A turn tells two of them.
const mostDue = 256

// Watch is one of a playthrough that has not been looked at.
func (c *Campaign) Watch() *Watch {
	w := &Watch{c: c}
	w.begin()
	return w
}

func (w *Watch) begin() {
	w.x, w.scene, w.opened = w.c.plotted(), 0, 0
	w.awake = slices.Clone(w.x.free)
	for _, i := range w.x.opening {
		w.awake.remove(i)
	}
	w.wakings = make([]uint32, len(w.x.beats))
	w.waiting = map[condition.Reading]*waiting{}
	w.gone = gone{}
}

// Outlook is how the plot stands now.
func (w *Watch) Outlook(p *Progress) Outlook { // p is not to be changed any more
	if p.Scene < w.scene || w.x != w.c.plotted() {
		w.begin() // of what has not opened again
	}
	w.scene = p.Scene
	p.Index()
	w.wake(&p.Facts)
	s := &standings{c: w.c, p: p, x: w.x, steps: condition.NewSteps(MaxSteps)}
	w.giveUp(s)
	o := Outlook{}
	w.skip(s, &o)
	named := s.named()
	named.clear(w.gone.ended)
	w.look(s, &o, named) // what is led to comes before all else
	look := slices.Clone(w.awake)
	look.merge(w.gone.hopeless)
	look.clear(named)
	look.clear(w.gone.ended)
	w.look(s, &o, look)
	slices.SortFunc(o.Standings, func(a, b Standing) int { return cmp.Compare(a.place, b.place) })
	o.Dear = s.dear
	told := 0
	for id, scene := range p.Reached {
		b, ok := w.c.Beat(id)
		if !ok || len(b.About) > 0 {
			continue
		}
		o.Last = max(o.Last, scene)
		if b.Once {
			told++
		}
	}
	o.Gone = told + len(w.gone.list)
	o.Open = w.x.plot - o.Gone
	return o
}

// look judges beats, those that matter most first, until there are more due than can be told
// for long.
func (w *Watch) look(s *standings, o *Outlook, at places) {
	due := 0
	for _, ofPriority := range slices.Backward(w.x.prior) {
		for i := range at.common(ofPriority) {
			standing := s.of(i, false)
			switch standing.Status {
			case Due:
				due++
				o.Standings = append(o.Standings, standing)
			case Judging:
				o.Standings = append(o.Standings, standing)
			case Told:
				w.wait(i, s.p, condition.Told(standing.Beat.ID))
			case Waiting:
				if standing.lacks != nil {
					w.wait(i, s.p, standing.lacks...)
				}
			}
			if due == mostDue {
				return
			}
		}
	}
}

// giveUp finds the beats that can never be told any more, unless nothing has changed from
// which that follows.
func (w *Watch) giveUp(s *standings) {
	mark := s.mark()
	if w.gone.hopeless != nil && w.gone.from == mark {
		s.hopeless = w.gone.hopeless
		return
	}
	s.givenUp()
	w.gone = gone{from: mark, hopeless: s.hopeless, ended: newPlaces(len(w.x.beats))}
	for i := range s.hopeless.each() {
		if s.ended(i) {
			w.gone.ended.add(i)
			w.gone.list = append(w.gone.list, i)
		}
	}
}

// skip tells of the first skipped beats that are not known yet.
func (w *Watch) skip(s *standings, o *Outlook) {
	g := &w.gone
	if len(s.p.Skipped) < g.of {
		g.known = 0
	}
	g.of = len(s.p.Skipped)
	for ; g.known < len(g.list); g.known++ {
		if _, known := s.p.Skipped[w.x.beats[g.list[g.known]].ID]; !known {
			break
		}
	}
	for _, i := range g.list[g.known:] {
		b := &w.x.beats[i]
		if _, known := s.p.Skipped[b.ID]; known {
			continue
		}
		if o.Standings = append(o.Standings, Standing{Beat: b, Status: Skipped, Why: s.whyNever(b), place: i}); len(o.Standings) == mostSkipped {
			break
		}
	}
}

// wake has the beats judged again whose readings have changed, and those that open now.
func (w *Watch) wake(f *condition.Facts) {
	for ; w.opened < len(w.x.opening); w.opened++ {
		i := w.x.opening[w.opened]
		if w.x.beats[i].Conditions.Scenes.Min > f.Scene {
			break
		}
		w.awake.add(i)
	}
	for reading, waiting := range w.waiting {
		if reading.Same(waiting.sum, f.Sum(reading)) {
			continue
		}
		delete(w.waiting, reading)
		for _, b := range waiting.beats {
			if w.wakings[b.place] == b.waking {
				w.wakings[b.place]++
				w.awake.add(int(b.place))
			}
		}
	}
}

// wait has a beat judged again when one of its readings changes. A beat with a timeout is
// judged at each look.
func (w *Watch) wait(i int, p *Progress, lacks ...condition.Reading) {
	if !w.awake.has(i) || w.x.beats[i].Timeout != nil {
		return
	}
	for _, reading := range lacks {
		now := p.Facts.Sum(reading)
		if !reading.Same(now, now) {
			return // it is judged at each look
		}
	}
	for _, reading := range lacks {
		all := w.waiting[reading]
		if all == nil {
			all = &waiting{sum: p.Facts.Sum(reading)}
			w.waiting[reading] = all
		}
		all.beats = append(all.beats, waits{int32(i), w.wakings[i]})
	}
	w.awake.remove(i)
}

// DueBeats are the beats to tell now: the opening's and those that were led to
// first, then by priority, then as they are written. Telling one may forbid the next, so tell one
// and ask again.
func (o *Outlook) DueBeats() []*Beat {
	var led []*Beat
	by := map[Priority][]*Beat{}
	for i := range o.Standings {
		s := &o.Standings[i]
		switch {
		case s.Status != Due:
		case s.led:
			led = append(led, s.Beat)
		default:
			by[s.Beat.Priority] = append(by[s.Beat.Priority], s.Beat)
		}
	}
	slices.SortStableFunc(led, func(a, b *Beat) int { return cmp.Compare(b.Priority, a.Priority) })
	due := led
	for _, priority := range slices.Backward(slices.Sorted(maps.Keys(by))) {
		due = append(due, by[priority]...)
	}
	return due
}

// named are the beats that are asked for by their names: the first, those that were led to,
// and those that stand in for others.
func (s *standings) named() places {
	look := newPlaces(len(s.x.beats))
	named := func(id string) {
		if _, i, ok := s.c.beatAt(id); ok {
			look.add(i)
		}
	}
	if len(s.p.Reached) == 0 {
		named(s.c.Manifest.Opening.Beat)
	}
	for _, id := range s.p.Led {
		named(id)
	}
	for _, i := range s.x.timed {
		if b := &s.x.beats[i]; s.timedOut(b) {
			named(b.Timeout.Fallback)
		}
	}
	return look
}
