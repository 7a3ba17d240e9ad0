package mind

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A How is the way in which somebody came by what they know. The list is closed; it only grows.
type How string

// The ways of coming by something.
const (
	HowWitnessed  How = How(event.Witnessed)
	HowInferred   How = How(event.Inferred)
	HowDiscovered How = How(event.Discovered)
	HowTold       How = "told"       // it was said to them
	HowHeard      How = "heard"      // it was said to others, who took them to be listening
	HowOverheard  How = "overheard"  // it was said to others, who did not
	HowSaid       How = "said"       // they said so themselves
	HowUngrounded How = "ungrounded" // they said so, and nothing tells how they came by it
	HowOtherwise  How = "otherwise"  // as the words beside it say
)

// Hows is the closed list.
func Hows() []How {
	return []How{HowWitnessed, HowInferred, HowDiscovered, HowTold, HowHeard, HowOverheard, HowSaid, HowUngrounded, HowOtherwise}
}

// Known is something that somebody knows, and how they came by it.
type Known struct {
	Piece
	Fact    string // the fact that it is, or that it was said about; "" where none is named
	How     How
	Way     string              // how, in free words, where the log has them; else ""
	From    event.CharacterID   // who said so, or whose secret it was; "" for nobody else
	Moment  event.Moment        // of the story, when they learned it; zero before its first
	KnownTo []event.CharacterID // those others whom they take to know it too, sorted
	About   []string            // whom or what it is about, by their ids

	Superseded   string // the fact that holds in place of Fact, where they have learned that; else ""
	Contradicted bool   // whether it was said, in other words than the fact's, of one that they have learned
}

// Known is what somebody knows, in the order in which they learned it. Whom they take to know
// it too are those who told them and those who told these, and everybody whom they took to be
// listening when it was said or came out, whether those listened or not. An eavesdropper whom
// nobody noticed is in nobody's list. To whom something else was said of it is in none for that: who lied
// does not take the other to know what is so.
func (m *Minds) Known(who event.CharacterID) []Known {
	pieces, of := m.own(who)
	takes, superseded := m.takes(who, pieces, of), m.superseded(pieces)
	learned := make(map[string]string) // the words of facts
	for _, p := range pieces {
		if p.claim == "" {
			learned[p.ID] = p.Content
		}
	}
	known := make([]Known, len(pieces))
	for i, p := range pieces {
		known[i] = Known{Piece: p.Piece, Fact: m.factOf(p), How: m.how(who, p), Way: p.way, From: p.other(who), Moment: p.came.Moment, KnownTo: takes[of[i]], About: m.aboutWhom(p)}
		known[i].Superseded = superseded[known[i].Fact]
		fact, is := learned[known[i].Fact]
		known[i].Contradicted = is && p.claim != "" && p.Content != fact && folded(p.Content) != folded(fact)
	}
	return known
}

// superseded are the facts in whose place another holds among some pieces, each with the latest that does.
// What has not been learned changes nothing for whoever knows the older.
func (m *Minds) superseded(pieces []placed) map[string]string {
	by := make(map[string]string)
	for _, p := range pieces {
		fact := m.Facts[p.ID]
		if p.claim == "" && fact.Supersedes != "" && fact.Position > m.Facts[by[fact.Supersedes]].Position {
			by[fact.Supersedes] = fact.ID
		}
	}
	return by
}

// own are somebody's pieces, and what each is of, and says of it, as far as they can know.
func (m *Minds) own(who event.CharacterID) ([]placed, []subject) {
	pieces := m.placed(who)
	of := m.within(pieces)
	m.otherwise(who, pieces, of)
	return pieces, of
}

// within is what each of somebody's pieces is of, for whoever knows of these alone.
func (m *Minds) within(pieces []placed) []subject {
	of, knows := make([]subject, len(pieces)), knowing(pieces)
	for i, p := range pieces {
		of[i] = m.subjectOf(p, knows)
	}
	return of
}

// factOf is the fact that a piece is, or that it was said about; "" where none is named.
func (m *Minds) factOf(p placed) string {
	if p.claim == "" {
		return p.ID
	}
	return m.Claims[p.claim].Fact
}

// takes are whom somebody takes to know each subject of their pieces too, sorted.
func (m *Minds) takes(who event.CharacterID, pieces []placed, of []subject) map[subject][]event.CharacterID {
	takes := make(map[subject][]event.CharacterID, len(pieces))
	audience := func(of subject, heard *event.Perception) {
		if heard.Witnessed(who) {
			takes[of] = append(append(takes[of], heard.ApparentAudience...), heard.Noticed[who]...)
		}
	}
	for i, p := range pieces {
		if p.Speaker != who || p.Truth != action.Lie { // else nobody had it before them
			takes[of[i]] = append(append(takes[of[i]], p.Chain...), p.from)
		}
		audience(of[i], p.came.Perception)
	}
	for _, came := range m.Came { // who knew a secret perceives, too, that it comes out
		if came.Revealed != "" {
			audience(m.asIs(came.Revealed), came.Perception)
		}
	}
	for of, all := range takes {
		slices.Sort(all)
		takes[of] = slices.DeleteFunc(slices.Compact(all), func(id event.CharacterID) bool { return id == who || !m.Of(id).Person })
	}
	return takes
}

// asIs is a fact in its own words, as whoever learned it has it.
func (m *Minds) asIs(fact string) subject {
	return subject{id: fact, words: folded(m.Facts[fact].Content)}
}

// how is the way in which somebody came by a piece.
func (m *Minds) how(who event.CharacterID, p placed) How {
	switch {
	case p.claim == "":
		return How(p.Source)
	case p.Speaker == who:
		return HowSaid
	case slices.Contains(p.came.To, who):
		return HowTold
	case p.came.Perception != nil && !slices.Contains(p.came.Perception.ApparentAudience, who):
		return HowOverheard
	}
	return HowHeard
}
