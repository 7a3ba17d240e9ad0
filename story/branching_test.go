package story_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
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
		must(t, p.Rollback(t.Context(), 2))
		if got := journal(p.State()); got != "one two" {
			t.Errorf("after the rollback it tells %q", got)
		}
		reread(t, save, p)
		must(t, p.Undo(t.Context()))
		if got := dump(p.State()); got != was || p.Where() != where {
			t.Errorf("after undo it is at %v\n%s\nand was at %v\n%s", p.Where(), got, where, was)
		}
		reread(t, save, p)

		must(t, p.Rollback(t.Context(), 3))
		play(t, p, "other")
		must(t, p.Rollback(t.Context(), 1))
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
		must(t, p.Rollback(t.Context(), 1))
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
		must(t, p.Rollback(t.Context(), 2))
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
		refused(p.Rollback(t.Context(), 1), `the branch "main" has no turn yet`)
		begin(t, p)
		play(t, p, "one")
		play(t, p, "two")
		was := dump(p.State())
		refused(p.Rollback(t.Context(), 3), `the branch "main" has no turn 3, only those from 1 to 2`)
		refused(p.Rollback(t.Context(), 0), "has no turn 0")
		refused(p.Rollback(t.Context(), 2), "the story is in turn 2 already")
		refused(p.Switch(t.Context(), event.Trunk), "the story is at the branch \"main\" already")
		refused(p.Switch(t.Context(), "ghost"), `there is no branch "ghost"`)
		refused(p.Regard(t.Context(), "ghost", event.Archived), `there is no branch "ghost"`)
		_, err := p.Branch(t.Context(), "", "ghost", 1, "")
		refused(err, `there is no branch "ghost"`)
		_, err = p.Branch(t.Context(), "", event.Trunk, 7, "")
		refused(err, "has no turn 7")
		_, err = p.Branch(t.Context(), event.Trunk, event.Trunk, 1, "")
		refused(err, `there is a branch "main" already`)
		for _, name := range []event.BranchID{"a\x00b", "12", "-1", "a b", "a\nb", "a@2", "\xff", event.BranchID(strings.Repeat("n", 5000))} {
			_, err = p.Branch(t.Context(), name, event.Trunk, 1, "")
			refused(err, `no branch can be called that`)
		}
		_, err = p.Branch(t.Context(), "", event.Trunk, 1, strings.Repeat("n", 1001))
		refused(err, "the note has 1001 bytes; it may have 1000")
		_, err = p.At(t.Context(), event.Trunk, 3)
		refused(err, "has no turn 3")
		_, err = p.Tip(t.Context(), "ghost")
		refused(err, `there is no branch "ghost"`)
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
		must(t, p.Rollback(t.Context(), 1))
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

// A tree is a story with branches in plain memory: of each branch what its turns tell.
type tree struct {
	save  *persistence.Save
	p     *story.Playthrough
	told  map[event.BranchID][]string
	sum   map[event.BranchID][]event.Hash // of the events that were there
	head  event.BranchID
	left  []event.BranchID
	sat   []string // the sessions
	open  bool
	count int

	hidden map[string]bool // what happened and is not shown, along whatever branch
}

func (l *tree) play(t *rapid.T) {
	l.count++
	what := fmt.Sprint("t", l.count)
	s := l.p.State()
	n := s.Turn.Number + 1
	turn := l.p.Begin(event.TurnID(what))
	for _, e := range []event.Event{
		{
			Kind:   event.TurnOpened,
			Moment: event.Moment{Sequence: s.Moment.Sequence + 1, Label: "Later", Timed: true, Minutes: s.Minutes},
			Data:   event.Data{"turn": what, "number": n, "seed": "s"},
		},
		{Kind: event.Happened, Data: event.Data{"text": what}},
		{Kind: event.MemoryKept, Data: event.Data{"memory": "m-" + what, "knower": "player", "words": what, "significance": "low"}},
	} {
		e.Actor = event.EngineSelf
		if _, err := turn.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.told[l.head] = append(slices.Clip(l.told[l.head]), what)
}

// moves says where the story goes on, after something that succeeded.
func (l *tree) moves(t *rapid.T, err error, to event.BranchID) {
	if err != nil {
		t.Fatal(err)
	}
	l.left, l.head = append(l.left, l.head), to
}

func (l *tree) next() event.BranchID { return event.BranchID(fmt.Sprint("take-", len(l.told)+1)) }

func (l *tree) rollback(t *rapid.T) {
	told := l.told[l.head]
	if len(told) < 2 {
		return
	}
	turn, id := rapid.IntRange(1, len(told)-1).Draw(t, "turn"), l.next()
	l.moves(t, l.p.Rollback(t.Context(), int64(turn)), id)
	l.told[id] = told[:turn]
}

// retell takes a turn out, plays as many as are drawn in the place of those after it, and
// agrees or not.
func (l *tree) retell(t *rapid.T) {
	told := l.told[l.head]
	if len(told) < 2 {
		return
	}
	turn, id, agreed := rapid.IntRange(1, len(told)-1).Draw(t, "turn"), l.next(), rapid.Bool().Draw(t, "agreed")
	head := l.head
	l.told[id] = told[:turn]
	moved, err := l.p.Retell(t.Context(), int64(turn), func() error {
		l.head = id
		for range rapid.IntRange(0, 2).Draw(t, "again") {
			l.play(t)
		}
		l.head = head
		return nil
	}, func(i story.Impact) bool {
		if i.Turns != len(told)-turn {
			t.Fatalf("it leaves %+v of %d turns after %d", i, len(told), turn)
		}
		return agreed
	})
	if moved != agreed {
		t.Fatalf("moved %v, agreed %v", moved, agreed)
	}
	if err != nil {
		t.Fatal(err)
	}
	if moved {
		l.moves(t, nil, id)
	}
}

// hide hides what happened in a turn of the head, which is no other turn's.
func (l *tree) hide(t *rapid.T) {
	told := l.told[l.head]
	if len(told) == 0 {
		return
	}
	turn := rapid.IntRange(1, len(told)).Draw(t, "turn")
	span, err := l.p.Span(t.Context(), l.head, int64(turn))
	if err != nil {
		t.Fatal(err)
	}
	err = l.p.Hide(t.Context(), span.First+1)
	if _, already := errors.AsType[*story.NoPlaceError](err); already != l.hidden[told[turn-1]] || err != nil && !already {
		t.Fatalf("hide what is hidden %v: %v", l.hidden[told[turn-1]], err)
	}
	l.hidden[told[turn-1]] = true
}

func (l *tree) back(t *rapid.T) {
	told, id := l.told[l.head], l.next()
	err := l.p.Back(t.Context())
	if len(told) < 2 {
		if !errors.Is(err, story.ErrNoTurn) {
			t.Fatalf("back at turn %d: %v", len(told), err)
		}
		return
	}
	l.moves(t, err, id)
	l.told[id] = told[:len(told)-1]
}

func (l *tree) branch(t *rapid.T) {
	from := l.pick(t)
	told, id := l.told[from], l.next()
	if len(told) == 0 {
		return
	}
	turn := rapid.IntRange(1, len(told)).Draw(t, "turn")
	if got, err := l.p.Branch(t.Context(), "", from, int64(turn), "what if"); err != nil || got != id {
		t.Fatalf("made %q, not %q (%v)", got, id, err)
	}
	l.told[id] = told[:turn]
}

func (l *tree) turnTo(t *rapid.T) {
	if to := l.pick(t); to != l.head {
		l.moves(t, l.p.Switch(t.Context(), to), to)
	}
}

func (l *tree) undo(t *rapid.T) {
	err := l.p.Undo(t.Context())
	if len(l.left) == 0 {
		if !errors.Is(err, story.ErrNothingToUndo) {
			t.Fatalf("undo of nothing: %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	l.head, l.left = l.left[len(l.left)-1], l.left[:len(l.left)-1]
}

func (l *tree) sit(t *rapid.T) {
	var err error
	number := (len(l.sat) + 2) / 2
	if l.open {
		err = l.p.CloseSession(t.Context(), event.Quit)
		l.sat = append(l.sat, fmt.Sprintf("session-%d quit", (len(l.sat)+1)/2))
	} else {
		err = l.p.OpenSession(t.Context(), "")
		l.sat = append(l.sat, fmt.Sprintf("session-%d(%d)", number, number))
	}
	if l.open = !l.open; err != nil {
		t.Fatal(err)
	}
}

func (l *tree) reopen(t *rapid.T) {
	p, err := story.Open(t.Context(), l.save)
	if err != nil {
		t.Fatal(err)
	}
	if p.Where() != l.p.Where() || dump(p.State()) != dump(l.p.State()) {
		t.Fatalf("reopened at %v, left at %v", p.Where(), l.p.Where())
	}
	l.p = p
}

func (l *tree) pick(t *rapid.T) event.BranchID {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(l.told))).Draw(t, "branch")
}

func (l *tree) agree(t *rapid.T) {
	if got, want := journal(l.p.State()), strings.Join(l.told[l.head], " "); got != want || l.p.Where().Branch != l.head {
		t.Fatalf("at %v it tells %q, not %q at %q", l.p.Where(), got, want, l.head)
	}
	if s := l.p.State(); s.Turn.Number != int64(len(l.told[l.head])) || s.Session.Open != l.open {
		t.Fatalf("it is in %+v of %+v", s.Turn, s.Session)
	}
	l.agreeOn(t, l.pick(t))
}

// agreeOn compares a branch with its model, and what it had before with what it has.
func (l *tree) agreeOn(t *rapid.T, id event.BranchID) {
	var told, sat []string
	var sums []event.Hash
	var hidden []event.Position
	for r, err := range l.save.Events(t.Context(), l.save.At(id), 0) {
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, r.Hash)
		switch r.Event.Kind {
		case event.Happened:
			told = append(told, r.Event.Text("text"))
			if l.hidden[r.Event.Text("text")] {
				hidden = append(hidden, r.Position)
			}
		case event.SessionOpened:
			sat = append(sat, fmt.Sprintf("%s(%d)", r.Event.Text("session"), r.Event.Whole("number")))
		case event.SessionClosed:
			sat = append(sat, r.Event.Text("session")+" "+r.Event.Text("reason"))
		}
	}
	if !slices.Equal(told, l.told[id]) {
		t.Fatalf("branch %q tells %q, not %q", id, told, l.told[id])
	}
	if got, err := l.p.Hidden(t.Context(), id); err != nil || !slices.Equal(got, hidden) {
		t.Fatalf("branch %q hides %v, not %v (%v)", id, got, hidden, err)
	}
	if before := l.sum[id]; len(sums) < len(before) || !slices.Equal(sums[:len(before)], before) {
		t.Fatalf("branch %q is another than it was", id)
	}
	if l.sum[id] = sums; id == l.head && !slices.Equal(sat, l.sat) {
		t.Fatalf("the sessions of branch %q are %q, not %q", id, sat, l.sat)
	}
}

func TestBranchesAgainstTheirModel(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		games, checks := 0, soak.Count(10_000)
		if !soak.Whole() && (soak.Raced || strings.HasSuffix(t.Name(), "sqlite")) {
			checks /= 5
		}
		random(t, checks, func(rt *rapid.T) {
			games++
			name := fmt.Sprint("game-", games)
			save, err := store.Create(t.Context(), name, "p-1")
			must(t, err)
			l := &tree{save: save, p: open(t, save), told: map[event.BranchID][]string{event.Trunk: nil}, head: event.Trunk}
			l.sum, l.hidden = make(map[event.BranchID][]event.Hash), make(map[string]bool)
			begin(t, l.p)
			rt.Repeat(map[string]func(*rapid.T){
				"play": l.play, "play on": l.play, "rollback": l.rollback, "back": l.back, "branch": l.branch, "retell": l.retell, "hide": l.hide,
				"switch": l.turnTo, "undo": l.undo, "sit": l.sit, "reopen": l.reopen, "": l.agree,
			})
			for id := range l.told {
				l.agreeOn(rt, id)
			}
			must(t, cmp.Or(save.Verify(t.Context()), save.Close(), store.Delete(t.Context(), name)))
		})
	})
}

// random checks a property another number of times than the other tests do.
func random(t *testing.T, checks int, property func(*rapid.T)) {
	before := flag.Lookup("rapid.checks").Value.String()
	must(t, flag.Set("rapid.checks", strconv.Itoa(checks)))
	defer flag.Set("rapid.checks", before)
	rapid.Check(t, property)
}
