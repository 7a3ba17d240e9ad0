package world

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// What somebody can be asked and would pass on, follows from what they have in mind: facts that they
// learned, claims that they heard. Whoever has it can tell it; the author says who keeps it back, and
// who says something else.

// knowledgeOf are the facts of a campaign by the topics that they are about.
func knowledgeOf(c *campaign.Campaign) map[string][]*campaign.Fact {
	about := map[string][]*campaign.Fact{}
	for i := range c.Facts {
		f := &c.Facts[i]
		for _, topic := range f.About {
			if id := SubjectOf(topic).ID; id != "" && !slices.Contains(about[id], f) {
				about[id] = append(about[id], f)
			}
		}
	}
	return about
}

// HeldAgainst is what conditions are held against, made when one is first looked at.
func (s Situation) HeldAgainst() func() *condition.Facts {
	return sync.OnceValue(func() *condition.Facts { return &s.Progress().Facts })
}

func holds(c *condition.Condition, facts func() *condition.Facts) bool {
	return c == nil || c.Eval(facts()) == condition.Yes
}

// MayKeep reports whether whoever looks may keep a fact back: it is a secret of theirs, or their author says when they tell of
// it or what they say instead.
func (s Sight) MayKeep(fact string) bool {
	who := string(s.View.Who())
	f, wrote := s.Fact(fact)
	return strings.HasPrefix(fact, who+"/") || wrote && slices.ContainsFunc(f.Tells, func(t campaign.Tells) bool { return t.Who == who })
}

// piece is a fact as somebody has it in mind, where the story has the fact: a campaign may have got
// another since it began.
func (s Situation) piece(who string, f *campaign.Fact) (Piece, bool) {
	held, has := s.State.Minds.Holds(event.CharacterID(who), f.ID)
	if !has {
		return Piece{}, false
	}
	return Piece{
		ID: f.ID, Fact: f.ID, Content: held.Content, Speaker: who, Truth: cmp.Or(held.Truth, action.Sincere),
		Heard: held.Claim, Rumour: held.Truth == action.Rumour, Leaves: SubjectOf(f.Topic), About: s.State.Minds.Claims[held.Claim].About,
	}, true
}

// instead is a piece in the words that an author has somebody say it in; one without such words is as
// it was.
func instead(p Piece, f *campaign.Fact, who, says string, about []string, as string) Piece {
	if says == "" {
		return p
	}
	truth := effect.TruthOf(as)
	return Piece{ID: f.ID, Fact: f.ID, Content: says, About: about, Speaker: who, Truth: truth, Rumour: truth == action.Rumour, Leaves: SubjectOf(f.Topic)}
}

// says is what somebody says of a fact who is asked, and whether they say anything.
func (s Situation) says(who string, f *campaign.Fact, facts func() *condition.Facts) (Piece, bool) {
	if _, is := s.State.Minds.Facts[f.ID]; !is {
		return Piece{}, false
	}
	own, has := s.piece(who, f)
	theirs := false
	for _, t := range f.Tells {
		if t.Who != who {
			continue
		}
		theirs = true
		if holds(t.When, facts) {
			return instead(own, f, who, t.Says, t.Concerns, t.As), has || t.Says != ""
		}
	}
	return own, has && !theirs
}

// saysOf is what somebody says of a topic that the player has not heard said so: of the facts about
// it the first.
func (s Situation) saysOf(who string, topic Subject, facts func() *condition.Facts) (Piece, bool) {
	if topic.ID == "" || s.Silent(who) {
		return Piece{}, false
	}
	for _, f := range s.knowledge[topic.ID] {
		if p, says := s.says(who, f, facts); says && !s.has(p) {
			return p, true
		}
	}
	return Piece{}, false
}

// has reports whether the player has a piece in these words, as a fact or from whomever.
func (s Sight) has(p Piece) bool {
	return s.View.HasSo(p.Fact, p.Content)
}

// heldOf are the facts about a topic that the player has, as they have them.
func (s Situation) heldOf(topic Subject) (all []Piece) {
	for _, f := range s.knowledge[topic.ID] {
		if p, has := s.piece(string(event.Player), f); has {
			all = append(all, p)
		}
	}
	return all
}

// mostSaid is how many facts somebody tells at once.
const mostSaid = 2

// tellable are those of them that the player does not take somebody to have.
func (s Situation) tellable(whom string, topic Subject) (all []Piece) {
	for _, p := range s.heldOf(topic) {
		if len(all) < mostSaid && !s.State.Minds.TakesToHold(event.Player, event.CharacterID(whom), p.Fact) {
			all = append(all, p)
		}
	}
	return all
}

// A Passing is that one person tells another of a fact.
type Passing struct {
	Piece
	To string
}

// friendly is from which opinion on somebody tells another what they hear, in thousandths.
const friendly = 30_000

// Passings are what people at a place tell each other by themselves, at most so many and each of
// them one thing: what the author says, then what follows from what they think of each other. Who
// thinks well of another tells them what they would tell anybody, as they have it.
func (s Situation) Passings(place string, most int, facts func() *condition.Facts) (all []Passing) {
	if len(s.Facts) == 0 || place == "" {
		return nil
	}
	there := s.peopleAt(place)
	busy := map[string]bool{}
	pass := func(p Piece, to string) {
		if len(all) < most && !busy[p.Speaker] && !busy[to] && s.isNews(p, to) {
			busy[p.Speaker], busy[to] = true, true
			all = append(all, Passing{p, to})
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		if _, is := s.State.Minds.Facts[f.ID]; !is {
			continue
		}
		for _, by := range f.PassesOn {
			if !slices.Contains(there, by.From) || !slices.Contains(there, by.To) || !holds(by.When, facts) {
				continue
			}
			if p, has := s.piece(by.From, f); has || by.Says != "" {
				pass(instead(p, f, by.From, by.Says, by.Concerns, by.As), by.To)
			}
		}
	}
	for _, from := range there {
		for _, to := range there {
			if from == to || s.Silent(from) || s.State.Regard(from, to) < friendly {
				continue
			}
			for i := range s.Facts {
				if p, says := s.says(from, &s.Facts[i], facts); says && p.Truth != action.Lie {
					pass(p, to)
				}
			}
		}
	}
	return all
}

// isNews reports whether somebody has not learned a fact, and never heard just this of it. So what is
// passed on comes to an end.
func (s Situation) isNews(p Piece, to string) bool {
	who := event.CharacterID(to)
	return !s.State.Minds.HasLearned(who, p.Fact) && !s.State.Minds.HasSo(who, p.Fact, p.Content)
}

// knowing adds to what conditions read of somebody the facts that came to them, of which they were
// told something else, and of which both.
func (s Situation) knowing(who string, facts strictjson.Object) {
	of := s.State.Minds.Informed(event.CharacterID(who))
	known, misled, contradicted := []any{}, []any{}, []any{}
	for _, id := range of.So {
		if s.written[id] {
			known = append(known, id)
		}
	}
	for _, id := range of.Otherwise {
		if _, so := slices.BinarySearch(of.So, id); so {
			contradicted = append(contradicted, id)
		} else {
			misled = append(misled, id)
		}
	}
	facts[campaign.FactsName], facts[campaign.MisledName], facts[campaign.ContradictedName] = known, misled, contradicted
}

// writtenFacts are the ids of the facts and secrets of a campaign.
func writtenFacts(c *campaign.Campaign) map[string]bool {
	all := map[string]bool{}
	for i := range c.Facts {
		all[c.Facts[i].ID] = true
	}
	for i := range c.People {
		for _, secret := range c.People[i].Secrets {
			all[c.People[i].ID+"/"+secret.ID] = true
		}
	}
	return all
}
