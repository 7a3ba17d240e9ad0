package host

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// maxScore is the strongest opinion.
const maxScore = kit.Thousandths(100_000)

var isOptionalWeight = optional(isWeight)

func (s *session) readRelation(p *params) (protocol.Object, *protocol.CallError) {
	who := p.text("who", isName, "")
	whom := p.text("whom", isName, string(event.Player))
	if err := p.end(); err != nil {
		return nil, err
	}
	if who == "" {
		return s.listRelations(p, whom)
	}
	pair := story.Pair{Who: who, Whom: whom}
	if refused := s.between(p, pair); refused != nil {
		return nil, refused
	}
	return protocol.Object{"relations": []any{s.asWritten().relation(pair)}}, nil
}

// listRelations gives what is known, to the one who asks, of everybody's opinion.
func (s *session) listRelations(p *params, whom string) (protocol.Object, *protocol.CallError) {
	if refused := s.exists(p, "whom", whom); refused != nil {
		return nil, refused
	}
	var known []story.Pair
	for pair := range s.asWritten().state.Relations {
		if _, shown := s.asWritten().shownRelation(pair); pair.Whom == whom && shown && s.asWritten().met(pair.Who) {
			known = append(known, pair)
		}
	}
	slices.SortFunc(known, func(a, b story.Pair) int { return strings.Compare(a.Who, b.Who) })
	told := make([]any, len(known))
	for i, pair := range known {
		told[i] = s.asWritten().relation(pair)
	}
	return sized(protocol.Object{"relations": told}, "relations")
}

// shownRelation is what one thinks of another, as far as the one who asks may know: what they think
// and those of their faction, and of what is thought of them what last showed. What others
// think of each other shows to nobody.
func (t *stagedStory) shownRelation(pair story.Pair) (story.Relation, bool) {
	switch {
	case t.anybody: // and nobody to keep it from
	case pair.Whom == string(t.as):
		return t.seen().Relation(pair.Who)
	case pair.Who != string(t.as) && pair.Who != t.faction():
		return story.Relation{}, false
	}
	r, is := t.state.Relations[pair]
	return r, is
}

// faction is the faction of the one who asks, "" for none. The player is of none.
func (t *stagedStory) faction() string {
	if t.as == event.Player {
		return ""
	}
	id, _ := t.state.Entities[string(t.as)].Attributes["faction"].(string)
	return id
}

// relation is an opinion as it is now.
func (t *stagedStory) relation(pair story.Pair) protocol.Object {
	r, is := t.shownRelation(pair)
	since := int64(0)
	if is {
		since = t.state.Minutes - r.Changed
	}
	return protocol.Object{
		"who": pair.Who, "whom": pair.Whom, "score": number(t.score(pair)),
		"begun": r.Begun, "minutes_since": strictjson.Int(since),
	}
}

// score is an opinion now, with what has faded of it.
func (t *stagedStory) score(pair story.Pair) kit.Thousandths {
	r, _ := t.shownRelation(pair)
	return kit.Thousandths(r.At(t.state.Minutes))
}

func (s *session) writeRelation(p *params) (protocol.Object, *protocol.CallError) {
	pair := story.Pair{Who: p.text("who", isName), Whom: p.text("whom", isName, string(event.Player))}
	if _, begins := p.rest["score"]; begins {
		return s.beginRelation(p, pair)
	}
	by := p.thousandths("by", -maxScore, maxScore)
	written := protocol.Object{"who": pair.Who, "whom": pair.Whom, "by": number(by)}
	strictjson.Put(written, "reason", p.text("reason", optional(isProse), ""))
	strictjson.Put(written, "significance", p.text("significance", isOptionalWeight, ""))
	if err := p.end(); err != nil {
		return nil, err
	}
	if refused := s.between(p, pair); refused != nil {
		return nil, refused
	}
	if by != 0 {
		if refused := s.stage(relationWrite, written); refused != nil {
			return nil, refused
		}
	}
	return protocol.Object{"score": number(s.asWritten().score(pair))}, nil
}

func (s *session) beginRelation(p *params, pair story.Pair) (protocol.Object, *protocol.CallError) {
	written := protocol.Object{
		"who": pair.Who, "whom": pair.Whom,
		"score":        number(p.thousandths("score", -maxScore, maxScore)),
		"unit_minutes": strictjson.Int(p.integer("unit_minutes", 0, maxMinutes, 0)),
		"keep":         strictjson.Int(p.integer("keep", 0, 1000, 1000)),
	}
	if parts := p.parts("parts"); len(parts) > 0 {
		written["parts"] = parts
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	if refused := s.between(p, pair); refused != nil {
		return nil, refused
	}
	if s.asWritten().state.Relations[pair].Begun {
		return nil, &protocol.CallError{
			Code: skills.CallExists,
			Message: fmt.Sprintf("%s: what %q thinks of %q has begun already; it can only change, with params.by",
				p.method, pair.Who, pair.Whom),
		}
	}
	if refused := s.stage(relationWrite, written); refused != nil {
		return nil, refused
	}
	return protocol.Object{"score": number(s.asWritten().score(pair))}, nil
}

// between refuses a relation of what the story does not know.
func (s *session) between(p *params, pair story.Pair) *protocol.CallError {
	if pair.Who == pair.Whom {
		p.fail("whom", "somebody other than params.who", pair.Whom, true)
		return p.end()
	}
	if refused := s.exists(p, "who", pair.Who); refused != nil {
		return refused
	}
	return s.exists(p, "whom", pair.Whom)
}

// exists refuses an id that nobody has, naming one that was probably meant, of
// those the player knows. Outside a story anybody may exist.
func (s *session) exists(p *params, name, id string) *protocol.CallError {
	if s.story == nil || s.asWritten().exists(id) {
		return nil
	}
	message := fmt.Sprintf("%s: params.%s: nobody has the id %q", p.method, name, id)
	if meant := s.asWritten().meant(id); meant != "" {
		message += fmt.Sprintf("; did you mean %q?", meant)
	}
	return notFound("%s", message)
}
