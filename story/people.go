package story

import (
	"cmp"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

func (s *State) setPerson(id event.CharacterID, c Character) { own(s, partPeople, &s.People)[id] = c }

// nobody is the knowledge of somebody who has perceived nothing yet.
var nobody = &Knowledge{}

// knows is what somebody has perceived and learned, for reading.
func (s *State) knows(who event.CharacterID) *Knowledge {
	if k := s.Known[who]; k != nil {
		return k
	}
	return nobody
}

// mind is what somebody knows, for writing.
func (s *State) mind(who event.CharacterID) *Knowledge {
	all := own(s, partKnown, &s.Known)
	if s.ownedMind[who] {
		return all[who]
	}
	k := *s.knows(who)
	k.People, k.Regards, k.Topics, k.Places = cloned(k.People), cloned(k.Regards), cloned(k.Topics), cloned(k.Places)
	if s.ownedMind == nil {
		s.ownedMind = make(map[event.CharacterID]bool)
	}
	s.ownedMind[who], all[who] = true, &k
	return &k
}

func cloned[K comparable, V any](m map[K]V) map[K]V {
	if m == nil {
		return make(map[K]V)
	}
	return maps.Clone(m)
}

// witnesses are those who perceived an event, sorted.
func witnesses(e event.Event) []event.CharacterID {
	if e.Perception == nil {
		return nil
	}
	return e.Perception.WitnessedBy
}

// eachWitness calls f with everybody who perceived an event.
func (s *State) eachWitness(e event.Event, f func(who event.CharacterID)) {
	for _, who := range witnesses(e) {
		f(who)
	}
}

// perceivedBy notes, for deeds of the same turn that it comes of, who knows of an event:
// its witnesses, or of one that has none those in whom it shows.
func (s *State) perceivedBy(r persistence.Record, who ...event.CharacterID) {
	s.perceived = append(s.perceived, perceived{at: int64(r.Position), by: who})
}

// perceived is an event of the turn, and who knows of it.
type perceived struct {
	at int64
	by []event.CharacterID
}

// perceiversOf are those who know of an event of the turn.
func (s *State) perceiversOf(at int64) []event.CharacterID {
	i, is := slices.BinarySearchFunc(s.perceived, at, func(p perceived, at int64) int { return cmp.Compare(p.at, at) })
	if !is {
		return nil
	}
	return s.perceived[i].by
}

// meet notes that somebody shares a place with others and sees them: where they are,
// and how those stand to them who feel something.
func (s *State) meet(who event.CharacterID, others ...event.CharacterID) {
	if len(others) == 0 {
		return
	}
	k := s.mind(who)
	for _, id := range others {
		a := k.People[id]
		a.Place = s.People[id].Place
		if turn := s.Turn.Number; turn > 0 {
			a.Seen = turn
			if a.Met == 0 {
				a.Met = turn
			}
		}
		k.People[id] = a
		if r, feels := s.Relations[Pair{Who: string(id), Whom: string(who)}]; feels {
			k.Regards[string(id)] = r
		}
	}
}

// notice is meet for somebody who did something that another perceived, where they
// are in the same place.
func (s *State) notice(who, id event.CharacterID) {
	if s.World.Sees(who, string(id)) {
		s.meet(who, id)
	}
}

// moved takes somebody to another place. Whoever perceives it knows where they are, and "arriving at a
// place perceives what is openly there".
func (s *State) moved(r persistence.Record) {
	who := event.CharacterID(r.Event.Text("who"))
	from := s.People[who].Place
	to := s.settle(who)
	s.eachWitness(r.Event, func(w event.CharacterID) { s.sawMove(w, who, from, s.takenTo(w, who, to, r.Event.Text("to"))) })
	for _, item := range s.People[who].Items {
		s.takesAlong(r.Event, item.ID)
	}
}

// takenTo is the place that somebody takes one to be at who went into a container before them: where they see them, or where they think that
// the container is.
func (s *State) takenTo(witness, who event.CharacterID, place, container string) string {
	if witness == who || place == container || s.sees(witness, who) {
		return place
	}
	at := s.World.PlaceFor(witness, container)
	if !s.World.People[event.CharacterID(at)] {
		return at
	}
	if event.CharacterID(at) == witness { // who carries it
		return s.People[witness].Place
	}
	return s.knows(witness).People[event.CharacterID(at)].Place
}

// settle takes over the place where somebody is.
func (s *State) settle(who event.CharacterID) string {
	c := s.People[who]
	c.Place = s.World.Place(string(who))
	s.setPerson(who, c)
	return c.Place
}

// containerChanged takes those who are in a container with it.
func (s *State) containerChanged(r persistence.Record) {
	s.takesAlong(r.Event, r.Event.Text("container"))
}

// itemPut takes those who are in a thing with it.
func (s *State) itemPut(r persistence.Record) { s.takesAlong(r.Event, r.Event.Text("item")) }

// takesAlong takes those who are in a container to where it is by now.
func (s *State) takesAlong(e event.Event, container string) {
	if _, is := s.World.Containers[container]; !is {
		return
	}
	for _, who := range s.World.Inside(container) {
		s.resettle(e, who)
	}
}

// resettle takes over the place where somebody is by what became of what they are in. Who perceives the event, and sees them, sees it.
func (s *State) resettle(e event.Event, who event.CharacterID) {
	from := s.People[who].Place
	if from == s.World.Place(string(who)) {
		return
	}
	to := s.settle(who)
	s.eachWitness(e, func(w event.CharacterID) {
		if w == who || s.sees(w, who) {
			s.sawMove(w, who, from, to)
		}
	})
}

// activityChanged lets those who perceive it see what somebody is at.
func (s *State) activityChanged(r persistence.Record) {
	who := event.CharacterID(r.Event.Text("who"))
	s.show(r.Event, who, func(a *Acquaintance) { a.Doing = s.World.Doing[who] })
}

// sawMove is what a witness takes in of a move.
func (s *State) sawMove(witness, who event.CharacterID, from, to string) {
	k := s.mind(witness)
	a := k.People[who]
	a.Place = to
	if witness == who {
		k.People[who] = a
		k.visit(from, to, s.Turn.Number)
		s.meet(who, s.Beside(who)...)
		for _, id := range s.Beside(who) {
			s.watch(who, id)
		}
		return
	}
	here := s.People[witness].Place
	a.Seen = s.Turn.Number
	if a.Met == 0 && here != "" && (here == to || here == from) {
		a.Met = s.Turn.Number
	}
	k.People[who] = a
	if s.sees(witness, who) {
		s.meet(witness, who)
		s.watch(witness, who)
	}
}

// watch lets somebody see what another is at.
func (s *State) watch(who, other event.CharacterID) {
	if doing, busy := s.World.Doing[other]; busy {
		k := s.mind(who)
		a := k.People[other]
		a.Doing = doing
		k.People[other] = a
	}
}

// visit notes that they went from one place to another, "" for nowhere. Where the story
// finds them they have come in its first turn.
func (k *Knowledge) visit(from, to string, turn int64) {
	turn = max(turn, 1)
	if was := k.Places[from]; from != "" && was.Came < turn {
		was.Left = turn
		k.Places[from] = was
	}
	if was := k.Places[to]; to != "" {
		was.Came = turn
		k.Places[to] = was
	}
}

func (s *State) characterChanged(r persistence.Record) {
	who, changes := event.CharacterID(r.Event.Text("who")), r.Event.Object("changes")
	c := s.People[who]
	c.Changes = protocol.Merge(c.Changes, changes)
	s.setPerson(who, c)
	s.show(r.Event, who, func(a *Acquaintance) { a.Changes = protocol.Merge(a.Changes, changes) })
}

// show lets everybody who perceived an event take in what it changed of somebody.
func (s *State) show(e event.Event, who event.CharacterID, change func(*Acquaintance)) {
	s.eachWitness(e, func(w event.CharacterID) {
		k := s.mind(w)
		a := k.People[who]
		change(&a)
		k.People[who] = a
		s.notice(w, who)
	})
}

func (s *State) itemGained(r persistence.Record) {
	s.carry(r, withItem)
	if who := event.CharacterID(r.Event.Text("who")); r.Event.Perception.Witnessed(who) {
		s.mind(who).hold(r.Event.Text("item"))
	}
	s.takesAlong(r.Event, r.Event.Text("item"))
}

func (s *State) itemLost(r persistence.Record) {
	s.carry(r, withoutItem)
	s.takesAlong(r.Event, r.Event.Text("item"))
}

// hold notes that they have come to have something.
func (k *Knowledge) hold(item string) {
	if !slices.Contains(k.Had, item) {
		k.Had = append(slices.Clip(k.Had), item)
	}
}

// carry changes what one person has. Whom it came from or went to is another
// event's to say, where they had it or have it now.
func (s *State) carry(r persistence.Record, change func([]Item, string, int64) []Item) {
	who, item, count := event.CharacterID(r.Event.Text("who")), r.Event.Text("item"), r.Event.Whole("count")
	c := s.People[who]
	c.Items = change(c.Items, item, count)
	s.setPerson(who, c)
	s.show(r.Event, who, func(a *Acquaintance) { a.Items = change(a.Items, item, count) })
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
func (c Character) count(id string) int64 { return countOf(c.Items, id) }

func countOf(items []Item, id string) int64 {
	i := slices.IndexFunc(items, func(item Item) bool { return item.ID == id })
	if i < 0 {
		return 0
	}
	return items[i].Count
}
