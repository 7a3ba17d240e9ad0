package story_test

import (
	"cmp"
	"errors"
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// asked is what a model was asked from the player's view, and said.
func askedOf(text string) []generation.Kept {
	return []generation.Kept{{Who: "player", Generations: []generation.Generation{{
		Task: "significance", By: "afterwards", Sections: []generation.Section{{Name: "user", Role: "user", Text: text, Bytes: len(text)}}, Answer: "said " + text, End: generation.Used,
	}}}}
}

// What is made of a turn names what it is of, is written once, and not at all where that was taken back.
func TestWhatIsMadeOfATurnFollowsIt(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	play(t, p, "first")
	closing := func(scene string) story.Aftermath {
		turn := openTurn(t, p)
		add(t, turn, event.SceneOpened, event.Data{"scene": scene, "type": "dialogue", "place": "quay", "present": []string{"player"}})
		at := add(t, turn, event.SceneClosed, event.Data{"scene": scene, "significance": "low"})
		commit(t, turn)
		return story.Aftermath{Task: "summary", Turn: p.State().Turn.Number, Of: event.Where{Branch: p.Where().Branch, Position: at}, Events: []event.Event{
			{Kind: event.SceneSummed, Actor: event.EngineSelf, Data: event.Data{"scene": scene, "words": "You came.", "by": "small"}},
		}}
	}
	first := closing("scene-1")
	must(t, p.Afterwards(t.Context(), first))
	at := p.Where()
	must(t, p.Afterwards(t.Context(), first))
	if p.Where() != at {
		t.Error("it is written twice")
	}
	if r, err := p.Event(t.Context(), at.Position); err != nil || r.Event.Kind != event.SceneSummed || r.Event.Cause != first.Of.Position {
		t.Errorf("%v (%v) is written", r.Event, err)
	}
	nothing := first
	nothing.Task, nothing.Events = "extract", nil
	must(t, p.Afterwards(t.Context(), nothing))
	if p.Where() != at {
		t.Error("of nothing something is written")
	}
	second := closing("scene-2")
	must(t, p.Back(t.Context()))
	gone := func(what string, a story.Aftermath) {
		t.Helper()
		before := p.Where()
		if err := p.Afterwards(t.Context(), a); !errors.Is(err, story.ErrTakenBack) || p.Where() != before {
			t.Errorf("%s: %v", what, err)
		}
	}
	gone("a turn that was taken back", second)
	closing("scene-2") // at the same place of another branch
	gone("another telling of it", second)
	play(t, p, "later")
	must(t, p.Afterwards(t.Context(), first)) // on the branch that goes on from there
}

// What a model was asked of a turn is shown with the turn's own, also where it comes turns later; of what was hidden before it nothing is. It
// is kept also where nothing came of it, or what came cannot be any more.
func TestPromptsOfATurnAfterwards(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		prompted(t, p, map[string]string{"player": "P1"})
		turn := openTurn(t, p)
		told := add(t, turn, event.Narrated, event.Data{"text": "A bell rings.", "told": map[string]any{"turn": 2}})
		kept := add(t, turn, event.MemoryKept, event.Data{"memory": "m", "knower": "player", "words": "It rang.", "significance": "low"})
		commit(t, turn)
		of := func(text string, task string, events ...event.Event) story.Aftermath {
			return story.Aftermath{Task: task, Turn: 2, Of: event.Where{Branch: p.Where().Branch, Position: kept}, Events: events, Asked: askedOf(text)}
		}
		weighed := func(significance string) event.Event {
			return event.Event{Kind: event.MemoryWeighed, Actor: event.EngineSelf, Data: event.Data{"memory": "m", "significance": significance, "by": "small"}}
		}
		first := of("A2", "significance", weighed("high"))
		prompted(t, p, map[string]string{"player": "P3"})
		early := p.Where()
		must(t, p.Afterwards(t.Context(), first))
		must(t, p.Afterwards(t.Context(), of("B2", "extract")))
		refused := of("C2", "another", weighed("low"))
		if err := p.Afterwards(t.Context(), refused); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("what is high becomes low: %v", err)
		}
		if m, is := p.State().Player().Memory(kept); !is || m.Significance != action.High {
			t.Errorf("it matters %v", m.Significance)
		}
		is := func(when, want string, at event.Where, turn int64, all bool) {
			t.Helper()
			if got := shownPrompt(t, p, at, turn, "player", all); got != want {
				t.Errorf("%s: shown is %q, not %q", when, got, want)
			}
		}
		is("of the turn before", "P1", event.Where{}, 1, false)
		is("of the turn", "A2 B2 C2", event.Where{}, 2, false)
		is("of the turn after it", "P3", event.Where{}, 3, false)
		is("before it was asked", "", early, 2, false)
		must(t, p.Hide(t.Context(), told))
		is("with something hidden", "withheld withheld withheld", event.Where{}, 2, false)
		is("with something hidden, asked for", "A2 B2 C2", event.Where{}, 2, true)
		is("of what was before that", "P1", event.Where{}, 1, false)
	})
}

// A memory matters as was said last of it, in the state alone: who had the story before has it as it was, the rows are the log's, and a story
// that ended before what was made was written goes on without.
func TestMemoriesAreWeighed(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		turn, at := openTurn(t, p), []event.Position{}
		for i := range 200 {
			at = append(at, add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprint("m-", i), "knower": "player", "words": fmt.Sprint("The lamp ", i), "significance": "medium"}))
		}
		commit(t, turn)
		weighed := func(i int, significance string) story.Aftermath {
			return story.Aftermath{Task: "significance", Turn: 1, Of: event.Where{Branch: p.Where().Branch, Position: at[i]}, Asked: askedOf("A"), Events: []event.Event{
				{Kind: event.MemoryWeighed, Actor: event.EngineSelf, Data: event.Data{"memory": fmt.Sprint("m-", i), "significance": significance, "by": "small"}},
			}}
		}
		p = open(t, save) // nothing was written yet, and nothing is lost
		was := p.State()
		before := dump(was)
		said := map[int]string{0: "high", 63: "low", 64: "high", 70: "low", 199: "high"}
		for i, significance := range said {
			must(t, p.Afterwards(t.Context(), weighed(i, significance)))
		}
		for i := range at {
			m, is := p.State().Player().Memory(at[i])
			if want := cmp.Or(said[i], "medium"); !is || string(m.Significance) != want || m.Words != fmt.Sprint("The lamp ", i) {
				t.Errorf("of %d, which is %s, is so: %+v", i, want, m)
			}
		}
		if dump(was) != before {
			t.Error("a state that was before is changed")
		}
		now := dump(p.State())
		if again := open(t, save); dump(again.State()) != now {
			t.Error("read again it is another")
		}
		if d, err := story.Rebuild(t.Context(), save, nil); err != nil || !d.Same() {
			t.Errorf("the rows are others than the log's: %+v (%v)", d, err)
		}
		for what, e := range map[string]event.Data{
			"what is high, lower": {"memory": "m-0", "significance": "low", "by": "small"},
			"what is high, again": {"memory": "m-0", "significance": "high", "by": "small"},
			"what it is already":  {"memory": "m-1", "significance": "medium", "by": "small"},
			"nobody's memory":     {"memory": "m-200", "significance": "low", "by": "small"},
			"no significance":     {"memory": "m-1", "significance": "none", "by": "small"},
			"nothing of a memory": {"significance": "low", "by": "small"},
			"by nobody":           {"memory": "m-1", "significance": "low"},
		} {
			at := p.Where()
			err := p.Afterwards(t.Context(), story.Aftermath{Task: what, Turn: 1, Of: at, Events: []event.Event{{Kind: event.MemoryWeighed, Actor: event.EngineSelf, Data: e}}})
			if !errors.Is(err, event.ErrInvalid) || p.Where() != at {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}
