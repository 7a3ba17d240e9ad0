package replan

// State is where a turn's loop stands. The names are those of the specification.
type State string

// The states. Success and Fallback are ends: both have text for the player.
const (
	Start      State = "START"
	Generating State = "GENERATING" // a planner was asked
	Executing  State = "EXECUTING"  // a checked plan is being carried out
	Replanning State = "REPLANNING" // something failed, and what was learned is put together
	Success    State = "SUCCESS"
	Fallback   State = "FALLBACK"
)

// Ended reports whether nothing can follow.
func (s State) Ended() bool { return s == Success || s == Fallback }

// An Event is what happened in a state.
type Event string

// The events.
const (
	Ready     Event = "ready"     // what the next plan needs is at hand
	Planned   Event = "planned"   // the planner gave a plan, and it passed every check
	Refused   Event = "refused"   // it gave none in time, or one that failed a check
	Succeeded Event = "succeeded" // all required steps did
	Failed    Event = "failed"    // some did not
	Expired   Event = "expired"   // the turn's time is up, its caller has gone, or an execution does not end
)

var transitions = map[State]map[Event]State{
	Start:      {Ready: Generating, Expired: Fallback},
	Generating: {Planned: Executing, Refused: Replanning, Expired: Fallback},
	Executing:  {Succeeded: Success, Failed: Replanning, Expired: Fallback},
	Replanning: {Ready: Generating, Expired: Fallback},
}

// Next is the state that an event leads to, when plansLeft more plans may be
// made. Every way from a state that has not ended leads forward: a plan is taken
// from plansLeft each time Generating is entered, and with none left it is not.
// An event that a state does not know leads to Fallback, so that whatever the
// program got wrong the player is answered.
func Next(s State, e Event, plansLeft int) State {
	if s.Ended() {
		return s
	}
	next, known := transitions[s][e]
	if !known || next == Generating && plansLeft <= 0 {
		return Fallback
	}
	return next
}
