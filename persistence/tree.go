package persistence

import (
	"fmt"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// A Branch is one line of telling.
type Branch struct {
	ID     event.BranchID
	Parent event.BranchID // "" for the trunk
	At     event.Position // the last of the parent's positions it sees
	Until  event.Sequence // the last of the parent's moments it sees; 0 for all
	Status event.BranchStatus
	Note   string
	Hidden []event.Position // events not shown, in order of hiding
}

// A Tree is what a control stream says: the branches and which of them is the
// story. It is a value; [Tree.Apply] gives a new one.
type Tree struct {
	Head     event.BranchID
	branches map[event.BranchID]Branch
}

// NewTree is the tree of a playthrough without control records.
func NewTree() Tree {
	trunk := Branch{ID: event.Trunk, Status: event.Active}
	return Tree{Head: event.Trunk, branches: map[event.BranchID]Branch{event.Trunk: trunk}}
}

// Branch gives a branch. Error: ErrNotFound.
func (t Tree) Branch(id event.BranchID) (Branch, error) {
	b, ok := t.branches[id]
	if !ok {
		return b, fmt.Errorf("branch %q %w", id, ErrNotFound)
	}
	return b, nil
}

// Branches gives all branches, in order of their ids.
func (t Tree) Branches() []Branch {
	list := make([]Branch, 0, len(t.branches))
	for _, id := range slices.Sorted(maps.Keys(t.branches)) {
		list = append(list, t.branches[id])
	}
	return list
}

// Apply is the tree after one more record. Errors: ErrNotFound, ErrConflict.
// Whether a position exists is not known here.
func (t Tree) Apply(c event.Control) (Tree, error) {
	next := Tree{Head: t.Head, branches: maps.Clone(t.branches)}
	if c.Kind == event.BranchMade {
		return next, next.make(c)
	}
	b, err := t.Branch(c.Branch)
	if err != nil {
		return t, err
	}
	switch c.Kind {
	case event.BranchMarked:
		b.Status = c.Status
	case event.HeadMoved:
		next.Head = c.Branch
	case event.EventHidden:
		b.Hidden = append(slices.Clip(b.Hidden), c.At)
	}
	next.branches[b.ID] = b
	return next, nil
}

func (t Tree) make(c event.Control) error {
	if _, err := t.Branch(c.Parent); err != nil {
		return err
	}
	if _, there := t.branches[c.Branch]; there {
		return fmt.Errorf("branch %q: %w", c.Branch, ErrConflict)
	}
	t.branches[c.Branch] = Branch{ID: c.Branch, Parent: c.Parent, At: c.At, Until: c.Until, Status: event.Active, Note: c.Note}
	return nil
}

// A stretch is what a lineage takes of one branch: its own events after one
// position up to another, and of no later moment than one.
type stretch struct {
	branch    event.BranchID
	after, to event.Position
	until     event.Sequence // 0 for all moments
}

// A lineage is a branch's history as stretches, eldest first. Stretches may be
// empty, where a branch left its parent before the parent had begun.
type lineage []stretch

// lineageOf cuts the branches from the trunk to the one asked for, each at the
// fork of the next and nothing beyond any later cut.
func (t Tree) lineageOf(at event.Where) (lineage, error) {
	b, err := t.Branch(at.Branch)
	if err != nil {
		return nil, err
	}
	end, until := at.Position, at.Moment
	if end == 0 {
		end = latest
	}
	var line lineage
	for {
		line = append(line, stretch{branch: b.ID, after: min(b.At, end), to: end, until: until})
		if b.Parent == "" {
			slices.Reverse(line)
			return line, nil
		}
		end, until = min(end, b.At), earlier(until, b.Until)
		b = t.branches[b.Parent]
	}
}

// latest stands for the tip, wherever that is.
const latest = event.Position(1<<63 - 1)

// earlier is the stricter of two limits, of which 0 is none.
func earlier(a, b event.Sequence) event.Sequence {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// sees reports whether something written at a position of a branch, at a moment
// (0 for none), lies on the lineage.
func (line lineage) sees(branch event.BranchID, position event.Position, moment event.Sequence) bool {
	for _, s := range line {
		if s.branch == branch {
			return position <= s.to && (s.until == 0 || moment <= s.until)
		}
	}
	return false
}
