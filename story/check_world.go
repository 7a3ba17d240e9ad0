package story

import (
	"errors"
	"slices"

	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/world"
)

func (s *State) admitsEntity(e event.Event) error {
	is := event.EntityType(e.Text("type"))
	id, in := e.Text("entity"), s.World.In(e.Text("entity"))
	stands := (is == event.Person || is == event.Place) && in != ""
	return errors.Join(
		refuse(stands && s.World.Placed[id].In != in, "entity: %q carries %q already, which is neither somebody nor a place", in, id),
		refuse(stands && e.Text("place") != "" && e.Text("place") != in, "place: %q is in %q already; %q says where it goes", id, in, event.Moved),
		refuse((is == event.Person || is == event.Place) && e.Text("place") != "" && s.World.Within(e.Text("place"), e.Text("entity")),
			"place: %q is within %q itself", e.Text("place"), id))
}

func (s *State) admitsMove(e event.Event) error {
	return errors.Join(s.admitsProps(e, "to"), s.admitsPlacing(e.Text("who"), "to", e.Text("to"), e.Text("slot")))
}

// admitsPlacing says why something cannot be somewhere: in what is within it, in no slot of it, in one
// that is taken.
func (s *State) admitsPlacing(id, field, in, slot string) error {
	c := s.World.Containers[in]
	there := ""
	if slot != "" {
		there = s.World.Occupant(in, slot)
	}
	return errors.Join(
		refuse(s.World.Within(in, id), "%s: %q is within %q itself", field, in, id),
		refuse(s.World.TooDeep(id, in), "%s: with what is in %q, and what %q is in, that would be more than %d containers, one in the other", field, id, in, world.Deepest),
		refuse(slot != "" && !slices.Contains(c.Slots, slot), "slot: %q has no slot %q, only %q", in, slot, c.Slots),
		refuse(there != "" && there != id, "slot: %q is in the slot %q of %q", there, slot, in))
}

func (s *State) admitsPutting(e event.Event) error {
	item, in := e.Text("item"), e.Text("in")
	_, is := s.World.Containers[in]
	return errors.Join(
		s.admitsProps(e, "item", "in"),
		s.admitsNotCarried("item", item),
		refuse(!is && !isOf(event.Place)(s, in), "in: nobody has said that %q holds anything: a %q makes a container of it", in, event.ContainerChanged),
		s.admitsPlacing(item, "in", in, e.Text("slot")))
}

// admitsProps refuses that a thing is had, or used as what holds something, which there was for an occasion alone that is over: it is gained
// by the beginning of that for a cause, in the turn in which it ends at the latest, and by nothing else.
func (s *State) admitsProps(e event.Event, fields ...string) error {
	for _, field := range fields {
		o, gone := s.World.Gone(e.Text(field))
		kept := e.Kind == event.ItemGained && o.Stage == world.Completed && e.Cause == o.Start && o.End >= s.Turn.First
		if gone && !kept {
			return refuse(true, "%s: %q was there for the occasion %q alone, which is over; have somebody gain it while that goes on, with its beginning for the cause", field, e.Text(field), o.ID)
		}
	}
	return nil
}

// admitsCarrying refuses that a thing is carried which holds others and somebody else carries, who then would be in two places, or in which
// they would be too deep.
func (s *State) admitsCarrying(who, item string) error {
	_, container := s.World.Containers[item]
	other := slices.ContainsFunc(s.World.Carried[item], func(c world.Carrier) bool { return string(c.Who) != who })
	return errors.Join(
		refuse(s.World.Holding(item, who), "item: %q is in %q, and cannot carry it", who, item),
		refuse(other && container, "item: %q is with %q already, and what others may be in is in one place; %q first", item, s.World.In(item), event.ItemLost),
		refuse(s.World.TooDeep(item, who), "item: with what is in %q, and what %q is in, that would be more than %d containers, one in the other", item, who, world.Deepest))
}

// admitsNotCarried refuses what somebody carries: nothing is in two places.
func (s *State) admitsNotCarried(field, item string) error {
	held := s.World.Carried[item]
	if len(held) == 0 {
		return nil
	}
	return refuse(true, "%s: %q carries %q; %q first, since nothing is in two places", field, held[0].Who, item, event.ItemLost)
}

func (s *State) admitsContainer(e event.Event) error {
	id, in := e.Text("container"), e.Text("inside")
	_, slots := e.Lookup("slots")
	err := errors.Join(
		s.admitsProps(e, "container", "inside"),
		refuse(in == "" && e.Text("slot") != "", "slot: of the container that it is in, which inside names"),
		admitsSlots(e.Texts("slots")))
	if in != "" {
		_, is := s.World.Containers[in]
		err = errors.Join(err, s.admitsNotCarried("inside", id),
			refuse(!is && !isOf(event.Place)(s, in), "inside: nobody has said that %q holds anything", in),
			s.admitsPlacing(id, "inside", in, e.Text("slot")))
	}
	for _, there := range s.World.Holds(id) {
		slot := s.World.Placed[there].Slot
		err = errors.Join(err, refuse(slots && slot != "" && !slices.Contains(e.Texts("slots"), slot), "slots: %q is in the slot %q", there, slot))
	}
	return err
}

func admitsSlots(slots []string) error {
	for i, slot := range slots {
		if slices.Contains(slots[:i], slot) {
			return refuse(true, "slots: %q stands there twice", slot)
		}
	}
	return nil
}

func (s *State) admitsActivity(e event.Event) error {
	who := e.Text("who")
	err := refuse(e.Whole("span") < 0, "span: %d minutes are none", e.Whole("span"))
	for _, id := range e.Texts("holding") {
		err = errors.Join(err, refuse(s.World.In(id) != who, "holding: %q does not carry %q", who, id))
	}
	return err
}
