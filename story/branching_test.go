package story_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// branchesAre compares what is told along every branch of a save, and its sessions along the
// head, with what should be.
func branchesAre(t testing.TB, p *story.Playthrough, save *persistence.Save, want map[event.BranchID]string) {
	t.Helper()
	branches, err := p.Branches(t.Context())
	must(t, err)
	got := make(map[event.BranchID]string)
	for _, b := range branches {
		state, err := story.Read(t.Context(), save, save.At(b.ID))
		must(t, err)
		got[b.ID] = journal(state)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the branches tell %v, not %v", got, want)
	}
}

// endOf is the end of a turn of the head.
func endOf(t testing.TB, p *story.Playthrough, turn int64) event.Where {
	t.Helper()
	at, err := p.EndOf(t.Context(), p.Where().Branch, turn)
	must(t, err)
	return at
}

func rollbackTo(t testing.TB, p *story.Playthrough, turn int64) error {
	t.Helper()
	at, err := p.EndOf(t.Context(), p.Where().Branch, turn)
	if err != nil {
		return err
	}
	return p.Rollback(t.Context(), at)
}

func TestRollbackAndItsUndoAreTheIdentity(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		if err := p.Undo(t.Context()); !errors.Is(err, story.ErrNothingToUndo) {
			t.Errorf("undo of nothing: %v", err)
		}
		for _, what := range strings.Fields("one two three four") {
			play(t, p, what)
		}
		was, where := dump(p.State()), p.Where()
		must(t, rollbackTo(t, p, 2))
		if got := journal(p.State()); got != "one two" {
			t.Errorf("after the rollback it tells %q", got)
		}
		reread(t, save, p)
		must(t, p.Undo(t.Context()))
		if got := dump(p.State()); got != was || p.Where() != where {
			t.Errorf("after undo it is at %v\n%s\nand was at %v\n%s", p.Where(), got, where, was)
		}
		reread(t, save, p)

		must(t, rollbackTo(t, p, 3))
		play(t, p, "other")
		must(t, rollbackTo(t, p, 1))
		play(t, p, "third")
		branchesAre(t, p, save, map[event.BranchID]string{
			event.Trunk: "one two three four", "take-2": "one two", "take-3": "one two three other", "take-4": "one third",
		})
		must(t, p.Undo(t.Context()))
		if got := journal(p.State()); got != "one two three other" {
			t.Errorf("after one undo it tells %q", got)
		}
		must(t, p.Undo(t.Context()))
		if got := dump(p.State()); got != was {
			t.Errorf("after two it is\n%s\nand was\n%s", got, was)
		}
		if err := p.Undo(t.Context()); !errors.Is(err, story.ErrNothingToUndo) {
			t.Errorf("a third: %v", err)
		}
	})
}

// What is told anew counts when it was agreed to, by what the story would be without; else it
// is where it was, and nobody follows what was played.
func TestRetell(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		for _, what := range strings.Fields("one two three") {
			play(t, p, what)
		}
		was, where := dump(p.State()), p.Where()
		broken := errors.New("broken")
		for name, c := range map[string]struct {
			fails  error
			agrees bool
		}{"not agreed": {}, "broken": {fails: broken, agrees: true}} {
			moved, err := p.Retell(t.Context(), 1, func() error {
				play(t, p, "two'")
				return c.fails
			}, func(i story.Impact) bool {
				if i.Turns != 2 || c.fails != nil {
					t.Errorf("%s: it leaves %+v", name, i)
				}
				return c.agrees
			})
			if moved || !errors.Is(err, c.fails) || dump(p.State()) != was || p.Where() != where {
				t.Errorf("%s: moved %v (%v) to %v", name, moved, err, p.Where())
			}
			reread(t, save, p)
		}
		moved, err := p.Retell(t.Context(), 1, func() error {
			play(t, p, "two'")
			play(t, p, "three'")
			return nil
		}, func(story.Impact) bool { return true })
		if !moved || err != nil || journal(p.State()) != "one two' three'" {
			t.Errorf("moved %v (%v), and it tells %q", moved, err, journal(p.State()))
		}
		branches, err := p.Branches(t.Context())
		must(t, err)
		var followed []string
		for _, b := range branches {
			if b.Status == event.Active {
				followed = append(followed, string(b.ID))
			}
		}
		if got := strings.Join(followed, " "); got != "main take-4" {
			t.Errorf("followed are %s of %v", got, branches)
		}
		must(t, p.Undo(t.Context()))
		if got := dump(p.State()); got != was {
			t.Error("undone, it is otherwise than before")
		}
		reread(t, save, p)
	})
}

// What is hidden is so all the same, and hidden along every branch that has it.
func TestHide(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		play(t, p, "one")
		play(t, p, "two")
		span, err := p.Span(t.Context(), event.Trunk, 1)
		must(t, err)
		must(t, rollbackTo(t, p, 1))
		was := dump(p.State())
		must(t, p.Hide(t.Context(), span.First))
		for _, branch := range []event.BranchID{event.Trunk, "take-2"} {
			hidden, err := p.Hidden(t.Context(), branch)
			if err != nil || len(hidden) != 1 || hidden[0] != span.First {
				t.Errorf("along %s hidden are %v (%v)", branch, hidden, err)
			}
		}
		if dump(p.State()) != was {
			t.Error("what was hidden is no longer so")
		}
		for _, at := range []event.Position{-1, 0, span.First, p.State().Position + 1} {
			if _, none := errors.AsType[*story.NoPlaceError](p.Hide(t.Context(), at)); !none {
				t.Errorf("hidden again or not there: %d", at)
			}
		}
		reread(t, save, p)
		must(t, p.Unhide(t.Context(), span.First))
		for _, branch := range []event.BranchID{event.Trunk, "take-2"} {
			if hidden, err := p.Hidden(t.Context(), branch); err != nil || len(hidden) > 0 {
				t.Errorf("along %s hidden are still %v (%v)", branch, hidden, err)
			}
		}
		for _, at := range []event.Position{-1, 0, span.First, p.State().Position + 1} {
			if _, none := errors.AsType[*story.NoPlaceError](p.Unhide(t.Context(), at)); !none {
				t.Errorf("shown again, and is shown or not there: %d", at)
			}
		}
		reread(t, save, p)
	})
}

// Branches that begin after the same turn stand beside each other, however often it was told
// anew.
func TestBranchesLeaveTheOneWhoseEventTheyFollow(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		play(t, p, "one")
		for _, what := range strings.Fields("two three four") {
			play(t, p, what)
			must(t, p.Back(t.Context()))
		}
		play(t, p, "five")
		play(t, p, "six")
		must(t, rollbackTo(t, p, 2))
		branches, err := p.Branches(t.Context())
		must(t, err)
		var got []string
		for _, b := range branches {
			got = append(got, fmt.Sprintf("%s<%s@%d", b.ID, b.Parent, b.From))
		}
		if want := "main<@0 take-2<main@1 take-3<main@1 take-4<main@1 take-5<take-4@2"; strings.Join(got, " ") != want {
			t.Errorf("the branches are %v, not %s", got, want)
		}
	})
}

func TestPlacesThatAreNotThere(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		refused := func(err error, want string) {
			t.Helper()
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v does not say %q", err, want)
			}
		}
		refused(rollbackTo(t, p, 1), `the branch "main" has no turn yet`)
		begin(t, p)
		play(t, p, "one")
		play(t, p, "two")
		was := dump(p.State())
		span, err := p.Span(t.Context(), event.Trunk, 2)
		must(t, err)
		refused(rollbackTo(t, p, 3), `the branch "main" has no turn 3, only those from 1 to 2`)
		refused(rollbackTo(t, p, 0), "has no turn 0")
		refused(rollbackTo(t, p, 2), "the story is there already, in turn 2")
		refused(p.Switch(t.Context(), event.Trunk), "the story is at the branch \"main\" already")
		refused(p.Switch(t.Context(), "ghost"), `there is no branch "ghost"`)
		refused(p.Regard(t.Context(), "ghost", event.Archived), `there is no branch "ghost"`)
		here := p.Where()
		for _, c := range []struct {
			at   event.Where
			want string
		}{
			{event.Where{Branch: "ghost"}, `there is no branch "ghost"`},
			{event.Where{Position: here.Position + 1}, fmt.Sprintf(`the branch "main" has no event %d, only those from 1 to %d`, here.Position+1, here.Position)},
			{event.Where{Position: 1<<63 - 1}, `has no event 9223372036854775807, only those`},
			{event.Where{Position: -1}, `has no event -1, only those from 1 to`},
			{event.Where{Moment: 4}, `the branch "main" has no moment 4, only those from 1 to 3`},
			{event.Where{Moment: -1}, `has no moment -1, only those from 1 to 3`},
			{event.Where{Position: span.First - 1, Moment: 3}, `has no moment 3, only those from 1 to 2`},
			{event.Where{Playthrough: "p-2", Branch: event.Trunk}, `the place is in the playthrough "p-2", and this save holds "p-1"`},
		} {
			_, err := p.At(t.Context(), c.at)
			refused(err, c.want)
			_, err = p.Branch(t.Context(), "", c.at, "")
			refused(err, c.want)
			_, err = p.RollbackImpact(t.Context(), c.at)
			refused(err, c.want)
			refused(p.Rollback(t.Context(), c.at), c.want)
		}
		refused(p.Rollback(t.Context(), event.Where{Position: 3}), "the story has not begun at event 3; the opening cannot be taken back")
		_, err = p.Branch(t.Context(), event.Trunk, here, "")
		refused(err, `there is a branch "main" already`)
		for _, name := range []event.BranchID{"a\x00b", "12", "-1", "a b", "a\nb", "a@2", "event:2", "\xff", event.BranchID(strings.Repeat("n", 5000))} {
			_, err = p.Branch(t.Context(), name, here, "")
			refused(err, `no branch can be called that`)
		}
		_, err = p.Branch(t.Context(), "", here, strings.Repeat("n", 1001))
		refused(err, "the note has 1001 bytes; it may have 1000")
		if branches, err := p.Branches(t.Context()); err != nil || len(branches) != 1 {
			t.Errorf("there are now %v (%v)", branches, err)
		}
		if dump(p.State()) != was {
			t.Error("what was refused changed the story")
		}
		reread(t, save, p)
	})
}

// A sitting goes on where the head is moved; sittings are numbered through the whole save.
func TestSessionsFollowTheHead(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		must(t, p.OpenSession(t.Context(), ""))
		play(t, p, "one")
		play(t, p, "two")
		must(t, rollbackTo(t, p, 1))
		play(t, p, "other")
		must(t, p.CloseSession(t.Context(), event.Quit))
		must(t, p.OpenSession(t.Context(), ""))
		must(t, p.Switch(t.Context(), event.Trunk))
		const all = "session-1(1), session-1 quit, session-2(2)"
		if got := sessions(t, p); got != all || !p.State().Session.Open || p.State().Session.Number != 2 {
			t.Errorf("on the trunk sessions are %s, and the latest %+v", got, p.State().Session)
		}
		must(t, p.CloseSession(t.Context(), event.Quit))
		must(t, p.Switch(t.Context(), "take-2"))
		if got := sessions(t, p); got != all+", session-2 quit" {
			t.Errorf("back on the branch they are %s", got)
		}
		must(t, p.OpenSession(t.Context(), ""))
		if got := p.State().Session.Number; got != 3 {
			t.Errorf("the next has number %d", got)
		}
		reread(t, save, p)
	})
}
