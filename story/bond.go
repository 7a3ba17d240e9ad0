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
	Since int64 // story minutes since they last had to do with each other, or [Never]

	About   []mind.Known // what the character knows of the other, or was told: what is about them, and what came out that they had kept back
	Between []mind.Known // what was said, or came out, when as far as the character noticed nobody else was there
	Alone   []Recalled   // what the character remembers of just the two of them
}

// Never is how long ago two had to do with each other who never had.
const Never = -1

// mostShared is how much a bond has of either list: the latest.
const mostShared = 20

// Bond is what the character has towards another.
func (v *View) Bond(whom string) Bond {
	minds := v.state.ShownMinds()
	b := Bond{Score: v.state.Regard(string(v.who), whom), Bond: v.Towards(whom), Since: Never}
	if b.Spoken {
		b.Since = v.Minutes() - b.Last
	}
	b.About = v.KnownOf(whom)
	if other := event.CharacterID(whom); other != v.who && minds.Of(other).Person {
		b.Between = v.knownAt(minds.Between(v.who, other))
		b.Alone = v.alone(other)
	}
	return b
}

// Towards is what [Bond] has beside opinion, knowledge and memories: trust, what is between the two in words, and when they last
// had to do with each other.
func (v *View) Towards(whom string) world.Bond {
	b := v.state.World.Bonds[world.Pair{Who: string(v.who), Whom: whom}]
	if !v.Shows(b.TrustSaid) {
		b.Trust = 0
	}
	if !v.Shows(b.SummarySaid) {
		b.Summary = ""
	}
	b.TrustSaid, b.SummarySaid = 0, 0 // what stands where in the log is nobody's to know
	return b
}

// KnownOf is what [Bond] has of what the character knows of another, without the rest of it.
func (v *View) KnownOf(whom string) []mind.Known {
	return v.knownAt(v.state.ShownMinds().About(v.who, whom))
}

// knownAt is what the character knows that stands at some places, the last of them.
func (v *View) knownAt(places []int) (all []mind.Known) {
	if len(places) == 0 {
		return nil
	}
	known := v.Known()
	for _, i := range lately(places) {
		all = append(all, known[i])
	}
	return all
}

// alone is what the character remembers of just themselves and another.
func (v *View) alone(whom event.CharacterID) (all []Recalled) {
	for i, m := range v.Memories() {
		if !v.Shows(m.Position) {
			continue
		}
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
	Meeting world.Meeting // when just its members were together in a scene, as far as the character saw
	Threads []Thread      // open ones that all of them follow, as far as the character knows
}

// Groups are those that the character belongs to, in order of their ids.
func (v *View) Groups() (all []Group) {
	for id, of := range v.state.World.Groups {
		if !slices.Contains(of.Members, v.who) {
			continue
		}
		if !v.Shows(of.SummarySaid) {
			of.Summary = ""
		}
		if !v.Shows(of.DynamicSaid) {
			of.Dynamic = ""
		}
		of.SummarySaid, of.DynamicSaid = 0, 0
		g := Group{ID: id, Name: v.Name(id), Group: of, Meeting: v.state.World.Met(v.who, of.Members...), Threads: v.ThreadsWith(of.Members...)}
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b Group) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// ThreadsWith are the open threads that the character follows, and as far as they know all of some others, of any set that meets.
func (v *View) ThreadsWith(others ...event.CharacterID) (all []Thread) {
	for _, id := range v.state.World.ThreadsOf(v.who, others...) {
		if t, follows := v.Thread(id); follows && t.Open {
			all = append(all, t)
		}
	}
	return all
}
