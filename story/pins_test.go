package story_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// Each kind of memory is found alone, and those of old logs, which say no kind, with all.
func TestMemoriesByKind(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		turn := openTurn(t, p)
		for _, kind := range append(event.Experiences(), "") {
			data := event.Data{"memory": "of-" + string(kind), "knower": "ned", "words": "The lamp, " + string(kind) + ".", "significance": "low"}
			if kind != "" {
				data["kind"] = string(kind)
			}
			add(t, turn, event.MemoryKept, data)
		}
		if _, err := turn.Add(event.Event{Kind: event.MemoryKept, Actor: event.EngineSelf, Data: event.Data{"memory": "m", "knower": "ned", "words": "x", "significance": "low", "kind": "dreamt"}}); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("a memory of another kind: %v", err)
		}
		staged := recall(t, turn.State().As("ned"), story.Query{Text: "lamp", Kind: event.Hearing})
		commit(t, turn)
		for _, s := range []*story.State{p.State(), open(t, reopened(t, store)).State()} {
			if all := recall(t, s.As("ned"), story.Query{Text: "lamp"}); len(all) != 6 {
				t.Errorf("of all kinds there are %d", len(all))
			}
			for _, kind := range event.Experiences() {
				found := recall(t, s.As("ned"), story.Query{Text: "lamp", Kind: kind})
				if len(found) != 1 || found[0].Memory.ID != "of-"+string(kind) || found[0].Memory.Kind != kind {
					t.Errorf("%s: %+v", kind, found)
				}
			}
			if len(staged) != 1 || staged[0].Memory.Kind != event.Hearing {
				t.Errorf("staged is %+v", staged)
			}
		}
	})
}

// reopened is the story of a store for reading beside whoever has it open.
func reopened(t *testing.T, store *persistence.Store) *persistence.Save {
	t.Helper()
	save, err := store.Open(t.Context(), "monday", persistence.Reading)
	must(t, err)
	t.Cleanup(func() { save.Close() })
	return save
}

// handles are those of memories, in order.
func handles(all []story.Recalled) string {
	var names []string
	for _, m := range all {
		names = append(names, m.Handle)
	}
	return strings.Join(names, " ")
}

// What is pinned is at hand for whoever it was pinned for, along that branch, until it is unpinned or
// withdrawn; that it is not searched any more changes nothing.
func TestPins(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		turn := openTurn(t, p)
		for _, m := range []struct{ id, knower, words string }{
			{"m-1", "ned", "The oil is sold."}, {"m-2", "ned", "The lamp is out."}, {"m-3", "ines", "The fog is in."}, {"m-4", "*", "The bell rang."},
		} {
			add(t, turn, event.MemoryKept, event.Data{"memory": m.id, "knower": m.knower, "words": m.words, "significance": "low"})
		}
		commit(t, turn)
		pin := func(who event.CharacterID, named string) {
			t.Helper()
			_, err := p.Pin(t.Context(), who, named)
			must(t, err)
		}
		pin("ned", "m2")
		pin("ned", "m-1")
		pin("ned", "BELL rang")
		pin("ines", "bell")
		here := p.Where()
		is := func(s *story.State, who event.CharacterID, want string) {
			t.Helper()
			if got := handles(s.As(who).Pinned()); got != want {
				t.Errorf("%s has %q at hand, not %q", who, got, want)
			}
		}
		is(p.State(), "ned", "m2 m1 m3")
		is(p.State(), "ines", "m2")
		is(p.State(), "player", "")
		if text := pretty(p.State().As("ned").Object()); !strings.Contains(text, "The oil is sold.") || !strings.Contains(text, "$pinned") {
			t.Errorf("skills are given %s", text)
		}
		if _, there := p.State().As("player").Object()["$pinned"]; there {
			t.Error("skills are given pins of nobody")
		}
		is(open(t, reopened(t, store)).State(), "ned", "m2 m1 m3")
		_, err := p.Retire(t.Context(), story.Retention{Count: 1})
		must(t, err)
		is(p.State(), "ned", "m2 m1 m3")

		made, err := p.Branch(t.Context(), "", here, "")
		must(t, err)
		_, err = p.Unpin(t.Context(), "ned", "m1")
		must(t, err)
		turn = openTurn(t, p)
		add(t, turn, event.MemoryWithdrawn, event.Data{"memory": "m-2", "reason": "It is lit."})
		commit(t, turn)
		is(p.State(), "ned", "m2") // the bell's, which is their second now
		is(p.State(), "ines", "m2")
		other, err := p.At(t.Context(), event.Where{Branch: made})
		must(t, err)
		is(other, "ned", "m2 m1 m3")

		for _, wrong := range []struct {
			who   event.CharacterID
			named string
			says  string
		}{
			{"ned", "m9", "remembers nothing of"}, {"ned", "fog", "remembers nothing of"}, {"ned", "", "remembers nothing of"},
			{"ned", "the", "may be several"}, {"ned", strings.Repeat("ä", 1<<20), "remembers nothing of"},
		} {
			_, err := p.Pin(t.Context(), wrong.who, wrong.named)
			if unknown, is := errors.AsType[*mind.UnknownError](err); !is || !strings.Contains(unknown.Message, wrong.says) || len(unknown.Message) > 500 {
				t.Errorf("%.20q: %v", wrong.named, err)
			}
		}
		_, err = p.Pin(t.Context(), "ned", "bell")
		if already, is := errors.AsType[*story.PinnedError](err); !is || *already != (story.PinnedError{Memory: "m2", Pinned: true}) {
			t.Errorf("pinning what is pinned: %v", err)
		}
		_, err = p.Unpin(t.Context(), "ned", "oil")
		if not, is := errors.AsType[*story.PinnedError](err); !is || not.Pinned {
			t.Errorf("unpinning what is not pinned: %v", err)
		}
	})
}

// A pin is of somebody's own memory, and once.
func TestPinsThatCannotBe(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.MemoryKept, event.Data{"memory": "m", "knower": "ned", "words": "x", "significance": "low"})
	for _, wrong := range []event.Event{
		{Kind: event.MemoryPinned, Data: event.Data{"memory": "m", "who": "ines"}},
		{Kind: event.MemoryPinned, Data: event.Data{"memory": "n", "who": "ned"}},
		{Kind: event.MemoryPinned, Data: event.Data{"memory": "m", "who": "nobody"}},
		{Kind: event.MemoryUnpinned, Data: event.Data{"memory": "m", "who": "ned"}},
	} {
		wrong.Actor = event.EngineSelf
		if _, err := turn.Add(wrong); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
	add(t, turn, event.MemoryPinned, event.Data{"memory": "m", "who": "ned"})
	if _, err := turn.Add(event.Event{Kind: event.MemoryPinned, Actor: event.EngineSelf, Data: event.Data{"memory": "m", "who": "ned"}}); !errors.Is(err, event.ErrInvalid) {
		t.Errorf("pinned twice: %v", err)
	}
}

// An event is pinned as what its character remembers of it; and where they remember nothing, as what they perceived or came to know by
// it, which is a memory from then on. What they did not perceive they cannot have at hand.
func TestEventsArePinned(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.FactEstablished, event.Data{"fact": "tide", "content": "The tide is turning."})
	learned := add(t, turn, event.FactLearned, event.Data{"who": "ned", "fact": "tide", "source": "witnessed"})
	seen, err := turn.Add(event.Event{
		Kind: event.Happened, Actor: event.EngineSelf, Data: event.Data{"text": "A gull fell out of the sky.", "who": []string{"ned"}},
		Perception: &event.Perception{WitnessedBy: []event.CharacterID{"ned"}, ApparentAudience: []event.CharacterID{"ned"}},
	})
	must(t, err)
	kept := add(t, turn, event.MemoryKept, event.Data{"memory": "m", "knower": "ned", "words": "It was a gull.", "significance": "low", "because": []any{int64(seen)}})
	commit(t, turn)
	for _, c := range []struct {
		who   event.CharacterID
		named string
		want  string
	}{
		{"ned", fmt.Sprint(learned), "m2 The tide is turning."},
		{"ned", fmt.Sprint(seen), "m1 It was a gull."},
		{"ned", fmt.Sprint(kept), "the memory m1 is pinned already"},
		{"ned", "e1", "the memory m1 is pinned already"},
		{"ines", fmt.Sprint(seen), fmt.Sprintf("Ines perceived nothing of the event %d that is shown; story log says what happened, and story know what they know", seen)},
		{"ned", "9223372036854775807", "Old Ned perceived nothing of the event 9223372036854775807 that is shown; story log says what happened, and story know what they know"},
	} {
		got := ""
		if m, err := p.Pin(t.Context(), c.who, c.named); err != nil {
			got = err.Error()
		} else {
			got = m.Handle + " " + p.State().As(c.who).Words(&m.Memory)
		}
		if got != c.want {
			t.Errorf("pinning %s for %s: %q, not %q", c.named, c.who, got, c.want)
		}
	}
	if _, err := p.Unpin(t.Context(), "ned", fmt.Sprint(learned)); err != nil {
		t.Error(err)
	}
	if got := handles(p.State().As("ned").Pinned()); got != "m1" {
		t.Errorf("Ned has %s at hand", got)
	}
}
