package story

import (
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/world"
)

// world names all that a world is.
func (a *archive) world(w *world.World) {
	named(a, &w.People, func(is *bool) { flag(a, is) })
	named(a, &w.Containers, func(c *world.Container) {
		flag(a, &c.Place)
		texts(a, &c.Slots)
		flag(a, &c.Open)
		flag(a, &c.Moving)
		flag(a, &c.Public)
		text(a, &c.Sight)
		text(a, &c.Sound)
	})
	named(a, &w.Placed, func(p *world.Placed) {
		text(a, &p.In)
		text(a, &p.Slot)
	})
	named(a, &w.Carried, func(all *[]world.Carrier) {
		list(a, all, func(c *world.Carrier) {
			text(a, &c.Who)
			whole(a, &c.Count)
		})
	})
	named(a, &w.Doing, a.activity)
	named(a, &w.Unseen, func(by *[]event.CharacterID) { texts(a, by) })
	named(a, &w.Things, func(t **world.Thing) {
		if a.reading() {
			*t = new(world.Thing)
		}
		list(a, &(*t).Sightings, a.sighting)
		texts(a, &(*t).Places)
	})
	whole(a, &w.Minutes)
}

func (a *archive) activity(of *world.Activity) {
	text(a, &of.Posture)
	text(a, &of.Doing)
	whole(a, &of.Since)
	whole(a, &of.Span)
	flag(a, &of.Steady)
	text(a, &of.Attention)
	texts(a, &of.Attends)
	texts(a, &of.Holding)
	texts(a, &of.Status)
}

func (a *archive) sighting(s *world.Sighting) {
	whole(a, &s.Position)
	whole(a, &s.Minutes)
	text(a, &s.In)
	text(a, &s.Slot)
	text(a, &s.Not)
	text(a, &s.Claim)
	text(a, &s.Speaker)
	a.perception(&s.Perception)
}
