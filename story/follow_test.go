package story_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// written is a save with a log of lines, with hashes that fit them: somebody who knows the form
// has written it.
func written(t testing.TB, lines [][]byte) *persistence.Save {
	t.Helper()
	driver := mem.New()
	file, err := driver.Create(t.Context(), "written", "p-1", nil)
	must(t, err)
	must(t, file.Update(t.Context(), func(w persistence.Writer) error {
		var head event.Hash
		for i, line := range lines {
			head = event.Chain(head, line)
			if err := w.PutEvent(persistence.RawEvent{Branch: event.Trunk, Position: event.Position(i + 1), Bytes: bytes.Clone(line), Hash: head}); err != nil {
				return err
			}
		}
		return w.PutTurn("all", persistence.Receipt{Branch: event.Trunk, First: 1, Last: event.Position(len(lines)), Head: head})
	}))
	must(t, file.Close())
	save, err := persistence.New(driver, nil).Open(t.Context(), "written", persistence.Reading)
	must(t, err)
	t.Cleanup(func() { save.Close() })
	return save
}

// A story that a newer program has played is refused: with what it has that is not known here, and
// with the version of the program that knows it.
func TestANewerStoryIsRefused(t *testing.T) {
	lines := append(linesOf(t, "testdata/lighthouse-3.log"),
		[]byte(`{"actor":"engine","data":{"number":9,"program":"7.1","session":"session-9"},"kind":"session.opened","v":1}`),
		[]byte(`{"actor":"engine","kind":"sung","v":3}`))
	for what, want := range map[string]string{
		"sung": `the event kind "sung" (version 3) is not known here: update Narratoria to open this, to 7.1 or later`,
		"said": `the event kind "said" has version 3, and this program knows it up to 1: update Narratoria to open this, to 7.1 or later`,
	} {
		lines[len(lines)-1] = fmt.Appendf(nil, `{"actor":"engine","kind":%q,"v":3}`, what)
		save := written(t, lines)
		if _, err := story.Open(t.Context(), save); !errors.Is(err, persistence.ErrNewer) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func linesOf(t testing.TB, name string) [][]byte {
	t.Helper()
	log, err := readGolden(name)
	must(t, err)
	return bytes.Split(bytes.TrimSuffix(log, []byte("\n")), []byte("\n"))
}

func trailOfSave(t testing.TB, save *persistence.Save, every bool) (steps []story.Step) {
	t.Helper()
	must(t, story.Trail(t.Context(), save, every, func(step story.Step) error {
		steps = append(steps, step)
		return nil
	}))
	return steps
}

// A save whose log somebody has changed leaves the trail of the story at the event that was
// changed, though its hashes fit; and where it cannot be read, that event is named, too.
func TestAChangedSaveLeavesItsTrail(t *testing.T) {
	lines := linesOf(t, trails[0])
	every, turns := trailOfSave(t, written(t, lines), true), trailOfSave(t, written(t, lines), false)
	if len(every) != len(lines) || len(turns) >= len(every) || len(turns) == 0 {
		t.Fatalf("of %d events trails have %d and %d steps", len(lines), len(every), len(turns))
	}
	tried := 0
	for what, change := range changes {
		for _, at := range []int{len(lines) / 4, len(lines) / 2, len(lines) - 1} {
			for at < len(lines) && (change.unless != nil && change.unless(lines, at) || change.log(slices.Clone(lines), at) == nil) {
				at++
			}
			if at == len(lines) || change.later > 0 && at == len(lines)-1 {
				continue // what is new is not compared
			}
			tried++
			changed := change.log(slices.Clone(lines), at)
			_, err := story.Follow(t.Context(), written(t, changed), every, true)
			want := event.Position(at + 1 + change.later)
			if differs, is := errors.AsType[*story.DiffersError](err); is && differs.Position == want {
				if _, err := story.Follow(t.Context(), written(t, changed), turns, true); err == nil {
					t.Errorf("%s: event %d: by turns alone it is not noticed", what, at+1)
				}
				continue
			}
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("event %d", want)) {
				t.Errorf("%s: event %d: %v", what, at+1, err)
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d were tried", tried)
	}
	t.Logf("%d changes of %d events", tried, len(lines))
}

// A reducer that does wrongly leaves the trail at the first event that it reduces, and what play
// kept, at the first snapshot after it.
func TestAWrongReducerLeavesTheTrail(t *testing.T) {
	lines := linesOf(t, trails[0])
	store := persistence.New(mem.New(), nil)
	save := create(t, store)
	p := open(t, save)
	begin(t, p)
	tell(t, p)
	at := p.Where()
	for at.Position = 10; at.Position < p.Where().Position; at.Position += 10 {
		s, err := story.Read(t.Context(), save, at)
		must(t, err)
		must(t, save.PutSnapshot(t.Context(), at, story.ReducerVersion, s.Snapshot()))
	}
	if done, err := story.Check(t.Context(), save); err != nil || done.Snapshots == 0 || done.Rows == 0 || int(done.Events) < len(lines)-2 {
		t.Fatalf("with the right ones: %+v, %v", done, err)
	}
	noticed, trail := 0, trailOfSave(t, save, true)
	for what, reducer := range wrongReducers {
		first := event.Position(0)
		var all []event.Position // what one does wrongly a turn may reset, so that what was kept shows a later one
		for r, err := range p.Events(t.Context(), 0) {
			must(t, err)
			if r.Event.Kind == reducer.kind {
				all = append(all, r.Position)
				first = all[0]
			}
		}
		undo := story.ReduceOtherwise(reducer.kind, reducer.wrong)
		_, err := story.Follow(t.Context(), save, trail, true)
		_, checked := story.Check(t.Context(), save)
		undo()
		if differs, is := errors.AsType[*story.DiffersError](err); !is || differs.Position != first {
			t.Errorf("%s: the first is event %d, and found is %v", what, first, err)
		}
		differs, is := errors.AsType[*story.DiffersError](checked)
		if is {
			noticed++
		}
		within := func(at event.Position) bool { return is && differs.Since < at && at <= differs.Position }
		if checked != nil && !slices.ContainsFunc(all, within) {
			t.Errorf("%s: the first is event %d, and by what was kept found is %v", what, first, checked)
		}
	}
	if noticed < len(wrongReducers)-2 { // what the next turn resets, no snapshot has
		t.Errorf("by what was kept %d of %d are noticed", noticed, len(wrongReducers))
	}
	if met, err := story.Follow(context.Background(), save, trail, true); err != nil || met != len(trail) {
		t.Errorf("with the right ones: %d of %d, %v", met, len(trail), err)
	}
	if _, err := story.Follow(t.Context(), save, append(trail, story.Step{Branch: event.Trunk, Position: 10_000}), true); err == nil {
		t.Error("a step that is missing is not noticed")
	}
	t.Logf("%d wrong reducers", len(wrongReducers))
}
