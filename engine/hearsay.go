package engine

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story/event"
)

// mostPassed is how much people tell each other in a turn, out of the player's hearing: news takes its
// time.
const mostPassed = 2

// hearsay lets people who are together elsewhere tell each other what they know, while time goes by.
// Those with the player keep it until they are listened to: what the player hears is told.
func (t *resolving) hearsay() {
	if len(t.w.Facts) == 0 || t.Minutes == 0 {
		return
	}
	left := mostPassed
	for i := range t.w.Places {
		place := t.w.Places[i].ID
		if place == t.place() || left == 0 {
			continue
		}
		now := t.now()
		for _, passed := range now.Passings(place, left, now.HeldAgainst()) {
			t.foreign(func() { t.passOn(passed, place) })
			left--
		}
	}
}

// passOn lets one person tell another of a fact, where everybody at a place hears it.
func (t *resolving) passOn(p world.Passing, place string) (event.Position, action.Ref) {
	return t.say(p.Piece, []string{p.To}, t.state().At(event.CharacterID(p.Speaker), place))
}

// voice lets be said what is said by the deed, but for what the player is answered: what the player
// tells of what they know, and what people tell each other in their hearing.
func (t *resolving) voice(does world.Consequences) {
	whom := t.Action.Whom().ID
	for _, p := range does.Tells {
		held, what := t.say(p, []string{whom}, t.aside(whom))
		t.came(action.Learned, action.PersonRef(whom), what, held)
	}
	for _, passed := range does.Passed {
		news := !t.has(passed.Piece)
		held, what := t.passOn(passed, t.place())
		if held == 0 {
			continue
		}
		if news {
			t.Learned = append(t.Learned, passed.Piece)
			t.came(action.Learned, action.Player, what, held)
			t.raise(passed.Leaves, passed.Speaker)
		}
	}
}

// aside is who perceives what the player says to somebody: nobody but the two where it is said
// quietly.
func (t *resolving) aside(whom string) *event.Perception {
	if quiet := t.between(event.CharacterID(whom)); quiet != nil {
		return quiet
	}
	return t.state().At(event.Player, t.place())
}

// know lets some know a fact of the campaign's.
func (t *resolving) know(e effect.Know) {
	content, is := t.state().Minds.Facts[e.Fact]
	if !is { // the campaign has got it since the story began
		return
	}
	for _, who := range e.Who {
		if t.state().Minds.HasLearned(event.CharacterID(who), e.Fact) {
			continue
		}
		held := t.add(event.FactLearned, event.Data{"who": who, "fact": e.Fact, "source": string(event.Discovered)})
		t.came(action.Learned, action.PersonRef(who), action.Ref{Kind: action.Fact, ID: e.Fact}, held)
		if who == string(event.Player) && held > 0 {
			p := world.Piece{ID: e.Fact, Fact: e.Fact, Content: content.Content}
			if f, wrote := t.w.Fact(e.Fact); wrote {
				p.Leaves = world.SubjectOf(f.Topic)
			}
			t.Learned = append(t.Learned, p)
			t.raise(p.Leaves, "")
		}
	}
}

// tellFact lets somebody tell others of a fact, by its author's word: as they have it, or in the
// author's words. Who does not know it says it without ground.
func (t *resolving) tellFact(e effect.Tell) {
	fact, is := t.state().Minds.Facts[e.Fact]
	if !is {
		return
	}
	p := world.Piece{ID: e.Fact, Fact: e.Fact, Content: fact.Content, Speaker: e.From, Truth: action.Sincere}
	if held, has := t.state().Minds.Holds(event.CharacterID(e.From), e.Fact); has && e.Says == "" {
		p.Content, p.Heard, p.Rumour, p.About = held.Content, held.Claim, held.Truth == action.Rumour, t.state().Minds.Claims[held.Claim].About
		if held.Truth != "" {
			p.Truth = held.Truth
		}
	} else if e.Says != "" {
		p.Content, p.Truth, p.About = e.Says, e.As, e.Concerns
	}
	speaker := event.CharacterID(e.From)
	heard := &event.Perception{}
	if !e.Quietly {
		*heard = *t.state().At(speaker, t.state().People[speaker].Place)
	}
	heard.WitnessedBy, heard.ApparentAudience = slices.Clone(heard.WitnessedBy), slices.Clone(heard.ApparentAudience)
	for _, who := range append([]string{e.From}, e.To...) {
		heard.WitnessedBy = append(heard.WitnessedBy, event.CharacterID(who))
		heard.ApparentAudience = append(heard.ApparentAudience, event.CharacterID(who))
	}
	held, what := t.say(p, e.To, heard.Sorted())
	for _, who := range e.To {
		t.came(action.Learned, action.PersonRef(who), what, held)
	}
}
