package story_test

import (
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

// waits is a deed of somebody's, to which some changes came.
func waits(who action.Ref, changes ...action.Change) event.Data {
	return event.Data{
		"action": action.Action{By: who, Kind: action.Wait}.Object(), "outcome": action.Outcome{Changes: changes}.Object(), "significance": "low",
	}
}

// What the player did in a turn is of that turn: in the next one, and where only somebody
// else did something, there is no deed of theirs that a memory could be of.
func TestTheDeedIsThatOfTheTurn(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	if _, is := turn.State().LatestDeed(); is {
		t.Error("before anything was done there is a deed")
	}
	at := add(t, turn, event.Acted, waits(action.Player))
	if deed, is := turn.State().LatestDeed(); !is || deed.Position != at {
		t.Errorf("of the player's deed at %d: %+v", at, deed)
	}
	commit(t, turn)
	turn = openTurn(t, p)
	if deed, is := turn.State().LatestDeed(); is {
		t.Errorf("the deed of the turn before counts: %+v", deed)
	}
	add(t, turn, event.Acted, waits(action.PersonRef("ines")))
	if deed, is := turn.State().LatestDeed(); is {
		t.Errorf("the deed of somebody else counts: %+v", deed)
	}
}

// That somebody learned something by a deed, they know, and nobody who only looked on.
func TestWhatIsLearnedByADeedIsPartOfIt(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	held := add(t, turn, event.FactLearned, event.Data{"who": "player", "fact": "ned/oil", "source": "discovered"})
	add(t, turn, event.Acted, waits(action.Player,
		action.Change{Kind: action.Learned, Who: action.Player, What: action.Ref{Kind: action.Fact, ID: "ned/oil"}, Event: int64(held)}))
	if deed, _ := turn.State().LatestDeed(); len(deed.Outcome.Changes) != 1 {
		t.Errorf("the player's own deed came to %+v", deed.Outcome)
	}
	if seen := turn.State().As("ines").Journal(1)[0].Deed; len(seen.Outcome.Changes) != 0 {
		t.Errorf("Ines, who looked on, saw it come to %+v", seen.Outcome)
	}
}

// A topic is known as it was first heard of: in those words, since that turn, from whoever
// brought it up.
func TestATopicIsHeardOfOnce(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	for _, words := range []string{"the oil", "all that oil"} {
		turn := openTurn(t, p)
		add(t, turn, event.TopicRaised, event.Data{"topic": "the-oil", "words": words, "by": map[bool]string{true: "ines", false: "ned"}[words == "the oil"]})
		commit(t, turn)
	}
	topics := p.State().Player().Topics()
	if len(topics) != 1 || topics[0].Words != "the oil" || topics[0].Raised != 1 || topics[0].By != "ines" {
		t.Errorf("%+v", topics)
	}
}

// What is thought of the player fades in their view too, from when it last showed.
func TestOpinionsFadeInTheView(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.TimePassed, event.Data{"minutes": 1000})
	commit(t, turn)
	v := p.State().Player()
	relations, _ := v.Object()["$relations"].(strictjson.Object)
	if v.Regard("keepers") != -2500 || fmt.Sprint(relations["keepers"]) != "-2.5" {
		t.Errorf("half of -5 is left after a thousand minutes; the view has %d, and %v", v.Regard("keepers"), relations)
	}
}

// Every memory and every entry of a view has a handle that leads to it and to no other,
// also where the journal is too long to be shown whole; behind the last there is none.
func TestHandlesLeadToWhatTheyAreOf(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	for n := range 30 {
		text := fmt.Sprintf("Wave %d broke.", n)
		add(t, turn, event.Happened, event.Data{"text": text})
		add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprint("ned-", n), "knower": "ned", "words": text, "significance": "low"})
		add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprint(n), "knower": "player", "words": text, "significance": "low"})
	}
	commit(t, turn)
	v := p.State().Player()
	memories := v.Memories()
	for i, m := range memories {
		if at, ok := v.Position(fmt.Sprint("m", i+1)); !ok || at != m.Position || m.Knower != event.Player {
			t.Errorf("%s leads to %d (%v), and is at %d, of %s", fmt.Sprint("m", i+1), at, ok, m.Position, m.Knower)
		}
	}
	if at, ok := v.Position(fmt.Sprint("m", len(memories)+1)); ok {
		t.Errorf("behind the last memory there is one at %d", at)
	}
	shown, _ := v.Object()["$journal"].([]any)
	entries := v.Journal(len(shown))
	for i, item := range shown {
		o, _ := item.(strictjson.Object)
		handle, _ := o["id"].(string)
		if at, ok := v.Position(handle); !ok || at != entries[i].Position || o["text"] != entries[i].Text {
			t.Errorf("%v leads to %d (%v), and %q is at %d", o, at, ok, entries[i].Text, entries[i].Position)
		}
	}
	if len(memories) != 30 || len(shown) == 0 || len(shown) == 30 {
		t.Errorf("%d memories, %d entries shown: nothing was cut", len(memories), len(shown))
	}
}
