package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// What skills do in settling: nothing at all where there is none, their work, none of it
// though they end well, or fail.
func settlers(work string) map[string]func(a *act) error {
	if work == "" {
		return nil
	}
	does := func(write func(a *act) error) func(a *act) error {
		return func(a *act) error {
			switch work {
			case "fail":
				return errors.Join(write(a), errors.New("no"))
			case "idle":
				return nil
			}
			return write(a)
		}
	}
	return map[string]func(a *act) error{
		"npc-perception/initialize-perception": does(func(a *act) error {
			_, err := a.call("relation.write", protocol.Object{"who": a.input["npc"], "score": strictjson.Number("5")})
			return err
		}),
		"npc-perception/update-perception": does(func(a *act) error {
			_, err := a.call("relation.write", protocol.Object{"who": a.input["npc"], "by": a.input["by"]})
			return err
		}),
		"reputation/update-reputation": does(func(a *act) error {
			_, err := a.call("relation.write", protocol.Object{"who": a.input["faction"], "by": a.input["by"]})
			return err
		}),
		"memory/store-memory": does(func(a *act) error {
			_, err := a.call("memory.write", protocol.Object{"summary": a.input["summary"], "characters": a.input["characters"], "significance": a.input["significance"]})
			return err
		}),
	}
}

// What follows from a deed follows whoever does it: the skills whose work it is, or, where
// they are not there, fail, or keep nothing, the engine. It happens once.
func TestWhatFollowsFollowsOnce(t *testing.T) {
	for _, test := range []struct {
		work         string
		begun, opens int64 // what Ines thinks before the gift, and of it
		degraded     []string
	}{
		{"", 0, 15_000, []string{"No memory skill answered, so the turn is remembered without it."}},
		{"work", 5_000, 20_000, nil},
		{"fail", 0, 15_000, []string{`"npc-perception" failed`, `"reputation" failed`, `"memory" failed`, "No memory skill answered"}},
	} {
		g := at(t, written(t, harbour)).with(settlers(test.work)).open()
		must(t, g, "")
		if got := g.story.State().Opinion("ines"); got != test.begun {
			t.Errorf("%q: Ines thinks %d at first, want %d", test.work, got, test.begun)
		}
		r := must(t, g, "give:ines:rope")
		s := g.story.State()
		if ines, keepers := s.Opinion("ines"), s.Opinion("keepers"); ines != test.opens || keepers != 7_000 {
			t.Errorf("%q: Ines thinks %d, want %d, and the keepers %d", test.work, ines, test.opens, keepers)
		}
		for _, want := range test.degraded {
			if !mentions(r, want) {
				t.Errorf("%q: %q is not among %q", test.work, want, r.Degraded)
			}
		}
		checkKept(t, test.work, g)
		replayed(t, g)
	}
}

// What a first impression comes to is no plan of the player's: a record shows no settling
// without a plan.
func TestAFirstImpressionIsNotShown(t *testing.T) {
	begins := "npc-perception/initialize-perception"
	g := at(t, written(t, harbour)).with(map[string]func(a *act) error{begins: settlers("work")[begins]}).open()
	r := must(t, g, "")
	settled := slices.DeleteFunc(ofEvents(g.log(t), event.PlanSettled), func(e event.Event) bool { return e.Text("part") != "settling" })
	if len(settled) != 1 || settled[0].Value("plan") != nil {
		t.Fatalf("settled: %+v", settled)
	}
	if r.Settling != nil {
		t.Errorf("shown: %v", r.Settling)
	}
}

// checkKept looks whether the latest turn's deed is remembered, once, as what it was, and
// whether all that followed names it.
func checkKept(t *testing.T, what string, g *Game) {
	t.Helper()
	s := g.story.State()
	kept := slices.DeleteFunc(slices.Clone(s.Memories.All()), func(m story.Memory) bool { return m.Turn != s.Turn.Number })
	if len(kept) != 2 || kept[0].Deed == nil || kept[0].Deed.Action.ID() != "give:ines:rope" || kept[0].Knower != event.Player {
		t.Fatalf("%q: %d memories: %+v", what, len(kept), kept)
	}
	if theirs := kept[1]; theirs.Knower != "ines" || theirs.Deed == nil || theirs.Topic != "" || len(theirs.Tags) > 0 {
		t.Errorf("%q: Ines remembers %+v", what, theirs)
	}
	if o := kept[0].Deed.Outcome; len(o.Changes) != 1 || o.Changes[0].Kind != action.Lost || o.Changes[0].What != action.ItemRef("rope") {
		t.Errorf("%q: %+v", what, o)
	}
	events, err := g.story.LastTurn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []event.Kind{event.RelationChanged, event.MemoryKept} {
		for _, e := range ofEvents(events, kind) {
			if e.Cause != kept[0].Deed.Position {
				t.Errorf("%q: %s is caused by %d, and the deed is %d", what, kind, e.Cause, kept[0].Deed.Position)
			}
		}
	}
}

// A memory skill that ends well and keeps nothing leaves it to the engine; a perception
// skill that does so has judged.
func TestIdleSkills(t *testing.T) {
	g := at(t, written(t, harbour)).with(settlers("idle")).open()
	must(t, g, "")
	must(t, g, "give:ines:rope")
	if got := g.story.State().Opinion("ines"); got != 0 {
		t.Errorf("Ines thinks %d", got)
	}
	checkKept(t, "idle", g)
}

// Whatever the plan was that told a turn, and even without one, the same follows.
func TestPlansDecideNothing(t *testing.T) {
	state := func(planner plannerFunc) string {
		b := at(t, written(t, harbour)).with(settlers("work"))
		if planner != nil {
			b.opts.Planner = planner
		}
		g := b.open()
		must(t, g, "")
		for _, id := range []string{"press:ines", "give:ines:rope", "go:inn", "search:inn"} {
			must(t, g, id)
		}
		s := g.story.State()
		var kept []string
		for _, m := range s.Memories.All() {
			kept = append(kept, fmt.Sprint(m.Words, m.Significance, m.Tags, m.Topic, m.Episodic, m.Characters))
			if m.Deed != nil {
				kept = append(kept, m.Deed.Action.ID(), fmt.Sprint(m.Deed.Outcome.Grade))
			}
		}
		return fmt.Sprint(s.People, s.Minutes, s.Opinion("ines"), s.Opinion("keepers"), s.Player().Threads(), kept)
	}
	ours := state(nil)
	if theirs := state(func(context.Context, plan.Request) ([]byte, error) { return nil, errors.New("no") }); theirs != ours {
		t.Errorf("without a plan:\n%s\nwith one:\n%s", theirs, ours)
	}
}

// Who is met for the first time and thinks nothing of the player yet begins to.
func TestBegins(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	begin := func() string {
		var all []string
		for _, b := range turn.settles().begins() {
			all = append(all, b.NPC+" "+b.Faction+" "+strings.Join(b.Equipment, ","))
		}
		return strings.Join(all, "; ")
	}
	if got := begin(); got != "ines keepers a coil of rope" {
		t.Errorf("on the quay: %q", got)
	}
	turn.movePerson("tobias", "quay")
	turn.add(event.RelationBegun, event.Data{"who": "ines", "whom": "player", "score": int64(0)})
	if got := begin(); got != "tobias  a coil of rope" {
		t.Errorf("with Tobias: %q", got)
	}
	if turn.later(1); begin() != "" {
		t.Errorf("who was met before begins: %q", begin())
	}
	turn.movePerson("tobias", "inn")
	turn.movePerson("tobias", "quay")
	if begin() != "" {
		t.Errorf("who comes back begins: %q", begin())
	}
}

// What decides a first impression is told to nobody but the one whose it is: the skill is
// answered from that person's view, what they come to think is kept, and nothing else of it;
// and what they like and dislike is not in the log.
func TestAFirstImpressionIsTheirsAlone(t *testing.T) {
	c := written(t, but(harbour, "characters/npcs/ines/profile.json",
		`{"name": "Ines Vane", "role": "net maker", "personality": {}, "place": "quay", "faction": "keepers", "likes": ["thunder"], "dislikes": ["whistling"]}`))
	asked := 0
	g := at(t, c).with(map[string]func(a *act) error{"npc-perception/initialize-perception": func(a *act) error {
		asked++
		if got := strictjson.AsStrings[string](a.input["likes"]); !slices.Equal(got, []string{"thunder"}) || a.input["npc"] != "ines" {
			t.Errorf("the input is %v", a.input)
		}
		people, _ := a.call("story.read", protocol.Object{"path": "$people.player"})
		of, err := a.call("relation.read", protocol.Object{"who": "keepers"})
		if people["found"] != true || err != nil || !strings.Contains(fmt.Sprint(of), "begun:true") {
			t.Errorf("as Ines, the player is %v, and the keepers think %v (%v)", people, of, err)
		}
		if _, err := a.call("memory.write", protocol.Object{"summary": "Ines likes thunder."}); err == nil {
			t.Error("what Ines knows becomes a memory of the player's")
		}
		a.patch(protocol.Object{"ines": "likes thunder"})
		a.ui("note", protocol.Object{"text": "Ines likes thunder."})
		_, err = a.call("relation.write", protocol.Object{"who": "ines", "score": strictjson.Number("5")})
		return err
	}}).open()
	must(t, g, "")
	s := g.story.State()
	if asked != 1 || s.Opinion("ines") != 5_000 || s.Free["ines"] != nil {
		t.Errorf("asked %d times; Ines thinks %d; %v", asked, s.Opinion("ines"), s.Free)
	}
	for r, err := range g.story.Events(t.Context(), 0) {
		encoded, _ := event.Encode(r.Event)
		if err != nil || strings.Contains(string(encoded), "whistling") || r.Event.Kind == event.UISent {
			t.Errorf("%v: %s", err, encoded)
		}
	}
	replayed(t, g)
}

// What others remember of a deed is what they perceived of it: where they were, with those whom they saw. Tobias hears it in the loft above
// the quay; Ada sees it, and Ines, to whom it was done, never saw her come.
func TestOthersRememberWhatTheyPerceived(t *testing.T) {
	g := at(t, written(t, but(harbour, "characters/npcs/ada/profile.json", `{"name": "Ada Bell", "role": "verger", "personality": {}, "pronouns": "she", "place": "chapel"}`))).open()
	must(t, g, "")
	for _, e := range []event.Event{
		{Kind: event.EntityAdded, Data: event.Data{"entity": "loft", "type": "place", "name": "The loft"}},
		{Kind: event.ContainerChanged, Data: event.Data{"container": "loft", "inside": "quay", "open": false, "sound": string(event.ThinSound)}},
		{Kind: event.CharacterChanged, Data: event.Data{"who": "tobias", "changes": strictjson.Object{world.Stays: true}}},
		{Kind: event.CharacterChanged, Data: event.Data{"who": "ada", "changes": strictjson.Object{world.Stays: true}}},
		{Kind: event.Moved, Data: event.Data{"who": "tobias", "to": "loft"}},
		{Kind: event.Moved, Data: event.Data{"who": "ada", "to": "quay"}, Perception: (&event.Perception{
			WitnessedBy: []event.CharacterID{"ada", event.Player}, ApparentAudience: []event.CharacterID{"ada", event.Player},
		}).Sorted()},
	} {
		add(t, g, e)
	}
	for deed, want := range map[string]map[event.CharacterID]string{
		"give:ines:rope": {event.Player: "quay[player ines ada]high", "ines": "quay[ines player]high", "ada": "quay[ada player ines]high"}, // it is not to be heard
		"befriend:ines": {
			event.Player: "quay[player ines ada]medium", "ines": "quay[ines player]medium", "ada": "quay[ada player ines]medium", "tobias": "loft[tobias player ines]medium",
		},
	} {
		must(t, g, deed)
		s := g.story.State()
		got := map[event.CharacterID]string{}
		for _, m := range s.Memories.All() {
			if m.Turn == s.Turn.Number && m.Deed.Action.ID() == deed {
				got[m.Knower] = fmt.Sprint(m.Place, m.Characters, m.Significance)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", deed, diff)
		}
	}
}
