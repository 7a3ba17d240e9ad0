package campaign

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/campaign/condition"
)

// A Watch is how the plot stands in one playthrough, looked at again and again. It remembers
// of each beat that waits what it waits for, and judges it again when that has changed. It
// forgets nothing that it would have to say: asked of any progress, whether or not the
// playthrough came there, it says what one says that was just begun, unless [Outlook.Late].
//
// A Watch may not be used concurrently.
type Watch struct {
	c       *Campaign
	x       *plotIndex
	scene   int
	opened  int    // how many of x.opening have opened
	awake   places // what is judged at the next look
	asleep  places // what waits
	wakings []uint32
	steps   int                             // what may be taken
	again   int                             // [stepsAgain]
	room    int                             // [mostReadings]
	from    []int                           // by priority, with which beat to begin, because it was not reached at the last look
	deeds   deeds                           // as of the last look
	asking  map[condition.Reading]*sleepers // for deeds that the index does not have
	waiting map[condition.Reading]*waiting  // for all else
	gone    gone
}

// deeds are the beats that were told, each with its scene, and the choices that were taken.
type deeds struct {
	told   map[string]int
	chosen map[string]bool
}

// waiting are the beats that wait for one reading to change.
type waiting struct {
	sum condition.Sum
	sleepers
}

// sleepers are beats that wait for the same.
type sleepers struct{ beats []waits }

// gone are the beats that can never be told any more, and from what that follows.
type gone struct {
	from     uint64 // [standings.mark]
	hopeless places
	ended    places // of these, those that nothing leads to all the same
	list     []int
	known    int // so many of the list are known to be skipped
	of       int // of so many that are
}

// waits is one beat that waits, unless it has been woken since.
type waits struct {
	place  int32
	waking uint32
}

// MaxSteps is what the conditions of all beats may take at the first look. A hundred thousand
// beats with conditions of a few names each take less.
const MaxSteps = 2_000_000

// stepsAgain is how many may be taken again at each further look, up to [MaxSteps]: it is no
// matter that much changes once, but it may not in each turn.
const stepsAgain = 60_000

// mostReadings is how many different things of the state are watched; beats that wait for
// others are judged at each look.
const mostReadings = 4096

// mostSkipped is of how many skipped beats that are not known yet an outlook tells.
const mostSkipped = 64

// mostDue is how many beats that are due an outlook tells. A turn tells two of them.
const mostDue = 256

// Watch is one of a playthrough that has not been looked at.
func (c *Campaign) Watch() *Watch {
	w := &Watch{c: c, steps: MaxSteps, again: stepsAgain, room: mostReadings}
	w.begin()
	return w
}

func (w *Watch) begin() {
	w.x, w.scene, w.opened = w.c.plotted(), 0, 0
	w.awake, w.asleep = slices.Clone(w.x.free), newPlaces(len(w.x.beats))
	for _, i := range w.x.opening {
		w.awake.remove(i)
	}
	w.wakings = make([]uint32, len(w.x.beats))
	w.from = make([]int, len(w.x.prior))
	w.deeds = deeds{map[string]int{}, map[string]bool{}}
	w.asking, w.waiting = map[condition.Reading]*sleepers{}, map[condition.Reading]*waiting{}
	w.gone = gone{}
}

// Outlook is how the plot stands now.
func (w *Watch) Outlook(p *Progress) Outlook { // p is not to be changed any more
	if p.Scene < w.scene || w.x != w.c.plotted() {
		w.begin() // of what has not opened again
	}
	w.scene = p.Scene
	w.wake(&p.Facts, deeds{p.Reached, p.Index()})
	s := &standings{c: w.c, p: p, x: w.x, steps: condition.NewSteps(w.steps)}
	w.giveUp(s)
	o := Outlook{}
	w.skip(s, &o)
	named := s.named()
	named.clear(w.gone.ended)
	due := 0
	for i := range named.each() { // what is led to comes before all else
		if due == mostDue {
			break
		}
		if w.stands(i, s, &o) == Due {
			due++
		}
	}
	look := slices.Clone(w.awake)
	look.merge(w.gone.hopeless)
	look.clear(named)
	look.clear(w.gone.ended)
	w.look(s, &o, look)
	slices.SortFunc(o.Standings, func(a, b Standing) int { return cmp.Compare(a.place, b.place) })
	o.Dear, o.Late = s.dear, s.steps.Left() == 0
	w.steps = min(s.steps.Left()+w.again, MaxSteps)
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
// for long, or no steps left. Of those that matter alike it begins where the last look ended.
func (w *Watch) look(s *standings, o *Outlook, at places) {
	due := 0
	for priority, ofPriority := range slices.Backward(w.x.prior) {
		from := w.from[priority]
		for _, part := range [][2]int{{from, len(w.x.beats)}, {0, from}} {
			for i := range at.common(ofPriority, part[0], part[1]) {
				if w.stands(i, s, o) == Due {
					due++
				}
				if s.steps.Left() == 0 {
					w.from[priority] = i
					return
				}
				if due == mostDue {
					return
				}
			}
		}
		w.from[priority] = 0
	}
}

// stands judges one beat, and has it wait where it is to.
func (w *Watch) stands(i int, s *standings, o *Outlook) Status {
	standing := s.of(i, false)
	switch standing.Status {
	case Due, Judging:
		o.Standings = append(o.Standings, standing)
	case Told:
		w.wait(i, s)
	case Waiting:
		if standing.lacks != nil {
			w.wait(i, s, standing.lacks...)
		}
	}
	return standing.Status
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
		if s.of(i, false).Status == Skipped { // nothing leads to it all the same
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
		if o.Standings = append(o.Standings, s.of(i, true)); len(o.Standings) == mostSkipped {
			break
		}
	}
}

// wake has the beats judged again whose readings have changed, and those that open now.
func (w *Watch) wake(f *condition.Facts, now deeds) {
	for ; w.opened < len(w.x.opening); w.opened++ {
		i := w.x.opening[w.opened]
		if w.x.beats[i].Conditions.Scenes.Min > f.Scene {
			break
		}
		w.awake.add(i)
	}
	for _, id := range changed(w.deeds.told, now.told) {
		if _, i, ok := w.c.beatAt(id); ok {
			w.rouse(i)
		}
		for _, i := range w.x.after.of[id] {
			w.rouse(i)
		}
		for _, i := range w.x.forbidden[id] {
			w.rouse(i)
		}
		w.wakeAsking(condition.Told(id))
	}
	for _, id := range changed(w.deeds.chosen, now.chosen) {
		w.wakeAsking(condition.Chosen(id))
	}
	full := 2*len(w.waiting) > w.room
	for reading, waiting := range w.waiting {
		if full {
			if waiting.forget(w); len(waiting.beats) == 0 {
				delete(w.waiting, reading)
				continue
			}
		}
		if !reading.Same(waiting.sum, f.Sum(reading)) {
			delete(w.waiting, reading)
			w.wakeAll(&waiting.sleepers)
		}
	}
}

// changed makes one map equal to another, and gives the keys in which it was not.
func changed[V comparable](was, now map[string]V) (keys []string) {
	for key, value := range now {
		if before, had := was[key]; !had || before != value {
			was[key] = value
			keys = append(keys, key)
		}
	}
	if len(was) > len(now) {
		for key := range was {
			if _, has := now[key]; !has {
				delete(was, key)
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func (w *Watch) wakeAsking(r condition.Reading) {
	if asking := w.asking[r]; asking != nil {
		delete(w.asking, r)
		w.wakeAll(asking)
	}
}

func (w *Watch) wakeAll(s *sleepers) {
	for _, b := range s.beats {
		if w.wakings[b.place] == b.waking {
			w.rouse(int(b.place))
		}
	}
}

// rouse has a beat judged at the next look, if it is one that is.
func (w *Watch) rouse(i int) {
	if w.asleep.has(i) {
		w.asleep.remove(i)
		w.awake.add(i)
		w.wakings[i]++
	}
}

// wait has a beat judged again when one of its readings changes. A beat with a timeout is
// judged at each look.
func (w *Watch) wait(i int, s *standings, lacks ...condition.Reading) {
	if !w.awake.has(i) || w.x.beats[i].Timeout != nil || slices.Contains(lacks, condition.Anything) || !w.roomFor(lacks) {
		return
	}
	for _, reading := range lacks {
		if reading != condition.Deeds { // of these the index has who waits for them
			w.sleepersBy(reading, s.p).add(w, i)
		}
	}
	s.steps.Use(len(lacks))
	w.awake.remove(i)
	w.asleep.add(i)
}

// roomFor reports whether so many more readings may be watched.
func (w *Watch) roomFor(lacks []condition.Reading) bool {
	more := 0
	for _, reading := range lacks {
		if w.waiting[reading] == nil && reading != condition.Deeds && !reading.Once() {
			more++
		}
	}
	return len(w.waiting)+more <= w.room
}

// sleepersBy are those that wait for a reading.
func (w *Watch) sleepersBy(r condition.Reading, p *Progress) *sleepers {
	if r.Once() {
		if w.asking[r] == nil {
			w.asking[r] = &sleepers{}
		}
		return w.asking[r]
	}
	if w.waiting[r] == nil {
		w.waiting[r] = &waiting{sum: p.Facts.Sum(r)}
	}
	return &w.waiting[r].sleepers
}

// forget leaves out those that something else has woken.
func (s *sleepers) forget(w *Watch) {
	s.beats = slices.DeleteFunc(s.beats, func(b waits) bool { return w.wakings[b.place] != b.waking })
}

func (s *sleepers) add(w *Watch, i int) {
	if len(s.beats) == cap(s.beats) {
		s.forget(w)
	}
	s.beats = append(s.beats, waits{int32(i), w.wakings[i]})
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
