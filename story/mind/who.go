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

// A Mistaken is somebody who does not know something, and whom others take to know it, or who was told something
// else of it.
type Mistaken struct {
	Who      event.CharacterID
	By       []event.CharacterID // who take them to know it, sorted
	Believes string              // what they were told of it instead, last; "" for nothing
}

// A Spread is who knows something.
type Spread struct {
	Fact     string // its id: of a fact, a document, or a claim that is about neither
	Content  string // what is so; where it is no fact, what was first said
	Knowers  []Knower
	Mistaken []Mistaken // in order of their ids
}

// Who is who knows a fact, or heard a claim, in the order in which it reached them, and who is mistaken about
// it. It is named by its id, by that of a claim of it, or by words that stand
// in it and in no other. To be told something else of a fact is not to know it. Error: *UnknownError.
func (m *Minds) Who(fact string) (Spread, error) {
	of, err := m.find(fact)
	if err != nil {
		return Spread{}, err
	}
	spread, so := Spread{Fact: of.id, Content: m.content(of)}, m.so(of)
	taken, believes := make(map[event.CharacterID][]event.CharacterID), make(map[event.CharacterID]string)
	at := make(map[event.CharacterID]event.Position)
	for _, who := range slices.Sorted(maps.Keys(m.Each)) {
		knows, instead := m.apart(of, who, so)
		if len(knows) == 0 {
			if instead != "" {
				believes[who] = instead
				taken[who] = append([]event.CharacterID(nil), taken[who]...) // is there, if nobody takes them to know it either
			}
			continue
		}
		knower := Knower{Hop: m.hop(who, knows[0]), KnownTo: m.takesToKnow(who, knows)}
		spread.Knowers, at[who] = append(spread.Knowers, knower), knows[0].at
		for _, id := range knower.KnownTo {
			taken[id] = append(taken[id], who)
		}
	}
	slices.SortStableFunc(spread.Knowers, func(a, b Knower) int { return cmp.Compare(at[a.Who], at[b.Who]) })
	for _, id := range slices.Sorted(maps.Keys(taken)) {
		if at[id] == 0 {
			spread.Mistaken = append(spread.Mistaken, Mistaken{id, taken[id], believes[id]})
		}
	}
	return spread, nil
}

// apart are the pieces by which somebody knows a subject, and what others told them of it instead, last; "" for
// nothing.
func (m *Minds) apart(of subject, who event.CharacterID, so map[string]bool) (knows []placed, instead string) {
	for _, p := range m.about(of, who) {
		switch {
		case p.claim == "" || so[p.claim]:
			knows = append(knows, p)
		case p.Speaker != who:
			instead = p.Content
		}
	}
	return knows, instead
}

// takesToKnow are whom somebody takes to know what some of their pieces say, sorted.
func (m *Minds) takesToKnow(who event.CharacterID, some []placed) (all []event.CharacterID) {
	isOf := func(p placed) bool {
		return slices.ContainsFunc(some, func(s placed) bool { return s.at == p.at && s.claim == p.claim && s.ID == p.ID })
	}
	pieces := m.placed(who)
	of, wanted := m.within(pieces), make(map[subject]bool)
	for i, p := range pieces {
		wanted[of[i]] = wanted[of[i]] || isOf(p)
	}
	var about []placed
	var what []subject
	for i, p := range pieces {
		if wanted[of[i]] {
			about, what = append(about, p), append(what, of[i])
		}
	}
	m.otherwise(who, about, what)
	takes := m.takes(who, about, what)
	for i, p := range about {
		if isOf(p) {
			all = append(all, takes[what[i]]...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
