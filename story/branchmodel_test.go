package story_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/archive"
	"github.com/narratoria/narratoria/story/event"
)

// An entry is an event of a model: what a turn brings about, not the sittings in between.
type entry struct {
	at     event.Position
	kind   event.Kind
	text   string // what happened, or is remembered
	moment event.Sequence
}

// A line is what a branch tells, in order of writing.
type line []entry

// upTo is what is told up to a position, and as of a moment where that is not 0.
func (l line) upTo(at event.Position, moment event.Sequence) (seen line) {
	for _, e := range l {
		if e.at <= at && (moment == 0 || e.moment <= moment) {
			seen = append(seen, e)
		}
	}
	return seen
}

// of are the texts of the events of a kind.
func (l line) of(kind event.Kind) (texts []string) {
	for _, e := range l {
		if e.kind == kind {
			texts = append(texts, e.text)
		}
	}
	return texts
}

func (l line) turns() int { return len(l.of(event.TurnOpened)) }

// end is the last position of a turn's own.
func (l line) end(turn int) event.Position {
	at := event.Position(0)
	for _, e := range l {
		if e.kind == event.TurnOpened {
			turn--
		}
		if turn >= 0 {
			at = e.at
		}
	}
	return at
}

// A tree is a story with branches in plain memory: of each branch what it tells.
type tree struct {
	save  *persistence.Save
	p     *story.Playthrough
	told  map[event.BranchID]line
	sum   map[event.BranchID][]event.Hash // of the events that were there
	head  event.BranchID
	left  []event.BranchID
	sat   []string // the sessions
	open  bool
	count int

	hidden  map[string]bool // what happened and is not shown, along whatever branch
	retired map[string]bool // what was remembered and is not found, along whatever branch
	purged  int             // branches

	unhidden int // events that were hidden and are shown again
	shared   int // that every branch has

	store   *persistence.Store
	name    string
	carried int            // how often it was imported
	counted map[string]int // how often an impact had something of each sort
	asked   map[bool]int   // how often memories were searched for by words that are not remembered there, and by those that are
}

func (l *tree) play(t *rapid.T) {
	l.count++
	what := fmt.Sprint("t", l.count)
	s := l.p.State()
	n, now := s.Turn.Number+1, s.Moment.Sequence+1
	turn := l.p.Begin(event.TurnID(what))
	// What is remembered may be of any moment that there was.
	of := event.Moment{Sequence: event.Sequence(rapid.Int64Range(1, int64(now)).Draw(t, "moment")), Label: "Then"}
	memory := fmt.Sprintf("memory-%d-1", n) // as the engine names them: on every branch alike
	if of.Sequence < now {                  // and is seen where that turn is not
		memory = "m-" + what
	}
	told := l.told[l.head]
	for _, e := range []event.Event{
		{
			Kind:   event.TurnOpened,
			Moment: event.Moment{Sequence: now, Label: "Later", Timed: true, Minutes: s.Minutes},
			Data:   event.Data{"turn": what, "number": n, "seed": "s"},
		},
		{Kind: event.Happened, Moment: event.Moment{Sequence: now}, Data: event.Data{"text": what}},
		{Kind: event.MemoryKept, Moment: of, Data: event.Data{"memory": memory, "knower": "player", "words": what, "significance": "low"}},
	} {
		e.Actor = event.EngineSelf
		at, err := turn.Add(e)
		if err != nil {
			t.Fatal(err)
		}
		told = append(slices.Clip(told), entry{at, e.Kind, what, e.Moment.Sequence})
	}
	for _, e := range besides(t, n) {
		_, _ = turn.Add(e) // it may be one that cannot be so here
	}
	if _, err := turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.told[l.head] = told
}

// moves says where the story goes on, after something that succeeded.
func (l *tree) moves(t *rapid.T, err error, to event.BranchID) {
	if err != nil {
		t.Fatal(err)
	}
	l.left, l.head = append(l.left, l.head), to
}

func (l *tree) next() event.BranchID {
	return event.BranchID(fmt.Sprint("take-", len(l.told)+l.purged+1))
}

// place draws a place that a branch has after its opening, and what is told there.
func (l *tree) place(t *rapid.T, branch event.BranchID) (at event.Where, told line) {
	told = l.told[branch]
	e := rapid.SampledFrom(told).Draw(t, "event")
	at = event.Where{Branch: branch}
	if rapid.Bool().Draw(t, "as of its moment") {
		at.Moment = e.moment
		return at, told.upTo(told[len(told)-1].at, e.moment)
	}
	at.Position = e.at
	return at, told.upTo(e.at, 0)
}

// rollback goes back to any place of the head.
func (l *tree) rollback(t *rapid.T) {
	if len(l.told[l.head]) == 0 {
		return
	}
	was, id := l.told[l.head], l.next()
	to, told := l.place(t, l.head)
	impact, unsaid := l.p.RollbackImpact(t.Context(), to)
	if unsaid == nil {
		there, err := l.p.Find(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		l.weighed(t, impact, l.p.Where(), there)
	}
	err := l.p.Rollback(t.Context(), to)
	if _, none := errors.AsType[*story.NoPlaceError](err); none {
		if found, _ := l.p.Find(t.Context(), to); told.turns() > 0 && found.Position < l.p.Where().Position || unsaid == nil {
			t.Fatalf("to %+v: %v (and before it %v)", to, err, unsaid)
		}
		return
	}
	l.moves(t, cmp.Or(err, unsaid), id)
	l.told[id] = told
	if impact.Turns != was.turns()-told.turns() || impact.Memories != len(was.of(event.MemoryKept))-len(told.of(event.MemoryKept)) {
		t.Fatalf("it leaves %+v of %v for %v", impact, was, told)
	}
}

// retell takes a turn out, plays as many as are drawn in the place of those after it, and
// agrees or not.
func (l *tree) retell(t *rapid.T) {
	told := l.told[l.head]
	if told.turns() < 2 {
		return
	}
	turn, id, agreed := rapid.IntRange(1, told.turns()-1).Draw(t, "turn"), l.next(), rapid.Bool().Draw(t, "agreed")
	head, from := l.head, l.p.Where()
	l.told[id] = told.upTo(told.end(turn), 0)
	moved, err := l.p.Retell(t.Context(), int64(turn), func() error {
		l.head = id
		for range rapid.IntRange(0, 2).Draw(t, "again") {
			l.play(t)
		}
		l.head = head
		return nil
	}, func(i story.Impact) bool {
		if i.Turns != told.turns()-turn {
			t.Fatalf("it leaves %+v of %d turns after %d", i, told.turns(), turn)
		}
		l.weighed(t, i, from, l.p.Where())
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
	happened := slices.DeleteFunc(slices.Clone(l.told[l.head]), func(e entry) bool { return e.kind != event.Happened })
	if len(happened) == 0 {
		return
	}
	e := rapid.SampledFrom(happened).Draw(t, "event")
	was := everythingOf(l.p)
	impact, err := l.p.HideImpact(t.Context(), e.at)
	_, already := errors.AsType[*story.NoPlaceError](err)
	if already != l.hidden[e.text] || !already && (err != nil || !reflect.DeepEqual(impact, story.Impact{Events: 1})) {
		t.Fatalf("hidden already %v, it is said to leave %+v (%v)", l.hidden[e.text], impact, err)
	}
	err = l.p.Hide(t.Context(), e.at)
	if is := everythingOf(l.p); is != was {
		t.Fatalf("it is\n%s\nand was\n%s", is, was)
	}
	if _, already = errors.AsType[*story.NoPlaceError](err); already != l.hidden[e.text] || err != nil && !already {
		t.Fatalf("hide what is hidden %v: %v", l.hidden[e.text], err)
	}
	l.hidden[e.text] = true
}

// unhide has what happened in a turn of the head shown again where it was hidden, along whatever
// branch; else it is refused.
func (l *tree) unhide(t *rapid.T) {
	happened := slices.DeleteFunc(slices.Clone(l.told[l.head]), func(e entry) bool { return e.kind != event.Happened })
	hidden := slices.DeleteFunc(slices.Clone(happened), func(e entry) bool { return !l.hidden[e.text] })
	if len(hidden) > 0 && rapid.IntRange(0, 3).Draw(t, "of those that are hidden") > 0 {
		happened = hidden
	}
	if len(happened) == 0 {
		return
	}
	e := rapid.SampledFrom(happened).Draw(t, "event")
	was := everythingOf(l.p)
	impact, err := l.p.UnhideImpact(t.Context(), e.at)
	_, refused := errors.AsType[*story.NoPlaceError](err)
	if refused == l.hidden[e.text] || !refused && (err != nil || !reflect.DeepEqual(impact, story.Impact{Events: 1})) {
		t.Fatalf("hidden %v, it is said to be %+v that is shown again (%v)", l.hidden[e.text], impact, err)
	}
	err = l.p.Unhide(t.Context(), e.at)
	if is := everythingOf(l.p); is != was {
		t.Fatalf("it is\n%s\nand was\n%s", is, was)
	}
	if _, refused = errors.AsType[*story.NoPlaceError](err); refused == l.hidden[e.text] || err != nil && !refused {
		t.Fatalf("show what is hidden %v: %v", l.hidden[e.text], err)
	}
	if err == nil {
		l.unhidden++
	}
	delete(l.hidden, e.text)
}

func (l *tree) back(t *rapid.T) {
	told, id := l.told[l.head], l.next()
	err := l.p.Back(t.Context())
	if told.turns() < 2 {
		if !errors.Is(err, story.ErrNoTurn) {
			t.Fatalf("back at turn %d: %v", told.turns(), err)
		}
		return
	}
	l.moves(t, err, id)
	l.told[id] = told.upTo(told.end(told.turns()-1), 0)
}

func (l *tree) branch(t *rapid.T) {
	from, id := l.pick(t), l.next()
	if len(l.told[from]) == 0 {
		return
	}
	at, told := l.place(t, from)
	if got, err := l.p.Branch(t.Context(), "", at, "what if"); err != nil || got != id {
		t.Fatalf("made %q, not %q (%v)", got, id, err)
	}
	l.told[id] = told
}

func (l *tree) turnTo(t *rapid.T) {
	to := l.pick(t)
	if to == l.head {
		return
	}
	impact, err := l.p.SwitchImpact(t.Context(), to)
	if err == nil {
		l.weighed(t, impact, l.p.Where(), l.save.At(to))
		err = l.p.Switch(t.Context(), to)
	}
	if _, none := errors.AsType[*story.NoPlaceError](err); none && l.told[to].turns() == 0 {
		return
	}
	l.moves(t, err, to)
}

func (l *tree) undo(t *rapid.T) {
	impact, err := l.p.UndoImpact(t.Context())
	if err == nil {
		l.weighed(t, impact, l.p.Where(), l.save.At(l.left[len(l.left)-1]))
		err = l.p.Undo(t.Context())
	}
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

// thereAndBack rolls back to any place and undoes that: all is as it was, to the last byte of what
// the story tells and of what is searched in it.
func (l *tree) thereAndBack(t *rapid.T) {
	if len(l.told[l.head]) == 0 {
		return
	}
	was, id := everythingOf(l.p), l.next()
	before := l.bytesBeside(t, id)
	to, told := l.place(t, l.head)
	err := l.p.Rollback(t.Context(), to)
	if _, none := errors.AsType[*story.NoPlaceError](err); none {
		return
	}
	if err == nil {
		l.told[id] = told
		err = l.p.Undo(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if is := everythingOf(l.p); is != was {
		t.Fatalf("after a rollback to %+v and its undo it is\n%s\nand was\n%s", to, is, was)
	}
	if after := l.bytesBeside(t, id); !slices.Equal(after, before) {
		t.Fatalf("after a rollback to %+v and its undo stored is\n%q\nand was\n%q", to, after, before)
	}
}

// everythingOf is where a story is, and all that is so there.
func everythingOf(p *story.Playthrough) string {
	return fmt.Sprintf("%+v %s", p.Where(), everything(p.State()))
}

// bytesBeside are all events and rows of a save but those of one branch, as they are stored.
func (l *tree) bytesBeside(t *rapid.T, id event.BranchID) []string {
	tree, err := l.save.Tree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := slices.DeleteFunc(storedRows(t, l.save), func(row string) bool { return strings.Contains(row, fmt.Sprintf(" %s ", id)) })
	for _, b := range tree.Branches() {
		if b.ID == id {
			continue
		}
		for raw, err := range l.save.StoredEvents(t.Context(), b.ID, 0) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, fmt.Sprintf("%s %d %s %s", b.ID, raw.Position, raw.Hash, raw.Bytes))
		}
	}
	return all
}

// purge erases a branch: all others tell what they told, and what is gone is what was said before.
func (l *tree) purge(t *rapid.T) {
	id := l.pick(t)
	preview, err := l.p.PurgePreview(t.Context(), id)
	before := l.stored(t)
	if err == nil {
		err = l.p.Purge(t.Context(), id)
	}
	if _, refused := errors.AsType[*story.NoPlaceError](err); refused != (id == l.head) || err != nil && !refused {
		t.Fatalf("purge of %q: %v", id, err)
	}
	if err != nil {
		return
	}
	delete(l.told, id)
	l.purged++
	var left []event.BranchID
	for _, to := range append(slices.Clip(l.left), l.head) {
		if to != id && (len(left) == 0 || left[len(left)-1] != to) {
			left = append(left, to)
		}
	}
	l.left = left[:len(left)-1]
	after := l.stored(t)
	if preview.Turns != before[event.TurnOpened]-after[event.TurnOpened] || preview.Memories != before[event.MemoryKept]-after[event.MemoryKept] ||
		preview.Events != total(before)-total(after) {
		t.Fatalf("purged were %+v of %v, and left are %v", preview, before, after)
	}
	for id := range l.told {
		l.agreeOn(t, id)
	}
}

// stored counts the events of a save, each once.
func (l *tree) stored(t *rapid.T) map[event.Kind]int {
	tree, err := l.save.Tree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counts := make(map[event.Kind]int)
	for _, b := range tree.Branches() {
		for raw, err := range l.save.StoredEvents(t.Context(), b.ID, 0) {
			if err != nil {
				t.Fatal(err)
			}
			e, err := event.Decode(raw.Bytes)
			if err != nil {
				t.Fatal(err)
			}
			counts[e.Kind]++
		}
	}
	return counts
}

// retire keeps the latest memories of the head alone to be found.
func (l *tree) retire(t *rapid.T) {
	keep := story.Retention{Count: rapid.IntRange(0, 4).Draw(t, "memories")}
	var kept line
	for _, e := range l.told[l.head] {
		if e.kind == event.MemoryKept {
			kept = append(kept, e)
		}
	}
	want := int64(0)
	for i, e := range kept {
		if keep.Count > 0 && i < len(kept)-keep.Count && !l.retired[e.text] {
			l.retired[e.text] = true
			want++
		}
	}
	preview, err := l.p.RetirePreview(t.Context(), keep)
	if err != nil {
		t.Fatal(err)
	}
	done, err := l.p.Retire(t.Context(), keep)
	if err != nil || done != preview || done.Memories != want {
		t.Fatalf("retired were %+v, said %+v, and should %d (%v)", done, preview, want, err)
	}
}

// share writes what every branch has.
func (l *tree) share(t *rapid.T) {
	l.shared++
	if err := l.p.Share(t.Context(), sharable(l.shared)); err != nil {
		t.Fatal(err)
	}
}

// keep keeps a snapshot of where the story is.
func (l *tree) keep(t *rapid.T) {
	if at := l.p.Where(); at.Position > 0 {
		if err := l.save.PutSnapshot(t.Context(), at, story.ReducerVersion, l.p.State().Snapshot()); err != nil && !errors.Is(err, persistence.ErrInvalid) {
			t.Fatal(err)
		}
	}
}

// replays folds every branch from the start, and finds what comes of it by whatever snapshots there are.
func (l *tree) replays(t *rapid.T) {
	err := story.Replay(t.Context(), l.save, nil, func(b persistence.Branch, whole *story.State) {
		if b.Purged {
			return
		}
		s, err := story.Read(t.Context(), l.save, l.save.At(b.ID))
		if err != nil {
			t.Fatal(err)
		}
		if s.Digest() != whole.Digest() {
			t.Fatalf("branch %q is by a snapshot\n%s\nand from the start\n%s", b.ID, dump(s), dump(whole))
		}
		if s.Everywhere != l.shared {
			t.Fatalf("branch %q has %d of %d that every branch has", b.ID, s.Everywhere, l.shared)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (l *tree) rebuild(t *rapid.T) {
	if rapid.IntRange(0, 4).Draw(t, "rebuilt") == 4 { // once at the end of each story is enough
		l.restored(t)
	}
}

// restored makes the rows of the save again, which are lost, and finds them to the byte.
func (l *tree) restored(t *rapid.T) {
	before := storedRows(t, l.save)
	if d, err := story.Rebuildable(t.Context(), l.save); err != nil || !d.Same() {
		t.Fatalf("of the rows, other than the log says are %v, and missing %v (%v)", d.Foreign, d.Missing, err)
	}
	if _, err := l.save.RestoreRows(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	d, err := story.Rebuild(t.Context(), l.save, nil)
	if err != nil || len(d.Missing) != len(before) {
		t.Fatalf("made again were %d of %d rows (%v)", len(d.Missing), len(before), err)
	}
	if after := storedRows(t, l.save); !slices.Equal(after, before) {
		t.Fatalf("rows are now\n%q\nand were\n%q", after, before)
	}
}

// storedRows are all rows of a save to the byte, but for the order in which they were written,
// sorted.
func storedRows(t interface {
	Context() context.Context
	Fatal(...any)
}, save *persistence.Save) (all []string) {
	for _, kind := range persistence.RowKinds() {
		for raw, err := range save.StoredRows(t.Context(), kind) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, fmt.Sprintf("%s %s %s %d %s %s", raw.Kind, raw.Key, raw.Branch, raw.Position, raw.Bytes, raw.Sum))
		}
	}
	slices.Sort(all)
	return all
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

// carry exports the story, imports what came of that, and goes on with it: it is the same story, to
// the last byte of another export.
func (l *tree) carry(t *rapid.T) {
	if rapid.IntRange(0, 4).Draw(t, "carried") > 0 { // it costs more than all else
		return
	}
	l.carried++
	was := exported(t, l.save)
	a, err := archive.Open(bytes.NewReader(was), int64(len(was)), safezip.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	done, err := a.Import(t.Context(), l.store, fmt.Sprintf("%s-%d", l.name, l.carried), a.Manifest.Playthrough)
	if err != nil || len(done.Differs) > 0 {
		t.Fatalf("imported: %v, and other are %v", err, done)
	}
	if is := exported(t, done.Save); !bytes.Equal(is, was) {
		t.Fatalf("exported again it is another, of %d bytes and not %d", len(is), len(was))
	}
	rows, p := storedRows(t, l.save), l.p
	if err := cmp.Or(done.Save.Verify(t.Context()), l.save.Close(), l.store.Delete(t.Context(), l.save.Name())); err != nil {
		t.Fatal(err)
	}
	if l.save = done.Save; !slices.Equal(storedRows(t, l.save), rows) {
		t.Fatal("its rows are others")
	}
	if l.p, err = story.Open(t.Context(), l.save); err != nil || l.p.Where() != p.Where() || dump(l.p.State()) != dump(p.State()) {
		t.Fatalf("it is at %v, and was at %v (%v)", l.p.Where(), p.Where(), err)
	}
	for id := range l.told {
		l.agreeOn(t, id)
	}
}

// A failing test, of rapid's or not.
type failing interface {
	Context() context.Context
	Fatal(...any)
}

func exported(t failing, save *persistence.Save) []byte {
	var to bytes.Buffer
	if _, err := archive.Write(t.Context(), &to, save, archive.Options{}); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

// happened is what the turns of the model themselves brought about.
func happened(s *story.State) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(journal(s)), func(word string) bool { return !strings.HasPrefix(word, "t") }), " ")
}

func (l *tree) pick(t *rapid.T) event.BranchID {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(l.told))).Draw(t, "branch")
}

func (l *tree) agree(t *rapid.T) {
	told := l.told[l.head]
	if got, want := happened(l.p.State()), strings.Join(told.of(event.Happened), " "); got != want || l.p.Where().Branch != l.head {
		t.Fatalf("at %v it tells %q, not %q at %q", l.p.Where(), got, want, l.head)
	}
	if s := l.p.State(); s.Turn.Number != int64(told.turns()) || s.Session.Open != l.open {
		t.Fatalf("it is in %+v of %+v", s.Turn, s.Session)
	}
	l.agreeOn(t, l.pick(t))
}

// lookBack compares what is so somewhere on a branch with its model: what happened, and what can
// be remembered.
func (l *tree) lookBack(t *rapid.T) {
	id := l.pick(t)
	if len(l.told[id]) == 0 {
		return
	}
	at, told := l.place(t, id)
	state, err := l.p.At(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := happened(state), strings.Join(told.of(event.Happened), " "); got != want {
		t.Fatalf("at %+v it tells %q, not %q", at, got, want)
	}
	var found []string
	for _, r := range recall(t, state.Player(), story.Query{}) {
		found = append(found, r.Memory.Words)
	}
	slices.Reverse(found)
	want := slices.DeleteFunc(told.of(event.MemoryKept), func(text string) bool { return l.retired[text] })
	if !slices.Equal(found, want) {
		t.Fatalf("at %+v remembered is %q, not %q", at, found, want)
	}
	l.search(t, at, want)
}

// search asks somewhere on a branch, by words and by meaning, about what was ever remembered: later,
// along another branch, or in what was taken back. Nothing is found but what is remembered there.
func (l *tree) search(t *rapid.T, at event.Where, there []string) {
	var ever []string
	for _, id := range slices.Sorted(maps.Keys(l.told)) {
		ever = append(ever, l.told[id].of(event.MemoryKept)...)
	}
	if len(ever) == 0 {
		return
	}
	about := rapid.SampledFrom(ever).Draw(t, "about")
	l.asked[slices.Contains(there, about)]++
	of := l.save.At(at.Branch)
	of.Position, of.Moment = at.Position, at.Moment
	scope := persistence.Scope{At: of, Kind: persistence.Memory, Knower: event.Player}
	worded, err := l.save.TextSearch(t.Context(), scope, persistence.Query{Text: about})
	meant, err2 := l.save.SemanticSearch(t.Context(), scope, persistence.Query{Text: about})
	if err := cmp.Or(err, err2); err != nil {
		t.Fatal(err)
	}
	for _, f := range slices.Concat(worded, meant) {
		if !slices.Contains(there, strings.TrimSpace(f.Row.Text)) {
			t.Fatalf("at %+v a search for %q finds %q, and remembered is %q", at, about, f.Row.Text, there)
		}
	}
	if slices.Contains(there, about) && len(worded) == 0 {
		t.Fatalf("at %+v a search for %q finds nothing", at, about)
	}
}

// agreeOn compares a branch with its model, and what it had before with what it has.
func (l *tree) agreeOn(t *rapid.T, id event.BranchID) {
	var told line
	var sat []string
	var sums []event.Hash
	var hidden []event.Position
	for r, err := range l.save.Events(t.Context(), l.save.At(id), 0) {
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, r.Hash)
		e := entry{at: r.Position, kind: r.Event.Kind, moment: r.Event.Moment.Sequence}
		switch r.Event.Kind {
		case event.TurnOpened:
			e.text = r.Event.Text("turn")
		case event.Happened:
			e.text = r.Event.Text("text")
			if l.hidden[e.text] {
				hidden = append(hidden, r.Position)
			}
		case event.MemoryKept:
			e.text = r.Event.Text("words")
		case event.SessionOpened:
			sat = append(sat, fmt.Sprintf("%s(%d)", r.Event.Text("session"), r.Event.Whole("number")))
			continue
		case event.SessionClosed:
			sat = append(sat, r.Event.Text("session")+" "+r.Event.Text("reason"))
			continue
		default: // of the beginning
			continue
		}
		told = append(told, e)
	}
	if !slices.Equal(told, l.told[id]) {
		t.Fatalf("branch %q tells %v, not %v", id, told, l.told[id])
	}
	got, err := l.p.Hidden(t.Context(), id)
	got = slices.DeleteFunc(got, func(at event.Position) bool { // of what it does not see it may hide some
		return !slices.ContainsFunc(told, func(e entry) bool { return e.at == at })
	})
	if err != nil || !slices.Equal(got, hidden) {
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
	options := &persistence.Options{Embedder: lexical.New()}
	eachStoreOf(t, options, func(t *testing.T, store *persistence.Store) {
		games, checks, counted, asked := 0, soak.Count(10_000), make(map[string]int), make(map[bool]int)
		unhidden := 0
		if !soak.Whole() && (soak.Raced || strings.HasSuffix(t.Name(), "sqlite")) {
			checks /= 5
		}
		random(t, checks, func(rt *rapid.T) {
			games++
			name := fmt.Sprint("game-", games)
			save, err := store.Create(t.Context(), name, "p-1")
			must(t, err)
			l := &tree{store: store, name: name, save: save, p: open(t, save), told: map[event.BranchID]line{event.Trunk: nil}, head: event.Trunk, counted: counted, asked: asked}
			l.sum, l.hidden, l.retired = make(map[event.BranchID][]event.Hash), make(map[string]bool), make(map[string]bool)
			begin(t, l.p)
			rt.Repeat(map[string]func(*rapid.T){
				"play": l.play, "play on": l.play, "rollback": l.rollback, "back": l.back, "branch": l.branch, "retell": l.retell, "hide": l.hide, "unhide": l.unhide,
				"switch": l.turnTo, "undo": l.undo, "sit": l.sit, "reopen": l.reopen, "look back": l.lookBack,
				"there and back": l.thereAndBack, "purge": l.purge, "retire": l.retire, "carry": l.carry, "rebuild": l.rebuild, "share": l.share, "keep": l.keep, "": l.agree,
			})
			unhidden += l.unhidden
			l.restored(rt)
			l.replays(rt)
			for id := range l.told {
				l.agreeOn(rt, id)
			}
			must(t, cmp.Or(l.save.Verify(t.Context()), l.save.Close(), store.Delete(t.Context(), l.save.Name())))
		})
		if unhidden == 0 {
			t.Error("nothing that was hidden was shown again")
		}
		if len(counted) < 8 {
			t.Errorf("of all sorts that are counted, impacts had only %v", counted)
		}
		if asked[false] == 0 || asked[true] == 0 || soak.Whole() && asked[false] < 5_000 {
			t.Errorf("searched for was %d times what is not remembered there, and %d times what is", asked[false], asked[true])
		}
		t.Logf("impacts had %v; searched for was %d times what is not remembered there, and %d times what is", counted, asked[false], asked[true])
	})
}

// random checks a property another number of times than the other tests do.
func random(t *testing.T, checks int, property func(*rapid.T)) {
	before := flag.Lookup("rapid.checks").Value.String()
	must(t, flag.Set("rapid.checks", strconv.Itoa(checks)))
	defer flag.Set("rapid.checks", before)
	rapid.Check(t, property)
}
