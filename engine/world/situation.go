package world

import "github.com/narratoria/narratoria/story"

// A Sight is a world as one character sees it. Whatever is told, to players or to skills,
// is made of sights.
type Sight struct {
	*World
	View *story.View
}

// Seen is the world as a view has it.
func (w *World) Seen(v *story.View) Sight { return Sight{w, v} }

// A Situation is a world with what is so in it, and as the player sees it: what can be done
// there, and what comes of it. It is of the moment at which it is made: whoever stages an
// event asks for another.
type Situation struct {
	Sight
	State *story.State
}

// At is the situation that a story is in.
func (w *World) At(s *story.State) Situation { return Situation{w.Seen(s.Player()), s} }

// here is where the player is.
func (s Situation) here() string { return s.State.Place() }

// turn is the number of the turn.
func (s Situation) turn() int { return int(s.State.Turn.Number) }
