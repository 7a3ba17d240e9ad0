package event

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// ControlKind names what was done to the tree of branches. Like [Kind] it is
// closed and append-only.
type ControlKind string

// What can be done. Nothing of it destroys an event but a purge.
const (
	BranchMade      ControlKind = "branch.made"      // a new branch begins after a position of its parent
	BranchMarked    ControlKind = "branch.marked"    // it got another status
	HeadMoved       ControlKind = "head.moved"       // the story is now told along this branch
	HeadRestored    ControlKind = "head.restored"    // it is told again along the branch that the head was last moved from
	EventHidden     ControlKind = "event.hidden"     // not shown any more, yet still true
	BranchPurged    ControlKind = "branch.purged"    // what no other branch has of it was erased
	MemoriesRetired ControlKind = "memories.retired" // those kept up to a position are not searched any more, but for what is never forgotten
	EventShown      ControlKind = "event.shown"      // one that was hidden is shown again
	EventShared     ControlKind = "event.shared"     // one that every branch has before its own, see [Kind.Shared]
)

var controlKinds = []ControlKind{BranchMade, BranchMarked, HeadMoved, HeadRestored, EventHidden, BranchPurged, MemoriesRetired, EventShown, EventShared}

// BranchStatus is how a branch is regarded.
type BranchStatus string

// The statuses of a branch.
const (
	Active   BranchStatus = "active"
	Archived BranchStatus = "archived"
	TrunkOf  BranchStatus = "trunk" // the one that counts as the story
)

var statuses = []BranchStatus{Active, Archived, TrunkOf}

// BranchStatuses is the closed list.
func BranchStatuses() []BranchStatus { return slices.Clone(statuses) }

// Control is one record of a playthrough's control stream, which stands beside
// the log. A playthrough without any has the branch [Trunk] alone, which is its
// head.
type Control struct {
	Kind   ControlKind
	Branch BranchID // the one concerned

	Parent BranchID // branch.made: where it leaves from
	At     Position // branch.made: the last of the parent's positions it sees, 0 for none; event.hidden, event.shown: which event; memories.retired: the last
	Until  Sequence // branch.made: the last of the parent's moments it sees; 0 for all
	Moment string   // branch.made: the id of the moment at whose end it leaves, where it was made at one

	Status BranchStatus // branch.marked
	Note   string       // for people

	Event string // event.shared: the event as [Encode] writes it; its branch is [Trunk], which stands for all
}

// ControlVersion is the version of control records that this program writes.
const ControlVersion = 1

// EncodeControl checks a record and gives its bytes: one JSON object in the same
// canonical form as an event's, chained by the same hash. The error is [ErrInvalid].
func EncodeControl(c Control) ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("%w: control: %s: %w", ErrInvalid, c.Kind, err)
	}
	return strictjson.Encode(c.tree()), nil
}

func (c Control) check() error {
	if !slices.Contains(controlKinds, c.Kind) {
		return errors.New("unknown kind")
	}
	if err := CheckID(c.Branch); err != nil {
		return fmt.Errorf("branch: %w", err)
	}
	if !strictjson.Valid(c.Note) {
		return errors.New("note: it is not UTF-8")
	}
	return c.checkOwn()
}

// checkOwn looks at the fields of the kind, and that no other field is set.
func (c Control) checkOwn() error {
	rest := c
	rest.Kind, rest.Branch, rest.Note = "", "", ""
	switch c.Kind {
	case BranchMade:
		if err := CheckID(c.Parent); err != nil {
			return fmt.Errorf("parent: %w", err)
		}
		if c.At < 0 || c.Until < 0 {
			return errors.New("at, until: not negative")
		}
		if c.Moment != "" {
			if err := CheckID(c.Moment); err != nil {
				return fmt.Errorf("moment: %w", err)
			}
		}
		rest.Parent, rest.At, rest.Until, rest.Moment = "", 0, 0, ""
	case BranchMarked:
		if !slices.Contains(statuses, c.Status) {
			return fmt.Errorf("status: expected one of %q, got %q", statuses, c.Status)
		}
		rest.Status = ""
	case EventHidden, EventShown, MemoriesRetired:
		if c.At < 1 {
			return errors.New("at: a position from 1")
		}
		rest.At = 0
	case EventShared:
		if err := c.checkShared(); err != nil {
			return err
		}
		rest.Event = ""
	}
	if rest != (Control{}) {
		return errors.New("it has a field of another kind")
	}
	return nil
}

// checkShared looks whether the event is one that every branch can have.
func (c Control) checkShared() error {
	if c.Branch != Trunk {
		return fmt.Errorf("branch: %q stands for all", Trunk)
	}
	e, err := Decode([]byte(c.Event))
	if err != nil {
		return fmt.Errorf("event: %w", err)
	}
	if !e.Kind.Shared() {
		return fmt.Errorf("event: %s is of one branch", e.Kind)
	}
	if e.Cause != 0 {
		return errors.New("event: it comes before all others, and has no cause")
	}
	return nil
}

func (c Control) tree() strictjson.Object {
	o := strictjson.Object{"v": ControlVersion, "kind": string(c.Kind), "branch": string(c.Branch)}
	strictjson.Put(o, "parent", string(c.Parent))
	strictjson.Put(o, "at", int64(c.At))
	strictjson.Put(o, "until", int64(c.Until))
	strictjson.Put(o, "moment", c.Moment)
	strictjson.Put(o, "status", string(c.Status))
	strictjson.Put(o, "note", c.Note)
	if c.Event != "" {
		o["event"] = strictjson.Verbatim(c.Event)
	}
	return o
}

// DecodeControl reads what [EncodeControl] wrote. The error is [ErrInvalid] or
// [ErrNewer].
func DecodeControl(data []byte) (Control, error) {
	o, err := strictjson.ParseObject(data)
	if err != nil {
		return Control{}, fmt.Errorf("%w: control: %w", ErrInvalid, err)
	}
	c, err := openControl(o)
	switch {
	case err != nil:
		return Control{}, fmt.Errorf("control: %w", err)
	case !bytes.Equal(strictjson.Encode(c.tree()), data):
		return Control{}, fmt.Errorf("%w: control: %s: it is not written in canonical form", ErrInvalid, c.Kind)
	}
	if err := c.check(); err != nil {
		return Control{}, fmt.Errorf("%w: control: %s: %w", ErrInvalid, c.Kind, err)
	}
	return c, nil
}

// openControl reads the fields it knows; what else there may be is found by
// writing the record again.
func openControl(o strictjson.Object) (c Control, err error) {
	kind, err := member[string](o, "kind")
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	version, err := whole(o["v"])
	if err != nil {
		return c, fmt.Errorf("%w: v: %w", ErrInvalid, err)
	}
	c.Kind = ControlKind(kind)
	if version > ControlVersion || version == ControlVersion && !slices.Contains(controlKinds, c.Kind) {
		return c, fmt.Errorf("%w: the control record %q (version %d) is not known here: update Narratoria to open this", ErrNewer, kind, version)
	}
	at, _ := whole(o["at"])
	until, _ := whole(o["until"])
	c.At, c.Until = Position(at), Sequence(until)
	c.Branch, c.Parent = BranchID(strictjson.AsString(o["branch"])), BranchID(strictjson.AsString(o["parent"]))
	if shared, is := o["event"].(strictjson.Object); is {
		c.Event = string(strictjson.Encode(shared))
	}
	c.Moment = strictjson.AsString(o["moment"])
	c.Status, c.Note = BranchStatus(strictjson.AsString(o["status"])), strictjson.AsString(o["note"])
	return c, nil
}
