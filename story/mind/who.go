package mind

import (
	"cmp"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// A Knower is somebody who knows something, with how they came by it first.
type Knower struct {
	Hop
	KnownTo []event.CharacterID // those others whom they take to know it too, sorted
}

// A Mistaken is somebody who does not know something, and whom others take to know it.
type Mistaken struct {
	Who event.CharacterID
	By  []event.CharacterID // sorted
}

// A Spread is who knows something.
type Spread struct {
	Fact     string // its id: of a fact, a document, or a claim that is about neither
	Content  string // what is so; where it is no fact, what was first said
	Knowers  []Knower
	Mistaken []Mistaken // in order of their ids
}

// Who is who knows a fact, or heard a claim, in the order in which it reached them, and who is
// taken to and does not. It is named by its id, by that of a claim of it, or by words that stand
// in it and in no other. Error: *UnknownError.
func (m *Minds) Who(fact string) (Spread, error) {
	of, err := m.find(fact)
	if err != nil {
		return Spread{}, err
	}
	spread, taken := Spread{Fact: of.id, Content: m.content(of)}, make(map[event.CharacterID][]event.CharacterID)
	at := make(map[event.CharacterID]event.Position)
	for _, who := range slices.Sorted(maps.Keys(m.Each)) {
		pieces := m.about(of, who)
		if len(pieces) == 0 {
			continue
		}
		takes := m.takes(who, pieces, slices.Repeat([]matter{of}, len(pieces)))
		knower := Knower{Hop: m.hop(who, pieces[0]), KnownTo: takes[of]}
		spread.Knowers, at[who] = append(spread.Knowers, knower), pieces[0].at
		for _, id := range knower.KnownTo {
			taken[id] = append(taken[id], who)
		}
	}
	slices.SortStableFunc(spread.Knowers, func(a, b Knower) int { return cmp.Compare(at[a.Who], at[b.Who]) })
	for _, id := range slices.Sorted(maps.Keys(taken)) {
		if at[id] == 0 {
			spread.Mistaken = append(spread.Mistaken, Mistaken{id, taken[id]})
		}
	}
	return spread, nil
}
