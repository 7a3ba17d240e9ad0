package story

import (
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

func (s *State) setPerson(id event.CharacterID, c Character) { own(s, partPeople, &s.People)[id] = c }

// meet notes that the player shares a place with somebody and sees them.
func (s *State) meet(ids []event.CharacterID) {
	for _, id := range ids {
		c := s.People[id]
		c.Shown.Place, c.Shown.Hidden = c.Place, false
		if turn := s.Turn.Number; turn > 0 {
			c.Seen = turn
			if c.Met == 0 {
				c.Met = turn
			}
		}
		s.setPerson(id, c)
	}
}

// notice is meet for somebody who did something the player perceived, where they
// are in the same place.
func (s *State) notice(id event.CharacterID) {
	if c, is := s.People[id]; is && id != event.Player && c.Place != "" && c.Place == s.Place() {
		s.meet([]event.CharacterID{id})
	}
}

func (s *State) moved(r persistence.Record) {
	who := event.CharacterID(r.Event.Text("who"))
	c := s.People[who]
	from := c.Place
	c.Place = r.Event.Text("to")
	if who == event.Player {
		c.Shown.Place = c.Place
		s.setPerson(who, c)
		// "Arriving at a place perceives what is openly there."
		s.meet(s.here(func(Character) bool { return true }))
		return
	}
	here, seen := s.Place(), r.Event.Perception.Witnessed(event.Player)
	comes, goes := here != "" && c.Place == here, here != "" && from == here
	c.Shown.Hidden = comes && !seen
	if seen {
		c.Shown.Place, c.Seen = c.Place, s.Turn.Number
	}
	if seen && (comes || goes) && c.Met == 0 {
		c.Met = s.Turn.Number
	}
	s.setPerson(who, c)
}

func (s *State) characterChanged(r persistence.Record) {
	who, changes := event.CharacterID(r.Event.Text("who")), object(r.Event.Data["changes"])
	c := s.People[who]
	c.Changes = protocol.Merge(c.Changes, changes)
	seen := r.Event.Perception.Witnessed(event.Player)
	if seen {
		c.Shown.Changes = protocol.Merge(c.Shown.Changes, changes)
	}
	s.setPerson(who, c)
	if seen {
		s.notice(who)
	}
}

func (s *State) itemGained(r persistence.Record) { s.carry(r, withItem) }
func (s *State) itemLost(r persistence.Record)   { s.carry(r, withoutItem) }

// carry changes what one person has. Whom it came from or went to is another
// event's to say, where they had it or have it now.
func (s *State) carry(r persistence.Record, change func([]Item, string, int64) []Item) {
	who, item, count := event.CharacterID(r.Event.Text("who")), r.Event.Text("item"), r.Event.Whole("count")
	c := s.People[who]
	c.Items = change(c.Items, item, count)
	seen := r.Event.Perception.Witnessed(event.Player)
	if seen {
		c.Shown.Items = change(c.Shown.Items, item, count)
	}
	s.setPerson(who, c)
	if seen {
		s.notice(who)
	}
}

// withItem is a list with so many more of an item.
func withItem(items []Item, id string, count int64) []Item {
	if count <= 0 {
		return items
	}
	i := slices.IndexFunc(items, func(item Item) bool { return item.ID == id })
	if i < 0 {
		return append(slices.Clip(items), Item{ID: id, Count: count})
	}
	items = slices.Clone(items)
	items[i].Count = plus(items[i].Count, count)
	return items
}

// withoutItem is a list with so many less of an item, as far as there are any.
func withoutItem(items []Item, id string, count int64) []Item {
	i := slices.IndexFunc(items, func(item Item) bool { return item.ID == id })
	if count <= 0 || i < 0 {
		return items
	}
	items = slices.Clone(items)
	if items[i].Count <= count {
		return slices.Delete(items, i, i+1)
	}
	items[i].Count -= count
	return items
}

// count is how many of an item somebody has.
func (c Character) count(id string) int64 {
	i := slices.IndexFunc(c.Items, func(item Item) bool { return item.ID == id })
	if i < 0 {
		return 0
	}
	return c.Items[i].Count
}
