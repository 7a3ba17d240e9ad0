package executor

import (
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// attempts is the [Trace] of one step: it gives each attempt its id, shows its
// events to the listener, takes them back when it fails, and logs its end.
type attempts struct {
	run      *run
	step     *plan.Step
	number   int
	shown    bool // something of this attempt was shown
	narrated bool // prose was
}

func (a *attempts) Begin(inv skills.Invocation) skills.Invocation {
	a.number++
	a.shown, a.narrated = false, false
	inv.Request.RequestID = a.run.requestID(a.step, a.number)
	a.send(Event{Kind: Started})
	if a.run.listeners != nil {
		inv.Listen = a.show
	}
	return inv
}

func (a *attempts) show(event protocol.Event) {
	a.shown = true
	if ui, ok := event.(*protocol.UIEvent); ok && ui.Event == protocol.UINarration {
		a.narrated = true
	}
	a.send(Event{Kind: Provisional, Event: event})
}

func (a *attempts) End(inv skills.Invocation, out skills.Outcome) {
	if out.Err != nil && a.shown {
		a.send(Event{Kind: Retracted, Event: a.retraction(inv)})
	}
	a.run.logAttempt(a, out)
}

// retraction takes back prose, where there was some.
func (a *attempts) retraction(inv skills.Invocation) protocol.Event {
	if !a.narrated {
		return nil
	}
	return &protocol.UIEvent{
		Envelope: protocol.Envelope{RequestID: inv.Request.RequestID},
		Event:    protocol.UINarrationRetracted,
		Payload:  protocol.Object{"toolId": string(a.step.ID), "attempt": a.number},
	}
}

func (a *attempts) send(e Event) {
	e.Plan, e.Tool, e.Script, e.Attempt = a.run.plan.ID(), a.step.ID, a.step.Script, a.number
	a.run.listeners.send(e)
}
