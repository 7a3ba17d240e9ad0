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
func (t *happening) apply(effects []effect.Effect) {
	t.foreign(func() {
		for _, e := range effects {
			t.applyOne(e)
		}
	})
}

func (t *happening) applyOne(e effect.Effect) {
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

func (t *happening) passUntil(minute int64) {
	const day = 24 * 60
	if wait := ((minute-t.state().Minutes)%day + day) % day; wait <= longestUntil {
		t.pass(wait)
	}
}

// applyKnowledge is applyOne for what is known and remembered.
func (t *happening) applyKnowledge(e effect.Effect) {
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
func (t *happening) patch(patch strictjson.Object) {
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
func (t *happening) sum(path string, amount int64) strictjson.Number {
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
func (t *happening) gain(item string, cause event.Position) {
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
func (t *happening) lose(item string) {
	if !t.carries(item) {
		return
	}
	held := t.add(event.ItemLost, event.Data{"who": string(event.Player), "item": item, "count": 1})
	t.Lost = append(t.Lost, item)
	t.came(action.Lost, action.Player, action.ItemRef(item), held)
}

func (t *happening) carries(item string) bool {
	return slices.ContainsFunc(t.state().People[event.Player].Items, func(i story.Item) bool { return i.ID == item })
}

// opinion moves what somebody thinks of the player, by points.
func (t *happening) opinion(who string, by int64) {
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

func (t *happening) changePerson(e effect.NPC) {
	if place, ok := e.Value.(string); ok && e.Path == "place" {
		t.movePerson(e.Person, place)
		// Whoever an author puts somewhere stays until the author says otherwise.
		t.add(event.CharacterChanged, event.Data{"who": e.Person, "changes": strictjson.Object{world.Stays: true}})
		return
	}
	t.add(event.CharacterChanged, event.Data{"who": e.Person, "changes": nested(e.Path, e.Value)})
}

func (t *happening) changeWorld(e effect.World) {
	if weather, ok := e.Value.(string); ok && e.Path == "weather" {
		t.turnWeather(weather)
		return
	}
	t.patch(strictjson.Object{world.WorldKey: nested(e.Path, e.Value)})
}

func (t *happening) thread(e effect.Thread) {
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
