package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A play has at most 300 MB resident, whatever its campaign, and what else is resident than
// what Go manages is little.
const (
	readingMemory = 220 << 20
	playingMemory = 240 << 20

	usualPercent = 100      // Go's own
	indexingRoom = 80 << 20 // beside what reading has left

	// What a play leaves behind before it is collected, where less than this is kept: so that a
	// collection is as rare for a short story as for a long one.
	leftBehind  = 16 << 20
	usuallyKept = 8 << 20 // of a short story, whatever the last collection, before it was opened, has found
	leastHeap   = 4 << 20 // at 100 %
)

// A thrift is how a play deals with memory. Most of what reading a campaign makes is kept,
// or for a while, so that while it is read garbage is collected when memory comes near to a
// bound, and not before: going through all that is kept is the work of a collection.
// Then, while lore is indexed, memory comes to twice what is kept, within what
// an index of a file takes, and in play to as much as usual, and never beyond a bound. A story
// that is small by then is opened without a collection, for it leaves less behind than a play.
type thrift struct {
	percent int
	limit   int64
	bound   int64 // of a play
	small   bool  // so is what reading has left
	now     int   // the percent that play has come to
}

// frugal begins with the reading. A limit of the user's that is lower stays.
func frugal() thrift {
	t := thrift{percent: debug.SetGCPercent(-1), limit: debug.SetMemoryLimit(-1)}
	debug.SetMemoryLimit(min(t.limit, readingMemory))
	return t
}

// read is when the campaign has been read.
func (t *thrift) read() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.bound = min(t.limit, playingBound(int64(m.HeapAlloc)))
	if t.small = t.percent == usualPercent && m.HeapAlloc < leftBehind; t.small {
		debug.SetMemoryLimit(min(t.bound, int64(m.Sys-m.HeapReleased)+leftBehind))
		return
	}
	debug.SetGCPercent(min(t.percent, usualPercent))
	debug.SetMemoryLimit(min(t.bound, int64(m.HeapAlloc)+indexingRoom))
}

// opened is when the story is.
func (t *thrift) opened() {
	if t.small {
		t.played()
	} else {
		debug.SetGCPercent(t.percent)
	}
	debug.SetMemoryLimit(t.bound)
}

// played is after a turn. What the user says of collecting stays.
func (t *thrift) played() {
	found := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/globals:bytes"}, {Name: "/gc/scan/stack:bytes"}}
	metrics.Read(found)
	if t.percent != usualPercent {
		return
	}
	percent := percentOf(int(found[0].Value.Uint64()), int(found[1].Value.Uint64()+found[2].Value.Uint64()))
	if 10*percent < 9*t.now || 10*percent > 11*t.now { // setting it holds everything up for a moment
		t.now = percent
		debug.SetGCPercent(percent)
	}
}

// percentOf is when to collect where the last collection has found so much that is kept, nothing
// where there was none yet. A percent is of that and of what is gone through besides, or of Go's
// least heap where that comes to more.
func percentOf(kept, besides int) int {
	wanted := max(kept, usuallyKept) + leftBehind
	return max(usualPercent, min(100*(wanted-kept)/max(kept+besides, 1), 100*wanted/leastHeap))
}

// end leaves memory to Go as it was.
func (t *thrift) end() {
	debug.SetGCPercent(t.percent)
	debug.SetMemoryLimit(t.limit)
}

// playingBound is higher for a campaign that takes more by itself: below what is kept all
// time would go into collecting what is none.
func playingBound(held int64) int64 {
	if held < readingMemory {
		return playingMemory
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return max(playingMemory, int64(m.HeapAlloc)/2*3)
}

// checkingMemory is for whoever only looks at a campaign.
const checkingMemory = 144 << 20

// planMemory is for a plan that is carried out without a story. Its steps leave a multiple
// behind of what is kept of them.
const planMemory = 112 << 20

// within collects garbage more often than usual where memory comes near a limit, until what it
// gives is called: reading a large campaign leaves twice as much behind as is kept. A limit of
// the user's that is lower stays.
func within(limit int64) (end func()) {
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, limit))
	return func() { debug.SetMemoryLimit(before) }
}
