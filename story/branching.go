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
	return p.goOn(ctx, event.Where{Branch: p.Where().Branch, Position: was.Turn.First - 1}, play)
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
		impact, err := p.impact(ctx, from, was, p.Where(), p.State(), span.Last)
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

// Rollback has the story go on from an earlier place of the head, which may be in the midst of a
// turn: what was told after it stays in the save. Error: *NoPlaceError for a place that the head
// does not have, that it is at already, or that is before the opening.
func (p *Playthrough) Rollback(ctx context.Context, to event.Where) error {
	to, _, err := p.earlier(ctx, to)
	if err != nil {
		return err
	}
	return p.goOn(ctx, to, func() error { return nil })
}

// earlier finds a place that the head can be rolled back to, and what is so there.
func (p *Playthrough) earlier(ctx context.Context, to event.Where) (event.Where, *State, error) {
	to, err := p.Find(ctx, to)
	if err != nil {
		return to, nil, err
	}
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return to, nil, err
	}
	head := p.Where()
	shared, err := tree.Shared(head.Branch, to.Branch)
	switch {
	case err != nil:
		return to, nil, err
	case to.Position > shared:
		return to, nil, &NoPlaceError{Message: fmt.Sprintf("event %d of the branch %q is not one of %q, along which the story is told; to go on there, switch", to.Position, to.Branch, head.Branch)}
	case to.Position >= head.Position:
		return to, nil, &NoPlaceError{Message: fmt.Sprintf("the story is there already, in turn %d", p.State().Turn.Number)}
	}
	there, err := Read(ctx, p.save, to)
	if err == nil {
		err = begunAt(there)
	}
	return to, there, err
}

// begunAt refuses to have a story go on where not even its opening has been told: half a
// beginning lacks people and places that its campaign counts on.
func begunAt(there *State) error {
	if there.Turn.Number == 0 {
		return &NoPlaceError{Message: fmt.Sprintf("the story has not begun at event %d; the opening cannot be taken back: begin a new story", there.Position)}
	}
	return nil
}

// Branch makes a branch that begins at a place, and leaves the head where it is. An id of "" is
// the next that is free. Error: *NoPlaceError, also for an id that there is.
func (p *Playthrough) Branch(ctx context.Context, id event.BranchID, from event.Where, note string) (event.BranchID, error) {
	if err := checkName(id); err != nil {
		return "", &NoPlaceError{Message: fmt.Sprintf("no branch can be called that: %v", err), Misnamed: true}
	}
	if len(note) > longestNote {
		return "", &NoPlaceError{Message: fmt.Sprintf("the note has %d bytes; it may have %d", len(note), longestNote), Misnamed: true}
	}
	from, err := p.Find(ctx, from)
	if err != nil {
		return "", err
	}
	if from.Position == 0 {
		return "", noEvent(from.Branch, 0, 0)
	}
	return p.branchOff(ctx, event.Control{Branch: id, Parent: from.Branch, At: from.Position, Until: from.Moment, Note: note})
}

// BranchAt makes a branch that begins at a place of which nothing is left out, and leaves the head
// where it is. At position 0 it begins before the first event. moment is the id of the moment at whose
// end that is, "" for none. Error: *NoPlaceError.
func (p *Playthrough) BranchAt(ctx context.Context, id event.BranchID, from event.Where, moment, note string) (event.BranchID, error) {
	if err := checkName(id); err != nil {
		return "", &NoPlaceError{Message: fmt.Sprintf("no branch can be called that: %v", err), Misnamed: true}
	}
	if len(note) > longestNote {
		return "", &NoPlaceError{Message: fmt.Sprintf("the note has %d bytes; it may have %d", len(note), longestNote), Misnamed: true}
	}
	return p.branchOff(ctx, event.Control{Branch: id, Parent: from.Branch, At: from.Position, Until: from.Moment, Moment: moment, Note: note})
}

// longestNote is how long the note of a branch may be that is made here, in bytes.
const longestNote = 1000

// checkName says what is wrong with the name that somebody gives a branch, by which it must
// be told from a turn or an event, and be one word where it is typed.
func checkName(id event.BranchID) error {
	switch name := string(id); {
	case name == "":
		return nil
	case strings.Trim(name, "+-0123456789") == "":
		return fmt.Errorf("%q is a number, as turns are", name)
	case strings.ContainsAny(name, "@:") || strings.ContainsFunc(name, unicode.IsSpace):
		return fmt.Errorf("%.80q is not one word, or has an @ or a : in it", name)
	}
	return event.CheckID(id)
}

// Switch moves the head to a branch that is there. Error: *NoPlaceError, also for one on which
// the opening was not told.
func (p *Playthrough) Switch(ctx context.Context, branch event.BranchID) error {
	if _, err := p.treeWith(ctx, branch); err != nil {
		return err
	}
	if branch == p.Where().Branch {
		return &NoPlaceError{Message: fmt.Sprintf("the story is at the branch %q already", branch)}
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
	return p.mark(ctx, at, event.EventHidden)
}

// Unhide has an event of the head that was hidden shown again, along whatever branch. Error:
// *NoPlaceError for one that is not there, or is not hidden.
func (p *Playthrough) Unhide(ctx context.Context, at event.Position) error {
	return p.mark(ctx, at, event.EventShown)
}

// mark has an event of the head hidden or shown again, along every branch that has it.
func (p *Playthrough) mark(ctx context.Context, at event.Position, as event.ControlKind) error {
	_, tree, err := p.markable(ctx, at, as)
	if err != nil {
		return err
	}
	branch, _, err := owner(tree, p.Where().Branch, at)
	if err != nil {
		return err
	}
	return p.save.Control(ctx, event.Control{Kind: as, Branch: branch, At: at})
}

// markable is an event of the head that can be hidden, or shown again: it is not yet. Error:
// *NoPlaceError.
func (p *Playthrough) markable(ctx context.Context, at event.Position, as event.ControlKind) (r persistence.Record, tree persistence.Tree, err error) {
	if r, err = p.Event(ctx, at); err != nil {
		return r, tree, err
	}
	tree, err = p.save.Tree(ctx)
	switch hidden := slices.Contains(tree.Hidden(p.Where().Branch), at); {
	case err != nil:
	case hidden && as == event.EventHidden:
		err = &NoPlaceError{Message: fmt.Sprintf("the event %d is hidden already", at)}
	case !hidden && as == event.EventShown:
		err = &NoPlaceError{Message: fmt.Sprintf("the event %d is not hidden", at)}
	}
	return r, tree, err
}

// Hidden are the positions of a branch that are not shown, in order, and perhaps some that it
// does not see.
func (p *Playthrough) Hidden(ctx context.Context, branch event.BranchID) ([]event.Position, error) {
	tree, err := p.save.Tree(ctx)
	return tree.Hidden(branch), err
}

// goOn goes on from an earlier place of the head, on a branch of its own. The head is moved
// when what is played there has succeeded.
func (p *Playthrough) goOn(ctx context.Context, at event.Where, play func() error) error {
	branch, err := p.branchOff(ctx, event.Control{Parent: at.Branch, At: at.Position, Until: at.Moment})
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
	if cut(tree, to) {
		shared = 0 // what it does not see of a session may be anywhere
	}
	state, err := p.read(ctx, to)
	if err == nil {
		err = begunAt(state)
	}
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
		return "", &NoPlaceError{Message: fmt.Sprintf("there is a branch %q already", c.Branch), Taken: true}
	}
	if c.At, err = p.lastSeen(ctx, tree, c); err != nil {
		return "", err
	}
	var until event.Sequence
	if c.Parent, until, err = owner(tree, c.Parent, c.At); err != nil {
		return "", err
	}
	if c.Until == 0 || until != 0 && until < c.Until {
		c.Until = until
	}
	return c.Branch, p.save.Control(ctx, c)
}

// lastSeen is the last event that a new branch sees: where moments are cut off, what stands before the
// place may be none of its own, and it goes on counting where what it sees ends.
func (p *Playthrough) lastSeen(ctx context.Context, tree persistence.Tree, c event.Control) (last event.Position, err error) {
	if c.At == 0 || c.Until == 0 && !cut(tree, c.Parent) {
		return c.At, nil
	}
	at := p.save.At(c.Parent)
	at.Position, at.Moment = c.At, c.Until
	for r, err := range p.save.Events(ctx, at, 0) {
		if err != nil {
			return 0, err
		}
		last = r.Position
	}
	return last, nil
}

// owner is the branch on a lineage that an event is of: those after it have it by their
// parents alone, and would make a long row of branches of one that was told anew again and
// again. until is the earliest moment at which they cut it, 0 for none.
func owner(tree persistence.Tree, id event.BranchID, at event.Position) (branch event.BranchID, until event.Sequence, err error) {
	for {
		b, err := tree.Branch(id)
		if err != nil || b.Parent == "" || b.At < at {
			return id, until, err
		}
		if until == 0 || b.Until != 0 && b.Until < until {
			until = b.Until
		}
		id = b.Parent
	}
}

// cut reports whether a branch, or one that it comes from, leaves out moments of its parent.
func cut(tree persistence.Tree, id event.BranchID) bool {
	for id != "" {
		b, err := tree.Branch(id)
		if err != nil || b.Until != 0 {
			return err == nil
		}
		id = b.Parent
	}
	return false
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
