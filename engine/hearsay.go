package engine

import (
	"github.com/narratoria/narratoria/action"
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
func (t *happening) passOn(p world.Passing, place string) (event.Position, action.Ref) {
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
