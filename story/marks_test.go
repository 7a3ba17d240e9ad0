package story_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Memories are numbered, and found by what they are about, as by looking at all of them:
// those of several knowers and of everyone, of which some are taken back.
func TestMarksFindTheLatest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	s, knowers, tags := &story.State{}, []string{"player", "player", "ned", "*"}, []string{"rope", "nerve", "wreck", "lamp"}
	add := func(kind event.Kind, data event.Data) {
		s = s.Apply(persistence.Record{Position: s.Position + 1, Event: event.Event{Kind: kind, Data: data}})
	}
	withdrawn, others := 0, []*story.State{}
	for n := range 700 {
		if n%50 == 7 { // another story goes on from here, too
			others = append(others, s)
		}
		if len(others) > 0 && n%3 == 0 {
			s, others[len(others)-1] = others[len(others)-1], s
		}
		if all := s.Memories.All(); random.IntN(12) == 0 && len(all) > 0 {
			add(event.MemoryWithdrawn, event.Data{"memory": all[random.IntN(len(all))].ID})
			withdrawn++
		}
		kept := event.Data{
			"memory": fmt.Sprint("m", n), "knower": knowers[random.IntN(4)], "words": "w", "place": []string{"quay", "tower"}[random.IntN(2)],
			"tags": strictjson.FromStrings(tags[:random.IntN(4)]), "characters": strictjson.FromStrings([]string{"player", "ned", "ines"}[:random.IntN(4)]),
		}
		if random.IntN(3) == 0 {
			kept["topic"] = []string{"the-oil", "the-wreck"}[random.IntN(2)]
		}
		if random.IntN(6) == 0 {
			kept["episodic"] = string(action.Triumph)
		}
		add(event.MemoryKept, kept)
		if n%20 != 0 {
			continue
		}
		for _, who := range []event.CharacterID{"player", "ned", "nobody"} {
			numbered(t, s.As(who))
		}
	}
	for _, other := range others {
		for _, who := range []event.CharacterID{"player", "ned", "nobody"} {
			numbered(t, other.As(who))
		}
	}
	if withdrawn < 20 || s.Memories.Len() < 200 {
		t.Fatalf("%d of %d were taken back: the test shows nothing", withdrawn, s.Memories.Len())
	}
}

func numbered(t *testing.T, v *story.View) {
	t.Helper()
	all, reminders := v.Memories(), v.Reminders()
	for i, m := range all {
		handle := fmt.Sprint("m", i+1)
		at, is := v.Position(handle)
		r, there := reminders.At(m.Position)
		if !is || at != m.Position || !there || r.Handle != handle || r.Memory.ID != m.ID {
			t.Fatalf("%s is %d, and %d is %+v", handle, at, m.Position, r)
		}
	}
	if at, is := v.Position(fmt.Sprint("m", len(all)+1)); is {
		t.Fatalf("one more than all is %d", at)
	}
	slices.Reverse(all)
	for _, test := range []struct {
		mark story.Mark
		has  func(m story.Memory) bool
	}{
		{story.TopicMark("the-oil"), func(m story.Memory) bool { return m.Topic == "the-oil" }},
		{story.TagMark("wreck"), func(m story.Memory) bool { return slices.Contains(m.Tags, "wreck") }},
		{story.TagMark("rope").Episodic(), func(m story.Memory) bool { return slices.Contains(m.Tags, "rope") && m.Episodic != "" }},
		{story.CharacterMark("ines"), func(m story.Memory) bool { return slices.Contains(m.Characters, "ines") }},
		{story.PlaceMark("tower"), func(m story.Memory) bool { return m.Place == "tower" }},
		{story.PlaceMark("nowhere"), func(story.Memory) bool { return false }},
	} {
		want := slices.DeleteFunc(slices.Clone(all), func(m story.Memory) bool { return !test.has(m) })
		got := reminders.About(test.mark)
		if len(got) < min(story.MostMarked, len(want)) {
			t.Fatalf("%v: %d of %d", test.mark, len(got), len(want))
		}
		for i := range min(story.MostMarked, len(want)) {
			if got[i].Memory.ID != want[i].ID {
				t.Fatalf("%v: %s comes, and should %s", test.mark, got[i].Memory.ID, want[i].ID)
			}
		}
	}
}
