package story

import (
	"maps"
	"slices"
	"sync/atomic"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/kept"
	"github.com/narratoria/narratoria/story/mind"
)

// States are many and mostly alike, so they share what did not change. Two rules
// make that safe:
//
// An element of a slice, and a map that another state may hold, is never written
// to. Who changes something copies the slice or map first; owned notes which maps
// were copied since.
//
// Appending to a slice, or to the open end of a [Series], needs no copy as long as one
// state alone does it behind the end that others see: the right to do so is the tail,
// which the first successor takes and any other does without.
type sharing struct {
	tail      *tail
	owned     part
	ownedData map[string]bool            // skills whose data were copied
	ownedMind map[event.CharacterID]bool // characters whose knowledge was
	perceived []perceived                // the events of this turn that somebody may know of, in order

	remembered Series[remembered]                  // what finds each of Memories, in its place
	keepers    map[event.CharacterID]Series[int32] // the places of each knower's memories
	marked     map[marked][]event.Position         // the latest memories about something
	chosen     map[string]bool                     // the ids of authored choices that were taken
	broughtUp  map[string]int64                    // topics, each with the turn in which a choice brought it up last

	unshown    []event.Position // of hidden events, sorted, where the state is for showing: see [Playthrough.Shown]
	shownMinds *mind.Minds      // without these; nil where the state is for no such thing

	kept    kept.Ledger             // who keeps how much
	written map[event.Actor]Written // and whose calls have written how much

	source *memorySource        // where memories are searched; nil for nowhere
	staged []persistence.Change // rows of events that the source does not have yet
}

// A tail stands for the room behind the slices of one state.
type tail struct {
	taken  atomic.Bool // a successor appends there
	shared atomic.Bool // a snapshot holds the maps
}

// A part is a map of the state.
type part uint32

const (
	partEntities part = 1 << iota
	partPeople
	partRelations
	partReached
	partSkipped
	partDeferred
	partVerdicts
	partPortraits
	partWeathers
	partData
	partKnown
	partTopics
	partChosen
	partBroughtUp
	partMarked
	partKeepers
	partWritten
	partPins
	partMoments
	partLore
)

// own gives a map that may be written to.
func own[K comparable, V any](s *State, p part, m *map[K]V) map[K]V {
	if s.owned&p == 0 {
		s.owned |= p
		if *m = maps.Clone(*m); *m == nil {
			*m = make(map[K]V)
		}
	}
	return *m
}

// fork is a state of its own, equal to s, for applying events to.
func (s *State) fork() *State {
	next := *s
	next.disown()
	if s.tail == nil || !s.tail.taken.CompareAndSwap(false, true) {
		next.clip()
	}
	next.tail = new(tail)
	return &next
}

// Still is the state as it is now, whatever its turn adds to s later: a view has one.
// It has no tail, so what is forked from it copies what it appends to.
func (s *State) Still() *State {
	if s.tail != nil {
		s.tail.shared.Store(true)
	}
	copied := *s
	copied.tail = nil
	return &copied
}

// unshare comes before s is changed in place.
func (s *State) unshare() {
	if s.tail.taken.Load() {
		s.clip()
		s.tail = new(tail)
		s.disown()
	}
	if s.tail.shared.Load() {
		s.tail.shared.Store(false)
		s.disown()
	}
}

// disown says that others have the maps of s, too.
func (s *State) disown() {
	s.owned, s.ownedData, s.ownedMind = 0, nil, nil
	s.World.Share()
	s.Minds.Share()
}

// clip gives up the room behind the slices that grow.
func (s *State) clip() {
	s.Memories.clip()
	s.remembered.clip()
	if len(s.keepers) > 0 {
		s.keepers = clippedPlaces(s.keepers)
	}
	s.Led = slices.Clip(s.Led)
	s.Apart = slices.Clip(s.Apart)
	s.Taken.clip()
	s.Journal.clip()
	s.Told = slices.Clip(s.Told)
	s.Offered = slices.Clip(s.Offered)
	s.staged = slices.Clip(s.staged)
	s.perceived = slices.Clip(s.perceived)
	s.World.Clip()
	s.Minds.Clip()
	if len(s.Known) > 0 {
		s.Known = clipped(s.Known)
	}
}

// clipped is what everybody has perceived, without the room behind its slices.
func clipped(all map[event.CharacterID]*Knowledge) map[event.CharacterID]*Knowledge {
	known := make(map[event.CharacterID]*Knowledge, len(all))
	for who, k := range all {
		own := *k
		own.journal.clip()
		known[who] = &own
	}
	return known
}

func clippedPlaces(all map[event.CharacterID]Series[int32]) map[event.CharacterID]Series[int32] {
	keepers := make(map[event.CharacterID]Series[int32], len(all))
	for who, places := range all {
		places.clip()
		keepers[who] = places
	}
	return keepers
}
