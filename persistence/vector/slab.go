package vector

import (
	"container/list"
	"sync"
	"sync/atomic"
)

// DefaultSlab is the size of a slab in bytes where none is said: room for 60,000 vectors of
// 384 numbers with all that goes with them.
const DefaultSlab = 64 << 20

// A Slab keeps the vectors of texts in memory, by model and hash of the text, up to so many
// bytes. What does not fit is made again when it is needed: a full slab makes searches
// slow, never wrong. One slab may serve many indexes, of different models too. It is safe
// for concurrent use.
type Slab struct {
	limit int64

	mu      sync.Mutex
	entries map[key]*entry
	order   *list.List // of entries, the oldest first
	full    int64      // the last search for which nothing could be let go
	bytes   int64
	dropped int64
	clock   atomic.Int64 // counts searches
}

// NewSlab makes a slab of a size in bytes; at 0 of [DefaultSlab].
func NewSlab(bytes int64) *Slab {
	if bytes == 0 {
		bytes = DefaultSlab
	}
	return &Slab{limit: bytes, entries: map[key]*entry{}, order: list.New()}
}

// Usage is what a slab holds, and what it could not.
type Usage struct {
	Texts   int
	Bytes   int64
	Limit   int64
	Dropped int64 // texts whose vectors were let go, or not kept, since it was made
}

// Usage tells how full the slab is.
func (s *Slab) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Usage{Texts: len(s.entries), Bytes: s.bytes, Limit: s.limit, Dropped: s.dropped}
}

type modelID struct {
	name       string
	dimensions int
}

type key struct {
	model modelID
	sum   Sum
}

// An entry is the vectors of a text. Texts remember their entry, which is empty once the
// slab has let go of it.
type entry struct {
	key  key
	size int64
	kept atomic.Pointer[[]vector] // one for each window, never changed
	used atomic.Int64             // the last search that used it
}

// overhead is about what an entry takes beside its vectors: itself, its place in map and list.
const overhead = 256

func sizeOf(vectors []vector) int64 {
	size := int64(overhead)
	for _, v := range vectors {
		size += 8*int64(len(v.packed)) + 32
	}
	return size
}

// A search is a number, later ones greater. What a search has used is not let go for it:
// else one that needs more than fits would throw out what it is going to need next time,
// and begin from nothing every time.
func (s *Slab) search() int64 { return s.clock.Add(1) }

// use gives what an entry still has.
func (e *entry) use(search int64) ([]vector, bool) {
	vectors := e.kept.Load()
	if vectors == nil {
		return nil, false
	}
	if e.used.Load() < search {
		e.used.Store(search)
	}
	return *vectors, true
}

func (s *Slab) find(k key) *entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entries[k]
}

// keep keeps vectors if there is room, or can be made by letting go of what the search did not
// use. Vectors of a text are the same whoever made them, so the first are kept.
func (s *Slab) keep(k key, vectors []vector, search int64) *entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	if there := s.entries[k]; there != nil {
		return there
	}
	size := sizeOf(vectors)
	if !s.room(size, search) {
		s.dropped++
		return nil
	}
	e := &entry{key: k, size: size}
	e.kept.Store(&vectors)
	e.used.Store(search)
	s.entries[k] = e
	s.order.PushBack(e)
	s.bytes += size
	return e
}

// room lets go of the oldest that the search did not use, until there is room. It looks at
// each once, and not again for a search for which it has found nothing.
func (s *Slab) room(size, search int64) bool {
	if size > s.limit {
		return false
	}
	for looked := s.order.Len(); s.bytes+size > s.limit && search > s.full; looked-- {
		if looked == 0 {
			s.full = search
			break
		}
		if oldest := s.order.Front(); oldest.Value.(*entry).used.Load() < search {
			s.drop(oldest)
		} else {
			s.order.MoveToBack(oldest)
		}
	}
	return s.bytes+size <= s.limit
}

func (s *Slab) drop(place *list.Element) {
	e := s.order.Remove(place).(*entry)
	delete(s.entries, e.key)
	e.kept.Store(nil)
	s.bytes -= e.size
	s.dropped++
}
