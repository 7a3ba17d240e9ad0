package world

import (
	"maps"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// A World is where everything is and what it is doing, at one position of a log. The zero World is
// that of a story not begun. What it has is for reading, and only [World.Apply] changes it; values
// share their maps after [World.Share].
type World struct {
	People     map[event.CharacterID]bool                // who is somebody
	Containers map[string]Container                      // places, and what events made one of
	Placed     map[string]Placed                         // people, things and containers that are in one
	Carried    map[string][]Carrier                      // things that people carry, in the order they were gained
	Doing      map[event.CharacterID]Activity            // what people are at
	Unseen     map[event.CharacterID][]event.CharacterID // those who overlooked somebody's coming, sorted
	Things     map[string]*Thing                         // what was ever seen or told to be somewhere
	Minutes    int64                                     // of story time
	Occasions  map[string]Occasion
	Kept       map[string]Kept // props of which somebody gained some for good
	Bonds      map[Pair]Bond
	Groups     map[string]Group
	Meetings   map[string]Meeting // of each set of people that was ever together, for each of them
	Threads    map[string]Thread

	owned owned
}

// owned are the maps that no other value has.
type owned struct {
	people, containers, placed, carried, doing, unseen, things, occasions, kept, bonds, groups, meetings, threads bool

	thing map[string]bool // whose sightings
}

// Placed is where something is.
type Placed struct {
	In   string // a container
	Slot string // of the container; "" for nowhere in particular
}

// A Carrier is somebody who carries so many of something.
type Carrier struct {
	Who   event.CharacterID
	Count int64
}

// own gives a map that may be written to.
func own[K comparable, V any](owned *bool, m *map[K]V) map[K]V {
	if !*owned {
		*owned = true
		if *m = maps.Clone(*m); *m == nil {
			*m = make(map[K]V)
		}
	}
	return *m
}

// Share says that another value has the same maps from here on. The end of the slices stays with
// whichever of the two is appended to first, and no other may be without [World.Clip].
func (w *World) Share() { w.owned = owned{} }

// Clip gives up the room behind the slices, for another value to append to.
func (w *World) Clip() {
	if len(w.Things) == 0 {
		return
	}
	clipped := make(map[string]*Thing, len(w.Things))
	for id, t := range w.Things {
		clipped[id] = &Thing{Sightings: slices.Clip(t.Sightings), Places: t.Places, last: maps.Clone(t.last)}
	}
	w.Things = clipped
}

// Apply takes in the event at a position, which comes after all before. It refuses nothing: what is
// in the log has happened. What cannot be, as that something is within itself, changes nothing.
func (w *World) Apply(at event.Position, e event.Event) {
	w.change(at, e)
	w.notice(e)
	w.show(at, e)
}

// change is what an event does to the world, whoever perceives it.
func (w *World) change(at event.Position, e event.Event) {
	switch e.Kind {
	case event.PlaythroughStarted:
		w.started(e)
	case event.TimePassed:
		w.Minutes = saturated(w.Minutes, max(0, e.Whole("minutes")))
	case event.EntityAdded:
		w.added(e)
	case event.Moved:
		w.somebody(event.CharacterID(e.Text("who")))
		w.put(e.Text("who"), Placed{In: e.Text("to"), Slot: e.Text("slot")})
	case event.ItemPut:
		w.put(e.Text("item"), Placed{In: e.Text("in"), Slot: e.Text("slot")})
	case event.ItemGained:
		before := w.Carries(e.Text("item"), event.CharacterID(e.Text("who")))
		w.gained(e.Text("item"), Carrier{event.CharacterID(e.Text("who")), e.Whole("count")})
		w.keep(e, before)
	case event.ItemLost:
		w.lost(e.Text("item"), Carrier{event.CharacterID(e.Text("who")), e.Whole("count")})
	case event.ContainerChanged:
		w.containerChanged(e)
	case event.ActivityChanged:
		w.activityChanged(e)
	case event.OccasionPlanned:
		w.planned(at, e)
	case event.OccasionStarted, event.OccasionCompleted, event.OccasionCancelled, event.OccasionExpired:
		w.occasionChanged(at, e)
	default:
		w.between(at, e)
	}
}

// between is what an event does to what people have with each other.
func (w *World) between(at event.Position, e event.Event) {
	switch e.Kind {
	case event.RelationNoted:
		w.noted(at, e)
	case event.GroupChanged:
		w.groupChanged(at, e)
	case event.SceneOpened:
		w.met(e)
	case event.ThreadOpened:
		w.threadOpened(e)
	case event.Said, event.ClaimMade:
		w.dealt(e, e.Text("speaker"), e.Texts("to"))
	case event.Acted:
		a, _ := action.Parse(e.Value("action"))
		w.dealt(e, a.By.ID, people(a.To))
	}
}

func people(refs []action.Ref) (ids []string) {
	for _, r := range refs {
		if r.Kind == action.Person {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// somebody notes that an id is a person's.
func (w *World) somebody(id event.CharacterID) {
	if !w.People[id] {
		own(&w.owned.people, &w.People)[id] = true
	}
}

func (w *World) started(e event.Event) {
	w.somebody(event.Player)
	w.Minutes = max(0, strictjson.AsInteger(e.Object("parameters")["clock"]))
	persona := e.Object("persona")
	if place := strictjson.AsString(persona["place"]); place != "" {
		w.put(string(event.Player), Placed{In: place})
	}
	for _, item := range strictjson.AsStrings[string](persona["items"]) {
		w.gained(item, Carrier{event.Player, 1})
	}
}

// added finds people and places where they are said to be. Where an author lays a thing is for them to
// say, and it is found as they say: it lies there for all to see once it is put there.
func (w *World) added(e event.Event) {
	id, in := e.Text("entity"), e.Text("place")
	switch event.EntityType(e.Text("type")) {
	case event.Person:
		w.somebody(event.CharacterID(id))
	case event.Place:
		own(&w.owned.containers, &w.Containers)[id] = Container{Place: true}
	default:
		return
	}
	if in != "" {
		w.put(id, Placed{In: in})
	}
}

// put takes something to where it is from here on, but for into itself.
func (w *World) put(id string, to Placed) {
	if id == "" || to.In == "" || w.Within(to.In, id) {
		return
	}
	own(&w.owned.placed, &w.Placed)[id] = to
	if w.Carried[id] != nil {
		delete(own(&w.owned.carried, &w.Carried), id)
		w.putDown(id)
	}
}

// gained has somebody carry something, who is not in it. A thing may have the id of a place or of
// somebody; what is around those is not carried away.
func (w *World) gained(id string, by Carrier) {
	if by.Count <= 0 || w.People[event.CharacterID(id)] || w.Containers[id].Place || w.Within(string(by.Who), id) {
		return
	}
	held := slices.Clone(w.Carried[id])
	if i := slices.IndexFunc(held, func(c Carrier) bool { return c.Who == by.Who }); i >= 0 {
		by.Count = saturated(by.Count, held[i].Count)
		held = slices.Delete(held, i, i+1)
	}
	own(&w.owned.carried, &w.Carried)[id] = append(held, by)
	if _, lay := w.Placed[id]; lay {
		delete(own(&w.owned.placed, &w.Placed), id)
	}
}

func (w *World) lost(id string, by Carrier) {
	i := slices.IndexFunc(w.Carried[id], func(c Carrier) bool { return c.Who == by.Who })
	if i < 0 || by.Count <= 0 {
		return
	}
	held := slices.Clone(w.Carried[id])
	if held[i].Count -= by.Count; held[i].Count <= 0 {
		held = slices.Delete(held, i, i+1)
	}
	carried := own(&w.owned.carried, &w.Carried)
	if carried[id] = held; len(held) == 0 {
		delete(carried, id)
	}
	w.putDown(id)
}

// saturated adds what is not negative without running over.
func saturated(a, b int64) int64 {
	if sum := a + b; sum >= a {
		return sum
	}
	return 1<<63 - 1
}

// Names reports whether something is there by an id, or was seen: whoever added it.
func (w *World) Names(id string) bool {
	_, container := w.Containers[id]
	_, placed := w.Placed[id]
	_, carried := w.Carried[id]
	_, thing := w.Things[id]
	return container || placed || carried || thing || w.People[event.CharacterID(id)]
}
