package story

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// Minds are what everybody knows at one place of a story, and how it came to them: when, from
// whom, and whom they took to be listening. They stay as they are when the story goes on, and
// any goroutine may read them.
//
// [Minds.Known] is of one view, and bounded as that is: what its character could not have
// perceived moves no byte of it. [Minds.Why] and [Minds.Who] are for whoever looks at a story
// from outside, and tell what no character of it knows.
type Minds struct {
	state    *State
	came     map[event.Position]coming
	revealed []coming // those of facts that came out
}

// A coming is what the log says of an event by which something became known.
type coming struct {
	moment     event.Moment
	perception *event.Perception // nil for what only those perceive whom it is about
	to         []event.CharacterID
	fact       string // that came out
}

// ErrStaged is the error of what is asked of the log about a state that is not in it.
var ErrStaged = errors.New("what is staged is not in the log yet")

// Minds reads the log up to where the state was read from its save: for looking, and not for
// each turn. Of a state that was read from no save it knows neither moments nor audiences. Errors:
// ErrStaged, persistence's.
func (s *State) Minds(ctx context.Context) (*Minds, error) {
	m := &Minds{state: s.Still(), came: make(map[event.Position]coming)}
	switch {
	case len(s.staged) > 0 || s.shelf != nil && s.Position > s.shelf.at.Position:
		return nil, ErrStaged
	case s.shelf == nil || s.Position == 0:
		return m, nil
	}
	for r, err := range s.shelf.save.Events(ctx, s.shelf.at, 0) {
		if err != nil {
			return nil, err
		}
		came := coming{moment: r.Event.Moment, perception: r.Event.Perception}
		switch r.Event.Kind {
		case event.FactLearned:
		case event.ClaimMade:
			came.to = characterIDs(r.Event.Texts("to"))
		case event.SecretRevealed:
			came.fact = r.Event.Text("fact")
			m.revealed = append(m.revealed, came)
		default:
			continue
		}
		m.came[r.Position] = came
	}
	return m, nil
}

// Minds are those at a place of the story, with the state there: at the end of a turn of the
// place's branch, or for turn 0 at the place itself, which may leave out what [Playthrough.Find]
// says. Errors: *NoPlaceError, persistence's.
func (p *Playthrough) Minds(ctx context.Context, at event.Where, turn int64) (*State, *Minds, error) {
	if turn != 0 {
		end, err := p.EndOf(ctx, cmp.Or(at.Branch, p.Where().Branch), turn)
		if err != nil {
			return nil, nil, err
		}
		at = end
	}
	state, err := p.At(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	minds, err := state.Minds(ctx)
	return state, minds, err
}

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
)

// Hows is the closed list.
func Hows() []How {
	return []How{HowWitnessed, HowInferred, HowDiscovered, HowTold, HowHeard, HowOverheard, HowSaid, HowUngrounded}
}

// Known is something that somebody knows, and how they came by it.
type Known struct {
	Piece
	Fact    string // the fact that it is, or that it was said about; "" where none is named
	How     How
	From    event.CharacterID   // who said so, or whose secret it was; "" for nobody else
	Moment  event.Moment        // of the story, when they learned it; zero before its first
	KnownTo []event.CharacterID // those others whom they take to know it too, sorted
}

// Known is what somebody knows, in the order in which they learned it. Whom they take to know
// it too are those who told them and those who told these, and everybody whom they took to be
// listening when it was said or came out, whether those listened or not. An eavesdropper whom
// nobody noticed is in nobody's list.
func (m *Minds) Known(who event.CharacterID) []Known {
	pieces, heard := m.state.As(who).placed(), make(map[string]bool)
	for _, p := range pieces {
		heard[p.claim] = true
	}
	own := make([]matter, len(pieces))
	for i, p := range pieces {
		own[i] = m.matterOf(p, func(claim string) bool { return heard[claim] })
	}
	takes := m.takes(who, pieces, own)
	known := make([]Known, len(pieces))
	for i, p := range pieces {
		known[i] = Known{Piece: p.Piece, Fact: p.ID, How: m.how(who, p), From: p.other(who), Moment: m.came[p.at].moment, KnownTo: takes[own[i]]}
		if p.claim != "" {
			known[i].Fact = m.state.Claims[p.claim].Fact
		}
	}
	return known
}

// takes are whom somebody takes to know each matter of their pieces too, sorted.
func (m *Minds) takes(who event.CharacterID, pieces []placed, of []matter) map[matter][]event.CharacterID {
	takes := make(map[matter][]event.CharacterID)
	audience := func(of matter, heard *event.Perception) {
		if heard.Witnessed(who) {
			takes[of] = append(append(takes[of], heard.ApparentAudience...), heard.Noticed[who]...)
		}
	}
	for i, p := range pieces {
		takes[of[i]] = append(append(takes[of[i]], p.Chain...), p.from)
		audience(of[i], m.came[p.at].perception)
	}
	for _, came := range m.revealed { // who knew a secret perceives, too, that it comes out
		audience(matter{id: came.fact}, came.perception)
	}
	for of, all := range takes {
		slices.Sort(all)
		takes[of] = slices.DeleteFunc(slices.Compact(all), func(id event.CharacterID) bool { return id == who || !isPerson(m.state, string(id)) })
	}
	return takes
}

// other is whom somebody has a piece from.
func (p *placed) other(who event.CharacterID) event.CharacterID {
	if from := cmp.Or(p.Speaker, p.from); from != who {
		return from
	}
	return ""
}

// how is the way in which somebody came by a piece.
func (m *Minds) how(who event.CharacterID, p placed) How {
	came := m.came[p.at]
	switch {
	case p.claim == "":
		return How(p.Source)
	case p.Speaker == who:
		return HowSaid
	case slices.Contains(came.to, who):
		return HowTold
	case came.perception != nil && !slices.Contains(came.perception.ApparentAudience, who):
		return HowOverheard
	}
	return HowHeard
}

// A matter is what pieces of knowledge are of: a fact or a document by its id, or what was
// first claimed where no such id goes with it.
type matter struct {
	claimed bool
	id      string
}

// matterOf is that of a piece, for whoever knows of some claims.
func (m *Minds) matterOf(p placed, knows func(claim string) bool) matter {
	if p.claim == "" {
		return matter{id: p.ID}
	}
	return m.claimedMatter(p.claim, knows)
}

// claimedMatter is that of a claim, by its own words for it or those of the claim that it was
// heard as.
func (m *Minds) claimedMatter(claim string, knows func(claim string) bool) matter {
	c := m.state.Claims[claim]
	for range longestChain {
		if id := cmp.Or(c.Fact, c.Source); id != "" {
			return matter{id: id}
		}
		before, is := m.state.Claims[c.From]
		if !is || !knows(c.From) {
			break
		}
		c = before
	}
	return matter{true, c.ID}
}

// anyClaim is for whoever looks from outside.
func anyClaim(string) bool { return true }

// about are the pieces that somebody has of a matter, with what they said of it themselves
// last: that is not how they know it.
func (m *Minds) about(of matter, who event.CharacterID) []placed {
	all := slices.DeleteFunc(m.state.As(who).placed(), func(p placed) bool { return m.matterOf(p, anyClaim) != of })
	own := func(p placed) int {
		if p.Speaker == who {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(own(a), own(b)) })
	return all
}

// A Hop is how one person came by something: by themselves, or from another.
type Hop struct {
	Who     event.CharacterID
	How     How
	From    event.CharacterID // who said so, or whose secret it was; "" for nobody
	Content string            // what is so, or what was said: others may have said it otherwise
	Truth   action.Truth      // as what the speaker said it, a lie as a lie; "" for a fact
	Source  string            // of what is ungrounded: where it is said to stand, a document's file
	Turn    int64
	Moment  event.Moment
}

// A Reason is one way by which something reached somebody, hop by hop back to whoever saw it, or
// said so without ground.
type Reason []Hop

// A Why is how something reached somebody.
type Why struct {
	Fact    string            // its id: of a fact, a document, or a claim that is about neither
	Content string            // what is so; where it is no fact, what was first said
	Who     event.CharacterID // whom it reached
	Reasons []Reason          // in the order in which they came; none for somebody who does not know it
}

// Why is how somebody came by a fact or a claim. It is named as for [Minds.Who], or by the number
// that it has in [Minds.Known] of theirs, from 1. Error: *UnknownError.
func (m *Minds) Why(fact string, who event.CharacterID) (Why, error) {
	of, err := m.numbered(fact, who)
	if err != nil {
		return Why{}, err
	}
	why := Why{Fact: of.id, Content: m.content(of), Who: who}
	pieces := m.about(of, who)
	for i, p := range pieces {
		if p.Speaker == who && i > 0 {
			break // it follows from how they know it, or they said the same again
		}
		why.Reasons = append(why.Reasons, m.reason(of, who, p))
	}
	return why, nil
}

// reason follows a piece back. Each hop is of an earlier event than the one before, so that it
// ends; of hearsay that is longer than any view follows it, the end is left out.
func (m *Minds) reason(of matter, who event.CharacterID, p placed) (r Reason) {
	holder := who
	for range longestChain {
		if p.Speaker != holder { // what they said themselves only leads to where they have it from
			r = append(r, m.hop(holder, p))
			if holder = p.other(holder); holder == "" {
				return r
			}
		}
		earlier, is := m.earlier(of, holder, p)
		if !is {
			if p.claim != "" {
				r = append(r, m.hop(holder, p))
			}
			return r
		}
		p = earlier
	}
	return r
}

// hop is how somebody came by a piece. What they said themselves they have from nowhere.
func (m *Minds) hop(who event.CharacterID, p placed) Hop {
	claim := m.state.Claims[p.claim]
	h := Hop{
		Who: who, How: m.how(who, p), From: p.other(who), Content: p.Content, Truth: claim.Truth, Turn: p.Turn, Moment: m.came[p.at].moment,
	}
	if h.How == HowSaid {
		h.How, h.Source = HowUngrounded, claim.Source
	}
	return h
}

// earlier is the piece by which somebody came by what they said, or were known to keep to
// themselves: the claim that they say they heard, else what they learned, else what they heard
// first.
func (m *Minds) earlier(of matter, who event.CharacterID, than placed) (placed, bool) {
	var named, learned, heard []placed
	for _, p := range m.state.As(who).placed() {
		switch {
		case p.at >= than.at:
		case p.claim != "" && p.claim == m.state.Claims[than.claim].From:
			named = append(named, p)
		case p.Speaker == who || m.matterOf(p, anyClaim) != of:
		case p.claim == "":
			learned = append(learned, p)
		default:
			heard = append(heard, p)
		}
	}
	if all := slices.Concat(named, learned, heard); len(all) > 0 {
		return all[0], true
	}
	return placed{}, false
}

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
	for _, who := range slices.Sorted(maps.Keys(m.state.Known)) {
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

// content is what is so of a matter, or what was first said of it.
func (m *Minds) content(of matter) string {
	if fact, is := m.state.Facts[of.id]; is && !of.claimed {
		return fact.Content
	}
	first := Claim{}
	for _, c := range m.state.Claims {
		if m.claimedMatter(c.ID, anyClaim) == of && (first.Position == 0 || c.Position < first.Position) {
			first = c
		}
	}
	return first.Content
}
