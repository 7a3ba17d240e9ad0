package persistence

import (
	"errors"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/story/event"
)

// A DamageError is an [ErrCorrupt] that says where in a save something is not as it was written.
type DamageError struct {
	Branch   event.BranchID // along which it was found; "" where that is not known, or it is of none
	Position event.Position // of the event that is damaged, or whose part is; 0 where it is no event's
	Part     string         // such as `memory "m-7"` or "the log"; "" for the event itself
	Err      error          // what is wrong with it
}

// Place says where it is, for people.
func (e *DamageError) Place() string {
	var parts []string
	if e.Part != "" {
		parts = append(parts, e.Part)
	}
	if e.Position != 0 {
		parts = append(parts, fmt.Sprintf("event %d", e.Position))
	}
	if e.Branch != "" {
		parts = append(parts, fmt.Sprintf("the branch %q", e.Branch))
	}
	return strings.Join(parts, " of ")
}

func (e *DamageError) Error() string { return fmt.Sprintf("%s %v: %v", e.Place(), ErrCorrupt, e.Err) }

// Unwrap makes errors.Is(err, ErrCorrupt) hold.
func (e *DamageError) Unwrap() []error { return []error{ErrCorrupt, e.Err} }

var errMissing = errors.New("it is missing")

// damagedEvent says what is wrong with an event.
func damagedEvent(at event.Position, err error) error { return &DamageError{Position: at, Err: err} }

// damaged says what is wrong with another part of a save.
func damaged(part string, err error) error { return &DamageError{Part: part, Err: err} }

// along says of damage on which branch it was found.
func along(branch event.BranchID, err error) error {
	return placed(err, func(d *DamageError) { d.Branch = branch }, fmt.Sprintf("branch %q", branch))
}

// ofEvent says of damage to which event what is damaged belongs.
func ofEvent(at event.Position, err error) error {
	return placed(err, func(d *DamageError) { d.Position = at }, fmt.Sprintf("event %d", at))
}

// placed puts into a copy of damage where it is, and before any other error.
func placed(err error, put func(*DamageError), place string) error {
	if d, is := errors.AsType[*DamageError](err); is {
		found := *d
		put(&found)
		return &found
	}
	return fmt.Errorf("%s: %w", place, err)
}

// unreadable says that stored bytes could not be read: they are of a newer version, or they are
// damaged.
func unreadable(part string, err error) error {
	if errors.Is(err, ErrNewer) {
		return fmt.Errorf("%s: %w", part, err)
	}
	return damaged(part, err)
}
