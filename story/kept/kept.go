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
	"errors"
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

// Object is the ledger as an object of JSON; see [FromObject].
func (l Ledger) Object() strictjson.Object {
	bytes := strictjson.Object{}
	for who, n := range l.bytes {
		bytes[who] = strictjson.Int(int64(n))
	}
	o := strictjson.Object{"bytes": bytes}
	if l.state != nil {
		o["state"] = l.state.object()
	}
	return o
}

func (e *entry) object() strictjson.Object {
	o := strictjson.Object{"by": e.by, "bytes": strictjson.Int(int64(e.bytes))}
	if e.below != nil {
		below := strictjson.Object{}
		for key, at := range e.below {
			below[key] = at.object()
		}
		o["below"] = below
	}
	return o
}

// FromObject is the ledger that [Ledger.Object] wrote.
func FromObject(o strictjson.Object) (l Ledger, err error) {
	for who, n := range strictjson.AsObject(o["bytes"]) {
		if l.bytes == nil {
			l.bytes = map[string]int{}
		}
		l.bytes[who] = int(strictjson.AsInteger(n))
	}
	if state, there := o["state"]; there {
		l.state, err = entryOf(state)
	}
	return l, err
}

func entryOf(v any) (*entry, error) {
	o, is := v.(strictjson.Object)
	if !is {
		return nil, errors.New("a ledger's entry is an object")
	}
	e := &entry{by: strictjson.AsString(o["by"]), bytes: int(strictjson.AsInteger(o["bytes"]))}
	below, there := o["below"].(strictjson.Object)
	if !there {
		return e, nil
	}
	e.below = make(map[string]*entry, len(below))
	for key, at := range below {
		inner, err := entryOf(at)
		if err != nil {
			return nil, err
		}
		e.below[key] = inner
	}
	return e, nil
}

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
			changed.below[key] = l.charge(entry{who, len(key) + len(`"":,`) + strictjson.Size(value), nil})
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
