package engine

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/story/event"
	rooms "github.com/narratoria/narratoria/story/world"
)

// mostOccasions is how many occasions begin and end at once: what one brings may begin another.
const mostOccasions = 64

// occasions lets begin, end and be missed what is due of occasions, until nothing is: those planned first
// first. An ending that was named comes before.
func (t *happening) occasions() { t.occasionsNow(false) }

// occasionsNow is occasions; what presses waits for no turn of its own.
func (t *happening) occasionsNow(pressing bool) {
	if len(t.state().World.Occasions) == 0 || t.endNamed() {
		return
	}
	for range mostOccasions {
		facts := t.now().HeldAgainst()
		due, brings, is := t.state().DueAs(func(o rooms.Occasion, next event.Kind, due bool) bool {
			return t.happens(o, next, due, pressing, facts)
		})
		if !is || !t.occurs(due, brings...) {
			return
		}
	}
}

// happens reports whether what is next for an occasion happens now: as the log says, and where it begins or ends, as
// its author does.
func (t *happening) happens(o rooms.Occasion, next event.Kind, due, pressing bool, facts func() *condition.Facts) bool {
	p, written := t.w.Occasion(o.ID)
	if !written || next == event.OccasionExpired { // somebody else has planned it
		return due
	}
	if next == event.OccasionCompleted {
		return due && (pressing || !t.waits(o, p, next))
	}
	if p.Trigger == event.ByCondition {
		due = t.state().Minutes >= o.At
	}
	return due && t.now().Allows(p, facts) && (pressing || !t.waits(o, p, next))
}

// waits reports whether what would be told of an occasion waits for a turn in which no beat is told, as long as it is
// not late for that: moments that nobody wrote to follow each other read badly together.
func (t *happening) waits(o rooms.Occasion, p *campaign.PlannedOccasion, next event.Kind) bool {
	_, latest, has := hourOf(o)
	if len(t.Beats) == 0 || len(p.Of(next).Prose) == 0 || !has || t.state().Minutes >= latest {
		return false
	}
	return t.state().Openly(event.Event{Kind: next, Data: event.Data{"occasion": o.ID}}).Witnessed(event.Player)
}

// occurs takes an occasion on, with all that this brings: it is no part of what the player is doing. It reports
// whether the story let it.
func (t *happening) occurs(due event.Event, brings ...rooms.Effect) bool {
	cause, topic, acting, on := t.cause, t.topic, t.acting, t.on
	defer func() { t.cause, t.topic, t.acting, t.on = cause, topic, acting, on }()
	t.topic, t.acting, t.on = "", false, due.Text("occasion")
	before := t.now().HeldAgainst()
	if p, written := t.w.Occasion(t.on); written && len(p.Of(due.Kind).Prose) > 0 {
		before() // as it is now: the state does not stay what it was
	}
	if due.Kind != event.OccasionStarted {
		t.clear(t.state().World.Occasions[t.on])
	}
	due.Cause = cmp.Or(cause, due.Cause)
	held, err := t.story.Occasion(due, brings...)
	if err != nil {
		t.trouble(err)
	}
	if held > 0 {
		t.cause = held
		t.bring(due.Kind, before)
	}
	return held > 0
}

// clear takes out of the player's hands what goes with an occasion: they notice that wherever they are.
func (t *happening) clear(o rooms.Occasion) {
	w := &t.state().World
	for _, prop := range w.Cleared(o) {
		for range w.Carries(prop, event.Player) - w.Keeps(prop, event.Player) {
			t.lose(prop)
		}
	}
}

// bring lets happen what the author wrote of an occasion, where that is. A player who perceives it is told of it,
// in the words that fit how it was before.
func (t *happening) bring(stage event.Kind, before func() *condition.Facts) {
	p, written := t.w.Occasion(t.on)
	if !written {
		return
	}
	if stage == event.OccasionStarted {
		t.foreign(func() { t.lay(p.Props, p.Place) })
	}
	happens, effects := p.Of(stage), p.Of(stage).Effects
	if t.perceives(t.on) {
		if len(happens.Prose) > 0 {
			t.Authored = append(t.Authored, happens.Prose.Tell(before())...)
		}
	} else {
		effects = withoutPlayer(effects)
	}
	t.apply(effects)
}

// lay puts the props of an occasion where that is.
func (t *happening) lay(props []string, place string) {
	for _, prop := range props {
		t.add(event.ItemPut, event.Data{"item": prop, "in": place})
	}
}

// perceives reports whether the player perceives how far an occasion has come: what they know of it is no older.
func (t *happening) perceives(occasion string) bool {
	stage, knows := t.view().Occasion(occasion)
	return knows && stage == t.state().World.Occasions[occasion].Stage
}

// withoutPlayer are those effects of something that the player perceives nothing of: what changes for others.
// Nothing comes into their hands or their mind by it, it neither moves them nor takes their time, and the session
// state, which whoever tells of them is given, stays as it was.
func withoutPlayer(effects []effect.Effect) (all []effect.Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case effect.Opinion, effect.Reputation, effect.NPC, effect.Occasion:
			all = append(all, e)
		case effect.World:
			if e.Path == "weather" { // which is so everywhere
				all = append(all, e)
			}
		case effect.Know:
			if e.Who = others(e.Who); len(e.Who) > 0 {
				all = append(all, e)
			}
		case effect.Tell:
			if e.To = others(e.To); len(e.To) > 0 && e.From != string(event.Player) {
				all = append(all, e)
			}
		}
	}
	return all
}

func others(who []string) []string {
	return slices.DeleteFunc(slices.Clone(who), func(id string) bool { return id == string(event.Player) })
}

// takeOn is an effect that begins, ends or calls off an occasion, where that can be.
func (t *happening) takeOn(e effect.Occasion) {
	o, planned := t.state().World.Occasions[e.ID]
	p, written := t.w.Occasion(e.ID)
	if !planned || !written || o.Stage != rooms.From(e.Now) || e.Now == event.OccasionStarted && !t.now().Allows(p, t.now().HeldAgainst()) {
		return
	}
	data := event.Data{"occasion": e.ID}
	if e.Now == event.OccasionCancelled {
		data["reason"] = cmp.Or(e.Because, "It was called off.")
	}
	t.occurs(event.Event{Kind: e.Now, Actor: event.EngineSelf, Cause: o.Planning, Data: data})
}

// given is what an item is gained by, that an author gives: a prop of an occasion that goes on, or that ends just now, is given
// by its beginning, for good; what the player has only picked up is gone with it.
func (t *happening) given(item string) event.Position {
	for _, o := range t.state().World.Agenda() {
		if (o.Stage == rooms.Active || o.Stage == rooms.Completed && o.ID == t.on) && slices.Contains(o.Props, item) {
			return o.Start
		}
	}
	return t.cause
}

// lateBy is how many minutes after its hour an occasion may begin and end.
const lateBy = 60

// hourOf is when an occasion begins or ends next by the clock, and when that would be late: an hour after, or when
// it can begin no more; false for one that goes by something else.
func hourOf(o rooms.Occasion) (at, latest int64, has bool) {
	switch {
	case o.Stage == rooms.Planned && o.Trigger == event.ByTime && o.Until > 0:
		return o.At, min(o.At+lateBy, o.Until), true
	case o.Stage == rooms.Planned && o.Trigger == event.ByTime:
		return o.At, o.At + lateBy, true
	case o.Stage == rooms.Active && o.Span > 0:
		return o.Began + o.Span, o.Began + o.Span + lateBy, true
	}
	return 0, 0, false
}

// toNext is how many of some minutes go by before an occasion begins or ends that would be late when all have: all
// of them where none does.
func (t *happening) toNext(minutes int64) int64 {
	if t.on != "" { // what an occasion takes is its own time
		return minutes
	}
	now, next := t.state().Minutes, minutes
	for _, o := range t.state().World.Agenda() {
		if at, latest, has := hourOf(o); has && at > now && now+minutes > latest {
			next = min(next, at-now)
		}
	}
	return next
}
