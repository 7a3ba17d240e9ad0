package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
)

// kind is what sort of thing the player did, or "" where an author tells it.
func (c *composer) kind() action.Kind {
	if c.Deed == nil {
		return ""
	}
	return c.Deed.Action.Kind
}

// does reports whether the deed is of one of some kinds.
func (c *composer) does(kinds string) bool { return english.OneOf(string(c.kind()), kinds) }

// social reports whether the deed is done towards somebody, who may answer.
func (c *composer) social() bool {
	return c.kind().Social() || c.kind() == action.Say && !c.Deed.Action.Whom().None()
}

// asks reports whether the deed wants an answer.
func (c *composer) asks() bool { return c.kind().Asks() || c.kind() == action.Say && c.social() }

// grade is how well the deed went, as the deed says, or else the check.
func (c *composer) grade() action.Grade {
	switch {
	case c.Deed != nil && c.Deed.Outcome.Grade != action.Certain:
		return c.Deed.Outcome.Grade
	case c.Check != nil:
		return c.Check.Band
	}
	return action.Certain
}

// noun is what something of the deed is called, or "".
func (c *composer) noun(r action.Ref) string {
	if c.Deed == nil {
		return ""
	}
	return c.Deed.Names[r.String()].Text
}

// addressed is the person towards whom the deed is done, else the first of those present.
func (c *composer) addressed() Person {
	if c.Deed != nil {
		for _, r := range c.Deed.Action.To {
			if p := c.somebody(c.noun(r)); p != nil {
				return *p
			}
		}
	}
	return c.People[0]
}

// somebody is whoever of those present has a name, or nil.
func (c *composer) somebody(called string) *Person {
	for i := range c.People {
		if c.People[i].Name == called {
			return &c.People[i]
		}
	}
	return nil
}

// Under these names the history knows a deed and, of those told plainly, its kind.
const (
	toldDeed = " deed "
	toldKind = " kind "
)

// A kind of deed is told plainly in one turn of so many at the most; between them other
// forms of sentences are taken.
const plainPace = 3

// tellDeed tells what the player does: plainly, as the grammar says it, unless it or its
// like was told lately, or it would be long.
func (c *composer) tellDeed() {
	if c.Deed == nil {
		return
	}
	kind := string(c.kind())
	deed, like := toldDeed+c.Deed.Action.ID()+" "+c.Deed.Action.Words, toldKind+kind
	other := briefly.of(kind)
	anew := slices.Concat(again.of(kind), other)
	repeated, alike := !c.rested(deed), !c.due(like, plainPace)
	c.ledger.use(deed)
	switch {
	case c.does("recall") && c.recollect(), c.onTheWay() && (alike || c.noun(c.Deed.Action.Place) == ""):
	case repeated && c.sayAbout(anew), (alike || c.lengthy()) && c.sayAbout(other):
		c.acted = true
	case c.tellPlainly():
		c.acted = true
		c.ledger.use(like)
	case c.does("go") && c.Arrived: // arrive tells it
	case !c.sayAbout(other) && !c.sayAbout(anew):
		c.say(againDoing)
	}
}

// onTheWay reports whether the deed was a way that led somewhere, which arrive can tell.
func (c *composer) onTheWay() bool { return c.does("go") && c.Arrived && c.From != "" }

// tellPlainly tells the deed alone, without what came of it. What a way leads to is not
// told before it is reached, and neither is what will be asked there.
func (c *composer) tellPlainly() bool {
	done := c.Deed.Action
	if done.Kind == action.Go {
		done.Topic = action.Ref{}
	}
	if c.unechoed() {
		return c.sayOf(deciding, nil, c.with("choice", orderOf(done.Words)))
	}
	if told := grammar.Tell(done, c.tried(), c.Deed.Names, c.voice()); !c.add(told, told) {
		return false
	}
	if c.does("take give") && !c.grade().Failed() {
		c.handed = c.thing()
	}
	c.named = c.Persona.Person == Third
	c.walked = done.Kind == action.Go && !c.grade().Failed()
	if c.social() && len(c.People) > 0 && !c.namesAnother() {
		c.about = c.addressed().Name // "he" is whoever was just named
	}
	if strings.Contains(c.paragraph[len(c.paragraph)-1], `"`) {
		c.speaker = c.Persona.Name
	}
	return true
}

// tried is what is told of the outcome with a deed that was not done if it failed: who
// failed to take a key has not taken it. All else is told after the deed.
func (c *composer) tried() action.Outcome {
	if c.does("take use go") && c.grade().Failed() {
		return action.Outcome{Grade: action.Failure}
	}
	return action.Outcome{}
}

// voice is how the grammar speaks of the player here.
func (c *composer) voice() grammar.Voice { return grammar.Voice(c.Persona) }

// unechoed reports whether the deed stands in words that English leaves a doubt about:
// "Towards the quay". They are told as they are.
func (c *composer) unechoed() bool {
	done := c.Deed.Action
	if !c.does("authored train custom") || done.Told != "" || done.Words == "" {
		return false
	}
	_, certain := grammar.Echo(done.Words, c.voice())
	return !certain
}

// orderOf is a choice in its own words, as they stand after a colon.
func orderOf(choice string) string {
	choice = english.MidSentence(english.WithoutHint(choice))
	if first := english.FirstWord(choice); english.IsVerb(strings.ToLower(first)) {
		choice = strings.ToLower(first) + choice[len(first):]
	}
	return english.EndSentence(choice)
}

// namesAnother reports whether the deed names anybody, perhaps, besides whom it is done
// towards: a topic has names in it where it has capitals.
func (c *composer) namesAnother() bool {
	done := c.Deed.Action
	return len(done.To) > 1 || slices.ContainsFunc([]action.Ref{done.Topic, done.Item}, func(r action.Ref) bool {
		return slices.ContainsFunc(strings.Fields(c.noun(r)), english.IsCapital)
	})
}

// mostOfTopic is the number of words up to which what a deed is about is told again: it
// was read a moment ago, in the choice.
const mostOfTopic = 6

// lengthy reports whether the deed's own words would be a long sentence.
func (c *composer) lengthy() bool { return Words(c.noun(c.Deed.Action.Topic)) > mostOfTopic }

// recollect tells of somebody who thinks back at nothing in particular, and of what they
// think of.
func (c *composer) recollect() bool {
	if !c.Deed.Action.Topic.None() || c.memoryWords()["topic"] == "" || !c.say(slices.Concat(again.of("recall"), briefly.of("recall"))) {
		return false
	}
	return c.tellMemoryIn(recollecting)
}

// sayAbout is say for forms that may speak of whom the deed is done towards, of the
// thing it is done to and of what it is about.
func (c *composer) sayAbout(bank []string) bool {
	var who *Person
	if len(c.People) > 0 {
		lead := c.addressed()
		who = &lead
	}
	return c.sayOf(bank, who, c.with("thing", c.thing(), "topic", c.topic()))
}

// thing is what the deed is done to or with, or "".
func (c *composer) thing() string {
	if c.Deed == nil {
		return ""
	}
	if item := c.noun(c.Deed.Action.Item); item != "" {
		return english.Definite(item)
	}
	return c.noun(c.Deed.Action.Place)
}

// topic is what the deed is about, or "" where it is long or nothing.
func (c *composer) topic() string {
	if c.Deed == nil || c.lengthy() {
		return ""
	}
	about := topic(c.noun(c.Deed.Action.Topic))
	return c.asGiven(about, Retell(about, c.Persona))
}

// tellOutcome tells how a deed ended, where its author left that to the composer.
func (c *composer) tellOutcome() {
	grade, deed := c.grade(), string(c.kind())
	switch {
	case grade == action.Certain, c.Check != nil && c.Check.Text != "":
		return
	case c.social() && c.Aside && len(c.Learned) > 0 && !grade.Failed():
		return // what they say instead of an answer says enough
	case c.speechless():
		c.tellSpeechless(grade)
		return
	case c.social() && deed != string(action.Befriend) && !grade.Failed() && len(c.Learned) == 0:
		if grade == action.Success || !c.withhold(deed) {
			c.sayAbout(answered)
		}
		return
	}
	forms := outcomeOf.of(deed + ":" + string(grade))
	if c.does("press") && c.answerWith(forms) || c.sayAbout(forms) {
		return
	}
	c.sayOf(outcome.of(string(grade)), nil, c.with("stat", c.stat()))
}

// stat is what was tried, or "".
func (c *composer) stat() string {
	if c.Check == nil {
		return ""
	}
	return c.Check.Stat
}

// tellSpeechless tells how a deed ends that asks an answer of somebody who does not
// speak.
func (c *composer) tellSpeechless(grade action.Grade) {
	deed := string(c.kind())
	if c.does("befriend") {
		deed += ":" + string(grade)
	}
	c.sayAbout(unspoken.of(deed))
	if !grade.Failed() {
		c.tellPointing(c.addressed())
	}
}

// answerWith tells an outcome and, in the same breath, what was learned by it.
func (c *composer) answerWith(forms []string) bool {
	if len(c.Learned) == 0 || c.grade().Failed() || c.Learned[0].Rumour || len(c.People) == 0 || c.Learned[0].Speaker != c.addressed().Name {
		return false
	}
	answers := make([]string, len(forms))
	for i, form := range forms {
		answers[i] = strings.TrimSuffix(form, ".") + ": {fact}"
	}
	lead := c.addressed()
	if !c.sayOf(answers, &lead, c.with("fact", inMouth(c.Learned[0].Text, lead))) {
		return false
	}
	c.Learned = c.Learned[1:]
	c.answered = true
	return true
}

// speechless reports whether the deed asks an answer of somebody who does not speak.
func (c *composer) speechless() bool {
	return len(c.People) > 0 && c.social() && !c.does("give") && c.addressed().Silent
}

// withholding is how many turns lie between two in which somebody keeps something
// back.
const (
	withholding  = 10
	toldWithheld = " withheld"
)

// withhold tells of somebody who keeps something back, if nobody did so lately.
func (c *composer) withhold(deed string) bool {
	if !c.due(toldWithheld, withholding) || !c.sayAbout(withheld.of(deed)) {
		return false
	}
	c.ledger.use(toldWithheld)
	return true
}
