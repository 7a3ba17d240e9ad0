package story_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// besides are things that happen besides in the turns of a model: few of them, so that what is
// changed is often changed back, and what is said on one branch is said on another too.
func besides(t *rapid.T, number int64) (events []event.Event) {
	id := func(what string) string { return fmt.Sprintf("%s-%d-1", what, number) } // as the engine names them
	who, item := rapid.SampledFrom([]string{"player", "ines", "ned"}), rapid.SampledFrom([]string{"lamp", "rope"})
	words := rapid.SampledFrom([]string{"OIL", "PAID"})
	for _, kind := range rapid.SliceOfN(rapid.SampledFrom([]event.Kind{
		event.Said, event.Narrated, event.ItemGained, event.ItemLost, event.RelationChanged, event.FactEstablished, event.FactLearned,
		event.ClaimMade, event.TopicRaised, event.SceneOpened, event.SceneClosed, event.Moved,
	}), 0, 4).Draw(t, "besides") {
		data := event.Data{}
		e := event.Event{Kind: kind, Actor: event.EngineSelf, Data: data}
		switch kind {
		case event.Said:
			data["speaker"], data["text"] = who.Draw(t, "who"), words.Draw(t, "words")
		case event.Narrated:
			data["text"] = words.Draw(t, "words")
		case event.ItemGained, event.ItemLost:
			data["who"], data["item"], data["count"] = who.Draw(t, "who"), item.Draw(t, "item"), rapid.Int64Range(1, 2).Draw(t, "count")
		case event.RelationChanged:
			data["who"], data["whom"], data["by"] = who.Draw(t, "who"), who.Draw(t, "whom"), 1000*rapid.Int64Range(-1, 1).Draw(t, "by")
			data["significance"] = "low"
		case event.FactEstablished:
			data["fact"], data["content"] = id("fact"), words.Draw(t, "words")
		case event.FactLearned:
			data["who"], data["fact"], data["source"] = who.Draw(t, "who"), rapid.SampledFrom([]string{"ned/oil", id("fact")}).Draw(t, "fact"), "inferred"
		case event.ClaimMade:
			data["claim"], data["speaker"], data["content"], data["truth"] = id("claim"), who.Draw(t, "who"), words.Draw(t, "words"), "sincere"
		case event.TopicRaised:
			data["topic"], data["words"] = rapid.SampledFrom([]string{"the-oil", "ned"}).Draw(t, "topic"), "it"
		case event.SceneOpened:
			data["scene"], data["type"], data["place"], data["present"] = id("scene"), "travel", "quay", []string{"player"}
		case event.SceneClosed:
			data["scene"], data["significance"] = id("scene"), "low"
		case event.Moved:
			data["who"], data["to"] = who.Draw(t, "who"), rapid.SampledFrom([]string{"quay", "tower"}).Draw(t, "to")
		}
		events = append(events, e)
	}
	return events
}

// A told is what a place tells: its events, and all that is so there as it is written for people.
type told struct {
	events []persistence.Record
	state  struct {
		People map[string]struct {
			Items []struct {
				ID    string
				Count int64
			}
		}
		Known map[string]struct {
			Topics map[string]any
		}
		Minds struct {
			Facts  map[string]struct{ Content string }
			Claims map[string]struct{ Speaker, Content any }
			Each   map[string]struct {
				Learned []struct{ Fact string }
				Heard   []struct{ Claim string }
			}
		}
		Memories  []struct{ Position event.Position }
		Relations map[string]any
	}
}

func (l *tree) toldAt(t *rapid.T, at event.Where) (told told) {
	for r, err := range l.save.Events(t.Context(), at, 0) {
		if err != nil {
			t.Fatal(err)
		}
		told.events = append(told.events, r)
	}
	if err := json.Unmarshal([]byte(dump(story.Fold(told.events))), &told.state); err != nil {
		t.Fatal(err)
	}
	return told
}

// without is what one place has that another has not, by folding both from the first event on and
// comparing all that there is.
func (l *tree) without(t *rapid.T, here, there event.Where) (i story.Impact) {
	now, then := l.toldAt(t, here), l.toldAt(t, there)
	type place struct {
		branch event.BranchID
		at     event.Position
	}
	stays := make(map[place]bool)
	for _, r := range then.events {
		stays[place{r.Branch, r.Position}] = true
	}
	left := make(map[event.Position]bool)
	for _, r := range now.events {
		if stays[place{r.Branch, r.Position}] {
			continue
		}
		i.Events++
		left[r.Position] = true
		for kind, n := range map[event.Kind]*int{event.TurnOpened: &i.Turns, event.Said: &i.Messages, event.Narrated: &i.Messages, event.SceneOpened: &i.Scenes} {
			if r.Event.Kind == kind {
				*n++
			}
		}
	}
	for _, m := range now.state.Memories {
		if left[m.Position] {
			i.Memories++
		}
	}
	for _, pair := range union(now.state.Relations, then.state.Relations) {
		if !reflect.DeepEqual(now.state.Relations[pair], then.state.Relations[pair]) {
			i.Relations++
		}
	}
	has, had := now.holders(), then.holders()
	for _, item := range union(has, had) {
		if !maps.Equal(has[item], had[item]) {
			i.Items++
		}
	}
	i.Knowledge = make(map[event.CharacterID]int)
	for who := range now.state.Known {
		known := then.known(who)
		for what := range now.known(who) {
			if !known[what] {
				i.Knowledge[event.CharacterID(who)]++
			}
		}
	}
	return i
}

func union[V any](a, b map[string]V) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	return slices.Compact(all)
}

// holders are who has how many of each thing.
func (told told) holders() map[string]map[string]int64 {
	all := make(map[string]map[string]int64)
	for who, c := range told.state.People {
		for _, item := range c.Items {
			if all[item.ID] == nil {
				all[item.ID] = make(map[string]int64)
			}
			all[item.ID][who] = item.Count
		}
	}
	return all
}

func (told told) known(who string) map[string]bool {
	all, minds := make(map[string]bool), told.state.Minds
	for _, l := range minds.Each[who].Learned {
		all[fmt.Sprintf("the fact %s: %s", l.Fact, minds.Facts[l.Fact].Content)] = true
	}
	for _, h := range minds.Each[who].Heard {
		all[fmt.Sprintf("as %v says: %v", minds.Claims[h.Claim].Speaker, minds.Claims[h.Claim].Content)] = true
	}
	for topic := range told.state.Known[who].Topics {
		all["what "+topic+" is"] = true
	}
	return all
}

// weighed compares an impact that was told with what one place has that another has not.
func (l *tree) weighed(t *rapid.T, told story.Impact, here, there event.Where) {
	if want := l.without(t, here, there); !reflect.DeepEqual(told, want) {
		t.Fatalf("from %+v to %+v it is said to leave\n%+v\nand leaves\n%+v", here, there, told, want)
	}
	for category, is := range map[string]bool{
		"events": told.Events > 0, "turns": told.Turns > 0, "messages": told.Messages > 0, "scenes": told.Scenes > 0, "memories": told.Memories > 0,
		"relations": told.Relations > 0, "items": told.Items > 0, "knowledge": len(told.Knowledge) > 0,
	} {
		if is {
			l.counted[category]++
		}
	}
}
