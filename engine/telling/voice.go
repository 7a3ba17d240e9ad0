package telling

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// mostSaidLately is how much of what somebody said before they are reminded of.
const mostSaidLately = 40

// Voice is what a character is given who speaks to the player: who they are by their author's word,
// what they want, where they are, what they think of the player, what was just done before them, what they have just
// told the player of what they know, what they said to the player before, what they have with the player, what is about
// them, and what is pinned for them. All of it is of their own view; what they keep back is not in it, nor what anybody else has.
func Voice(s world.Sight) strictjson.Object {
	v, id := s.View, string(s.View.Who())
	o := strictjson.Object{
		"npc": id, "name": v.Name(id), "feeling": strictjson.Int(v.Feeling(string(event.Player)) / 1000),
		"place": v.Name(v.Place()), "present": strictjson.FromStrings(namesOf(v.Present(), v.Name)),
	}
	strictjson.Put(o, "weather", v.Weather())
	if _, met := v.Person(string(event.Player)); met {
		strictjson.Put(o, "player", v.Name(string(event.Player)))
	}
	p, ok := s.Someone(id)
	if ok {
		strictjson.Put(o, "pronouns", p.Pronouns)
		strictjson.Put(o, "role", p.Role)
		strictjson.Put(o, "style", p.Speech.Style)
		strictjson.PutList(o, "examples", strictjson.FromStrings(p.Speech.Examples))
		strictjson.PutList(o, "traits", strictjson.FromStrings(p.Personality.Traits))
		o["lines"] = strictjson.Object{
			"warm": strictjson.FromStrings(p.Lines.Warm), "neutral": strictjson.FromStrings(p.Lines.Neutral), "cold": strictjson.FromStrings(p.Lines.Cold),
		}
	}
	strictjson.PutList(o, "wants", strictjson.FromStrings(wants(v.Self(), p)))
	var said, told []string
	for _, e := range v.Journal(mostSaidLately) {
		switch {
		case !slices.Contains(e.Who, event.Player) && e.Deed == nil: // it was not for the player's ears
		case e.Kind == event.Said && e.Speaker == v.Who():
			said = append(said, e.Text)
		case e.Kind == event.ClaimMade && e.Speaker == v.Who() && e.Turn == v.Turn():
			told = append(told, e.Text)
		case e.Deed != nil && e.Turn == v.Turn() && e.Deed.Action.By == action.Player:
			deed := strictjson.Object{"kind": string(e.Deed.Action.Kind), "words": v.Tell(e.Deed)}
			strictjson.Put(deed, "topic", v.TopicWords(e.Deed.Action.Topic.ID))
			o["deed"] = deed
		}
	}
	strictjson.PutList(o, "said", strictjson.FromStrings(said))
	strictjson.PutList(o, "told", strictjson.FromStrings(told))
	bond(o, s)
	about(o, s)
	var pinned []string
	for _, m := range v.PinnedFor(story.Query{}) {
		pinned = append(pinned, v.Words(&m.Memory))
	}
	strictjson.PutList(o, "pinned", strictjson.FromStrings(pinned))
	return o
}

// wants are what somebody is after, as they know it: their goals as the story has changed them, else those of their author's that are
// not over, and what moves them. p may be nil.
func wants(self strictjson.Object, p *campaign.Person) (all []string) {
	now, changed := self["goals"]
	switch {
	case changed:
		all = strictjson.AsStrings[string](now)
		if one := strictjson.AsString(now); one != "" {
			all = []string{one}
		}
	case p != nil:
		for _, g := range p.Goals {
			if g.Description != "" && !g.Over() {
				all = append(all, g.Description)
			}
		}
	}
	if p != nil {
		all = append(all, p.Motivations...)
	}
	return all
}

// bond puts what somebody has with the player: how far they trust them, what is between the two, and what they know of them
// or were told. What they may keep back stays out, since it is the host that judges whether they do.
func bond(o strictjson.Object, s world.Sight) {
	b := s.View.Towards(string(event.Player))
	o["trust"] = strictjson.Int(b.Trust / 1000)
	strictjson.Put(o, "between", b.Summary)
	var known []string
	for _, k := range s.View.KnownOf(string(event.Player)) {
		if s.View.Reliability(k) > 0 && !s.MayKeep(k.Fact) && !slices.Contains(known, k.Content) {
			known = append(known, k.Content)
		}
	}
	strictjson.PutList(o, "known", strictjson.FromStrings(known))
}

func namesOf(ids []string, name func(string) string) (all []string) {
	for _, id := range ids {
		all = append(all, name(id))
	}
	return all
}
