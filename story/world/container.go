package world

import (
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// A Container is what holds people and things.
type Container struct {
	Place  bool     // a place of the story, and not a thing in one
	Slots  []string // where in it something can be, each for one; none where it does not matter
	Open   bool
	Moving bool
	Public bool
	Sight  event.Sight // which way one sees through it while it is shut; "" is none
	Sound  event.Sound // when one hears through it; "" is while it is open
}

// containerChanged takes over what is said of a container.
func (w *World) containerChanged(e event.Event) {
	id := e.Text("container")
	c := w.Containers[id]
	if _, said := e.Lookup("slots"); said {
		c.Slots = e.Texts("slots")
	}
	c.Open, c.Moving, c.Public = flag(e, "open", c.Open), flag(e, "moving", c.Moving), flag(e, "public", c.Public)
	if sight := e.Text("sight"); sight != "" {
		c.Sight = event.Sight(sight)
	}
	if sound := e.Text("sound"); sound != "" {
		c.Sound = event.Sound(sound)
	}
	own(&w.owned.containers, &w.Containers)[id] = c
	if in := e.Text("inside"); in != "" {
		w.put(id, Placed{In: in, Slot: e.Text("slot")})
	}
}

// flag is what an event says of something, or what it was.
func flag(e event.Event, name string, was bool) bool {
	if _, said := e.Lookup(name); said {
		return e.Flag(name)
	}
	return was
}

// In is what something is in at once: a container, or who carries it; "" for nothing.
func (w *World) In(id string) string {
	if p, is := w.Placed[id]; is {
		return p.In
	}
	if held := w.Carried[id]; len(held) > 0 {
		return string(held[len(held)-1].Who)
	}
	return ""
}

// Deepest is how many containers one in the other are looked through. What is written is never
// within itself, so that this bounds only what each question costs.
const Deepest = 64

// around are all that something is in, the nearest first.
func (w *World) around(id string) (all []string) {
	for in := w.In(id); in != "" && len(all) < Deepest; in = w.In(in) {
		all = append(all, in)
	}
	return all
}

// Within reports whether something is in another, however deep, or is that itself.
func (w *World) Within(id, in string) bool { return id == in || slices.Contains(w.around(id), in) }

// Holding reports whether a thing, neither a place nor somebody, has another in it.
func (w *World) Holding(thing, id string) bool {
	return id != thing && !w.People[event.CharacterID(thing)] && !w.Containers[thing].Place && w.Within(id, thing)
}

// Depth is how many containers something is in, one in the other.
func (w *World) Depth(id string) int { return len(w.around(id)) }

// Place is the place that something is at: the nearest one around it, or the outermost of what is
// around it where none is a place; "" for nowhere.
func (w *World) Place(id string) string {
	all := w.around(id)
	for _, in := range all {
		if w.Containers[in].Place {
			return in
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// TooDeep reports whether something cannot be in another: with what is in the one, and what the other is in, there would be more than
// [Deepest], one in the other.
func (w *World) TooDeep(id, in string) bool {
	depth := w.Depth(in)
	return depth+len(w.Placed)+len(w.Carried) >= Deepest && depth+w.height(id) >= Deepest // which few worlds ask for
}

// height is how deep things and people are in something at most, one in the other.
func (w *World) height(id string) (most int) {
	inner := make(map[string][]string)
	for thing, p := range w.Placed {
		inner[p.In] = append(inner[p.In], thing)
	}
	for thing := range w.Carried {
		inner[w.In(thing)] = append(inner[w.In(thing)], thing)
	}
	for level := inner[id]; len(level) > 0 && most < Deepest; most++ {
		var next []string
		for _, thing := range level {
			next = append(next, inner[thing]...)
		}
		level = next
	}
	return most
}

// Inside are the people who are in a container, however deep, in order of their ids.
func (w *World) Inside(container string) []event.CharacterID {
	return w.those(func(id event.CharacterID) bool { return string(id) != container && w.Within(string(id), container) })
}

// Holds are the people and things that are in a container at once, sorted. What is in a slot of it
// is among them.
func (w *World) Holds(container string) []string {
	var all []string
	for id, p := range w.Placed {
		if p.In == container {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// Occupant is what is in a slot of a container, "" for nothing.
func (w *World) Occupant(container, slot string) string {
	for _, id := range w.Holds(container) {
		if w.Placed[id].Slot == slot {
			return id
		}
	}
	return ""
}

// A wall is what is around something: a container, which way it is passed, and what is beyond it
// where that is a thing that somebody carries.
type wall struct {
	of, leaf string
	out      bool
}

// passes reports whether one comes from one container into another through all walls between: out of
// what is around only the first, then into what is around only the other, which may be a thing's. Where
// they share nothing around them, nobody does.
func (w *World) passes(from, to, leaf string, lets func(wall) bool) bool {
	if from == "" || to == "" {
		return false
	}
	if from == to && !w.People[event.CharacterID(to)] {
		return true // as most are
	}
	outward, inward := append([]string{from}, w.around(from)...), append([]string{to}, w.around(to)...)
	for i, common := range outward {
		j := slices.Index(inward, common)
		if j < 0 {
			continue
		}
		for _, of := range outward[:i] {
			if !lets(wall{of: of, out: true}) {
				return false
			}
		}
		for k, of := range inward[:j] {
			if k > 0 {
				leaf = inward[k-1]
			}
			if !lets(wall{of: of, leaf: leaf}) {
				return false
			}
		}
		return true
	}
	return false
}

// inSight reports whether one sees from a container into another, or a thing in it.
func (w *World) inSight(from, to, leaf string) bool { return w.passes(from, to, leaf, w.letsSee) }

// letsSee reports whether one sees through a wall. What somebody carries shows while they hold it.
func (w *World) letsSee(x wall) bool {
	if w.People[event.CharacterID(x.of)] {
		return slices.Contains(w.Doing[event.CharacterID(x.of)].Holding, x.leaf)
	}
	c, through := w.Containers[x.of], event.SeesIn
	if x.out {
		through = event.SeesOut
	}
	return c.Open || c.Sight == through || c.Sight == event.SeesAll
}

// inHearing reports whether what sounds in a container is heard in another.
func (w *World) inHearing(from, to string) bool { return w.passes(from, to, "", w.letsHear) }

func (w *World) letsHear(x wall) bool {
	if w.People[event.CharacterID(x.of)] {
		return true // in somebody's pocket
	}
	c := w.Containers[x.of]
	switch c.Sound {
	case event.ThinSound:
		return true
	case event.NoSound:
		return false
	}
	return c.Open
}
