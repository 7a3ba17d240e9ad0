package story_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	rooms "github.com/narratoria/narratoria/story/world"
)

// stageOf says how far an occasion has come.
func stageOf(turn *story.Turn, id string) string {
	return string(turn.State().World.Occasions[id].Stage)
}

// An occasion goes through its life by what it waits for, and only on: planned, active, completed; or planned,
// and cancelled or expired.
func TestOccasionsBeginByTheirTriggers(t *testing.T) {
	for _, c := range []struct {
		what    string
		plan    event.Data
		happens []event.Event // one after the other, with the stage after each
		want    []string
	}{
		{"by time", event.Data{"trigger": "time", "at": 60, "span": 30}, []event.Event{
			plain(event.TimePassed, event.Data{"minutes": 59}), plain(event.TimePassed, event.Data{"minutes": 1}),
			plain(event.TimePassed, event.Data{"minutes": 29}), plain(event.TimePassed, event.Data{"minutes": 1}),
		}, []string{"planned", "planned", "active", "active", "completed"}},
		{"by place", event.Data{"trigger": "place", "place": "chapel", "people": []string{"ines", "tobias"}}, []event.Event{
			plain(event.Moved, event.Data{"who": "ines", "to": "chapel"}), plain(event.Moved, event.Data{"who": "tobias", "to": "chapel"}),
			plain(event.OccasionCompleted, event.Data{"occasion": "o"}),
		}, []string{"planned", "planned", "active", "completed"}},
		{"by a condition", event.Data{"trigger": "condition", "condition": map[string]any{"who": "ines", "carries": "rope"}}, []event.Event{
			plain(event.ItemGained, event.Data{"who": "tobias", "item": "rope", "count": 1}), plain(event.ItemGained, event.Data{"who": "ines", "item": "rope", "count": 1}),
		}, []string{"planned", "planned", "active"}},
		{"by hand", event.Data{"trigger": "manual"}, []event.Event{
			plain(event.TimePassed, event.Data{"minutes": 9999}), plain(event.OccasionStarted, event.Data{"occasion": "o"}),
		}, []string{"planned", "planned", "active"}},
		{"by time, with a precondition", event.Data{"trigger": "time", "preconditions": []any{map[string]any{"fact": "so"}}}, []event.Event{
			plain(event.TimePassed, event.Data{"minutes": 10}), plain(event.FactEstablished, event.Data{"fact": "so", "content": "It is."}),
		}, []string{"planned", "planned", "active"}},
		{"too late", event.Data{"trigger": "place", "place": "chapel", "people": []string{"ines"}, "until": 60}, []event.Event{
			plain(event.TimePassed, event.Data{"minutes": 60}), plain(event.TimePassed, event.Data{"minutes": 1}), plain(event.Moved, event.Data{"who": "ines", "to": "chapel"}),
		}, []string{"planned", "planned", "expired", "expired"}},
		{"called off", event.Data{"trigger": "time", "at": 60}, []event.Event{
			plain(event.OccasionCancelled, event.Data{"occasion": "o", "reason": "Rain."}), plain(event.TimePassed, event.Data{"minutes": 100}),
		}, []string{"planned", "cancelled", "cancelled"}},
	} {
		turn, happens := stage("rope, item, a rope")
		c.plan["occasion"], c.plan["name"] = "o", "An occasion"
		happens(event.OccasionPlanned, c.plan)
		var got []string
		for i := range len(c.happens) + 1 {
			if err := turn.Occur(); err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
			got = append(got, stageOf(turn, "o"))
			if i < len(c.happens) {
				happens(c.happens[i].Kind, c.happens[i].Data.(event.Data))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, not %q", c.what, got, c.want)
		}
	}
}

// No prop outlives its occasion unless somebody gained it for good; what is in a prop and is none stays.
func TestPropsDoNotOutliveTheirOccasion(t *testing.T) {
	turn, happens := stage("basket, item, a basket", "cup, item, a cup", "gift, item, a gift", "ring, item, a ring")
	happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": []string{"basket", "cup", "gift"}})
	happens(event.OccasionStarted, event.Data{"occasion": "o"})
	start := turn.State().Position
	happens(event.ContainerChanged, event.Data{"container": "basket", "inside": "quay", "open": true})
	happens(event.ItemPut, event.Data{"item": "ring", "in": "basket", "by": "ines"})
	happens(event.ItemGained, event.Data{"who": "tobias", "item": "cup", "count": 3})
	happens(event.ActivityChanged, event.Data{"who": "tobias", "holding": []string{"cup"}})
	if _, err := turn.Add(event.Event{Kind: event.ItemGained, Actor: "ines", Cause: start, Data: event.Data{"who": "ines", "item": "gift", "count": 1}}); err != nil {
		t.Fatal(err)
	}
	for _, o := range turn.State().As("ines").Occasions() {
		if !slices.Equal(o.Props, []string{"basket", "cup", "gift"}) {
			t.Errorf("while it goes on Ines knows %+v", o)
		}
	}
	happens(event.OccasionCompleted, event.Data{"occasion": "o", "gist": "It was fine."})
	s := turn.State()
	if at := s.World.In("basket") + s.World.In("cup"); at != "" || s.World.In("gift") != "ines" || s.World.In("ring") != "quay" {
		t.Errorf("the basket and the cup are at %q, the gift at %q, the ring at %q", at, s.World.In("gift"), s.World.In("ring"))
	}
	if got := fmt.Sprint(s.As("tobias").Items(), s.As("ines").Items(), s.World.Doing["tobias"].Holding, s.As("ines").Occasions()); got != "[] [{gift 1}] [] []" {
		t.Errorf("afterwards it is %s", got)
	}
	for _, who := range []event.CharacterID{"ines", "tobias", "player"} {
		for _, thing := range s.As(who).Things() {
			if thing.ID != "ring" {
				t.Errorf("%s knows of %+v", who, thing)
			}
		}
	}
	for _, e := range []event.Event{
		plain(event.ItemGained, event.Data{"who": "tobias", "item": "cup", "count": 1}), plain(event.ItemPut, event.Data{"item": "cup", "in": "quay"}),
		plain(event.ContainerChanged, event.Data{"container": "basket", "inside": "quay"}), plain(event.ContainerChanged, event.Data{"container": "basket", "open": false}),
		plain(event.ItemPut, event.Data{"item": "ring", "in": "basket"}), plain(event.Moved, event.Data{"who": "ines", "to": "basket"}),
	} {
		if _, err := turn.Add(e); err == nil || !strings.Contains(err.Error(), `was there for the occasion "o" alone, which is over`) {
			t.Errorf("%s afterwards: %v", e.Kind, err)
		}
	}
	happens(event.ItemLost, event.Data{"who": "ines", "item": "gift", "count": 1})
	happens(event.ItemGained, event.Data{"who": "tobias", "item": "gift", "count": 1})
	happens(event.OccasionPlanned, event.Data{"occasion": "again", "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": []string{"cup"}})
	if _, err := turn.Add(plain(event.ItemGained, event.Data{"who": "tobias", "item": "cup", "count": 1})); err == nil {
		t.Error("by an occasion that is planned, and may be called off, there is what there was for another alone")
	}
	happens(event.OccasionStarted, event.Data{"occasion": "again"})
	happens(event.ItemGained, event.Data{"who": "tobias", "item": "cup", "count": 1})
}

// What stood in props, one in the other or carried, stays where these were, in whatever order they are named.
func TestWhatStoodInProps(t *testing.T) {
	for _, props := range [][]string{{"basket", "hamper"}, {"hamper", "basket"}} {
		for _, carried := range []bool{false, true} {
			turn, happens := stage("basket, item, a basket", "hamper, item, a hamper", "ring, item, a ring")
			happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": props})
			happens(event.OccasionStarted, event.Data{"occasion": "o"})
			happens(event.ContainerChanged, event.Data{"container": "hamper", "inside": "quay", "open": true})
			happens(event.ContainerChanged, event.Data{"container": "basket", "inside": "hamper", "open": true})
			happens(event.ItemPut, event.Data{"item": "ring", "in": "basket", "by": "ines"})
			if carried {
				happens(event.ItemGained, event.Data{"who": "tobias", "item": "hamper", "count": 1})
			}
			happens(event.OccasionCompleted, event.Data{"occasion": "o"})
			if in := turn.State().World.In("ring"); in != turn.State().World.In("tobias") || in == "" {
				t.Errorf("%v, carried %t: the ring is in %q", props, carried, in)
			}
		}
	}
}

// A prop is gained for good while its occasion goes on, and by what its end brings, and not turns later.
func TestPropsAreNotGainedLater(t *testing.T) {
	turn, happens := stage("cup, item, a cup")
	happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": []string{"cup"}})
	happens(event.OccasionStarted, event.Data{"occasion": "o"})
	start := turn.State().Position
	happens(event.OccasionCompleted, event.Data{"occasion": "o"})
	happens(event.TurnOpened, event.Data{"turn": "later", "number": int(turn.State().Turn.Number) + 1, "seed": "s"})
	if _, err := turn.Add(event.Event{Kind: event.ItemGained, Actor: "ines", Cause: start, Data: event.Data{"who": "ines", "item": "cup", "count": 1}}); err == nil {
		t.Error("a cup is gained a turn after it was gone")
	}
}

// What an occasion gives by its end is kept for good, too, and goes from hand to hand after it.
func TestWhatTheEndOfAnOccasionGives(t *testing.T) {
	turn, happens := stage("cup, item, a cup")
	happens(event.OccasionPlanned, event.Data{
		"occasion": "o", "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": []string{"cup"},
		"on_complete": []any{map[string]any{"kind": "item.gained", "data": map[string]any{"who": "ines", "item": "cup", "count": 1}}},
	})
	happens(event.OccasionStarted, event.Data{"occasion": "o"})
	_, err := turn.Occasion(plain(event.OccasionCompleted, event.Data{"occasion": "o"}), turn.State().World.Occasions["o"].OnComplete...)
	must(t, err)
	happens(event.ItemLost, event.Data{"who": "ines", "item": "cup", "count": 1})
	happens(event.ItemGained, event.Data{"who": "tobias", "item": "cup", "count": 1})
	if got := fmt.Sprint(turn.State().As("tobias").Items()); got != "[{cup 1}]" {
		t.Errorf("Tobias has %s", got)
	}
}

// What is planned is known to whom it was planned with, and comes to mind when it is near.
func TestPlansAreKnownToTheirPeople(t *testing.T) {
	turn, happens := stage()
	happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "time", "at": 600, "people": []string{"honor"}, "props": []string{}})
	if o := turn.State().As("honor").Occasions(); len(o) != 1 || o[0].Near || len(o[0].Props) > 0 {
		t.Errorf("Honor knows %+v", o)
	}
	if o := turn.State().As("ines").Occasions(); len(o) > 0 {
		t.Errorf("Ines knows %+v", o)
	}
	happens(event.TimePassed, event.Data{"minutes": 361})
	if o := turn.State().As("honor").Occasions(); len(o) != 1 || !o[0].Near {
		t.Errorf("four hours before, Honor knows %+v", o)
	}
}

// What an occasion is and brings, and nobody does, is perceived where it is: by whoever is there, and by nobody
// else, be it the player.
func TestAnOccasionIsPerceivedWhereItIs(t *testing.T) {
	for _, plan := range []event.Data{{"place": "chapel"}, {"people": []string{"honor"}}, {"place": "chapel", "people": []string{"ines"}}} {
		turn, happens := stage("wreath, item, a wreath")
		happens(event.Moved, event.Data{"who": "honor", "to": "chapel"})
		at := turn.State().Position
		plan["occasion"], plan["name"], plan["trigger"], plan["span"] = "o", "O", "time", 10
		plan["on_start"] = []any{
			map[string]any{"kind": "happened", "data": map[string]any{"text": "A bell rings."}},
			map[string]any{"kind": "item.put", "data": map[string]any{"item": "wreath", "in": "chapel"}},
		}
		plan["on_complete"] = []any{map[string]any{"kind": "happened", "data": map[string]any{"text": "It stops."}}}
		if _, err := turn.Add(event.Event{Kind: event.OccasionPlanned, Actor: event.EngineSelf, Perception: &event.Perception{}, Data: plan}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := turn.Occur(); err != nil {
				t.Fatal(err)
			}
			happens(event.TimePassed, event.Data{"minutes": 10})
		}
		perceived := 0
		for _, r := range turn.Events() {
			if r.Position <= at || r.Event.Perception == nil || r.Event.Kind == event.OccasionPlanned {
				continue
			}
			perceived++
			if p := r.Event.Perception; !slices.Equal(p.WitnessedBy, []event.CharacterID{"honor"}) || !slices.Equal(p.ApparentAudience, p.WitnessedBy) {
				t.Errorf("%v: %s is perceived by %v, and seems to be by %v", plan, r.Event.Kind, p.WitnessedBy, p.ApparentAudience)
			}
		}
		honor, knows := turn.State().As("honor").Occasion("o")
		if _, player := turn.State().Player().Occasion("o"); perceived != 5 || !knows || honor != rooms.Completed || player {
			t.Errorf("%v: %d events; Honor knows it %v to be %q, and the player %v", plan, perceived, knows, honor, player)
		}
	}
}

// Whoever holds an occasion back has it begin when they let it, and as long as it may.
func TestWhoSaysWhenAnOccasionBegins(t *testing.T) {
	turn, happens := stage()
	happens(event.OccasionPlanned, event.Data{"occasion": "now", "name": "Now", "trigger": "time", "until": 60})
	happens(event.OccasionPlanned, event.Data{"occasion": "hand", "name": "By hand", "trigger": "manual"})
	due := func(begins string) string {
		e, _, _ := turn.State().DueAs(func(o rooms.Occasion, next event.Kind, due bool) bool {
			if due != (o.ID == "now") {
				t.Errorf("%s of %q is due: %v", next, o.ID, due)
			}
			return next == event.OccasionExpired || o.ID == begins
		})
		return e.Text("occasion") + " " + string(e.Kind)
	}
	for begins, want := range map[string]string{"": " ", "now": "now occasion.started", "hand": "hand occasion.started"} {
		if got := due(begins); got != want {
			t.Errorf("where %q is let begin %q is due, not %q", begins, got, want)
		}
	}
	happens(event.TimePassed, event.Data{"minutes": 61})
	if got := due("hand"); got != "now occasion.expired" {
		t.Errorf("later %q is due", got)
	}
}

func TestOccasionsThatCannotBe(t *testing.T) {
	turn, happens := stage("rope, item, a rope")
	happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "preconditions": []any{map[string]any{"who": "ines", "at": "chapel"}}})
	plan := func(more event.Data) event.Data {
		data := event.Data{"occasion": "p", "name": "P", "trigger": "manual"}
		for name, value := range more {
			data[name] = value
		}
		return data
	}
	for _, c := range []struct {
		kind event.Kind
		data event.Data
		want string
	}{
		{event.OccasionPlanned, plan(event.Data{"occasion": "o"}), `there is an occasion "o" already`},
		{event.OccasionPlanned, plan(event.Data{"trigger": "place"}), "one by place needs a place"},
		{event.OccasionPlanned, plan(event.Data{"trigger": "condition"}), "condition: say {fact}"},
		{event.OccasionPlanned, plan(event.Data{"trigger": "magic"}), `"magic" is not one of time, place, condition, manual`},
		{event.OccasionPlanned, plan(event.Data{"at": 10, "until": 9}), "until: 9 is before 10"},
		{event.OccasionPlanned, plan(event.Data{"span": -1}), "span: -1 minutes are none"},
		{event.OccasionPlanned, plan(event.Data{"props": []string{"sword"}}), `nobody knows a item "sword"`},
		{event.OccasionPlanned, plan(event.Data{"people": []string{"ghost"}}), `nobody knows a character "ghost"`},
		{event.OccasionPlanned, plan(event.Data{"preconditions": []any{map[string]any{"who": "ines"}}}), "preconditions: 0: say"},
		{event.OccasionPlanned, plan(event.Data{"preconditions": []any{"words"}}), "preconditions: 0: say"},
		{event.OccasionPlanned, plan(event.Data{"on_start": []any{map[string]any{"kind": "item.put", "data": map[string]any{"item": "rope"}}}}), `on_start: 0: invalid event: item.put: data: the field "in" is missing`},
		{event.OccasionPlanned, plan(event.Data{"on_complete": []any{map[string]any{"kind": "exploded"}}}), `on_complete: 0: invalid event: unknown kind "exploded"`},
		{event.OccasionStarted, event.Data{"occasion": "never"}, `nobody has planned "never"`},
		{event.OccasionStarted, event.Data{"occasion": "o"}, `of "o" it has to be so that {"at":"chapel","who":"ines"}`},
		{event.OccasionCompleted, event.Data{"occasion": "o"}, `"o" is planned, and has to be active`},
		{event.RelationNoted, event.Data{"who": "ines", "whom": "player", "trust": 100_001}, "trust: from -100000 to 100000"},
	} {
		_, err := turn.Add(event.Event{Kind: c.kind, Actor: event.EngineSelf, Data: c.data})
		if !errors.Is(err, event.ErrInvalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v\nand should be %s", c.kind, c.data, err, c.want)
		}
	}
	happens(event.OccasionPlanned, plan(event.Data{"trigger": "time", "on_start": []any{map[string]any{"kind": "item.lost", "data": map[string]any{"who": "ines", "item": "rope", "count": 1}}}}))
	if err := turn.Occur(); !errors.Is(err, event.ErrInvalid) || !strings.Contains(err.Error(), `occasion "p"`) {
		t.Errorf("an effect that cannot be gives %v", err)
	}
}

// What somebody has towards another is directed, their own, and bears on whom they believe.
func TestBonds(t *testing.T) {
	turn, happens := stage("coin, item, a coin", "box, item, a box", "watch, group, The Watch", "lamp, faction, The Lamp")
	happens(event.ContainerChanged, event.Data{"container": "box", "inside": "chapel"})
	happens(event.RelationNoted, event.Data{"who": "ines", "whom": "tobias", "trust": -20_000, "summary": "He sold me out."})
	happens(event.RelationNoted, event.Data{"who": "lamp", "whom": "player", "trust": 5000})
	happens(event.RelationNoted, event.Data{"who": "ines", "whom": "tobias", "trust": -30_000})
	happens(event.ClaimMade, event.Data{"claim": "c", "speaker": "tobias", "to": []string{"ines"}, "truth": "lie", "content": "It is in the box.", "thing": "coin", "at": "box"})
	happens(event.TimePassed, event.Data{"minutes": 25})
	happens(event.GroupChanged, event.Data{"group": "watch", "members": []string{"tobias", "ines", "player"}, "summary": "Three nights.", "dynamic": "wary"})
	happens(event.ThreadOpened, event.Data{"thread": "oil", "title": "The oil", "characters": []string{"ines", "player", "tobias"}})
	happens(event.ThreadOpened, event.Data{"thread": "own", "title": "My own", "characters": []string{"ines"}})
	for range 2 {
		happens(event.SceneOpened, event.Data{"scene": fmt.Sprint("s-", turn.State().Position), "type": "dialogue", "place": "quay", "present": []string{"player", "ines", "tobias"}})
	}
	s := turn.State()
	ines := s.As("ines")
	if b := ines.Bond("tobias"); b.Trust != -30_000 || b.Summary != "He sold me out." || b.Since != 25 {
		t.Errorf("Ines has %+v towards Tobias", b)
	}
	if b := s.As("tobias").Bond("ines"); b.Trust != 0 || b.Summary != "" || b.Since != 25 {
		t.Errorf("Tobias has %+v towards Ines", b)
	}
	if b := s.As("honor").Bond("ines"); b.Since != -1 {
		t.Errorf("Honor has %+v towards Ines", b)
	}
	if ines.Where("coin").Known || s.Player().Where("coin").In != "box" || s.Player().Where("coin", "ines").In != "box" {
		t.Errorf("of the coin Ines believes %+v, Mira %+v, and that Ines does: %+v", ines.Where("coin"), s.Player().Where("coin"), s.Player().Where("coin", "ines"))
	}
	groups := ines.Groups()
	if len(groups) != 1 || groups[0].Dynamic != "wary" || groups[0].Meeting.Times != 2 || len(groups[0].Threads) != 1 || groups[0].Threads[0].ID != "oil" {
		t.Errorf("Ines belongs to %+v", groups)
	}
	if len(s.As("honor").Groups()) != 0 || len(ines.ThreadsWith()) != 2 || len(ines.ThreadsWith("tobias")) != 1 || s.World.Met("ines", "ines", "player").Times != 0 {
		t.Error("who follows what, and who met, is otherwise")
	}
	happens(event.ThreadResolved, event.Data{"thread": "oil", "outcome": "Sold."})
	if groups := turn.State().As("ines").Groups(); len(groups[0].Threads) != 0 {
		t.Errorf("what is settled is still open: %+v", groups[0].Threads)
	}
}

// Whoever is in a thing that somebody carries off, or puts down, comes with it, in the world as in what they know; and whoever gains it is not in it.
func TestWhoIsInAThingComesWithIt(t *testing.T) {
	turn, happens := stage("tent, item, a tent")
	happens(event.ContainerChanged, event.Data{"container": "tent", "inside": "quay", "open": true})
	happens(event.Moved, event.Data{"who": "ines", "to": "tent"})
	stands := func(want string) {
		t.Helper()
		s := turn.State()
		if at := s.World.Place("ines"); at != want || s.People["ines"].Place != want || s.As("ines").Place() != want {
			t.Errorf("Ines is at %q, is said to be at %q, and thinks so of %q; it should be %q", at, s.People["ines"].Place, s.As("ines").Place(), want)
		}
	}
	stands("quay")
	happens(event.ItemPut, event.Data{"item": "tent", "in": "chapel"})
	stands("chapel")
	if _, err := turn.Add(plain(event.ItemGained, event.Data{"who": "ines", "item": "tent", "count": 1})); err == nil || !strings.Contains(err.Error(), "cannot carry it") {
		t.Errorf("who is in the tent gains it: %v", err)
	}
	happens(event.Moved, event.Data{"who": "tobias", "to": "chapel"})
	happens(event.ItemGained, event.Data{"who": "tobias", "item": "tent", "count": 1})
	happens(event.Moved, event.Data{"who": "tobias", "to": "quay"})
	stands("quay")
}

// At its end whoever carries a prop elsewhere notices that it is gone; what another occasion has that goes on stays; what was in a prop that
// lay nowhere is nowhere; and whoever is there sees what fell out.
func TestTheEndOfAnOccasionAndWhatIsLeft(t *testing.T) {
	begin := func(happens func(event.Kind, event.Data), id string, props ...string) {
		happens(event.OccasionPlanned, event.Data{"occasion": id, "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": props})
		happens(event.OccasionStarted, event.Data{"occasion": id})
	}
	turn, happens := stage("basket, item, a basket", "hamper, item, a hamper", "ring, item, a ring", "coin, item, a coin")
	begin(happens, "a", "basket", "hamper")
	begin(happens, "b", "basket")
	happens(event.ContainerChanged, event.Data{"container": "hamper", "open": true})
	happens(event.ItemPut, event.Data{"item": "ring", "in": "hamper"})
	happens(event.ItemGained, event.Data{"who": "tobias", "item": "basket", "count": 1})
	happens(event.OccasionCompleted, event.Data{"occasion": "a"})
	if s := turn.State(); s.People["tobias"].Items == nil || s.World.In("basket") != "tobias" || s.World.In("ring") != "" {
		t.Errorf("while the other goes on Tobias has %v, the basket is in %q and the ring in %q", s.People["tobias"].Items, s.World.In("basket"), s.World.In("ring"))
	}
	happens(event.Moved, event.Data{"who": "tobias", "to": "chapel"})
	happens(event.OccasionCompleted, event.Data{"occasion": "b"})
	if s := turn.State(); len(s.People["tobias"].Items)+len(s.As("tobias").Items()) > 0 {
		t.Errorf("when it is over Tobias has %v, and thinks that he has %v", s.People["tobias"].Items, s.As("tobias").Items())
	}

	turn, happens = stage("basket, item, a basket", "ring, item, a ring")
	begin(happens, "a", "basket")
	happens(event.ContainerChanged, event.Data{"container": "basket", "inside": "quay", "open": true})
	happens(event.ItemPut, event.Data{"item": "ring", "in": "basket", "by": "ines"})
	happens(event.OccasionCompleted, event.Data{"occasion": "a"})
	if where := turn.State().As("ines").Where("ring"); where.In != "quay" || turn.State().World.In("ring") != "quay" {
		t.Errorf("Ines takes the ring, which fell out before her eyes, to be in %q", where.In)
	}
}

// With whom somebody was together they know as far as they saw, and of who follows a thread those with whom they were named.
func TestWhoWasThereUnseenAndWhoFollowsInSecret(t *testing.T) {
	turn, happens := stage("closet, item, a closet", "watch, group, The Watch", "pair, group, The Pair")
	happens(event.GroupChanged, event.Data{"group": "watch", "members": []string{"ines", "player", "tobias"}})
	happens(event.GroupChanged, event.Data{"group": "pair", "members": []string{"ines", "tobias"}})
	happens(event.ContainerChanged, event.Data{"container": "closet", "inside": "quay", "sound": "never"})
	if _, err := turn.Add(event.Event{Kind: event.Moved, Actor: event.EngineSelf, Perception: only("honor"), Data: event.Data{"who": "honor", "to": "closet"}}); err != nil {
		t.Fatal(err)
	}
	happens(event.SceneOpened, event.Data{"scene": "s-1", "type": "dialogue", "place": "quay", "present": []string{"honor", "ines", "player", "tobias"}})
	for _, g := range turn.State().As("ines").Groups() {
		if want := map[string]int64{"watch": 1, "pair": 0}[g.ID]; g.Meeting.Times != want {
			t.Errorf("of %s Ines knows %+v", g.ID, g.Meeting)
		}
	}
	happens(event.ThreadOpened, event.Data{"thread": "oil", "title": "The oil", "characters": []string{"ines"}})
	happens(event.ThreadOpened, event.Data{"thread": "oil", "title": "The oil", "characters": []string{"tobias"}})
	if with := turn.State().As("ines").ThreadsWith("tobias"); len(with) > 0 {
		t.Errorf("that Tobias follows what she does Ines knows: %+v", with)
	}
	happens(event.ThreadOpened, event.Data{"thread": "boat", "title": "The boat", "characters": []string{"tobias", "ines"}})
	if with := turn.State().As("ines").ThreadsWith("tobias"); len(with) != 1 {
		t.Errorf("named together they follow %+v", with)
	}
}

// What is gained for good is so many of a thing, of whoever gained it: what they have of it beside that, and what others have, is gone with
// the occasion. It stays theirs who it is handed on to, and where it is put down.
func TestAsMuchAsWasGainedForGood(t *testing.T) {
	play := func(happens func(event.Kind, event.Data), gains func(who, item string, count int)) {
		happens(event.ItemGained, event.Data{"who": "ines", "item": "cup", "count": 3})
		happens(event.ItemGained, event.Data{"who": "tobias", "item": "cup", "count": 2})
		gains("ines", "cup", 1)
		gains("ines", "gift", 2)
		happens(event.ItemLost, event.Data{"who": "ines", "item": "gift", "count": 1})
		happens(event.ItemGained, event.Data{"who": "tobias", "item": "gift", "count": 1})
		gains("tobias", "ring", 1)
		happens(event.ItemLost, event.Data{"who": "tobias", "item": "ring", "count": 1})
		happens(event.ItemPut, event.Data{"item": "ring", "in": "quay", "by": "tobias"})
	}
	for _, c := range []struct {
		ends []event.Kind
		by   string // what is the cause of what is gained
	}{
		{[]event.Kind{event.OccasionStarted, event.OccasionCompleted}, "start"},
		{[]event.Kind{event.OccasionCancelled}, "planning"},
		{[]event.Kind{event.OccasionExpired}, "planning"},
	} {
		turn, happens := stage("cup, item, a cup", "gift, item, a gift", "ring, item, a ring")
		happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": []string{"cup", "gift", "ring"}})
		if c.by == "start" {
			happens(event.OccasionStarted, event.Data{"occasion": "o"})
		}
		cause := turn.State().Position
		play(happens, func(who, item string, count int) {
			_, err := turn.Add(event.Event{Kind: event.ItemGained, Actor: event.EngineSelf, Cause: cause, Data: event.Data{"who": who, "item": item, "count": count}})
			must(t, err)
		})
		if got := fmt.Sprint(turn.State().As("ines").Items(), turn.State().As("tobias").Items()); got != "[{cup 4} {gift 1}] [{cup 2} {gift 1}]" {
			t.Errorf("while it may go on they have %s", got)
		}
		data := event.Data{"occasion": "o"}
		if c.ends[0] == event.OccasionCancelled {
			data["reason"] = "It rains."
		}
		happens(c.ends[len(c.ends)-1], data)
		s := turn.State()
		if got := fmt.Sprintln(s.As("ines").Items(), s.As("tobias").Items(), s.World.In("ring"), s.World.Carried["cup"]); got != "[{cup 1} {gift 1}] [{gift 1}] quay [{ines 1}]\n" {
			t.Errorf("after %s they have %s", c.ends, got)
		}
		for _, seer := range []event.CharacterID{"ines", "tobias", "player"} {
			k := s.As(seer)
			if got := fmt.Sprint(itemsOf(k, "ines"), itemsOf(k, "tobias")); got != "[{cup 1} {gift 1}] [{gift 1}]" {
				t.Errorf("after %s %s thinks they have %s", c.ends, seer, got)
			}
		}
	}
}

// itemsOf are those that somebody takes another to have.
func itemsOf(v *story.View, who event.CharacterID) []story.Item {
	for _, p := range v.People() {
		if p.ID == who {
			return p.Items
		}
	}
	return v.Items()
}

// Who perceives the end takes the props for gone that they saw somebody take, whether those have them still, and what was gained for
// good unseen moves nothing of what they take others to have.
func TestWhoSeesTheEndTakesPropsForGone(t *testing.T) {
	after := func(handsOn, forGood bool) string {
		turn, happens := stage("cup, item, a cup")
		happens(event.OccasionPlanned, event.Data{"occasion": "o", "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": []string{"cup"}})
		happens(event.OccasionStarted, event.Data{"occasion": "o"})
		start := turn.State().Position
		happens(event.ItemGained, event.Data{"who": "tobias", "item": "cup", "count": 1})
		if handsOn {
			_, err := turn.Add(event.Event{Kind: event.ItemLost, Actor: event.EngineSelf, Perception: &event.Perception{WitnessedBy: []event.CharacterID{"tobias"}}, Data: event.Data{"who": "tobias", "item": "cup", "count": 1}})
			must(t, err)
		}
		if forGood {
			_, err := turn.Add(event.Event{Kind: event.ItemGained, Actor: event.EngineSelf, Cause: start, Perception: &event.Perception{WitnessedBy: []event.CharacterID{"tobias"}}, Data: event.Data{"who": "tobias", "item": "cup", "count": 1}})
			must(t, err)
		}
		happens(event.OccasionCompleted, event.Data{"occasion": "o"})
		return fmt.Sprint(itemsOf(turn.State().As("ines"), "tobias"))
	}
	for _, handsOn := range []bool{false, true} {
		for _, forGood := range []bool{false, true} {
			if got := after(handsOn, forGood); got != "[]" {
				t.Errorf("handed on unseen %t, gained for good unseen %t: Ines takes Tobias to have %s", handsOn, forGood, got)
			}
		}
	}
}

// A thing that is there already is no prop: it would be gone with what it was there before. Nor is a place, or somebody.
func TestWhatIsThereIsNoProp(t *testing.T) {
	turn, happens := stage("cup, item, a cup", "ring, item, a ring")
	happens(event.ItemGained, event.Data{"who": "tobias", "item": "cup", "count": 1})
	plan := func(id string, props ...string) error {
		_, err := turn.Add(plain(event.OccasionPlanned, event.Data{"occasion": id, "name": "O", "trigger": "manual", "people": []string{"ines"}, "props": props}))
		return err
	}
	if err := plan("o", "ring", "cup"); err == nil || !strings.Contains(err.Error(), `props: 1: "cup" is in or with "tobias" already`) {
		t.Errorf("planned with what Tobias carries: %v", err)
	}
	must(t, plan("o", "ring"))
	happens(event.ItemPut, event.Data{"item": "ring", "in": "quay"})
	must(t, plan("also", "ring")) // which shares it
	happens(event.OccasionCancelled, event.Data{"occasion": "o", "reason": "It rains."})
	happens(event.OccasionCancelled, event.Data{"occasion": "also", "reason": "It rains."})
	if in := turn.State().World.In("ring"); in != "" {
		t.Errorf("when both are off the ring is in %q", in)
	}
}
