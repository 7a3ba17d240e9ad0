package narratoria

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/engine"
)

// An EventKind is what sort of thing happened. The list only grows, and the names are
// fixed on the wire.
type EventKind string

// The kinds of events, with what they carry.
const (
	Opened    EventKind = "opened"    // a session began; Text is the story's name, Record its last turn or nil
	Stage     EventKind = "stage"     // a turn is being played; Text is what it does: "planning", "narrate", ...
	Narrative EventKind = "narrative" // Text is how the turn begins, shown first; the next begins with it and has more, or is "", which takes it back
	Turn      EventKind = "turn"      // Record was told; one of a number that was told before stands in its place
	TakenBack EventKind = "takenBack" // the last turn was; Record is the one that the story is in now
	Switched  EventKind = "switched"  // the story goes on along another branch; Record is the one that it is in now
	Degraded  EventKind = "degraded"  // Text is what the player had to do without in the turn before
	Portrait  EventKind = "portrait"  // Asset arrived with the turn before
	Health    EventKind = "health"    // Text says how a skill does now
	Leaving   EventKind = "leaving"   // Text says who that is not on this device may be sent what skills have written, and what that is
	Failed    EventKind = "failed"    // nothing came of an order; Text says why
	Closed    EventKind = "closed"    // the last one; Text is "quit" or "ended"
)

// An Event is something that happened in a game. What it points to must not be changed.
type Event struct {
	Number int64 // from 1, without gaps
	Kind   EventKind
	Text   string
	Record *engine.Record
	Of     *engine.Record // of a narrative: what is known of the turn by then; see engine.Options.Narrative
	Asset  *engine.Asset
}

// A HistoryError says that an event is not kept any more, or never was.
type HistoryError struct {
	Asked          int64
	Oldest, Newest int64 // that are kept
}

func (e *HistoryError) Error() string {
	if e.Asked > e.Newest {
		return fmt.Sprintf("there is no event %d yet; the newest is %d", e.Asked, e.Newest)
	}
	return fmt.Sprintf("the event %d is not kept any more; the oldest that is has number %d", e.Asked, e.Oldest)
}

// How many events a game keeps, so that its readers may be late, and how many of them with
// a record: these have whole plans with what came of them, some 200 kB.
const (
	keptEvents  = 256
	keptRecords = 8
)

// A history is the events of one game. Its readers hold nothing in it.
type history struct {
	mutex       sync.Mutex
	listen      func(Event)
	first, last int64 // numbers of the oldest that is kept, and of the newest
	kept        [keptEvents]Event
	records     []int64 // numbers of those that have one, oldest first
	ended       bool
	news        chan struct{} // closed with the next event
}

func newHistory(listen func(Event)) *history {
	return &history{listen: listen, first: 1, news: make(chan struct{})}
}

// add numbers an event and tells whoever waits for it. It waits for nobody but the listener.
func (h *history) add(e Event) {
	h.mutex.Lock()
	if h.ended {
		h.mutex.Unlock()
		return // by a script that was abandoned
	}
	h.last++
	e.Number = h.last
	if h.last-h.first >= keptEvents {
		h.dropTo(h.first)
	}
	if e.Record != nil {
		if len(h.records) == keptRecords {
			h.dropTo(h.records[0])
		}
		h.records = append(h.records, h.last)
	}
	h.kept[h.last%keptEvents] = e
	h.ended = e.Kind == Closed
	close(h.news)
	h.news = make(chan struct{})
	h.mutex.Unlock()
	if h.listen != nil {
		h.listen(e)
	}
}

// dropTo forgets the events up to one.
func (h *history) dropTo(number int64) {
	for ; h.first <= number; h.first++ {
		h.kept[h.first%keptEvents] = Event{}
	}
	h.records = slices.DeleteFunc(h.records, func(n int64) bool { return n < h.first })
}

// next is the event of a number; or news that it may be there, or that it will never be.
func (h *history) next(number int64) (e Event, news <-chan struct{}, err error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	switch {
	case number < h.first || number > h.last+1:
		return e, nil, &HistoryError{number, h.first, h.last}
	case number <= h.last:
		return h.kept[number%keptEvents], nil, nil
	case h.ended:
		return e, nil, nil
	}
	return e, h.news, nil
}

func (h *history) newest() int64 {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.last
}

// Events are what happens in the game from an event's number on; 0 is from now on. They
// come as they happen, until the game is closed or ctx ends, which gives its error. Who
// reads them holds up nobody: who is too late for an event is told so by a *HistoryError,
// with the oldest to go on from, and so is who asks for one that cannot be next. What
// happened can be read when the game is closed, too.
func (g *Game) Events(ctx context.Context, from int64) iter.Seq2[Event, error] {
	if from == 0 {
		from = g.history.newest() + 1
	}
	return func(yield func(Event, error) bool) {
		for number := from; ; {
			e, news, err := g.history.next(number)
			switch {
			case err != nil:
				yield(Event{}, err)
				return
			case news != nil:
				select {
				case <-news:
				case <-ctx.Done():
					yield(Event{}, ctx.Err())
					return
				}
			case e.Number == 0: // it is closed
				return
			default:
				if number++; !yield(e, nil) {
					return
				}
			}
		}
	}
}
