package executor

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// EventKind says what an [Event] tells. The list is closed.
type EventKind string

// The kinds of events.
const (
	Started     EventKind = "started"     // an attempt began
	Provisional EventKind = "provisional" // it wrote Event
	Retracted   EventKind = "retracted"   // it failed: nothing it wrote counts. Event is narration_retracted where it wrote prose
	Finished    EventKind = "finished"    // the step has ended, as Result says
)

// An Event is something a run's listener may show while the run goes on. All that
// a step wrote is provisional until the plan as a whole has succeeded; what
// counts is in the run's result.
//
// A listener never holds a run up. Up to 1,024 events wait for it, with about 8 MiB of
// memory; those that find no room are lost, and the next one says how many were. When the run is
// over a listener has a quarter of a second for what still waits, and may then be
// in its last call after Run has returned.
type Event struct {
	Kind    EventKind
	Plan    plan.ID
	Tool    plan.ToolID
	Script  plan.ScriptRef
	Attempt int              // from 1; 0 for a finished step
	Event   protocol.Event   // not to be changed
	Result  *plan.ToolResult // the listener's own copy, its parts shared
	Missed  int              // events lost since the one before
}

const (
	listenBuffer = 1024
	listenMemory = 8 << 20 // a line may have 1 MiB
	listenGrace  = 250 * time.Millisecond
)

// stream hands events to a listener from a goroutine of its own. A nil stream
// takes everything and does nothing.
type stream struct {
	listen    func(Event)
	queue     chan queued
	quiet     chan struct{} // closed when the listener will not be called again
	abandoned atomic.Bool

	mu      sync.Mutex
	missed  int
	waiting int // bytes that events hold which wait
	closed  bool
}

// queued is an event that waits, with the memory it takes.
type queued struct {
	Event
	held int
}

func newStream(listen func(Event)) *stream {
	if listen == nil {
		return nil
	}
	s := &stream{listen: listen, queue: make(chan queued, listenBuffer), quiet: make(chan struct{})}
	go s.pump() // until close, or the end of the listener's call that outlasts it
	return s
}

func (s *stream) pump() {
	defer close(s.quiet)
	for e := range s.queue {
		if s.abandoned.Load() {
			return
		}
		s.listen(e.Event)
		s.heard(e.held)
	}
}

// heard makes the room of an event free.
func (s *stream) heard(held int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting -= held
}

func held(e Event) int {
	if e.Event == nil {
		return 0
	}
	return protocol.Held(e.Event)
}

// send never blocks.
func (s *stream) send(e Event) {
	if s == nil {
		return
	}
	size := held(e) // which may take a while for a large event
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed { // from an attempt whose transport has not kept to its contract
		return
	}
	e.Missed = s.missed
	if s.waiting > 0 && s.waiting+size > listenMemory {
		s.missed++
		return
	}
	select {
	case s.queue <- queued{e, size}:
		s.missed = 0
		s.waiting += size
	default:
		s.missed++
	}
}

// close waits for the listener, but not for ever.
func (s *stream) close() {
	if s == nil {
		return
	}
	s.shut()
	grace := time.NewTimer(listenGrace)
	defer grace.Stop()
	select {
	case <-s.quiet:
	case <-grace.C:
		s.abandoned.Store(true)
	}
}

func (s *stream) shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	close(s.queue)
}
