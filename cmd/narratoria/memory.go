package main

import (
	"runtime"
	"runtime/debug"
)

// A play has at most 300 MB resident, whatever its campaign, and what else is resident than
// what Go manages is little.
const (
	openingMemory = 220 << 20
	playingMemory = 240 << 20
)

// A thrift is how a play deals with memory. Reading a campaign leaves little behind at
// once and twice as much as is kept in all, so while it is opened garbage is collected when
// memory comes near to a bound, and not before: going through all that is kept is most of
// the work of a collection. While it is played garbage is collected as usual, and sooner
// near a bound.
type thrift struct {
	percent int
	limit   int64
}

// frugal begins with the opening. A limit of the user's that is lower stays.
func frugal() thrift {
	t := thrift{debug.SetGCPercent(-1), debug.SetMemoryLimit(-1)}
	debug.SetMemoryLimit(min(t.limit, openingMemory))
	return t
}

// opened goes over to the play.
func (t thrift) opened() {
	debug.SetGCPercent(t.percent)
	debug.SetMemoryLimit(min(t.limit, playingBound()))
}

// end leaves memory to Go as it was.
func (t thrift) end() {
	debug.SetGCPercent(t.percent)
	debug.SetMemoryLimit(t.limit)
}

// playingBound is higher for a campaign that takes more by itself: below what is kept all
// time would go into collecting what is none.
func playingBound() int64 {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapAlloc < openingMemory {
		return playingMemory
	}
	runtime.GC()
	runtime.ReadMemStats(&m)
	return max(playingMemory, int64(m.HeapAlloc)/2*3)
}
