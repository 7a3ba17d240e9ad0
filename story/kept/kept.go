// Package kept counts what skills keep in a playthrough, so that none fills the save.
//
//	ledger = ledger.Patched("torch", patch)   // of session state, by what was written
//	ledger = ledger.Moved("torch", +120)      // of the skill's own data
//	ledger.Of("torch")                        // bytes
//
// Session state is everybody's, so its bytes count for whoever wrote them last: a value,
// or an object that was made, with its key. What takes a value's place takes it off its
// writer. Who only writes below an object pays for that and not for the object, so nobody
// can be made to pay for what others wrote.
package kept

import (
	"maps"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Ledger says who keeps how much. The zero Ledger is empty. It is a value: what makes
// another one leaves it as it is, and shares with it what did not change.
type Ledger struct {
	state *entry
	bytes map[string]int
}

// entry is a place of session state and its writer.
type entry struct {
	by    string
	bytes int
	below map[string]*entry // nil for a value
}

// Of is how many bytes one of them keeps.
func (l Ledger) Of(who string) int { return l.bytes[who] }

// Moved is the ledger after somebody's own data grew by some bytes.
func (l Ledger) Moved(who string, by int) Ledger {
	next := l.next()
	next.bytes[who] += by
	return next
}

// Patched is the ledger after somebody's patch was merged into session state.
func (l Ledger) Patched(who string, patch strictjson.Object) Ledger {
	next := l.next()
	next.state = next.patched(who, next.state, patch)
	return next
}

func (l Ledger) next() Ledger {
	next := Ledger{state: l.state, bytes: maps.Clone(l.bytes)}
	if next.bytes == nil {
		next.bytes = map[string]int{}
	}
	return next
}

// patched writes down a patch of an object, as protocol.Merge merges it.
func (l Ledger) patched(who string, object *entry, patch strictjson.Object) *entry {
	changed := entry{below: map[string]*entry{}}
	if object != nil {
		changed = entry{object.by, object.bytes, maps.Clone(object.below)}
	}
	for key, value := range patch {
		at := changed.below[key]
		switch value := value.(type) {
		case nil:
			l.free(at)
			delete(changed.below, key)
		case strictjson.Object:
			if at == nil || at.below == nil {
				l.free(at)
				at = l.charge(entry{who, len(key) + len(`"":{},`), map[string]*entry{}})
			}
			changed.below[key] = l.patched(who, at, value)
		default:
			l.free(at)
			changed.below[key] = l.charge(entry{who, len(key) + len(`"":,`) + len(strictjson.Append(nil, value)), nil})
		}
	}
	return &changed
}

func (l Ledger) charge(e entry) *entry {
	l.bytes[e.by] += e.bytes
	return &e
}

// free takes off their writers what is no longer there.
func (l Ledger) free(e *entry) {
	if e == nil {
		return
	}
	l.bytes[e.by] -= e.bytes
	for _, below := range e.below {
		l.free(below)
	}
}
