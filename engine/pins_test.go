package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// What the player remembers of a turn is of the kind that it was: said, heard, seen, thought or done; also where
// no skill keeps it.
func TestKindsOfWhatIsRemembered(t *testing.T) {
	ids := []string{"arrival/to_the_inn", "inn_welcome/sign_own", "inn_welcome/ask_numbers", "go:chapel", "go:headland", "pilot_watch/ask_burn",
		"go:chapel", "go:inn", "ask:wren#the-burnt-turf", "wait", "recall", "go:chapel", "go:headland", "tell:peder#the-burnt-turf"}
	g, _ := plays(t, ids...)
	want := map[string]event.Experience{
		"ask:wren#the-burnt-turf": event.Hearing, "tell:peder#the-burnt-turf": event.Saying, "inn_welcome/sign_own": event.Doing, "recall": event.Internal,
	}
	s := g.story.State()
	for _, m := range s.Player().Memories() {
		if m.Kind == "" {
			t.Errorf("%q is of no kind", s.Player().Words(&m))
		}
		if m.Deed == nil || m.Words != "" {
			continue
		}
		if kind, is := want[m.Deed.Action.ID()]; is && m.Kind != kind {
			t.Errorf("%s is remembered as %s, not %s", m.Deed.Action.ID(), m.Kind, kind)
		}
		delete(want, m.Deed.Action.ID())
	}
	if len(want) > 0 {
		t.Errorf("nothing is remembered of %v", want)
	}
	settles := standing(t, sample(t, "grey-harbour"), "quay", 16*60).settles()
	for _, kind := range event.Experiences() { // and a skill that keeps it is told
		if in := settles.settlingInput(memory{Words: "It rained.", Kind: kind}, nil); in.Memory.Kind != string(kind) {
			t.Errorf("whoever keeps what was %s is told that it was %q", kind, in.Memory.Kind)
		}
	}
}

// What is pinned for somebody is in what they are given when they speak, and in what nobody else is.
func TestPinsAreGivenToWhoeverSpeaks(t *testing.T) {
	g, _ := plays(t, "arrival/to_the_inn")
	for _, who := range []event.CharacterID{"wren", "gaunt"} {
		turn := g.story.Begin(event.TurnID("kept-" + string(who)))
		_, err := turn.Add(event.Event{Kind: event.MemoryKept, Actor: event.EngineSelf, Data: event.Data{
			"memory": "kept-" + string(who), "knower": string(who), "words": "Nobody paid for the bread, " + string(who) + ".", "significance": "low",
		}})
		if err == nil {
			_, err = turn.Commit(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	given := func(who event.CharacterID) []string {
		return strictjson.AsStrings[string](telling.Voice(world.Sight{World: g.world, View: g.story.State().As(who)})["pinned"])
	}
	if got := given("wren"); len(got) > 0 {
		t.Errorf("before it is pinned Wren is given %q", got)
	}
	if _, err := g.story.Pin(t.Context(), "wren", "kept-wren"); err != nil {
		t.Fatal(err)
	}
	if got := given("wren"); !slices.Equal(got, []string{"Nobody paid for the bread, wren."}) {
		t.Errorf("Wren is given %q", got)
	}
	for _, who := range []event.CharacterID{"gaunt", event.Player} {
		if got := given(who); strings.Contains(strings.Join(got, " "), "bread") {
			t.Errorf("%s is given %q", who, got)
		}
	}
}
