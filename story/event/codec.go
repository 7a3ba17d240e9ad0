package event

import (
	"errors"
	"fmt"
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
	encoded := strictjson.Encode(s.envelope(e))
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
			return checkData(s.fields, p.fields(), false)
		}
		return nil
	case Data:
		return checkData(s.fields, p, false)
	}
	return checkData(s.fields, nil, false)
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

func (s *spec) envelope(e Event) strictjson.Object {
	o := strictjson.Object{"v": s.version(), "kind": string(e.Kind), "actor": string(e.Actor)}
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
	return o
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
	o["witnessed_by"] = idTree(p.WitnessedBy)
	if len(p.ApparentAudience) > 0 {
		o["apparent_audience"] = idTree(p.ApparentAudience)
	}
	if len(p.Noticed) > 0 {
		noticed := make(strictjson.Object, len(p.Noticed))
		for x, seen := range p.Noticed {
			noticed[string(x)] = idTree(seen)
		}
		o["noticed"] = noticed
	}
}

func idTree(ids []CharacterID) []any {
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = string(id)
	}
	return list
}

// decode reads most events in their bytes. What it cannot take there, be it an event of an
// earlier version or none at all, it takes apart, and says what is wrong with it.
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
	envelope, err := strictjson.ParseMembers(data)
	if err != nil {
		return Event{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	o := opener{envelope}
	kind, err := opened[string](o, "kind")
	if err != nil {
		return Event{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	v, _ := o.member("v")
	version, err := whole(v)
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
	return s.read(o, int(version))
}

// read takes the members apart. That the bytes are the only form of the event is seen
// before anything is brought up to date.
func (s *spec) read(o opener, version int) (Event, error) {
	e, data, err := o.event(s.kind)
	switch {
	case err != nil:
		return Event{}, invalid(s.kind, err)
	case !o.Canonical:
		return Event{}, invalid(s.kind, errors.New("it is not written in canonical form"))
	}
	for _, upcast := range s.upcasts[version-1:] {
		if upcast != nil {
			upcast(data)
		}
	}
	err = s.check(e)
	if err == nil { // what is asParsed is as a parser made it, and no deeper than it may be
		asParsed := o.Depth <= maxDepth && version == s.version()
		err = checkData(s.fields, data, asParsed)
	}
	if err != nil {
		return Event{}, invalid(s.kind, err)
	}
	e.Data = data
	return e, nil
}

// members of the envelope.
var members = []string{"actor", "apparent_audience", "cause", "data", "kind", "moment", "noticed", "v", "witnessed_by"}

// An opener takes an event apart and sees whether it is what [spec.envelope] makes of that
// event: members that are empty are not there, and sets are in order.
type opener struct{ strictjson.Members }

// must is something that is so in canonical form.
func (o *opener) must(be bool) { o.Canonical = o.Canonical && be }

func (o *opener) member(name string) (v any, there bool) {
	for _, m := range o.List {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// event gives an event, and its data by themselves.
func (o *opener) event(kind Kind) (e Event, data Data, err error) {
	if name, strange := o.firstUnknown(); strange {
		return e, nil, fmt.Errorf("unknown member %q", name)
	}
	e.Kind = kind
	actor, err := opened[string](*o, "actor")
	if err != nil {
		return e, nil, err
	}
	e.Actor = Actor(actor)
	if cause, there := o.member("cause"); there {
		n, err := whole(cause)
		if err != nil {
			return e, nil, fmt.Errorf("cause: %w", err)
		}
		o.must(n != 0)
		e.Cause = Position(n)
	}
	if e.Moment, err = o.moment(); err != nil {
		return e, nil, err
	}
	if e.Perception, err = o.perception(); err != nil {
		return e, nil, err
	}
	if _, there := o.member("data"); !there {
		return e, Data{}, nil
	}
	data, err = opened[strictjson.Object](*o, "data")
	o.must(len(data) > 0)
	return e, data, err
}

func (o *opener) firstUnknown() (first string, strange bool) {
	for _, m := range o.List {
		if !slices.Contains(members, m.Name) && (!strange || m.Name < first) {
			first, strange = m.Name, true
		}
	}
	return first, strange
}

func (o *opener) moment() (m Moment, err error) {
	if _, there := o.member("moment"); !there {
		return m, nil
	}
	inner, err := opened[strictjson.Object](*o, "moment")
	if err != nil {
		return m, err
	}
	sequence, err := whole(inner["sequence"])
	if err != nil {
		return m, fmt.Errorf("moment: sequence: %w", err)
	}
	o.must(sequence != 0)
	m.Sequence = Sequence(sequence)
	known := 1
	if label, there := inner["label"]; there {
		known++
		m.Label = strictjson.AsString(label)
		o.must(m.Label != "")
	}
	if minutes, there := inner["minutes"]; there {
		known++
		m.Timed = true
		if m.Minutes, err = whole(minutes); err != nil {
			return m, fmt.Errorf("moment: minutes: %w", err)
		}
	}
	o.must(len(inner) == known)
	return m, nil
}

func (o *opener) perception() (*Perception, error) {
	witnesses, there := o.member("witnessed_by")
	audience, heard := o.member("apparent_audience")
	noticed, seen := o.member("noticed")
	if !there {
		o.must(!heard && !seen)
		return nil, nil
	}
	p := &Perception{}
	var err error
	if p.WitnessedBy, err = o.characters("witnessed_by", witnesses); err != nil {
		return nil, err
	}
	if heard {
		if p.ApparentAudience, err = o.characters("apparent_audience", audience); err != nil {
			return nil, err
		}
		o.must(len(p.ApparentAudience) > 0)
	}
	if seen {
		p.Noticed, err = o.noticed(strictjson.AsObject(noticed))
	}
	return p, err
}

func (o *opener) noticed(tree strictjson.Object) (map[CharacterID][]CharacterID, error) {
	o.must(len(tree) > 0)
	if len(tree) == 0 {
		return nil, nil
	}
	noticed := make(map[CharacterID][]CharacterID, len(tree))
	for x, seen := range tree {
		ids, err := o.characters("noticed", seen)
		if err != nil {
			return nil, err
		}
		o.must(len(ids) > 0)
		noticed[CharacterID(x)] = ids
	}
	return noticed, nil
}

func (o *opener) characters(field string, v any) ([]CharacterID, error) {
	list, isList := v.([]any)
	ids := make([]CharacterID, len(list))
	for i, item := range list {
		id, isID := item.(string)
		isList = isList && isID
		ids[i] = CharacterID(id)
		o.must(i == 0 || ids[i-1] < ids[i])
	}
	if !isList {
		return nil, fmt.Errorf("%s: expected a list of ids", field)
	}
	return ids, nil
}

// opened is a member of an envelope that must be there and of a type.
func opened[T any](o opener, name string) (T, error) {
	v, there := o.member(name)
	return typed[T](name, v, there)
}

// member is a member of an object that must be there and of a type.
func member[T any](o strictjson.Object, name string) (T, error) {
	v, there := o[name]
	return typed[T](name, v, there)
}

func typed[T any](name string, v any, there bool) (T, error) {
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
