package story

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// acted takes in what somebody did: those who perceived it know of the deed, and of
// what came of it as much as they perceived.
func (s *State) acted(r persistence.Record) {
	deed := parseDeed(r)
	entry := Entry{
		Deed: deed, Significance: action.Significance(r.Event.Text("significance")),
		Who: concerned(deed.Action),
	}
	for _, c := range deed.Outcome.Changes {
		if entry.perceiversOf(c.Event) == nil {
			entry.changes = append(entry.changes, perceived{c.Event, s.perceiversOf(c.Event)})
		}
	}
	s.note(r, entry)
	s.eachWitness(r.Event, func(w event.CharacterID) { s.notice(w, event.CharacterID(deed.Action.By.ID)) })
}

// parseDeed reads a deed. What is in the log was checked when it was written.
func parseDeed(r persistence.Record) *Deed {
	a, _ := action.Parse(r.Event.Value("action"))
	o, _ := action.ParseOutcome(r.Event.Value("outcome"))
	return &Deed{Action: a, Outcome: o, Position: r.Position}
}

// concerned are the people of an action, who does it first.
func concerned(a action.Action) []event.CharacterID {
	who := []event.CharacterID{event.CharacterID(a.By.ID)}
	for _, r := range a.To {
		if r.Kind == action.Person {
			who = append(who, event.CharacterID(r.ID))
		}
	}
	return who
}

// as is a deed as somebody perceived it, of an entry that they did.
func (entry *Entry) as(who event.CharacterID) *Deed {
	if entry.Deed == nil {
		return nil
	}
	seen := *entry.Deed
	seen.Outcome = seen.Outcome.For(func(at int64) bool {
		_, found := slices.BinarySearch(entry.perceiversOf(at), who)
		return found
	})
	return &seen
}

// perceiversOf are those who perceived the event of a change of a deed.
func (entry *Entry) perceiversOf(at int64) []event.CharacterID {
	for _, c := range entry.changes {
		if c.at == at {
			return c.by
		}
	}
	return nil
}

// deed finds the entry of a deed by its position, the latest first.
func (s *State) deed(at event.Position) (Entry, bool) {
	entry, found := s.entry(at)
	return entry, found && entry.Deed != nil
}

// entry finds an entry by its position.
func (s *State) entry(at event.Position) (Entry, bool) {
	i := s.Journal.find(func(e Entry) bool { return e.Position < at })
	if i == s.Journal.Len() {
		return Entry{}, false
	}
	entry := s.Journal.At(i)
	return entry, entry.Position == at
}

// LatestDeed is what the player did in this turn, as they perceived it; false where they
// did nothing yet.
func (s *State) LatestDeed() (Deed, bool) {
	for _, entry := range s.Journal.Back() {
		if entry.Turn != s.Turn.Number {
			break
		}
		if entry.Deed != nil && entry.Deed.Action.By == action.Player {
			return *entry.as(event.Player), true
		}
	}
	return Deed{}, false
}

func (s *State) factLearned(r persistence.Record) {
	s.perceivedBy(r, event.CharacterID(r.Event.Text("who")))
}

// claimMade lets everybody who perceived it have seen who said it.
func (s *State) claimMade(r persistence.Record) {
	e := r.Event
	speaker := event.CharacterID(e.Text("speaker"))
	s.note(r, Entry{
		Speaker: speaker, Claim: e.Text("claim"), Text: e.Text("content"),
		Who: append([]event.CharacterID{speaker}, characterIDs(e.Texts("to"))...),
	})
	s.eachWitness(e, func(w event.CharacterID) { s.notice(w, speaker) })
}

func (s *State) topicRaised(r persistence.Record) {
	e := r.Event
	id := e.Text("topic")
	if _, is := s.Topics[id]; !is {
		own(s, partTopics, &s.Topics)[id] = Topic{ID: id, Words: e.Text("words"), Thread: e.Text("thread")}
	}
	heard := TopicKnown{Words: e.Text("words"), Thread: e.Text("thread"), Raised: s.Turn.Number, By: e.Text("by"), Position: r.Position}
	s.eachWitness(e, func(w event.CharacterID) { s.hearOf(w, id, heard) })
}

// hearOf lets somebody know of a topic, as they first hear of it.
func (s *State) hearOf(who event.CharacterID, topic string, heard TopicKnown) {
	if _, knows := s.knows(who).Topics[topic]; !knows {
		s.mind(who).Topics[topic] = heard
	}
}

// topicSettled closes a topic for those who perceived it. Who had not heard of it hears
// of it by that.
func (s *State) topicSettled(r persistence.Record) {
	id := r.Event.Text("topic")
	heard := TopicKnown{Words: wordsOf(id), Raised: s.Turn.Number, Position: r.Position}
	s.eachWitness(r.Event, func(w event.CharacterID) {
		s.hearOf(w, id, heard)
		topics := s.mind(w).Topics
		known := topics[id]
		known.Settled = true
		topics[id] = known
	})
}

// wordsOf are those that an id was made of.
func wordsOf(id string) string { return strings.ReplaceAll(id, "-", " ") }

func (s *State) memoryKept(r persistence.Record) {
	m := s.memoryOf(r)
	s.Memories = s.Memories.with(m)
	s.keeps(remembered{m.Position, m.Knower, sumOf(m.ID)})
	s.mark(&m)
}

// memoryOf is what an event keeps. The deed is as its knower perceived it.
func (s *State) memoryOf(r persistence.Record) Memory {
	e := r.Event
	m := Memory{
		ID: e.Text("memory"), Knower: event.CharacterID(e.Text("knower")), Words: e.Text("words"),
		Significance: action.Significance(e.Text("significance")), Characters: characterIDs(e.Texts("characters")), Place: e.Text("place"),
		Tags: e.Texts("tags"), Topic: e.Text("topic"), Episodic: action.Episode(e.Text("episodic")), Source: event.Origin(e.Text("source")), Kind: event.Experience(e.Text("kind")), Metadata: e.Object("metadata"), At: e.Moment,
		Minutes: s.minutesOf(e), Turn: s.Turn.Number, Session: s.Session.Number, Position: r.Position,
	}
	if entry, is := s.deed(event.Position(e.Whole("of"))); is {
		m.Deed = entry.as(m.Knower)
	}
	for _, position := range e.List("because") {
		m.Because = append(m.Because, event.Position(strictjson.AsInteger(position)))
	}
	return m
}

func (s *State) memoryWithdrawn(r persistence.Record) {
	if i := s.memory(r.Event.Text("memory")); i >= 0 {
		m := s.Memories.At(i)
		kept := s.remembered.without(i)
		s.Memories, s.remembered, s.keepers = s.Memories.without(i), Series[remembered]{}, nil
		s.owned &^= partKeepers
		for _, r := range kept.From(0) {
			s.keeps(r)
		}
		s.unmark(&m)
		for who, pins := range s.Pins {
			s.setPins(who, without(pins, m.Position))
		}
	}
}

// memoryPinned has somebody have a memory at hand, after those that they have already.
func (s *State) memoryPinned(r persistence.Record) {
	who := event.CharacterID(r.Event.Text("who"))
	if i := s.memory(r.Event.Text("memory")); i >= 0 {
		at := s.Memories.At(i).Position
		s.setPins(who, append(without(s.Pins[who], at), at))
	}
}

func (s *State) memoryUnpinned(r persistence.Record) {
	who := event.CharacterID(r.Event.Text("who"))
	if i := s.memory(r.Event.Text("memory")); i >= 0 {
		s.setPins(who, without(s.Pins[who], s.Memories.At(i).Position))
	}
}

// memoryWeighed has a memory matter more, or less.
func (s *State) memoryWeighed(r persistence.Record) {
	if i := s.memory(r.Event.Text("memory")); i >= 0 {
		m := s.Memories.At(i)
		m.Significance = action.Significance(r.Event.Text("significance"))
		s.Memories = s.Memories.having(i, m)
	}
}

func (s *State) setPins(who event.CharacterID, pins []event.Position) {
	all := own(s, partPins, &s.Pins)
	if all[who] = pins; len(pins) == 0 {
		delete(all, who)
	}
}

// without is a list of its own that lacks a position.
func without(all []event.Position, at event.Position) []event.Position {
	return slices.DeleteFunc(slices.Clone(all), func(p event.Position) bool { return p == at })
}

// keeps notes the latest memory.
func (s *State) keeps(r remembered) {
	all := own(s, partKeepers, &s.keepers)
	all[r.knower] = all[r.knower].with(int32(s.remembered.Len()))
	s.remembered = s.remembered.with(r)
}

// before is how many of the memories before a place are a character's.
func (s *State) before(place int, who event.CharacterID) (n int) {
	for _, knower := range []event.CharacterID{who, event.Everyone} {
		places := s.keepers[knower]
		n += places.find(func(p int32) bool { return int(p) < place })
	}
	return n
}

// remembered is what finds one of the memories, which stands in its place.
type remembered struct {
	at     event.Position
	knower event.CharacterID
	id     uint64 // the sum of it
}

func sumOf(id string) uint64 {
	sum := sha256.Sum256([]byte(id))
	return binary.LittleEndian.Uint64(sum[:])
}

// memory is the place of the latest memory of an id, -1 where there is none.
func (s *State) memory(id string) int {
	sum := sumOf(id)
	for i, m := range s.remembered.Back() {
		if m.id == sum && s.Memories.At(i).ID == id {
			return i
		}
	}
	return -1
}
