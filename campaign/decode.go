package campaign

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A decoder fills Go values from a tree that has passed its schema: exact names
// only, so that a field the schema warned of is not read after all, and no value
// is ever of the wrong type. What the schema cannot know is reported on the way.
type decoder struct {
	names *names
	tell  func(contracts.Problem) // with the pointer from the top of the document
	at    way                     // to what is being decoded
}

// report tells of a problem whose pointer begins at what is being decoded.
func (d *decoder) report(p contracts.Problem) {
	p.Pointer = d.at.String() + p.Pointer
	d.tell(p)
}

// treeDecoder is a type that reads itself.
type treeDecoder interface {
	decodeTree(d *decoder, v any)
}

// decode fills the value that into points to.
func (d *decoder) decode(into any, v any) {
	d.value(reflect.ValueOf(into).Elem(), v)
}

// member is decode for a field of what is being decoded.
func (d *decoder) member(field string, into any, v any) {
	d.at.into(toMember(field))
	defer d.at.back()
	d.decode(into, v)
}

var (
	conditionType = reflect.TypeFor[*condition.Condition]()
	effectsType   = reflect.TypeFor[[]effect.Effect]()
)

func (d *decoder) value(into reflect.Value, v any) {
	if v == nil {
		return
	}
	if own, ok := into.Addr().Interface().(treeDecoder); ok {
		own.decodeTree(d, v)
		return
	}
	switch into.Type() {
	case conditionType:
		into.Set(reflect.ValueOf(d.condition(v)))
		return
	case effectsType:
		into.Set(reflect.AppendSlice(into, reflect.ValueOf(d.effects(v))))
		return
	}
	d.plain(into, v)
}

func (d *decoder) plain(into reflect.Value, v any) {
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		d.value(into.Elem(), v)
	case reflect.Struct:
		d.object(into, v)
	case reflect.Slice:
		d.list(into, v)
	case reflect.Map:
		d.byName(into, v)
	default:
		scalar(into, v)
	}
}

func scalar(into reflect.Value, v any) {
	switch v := v.(type) {
	case string:
		into.SetString(v)
	case bool:
		into.SetBool(v)
	case strictjson.Number:
		numeral(into, v)
	}
}

// numeral sets a number, or the text it is written in where text is wanted too.
func numeral(into reflect.Value, n strictjson.Number) {
	f, _ := n.Float64()
	i, err := n.Int64()
	switch {
	case into.Kind() == reflect.String:
		into.SetString(string(n))
	case into.CanFloat():
		into.SetFloat(f)
	case err == nil:
		into.SetInt(i)
	default:
		into.SetInt(int64(min(max(f, -1<<53), 1<<53))) // 15.0 is whole to a schema
	}
}

// object fills the fields whose tags name members; a tag may give several names.
func (d *decoder) object(into reflect.Value, v any) {
	object, ok := v.(tree)
	if !ok {
		return
	}
	for _, field := range membersOf(into.Type()) {
		if member, ok := object[field.name]; ok {
			d.at.into(toMember(field.name))
			d.value(into.Field(field.at), member)
			d.at.back()
		}
	}
}

// A member is a name that fills a field.
type member struct {
	name string
	at   int // the field's place
}

// membersByType remembers what the tags of a type say: there are few types and many values.
var membersByType sync.Map

func membersOf(t reflect.Type) []member {
	if known, ok := membersByType.Load(t); ok {
		return known.([]member)
	}
	var all []member
	for i := range t.NumField() {
		for name := range strings.SplitSeq(t.Field(i).Tag.Get("field"), ",") {
			if name != "" {
				all = append(all, member{name, i})
			}
		}
	}
	membersByType.Store(t, all)
	return all
}

func (d *decoder) list(into reflect.Value, v any) {
	if text, ok := v.(string); ok { // where a schema allows one for a list of one
		v = []any{text}
	}
	items, ok := v.([]any)
	if !ok {
		return
	}
	into.Grow(len(items))
	for i, item := range items {
		if item == nil { // left out because it is wrong
			continue
		}
		n := into.Len()
		into.SetLen(n + 1)
		into.Index(n).SetZero()
		d.at.into(toElement(i))
		d.value(into.Index(n), item)
		d.at.back()
	}
}

func (d *decoder) byName(into reflect.Value, v any) {
	object, ok := v.(tree)
	if !ok {
		return
	}
	into.Set(reflect.MakeMapWithSize(into.Type(), len(object)))
	for _, name := range sortedKeys(object) {
		element := reflect.New(into.Type().Elem()).Elem()
		d.at.into(toMember(name))
		d.value(element, object[name])
		d.at.back()
		into.SetMapIndex(reflect.ValueOf(name), element)
	}
}

// condition reads a condition and looks up what it names.
func (d *decoder) condition(v any) *condition.Condition {
	c, problems := condition.Parse(v, d.names.conditions())
	d.all(problems)
	if c == nil {
		return nil
	}
	d.refer("beat", "/requires_beat", c.Beat)
	d.refer("beat", "/requires_any_beat", c.AnyBeat...)
	d.refer("beat", "/forbids_beat", c.Forbidden...)
	d.refer("place", "/place", c.Place)
	d.refer("person", "/present", c.Present...)
	d.refer("choice", choiceField(v), c.Choices...)
	for _, wanted := range c.People {
		person, _, _ := strings.Cut(wanted.Path, ".")
		d.refer("person", "/npc_state/"+strictjson.Token(wanted.Path), person)
	}
	d.checkFacts("/npc_state", c.People)
	d.checkFacts("/player_state", c.Player)
	for _, wanted := range c.World {
		if id, is := strings.CutPrefix(wanted.Path, OccasionsName+"."); is {
			d.refer("occasion", "/world_state/"+strictjson.Token(wanted.Path), id)
		}
	}
	return c
}

func choiceField(v any) string {
	object, _ := v.(tree)
	if _, one := object["player_choice"]; one {
		return "/player_choice"
	}
	return "/player_choices"
}

func (d *decoder) effects(v any) []effect.Effect {
	effects, problems := effect.Parse(v, d.names.problem)
	d.all(problems)
	return slices.DeleteFunc(effects, func(e effect.Effect) bool {
		thread, is := e.(effect.Thread)
		return is && !d.mayRun(thread.ID)
	})
}

// mayRun reports whether a thread of the plot is one of as many as there may be.
func (d *decoder) mayRun(thread string) bool {
	all := d.names.threads
	switch {
	case all[thread]:
		return true
	case len(all) == maxThreads:
		if !d.names.moreThreads {
			d.names.moreThreads = true
			d.report(contracts.Problem{Kind: contracts.Limit, Message: fmt.Sprintf("%q is left out with all other threads after it: a campaign has at most %d", thread, maxThreads)})
		}
		return false
	}
	all[thread] = true
	return true
}

// refer reports the ids that lead nowhere, in a field of what is being decoded.
func (d *decoder) refer(kind, at string, ids ...string) {
	for _, id := range ids {
		if id == "" {
			continue
		}
		if problem := d.names.problem(kind, id); problem != nil {
			problem.Pointer = at
			d.report(*problem)
		}
	}
}

func (d *decoder) all(problems contracts.Problems) {
	for _, p := range problems {
		d.report(p)
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
