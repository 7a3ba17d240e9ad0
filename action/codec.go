package action

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Object is the action as the log and requests hold it: members that are empty are
// left out, references are "kind:id".
func (a Action) Object() strictjson.Object {
	o := strictjson.Object{"kind": string(a.Kind)}
	strictjson.Put(o, "by", a.By.String())
	if len(a.To) > 0 {
		to := make([]any, len(a.To))
		for i, r := range a.To {
			to[i] = r.String()
		}
		o["to"] = to
	}
	for name, r := range map[string]Ref{"item": a.Item, "topic": a.Topic, "place": a.Place, "thread": a.Thread} {
		strictjson.Put(o, name, r.String())
	}
	strictjson.Put(o, "manner", string(a.Manner))
	strictjson.Put(o, "choice", a.Choice)
	strictjson.Put(o, "words", a.Words)
	strictjson.Put(o, "told", a.Told)
	if a.Minutes != 0 {
		o["minutes"] = a.Minutes
	}
	return o
}

// Object is the outcome as the log holds it.
func (o Outcome) Object() strictjson.Object {
	object := strictjson.Object{}
	strictjson.Put(object, "grade", string(o.Grade))
	strictjson.Put(object, "label", o.Label)
	if len(o.Changes) > 0 {
		changes := make([]any, len(o.Changes))
		for i, c := range o.Changes {
			change := strictjson.Object{"kind": string(c.Kind)}
			strictjson.Put(change, "who", c.Who.String())
			strictjson.Put(change, "what", c.What.String())
			if c.Event != 0 {
				change["event"] = c.Event
			}
			changes[i] = change
		}
		object["changes"] = changes
	}
	return object
}

// MarshalJSON writes what [Action.Object] gives.
func (a Action) MarshalJSON() ([]byte, error) { return strictjson.Encode(a.Object()), nil }

// UnmarshalJSON reads what [Parse] reads.
func (a *Action) UnmarshalJSON(data []byte) error {
	v, err := strictjson.Parse(data)
	if err == nil {
		*a, err = Parse(v)
	}
	return err
}

// MarshalJSON writes what [Outcome.Object] gives.
func (o Outcome) MarshalJSON() ([]byte, error) { return strictjson.Encode(o.Object()), nil }

// UnmarshalJSON reads what [ParseOutcome] reads.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	v, err := strictjson.Parse(data)
	if err == nil {
		*o, err = ParseOutcome(v)
	}
	return err
}

// ParseRef reads "kind:id"; "" is the zero Ref.
func ParseRef(text string) (Ref, error) {
	if text == "" {
		return Ref{}, nil
	}
	kind, id, ok := strings.Cut(text, ":")
	if !ok || id == "" || !slices.Contains(RefKinds(), RefKind(kind)) {
		return Ref{}, fmt.Errorf("%.60q is no reference; expected one such as \"person:ines\"", text)
	}
	return Ref{RefKind(kind), id}, nil
}

// Parse reads what [Action.Object] wrote, whichever numbers it holds. It refuses
// what is on no list, and references of the wrong kind.
func Parse(v any) (Action, error) {
	r := reader{}
	o := r.object(v, "an action")
	a := Action{
		Kind: Kind(r.text(o, "kind")), By: r.ref(o, "by", Person), To: r.refs(o, "to", Person, Item, Place, Faction),
		Item: r.ref(o, "item", Item), Topic: r.ref(o, "topic", Topic), Place: r.ref(o, "place", Place), Thread: r.ref(o, "thread", Thread),
		Manner: Manner(r.text(o, "manner")), Choice: r.text(o, "choice"), Words: r.text(o, "words"), Told: r.text(o, "told"),
		Minutes: r.whole(o, "minutes"),
	}
	r.end(o, "action")
	listed(&r, "kind", a.Kind, Kinds())
	listed(&r, "manner", a.Manner, Manners())
	return a, r.err
}

// ParseOutcome reads what [Outcome.Object] wrote.
func ParseOutcome(v any) (Outcome, error) {
	r := reader{}
	object := r.object(v, "an outcome")
	o := Outcome{Grade: Grade(r.text(object, "grade")), Label: r.text(object, "label")}
	changes := r.list(object, "changes")
	r.end(object, "outcome")
	for _, item := range changes {
		from := r.object(item, "a change")
		c := Change{Kind: ChangeKind(r.text(from, "kind")), Who: r.ref(from, "who"), What: r.ref(from, "what"), Event: r.whole(from, "event")}
		listed(&r, "kind", c.Kind, ChangeKinds())
		r.end(from, "entry of changes")
		o.Changes = append(o.Changes, c)
	}
	listed(&r, "grade", o.Grade, Grades())
	return o, r.err
}

// A reader takes objects apart and keeps the first fault.
type reader struct {
	err   error
	known []string
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *reader) object(v any, what string) strictjson.Object {
	r.known = nil
	o, ok := v.(strictjson.Object)
	if !ok {
		r.fail("expected %s, got %s", what, strictjson.Kind(v))
	}
	return o
}

func (r *reader) take(o strictjson.Object, name string) (any, bool) {
	r.known = append(r.known, name)
	v, there := o[name]
	return v, there
}

func (r *reader) text(o strictjson.Object, name string) string {
	v, there := r.take(o, name)
	s, ok := v.(string)
	if there && !ok {
		r.fail("%s: expected a text, got %s", name, strictjson.Kind(v))
	}
	return s
}

func (r *reader) whole(o strictjson.Object, name string) int64 {
	v, there := r.take(o, name)
	switch n := v.(type) {
	case int64:
		return n
	case int:
		return int64(n)
	case strictjson.Number:
		if i, err := n.Int64(); err == nil {
			return i
		}
	}
	if there {
		r.fail("%s: expected a whole number", name)
	}
	return 0
}

func (r *reader) list(o strictjson.Object, name string) []any {
	v, there := r.take(o, name)
	list, ok := v.([]any)
	if there && !ok {
		r.fail("%s: expected a list, got %s", name, strictjson.Kind(v))
	}
	return list
}

// ref reads a reference of one of some kinds, or of any.
func (r *reader) ref(o strictjson.Object, name string, kinds ...RefKind) Ref {
	return r.refOf(r.text(o, name), name, kinds)
}

func (r *reader) refOf(text, name string, kinds []RefKind) Ref {
	ref, err := ParseRef(text)
	if err != nil {
		r.fail("%s: %w", name, err)
	}
	if !ref.None() && len(kinds) > 0 && !slices.Contains(kinds, ref.Kind) {
		r.fail("%s: a %s cannot stand there", name, ref.Kind)
	}
	return ref
}

func (r *reader) refs(o strictjson.Object, name string, kinds ...RefKind) []Ref {
	var all []Ref
	for _, item := range r.list(o, name) {
		text, _ := item.(string)
		ref := r.refOf(text, name, kinds)
		if ref.None() {
			r.fail("%s: an entry is no reference", name)
		}
		all = append(all, ref)
	}
	return all
}

// end refuses members that nobody asked for.
func (r *reader) end(o strictjson.Object, what string) {
	for name := range o {
		if !slices.Contains(r.known, name) {
			r.fail("unknown field %q of what should be an %s", name, what)
		}
	}
}

func listed[T ~string](r *reader, name string, value T, list []T) {
	if !slices.Contains(list, value) {
		r.fail("%s: %.40q is not one of the %d there are", name, string(value), len(list))
	}
}
