package host

import (
	"context"
	"sync"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story"
)

// Base is the story that calls are answered from, as it is when it is shown: what
// its turn adds later is not seen.
type Base struct {
	State *story.State
	Lore  Lore // nil for a story without documents
}

// Lore finds what the player may know of a campaign's documents. It is called
// concurrently.
type Lore interface {
	// Search gives the snippets that speak of a query and pass a filter, best
	// first, and at most so many.
	Search(ctx context.Context, query string, limit int, filter LoreFilter) ([]Snippet, error)
}

// LoreFilter is what a snippet must be. What is empty is not asked for.
type LoreFilter struct {
	Mode     string // STRICT, MYTHIC
	Kind     string
	Category string
	Source   string   // the document's file
	Tags     []string // all of them
}

// Snippet is a piece of a document.
type Snippet struct {
	Text, Title  string
	Source       string // the document's file
	Mode         string // STRICT, MYTHIC
	Kind, Author string
	Relevance    int // to the query, in thousandths
}

// shown is a base with what was worked out from it once for all attempts.
type shown struct {
	Base
	mutex sync.Mutex
	data  map[plan.SkillName]*store
}

func newShown(base Base) *shown {
	if base.State == nil {
		base.State = &story.State{}
	}
	// With no event more it is a state of its own, which the turn's goroutine may
	// leave behind while attempts read it.
	base.State = base.State.Apply(persistence.Record{Position: base.State.Position})
	return &shown{Base: base, data: map[plan.SkillName]*store{}}
}

// store is what a skill keeps in the story.
func (s *shown) store(skill plan.SkillName) *store {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	kept, known := s.data[skill]
	if !known {
		kept = newStore(s.State.Data[string(skill)])
		kept.beside = s.State.Kept(string(skill)) - kept.bytes
		s.data[skill] = kept
	}
	return kept
}

func newStore(values map[string]any) *store {
	kept := &store{values: make(map[string][]byte, len(values))}
	for key, value := range values {
		text := strictjson.Append(nil, value)
		kept.values[key] = text
		kept.bytes += len(key) + len(text)
	}
	return kept
}
