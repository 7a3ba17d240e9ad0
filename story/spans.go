package story

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A Branch is one line of telling, as a list of them shows it.
type Branch struct {
	persistence.Branch
	From  int64 // the turn of its parent that it begins after; 0 for the trunk
	Turn  int64 // the one that it is in
	Depth int   // how many branches stand between it and the trunk; 0 for the trunk itself
	Head  bool  // the story is told along it
}

// Branches are all branches of a story, each after its parent and before its parent's next. One
// that was purged is among them only for the sake of those that leave it.
func (p *Playthrough) Branches(ctx context.Context) ([]Branch, error) {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return nil, err
	}
	children := make(map[event.BranchID][]persistence.Branch)
	for _, b := range tree.Branches() {
		if !b.Purged || tree.Kept(b.ID) > 0 {
			children[b.Parent] = append(children[b.Parent], b)
		}
	}
	for _, siblings := range children {
		slices.SortStableFunc(siblings, func(a, b persistence.Branch) int {
			return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(len(a.ID), len(b.ID)))
		})
	}
	list := lister{ctx: ctx, p: p, children: children, head: tree.Head}
	err = list.below("", nil, 0)
	return list.branches, err
}

type lister struct {
	ctx      context.Context
	p        *Playthrough
	children map[event.BranchID][]persistence.Branch
	head     event.BranchID
	branches []Branch
}

// A begun turn is where it begins.
type begun struct {
	at     event.Position
	moment event.Sequence
}

// below lists the branches that leave one that has these turns.
func (l *lister) below(parent event.BranchID, turns []begun, depth int) error {
	for _, b := range l.children[parent] {
		seen := slices.DeleteFunc(slices.Clone(turns), func(t begun) bool {
			return t.at > b.At || b.Until != 0 && t.moment > b.Until
		})
		own, err := l.turns(b)
		if err != nil {
			return err
		}
		from := len(seen)
		seen = append(seen, own...)
		l.branches = append(l.branches, Branch{Branch: b, From: int64(from), Turn: int64(len(seen)), Depth: depth, Head: b.ID == l.head})
		if err := l.below(b.ID, seen, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// turns are a branch's own.
func (l *lister) turns(b persistence.Branch) (turns []begun, err error) {
	for r, err := range l.p.save.Events(l.ctx, l.p.save.At(b.ID), b.At) {
		if err != nil {
			return nil, err
		}
		if r.Event.Kind == event.TurnOpened {
			turns = append(turns, begun{r.Position, r.Event.Moment.Sequence})
		}
	}
	return turns, nil
}

// A Span is where a turn stands in the log of a branch.
type Span struct {
	Number      int64
	First, Last event.Position // with what came after it and before the next, such as the end of a session
}

// Spans are the turns of a branch, in order. Error: persistence.ErrNotFound.
func (p *Playthrough) Spans(ctx context.Context, branch event.BranchID) ([]Span, error) {
	var spans []Span
	for r, err := range p.save.Events(ctx, p.save.At(branch), 0) {
		if err != nil {
			return nil, err
		}
		if r.Event.Kind == event.TurnOpened {
			spans = append(spans, Span{Number: r.Event.Whole("number"), First: r.Position})
		}
		if n := len(spans); n > 0 {
			spans[n-1].Last = r.Position
		}
	}
	return spans, nil
}

// Span is a turn of a branch by its number. Error: *NoPlaceError.
func (p *Playthrough) Span(ctx context.Context, branch event.BranchID, turn int64) (Span, error) {
	if s := p.State(); branch == p.Where().Branch && turn == s.Turn.Number && turn > 0 {
		return Span{turn, s.Turn.First, s.Position}, nil
	}
	if _, err := p.treeWith(ctx, branch); err != nil {
		return Span{}, err
	}
	spans, err := p.Spans(ctx, branch)
	if err != nil {
		return Span{}, err
	}
	if i := slices.IndexFunc(spans, func(s Span) bool { return s.Number == turn }); i >= 0 {
		return spans[i], nil
	}
	if len(spans) == 0 {
		return Span{}, &NoPlaceError{Message: fmt.Sprintf("the branch %q has no turn yet", branch)}
	}
	return Span{}, &NoPlaceError{Message: fmt.Sprintf("the branch %q has no turn %d, only those from %d to %d", branch, turn, spans[0].Number, spans[len(spans)-1].Number)}
}
