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
	leftBehind = 16 << 20
)

// A thrift is how a play deals with memory. Most of what reading a campaign makes is kept,
// or for a while, so that while it is read garbage is collected when memory comes near to a
// bound, and not before: going through all that is kept is the work of a collection.
// Then, while lore is indexed, memory comes to twice what is kept, within what
// an index of a file takes, and in play to as much as usual, and never beyond a bound.
type thrift struct {
	percent int
	limit   int64
	bound   int64 // of a play
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
	debug.SetGCPercent(min(t.percent, usualPercent))
	debug.SetMemoryLimit(min(t.bound, int64(m.HeapAlloc)+indexingRoom))
}

// opened is when the story is.
func (t *thrift) opened() {
	debug.SetGCPercent(t.percent)
	debug.SetMemoryLimit(t.bound)
}

// played is after a turn. What the user says of collecting stays.
func (t *thrift) played() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	kept := int(live[0].Value.Uint64())
	if t.percent != usualPercent || kept == 0 {
		return
	}
	percent := max(t.percent, leftBehind/(kept/100+1))
	if 10*percent < 9*t.now || 10*percent > 11*t.now { // setting it holds everything up for a moment
		t.now = percent
		debug.SetGCPercent(percent)
	}
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
