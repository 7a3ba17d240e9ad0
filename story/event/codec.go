package event

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// What keeps an event from being written or read.
var (
	// ErrInvalid: it says something an event cannot say.
	ErrInvalid = errors.New("invalid event")
	// ErrNewer: it was written by a newer version of the program.
	ErrNewer = errors.New("written by a newer version of Narratoria")
)

// MaxBytes is the size of the largest event.
const MaxBytes = 16 << 20

// Encode checks an event and gives its bytes. Sets are put in order, so the same
// event has the same bytes however it was put together. The error is [ErrInvalid].
func Encode(e Event) ([]byte, error) { return ours.encode(e) }

// Decode reads what [Encode] wrote, now or with any earlier version, and brings
// it up to date. Nothing is repaired. The error is [ErrInvalid] or [ErrNewer].
// The event shares nothing with the bytes.
func Decode(data []byte) (Event, error) { return ours.decode(data) }

// Check says what is wrong with an event; nil means that [Encode] takes it.
func Check(e Event) error {
	_, err := Encode(e)
	return err
}

func (c catalogue) encode(e Event) ([]byte, error) {
	s, known := c.find(e.Kind)
	if !known {
		return nil, c.unknownKind(e.Kind)
	}
	e.Perception = e.Perception.Sorted()
	err := s.check(e)
	if err == nil {
		err = s.checkPayload(e.Data)
	}
	if err != nil {
		return nil, invalid(e.Kind, err)
	}
	encoded := s.envelope(e, s.version())
	if len(encoded) > MaxBytes {
		return nil, invalid(e.Kind, fmt.Errorf("it has %d bytes, more than %d", len(encoded), MaxBytes))
	}
	return encoded, nil
}

func (c catalogue) unknownKind(k Kind) error {
	names := make([]string, len(c))
	for i, s := range c {
		names[i] = string(s.kind)
	}
	if near := nearest.Name(string(k), names); near != "" {
		return fmt.Errorf("%w: unknown kind %q; did you mean %q?", ErrInvalid, k, near)
	}
	return fmt.Errorf("%w: unknown kind %q", ErrInvalid, k)
}

func invalid(k Kind, err error) error { return fmt.Errorf("%w: %s: %w", ErrInvalid, k, err) }

// check says what is wrong with an event beside its fields.
func (s *spec) check(e Event) error {
	if err := CheckID(e.Actor); err != nil {
		return fmt.Errorf("actor: %w", err)
	}
	if err := e.Moment.check(); err != nil {
		return err
	}
	switch {
	case e.Cause < 0:
		return fmt.Errorf("cause: %d is not a position", e.Cause)
	case s.worldly && e.Moment.Sequence == 0:
		return errors.New("moment: what changes the world needs one")
	case s.perceived && e.Perception == nil:
		return errors.New("witnessed_by is missing: say who perceived it, nobody included")
	case !s.perceived && e.Perception != nil:
		return errors.New("witnessed_by: this kind cannot be perceived")
	case s.perceived:
		return e.Perception.check()
	}
	return nil
}

// checkPayload looks at fields that were not read as those of this very kind.
func (s *spec) checkPayload(p Payload) error {
	switch p := p.(type) {
	case *written:
		if p.of != s {
			return checkData(s.fields, p.fields())
		}
		return nil
	case Data:
		return checkData(s.fields, p)
	}
	return checkData(s.fields, nil)
}

func (m Moment) check() error {
	switch {
	case m.Sequence < 0:
		return fmt.Errorf("moment: the sequence %d is not positive", m.Sequence)
	case m.Sequence == 0 && m != Moment{}:
		return errors.New("moment: a sequence from 1 is missing")
	case !m.Timed && m.Minutes != 0:
		return errors.New("moment: minutes are given but not marked as known")
	case !strictjson.Valid(m.Label):
		return errors.New("moment: the label is not UTF-8")
	}
	return nil
}

// envelope is an event whose data are of a version, in bytes. Sets must be in order.
func (s *spec) envelope(e Event, version int) []byte {
	o := strictjson.Object{"v": version, "kind": string(e.Kind), "actor": string(e.Actor)}
	if !e.isBare() {
		o["data"] = e.Data.tree()
	}
	if e.Cause != 0 {
		o["cause"] = int64(e.Cause)
	}
	if e.Moment.Sequence != 0 {
		o["moment"] = e.Moment.tree()
	}
	if e.Perception != nil {
		e.Perception.put(o)
	}
	return strictjson.Encode(o)
}

func (m Moment) tree() strictjson.Object {
	o := strictjson.Object{"sequence": int64(m.Sequence)}
	if m.Label != "" {
		o["label"] = m.Label
	}
	if m.Timed {
		o["minutes"] = m.Minutes
	}
	return o
}

// put always writes witnessed_by, so that "nobody" can be told from "not said".
func (p *Perception) put(o strictjson.Object) {
	o["witnessed_by"] = strictjson.FromStrings(p.WitnessedBy)
	if len(p.ApparentAudience) > 0 {
		o["apparent_audience"] = strictjson.FromStrings(p.ApparentAudience)
	}
	if len(p.Noticed) > 0 {
		noticed := make(strictjson.Object, len(p.Noticed))
		for x, seen := range p.Noticed {
			noticed[string(x)] = strictjson.FromStrings(seen)
		}
		o["noticed"] = noticed
	}
}

// decode reads most events in their bytes. What it cannot take there, be it an event of an
// earlier version or none at all, it takes apart, and says what is wrong with it. That is rare,
// so that it is the plainest reading there is: by it [Decode] is tested.
func (c catalogue) decode(data []byte) (Event, error) {
	if len(data) > MaxBytes {
		return Event{}, fmt.Errorf("%w: %d bytes are more than %d", ErrInvalid, len(data), MaxBytes)
	}
	if e, sound := c.readInPlace(data); sound {
		return e, nil
	}
	return c.takeApart(data)
}

func (c catalogue) takeApart(data []byte) (Event, error) {
	o, err := strictjson.ParseObject(data)
	if err != nil {
		return Event{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	kind, err := member[string](o, "kind")
	if err != nil {
		return Event{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	version, err := whole(o["v"])
	if err != nil {
		return Event{}, fmt.Errorf("%w: %s: v: %w", ErrInvalid, kind, err)
	}
	s, known := c.find(Kind(kind))
	switch {
	case !known:
		return Event{}, fmt.Errorf("%w: the event kind %q (version %d) is not known here: update Narratoria to open this", ErrNewer, kind, version)
	case version > int64(s.version()):
		return Event{}, fmt.Errorf("%w: the event kind %q has version %d, and this program knows it up to %d: update Narratoria to open this", ErrNewer, kind, version, s.version())
	case version < 1:
		return Event{}, invalid(s.kind, fmt.Errorf("v: there is no version %d", version))
	}
	return s.read(o, int(version), data)
}

// read takes the members apart. That the text is the only form of the event is seen, by
// writing it again, before anything is brought up to date.
func (s *spec) read(o strictjson.Object, version int, text []byte) (Event, error) {
	e, data, err := apart(o, s.kind)
	if err != nil {
		return Event{}, invalid(s.kind, err)
	}
	again := e
	again.Perception, again.Data = e.Perception.Sorted(), data
	if !bytes.Equal(s.envelope(again, version), text) {
		return Event{}, invalid(s.kind, errors.New("it is not written in canonical form"))
	}
	for _, upcast := range s.upcasts[version-1:] {
		if upcast != nil {
			upcast(data)
		}
	}
	err = s.check(e)
	if err == nil {
		err = checkData(s.fields, data)
	}
	if err != nil {
		return Event{}, invalid(s.kind, err)
	}
	e.Data = data
	return e, nil
}

// members of the envelope.
var members = []string{"actor", "apparent_audience", "cause", "data", "kind", "moment", "noticed", "v", "witnessed_by"}

// apart gives an event, and its data by themselves.
func apart(o strictjson.Object, kind Kind) (e Event, data Data, err error) {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if !slices.Contains(members, name) {
			return e, nil, fmt.Errorf("unknown member %q", name)
		}
	}
	e.Kind = kind
	actor, err := member[string](o, "actor")
	if err != nil {
		return e, nil, err
	}
	e.Actor = Actor(actor)
	if cause, there := o["cause"]; there {
		n, err := whole(cause)
		if err != nil {
			return e, nil, fmt.Errorf("cause: %w", err)
		}
		e.Cause = Position(n)
	}
	if e.Moment, err = momentOf(o); err != nil {
		return e, nil, err
	}
	if e.Perception, err = perceptionOf(o); err != nil {
		return e, nil, err
	}
	data = Data{}
	if _, there := o["data"]; there {
		data, err = member[strictjson.Object](o, "data")
	}
	return e, data, err
}

func momentOf(o strictjson.Object) (m Moment, err error) {
	if _, there := o["moment"]; !there {
		return m, nil
	}
	inner, err := member[strictjson.Object](o, "moment")
	if err != nil {
		return m, err
	}
	sequence, err := whole(inner["sequence"])
	if err != nil {
		return m, fmt.Errorf("moment: sequence: %w", err)
	}
	m.Sequence = Sequence(sequence)
	m.Label = strictjson.AsString(inner["label"])
	if minutes, there := inner["minutes"]; there {
		m.Timed = true
		if m.Minutes, err = whole(minutes); err != nil {
			return m, fmt.Errorf("moment: minutes: %w", err)
		}
	}
	return m, nil
}

func perceptionOf(o strictjson.Object) (*Perception, error) {
	witnesses, there := o["witnessed_by"]
	if !there {
		return nil, nil // an audience without witnesses is found by writing the event again
	}
	p := &Perception{}
	var err error
	if p.WitnessedBy, err = charactersOf("witnessed_by", witnesses); err != nil {
		return nil, err
	}
	if audience, there := o["apparent_audience"]; there {
		if p.ApparentAudience, err = charactersOf("apparent_audience", audience); err != nil {
			return nil, err
		}
	}
	noticed := strictjson.AsObject(o["noticed"])
	if len(noticed) > 0 {
		p.Noticed = make(map[CharacterID][]CharacterID, len(noticed))
	}
	for x, seen := range noticed {
		if p.Noticed[CharacterID(x)], err = charactersOf("noticed", seen); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func charactersOf(field string, v any) ([]CharacterID, error) {
	list, isList := stringList(v)
	if !isList {
		return nil, fmt.Errorf("%s: expected a list of ids", field)
	}
	ids := make([]CharacterID, len(list))
	for i, id := range list {
		ids[i] = CharacterID(id)
	}
	return ids, nil
}

// member is a member of an object that must be there and of a type.
func member[T any](o strictjson.Object, name string) (T, error) {
	v, there := o[name]
	t, ok := v.(T)
	if ok {
		return t, nil
	}
	kind := "nothing"
	if there {
		kind = strictjson.Kind(v)
	}
	return t, fmt.Errorf("%s: expected %s, got %s", name, strictjson.Kind(any(t)), kind)
}
