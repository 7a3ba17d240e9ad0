package story

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// ErrNoTurn: there is no turn to take back.
var ErrNoTurn = errors.New("there is no turn to take back")

// ErrNothingToUndo: the story was never told along another branch, or that was undone.
var ErrNothingToUndo = errors.New("there is nothing to undo")

// Back moves the head to a new branch that ends before the latest turn, and
// reads the state there. What was told stays in the save. It fails with ErrNoTurn
// when there is no turn before it; whenever it fails the story is where it was.
//
// Sessions are not told but played: those that ended and began since that turn
// are written to the new branch too, so the one that is open stays open.
func (p *Playthrough) Back(ctx context.Context) error {
	return p.Again(ctx, func() error { return nil })
}

// Again is Back with a turn played there before the head is moved: only when play
// gives no error the story goes on from it. Else the story is where it was, and what
// play wrote lies on a branch that nobody follows.
func (p *Playthrough) Again(ctx context.Context, play func() error) error {
	was := p.State()
	if was.Turn.Number <= 1 || was.Turn.First <= 1 {
		return ErrNoTurn
	}
	return p.goOn(ctx, was.Turn.First-1, play)
}

// Retell is Rollback to the end of a turn with what play then does: where that succeeds, agree
// is told what the story would be without, counted between its head and what was played, and
// the head is moved when it says so. Else the story is where it was, and what was played lies
// on an archived branch. Error: *NoPlaceError; play's.
func (p *Playthrough) Retell(ctx context.Context, turn int64, play func() error, agree func(Impact) bool) (moved bool, err error) {
	span, err := p.Span(ctx, p.Where().Branch, turn)
	if err != nil {
		return false, err
	}
	from, was := p.Where(), p.State()
	branch, err := p.branchOff(ctx, event.Control{Parent: from.Branch, At: span.Last})
	if err != nil {
		return false, err
	}
	err = p.move(ctx, event.Control{Kind: event.HeadMoved, Branch: branch}, func() error {
		if err := play(); err != nil {
			return err
		}
		impact, err := p.impact(ctx, from, was, p.State(), span.Last)
		if err == nil && !agree(impact) {
			err = errNotAgreed
		}
		return err
	})
	if err == nil {
		return true, nil
	}
	archived := p.Regard(context.WithoutCancel(ctx), branch, event.Archived)
	if errors.Is(err, errNotAgreed) {
		return false, archived
	}
	return false, err // and the branch is one that nobody follows, archived or not
}

// errNotAgreed ends a retelling that nobody wants.
var errNotAgreed = errors.New("not agreed")

// Rollback is Back for any earlier turn of the head: the story is then at the end of it.
// Error: *NoPlaceError for a turn that it has not, or that it is in already.
func (p *Playthrough) Rollback(ctx context.Context, turn int64) error {
	if s := p.State(); turn > 0 && turn == s.Turn.Number-1 {
		return p.Back(ctx)
	}
	span, err := p.Span(ctx, p.Where().Branch, turn)
	if err != nil {
		return err
	}
	if span.Number == p.State().Turn.Number {
		return &NoPlaceError{fmt.Sprintf("the story is in turn %d already", turn)}
	}
	return p.goOn(ctx, span.Last, func() error { return nil })
}

// Branch makes a branch that begins at the end of a turn of another, and leaves the head
// where it is. An id of "" is the next that is free. Error: *NoPlaceError, also for an id
// that there is.
func (p *Playthrough) Branch(ctx context.Context, id, from event.BranchID, turn int64, note string) (event.BranchID, error) {
	if err := checkName(id); err != nil {
		return "", &NoPlaceError{fmt.Sprintf("no branch can be called that: %v", err)}
	}
	if len(note) > longestNote {
		return "", &NoPlaceError{fmt.Sprintf("the note has %d bytes; it may have %d", len(note), longestNote)}
	}
	span, err := p.Span(ctx, from, turn)
	if err != nil {
		return "", err
	}
	return p.branchOff(ctx, event.Control{Branch: id, Parent: from, At: span.Last, Note: note})
}

// longestNote is how long the note of a branch may be that is made here, in bytes.
const longestNote = 1000

// checkName says what is wrong with the name that somebody gives a branch, by which it must
// be told from a turn, and be one word where it is typed.
func checkName(id event.BranchID) error {
	switch name := string(id); {
	case name == "":
		return nil
	case strings.Trim(name, "+-0123456789") == "":
		return fmt.Errorf("%q is a number, as turns are", name)
	case strings.ContainsRune(name, '@') || strings.ContainsFunc(name, unicode.IsSpace):
		return fmt.Errorf("%.80q is not one word, or has an @ in it", name)
	}
	return event.CheckID(id)
}

// Switch moves the head to a branch that is there. Error: *NoPlaceError.
func (p *Playthrough) Switch(ctx context.Context, branch event.BranchID) error {
	if _, err := p.treeWith(ctx, branch); err != nil {
		return err
	}
	if branch == p.Where().Branch {
		return &NoPlaceError{fmt.Sprintf("the story is at the branch %q already", branch)}
	}
	return p.moveTo(ctx, event.Control{Kind: event.HeadMoved, Branch: branch})
}

// Undo moves the head back to where the last Back, Rollback or Switch that was not undone
// has moved it from. Error: ErrNothingToUndo.
func (p *Playthrough) Undo(ctx context.Context) error {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return err
	}
	if tree.Left() == "" {
		return ErrNothingToUndo
	}
	return p.moveTo(ctx, event.Control{Kind: event.HeadRestored, Branch: tree.Left()})
}

// Regard says how a branch is regarded from now on. Error: *NoPlaceError.
func (p *Playthrough) Regard(ctx context.Context, branch event.BranchID, as event.BranchStatus) error {
	if _, err := p.treeWith(ctx, branch); err != nil {
		return err
	}
	return p.save.Control(ctx, event.Control{Kind: event.BranchMarked, Branch: branch, Status: as})
}

// Hide has an event of the head no longer shown, along whatever branch; it is still so. Error:
// *NoPlaceError for one that is not there, or is hidden already.
func (p *Playthrough) Hide(ctx context.Context, at event.Position) error {
	head := p.Where()
	if _, err := p.Event(ctx, at); err != nil {
		return err
	}
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return err
	}
	if slices.Contains(tree.Hidden(head.Branch), at) {
		return &NoPlaceError{fmt.Sprintf("the event %d is hidden already", at)}
	}
	branch, err := owner(tree, head.Branch, at)
	if err != nil {
		return err
	}
	return p.save.Control(ctx, event.Control{Kind: event.EventHidden, Branch: branch, At: at})
}

// Hidden are the positions of a branch that are not shown, in order.
func (p *Playthrough) Hidden(ctx context.Context, branch event.BranchID) ([]event.Position, error) {
	tree, err := p.save.Tree(ctx)
	return tree.Hidden(branch), err
}

// goOn goes on from an earlier position of the head, on a branch of its own. The head is
// moved when what is played there has succeeded.
func (p *Playthrough) goOn(ctx context.Context, at event.Position, play func() error) error {
	parent := p.Where().Branch
	branch, err := p.branchOff(ctx, event.Control{Parent: parent, At: at})
	if err != nil {
		return err
	}
	return p.move(ctx, event.Control{Kind: event.HeadMoved, Branch: branch}, play)
}

// moveTo moves the head to a branch that is there.
func (p *Playthrough) moveTo(ctx context.Context, to event.Control) error {
	return p.move(ctx, to, func() error { return nil })
}

// move reads the state of a branch and takes the sessions there that it has not; when play
// has then succeeded, it moves the head. Else the story is where it was.
func (p *Playthrough) move(ctx context.Context, to event.Control, play func() error) error {
	was, from := p.State(), p.Where().Branch
	err := p.visit(ctx, from, to.Branch)
	if err == nil {
		err = play()
	}
	if err == nil {
		err = p.moveHead(context.WithoutCancel(ctx), to)
	}
	if err != nil {
		p.settle(from, was)
	}
	return err
}

func (p *Playthrough) visit(ctx context.Context, from, to event.BranchID) error {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return err
	}
	shared, err := tree.Shared(from, to)
	if err != nil {
		return err
	}
	state, err := p.read(ctx, to)
	if err != nil {
		return err
	}
	sessions, err := p.sessionsAfter(ctx, shared, state.Session)
	if err != nil {
		return err
	}
	p.settle(to, state)
	return p.write(ctx, event.TurnID(fmt.Sprintf("sessions@%s:%d", to, state.Position)), sessions...)
}

// moveHead moves the head. A store may have done so and say that it failed.
func (p *Playthrough) moveHead(ctx context.Context, to event.Control) error {
	err := p.save.Control(ctx, to)
	if err == nil {
		return nil
	}
	if tree, unread := p.save.Tree(ctx); unread == nil && tree.Head == to.Branch {
		return nil
	}
	return err
}

// sessionsAfter are the comings and goings of sessions after a position of the head that a
// branch whose latest session is another does not have.
func (p *Playthrough) sessionsAfter(ctx context.Context, after event.Position, latest Session) ([]event.Event, error) {
	var events []event.Event
	open := latest.ID // the session that is open on that branch, "" for none
	if !latest.Open {
		open = ""
	}
	for r, err := range p.Events(ctx, after) {
		if err != nil {
			return nil, err
		}
		session := r.Event.Text("session")
		switch {
		case r.Event.Kind == event.SessionOpened && r.Event.Whole("number") > latest.Number:
			open = session
		case r.Event.Kind == event.SessionClosed && session == open:
			open = ""
		default:
			continue
		}
		r.Event.Moment, r.Event.Cause = event.Moment{}, 0 // those of the branch it came from
		events = append(events, r.Event)
	}
	return events, nil
}

// branchOff makes a branch of the one whose own event it follows, which may be an ancestor
// of that which is named; one without an id gets the next that is free.
func (p *Playthrough) branchOff(ctx context.Context, c event.Control) (event.BranchID, error) {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return "", err
	}
	if c.Kind = event.BranchMade; c.Branch == "" {
		c.Branch = freeBranch(tree)
	}
	if _, err := tree.Branch(c.Branch); err == nil {
		return "", &NoPlaceError{fmt.Sprintf("there is a branch %q already", c.Branch)}
	}
	if c.Parent, err = owner(tree, c.Parent, c.At); err != nil {
		return "", err
	}
	return c.Branch, p.save.Control(ctx, c)
}

// owner is the branch on a lineage that an event is of: those after it have it by their
// parents alone, and would make a long row of branches of one that was told anew again and
// again.
func owner(tree persistence.Tree, id event.BranchID, at event.Position) (event.BranchID, error) {
	for {
		b, err := tree.Branch(id)
		if err != nil || b.Parent == "" || b.At < at {
			return id, err
		}
		id = b.Parent
	}
}

// freeBranch names a branch: "take-2" is the first beside the trunk.
func freeBranch(tree persistence.Tree) event.BranchID {
	for n := len(tree.Branches()) + 1; ; n++ {
		id := event.BranchID(fmt.Sprintf("take-%d", n))
		if _, err := tree.Branch(id); errors.Is(err, persistence.ErrNotFound) {
			return id
		}
	}
}
