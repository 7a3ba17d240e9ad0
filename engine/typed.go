package engine

import (
	"context"
	"slices"
	"strings"
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
	return grammar.Read(line, s.readable(), s.namesTyped())
}

// namesTyped are what somebody may type for what there is.
func (s sight) namesTyped() typedNames {
	return typedNames{s.names(), s.Sight}
}

// names names what there is as the player knows it now.
func (s sight) names() *world.Names {
	return s.Names(s.Offers())
}

// typedNames are the names of a namer, with what shows of what they name: who types "ask the
// landlady about the old pilot" means whoever they are. Of whoever is a topic it has the
// pronouns too: "ask about Mrs Strake" means Honor Strake, and "Mr Strake" does not.
type typedNames struct {
	*world.Names
	sight world.Sight
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
			noun.About = n.shows(p)
		}
	case action.Place:
		if p, ok := n.sight.Place(r.ID); ok {
			noun.About = pieces(p.Description)
		}
	case action.Topic:
		n.ofTopic(&noun)
	}
	return noun, true
}

// ofTopic adds what shows of the person or the place that a topic is.
func (n typedNames) ofTopic(noun *grammar.Noun) {
	for i := range n.sight.People {
		if p := &n.sight.People[i]; n.sight.View.Name(p.ID) == noun.Text {
			noun.Pronouns, noun.About = p.Pronouns, n.shows(p)
		}
	}
	for i := range n.sight.Places {
		if p := &n.sight.Places[i]; p.Name == noun.Text {
			noun.About = pieces(p.Description)
		}
	}
}

// shows is what anybody may see or is told of somebody: what they are, their age and looks,
// and the sentence that a storyteller introduces them with.
func (n typedNames) shows(p *campaign.Person) []string {
	role, introduced := p.Role, ""
	if strings.HasPrefix(role, "somebody") {
		role = ""
	}
	if n.sight.Extracted || n.sight.Dramatic {
		introduced = p.Background
	}
	return pieces(role, string(p.Age), string(p.Appearance), introduced)
}

// pieces are texts that hold something, cleaned.
func pieces(texts ...string) []string {
	var all []string
	for _, text := range texts {
		if text = prose.CleanLine(text, longestTyped); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// readable are the actions that may be typed now.
func (s sight) readable() []action.Action {
	var possible []action.Action
	for _, c := range s.offered() {
		possible = append(possible, c.Action)
	}
	for _, o := range s.Possible() {
		if !slices.ContainsFunc(possible, func(a action.Action) bool { return a.ID() == o.ID() }) {
			possible = append(possible, o.Action)
		}
	}
	return possible
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
		if c := slices.IndexFunc(offered, func(c Choice) bool { return c.Action.Equal(a) }); c >= 0 {
			all[i] = Option{offered[c].ID, offered[c].Text}
			continue
		}
		all[i] = Option{a.ID(), names().Say(a)}
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
	all := s.Possible()
	i := slices.IndexFunc(all, func(o world.Offer) bool { return o.ID() == id })
	if i < 0 {
		return Choice{}, false
	}
	text := s.Names(all).Say(all[i].Action)
	return Choice{ID: id, Action: all[i].Action, Text: text, Source: event.Typed, Kind: event.ChoiceKind(all[i].Kind)}, true
}
