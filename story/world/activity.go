package world

import (
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// An Activity is what somebody is at.
type Activity struct {
	Posture   event.Posture
	Doing     string // in a few words; "" for nothing
	Since     int64  // story minutes
	Span      int64  // in how many minutes it is done; 0 for until something else
	Steady    bool   // whether it cannot be interrupted
	Attention event.Attention
	Attends   []string // whom and what they look to
	Holding   []string
	Status    []event.Status
}

// activityChanged replaces all that somebody is at.
func (w *World) activityChanged(e event.Event) {
	a := Activity{
		Posture: event.Posture(e.Text("posture")), Doing: e.Text("doing"), Since: w.minutesOf(e), Span: e.Whole("span"), Steady: e.Flag("steady"),
		Attention: event.Attention(e.Text("attention")), Attends: e.Texts("attends"), Holding: e.Texts("holding"),
	}
	for _, s := range e.Texts("status") {
		a.Status = append(a.Status, event.Status(s))
	}
	own(&w.owned.doing, &w.Doing)[event.CharacterID(e.Text("who"))] = a
}

// minutesOf is when something happens.
func (w *World) minutesOf(e event.Event) int64 {
	if e.Moment.Timed {
		return e.Moment.Minutes
	}
	return w.Minutes
}

// Any reports whether somebody is in one of some states.
func (a Activity) Any(states ...event.Status) bool {
	return slices.ContainsFunc(a.Status, func(s event.Status) bool { return slices.Contains(states, s) })
}

// Aware reports whether somebody perceives anything.
func (a Activity) Aware() bool { return !a.Any(event.Asleep, event.Unconscious, event.Dead) }

// Over reports whether what somebody is at is done by a time, in story minutes.
func (a Activity) Over(minutes int64) bool {
	return a.Span > 0 && minutes >= a.Since && uint64(minutes-a.Since) >= uint64(a.Span)
}
