package world

import (
	"maps"
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// A Thing is an item with all that ever showed of where it is.
type Thing struct {
	Sightings []Sighting // in the order of the log
	Places    []string   // the containers that anybody ever saw it in or was told that it is in, each once

	last map[event.CharacterID]lastSeen // of each who ever had a sighting of it; it follows from these
}

// lastSeen is what the sightings of a thing have somebody think by what they saw alone: so that nobody goes through all of
// them for it.
type lastSeen struct {
	latest   int            // the place of the latest sighting that they had, of what was said among them
	places   []string       // the containers that they ever saw it in or were told that it is in, each once
	where    Whereabouts    // since when they saw it nowhere else; unknown to who never saw it
	minutes  int64          // when they saw it there last
	position event.Position // by which event
	moved    bool           // whether they saw since that it is not there
	apart    bool           // whether they saw since that it is not somewhere
}

// remember takes the sighting at a place of the list into what those who saw it think.
func (t *Thing) remember(at int) {
	s := t.Sightings[at]
	for _, who := range s.Perception.WitnessedBy {
		was := t.last[who]
		if was.latest = at; s.In != "" && !slices.Contains(was.places, s.In) {
			was.places = append(slices.Clip(was.places), s.In)
		}
		switch {
		case s.Claim != "":
		case s.Not != "":
			was.apart, was.moved = true, was.moved || was.where.In == s.Not
		default:
			if was.apart || !was.where.Known || was.where.In != s.In || was.where.Slot != s.Slot {
				was.where = Whereabouts{Known: true, In: s.In, Slot: s.Slot, Minutes: s.Minutes, Position: s.Position}
			}
			was.minutes, was.position, was.moved, was.apart = s.Minutes, s.Position, false, false
		}
		if t.last == nil {
			t.last = make(map[event.CharacterID]lastSeen)
		}
		t.last[who] = was
	}
}

// Recollect makes anew, of its sightings, what follows from them.
func (t *Thing) Recollect() {
	t.last = nil
	for at := range t.Sightings {
		t.remember(at)
	}
}

// saw is where somebody saw a thing last; not known of what they never saw.
func (t *Thing) saw(who event.CharacterID) Whereabouts {
	last := t.last[who]
	if last.moved {
		return Whereabouts{Known: true, Minutes: last.minutes, Position: last.position}
	}
	return last.where
}

// A Sighting is an event by which the whereabouts of something showed.
type Sighting struct {
	Position   event.Position
	Minutes    int64
	In, Slot   string                                    // where it is, or is said to be; "" for nowhere
	Not        string                                    // instead of these: a container that it is not in, as all see who look into it
	Claim      string                                    // by which that was said; "" for what was seen
	Speaker    event.CharacterID                         // of the claim
	Perception *event.Perception                         // whom it showed to, and who is taken to have seen
	Apart      map[event.CharacterID][]event.CharacterID // of these, whom a witness does not see, and so takes for none
}

// Whereabouts are where somebody thinks that something is.
type Whereabouts struct {
	Known    bool   // whether they think anything
	In, Slot string // "" for not where they thought
	Claim    string // by which they know it, "" for having seen it
	From     event.CharacterID
	Minutes  int64 // of story time: since when they think so
	Position event.Position
}

// show notes what an event showed of where things are, as it is when it has happened.
func (w *World) show(at event.Position, e event.Event) {
	if e.Perception == nil || len(e.Perception.WitnessedBy) == 0 {
		return
	}
	s := Sighting{Position: at, Minutes: w.minutesOf(e), Perception: e.Perception}
	switch e.Kind {
	case event.ItemPut:
		w.sighted(e.Text("item"), s, Placed{e.Text("in"), e.Text("slot")})
	case event.ItemGained:
		w.sighted(e.Text("item"), s, Placed{In: e.Text("who")})
	case event.ItemLost:
		s.Not = e.Text("who")
		w.sighted(e.Text("item"), s, Placed{})
	case event.ActivityChanged:
		for _, id := range e.Texts("holding") {
			if w.In(id) == e.Text("who") {
				w.sighted(id, s, Placed{In: e.Text("who")})
			}
		}
	case event.ClaimMade:
		if s.Claim, s.Speaker = e.Text("claim"), event.CharacterID(e.Text("speaker")); e.Text("thing") != "" {
			w.sighted(e.Text("thing"), s, Placed{In: e.Text("at")})
		}
	case event.ContainerChanged:
		if e.Text("inside") != "" {
			w.sighted(e.Text("container"), s, w.Placed[e.Text("container")])
		}
	}
	switch e.Kind {
	case event.Moved, event.ContainerChanged, event.ActivityChanged, event.OccasionCompleted:
		w.lookedAround(s)
	}
}

// sighted notes that something showed somewhere.
func (w *World) sighted(id string, s Sighting, at Placed) {
	if w.People[event.CharacterID(id)] {
		return
	}
	s.In, s.Slot = at.In, at.Slot
	t := w.thing(id)
	t.Sightings = append(t.Sightings, s)
	t.remember(len(t.Sightings) - 1)
	if at.In != "" && !slices.Contains(t.Places, at.In) {
		t.Places = append(slices.Clip(t.Places), at.In)
	}
}

// thing is a thing for writing.
func (w *World) thing(id string) *Thing {
	all := own(&w.owned.things, &w.Things)
	if w.owned.thing[id] {
		return all[id]
	}
	t := &Thing{}
	if was := all[id]; was != nil {
		*t = *was
		t.last = maps.Clone(was.last)
	}
	if w.owned.thing == nil {
		w.owned.thing = make(map[string]bool)
	}
	w.owned.thing[id], all[id] = true, t
	return t
}

// lookedAround has all who perceived that something came, went, opened or woke see what is openly there
// now, and what is not where it was said to be, whoever thought so. That this shows nothing new to
// anybody is left out.
func (w *World) lookedAround(s Sighting) {
	for _, id := range w.lying() {
		seen := s
		seen.In, seen.Slot = w.Placed[id].In, w.Placed[id].Slot
		seen.Perception, seen.Apart = w.among(s.Perception, func(x event.CharacterID) bool { return w.looks(x, id) })
		w.sightedIfNews(id, seen, func(event.CharacterID) bool { return true })
	}
	for _, id := range w.known() {
		for _, was := range w.Things[id].Places {
			if _, is := w.Containers[was]; !is || w.In(id) == was {
				continue
			}
			gone := s
			gone.Not = was
			gone.Perception, gone.Apart = w.among(s.Perception, func(x event.CharacterID) bool { return w.looksInto(x, was) })
			w.sightedIfNews(id, gone, func(x event.CharacterID) bool { return slices.Contains(w.Things[id].last[x].places, was) })
		}
	}
}

// lying are the things that are in a container, sorted.
func (w *World) lying() (ids []string) {
	for id := range w.Placed {
		if !w.People[event.CharacterID(id)] && !w.Containers[id].Place {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// known are the things whose whereabouts ever showed, sorted.
func (w *World) known() (ids []string) {
	for id := range w.Things {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// looksInto reports whether somebody sees what is in a container.
func (w *World) looksInto(who event.CharacterID, container string) bool {
	return w.eyes(who) && w.inSight(w.In(string(who)), container, "") && !w.unseenWith(who, container)
}

// sightedIfNews notes a sighting for those to whom it matters and shows what the last that they had of the thing did not. What others
// see, or are told elsewhere, changes nothing of that.
func (w *World) sightedIfNews(id string, s Sighting, matters func(event.CharacterID) bool) {
	t, all := w.Things[id], s.Perception
	some := slices.DeleteFunc(slices.Clone(all.WitnessedBy), func(x event.CharacterID) bool { return !matters(x) || !t.isNews(s, x) })
	if len(some) > 0 {
		s.Perception = &event.Perception{WitnessedBy: some, ApparentAudience: all.ApparentAudience, Noticed: all.Noticed}
		w.sighted(id, s, Placed{s.In, s.Slot})
	}
}

// isNews reports whether a sighting shows anything to somebody that the one before it did not.
func (t *Thing) isNews(s Sighting, who event.CharacterID) bool {
	if t == nil {
		return true
	}
	seen, had := t.last[who]
	if !had {
		return true
	}
	last := t.Sightings[seen.latest]
	return last.Claim != "" || last.In != s.In || last.Slot != s.Slot || last.Not != s.Not ||
		!slices.Equal(last.audience(who), s.audience(who)) || !slices.Equal(last.Perception.Noticed[who], s.Perception.Noticed[who])
}

// audience are those who saw it too as one of those who saw it takes it.
func (s Sighting) audience(who event.CharacterID) []event.CharacterID {
	return slices.DeleteFunc(slices.Clone(s.Perception.ApparentAudience), func(x event.CharacterID) bool { return slices.Contains(s.Apart[who], x) })
}

// among is the perception of what only some of those see who perceived an event, and for each of them whom
// of the others they do not see: for each what they see themselves counts, and not what others do.
func (w *World) among(p *event.Perception, sees func(event.CharacterID) bool) (*event.Perception, map[event.CharacterID][]event.CharacterID) {
	only := func(ids []event.CharacterID, wanted func(event.CharacterID) bool) []event.CharacterID {
		return slices.DeleteFunc(slices.Clone(ids), func(x event.CharacterID) bool { return !wanted(x) })
	}
	some := &event.Perception{WitnessedBy: only(p.WitnessedBy, sees), ApparentAudience: only(p.ApparentAudience, sees)}
	var apart map[event.CharacterID][]event.CharacterID
	for _, x := range some.WitnessedBy {
		aside := only(p.Noticed[x], func(y event.CharacterID) bool { return sees(y) && w.Sees(x, string(y)) })
		if len(aside) > 0 {
			some.Noticed = with(some.Noticed, x, aside)
		}
		hidden := only(some.ApparentAudience, func(y event.CharacterID) bool { return x != y && !w.Sees(x, string(y)) })
		if len(hidden) > 0 {
			apart = with(apart, x, hidden)
		}
	}
	return some, apart
}

func with(m map[event.CharacterID][]event.CharacterID, who event.CharacterID, others []event.CharacterID) map[event.CharacterID][]event.CharacterID {
	if m == nil {
		m = make(map[event.CharacterID][]event.CharacterID)
	}
	m[who] = others
	return m
}

// Where is where the first of a chain thinks that the second thinks ... that the last thinks something
// is; with one name, where they think it is. What they saw counts before what they were told, and of
// either the latest.
func (w *World) Where(thing string, chain ...event.CharacterID) Whereabouts {
	seen := w.seen(thing, chain)
	if seen.Known {
		return seen
	}
	if t := w.Things[thing]; t != nil && len(chain) == 1 {
		if _, heard := t.last[chain[0]]; !heard { // nor of it
			return seen
		}
	}
	return w.WhereBelieving(w.believes, thing, chain...)
}

// seen is Where by what was seen alone.
func (w *World) seen(thing string, chain []event.CharacterID) Whereabouts {
	if t := w.Things[thing]; t != nil && len(chain) == 1 {
		return t.saw(chain[0])
	}
	return w.WhereBelieving(func(Sighting, []event.CharacterID) bool { return false }, thing, chain...)
}

// believes reports whether the first of a chain believes what was told, or thinks that its last does. Who
// distrusts the speaker does not; of others nobody knows that.
func (w *World) believes(told Sighting, chain []event.CharacterID) bool {
	distrusts := len(chain) == 1 && w.Bonds[Pair{string(chain[0]), string(told.Speaker)}].Trust < 0
	return told.Speaker != chain[len(chain)-1] && !distrusts
}

// WhereBelieving is Where for those who believe what they are told as a function says, which is asked
// whether along the chain it is thought that its last believes it: the latest of what was seen and of
// what was told and believed.
func (w *World) WhereBelieving(believes func(told Sighting, chain []event.CharacterID) bool, thing string, chain ...event.CharacterID) (none Whereabouts) {
	t := w.Things[thing]
	if t == nil || len(chain) == 0 {
		return none
	}
	chain = slices.Compact(slices.Clone(chain))
	var where Whereabouts
	var gone []string
	for _, s := range slices.Backward(t.Sightings) {
		switch {
		case !thinks(s, chain) || s.Claim != "" && !believes(s, chain):
		case s.Not != "":
			if where.Known {
				return where
			}
			gone = append(gone, s.Not)
		case !where.Known:
			where = Whereabouts{Known: true, In: s.In, Slot: s.Slot, Claim: s.Claim, From: s.Speaker, Minutes: s.Minutes, Position: s.Position}
			if slices.Contains(gone, s.In) {
				return Whereabouts{Known: true, Minutes: s.Minutes, Position: s.Position}
			}
		case where.In != s.In || where.Slot != s.Slot || where.Claim != s.Claim:
			return where
		default: // they knew it before
			where.Minutes, where.Position = s.Minutes, s.Position
		}
	}
	return where
}

// thinks reports whether the first of a chain thinks that ... the last perceived something, by their own
// mind: whom they take to be in the audience, and of those that they take each other to be.
func thinks(s Sighting, chain []event.CharacterID) bool {
	p := s.Perception
	if !p.Witnessed(chain[0]) {
		return false
	}
	for i, next := range chain[1:] {
		aside := i == 0 && slices.Contains(p.Noticed[chain[0]], next)
		if !aside && (!slices.Contains(p.ApparentAudience, next) || slices.Contains(s.Apart[chain[0]], next)) {
			return false
		}
	}
	return true
}

// Here are the things that somebody knows to be where they are, having seen them there last, with where
// that is.
func (w *World) Here(who event.CharacterID) map[string]Whereabouts {
	place := w.Place(string(who))
	if place == "" {
		return nil
	}
	here := make(map[string]Whereabouts)
	for id := range w.Things {
		if at := w.Where(id, who); at.Claim == "" && at.In != "" && w.PlaceFor(who, at.In) == place {
			here[id] = at
		}
	}
	return here
}

// PlaceFor is the place that somebody thinks a container is at, or who they think carries it; "" where they think nothing.
func (w *World) PlaceFor(who event.CharacterID, container string) string {
	for range Deepest {
		if w.Containers[container].Place || w.People[event.CharacterID(container)] {
			return container
		}
		at := w.Where(container, who)
		if container = at.In; container == "" {
			return "" // however near it is
		}
	}
	return ""
}
