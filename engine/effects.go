package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// apply lets the effects of a beat, a choice or an outcome happen.
func (t *resolving) apply(effects []effect.Effect) {
	t.foreign(func() {
		for _, e := range effects {
			t.applyOne(e)
		}
	})
}

func (t *resolving) applyOne(e effect.Effect) {
	switch e := e.(type) {
	case effect.Set:
		t.patch(nested(e.Path, e.Value))
	case effect.Add:
		t.patch(nested(e.Path, t.sum(e.Path, e.Amount)))
	case effect.Gain:
		t.gain(e.Item, t.given(e.Item))
	case effect.Lose:
		t.lose(e.Item)
	case effect.Opinion:
		t.opinion(e.Person, int64(e.By))
	case effect.Reputation:
		t.opinion(e.Faction, int64(e.By))
	case effect.NPC:
		t.changePerson(e)
	case effect.World:
		t.changeWorld(e)
	case effect.Move:
		t.movePlayer(e.Place, e.With)
	case effect.Minutes:
		t.pass(int64(e.Count))
	case effect.Until:
		t.passUntil(int64(e.Minute))
	case effect.Ending:
		t.Ending = cmp.Or(t.Ending, e.ID) // the choice's before that of a beat which is due beside it
	case effect.Occasion:
		t.takeOn(e)
	default:
		t.applyKnowledge(e)
	}
}

// longestUntil is how many minutes a time of day may be off that story time goes on
// to, which holds a night from half past five to six: what is further off has just been.
const longestUntil = 13 * 60

func (t *resolving) passUntil(minute int64) {
	const day = 24 * 60
	if wait := ((minute-t.state().Minutes)%day + day) % day; wait <= longestUntil {
		t.pass(wait)
	}
}

// applyKnowledge is applyOne for what is known and remembered.
func (t *resolving) applyKnowledge(e effect.Effect) {
	switch e := e.(type) {
	case effect.Learn:
		t.learn(world.Piece{Content: e.Fact}, event.Discovered)
	case effect.Know:
		t.know(e)
	case effect.Tell:
		t.tellFact(e)
	case effect.Consequence:
		t.learn(world.Piece{Content: e.Text}, event.Witnessed)
	case effect.Remember:
		t.remember(e)
	case effect.Reveal:
		t.reveal(e)
	case effect.Thread:
		t.thread(e)
	default:
		t.trouble(fmt.Errorf("the engine does not know what %T does", e))
	}
}

// patch changes session state as a campaign says.
func (t *resolving) patch(patch strictjson.Object) {
	t.add(event.StatePatched, event.Data{"patch": patch})
}

// nested is the tree that gives a value to a path.
func nested(path string, value any) strictjson.Object {
	names := strings.Split(path, ".")
	for i := len(names) - 1; i > 0; i-- {
		value = strictjson.Object{names[i]: value}
	}
	return strictjson.Object{names[0]: value}
}

// sum is a number of the session state with an amount added; what is no whole
// number counts as 0.
func (t *resolving) sum(path string, amount int64) strictjson.Number {
	var v any = t.state().Free
	for name := range strings.SplitSeq(path, ".") {
		object, ok := v.(strictjson.Object)
		if !ok {
			return strictjson.Int(amount)
		}
		v = object[name]
	}
	n, ok := v.(strictjson.Number)
	if !ok {
		return strictjson.Int(amount)
	}
	old, err := n.Int64()
	if err != nil {
		return strictjson.Int(amount)
	}
	return strictjson.Int(old + amount)
}

// gain puts an item into the player's hands, by what is its cause.
func (t *resolving) gain(item string, cause event.Position) {
	held := t.stage(event.Event{
		Kind: event.ItemGained, Actor: event.EngineSelf, Cause: cause, Data: event.Data{"who": string(event.Player), "item": item, "count": 1},
	})
	if held == 0 {
		return
	}
	t.Gained = append(t.Gained, item)
	t.came(action.Gained, action.Player, action.ItemRef(item), held)
}

// lose takes an item, if the player has it.
func (t *resolving) lose(item string) {
	if !t.carries(item) {
		return
	}
	held := t.add(event.ItemLost, event.Data{"who": string(event.Player), "item": item, "count": 1})
	t.Lost = append(t.Lost, item)
	t.came(action.Lost, action.Player, action.ItemRef(item), held)
}

func (t *resolving) carries(item string) bool {
	return slices.ContainsFunc(t.state().People[event.Player].Items, func(i story.Item) bool { return i.ID == item })
}

// opinion moves what somebody thinks of the player, by points.
func (t *resolving) opinion(who string, by int64) {
	if by == 0 {
		return
	}
	held := t.add(event.RelationChanged, event.Data{
		"who": who, "whom": string(event.Player), "by": by * 1000, "significance": string(weight(by)),
	})
	ref := action.PersonRef(who)
	if _, faction := t.w.Faction(who); faction {
		ref.Kind = action.Faction
	}
	t.came(action.Changed, ref, action.Player, held)
}

// weight is how significant a change of opinion is.
func weight(by int64) action.Significance {
	switch {
	case by >= 30 || by <= -30:
		return action.High
	case by >= 15 || by <= -15:
		return action.Medium
	}
	return action.Low
}

func (t *resolving) changePerson(e effect.NPC) {
	if place, ok := e.Value.(string); ok && e.Path == "place" {
		t.movePerson(e.Person, place)
		// Whoever an author puts somewhere stays until the author says otherwise.
		t.add(event.CharacterChanged, event.Data{"who": e.Person, "changes": strictjson.Object{world.Stays: true}})
		return
	}
	t.add(event.CharacterChanged, event.Data{"who": e.Person, "changes": nested(e.Path, e.Value)})
}

func (t *resolving) changeWorld(e effect.World) {
	if weather, ok := e.Value.(string); ok && e.Path == "weather" {
		t.turnWeather(weather)
		return
	}
	t.patch(strictjson.Object{world.WorldKey: nested(e.Path, e.Value)})
}

// learn lets the player come to know something: as what its speaker claims, else as a
// fact, in the way that source says. The same thing is learned once.
func (t *resolving) learn(p world.Piece, source event.Source) {
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
func (t *resolving) has(p world.Piece) bool {
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
func (t *resolving) claim(p world.Piece) (event.Position, action.Ref) {
	speaker := event.CharacterID(p.Speaker)
	return t.say(p, []string{string(event.Player)}, cmp.Or(t.between(speaker), t.state().At(speaker, t.state().People[speaker].Place)))
}

// say lets somebody claim something, for those to hear who perceive it. Whom a fact is about goes with its own words; other
// words are about whom their author says, nobody included, so that nobody is told by a lie whom it hides.
func (t *resolving) say(p world.Piece, to []string, heard *event.Perception) (event.Position, action.Ref) {
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
func (t *resolving) discover(p world.Piece, source event.Source) (event.Position, action.Ref) {
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
func (t *resolving) known(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !t.state().Exists(id) })
}

func (t *resolving) remember(e effect.Remember) {
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
func (t *resolving) characters(ids []string) []string {
	all := []string{string(event.Player)}
	for _, id := range ids {
		if _, known := t.state().People[event.CharacterID(id)]; known && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// reveal lets the player know a person's secret, which was a fact all along.
func (t *resolving) reveal(e effect.Reveal) {
	fact := e.Person + "/" + e.Secret
	if t.view().Knows(fact) {
		return
	}
	held := t.add(event.SecretRevealed, event.Data{"fact": fact, "whose": e.Person})
	t.came(action.Learned, action.Player, action.Ref{Kind: action.Fact, ID: fact}, held)
}

func (t *resolving) thread(e effect.Thread) {
	thread, known := t.view().Thread(e.ID)
	title := cmp.Or(e.Title, thread.Title, e.ID)
	if !known {
		t.add(event.ThreadOpened, event.Data{"thread": e.ID, "title": title})
	}
	if !e.Resolved {
		return
	}
	held := t.add(event.ThreadResolved, event.Data{"thread": e.ID, "outcome": title})
	t.came(action.Settled, action.Ref{}, action.ThreadRef(e.ID), held)
	if topic := t.w.ThreadTopic(title); t.view().TopicWords(topic.ID) != "" {
		t.add(event.TopicSettled, event.Data{"topic": topic.ID})
	}
}
