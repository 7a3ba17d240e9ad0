package mind

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A Belief is something that one takes another to know.
type Belief struct {
	Piece               // by which they take it that it is known, as they have it themselves
	Fact   string       // as that of [Known]
	Moment event.Moment // since when
}

// Thinks is what the first of some people thinks that the second thinks ... that the last knows, one
// belief for each subject, in the order in which they came to it; of one alone it is what they know. The
// chain is as long as it is wanted, and a name that follows itself counts once: what somebody thinks
// that they think, they think.
//
// All of it is of the first mind alone and bounded by it, as [Minds.Known] is, which agrees with chains
// of two. They go by three things. Whoever stands in an audience takes all of it to have perceived what
// they did, and to think the same of each other. Whom they alone noticed beside it they take to know,
// and to know that the audience knows; nobody else of it is taken to know of that listener. And who
// says from whom they have something tells, too, who told whom before.
//
// So an answer can be wrong about what the others do think, as people are; [event.Perception.Thinks]
// says of one event what it made each of them think.
func (m *Minds) Thinks(chain ...event.CharacterID) []Belief {
	chain = slices.Compact(slices.Clone(chain))
	if len(chain) == 0 {
		return nil
	}
	who, rest := chain[0], chain[1:]
	if slices.ContainsFunc(rest, func(id event.CharacterID) bool { return !m.Of(id).Person }) {
		return nil
	}
	pieces, of := m.own(who)
	var beliefs []Belief
	believed := make(map[subject]bool)
	believe := func(of subject, p placed, came Coming, a account) {
		if believed[of] || !a.reaches(rest) {
			return
		}
		believed[of] = true
		p.Turn = came.Turn
		beliefs = append(beliefs, Belief{Piece: p.Piece, Fact: m.factOf(p), Moment: came.Moment})
	}
	known := make(map[subject]placed)
	next := 0
	for _, came := range m.Came {
		for ; next < len(pieces) && pieces[next].at == came.Position; next++ {
			p := pieces[next]
			if _, before := known[of[next]]; !before {
				known[of[next]] = p
			}
			believe(of[next], p, came, accountOf(who, p))
		}
		out := m.asIs(came.Revealed)
		if p, knew := known[out]; knew && came.Revealed != "" && came.Perception.Witnessed(who) {
			believe(out, p, came, account{seen(who, came.Perception)})
		}
	}
	return beliefs
}

// An account is what somebody has of how something became known: where it came to them, and then what
// is told by that of who knew it before, each from the next.
type account []occasion

// An occasion is one event by which something becomes known, as one mind has it.
type occasion struct {
	audience []event.CharacterID // whom all in it take to have perceived it
	aside    []event.CharacterID // who perceived it besides, as that mind alone knows: itself, and whom it noticed
}

// seen is an event that somebody perceived.
func seen(who event.CharacterID, p *event.Perception) occasion {
	return occasion{p.ApparentAudience, append(slices.Clone(p.Noticed[who]), who)}
}

// accountOf is that of somebody's piece.
func accountOf(who event.CharacterID, p placed) account {
	a := account{{aside: []event.CharacterID{who}}}
	if p.came.Perception.Witnessed(who) {
		a[0] = seen(who, p.came.Perception)
	}
	if p.Speaker == who && p.Truth == action.Lie {
		return a
	}
	if p.claim == "" {
		return append(a, occasion{audience: []event.CharacterID{p.from}})
	}
	a[0].audience = append(slices.Clone(a[0].audience), p.Speaker)
	for i := range p.Chain[1:] {
		a = append(a, occasion{audience: p.Chain[i : i+2]})
	}
	return a
}

// reaches reports whether, by an account, the first of some people thinks ... that the last knows.
func (a account) reaches(chain []event.CharacterID) bool {
	for _, next := range chain {
		i := slices.IndexFunc(a, func(o occasion) bool { return slices.Contains(o.audience, next) || slices.Contains(o.aside, next) })
		if i < 0 {
			return false
		}
		a = slices.Clone(a[i:]) // what was told there of before, they heard
		a[0].aside = []event.CharacterID{next}
	}
	return true
}
