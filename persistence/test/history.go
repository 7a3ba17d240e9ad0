package test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// writersAtOnce append to one save, each to one of so many branches: those of one branch
// contend for its next position, all contend for the save.
const writersAtOnce, branchesAtOnce = 64, 8

// Linearizable lets 64 writers append at once to one save over a driver, each until so
// many appends of its own were acknowledged, and holds what they were told to what is in
// the log. What a driver may do to them is a conflict, and nothing else.
func Linearizable(t *testing.T, each int, driver New) {
	w := newWorld(t, driver)
	told, err := contend(w.ctx, w.save, each)
	w.must(err)
	w.must(checkAll(w.ctx, w.save, told))
	w.must(w.save.Verify(w.ctx))
	w.reopen(persistence.Reading)
	w.must(checkAll(w.ctx, w.save, told))
	refused := 0
	for _, h := range told {
		refused += h.conflicts()
	}
	t.Logf("%d writers of one save: %d appends acknowledged on %d branches, %d refused by conflict", writersAtOnce, writersAtOnce*each, branchesAtOnce, refused)
}

func checkAll(ctx context.Context, save *persistence.Save, told map[event.BranchID]history) error {
	for _, branch := range slices.Sorted(maps.Keys(told)) {
		if err := told[branch].check(ctx, save, branch); err != nil {
			return fmt.Errorf("branch %q: %w", branch, err)
		}
	}
	return nil
}

// A history is what the writers of one branch were told, each in its own order.
type history []*witness

// A witness is one writer and what it was told. Moments are ticks of one clock that counts
// calls and returns, so what returned before another was called has the smaller one.
type witness struct {
	name     string
	clock    *atomic.Int64
	acked    []acked
	refused  map[event.Position]refusal
	sightsOf map[event.Position]sighting
}

// acked is an append that was acknowledged.
type acked struct {
	text        string
	call, end   int64
	first, last event.Position
}

// A refusal is how often appends at a position were told that the branch is elsewhere,
// and when the first of them returned.
type refusal struct {
	times int
	end   int64
}

// A sighting is when a position was seen to be the tip: when the last look for it was
// called, and when the first returned.
type sighting struct{ call, end int64 }

// contend runs the writers. It ends with the first error that is no conflict.
func contend(ctx context.Context, save *persistence.Save, each int) (map[event.BranchID]history, error) {
	branches := []event.BranchID{event.Trunk}
	for n := range branchesAtOnce - 1 {
		branch := event.BranchID(fmt.Sprint("take-", n+2))
		if err := save.Control(ctx, event.Control{Kind: event.BranchMade, Branch: branch, Parent: event.Trunk}); err != nil {
			return nil, err
		}
		branches = append(branches, branch)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	told := make(map[event.BranchID]history)
	var clock atomic.Int64
	var all sync.WaitGroup
	for i := range writersAtOnce {
		branch := branches[i%len(branches)]
		w := &witness{name: fmt.Sprint(i), clock: &clock, refused: map[event.Position]refusal{}, sightsOf: map[event.Position]sighting{}}
		told[branch] = append(told[branch], w)
		all.Go(func() {
			if err := w.write(ctx, save, branch, each); err != nil {
				cancel(fmt.Errorf("writer %s: %w", w.name, err))
			}
		})
	}
	all.Wait()
	return told, context.Cause(ctx)
}

// write appends until so many appends were acknowledged. Every sixteenth is sent twice,
// as by somebody who did not hear the answer.
func (w *witness) write(ctx context.Context, save *persistence.Save, branch event.BranchID, each int) error {
	var tip event.Position
	for n := 0; n < each; {
		b := persistence.Batch{Branch: branch, Expected: tip, Turn: event.TurnID(fmt.Sprint(w.name, "-", n))}
		for i := range 1 + n%2 {
			b.Events = append(b.Events, happened(fmt.Sprintf("%s/%d", b.Turn, i), 1))
		}
		call := w.clock.Add(1)
		receipt, err := save.Append(ctx, b)
		end := w.clock.Add(1)
		switch {
		case errors.Is(err, persistence.ErrConflict):
			was, again := w.refused[tip]
			if !again {
				was.end = end
			}
			was.times++
			w.refused[tip] = was
			if tip, err = w.look(ctx, save, branch); err != nil {
				return err
			}
			continue
		case err != nil:
			return err
		}
		w.acked = append(w.acked, acked{text: string(b.Turn), call: call, end: end, first: receipt.First, last: receipt.Last})
		if n%16 == 0 {
			again, err := save.Append(ctx, b)
			receipt.Repeated = true
			if err != nil || again != receipt {
				return fmt.Errorf("turn %s was acknowledged with %+v, and sent again with %+v (%v)", b.Turn, receipt, again, err)
			}
		}
		tip = receipt.Last
		n++
	}
	return nil
}

func (w *witness) look(ctx context.Context, save *persistence.Save, branch event.BranchID) (event.Position, error) {
	call := w.clock.Add(1)
	tip, _, err := save.Tip(ctx, branch)
	end := w.clock.Add(1)
	if err != nil {
		return 0, err
	}
	if before, seen := w.sightsOf[tip]; seen {
		end = before.end
	}
	w.sightsOf[tip] = sighting{call: call, end: end}
	return tip, nil
}

func (h history) conflicts() (times int) {
	for _, w := range h {
		for _, r := range w.refused {
			times += r.times
		}
	}
	return times
}

// check looks whether the log of a branch is what its writers were told, and whether all
// of it can have happened at single moments, each between a call and its return: the
// history is linearizable. That is quickly seen of a log with expected positions, for the
// order of its appends is that of their positions.
func (h history) check(ctx context.Context, save *persistence.Save, branch event.BranchID) error {
	chain := []acked{{}} // before the first there is the empty branch
	for _, w := range h {
		chain = append(chain, w.acked...)
	}
	slices.SortStableFunc(chain, func(a, b acked) int { return cmp.Compare(a.first, b.first) })
	if err := inLog(ctx, save, branch, chain); err != nil {
		return err
	}
	return h.inOrder(chain)
}

// inLog looks whether the log is the acknowledged appends, each where it was said to be.
func inLog(ctx context.Context, save *persistence.Save, branch event.BranchID, chain []acked) error {
	var texts []string
	for record, err := range save.Events(ctx, save.At(branch), 0) {
		if err != nil {
			return err
		}
		texts = append(texts, record.Event.Text("text"))
	}
	next := event.Position(1)
	for _, a := range chain[1:] {
		if a.first != next || a.last < a.first {
			return fmt.Errorf("%s was acknowledged at %d to %d, and %d is next", a.text, a.first, a.last, next)
		}
		for i := a.first; i <= a.last; i++ {
			if want := fmt.Sprintf("%s/%d", a.text, i-a.first); int(i) > len(texts) || texts[i-1] != want {
				return fmt.Errorf("%s was acknowledged at %d, and is not there", want, i)
			}
		}
		next = a.last + 1
	}
	if len(texts) != int(next)-1 {
		return fmt.Errorf("%d events are in the log, %d were acknowledged", len(texts), next-1)
	}
	return nil
}

// inOrder gives everything the earliest moment it can have happened at, in the order of
// the chain: where that is after it returned, there is none.
func (h history) inOrder(chain []acked) error {
	sights, refused := h.together()
	moment := int64(0) // at which the chain reaches where it is
	for i, a := range chain {
		moment = max(moment, a.call)
		if i > 0 && moment > a.end {
			return fmt.Errorf("%s was acknowledged at %d before what stands before it can have been written", a.text, a.first)
		}
		// An append is refused at a position, which its writer knew from a receipt or a
		// look, because the branch had gone on from it.
		if i > 0 {
			if r, is := refused[chain[i-1].last]; is && moment > r.end {
				return fmt.Errorf("an append at %d was refused before the branch went on from it", chain[i-1].last)
			}
			delete(refused, chain[i-1].last)
		}
		if s, seen := sights[a.last]; seen {
			if moment > s.end {
				return fmt.Errorf("the tip was seen at %d before it was there", a.last)
			}
			moment = max(moment, s.call) // the next append comes after the last look
			delete(sights, a.last)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(sights)) {
		return fmt.Errorf("the tip was seen at %d, where no append ended", at)
	}
	for _, at := range slices.Sorted(maps.Keys(refused)) {
		return fmt.Errorf("an append at %d was refused, and the branch never went on from it", at)
	}
	return nil
}

// together is what all writers saw and were refused, at each position: the looks at one
// tip lie between the same two appends, so of their calls the last counts, and of their
// returns the first.
func (h history) together() (map[event.Position]sighting, map[event.Position]refusal) {
	sights, refused := map[event.Position]sighting{}, map[event.Position]refusal{}
	for _, w := range h {
		for at, s := range w.sightsOf {
			if before, seen := sights[at]; seen {
				s = sighting{call: max(s.call, before.call), end: min(s.end, before.end)}
			}
			sights[at] = s
		}
		for at, r := range w.refused {
			if before, is := refused[at]; is {
				r.end = min(r.end, before.end)
			}
			refused[at] = r
		}
	}
	return sights, refused
}
