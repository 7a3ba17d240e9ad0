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
func (r *run) conflicts() []string {
	root := &place{}
	found := map[string]bool{}
	for i := range r.ended {
		for _, patch := range r.ended[i].outcome.Patches {
			root.note(patch, nil, &writer{step: i, ancestors: r.ancestors[i], found: found})
		}
	}
	if len(found) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(found))
}

// place is one path of the state, and the steps that wrote there.
type place struct {
	below  map[string]*place
	leaf   []int // wrote a value here
	object []int // wrote an object here, or something below it
}

type writer struct {
	step      int
	ancestors set
	found     map[string]bool
}

// note enters what a patch writes at a place and below it. Steps come in plan
// order, so of two writers only the later can depend on the other.
func (p *place) note(value any, path []string, w *writer) {
	object, isObject := value.(protocol.Object)
	w.check(p.leaf, path)
	if !isObject {
		w.check(p.object, path)
		p.leaf = appendOnce(p.leaf, w.step)
		return
	}
	if len(path) > 0 { // the root is always an object
		p.object = appendOnce(p.object, w.step)
	}
	for key, item := range object {
		p.at(key).note(item, append(slices.Clip(path), key), w)
	}
}

func (p *place) at(key string) *place {
	if p.below == nil {
		p.below = map[string]*place{}
	}
	if p.below[key] == nil {
		p.below[key] = &place{}
	}
	return p.below[key]
}

func (w *writer) check(earlier []int, path []string) {
	for _, step := range earlier {
		if step != w.step && !w.ancestors.has(step) {
			w.found[dotPath(path)] = true
		}
	}
}

// appendOnce relies on steps coming one after the other.
func appendOnce(steps []int, step int) []int {
	if n := len(steps); n > 0 && steps[n-1] == step {
		return steps
	}
	return append(steps, step)
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
