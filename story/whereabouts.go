package story

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/world"
)

// Where is where the character thinks that a thing is, or with others, where they think that the first of
// these thinks that the second thinks ... it is: by what was seen, and else by what was told.
func (v *View) Where(thing string, others ...event.CharacterID) world.Whereabouts {
	return v.state.World.Where(thing, append([]event.CharacterID{v.who}, others...)...)
}

// WhereBelieving is Where for those who believe what they are told as a function says: see
// [world.World.WhereBelieving].
func (v *View) WhereBelieving(believes func(told world.Sighting, chain []event.CharacterID) bool, thing string, others ...event.CharacterID) world.Whereabouts {
	return v.state.World.WhereBelieving(believes, thing, append([]event.CharacterID{v.who}, others...)...)
}

// A Thing is something that the character knows to be at their place.
type Thing struct {
	ID, Name, In, Slot string
}

// Things are those that the character knows to be at their place, having seen them there last, in order
// of their ids. What a closed container hides is among them for who saw it put there.
func (v *View) Things() (all []Thing) {
	for id, at := range v.state.World.Here(v.who) {
		all = append(all, Thing{ID: id, Name: v.Name(id), In: at.In, Slot: at.Slot})
	}
	slices.SortFunc(all, func(a, b Thing) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Doing is what the character is at, as far as they noticed.
func (v *View) Doing() world.Activity { return v.knows.People[v.who].Doing }

// things are what session state has of them: none where there are none.
func (v *View) things() (all []any) {
	for _, t := range v.Things() {
		o := strictjson.Object{"id": t.ID, "name": t.Name, "in": t.In}
		strictjson.Put(o, "slot", t.Slot)
		all = append(all, o)
	}
	return all
}

// activity is what session state has of what somebody is at, nil for nothing.
func activity(a world.Activity) strictjson.Object {
	o := strictjson.Object{}
	strictjson.Put(o, "posture", string(a.Posture))
	strictjson.Put(o, "doing", a.Doing)
	strictjson.Put(o, "attention", string(a.Attention))
	for name, ids := range map[string][]string{"holding": a.Holding, "attends": a.Attends, "status": strictjson.AsStrings[string](strictjson.FromStrings(a.Status))} {
		if len(ids) > 0 {
			o[name] = strictjson.FromStrings(ids)
		}
	}
	if len(o) == 0 {
		return nil
	}
	return o
}
