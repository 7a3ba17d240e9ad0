package executor

import (
	"slices"
	"sync"

	"github.com/narratoria/narratoria/protocol"
)

// states makes what steps read: the base and what some steps before them changed, in
// plan order. A state is made when it is asked for, by folding the patches together, so
// that a run costs as much as its patches are long, however its steps depend on each
// other. Those used last are kept: the next that is asked for is mostly one of them, or
// one with a few patches more.
type states struct {
	base  protocol.Object
	ended []ended

	mutex   *sync.Mutex
	changed set // steps that have ended with patches
	kept    []snapshot
}

type snapshot struct {
	after set // the steps whose patches are in it
	last  int // the last of them
	state protocol.Object
}

const (
	keptStates = 16
	// longWay is after how many steps with patches a state is kept on the way, too, and
	// lastSteps how many steps before the end: steps beside each other have in common
	// what was changed some time ago, and not what was changed just before.
	longWay   = 64
	lastSteps = 32
)

func newStates(base protocol.Object, steps []ended) states {
	return states{base: base, ended: steps, mutex: &sync.Mutex{}, changed: newSet(len(steps))}
}

// changedBy says that a step has ended well and has patches.
func (s *states) changedBy(i int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.changed.add(i)
}

// at is the state after some steps, all of which have ended.
func (s *states) at(steps set) protocol.Object {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	after := steps.and(s.changed)
	from := s.nearest(after)
	way := slices.Collect(after.after(from.last))
	if len(way) > longWay {
		from = s.keep(from, way[:len(way)-lastSteps])
		way = way[len(way)-lastSteps:]
	}
	if len(way) > 0 {
		from = s.keep(from, way)
	}
	return from.state
}

// atEnd is the state after all steps. It is not kept, since nobody asks again.
func (s *states) atEnd() protocol.Object {
	from := s.nearest(s.changed)
	return s.goOn(from.state, slices.Collect(s.changed.after(from.last)))
}

// nearest is the kept state that has most of the patches after which one is asked for,
// and none that comes behind one it has not.
func (s *states) nearest(after set) snapshot {
	best := -1
	for i, kept := range s.kept {
		if (best < 0 || kept.last > s.kept[best].last) && kept.after.begins(after, kept.last) {
			best = i
		}
	}
	if best < 0 {
		return snapshot{after: newSet(len(s.ended)), last: -1, state: s.base}
	}
	found := s.kept[best]
	s.kept = append(slices.Delete(s.kept, best, best+1), found) // used last
	return found
}

// keep goes on from a state by some steps, and keeps what comes of it.
func (s *states) keep(from snapshot, way []int) snapshot {
	made := snapshot{after: slices.Clone(from.after), last: way[len(way)-1], state: s.goOn(from.state, way)}
	for _, i := range way {
		made.after.add(i)
	}
	s.kept = append(s.kept, made)
	if len(s.kept) > keptStates {
		s.kept = slices.Delete(s.kept, 0, 1)
	}
	return made
}

// goOn is a state after the patches of some steps.
func (s *states) goOn(state protocol.Object, way []int) protocol.Object {
	var patches []protocol.Object
	for _, i := range way {
		patches = append(patches, s.ended[i].outcome.Patches...)
	}
	for _, patch := range protocol.Fold(patches) {
		state = protocol.Merge(state, patch)
	}
	return state
}
