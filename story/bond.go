package story

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
	"github.com/narratoria/narratoria/story/world"
)

// A Bond is what the character has towards somebody, a faction or a group: their own, and what nobody else
// knows of it.
type Bond struct {
	Score int64 // thousandths, faded since
	world.Bond
	Since int64 // story minutes since they last had to do with each other; -1 for never

	About   []mind.Known // what of the other came out before the character, that they had kept to themselves
	Between []mind.Known // what was said, or came out, when as far as the character noticed nobody else was there
	Alone   []Recalled   // what the character remembers of just the two of them
}

// mostShared is how much a bond has of either list: the latest.
const mostShared = 20

// Bond is what the character has towards another.
func (v *View) Bond(whom string) Bond {
	b := Bond{Score: v.state.Regard(string(v.who), whom), Bond: v.state.World.Bonds[world.Pair{Who: string(v.who), Whom: whom}], Since: -1}
	if b.Spoken {
		b.Since = v.Minutes() - b.Last
	}
	other := event.CharacterID(whom)
	if !v.state.Minds.Of(other).Person || other == v.who {
		return b
	}
	known := v.state.Minds.Known(v.who)
	for _, i := range lately(v.state.Minds.About(v.who, other)) {
		b.About = append(b.About, known[i])
	}
	for _, i := range lately(v.state.Minds.Between(v.who, other)) {
		b.Between = append(b.Between, known[i])
	}
	b.Alone = v.alone(other)
	return b
}

// alone is what the character remembers of just themselves and another.
func (v *View) alone(whom event.CharacterID) (all []Recalled) {
	for i, m := range v.Memories() {
		others := slices.DeleteFunc(slices.Clone(m.Characters), func(id event.CharacterID) bool { return id == v.who })
		if len(others) > 0 && !slices.ContainsFunc(others, func(id event.CharacterID) bool { return id != whom }) {
			all = append(all, Recalled{Handle: handle('m', i), Memory: m, Relevance: rank.Whole})
		}
	}
	return lately(all)
}

// lately are the last of a list, as many as a bond has.
func lately[T any](all []T) []T { return all[max(0, len(all)-mostShared):] }

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
