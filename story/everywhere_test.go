package story_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/archive"
	"github.com/narratoria/narratoria/story/event"
)

// sharable are events that every branch can have.
func sharable(n int) event.Event {
	switch n % 3 {
	case 0:
		return event.Event{Kind: event.EntityAdded, Actor: event.EngineSelf, Data: event.Data{"entity": fmt.Sprint("person-", n), "type": "person", "name": fmt.Sprint("Person ", n)}}
	case 1:
		return event.Event{Kind: event.FactEstablished, Actor: event.EngineSelf, Data: event.Data{"fact": fmt.Sprint("shared-", n), "content": fmt.Sprint("It is so, ", n)}}
	}
	return event.Event{Kind: event.MomentMade, Actor: event.EngineSelf, Data: event.Data{"moment": fmt.Sprint("moment-", n), "sequence": int64(1000 + n)}}
}

// What every branch has is had on branches that were there before, on those made later, from before the
// first event too, after a snapshot, and in a replay; and an export holds it.
func TestWhatEveryBranchHas(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		tell(t, p)
		older, err := p.Branch(t.Context(), "", event.Where{Position: 40}, "")
		must(t, err)
		bare, err := p.BranchAt(t.Context(), "bare", event.Where{Branch: event.Trunk}, "", "")
		must(t, err)
		before := p.State()
		for n := range 3 {
			must(t, p.Share(t.Context(), sharable(n)))
		}
		save := saveOf(t, store)
		for _, branch := range []event.BranchID{event.Trunk, older, bare} {
			s, err := story.Read(t.Context(), save, save.At(branch))
			must(t, err)
			if s.Entities["person-0"].Name != "Person 0" || s.Minds.Facts["shared-1"].Content == "" || s.Moments["moment-2"].Sequence != 1002 {
				t.Errorf("%s has %+v", branch, s.Moments)
			}
			if s.Moment.Sequence >= 1000 {
				t.Errorf("%s has come to the moment %d", branch, s.Moment.Sequence)
			}
		}
		if s := p.State(); s.Position != before.Position || s.Everywhere != 3 || before.Everywhere != 0 {
			t.Errorf("the story is at %d with %d, and was at %d with %d", s.Position, s.Everywhere, before.Position, before.Everywhere)
		}
		along, err := story.OpenAlong(t.Context(), save, bare)
		must(t, err)
		if along.State().Position != 0 || len(along.State().Entities) != 1 {
			t.Errorf("before the first event there are %+v", along.State().Entities)
		}
		if _, err := story.Check(t.Context(), save); err != nil {
			t.Error(err)
		}
		must(t, save.Verify(t.Context()))
	})
}

// saveOf is the save of a store for reading beside whoever has it open.
func saveOf(t *testing.T, store *persistence.Store) *persistence.Save { return reopened(t, store) }

// A state that lacks some of what every branch has takes it in where it is, and is to the byte what
// it is of a log that has all of it first; whatever that log is.
func TestEveryBranchHasItFirst(t *testing.T) {
	random(t, soak.Count(2_000), func(t *rapid.T) {
		ctx := t.Context()
		save, err := persistence.New(mem.New(), nil).Create(ctx, "shared", "p-1")
		if err != nil {
			t.Fatal(err)
		}
		m := &machine{save: save}
		if m.p, err = story.Open(ctx, save); err != nil {
			t.Fatal(err)
		}
		beginModel(t, m)
		for _, e := range []int{0, 1} {
			if rapid.Bool().Draw(t, "shared before") {
				if err := m.p.Share(ctx, sharable(e)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := m.turn.Commit(ctx); err != nil { // which was begun before they were shared
			t.Fatal(err)
		}
		for n := range rapid.IntRange(2, 8).Draw(t, "steps") {
			turn := m.p.Begin(event.TurnID(fmt.Sprint("more-", n)))
			for range rapid.IntRange(1, 6).Draw(t, "events") {
				_, _ = turn.Add(anyEvent(t))
			}
			if len(turn.Events()) > 0 {
				if _, err := turn.Commit(ctx); err != nil {
					t.Fatal(err)
				}
			}
			if rapid.Bool().Draw(t, "shared") {
				if err := m.p.Share(ctx, sharable(n+2)); err != nil && !errors.Is(err, event.ErrInvalid) {
					t.Fatal(err)
				}
			}
		}
		now := m.p.State()
		anew, err := story.Read(ctx, save, save.At(event.Trunk))
		if err != nil {
			t.Fatal(err)
		}
		if now.Digest() != anew.Digest() {
			t.Fatalf("taken in where it was it is\n%s\nand read anew\n%s", dump(now), dump(anew))
		}
	})
}

// Where something of a name that every branch has is a branch's own, that has the last word, and a
// state that was kept before is not gone on from.
func TestTwoOfOneName(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	tell(t, p)
	for _, wrong := range []event.Event{
		{Kind: event.EntityAdded, Data: event.Data{"entity": "ines", "type": "person", "name": "Another"}},
		{Kind: event.EntityAdded, Data: event.Data{"entity": "new", "type": "person", "name": "New", "place": "quay"}},
		{Kind: event.FactEstablished, Data: event.Data{"fact": "ned/oil", "content": "No."}},
		{Kind: event.FactEstablished, Data: event.Data{"fact": "new", "content": "No.", "supersedes": "nothing"}},
		{Kind: event.MomentMade, Data: event.Data{"moment": "dawn", "sequence": 99}},
		{Kind: event.MomentMade, Data: event.Data{"moment": "noon", "sequence": 9}},
		{Kind: event.Happened, Data: event.Data{"text": "It rained."}, Perception: &event.Perception{}, Moment: event.Moment{Sequence: 99}},
	} {
		wrong.Actor = event.EngineSelf
		if err := p.Share(t.Context(), wrong); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("%+v: %v", wrong.Data, err)
		}
	}
	if p.State().Everywhere != 0 {
		t.Error("something was shared")
	}
}

// What every branch has is about nobody whom one branch alone has, and supersedes nothing of one.
func TestWhatEveryBranchHasIsAboutWhatEveryBranchHas(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	tell(t, p)
	fact := func(id string, data event.Data) error {
		data["fact"], data["content"] = id, "It is so."
		return p.Share(t.Context(), event.Event{Kind: event.FactEstablished, Actor: event.EngineSelf, Data: data})
	}
	for field, data := range map[string]event.Data{"about": {"about": []string{"ned"}}, "supersedes": {"supersedes": "ned/oil"}} {
		if err := fact("of-one", data); !errors.Is(err, event.ErrInvalid) || !strings.Contains(err.Error(), field) || !strings.Contains(err.Error(), "every branch has") {
			t.Errorf("%s of one branch: %v", field, err)
		}
	}
	must(t, p.Share(t.Context(), event.Event{Kind: event.EntityAdded, Actor: event.EngineSelf, Data: event.Data{"entity": "zed", "type": "person", "name": "Zed"}}))
	must(t, fact("of-all", event.Data{"about": []string{"zed"}}))
	must(t, fact("since", event.Data{"about": []string{"zed"}, "supersedes": "of-all"}))
}

// An export of a story has what every branch has, and so has the story that is made of it.
func TestExportsHaveWhatEveryBranchHas(t *testing.T) {
	store := persistence.New(mem.New(), nil)
	p := open(t, create(t, store))
	begin(t, p)
	for n := range 6 {
		must(t, p.Share(t.Context(), sharable(n)))
	}
	tell(t, p)
	_, err := p.BranchAt(t.Context(), "bare", event.Where{Branch: event.Trunk}, "", "")
	must(t, err)
	want := p.State().Digest()
	done, err := imported(t, store, exported(t, reopened(t, store)))
	must(t, err)
	again := open(t, done)
	if again.State().Digest() != want || again.State().Everywhere != 6 {
		t.Errorf("imported it is another story, with %d", again.State().Everywhere)
	}
	bare, err := story.Read(t.Context(), done, done.At("bare"))
	must(t, err)
	if bare.Position != 0 || bare.Everywhere != 6 || bare.Minds.Facts["shared-1"].Content == "" {
		t.Errorf("imported, a branch from before the first event has %d", bare.Everywhere)
	}
	must(t, done.Verify(t.Context()))
}

// imported is a story of an archive's bytes.
func imported(t *testing.T, store *persistence.Store, data []byte) (*persistence.Save, error) {
	t.Helper()
	a, err := archive.Open(bytes.NewReader(data), int64(len(data)), safezip.Limits{})
	if err != nil {
		return nil, err
	}
	done, err := a.Import(t.Context(), store, "tuesday", "p-2")
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { done.Save.Close() })
	return done.Save, nil
}
