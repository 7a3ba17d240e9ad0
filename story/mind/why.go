package mind

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A Hop is how one person came by something: by themselves, or from another.
type Hop struct {
	Who     event.CharacterID
	How     How
	Way     string            // how, in free words, where the log has them; else ""
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
func (m *Minds) reason(of subject, who event.CharacterID, p placed) (r Reason) {
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
	claim := m.Claims[p.claim]
	h := Hop{
		Who: who, How: m.how(who, p), Way: p.way, From: p.other(who), Content: p.Content, Truth: claim.Truth, Turn: p.Turn, Moment: p.came.Moment,
	}
	if h.How == HowSaid {
		h.How, h.Source = HowUngrounded, claim.Source
	}
	return h
}

// earlier is the piece by which somebody came by what they said, or were known to keep to
// themselves: the claim that they say they heard, else what they learned, else what they heard
// first.
func (m *Minds) earlier(of subject, who event.CharacterID, than placed) (placed, bool) {
	var named, learned, heard []placed
	for _, p := range m.placed(who) {
		switch {
		case p.at >= than.at:
		case p.claim != "" && p.claim == m.Claims[than.claim].From:
			named = append(named, p)
		case p.Speaker == who || m.subjectOf(p, anyClaim) != of:
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
