package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story/event"
)

// longestTyped is how much of what was typed the log keeps.
const longestTyped = 240

// PlayTyped is [Game.Play] for a choice or an action that somebody typed in words of their
// own. The log keeps them for whoever reads it; they mean nothing, and change nothing of
// the turn.
func (g *Game) PlayTyped(ctx context.Context, id, words string) (*Record, error) {
	return g.play(ctx, id, prose.CleanLine(words, longestTyped))
}

// lastTyped are the words that the last turn's choice was typed in, "" for none.
func (g *Game) lastTyped(ctx context.Context) (string, error) {
	events, err := g.story.LastTurn(ctx)
	for _, e := range events {
		if e.Event.Kind == event.ChoiceMade {
			return e.Event.Text("typed"), err
		}
	}
	return "", err
}

// Read reads what somebody typed among the actions that are possible now: those that the
// last turn ended with, and all others that there are. What it finds, [Game.Play] takes by
// its id. It changes nothing.
func (l Look) Read(line string) grammar.Reading {
	s := l.now()
	from, called := s.lately()
	return grammar.NewReader(s.readable(), s.namesTyped()).After(from, called...).Read(line)
}

// lately is what the player last did and heard of, by what it is called, the latest first: what their
// last choice was about and towards whom, and what they first heard of since. Who types "it" may mean
// it. From is where they came from, who types "back there".
func (s sight) lately() (from string, called []string) {
	add := func(name string) {
		if name != "" {
			called = append(called, name)
		}
	}
	names := s.names()
	if n := s.State.Taken.Len(); n > 0 {
		last := s.State.Taken.At(n - 1)
		add(s.topicOf(last.ID))
		for _, r := range last.Action.Refs() {
			if noun, known := names.Noun(r); known && r != action.Player && r.Kind != action.Place {
				add(noun.Text)
			}
		}
		add(last.Action.Words)
	}
	for _, topic := range s.View.Topics() {
		if topic.Raised == s.View.Turn() {
			add(topic.Words)
		}
	}
	for entry := range s.View.JournalBack() {
		if entry.Place != "" && entry.Place != s.View.Place() {
			return s.View.Name(entry.Place), called
		}
	}
	return "", called
}

// namesTyped are what somebody may type for what there is.
func (s sight) namesTyped() typedNames {
	return typedNames{s.names(), s.Sight, sync.OnceValue(s.Learning)}
}

// names names what there is as the player knows it now, and all that may be typed: of what is only told
// of, nothing else has the name.
func (s sight) names() *world.Names {
	return s.Names(s.Possible())
}

// typedNames are the names of a namer, with what shows of what they name: who types "ask the
// landlady about the old pilot" means whoever they are. Of whoever is a topic it has the
// pronouns too: "ask about Mrs Strake" means Honor Strake, and "Mr Strake" does not.
type typedNames struct {
	*world.Names
	sight    world.Sight
	learning func() *world.Learning
}

// Noun implements grammar.Names.
func (n typedNames) Noun(r action.Ref) (grammar.Noun, bool) {
	noun, known := n.Names.Noun(r)
	if !known {
		return noun, false
	}
	switch r.Kind {
	case action.Person:
		if p, ok := n.sight.Someone(r.ID); ok {
			noun.About = n.sight.Shown(p)
		}
	case action.Place:
		if p, ok := n.sight.Place(r.ID); ok {
			noun.About = world.Told(p.Description)
		}
	case action.Topic:
		n.ofTopic(&noun)
	}
	n.describe(&noun)
	return noun, true
}

// ofTopic adds what shows of the person that a topic is, and what the player knows of it.
func (n typedNames) ofTopic(noun *grammar.Noun) {
	for i := range n.sight.People {
		if p := &n.sight.People[i]; n.sight.View.Name(p.ID) == noun.Text {
			noun.Pronouns, noun.About = p.Pronouns, n.sight.Shown(p)
		}
	}
	noun.Learnt = n.learning().Of(noun.Text)
}

// Described implements [grammar.Describer] for what an author names in a choice.
func (n typedNames) Described(called string) (grammar.Noun, bool) {
	noun, known := n.sight.Described(called)
	noun.Learnt = n.learning().Of(called)
	return noun, known || len(noun.Learnt) > 0
}

// describe adds what is known of whatever is called so.
func (n typedNames) describe(noun *grammar.Noun) {
	of, known := n.sight.Described(noun.Text)
	if !known {
		return
	}
	noun.Pronouns = cmp.Or(noun.Pronouns, of.Pronouns)
	for _, also := range of.Also {
		if !slices.Contains(noun.Also, also) {
			noun.Also = append(slices.Clip(noun.Also), also)
		}
	}
	if len(noun.About) == 0 {
		noun.About = of.About
	}
}

// readable are the actions that may be typed now.
func (s sight) readable() []action.Action {
	var possible []action.Action
	for _, c := range s.offered() {
		possible = append(possible, c.Action)
	}
	undrawn := s.undrawn()
	for _, c := range undrawn {
		if c.Slot == campaign.Seeking || c.Slot == campaign.Telling { // which is typed as the deed that it stands for
			continue
		}
		authored := s.Authored(c.beat, c.Choice)
		if !slices.ContainsFunc(possible, func(a action.Action) bool { return a.ID() == authored.ID() }) {
			possible = append(possible, authored)
		}
	}
	all := s.Possible()
	said := func(action.Action) string { return "" }
	if s.Dramatic { // whose author has worded it has it told as they wrote it
		said = s.Names(all).Say
	}
	for _, o := range all {
		words := said(o.Action)
		if !slices.ContainsFunc(possible, func(a action.Action) bool { return a.ID() == o.ID() || words != "" && a.Words == words }) && !isToldBy(undrawn, &o) {
			possible = append(possible, o.Action)
		}
	}
	return possible
}

// isToldBy reports whether an offer tells somebody what one of a drama's choices tells them with more to come of it.
func isToldBy(choices []openChoice, o *world.Offer) bool {
	return o.Kind == action.Tell && slices.ContainsFunc(choices, func(c openChoice) bool { return c.tells(o.Whom().ID, o.Topic.Words) })
}

// tells reports whether a choice of a drama tells somebody of a topic for what comes of it.
func (c openChoice) tells(whom, topic string) bool {
	return (c.Slot == campaign.Final || c.Slot == campaign.Wanting) && c.Of == "ask:"+whom && c.Topic == topic
}

// undrawn are the choices of a drama that may be taken now, whether the menu holds them or not: it
// holds a few of many. Of what talking with somebody or searching a place may be it is the first.
func (s sight) undrawn() []openChoice {
	if !s.Dramatic {
		return nil
	}
	var all []openChoice
	stood := map[string]bool{}
	facts := s.Progress()
	for i := range s.Beats {
		b := &s.Beats[i]
		if !isOpen(b, s.State, s.View.Place()) {
			continue
		}
		for at := range b.Choices {
			c := &b.Choices[at]
			if c.Slot == "" || c.Slot.Stands() && stood[c.Of] || !onOffer(b, c, &facts.Facts) {
				continue
			}
			stood[c.Of] = stood[c.Of] || c.Slot.Stands()
			all = append(all, openChoice{b, c})
		}
	}
	return all
}

// topicOf is what an author's choice leaves to talk of, "" for nothing.
func (s sight) topicOf(id string) string {
	if _, choice, ok := s.AuthorsChoice(id); ok {
		return choice.Topic
	}
	return ""
}

// Answer finds which of some actions is meant by what somebody typed when they were asked:
// see [grammar.Answer].
func (l Look) Answer(line string, among []action.Action) (action.Action, bool) {
	return grammar.Answer(line, among, l.now().namesTyped())
}

// An Option is something that the player may do.
type Option struct {
	ID   string // that Play takes
	Text string // in words for the player
}

// Options are actions, each as the choice that it is, if it was offered, else in plain words.
func (l Look) Options(actions ...action.Action) []Option {
	s := l.now()
	offered, names := s.offered(), sync.OnceValue(s.names)
	all := make([]Option, len(actions))
	for i, a := range actions {
		switch c := slices.IndexFunc(offered, func(c Choice) bool { return c.Action.Equal(a) }); {
		case c >= 0:
			all[i] = Option{offered[c].ID, offered[c].Text}
		case a.Kind == action.Authored:
			all[i] = Option{a.Choice, names().Say(a)}
		default:
			all[i] = Option{a.ID(), names().Say(a)}
		}
	}
	return all
}

// Possible reports whether an action may be taken now, offered or not, by its id.
func (l Look) Possible(id string) bool {
	_, possible := l.now().possible(id)
	return possible
}

// possible is an action that may be taken now although it was not offered, by its id.
func (s sight) possible(id string) (Choice, bool) {
	if s.State.Ending != "" && len(s.State.Offered) == 0 && !s.noEndings { // it has not run on
		return Choice{}, false
	}
	for _, c := range s.undrawn() { // and whoever talks with somebody, or searches a place, does what that is now
		if c.beat.ID+"/"+c.ID == id || c.Slot.Stands() && c.Of == id {
			return writtenChoice(s.Situation, c.beat, c.Choice), true
		}
	}
	all := s.Possible()
	i := slices.IndexFunc(all, func(o world.Offer) bool { return o.ID() == id })
	if i < 0 {
		return Choice{}, false
	}
	text := s.Names(all).Say(all[i].Action)
	return Choice{ID: id, Action: all[i].Action, Text: text, Source: event.Typed, Kind: event.ChoiceKind(all[i].Kind)}, true
}
