package host

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
)

// Base is the story that calls are answered from, as it is when the host is made: what
// its turn adds later is not seen.
type Base struct {
	State *story.State
	Lore  Lore // nil for a story without documents
	// Writer writes the texts that scripts ask for; nil: there is no model, and generate is not among the features. It is
	// asked for the texts of those tasks alone that it writes ([model.Writes]).
	Writer model.Generator
}

// Lore finds what somebody may know of a campaign's documents. It is called
// concurrently.
type Lore interface {
	// Search gives the snippets that speak of a query, or are like it, and pass its filter, best
	// first, and at most so many: of documents that are for any of an audience, and what
	// is in others moves no rank. See [story.View.Audience].
	Search(ctx context.Context, audience []string, q LoreQuery) ([]Snippet, error)
}

// IsFor reports whether a document for some is for any of an audience. One that names nobody is for everybody.
func IsFor(some, audience []string) bool {
	return len(some) == 0 || slices.ContainsFunc(some, func(name string) bool { return slices.Contains(audience, name) })
}

// LoreQuery is what is looked for.
type LoreQuery struct {
	Text   string
	Limit  int
	By     persistence.Way // where it is usual, what found most when it was measured
	Filter LoreFilter
}

// LoreFilter is what a snippet must be. What is empty is not asked for.
type LoreFilter struct {
	Mode     string // STRICT, MYTHIC
	Kind     string
	Category string
	Source   string   // the document's file
	Tags     []string // all of them
}

// Passes reports whether a document is wanted that has the given facets.
func (f LoreFilter) Passes(has LoreFilter) bool {
	is := func(value, wanted string) bool { return wanted == "" || value == wanted }
	return is(has.Mode, f.Mode) && is(has.Kind, f.Kind) && is(has.Category, f.Category) && is(has.Source, f.Source) &&
		!slices.ContainsFunc(f.Tags, func(tag string) bool { return !slices.Contains(has.Tags, tag) })
}

// Snippet is a piece of a document.
type Snippet struct {
	Text, Title  string
	Source       string // the document's file
	Mode         string // STRICT, MYTHIC
	Kind, Author string
	Relevance    int // the share of the query that it speaks of, in thousandths
	Likeness     int // to the query in meaning, in thousandths; 0 where nobody can say
}

// A Story answers calls from one story as it was when the host was made: whatever the
// story has come to since, a script that is slow is answered from the turn it was begun
// in. It is safe for concurrent use.
type Story struct {
	base  Base
	mutex sync.Mutex
	data  map[plan.SkillName]*store // worked out from the base, once for all attempts
	full  map[plan.SkillName]bool   // those of whose writes some were refused
}

// Of is the host of a story.
func Of(base Base) *Story {
	if base.State == nil {
		base.State = &story.State{}
	}
	base.State = base.State.Still() // which the turn's goroutine may leave behind while attempts read it
	return &Story{base: base, data: map[plan.SkillName]*store{}, full: map[plan.SkillName]bool{}}
}

// Features implements skills.Host.
func (h *Story) Features() []string { return features(h.base.Writer) }

// Open begins an attempt. It sees the base and the scope's effects: of data those of its
// own skill, of all else everybody's.
func (h *Story) Open(scope skills.Scope) skills.Session {
	return &session{scope: scope, random: newStreams(scope.Seed), story: h, writer: h.base.Writer}
}

// Full are the skills that wanted to write more than they may, sorted.
func (h *Story) Full() []plan.SkillName {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return slices.Sorted(maps.Keys(h.full))
}

// isFull notes such a skill.
func (h *Story) isFull(skill plan.SkillName) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.full[skill] = true
}

// store is what a skill keeps in the story.
func (h *Story) store(skill plan.SkillName) *store {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	kept, known := h.data[skill]
	if !known {
		kept = newStore(h.base.State.Data[string(skill)])
		kept.beside = h.base.State.Kept(string(skill)) - kept.bytes
		h.data[skill] = kept
	}
	return kept
}

func newStore(values map[string]any) *store {
	kept := &store{values: make(map[string][]byte, len(values))}
	for key, value := range values {
		text := strictjson.Encode(value)
		kept.values[key] = text
		kept.bytes += len(key) + len(text)
	}
	return kept
}
