package engine

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// learn lets the player come to know something: as what its speaker claims, else as a
// fact, in the way that source says. The same thing is learned once.
func (t *happening) learn(p world.Piece, source event.Source) {
	if t.has(p) {
		return
	}
	held, what := event.Position(0), action.Ref{}
	if p.Speaker != "" {
		held, what = t.claim(p)
	} else {
		held, what = t.discover(p, source)
	}
	if held > 0 {
		t.Learned = append(t.Learned, p)
		t.came(action.Learned, action.Player, what, held)
		t.raiseFor(p.Leaves, p.Speaker, t.between(event.CharacterID(p.Speaker)))
	}
}

// has reports whether the player has a piece: of a fact that its author wrote, in just these words.
func (t *happening) has(p world.Piece) bool {
	v := t.view()
	switch {
	case p.Fact != "":
		return v.HasSo(p.Fact, p.Content)
	case p.ID != "":
		return world.KnowsPiece(v, p.ID)
	}
	return v.HasContent(p.Content)
}

// claim lets somebody say something to the player: for everybody there to hear, unless
// they were asked quietly. Where they have it from goes with it.
func (t *happening) claim(p world.Piece) (event.Position, action.Ref) {
	speaker := event.CharacterID(p.Speaker)
	return t.say(p, []string{string(event.Player)}, cmp.Or(t.between(speaker), t.state().At(speaker, t.state().People[speaker].Place)))
}

// say lets somebody claim something, for those to hear who perceive it. Whom a fact is about goes with its own words; other
// words are about whom their author says, nobody included, so that nobody is told by a lie whom it hides.
func (t *happening) say(p world.Piece, to []string, heard *event.Perception) (event.Position, action.Ref) {
	id := t.newID("claim")
	said := event.Data{"claim": id, "speaker": p.Speaker, "content": p.Content, "truth": string(cmp.Or(p.Truth, action.Sincere)), "to": to}
	if p.Rumour {
		said["truth"] = string(action.Rumour)
	}
	about := p.About
	if p.Fact != "" {
		said["fact"] = p.Fact
		strictjson.Put(said, "heard", p.Heard)
		if fact := t.state().Minds.Facts[p.Fact]; p.Content == fact.Content {
			about = fact.About
		}
	} else {
		said["source"] = p.ID
		strictjson.Put(said, "heard", t.state().As(event.CharacterID(p.Speaker)).ClaimFrom(p.ID))
	}
	if about = t.known(about); len(about) > 0 {
		said["about"] = about
	}
	return t.stage(event.Event{Kind: event.ClaimMade, Actor: event.Actor(p.Speaker), Cause: t.cause, Data: said, Perception: heard}), action.Ref{Kind: action.Said, ID: id}
}

// discover lets the player learn a fact.
func (t *happening) discover(p world.Piece, source event.Source) (event.Position, action.Ref) {
	id, content := p.ID, p.Content
	if id == "" {
		id = t.newID("fact")
	}
	if _, is := t.state().Minds.Facts[id]; !is {
		fact := event.Data{"fact": id, "content": content}
		if about := t.known(p.About); len(about) > 0 {
			fact["about"] = about
		}
		t.add(event.FactEstablished, fact)
	}
	return t.add(event.FactLearned, event.Data{"who": string(event.Player), "fact": id, "source": string(source)}), action.Ref{Kind: action.Fact, ID: id}
}

// known are those of some ids that the story knows: a campaign may have got others since it began.
func (t *happening) known(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !t.state().Exists(id) })
}

// know lets some know a fact of the campaign's.
func (t *happening) know(e effect.Know) {
	content, is := t.state().Minds.Facts[e.Fact]
	if !is { // the campaign has got it since the story began
		return
	}
	for _, who := range e.Who {
		if t.state().Minds.HasLearned(event.CharacterID(who), e.Fact) {
			continue
		}
		held := t.add(event.FactLearned, event.Data{"who": who, "fact": e.Fact, "source": string(event.Discovered)})
		t.came(action.Learned, action.PersonRef(who), action.Ref{Kind: action.Fact, ID: e.Fact}, held)
		if who == string(event.Player) && held > 0 {
			p := world.Piece{ID: e.Fact, Fact: e.Fact, Content: content.Content}
			if f, wrote := t.w.Fact(e.Fact); wrote {
				p.Leaves = world.SubjectOf(f.Topic)
			}
			t.Learned = append(t.Learned, p)
			t.raise(p.Leaves, "")
		}
	}
}

// tellFact lets somebody tell others of a fact, by its author's word: as they have it, or in the
// author's words. Who does not know it says it without ground.
func (t *happening) tellFact(e effect.Tell) {
	fact, is := t.state().Minds.Facts[e.Fact]
	if !is {
		return
	}
	p := world.Piece{ID: e.Fact, Fact: e.Fact, Content: fact.Content, Speaker: e.From, Truth: action.Sincere}
	if held, has := t.state().Minds.Holds(event.CharacterID(e.From), e.Fact); has && e.Says == "" {
		p.Content, p.Heard, p.Rumour, p.About = held.Content, held.Claim, held.Truth == action.Rumour, t.state().Minds.Claims[held.Claim].About
		if held.Truth != "" {
			p.Truth = held.Truth
		}
	} else if e.Says != "" {
		p.Content, p.Truth, p.About = e.Says, e.As, e.Concerns
	}
	speaker := event.CharacterID(e.From)
	heard := &event.Perception{}
	if !e.Quietly {
		*heard = *t.state().At(speaker, t.state().People[speaker].Place)
	}
	heard.WitnessedBy, heard.ApparentAudience = slices.Clone(heard.WitnessedBy), slices.Clone(heard.ApparentAudience)
	for _, who := range append([]string{e.From}, e.To...) {
		heard.WitnessedBy = append(heard.WitnessedBy, event.CharacterID(who))
		heard.ApparentAudience = append(heard.ApparentAudience, event.CharacterID(who))
	}
	held, what := t.say(p, e.To, heard.Sorted())
	for _, who := range e.To {
		t.came(action.Learned, action.PersonRef(who), what, held)
	}
}

// reveal lets the player know a person's secret, which was a fact all along.
func (t *happening) reveal(e effect.Reveal) {
	fact := e.Person + "/" + e.Secret
	if t.view().Knows(fact) {
		return
	}
	held := t.add(event.SecretRevealed, event.Data{"fact": fact, "whose": e.Person})
	t.came(action.Learned, action.Player, action.Ref{Kind: action.Fact, ID: fact}, held)
}

func (t *happening) remember(e effect.Remember) {
	episodic := action.Episode("")
	switch {
	case e.Triumph:
		episodic = action.Triumph
	case e.Failure:
		episodic = action.Defeat
	}
	topic := world.SubjectOf(t.topic)
	t.raise(topic, "")
	data := event.Data{
		"memory": t.newID("memory"), "knower": string(event.Player), "words": e.Text,
		"significance": string(e.Significance), "place": t.place(), "source": string(event.Narrative),
		"characters": t.characters(e.About), "tags": e.Tags, "kind": string(event.Perceiving),
	}
	strictjson.Put(data, "topic", topic.ID)
	strictjson.Put(data, "episodic", string(episodic))
	t.add(event.MemoryKept, data)
}

// characters are those of some ids that are people of the story, the player first.
func (t *happening) characters(ids []string) []string {
	all := []string{string(event.Player)}
	for _, id := range ids {
		if _, known := t.state().People[event.CharacterID(id)]; known && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// between is who perceives what somebody answers the player: nil for everybody there, and
// the two alone where they were asked quietly.
func (t *happening) between(speaker event.CharacterID) *event.Perception {
	if t.Action.Manner != action.Quietly {
		return nil
	}
	who := []event.CharacterID{event.Player}
	if speaker != "" {
		who = append(who, speaker)
	}
	return (&event.Perception{WitnessedBy: who, ApparentAudience: who}).Sorted()
}
