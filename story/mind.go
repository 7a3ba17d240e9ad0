package story

import (
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

func (s *State) factEstablished(r persistence.Record) {
	e := r.Event
	own(s, partFacts, &s.Facts)[e.Text("fact")] = Fact{
		ID: e.Text("fact"), Content: e.Text("content"), Category: e.Text("category"),
		Supersedes: e.Text("supersedes"), Position: r.Position,
	}
}

func (s *State) factLearned(r persistence.Record) {
	e := r.Event
	s.Learned = append(s.Learned, Learned{
		Who: event.CharacterID(e.Text("who")), Fact: e.Text("fact"), Source: e.Text("source"), From: e.Text("from"),
		Content: e.Text("content"), Turn: s.Turn.Number, Position: r.Position,
	})
}

// secretRevealed lets the player know what one person kept to themselves, if the
// player was there.
func (s *State) secretRevealed(r persistence.Record) {
	e := r.Event
	fact := e.Text("fact")
	if !e.Perception.Witnessed(event.Player) {
		return
	}
	if !slices.Contains(s.Revealed, fact) {
		s.Revealed = append(s.Revealed, fact)
	}
	if !s.knows(event.Player, fact) {
		s.Learned = append(s.Learned, Learned{
			Who: event.Player, Fact: fact, Source: "discovered", From: e.Text("whose"), Turn: s.Turn.Number, Position: r.Position,
		})
	}
}

// knows reports whether somebody has learned a fact.
func (s *State) knows(who event.CharacterID, fact string) bool {
	return slices.ContainsFunc(s.Learned, func(l Learned) bool { return l.Who == who && l.Fact == fact })
}

func (s *State) memoryKept(r persistence.Record) {
	e := r.Event
	m := Memory{
		ID: e.Text("memory"), Knower: event.CharacterID(e.Text("knower")), Summary: e.Text("summary"),
		Significance: e.Text("significance"), Characters: characterIDs(e.Texts("characters")), Place: e.Text("place"),
		Tags: e.Texts("tags"), Topic: e.Text("topic"), Episodic: e.Text("episodic"), Source: e.Text("source"),
		Minutes: s.minutesOf(e), Turn: s.Turn.Number, Session: s.Session.Number, Position: r.Position,
	}
	for _, position := range list(e.Data["because"]) {
		m.Because = append(m.Because, event.Position(integer(position)))
	}
	s.Memories = append(s.Memories, m)
}

func (s *State) memoryWithdrawn(r persistence.Record) {
	if i := s.memory(r.Event.Text("memory")); i >= 0 {
		s.Memories = slices.Delete(slices.Clone(s.Memories), i, i+1)
	}
}

// memory is the place of a memory, -1 where there is none. The latest are looked
// at first: they are asked for most.
func (s *State) memory(id string) int {
	for i := len(s.Memories) - 1; i >= 0; i-- {
		if s.Memories[i].ID == id {
			return i
		}
	}
	return -1
}

func (s *State) relationBegun(r persistence.Record) {
	own(s, partRelations, &s.Relations)[pairOf(r.Event)] = s.begun(r.Event)
}

func (s *State) relationChanged(r persistence.Record) {
	own(s, partRelations, &s.Relations)[pairOf(r.Event)] = s.changed(r.Event)
}

// begun is what relation.begun makes of an opinion.
func (s *State) begun(e event.Event) Relation {
	relation := s.fading(e.Text("who"))
	if decay := object(e.Data["decay"]); decay != nil {
		relation = decayOf(decay)
	}
	relation.Score, relation.Changed, relation.Begun = clampScore(e.Whole("score")), s.Minutes, true
	return relation
}

// changed is what relation.changed makes of an opinion.
func (s *State) changed(e event.Event) Relation {
	pair := pairOf(e)
	relation, is := s.Relations[pair]
	if !is {
		relation = s.fading(pair.Who)
	}
	relation.Score = clampScore(plus(relation.At(s.Minutes), e.Whole("by")))
	relation.Changed = s.Minutes
	return relation
}

func pairOf(e event.Event) Pair { return Pair{Who: e.Text("who"), Whom: e.Text("whom")} }

// faction is the type of entities whose opinion is their reputation.
const faction = "faction"

// fading is an empty relation that fades as the story says for who has it.
func (s *State) fading(who string) Relation {
	kind := person
	if s.Entities[who].Type == faction {
		kind = faction
	}
	return decayOf(object(object(s.Parameters["relation"])[kind]))
}

func decayOf(o map[string]any) Relation {
	return Relation{Unit: max(0, integer(o["unit_minutes"])), Keep: min(max(0, integer(o["keep"])), wholeKeep)}
}
