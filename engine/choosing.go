package engine

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// choose lets the choice that was made happen. What it came to is one event, acted. A
// choice that the story refuses is not made: what was staged of the turn is to be dropped
// then.
//
// A cause is an earlier event, and acted lists what came of the deed with the events that
// hold it; so it is the last of them, and they name the choice: the roll, what was gained,
// lost, said and learned in doing it, where it led, the opinions that an author changes.
// What follows from the deed once it is done names acted: first impressions, what it does to
// opinions by rule, the memory and what that leaves to talk of. From either side the two are
// found together: acted names the choice, and its changes name their events.
func (t *resolving) choose(c chosen) error {
	t.Choice, t.author = c.ID, t.writtenBy(c)
	if t.author != nil {
		t.Action = t.now().Authored(t.author.beat, t.author.choice)
	} else if t.Taken = t.findOffer(); t.Taken != nil {
		t.raise(t.Taken.Topic, string(event.Player))
		t.Action = t.Taken.Action
	} else {
		return &ChoiceError{Choice: c.ID, Gone: true}
	}
	data := event.Data{"choice": c.ID, "action": t.Action.Object()}
	strictjson.Put(data, "text", c.Text)
	strictjson.Put(data, "typed", c.typed)
	if details := c.details(); len(details) > 0 {
		data["details"] = details
	}
	made := t.stage(event.Event{Kind: event.ChoiceMade, Actor: event.Actor(event.Player), Data: data})
	if made == 0 { // it names what is gone
		return &ChoiceError{Choice: c.ID, Gone: true}
	}
	t.acting, t.cause = true, made
	from := t.place()
	if t.author != nil {
		t.takeAuthored()
	} else {
		t.takeOffer()
	}
	t.acting, t.cause = false, 0
	t.act(from, made)
	return nil
}

// act writes down what was done, as those perceive it who were where it began or ended.
func (t *resolving) act(from string, because event.Position) {
	outcome := action.Outcome{Grade: t.grade(), Changes: t.changes}
	if t.Check != nil && t.Check.Band != string(outcome.Grade) {
		outcome.Label = t.Check.Band
	}
	t.Outcome = outcome
	t.acted = t.stage(event.Event{
		Kind: event.Acted, Actor: event.Actor(event.Player), Cause: because,
		Perception: t.state().At(event.Player, from, t.place()),
		Data:       event.Data{"action": t.Action.Object(), "outcome": outcome.Object(), "significance": string(weightOf(t.changes, t.Check != nil))},
	})
}

// grade is how the turn's check ended, if there was one. What is no grade's name failed, as
// its outcome does.
func (t *resolved) grade() action.Grade {
	switch {
	case t.Check == nil:
		return action.Certain
	case slices.Contains(action.Grades(), action.Grade(t.Check.Band)) && t.Check.Band != "":
		return action.Grade(t.Check.Band)
	}
	return action.Failure
}

// weightOf is how much what was done matters by itself, to whoever perceived these changes.
func weightOf(changes []action.Change, checked bool) action.Significance {
	weight := action.Low
	for _, c := range changes {
		switch c.Kind {
		case action.Gained, action.Lost:
			return action.High
		case action.Changed:
			weight = action.Medium
		}
	}
	if checked {
		weight = action.Medium
	}
	return weight
}

// takeAuthored lets a choice happen as its author wrote it.
func (t *resolving) takeAuthored() {
	beat, written := t.author.beat, t.author.choice
	facts := t.progress()
	paragraphs, effects, leads, minutes := written.Prose.Tell(&facts.Facts), written.Effects, written.LeadsTo, written.Minutes
	if written.Check != nil {
		outcome := t.roll(beat, written)
		if told := outcome.Prose.Tell(&facts.Facts); len(told) > 0 {
			paragraphs = told
		} else if len(paragraphs) == 0 {
			paragraphs = t.told(nil, outcome.Description)
		}
		effects = slices.Concat(effects, outcome.Effects)
		if outcome.LeadsTo != "" {
			leads = outcome.LeadsTo
		}
		minutes += outcome.Minutes
	}
	t.Authored = append(t.Authored, paragraphs...)
	if leads != "" {
		t.led = append(t.led, leads)
	}
	if minutes == 0 {
		minutes = world.UsualMinutes
	}
	t.pass(int64(minutes))
	t.topic = written.Topic
	t.apply(effects)
}

// writtenBy is what an author wrote of a choice; nil where nobody did.
func (t *turn) writtenBy(c chosen) *authored {
	beat, choice, ok := t.w.AuthorsChoice(c.ID)
	if !ok || c.Source != event.Written {
		return nil
	}
	return &authored{beat, choice}
}

// findOffer is the offer that was taken, found by its id among all that was possible when it
// was chosen, else among all that is possible now; nil where there is none.
func (t *resolving) findOffer() *world.Offer {
	for _, s := range []*story.State{t.g.story.State(), t.state()} {
		all := t.w.At(s).Possible()
		if i := slices.IndexFunc(all, func(o world.Offer) bool { return o.ID() == t.Choice }); i >= 0 {
			return &all[i]
		}
	}
	return nil
}

// takeOffer lets an offer happen: what it does now.
func (t *resolving) takeOffer() {
	o, why := t.Taken, t.purpose(t.Taken)
	does := t.now().Consequences(*o)
	if does.Stat != "" {
		t.throw(t.sight().OfferedCheck(*o))
	}
	grade := t.grade()
	t.impressions = append(t.impressions, does.Impressions[grade]...)
	if does.Loses != "" {
		t.lose(does.Loses)
	}
	if does.Thread != "" {
		held := t.add(event.ThreadContinued, event.Data{"thread": does.Thread})
		t.came(action.Settled, action.Ref{}, action.ThreadRef(does.Thread), held)
	}
	done := grade.Done() || does.Despite
	if (!grade.Failed() || does.Despite) && t.bringUp(o, does) {
		does.Learns, does.Whom, does.Where = nil, "", "" // it is the author's to say
		t.Answered = true
	}
	if done && does.Gains != "" {
		t.gain(does.Gains, t.cause)
	}
	if does.Despite && !grade.Done() {
		does.Minutes *= 2
	}
	t.Took = max(does.Minutes, 1)
	t.pass(t.Took)
	if does.To != "" {
		t.movePlayer(does.To, nil)
		t.Missing, t.why = t.now().Missed(why), why
	}
	if done || does.Grudged && grade == action.Partial {
		for _, told := range does.Learns {
			t.learn(told, event.Discovered)
		}
	}
	if done {
		t.voice(does)
	}
	t.Does = does
	t.hear()
}

// purpose is why the player would go a way that they chose, as it was offered.
func (t *resolving) purpose(o *world.Offer) world.Purpose {
	if o.Kind != action.Go {
		return world.Purpose{}
	}
	return t.w.At(t.g.story.State()).Purpose(*o)
}

// bringUp lets what an author wrote be told where the action that was taken brings it
// up: as something the choice led to. It reports whether there was anything. What somebody knows of
// just this goes before what is said of anything at all; and who is told something makes of it what
// their author has waiting for their knowing it.
func (t *resolving) bringUp(o *world.Offer, does world.Consequences) bool {
	if len(does.Tells) > 0 {
		return false
	}
	answer := t.now().Answer(*o, t.progress())
	if answer == nil || does.OfFacts() && slices.Contains(answer.About, campaign.AnyTopic) {
		return false
	}
	t.led = append(t.led, answer.ID)
	return true
}

// raise lets a topic come up now.
func (t *happening) raise(topic world.Subject, by string) event.Position {
	return t.raiseFor(topic, by, nil)
}

// raiseFor is raise for those who perceive it; nil is everybody there.
func (t *happening) raiseFor(topic world.Subject, by string, who *event.Perception) event.Position {
	if t.on != "" && who == nil {
		who = t.state().World.AudienceAt(t.on, event.Event{Kind: event.TopicRaised})
	}
	return t.turn.raise(topic, event.Event{Cause: cmp.Or(t.cause, t.acted), Perception: who}, by)
}

// raise lets a topic come up, where the player has not heard of it yet, as something that
// e is the cause of and that those perceive of e. by is who brings it up, or "".
func (t *turn) raise(topic world.Subject, e event.Event, by string) event.Position {
	if topic.ID == "" || t.view().TopicWords(topic.ID) != "" {
		return 0
	}
	data := event.Data{"topic": topic.ID, "words": topic.Words}
	strictjson.Put(data, "by", by)
	e.Kind, e.Actor, e.Data = event.TopicRaised, event.EngineSelf, data
	return t.stage(e)
}

// hear lets what was learned leave something to talk of, where no author says what: a
// thing or somebody that it names, but for what was asked about and who answered.
func (t *resolving) hear() {
	if !t.w.Extracted || len(t.Learned) == 0 {
		return
	}
	told := t.Learned[len(t.Learned)-1]
	if !world.WrittenPiece(told.ID) {
		return
	}
	heard := t.w.NamedIn(told.Content, t.Taken.Topic, told.Speaker, t.Taken.Whom().ID)
	if heard.ID == "" {
		return
	}
	t.heard = heard
	held := t.raiseFor(heard, told.Speaker, t.between(event.CharacterID(told.Speaker)))
	t.came(action.Settled, action.Player, heard.Ref(), held)
}
