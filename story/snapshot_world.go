package story

import (
	"cmp"

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
		list(a, all, a.carrier)
	})
	named(a, &w.Doing, a.activity)
	named(a, &w.Unseen, func(by *[]event.CharacterID) { texts(a, by) })
	named(a, &w.Things, func(t **world.Thing) {
		if a.reading() {
			*t = new(world.Thing)
		}
		list(a, &(*t).Sightings, a.sighting)
		texts(a, &(*t).Places)
		if a.reading() {
			(*t).Recollect()
		}
	})
	whole(a, &w.Minutes)
	a.between(w)
}

func (a *archive) carrier(c *world.Carrier) {
	text(a, &c.Who)
	whole(a, &c.Count)
}

// between names occasions, and what people have with each other.
func (a *archive) between(w *world.World) {
	named(a, &w.Occasions, a.occasion)
	named(a, &w.Kept, func(k *world.Kept) {
		list(a, &k.By, a.carrier)
		list(a, &k.Gained, func(g *world.Gain) {
			a.carrier(&g.Carrier)
			texts(a, &g.Seen)
		})
	})
	byBoth := func(p, q world.Pair) int { return cmp.Or(cmp.Compare(p.Who, q.Who), cmp.Compare(p.Whom, q.Whom)) }
	dict(a, &w.Bonds, byBoth, func(p *world.Pair) {
		text(a, &p.Who)
		text(a, &p.Whom)
	}, func(b *world.Bond) {
		whole(a, &b.Trust)
		text(a, &b.Summary)
		whole(a, &b.Last)
		flag(a, &b.Spoken)
		whole(a, &b.TrustSaid)
		whole(a, &b.SummarySaid)
	})
	named(a, &w.Groups, func(g *world.Group) {
		texts(a, &g.Members)
		text(a, &g.Summary)
		text(a, &g.Dynamic)
		whole(a, &g.SummarySaid)
		whole(a, &g.DynamicSaid)
	})
	named(a, &w.Meetings, func(m *world.Meeting) {
		texts(a, &m.Members)
		whole(a, &m.Times)
		whole(a, &m.Last)
	})
	named(a, &w.Threads, func(t *world.Thread) {
		named(a, (*map[event.CharacterID][]event.CharacterID)(t), func(with *[]event.CharacterID) { texts(a, with) })
	})
}

func (a *archive) occasion(o *world.Occasion) {
	text(a, &o.ID)
	text(a, &o.Name)
	text(a, &o.Stage)
	text(a, &o.Trigger)
	whole(a, &o.At)
	whole(a, &o.Until)
	text(a, &o.Place)
	a.condition(&o.Condition)
	texts(a, &o.People)
	whole(a, &o.Span)
	texts(a, &o.Props)
	texts(a, &o.Topics)
	texts(a, &o.Threads)
	list(a, &o.Preconditions, a.condition)
	list(a, &o.OnStart, a.effect)
	list(a, &o.OnComplete, a.effect)
	text(a, &o.Significance)
	text(a, &o.Gist)
	whole(a, &o.Planning)
	whole(a, &o.Start)
	whole(a, &o.End)
	whole(a, &o.Began)
	named(a, &o.Known, func(s *world.Stage) { text(a, s) })
}

func (a *archive) condition(c *world.Condition) {
	text(a, &c.Fact)
	text(a, &c.Occasion)
	text(a, &c.Who)
	text(a, &c.At)
	text(a, &c.Carries)
}

// effect is what an occasion brings, as it stands in the event that planned it.
func (a *archive) effect(e *world.Effect) {
	text(a, &e.Kind)
	a.object(&e.Data)
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
	named(a, &s.Apart, func(others *[]event.CharacterID) { texts(a, others) })
}
