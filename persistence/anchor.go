package persistence

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// An anchor says what was written to a save last. It is kept beside the save and not in it,
// so that an older copy of the save, put in its place, does not bring an older anchor along.
// As a save is one row of commits, a copy that has the last of them has all.
type anchor struct {
	playthrough event.PlaythroughID

	branch   event.BranchID // that was appended to last; "" for none yet
	position event.Position
	hash     event.Hash
	turn     int64 // the last that was opened there; 0 where that is not known

	control     int64 // the last control record; 0 for none yet
	controlHash event.Hash
}

// anchorVersion is the first line of an anchor; one of another form is none.
const anchorVersion = 1

// encode gives it sealed. What was torn or damaged is no anchor: it says nothing of the save.
func (a anchor) encode() []byte {
	return seal(strictjson.Object{
		"v": strictjson.Int(anchorVersion), "playthrough": string(a.playthrough),
		"branch": string(a.branch), "position": strictjson.Int(int64(a.position)), "hash": a.hash.String(), "turn": strictjson.Int(a.turn),
		"control": strictjson.Int(a.control), "controlHash": a.controlHash.String(),
	})
}

// parseAnchor reads one; false where there is none that can be relied on.
func parseAnchor(data []byte) (a anchor, ok bool) {
	o := unseal(data, anchorVersion)
	if o == nil {
		return a, false
	}
	a = anchor{
		playthrough: event.PlaythroughID(strictjson.AsString(o["playthrough"])), branch: event.BranchID(strictjson.AsString(o["branch"])),
		position: event.Position(strictjson.AsInteger(o["position"])), turn: strictjson.AsInteger(o["turn"]), control: strictjson.AsInteger(o["control"]),
	}
	var unread, unreadControl error
	a.hash, unread = event.ParseHash(strictjson.AsString(o["hash"]))
	a.controlHash, unreadControl = event.ParseHash(strictjson.AsString(o["controlHash"]))
	return a, errors.Join(unread, unreadControl) == nil
}

// ErrOlder: the save is not the one that was written last, but a copy from before; see
// [OlderError].
var ErrOlder = errors.New("is an older copy")

// An OlderError is an [ErrOlder] that says what is missing.
type OlderError struct {
	Turn, Was int64 // of the branch that was told last: the turn it is in, and was in; 0 for not known
	Events    int64 // that are missing of it
	Other     bool  // it has other events in their place

	Branch event.BranchID // the one that was told last, where that is missing as a whole; else ""
}

func (e *OlderError) Error() string {
	switch missing := e.Was - e.Turn; {
	case e.Branch != "" && e.Was > 0:
		return fmt.Sprintf("%v: it has no branch %q, along which the story was told last, up to turn %d", ErrOlder, e.Branch, e.Was)
	case e.Branch != "":
		return fmt.Sprintf("%v: it has no branch %q, along which the story was told last", ErrOlder, e.Branch)
	case e.Other:
		return fmt.Sprintf("%v, or was written to elsewhere: what was told last is not in it", ErrOlder)
	case e.Events == 0:
		return fmt.Sprintf("%v: where the story goes on was changed since", ErrOlder)
	case missing == 1:
		return fmt.Sprintf("%v: the last turn is missing, and it ends with turn %d", ErrOlder, e.Turn)
	case missing > 1:
		return fmt.Sprintf("%v: the last %d turns are missing, and it ends with turn %d", ErrOlder, missing, e.Turn)
	case e.Events == 1:
		return fmt.Sprintf("%v: its last event is missing", ErrOlder)
	}
	return fmt.Sprintf("%v: its last %d events are missing", ErrOlder, e.Events)
}

// Is makes errors.Is(err, ErrOlder) hold.
func (e *OlderError) Is(target error) bool { return target == ErrOlder }

// CheckLatest looks whether the save is the one that was written last, which [Store.Open] asks of
// those alone that are to be written: others may read an older copy, and see less than there was.
// Error: *OlderError.
func (s *Save) CheckLatest(ctx context.Context) error {
	a, known := anchorOf(s.file)
	if !known {
		return nil
	}
	return about(s.name, "look whether it is the latest", s.checkAgainst(ctx, a)) // the anchor was read first: whoever writes meanwhile has the save behind it
}

// anchorOf is the one of a save; false where it was never written to here, or the file beside it
// is of another one.
func anchorOf(file File) (anchor, bool) {
	a, ok := parseAnchor(file.Anchor())
	return a, ok && a.playthrough == file.Playthrough()
}

// checkAnchor looks whether what was written last is in the save. Error: *OlderError.
func (s *Save) checkAnchor(ctx context.Context) error {
	a, known := anchorOf(s.file)
	if !known {
		return nil
	}
	s.anchored = a
	return s.checkAgainst(ctx, a)
}

func (s *Save) checkAgainst(ctx context.Context, a anchor) error {
	return s.file.View(ctx, func(r Reader) error {
		state, err := s.control(r)
		if err != nil {
			return err
		}
		if older, err := a.missing(r, state); err != nil || older != nil {
			return errors.Join(err, asError(older))
		}
		return nil
	})
}

// asError keeps a nil *OlderError from being an error.
func asError(older *OlderError) error {
	if older == nil {
		return nil
	}
	return older
}

// missing says what a save lacks, nil for nothing.
func (a anchor) missing(r Reader, state controlState) (*OlderError, error) {
	older, err := a.missingEvents(r, state.tree)
	if err != nil || older != nil || a.control == 0 {
		return older, err
	}
	if state.last < a.control {
		return &OlderError{}, nil
	}
	for raw, err := range r.Control(a.control - 1) {
		if err == nil && raw.Hash != a.controlHash {
			return &OlderError{Other: true}, nil
		}
		return nil, err
	}
	return nil, nil
}

func (a anchor) missingEvents(r Reader, tree Tree) (*OlderError, error) {
	if a.branch == "" {
		return nil, nil
	}
	line, err := tree.lineageOf(event.Where{Branch: a.branch})
	if errors.Is(err, ErrNotFound) {
		return &OlderError{Branch: a.branch, Was: a.turn}, nil
	}
	if err != nil {
		return nil, err
	}
	if _, gone := tree.unpurged(a.branch); gone != nil {
		return nil, nil // it was purged since, which the control stream says
	}
	tip, _, err := tipOf(r, line)
	if err != nil {
		return nil, err
	}
	if tip < a.position {
		turn, err := lastTurn(r, line)
		return &OlderError{Turn: turn, Was: max(a.turn, turn), Events: int64(a.position - tip)}, err
	}
	last, err := eventAt(r, line, a.position)
	if err == nil && last.Hash != a.hash {
		return &OlderError{Other: true}, nil
	}
	return nil, err
}

// isLast reports whether what was written last is where the branch ends, and in the control
// stream, which a few reads tell. Where other events follow, it may still be in the save.
func (a anchor) isLast(r Reader) (bool, error) {
	if a.branch != "" {
		tip, err := r.Tip(a.branch)
		if err != nil || tip.Position != a.position || tip.Hash != a.hash {
			return false, err
		}
	}
	if a.control == 0 {
		return true, nil
	}
	for raw, err := range r.Control(a.control - 1) {
		return err == nil && raw.Sequence == a.control && raw.Hash == a.controlHash, err
	}
	return false, nil
}

// lastTurn is the number of the last turn that was opened, 0 for none.
func lastTurn(r Reader, line lineage) (turn int64, err error) {
	err = walkEvents(r, line, 0, func(record Record) error {
		if record.Event.Kind == event.TurnOpened {
			turn = record.Event.Whole("number")
		}
		return nil
	})
	return turn, err
}

// setAnchor notes what was written last, after it is on the disk. That it cannot be noted
// takes nothing from the story: an older copy is told by the one that was noted before.
func (s *Save) setAnchor(change func(*anchor)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.anchored.playthrough = s.Playthrough()
	change(&s.anchored)
	s.file.SetAnchor(s.anchored.encode())
}

// appended notes an append.
func (s *Save) appended(batch Batch, receipt Receipt) {
	s.setAnchor(func(a *anchor) {
		if a.branch != receipt.Branch {
			a.turn = 0
		}
		a.branch, a.position, a.hash = receipt.Branch, receipt.Last, receipt.Head
		for _, e := range batch.Events {
			if e.Kind == event.TurnOpened {
				a.turn = e.Whole("number")
			}
		}
	})
}

// moved notes a change of the control stream.
func (s *Save) moved(state controlState) {
	s.setAnchor(func(a *anchor) { a.control, a.controlHash = state.last, state.hash })
}
