// Package event is the language in which a story is written down: what can
// happen, the envelope around it, and its bytes.
//
// A playthrough is an append-only log of events, and everything else that is
// known about it (state, people, relations, memories, scenes) is computed from
// that log. So this package is the format that must be readable for ever.
//
//	said := event.Event{
//		Kind:   event.Said,
//		Actor:  "player",
//		Moment: event.Moment{Sequence: 3, Label: "At the quay"},
//		Perception: &event.Perception{
//			WitnessedBy:      []event.CharacterID{"mira", "player"},
//			ApparentAudience: []event.CharacterID{"mira", "player"},
//		},
//		Data: event.Data{"speaker": "player", "text": "Who lit the lamp?"},
//	}
//	bytes, err := event.Encode(said)     // checked, canonical
//	hash := event.Chain(previous, bytes) // what the next event builds on
//	said, err = event.Decode(bytes)      // checked again, whoever wrote them
//	words := said.Text("text")           // made of its bytes now that it is asked for
//
// # The bytes of an event
//
// One JSON object on one line, UTF-8, keys sorted, no white space, members that
// are empty left out; there is one form for each event, and [Decode] refuses any
// other:
//
//	{"actor":"player","apparent_audience":["mira","player"],"cause":12,
//	 "data":{...},"kind":"said","moment":{"label":"...","minutes":480,"sequence":3},
//	 "noticed":{"mira":["tom"]},"v":1,"witnessed_by":["mira","player"]}
//
// The hash of an event is SHA-256 over its predecessor's hash (32 zero bytes for
// the first) and its bytes. Neither the playthrough, nor the branch, nor wall
// time is in there, so an import keeps hashes and a replay makes the same ones.
//
// # Numbers
//
// An event holds integers that fit 64 bits, and no others: what is computed from
// a log must not differ between machines. Thousandths stand for fractions. The
// one exception are fields of type [Free], which carry what a skill or an author
// wrote; their numbers keep the text they were written in, and nothing here
// computes with them.
//
// # What changes and what does not
//
// [Kinds] is append-only. When the fields of a kind change, its version goes up
// and an upcaster turns old data into new on reading, so that reducers know one
// form alone. A kind or version from the future is refused with [ErrNewer]: to
// skip it would be to tell another story.
//
// Values are plain and without locks: share them only for reading.
package event

import "fmt"

// An Event is one thing that happened in a story, or to it.
type Event struct {
	Kind       Kind
	Actor      Actor       // who brought it about
	Moment     Moment      // when in the story; zero where that does not matter
	Cause      Position    // the earlier event of the same lineage it came from; 0 for none
	Perception *Perception // for kinds that can be perceived, and only for those
	Data       Payload     // the fields of its kind; nil is the same as none
}

// A Moment orders the story itself, where positions order its writing.
type Moment struct {
	Sequence Sequence // from 1; 0 means no moment
	Label    string
	Timed    bool  // whether Minutes is known
	Minutes  int64 // in-story minutes
}

// Where is a place in a story. As a limit for reading it means: what this branch
// knows up to this position and, with a moment, nothing of later moments.
type Where struct {
	Playthrough PlaythroughID
	Branch      BranchID
	Position    Position // 0 means the branch's tip
	Moment      Sequence // 0 means no limit
}

// String names the event for a person.
func (e Event) String() string {
	if e.Moment.Label == "" {
		return fmt.Sprintf("%s by %s", e.Kind, e.Actor)
	}
	return fmt.Sprintf("%s by %s (%s)", e.Kind, e.Actor, e.Moment.Label)
}

// Blobs are the hashes that fields of type [Blob] name, in order of the fields.
func (e Event) Blobs() (sums []Hash) {
	for _, field := range e.Kind.Fields() {
		if field.Type != Blob || e.Text(field.Name) == "" {
			continue
		}
		if sum, err := ParseHash(e.Text(field.Name)); err == nil { // as it is in every event that was decoded
			sums = append(sums, sum)
		}
	}
	return sums
}
