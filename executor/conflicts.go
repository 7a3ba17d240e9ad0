package executor

import (
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/protocol"
)

// conflicts names, sorted, the state paths that two steps wrote of which neither
// depends on the other. A path is written by a value or null at its end; writing
// a.b and writing a meet at a, since one of them undoes the other. An empty
// object writes nothing but that there is an object.
//
// Its cost is linear in the patches: of the steps that wrote at a place only those are
// remembered that no later one there depends on, and once two have met there nothing is.
func (r *run) conflicts() []string {
	root := &place{}
	found := map[string]bool{}
	for i := range r.ended {
		for _, patch := range r.ended[i].outcome.Patches {
			w := &writer{step: i, ancestors: r.ancestors[i], found: found}
			w.note(root, patch)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(found))
}

// place is one path of the state, and the steps that wrote there.
type place struct {
	// Most have one below, which a map would take three times the memory for.
	first  *place
	called string
	below  map[string]*place // all others
	leaf   []int             // wrote a value here
	object []int             // wrote an object here, or something below it
	met    bool              // two steps did that do not depend on each other
}

// at is the place of a key below.
func (p *place) at(key string) *place {
	switch {
	case p.first == nil:
		p.first, p.called = &place{}, key
		return p.first
	case p.called == key:
		return p.first
	case p.below == nil:
		p.below = map[string]*place{}
	}
	if p.below[key] == nil {
		p.below[key] = &place{}
	}
	return p.below[key]
}

// A writer is one patch of one step being noted.
type writer struct {
	step      int
	ancestors set
	found     map[string]bool
	path      []string
}

// note enters what a patch writes at a place and below it. Steps come in plan
// order, so of two writers only the later can depend on the other.
func (w *writer) note(p *place, value any) {
	object, isObject := value.(protocol.Object)
	w.meet(p, p.leaf)
	if !isObject {
		w.meet(p, p.object)
		p.leaf = w.among(p, p.leaf)
		return
	}
	if len(w.path) > 0 { // the root is always an object
		p.object = w.among(p, p.object)
	}
	for key, item := range object {
		w.path = append(w.path, key)
		w.note(p.at(key), item)
		w.path = w.path[:len(w.path)-1]
	}
}

// meet looks for a step that wrote here and that this one does not depend on.
func (w *writer) meet(p *place, earlier []int) {
	if p.met {
		return
	}
	for _, step := range earlier {
		if step != w.step && !w.ancestors.has(step) {
			p.met = true
			w.found[dotPath(w.path)] = true
			return
		}
	}
}

// among adds the step to those that wrote here. Whoever depends on it depends on the one
// before it, where that is its ancestor: it takes that one's place.
func (w *writer) among(p *place, earlier []int) []int {
	n := len(earlier)
	switch {
	case p.met:
		return nil
	case n > 0 && earlier[n-1] == w.step:
		return earlier
	case n > 0 && w.ancestors.has(earlier[n-1]):
		earlier[n-1] = w.step
		return earlier
	}
	return append(earlier, w.step)
}

var escaper = strings.NewReplacer(`\`, `\\`, `.`, `\.`)

// dotPath is a path as protocol.Get takes it.
func dotPath(names []string) string {
	escaped := make([]string, len(names))
	for i, name := range names {
		escaped[i] = escaper.Replace(name)
	}
	return strings.Join(escaped, ".")
}
