package persistence

import (
	"fmt"
	"iter"
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
	Moment string         // the id of the moment at whose end it leaves, where it was made at one
	Status event.BranchStatus
	Note   string
	Hidden []event.Position // events not shown, in order of hiding

	Purged  bool         // what no other branch has of it is gone, and nobody goes on along it
	retired []retirement // which memories of its own are not searched any more
}

// A retirement is up to where, and of which moments.
type retirement struct {
	to    event.Position
	until event.Sequence // 0 for all
}

// A Tree is what a control stream says: the branches and which of them is the
// story. It is a value; [Tree.Apply] gives a new one.
type Tree struct {
	Head     event.BranchID
	left     []event.BranchID // the heads before it, the latest last, that can be gone back to
	branches map[event.BranchID]Branch
	shared   []*event.Event // those that every branch has
}

// Everywhere are the events that every branch has before its own, in the order in which they were
// written. The slice is shared: do not change it.
func (t Tree) Everywhere() []*event.Event { return t.shared }

// NewTree is the tree of a playthrough without control records.
func NewTree() Tree {
	trunk := Branch{ID: event.Trunk, Status: event.Active}
	return Tree{Head: event.Trunk, branches: map[event.BranchID]Branch{event.Trunk: trunk}}
}

// Left is the branch that the head was last moved from, "" where nobody moved it or every
// move was undone.
func (t Tree) Left() event.BranchID {
	if len(t.left) == 0 {
		return ""
	}
	return t.left[len(t.left)-1]
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
	next := t.clone()
	if err := next.change(c); err != nil {
		return t, err
	}
	return next, nil
}

// clone is a tree of its own, for change.
func (t Tree) clone() Tree {
	return Tree{Head: t.Head, left: slices.Clone(t.left), branches: maps.Clone(t.branches), shared: slices.Clip(t.shared)}
}

// change is Apply in place. After an error nothing is changed.
func (t *Tree) change(c event.Control) error {
	switch c.Kind {
	case event.BranchMade:
		return t.make(c)
	case event.EventShared:
		e, err := event.Decode([]byte(c.Event))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrInvalid, err)
		}
		t.shared = append(t.shared, &e)
		return nil
	}
	find := t.unpurged
	if c.Kind == event.EventHidden || c.Kind == event.EventShown {
		find = t.Branch // others may have the event of one that was purged
	}
	b, err := find(c.Branch)
	if err != nil {
		return err
	}
	switch c.Kind {
	case event.BranchPurged:
		return t.purge(b)
	case event.MemoriesRetired:
		return t.retire(b.ID, c.At)
	case event.BranchMarked:
		b.Status = c.Status
	case event.HeadMoved:
		t.left = append(t.left, t.Head)
		t.Head = c.Branch
	case event.HeadRestored:
		if t.Left() != c.Branch {
			return fmt.Errorf("branch %q is not the one that the story left last: %w", c.Branch, ErrConflict)
		}
		t.Head = c.Branch
		t.left = t.left[:len(t.left)-1]
	case event.EventHidden:
		b.Hidden = append(slices.Clip(b.Hidden), c.At)
	case event.EventShown:
		if !slices.Contains(b.Hidden, c.At) {
			return fmt.Errorf("a hidden event %d of branch %q %w", c.At, c.Branch, ErrNotFound)
		}
		b.Hidden = slices.DeleteFunc(slices.Clone(b.Hidden), func(at event.Position) bool { return at == c.At })
	}
	t.branches[b.ID] = b
	return nil
}

// unpurged is a branch that was not purged.
func (t Tree) unpurged(id event.BranchID) (Branch, error) {
	b, err := t.Branch(id)
	if err == nil && b.Purged {
		err = fmt.Errorf("branch %q %w: it was purged", id, ErrNotFound)
	}
	return b, err
}

// purge forgets a branch, which the head is not on and nobody goes back to any more.
func (t *Tree) purge(b Branch) error {
	if b.ID == t.Head {
		return fmt.Errorf("branch %q: the story is told along it: %w", b.ID, ErrInvalid)
	}
	b.Purged = true
	t.branches[b.ID] = b
	var left []event.BranchID
	for _, id := range append(t.left, t.Head) {
		if id != b.ID && (len(left) == 0 || left[len(left)-1] != id) {
			left = append(left, id)
		}
	}
	t.left = left[:len(left)-1]
	return nil
}

// retire notes up to where memories are not searched, for a branch and for what it has of others.
func (t *Tree) retire(id event.BranchID, at event.Position) error {
	line, err := t.lineageOf(event.Where{Branch: id, Position: at})
	for _, s := range line {
		b := t.branches[s.branch]
		if s.to > s.after {
			b.retired = append(slices.Clip(b.retired), retirement{s.to, s.until})
		}
		t.branches[s.branch] = b
	}
	return err
}

// Kept is the last position of a purged branch that another one has, which was not purged: what
// is of its own after it is gone.
func (t Tree) Kept(id event.BranchID) (kept event.Position) {
	for _, b := range t.branches {
		if b.Purged {
			continue
		}
		for ancestor, end := range t.ancestry(b.ID) {
			if ancestor == id {
				kept = max(kept, end)
			}
		}
	}
	return kept
}

// gone reports whether nothing of a branch's own is left of it, nor perhaps of what it came from.
func (t Tree) gone(b Branch) bool { return b.Purged && t.Kept(b.ID) <= b.At }

func (t *Tree) make(c event.Control) error {
	if _, err := t.Branch(c.Parent); err != nil {
		return err
	}
	if _, there := t.branches[c.Branch]; there {
		return fmt.Errorf("branch %q: %w", c.Branch, ErrConflict)
	}
	t.branches[c.Branch] = Branch{ID: c.Branch, Parent: c.Parent, At: c.At, Until: c.Until, Moment: c.Moment, Status: event.Active, Note: c.Note}
	return nil
}

// Shared is the last position that the histories of two branches have in common. Where
// moments were cut off as well, it may be an earlier one. Error: ErrNotFound.
func (t Tree) Shared(a, b event.BranchID) (event.Position, error) {
	seen := make(map[event.BranchID]event.Position) // how far a sees each
	for branch, end := range t.ancestry(a) {
		seen[branch] = end
	}
	for branch, end := range t.ancestry(b) {
		if other, both := seen[branch]; both {
			return min(end, other), nil
		}
	}
	for _, id := range []event.BranchID{a, b} {
		if _, err := t.Branch(id); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// Sees tells which positions of which branches a place has, as of any moment. Error: ErrNotFound.
func (t Tree) Sees(at event.Where) (func(event.BranchID, event.Position) bool, error) {
	line, err := t.lineageOf(event.Where{Branch: at.Branch, Position: at.Position})
	return func(branch event.BranchID, position event.Position) bool {
		return line.sees(branch, position, 0)
	}, err
}

// Hidden are the positions that a branch does not show, hidden on it or on one that it comes
// from, in order.
func (t Tree) Hidden(branch event.BranchID) []event.Position {
	var hidden []event.Position
	for id, end := range t.ancestry(branch) {
		for _, at := range t.branches[id].Hidden {
			if at <= end {
				hidden = append(hidden, at)
			}
		}
	}
	slices.Sort(hidden)
	return slices.Compact(hidden)
}

// ancestry is a branch and those before it, the trunk last, each with how far it is seen.
func (t Tree) ancestry(id event.BranchID) iter.Seq2[event.BranchID, event.Position] {
	return func(yield func(event.BranchID, event.Position) bool) {
		b, there := t.branches[id]
		for end := latest; there && yield(b.ID, end); b, there = t.branches[b.Parent] {
			end = min(end, b.At)
		}
	}
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
