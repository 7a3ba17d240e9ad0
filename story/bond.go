package story

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/world"
)

// A Bond is what the character has towards somebody, a faction or a group: their own, and what nobody else
// knows of it.
type Bond struct {
	Score int64 // thousandths, faded since
	world.Bond
	Since int64 // story minutes since they last had to do with each other; -1 for never
}

// Bond is what the character has towards another.
func (v *View) Bond(whom string) Bond {
	b := Bond{Score: v.state.Regard(string(v.who), whom), Bond: v.state.World.Bonds[world.Pair{Who: string(v.who), Whom: whom}], Since: -1}
	if b.Spoken {
		b.Since = v.Minutes() - b.Last
	}
	return b
}

// A Group is a group that the character belongs to.
type Group struct {
	ID, Name string
	world.Group
	Meeting world.Meeting // when just its members were together in a scene
	Threads []Thread      // open ones that all of them follow
}

// Groups are those that the character belongs to, in order of their ids.
func (v *View) Groups() (all []Group) {
	for id, of := range v.state.World.Groups {
		if !slices.Contains(of.Members, v.who) {
			continue
		}
		g := Group{ID: id, Name: v.Name(id), Group: of, Meeting: v.state.World.Met(of.Members...), Threads: v.ThreadsWith(of.Members...)}
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b Group) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// ThreadsWith are the open threads that the character and all of some others follow, of any set that meets.
func (v *View) ThreadsWith(others ...event.CharacterID) (all []Thread) {
	for _, id := range v.state.World.ThreadsOf(append(slices.Clone(others), v.who)...) {
		if t, follows := v.Thread(id); follows && t.Open {
			all = append(all, t)
		}
	}
	return all
}
