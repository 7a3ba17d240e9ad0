package event

import (
	"bytes"
	"sync"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A reader goes once over the bytes of an event whose data are as today's, and sees there that
// they are its one form and that each field is what its kind says. It says nothing of what
// is wrong: what it does not take is taken apart and looked at once more.
type reader struct {
	strictjson.Scanner
	ids    []CharacterID
	fields []found
}

// found is a field of the data that a reader went over. Which kind they are of stands behind
// them.
type found struct {
	name   []byte // in the text
	begin  int
	end    int
	traits strictjson.Traits
}

var readers = sync.Pool{New: func() any { return new(reader) }}

func (c catalogue) readInPlace(data []byte) (e Event, sound bool) {
	r := readers.Get().(*reader)
	defer r.release(len(data))
	r.Begin(data, maxDepth-2) // in the envelope and the data
	return r.event(c, data)
}

// largestKept is the largest event whose reader is used again.
const largestKept = 64 << 10

// release puts a reader back, which must not keep the event alive that it read: the names of
// fields stand in its text. After a large one it would keep the room that it made for them.
func (r *reader) release(size int) {
	r.Begin(nil, 0)
	clear(r.fields)
	r.fields = r.fields[:0]
	if size <= largestKept {
		readers.Put(r)
	}
}

func (r *reader) event(c catalogue, data []byte) (e Event, sound bool) {
	r.Expect(`{"actor":`)
	e.Actor = Actor(r.Text())
	heard := r.Take(`,"apparent_audience":`)
	var audience []CharacterID
	if heard {
		audience = r.characters()
		r.Must(len(audience) > 0)
	}
	if r.Take(`,"cause":`) {
		e.Cause = Position(r.Integer())
		r.Must(e.Cause != 0)
	}
	begin := 0
	if r.Take(`,"data":`) {
		begin = r.At()
		r.data()
	}
	end := r.At()
	r.Expect(`,"kind":`)
	of, known := c.find(Kind(r.Text()))
	r.Must(known)
	e.Kind = of.kind
	if r.Take(`,"moment":{`) {
		e.Moment = r.moment()
	}
	var noticed map[CharacterID][]CharacterID
	if r.Take(`,"noticed":{`) {
		noticed = r.noticed()
	}
	r.Expect(`,"v":`)
	r.Must(of.current(r.Integer()))
	if r.Take(`,"witnessed_by":`) {
		e.Perception = &Perception{WitnessedBy: r.characters(), ApparentAudience: audience, Noticed: noticed}
	} else {
		r.Must(!heard && noticed == nil)
	}
	r.Expect("}")
	r.End()
	if !r.Sound() || of.check(e) != nil {
		return e, false
	}
	e.Data, sound = r.payload(of, data[begin:end], begin)
	return e, sound
}

func (r *reader) moment() (m Moment) {
	if r.Take(`"label":`) {
		m.Label = r.Text()
		r.Must(m.Label != "")
		r.Expect(",")
	}
	if r.Take(`"minutes":`) {
		m.Timed, m.Minutes = true, r.Integer()
		r.Expect(",")
	}
	r.Expect(`"sequence":`)
	m.Sequence = Sequence(r.Integer())
	r.Must(m.Sequence != 0)
	r.Expect("}")
	return m
}

// characters are a list of ids in order.
func (r *reader) characters() []CharacterID {
	r.ids = r.ids[:0]
	r.Expect("[")
	for r.Sound() && !r.Take("]") {
		if len(r.ids) > 0 {
			r.Expect(",")
		}
		id := CharacterID(r.Text())
		r.Must(len(r.ids) == 0 || r.ids[len(r.ids)-1] < id)
		r.ids = append(r.ids, id)
	}
	return append(make([]CharacterID, 0, len(r.ids)), r.ids...)
}

func (r *reader) noticed() map[CharacterID][]CharacterID {
	noticed := map[CharacterID][]CharacterID{}
	for name := []byte(nil); r.Sound(); r.Expect(",") {
		name = r.Name(name)
		seen := r.characters()
		r.Must(len(seen) > 0)
		noticed[CharacterID(name)] = seen
		if r.Take("}") {
			break
		}
	}
	return noticed
}

// data goes over the fields, whatever kind they are of.
func (r *reader) data() {
	r.Expect("{")
	for name := []byte(nil); r.Sound(); r.Expect(",") {
		name = r.Name(name)
		begin := r.At()
		traits := r.Value()
		r.fields = append(r.fields, found{name, begin, r.At(), traits})
		if r.Take("}") {
			return
		}
	}
}

// payload holds the fields that were found against those of the kind. They stand in the
// object that begins in the text at an offset.
func (r *reader) payload(of *spec, object []byte, offset int) (p Payload, sound bool) {
	w := &written{of: of, object: bytes.Clone(object), extents: make([]extent, len(r.fields))}
	needed := 0
	for i, at := range r.fields {
		f := of.field(at.name)
		if f == nil {
			return nil, false
		}
		if !f.Optional {
			needed++
		}
		w.extents[i] = extent{f.Name, uint32(at.begin - offset), uint32(at.end - offset)}
		if !r.admits(f, w.object[at.begin-offset:at.end-offset], at.traits) {
			return nil, false
		}
	}
	if len(r.fields) == 0 {
		return Data{}, of.needed() == 0
	}
	return w, needed == of.needed()
}

func (s *spec) field(name []byte) *Field {
	for i := range s.fields {
		if s.fields[i].Name == string(name) {
			return &s.fields[i]
		}
	}
	return nil
}

// needed is how many fields must be there.
func (s *spec) needed() (n int) {
	for i := range s.fields {
		if !s.fields[i].Optional {
			n++
		}
	}
	return n
}

// admits reports whether a value that a Scanner went over is one that [Field.check] lets
// through.
func (r *reader) admits(f *Field, value []byte, traits strictjson.Traits) bool {
	switch {
	case !r.is(f.Type, value, traits):
		return false
	case f.Among != nil && f.Type == Texts:
		return r.each(value, func(quoted []byte, _ bool) bool { return isWordOf(f.Among, quoted) })
	case f.Among != nil:
		return isWordOf(f.Among, value)
	case f.Members != nil:
		r.Begin(value, maxDepth)
		r.members(f)
		return r.Sound()
	}
	return true
}

func (r *reader) is(t Type, value []byte, traits strictjson.Traits) bool {
	switch t {
	case Text:
		return value[0] == '"'
	case ID:
		return isID(value, traits&strictjson.HasEscape != 0)
	case Whole:
		return (value[0] == '-' || '0' <= value[0] && value[0] <= '9') && traits&strictjson.HasOther == 0
	case Flag:
		return value[0] == 't' || value[0] == 'f'
	case Blob:
		if value[0] != '"' {
			return false
		}
		_, err := ParseHash(string(value[1 : len(value)-1]))
		return err == nil
	case Texts:
		return r.each(value, func([]byte, bool) bool { return true })
	case IDs:
		return r.each(value, isID)
	case Tree:
		return traits&(strictjson.HasNull|strictjson.HasOther) == 0
	}
	return t == Free
}

// isID reports whether a value is an id that has no escape in it.
func isID(value []byte, escapes bool) bool {
	if value[0] != '"' || escapes {
		return false
	}
	id := value[1 : len(value)-1]
	return isPlainID(id) || CheckID(string(id)) == nil
}

func isWordOf(list []string, value []byte) bool {
	if value[0] != '"' {
		return false
	}
	for _, word := range list {
		if word == string(value[1:len(value)-1]) {
			return true
		}
	}
	return false
}

// each goes over a list of strings, which all must be something.
func (r *reader) each(value []byte, is func(quoted []byte, escapes bool) bool) bool {
	r.Begin(value, 0)
	r.Expect("[")
	for first := true; r.Sound() && !r.Take("]"); first = false {
		if !first {
			r.Expect(",")
		}
		quoted, escapes := r.Quoted()
		r.Must(r.Sound() && is(quoted, escapes))
	}
	return r.Sound()
}

// members goes over an object, or each object of a list, and sees that the members that are
// of closed lists are on them.
func (r *reader) members(f *Field) {
	switch {
	case r.Take("[]"), r.Take("{}"):
	case r.Take("["):
		for r.members(f); r.Take(","); r.members(f) {
		}
		r.Expect("]")
	case r.Take("{"):
		for name := []byte(nil); r.Sound(); r.Expect(",") {
			name = r.Name(name)
			r.member(f, name)
			if r.Take("}") {
				return
			}
		}
	default:
		r.Value()
	}
}

func (r *reader) member(f *Field, name []byte) {
	for i := range f.Members {
		if f.Members[i].Name == string(name) {
			word, _ := r.Quoted()
			r.Must(r.Sound() && isWordOf(f.Members[i].Among, word))
			return
		}
	}
	r.Value()
}
