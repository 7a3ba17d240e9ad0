package narratoria

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
)

// ErrClosed is the answer of a game, or a program, that was closed.
var ErrClosed = errors.New("it is closed; open it again to go on")

// A NoStoryError says that there is nothing to continue; of one campaign, or of any ("").
type NoStoryError struct {
	Campaign string
	Unread   []Story // those that cannot be read, which may be what was meant
}

func (e *NoStoryError) Error() string {
	message := "there is no save to continue"
	if e.Campaign != "" {
		message = fmt.Sprintf("there is no save of %q to continue", e.Campaign)
	}
	if len(e.Unread) == 0 {
		return message
	}
	first := e.Unread[0]
	why := fmt.Sprintf("%s: the save %q cannot be opened: %s", message, first.Name, Damage(first.Err))
	switch others := len(e.Unread) - 1; others {
	case 0:
		return why
	case 1:
		return why + " (nor can another)"
	default:
		return fmt.Sprintf("%s (nor can %d others)", why, others)
	}
}

// A FaultError says that a game has ended by a fault of the program. Nothing that was told
// is lost: the story can be continued.
type FaultError struct {
	Story    string
	Panicked any    // what the fault was
	Stack    []byte // where
}

func (e *FaultError) Error() string {
	return fmt.Sprintf("the story %q was ended by a fault of the program (%v); what was told is kept, and it can be continued", e.Story, e.Panicked)
}

// An InUseError says that another program has the directory.
type InUseError struct {
	Dir string
	PID int // 0: not known
}

func (e *InUseError) Error() string {
	by := "another program"
	if e.PID != 0 {
		by = fmt.Sprintf("the process %d", e.PID)
	}
	return fmt.Sprintf("the directory %s is in use by %s; close that first, or take another directory", e.Dir, by)
}

// A StoryError says what is wrong with a save, and what to do. It unwraps to what the
// store said: persistence.ErrNotFound, ErrLocked, ErrFull, ...
type StoryError struct {
	Story   string
	Message string
	Err     error
	Nearest string // the name that was probably meant, of one that is not there; or ""
}

func (e *StoryError) Error() string { return e.Message }
func (e *StoryError) Unwrap() error { return e.Err }

// storyError puts what a store says about a save into words. Other errors stay as they are.
func storyError(ctx context.Context, store *persistence.Store, name string, err error) error {
	if _, said := errors.AsType[*StoryError](err); err == nil || said {
		return err
	}
	if refused, ok := errors.AsType[*engine.SaveError](err); ok {
		return refused
	}
	message, meant := "", ""
	locked, isLocked := errors.AsType[*persistence.LockedError](err)
	switch {
	case isLocked && locked.PID != 0:
		message = fmt.Sprintf("the save %q is being played elsewhere, by the process %d; leave that first, or play another save", name, locked.PID)
	case errors.Is(err, persistence.ErrLocked):
		message = fmt.Sprintf("the save %q is being played elsewhere; leave that first, or play another save", name)
	case errors.Is(err, persistence.ErrNamedTwice):
		message = fmt.Sprintf("the file of the save %q has a second name, a hard link, under which its last turns could be missed; remove one of the two names to play it", name)
	case errors.Is(err, persistence.ErrNewer):
		message = fmt.Sprintf("the save %q was written by a newer version of Narratoria, and was left as it is; update the program to play it", name)
		if newer, known := errors.AsType[*story.NewerError](err); known {
			message += fmt.Sprintf(": %.40q or later is needed", newer.Program)
		}
	case errors.Is(err, persistence.ErrOlder):
		older, _ := errors.AsType[*persistence.OlderError](err)
		message = fmt.Sprintf("the save %q %v", name, older)
	case errors.Is(err, persistence.ErrCorrupt):
		message = fmt.Sprintf("the save %q is damaged, and was left as it is: %s", name, Damage(err))
	case errors.Is(err, persistence.ErrFull):
		message = fmt.Sprintf("the disk is full; nothing of the save %q is lost, and it goes on once there is room", name)
	case errors.Is(err, persistence.ErrBroken):
		message = fmt.Sprintf("the disk failed while writing the save %q; what was shown before is in it", name)
	case errors.Is(err, persistence.ErrDisk):
		message = fmt.Sprintf("the disk did not give what was asked of the save %q; nothing of it is lost: try again, and look after the disk", name)
	case errors.Is(err, persistence.ErrUnreachable):
		message = fmt.Sprintf("the server that keeps the save %q cannot be reached (%s); nothing of it is lost: try again when it answers", name, Unreached(err))
	case errors.Is(err, persistence.ErrReadOnly):
		message = fmt.Sprintf("the save %q cannot be written; see who may write its file", name)
	case errors.Is(err, persistence.ErrConflict):
		message = fmt.Sprintf("somebody else has written to the save %q meanwhile; continue it anew", name)
	case errors.Is(err, persistence.ErrExists):
		message = fmt.Sprintf("the save %q exists already; continue it, give another name, or delete it", name)
	case errors.Is(err, persistence.ErrNotFound):
		message, meant = missing(ctx, store, name)
	default:
		return err
	}
	return &StoryError{Story: name, Message: message, Err: err, Nearest: meant}
}

// Damage is what a store says is wrong with a save, without the rest.
func Damage(err error) string {
	said := err
	if story, ok := errors.AsType[*StoryError](err); ok {
		said = story.Err
	}
	if where, ok := errors.AsType[*persistence.DamageError](said); ok {
		return fmt.Sprintf("%s: %v", where.Place(), where.Err)
	}
	if _, why, found := strings.Cut(said.Error(), persistence.ErrCorrupt.Error()+": "); found {
		return why
	}
	if of, is := err.(*persistence.SaveError); is {
		return of.Err.Error() // the save is named beside it
	}
	return err.Error()
}

// Unreached is why a server cannot be reached, without the rest.
func Unreached(err error) string {
	if _, why, found := strings.Cut(err.Error(), persistence.ErrUnreachable.Error()+": "); found {
		return why
	}
	return err.Error()
}

// missing names the save that was meant.
func missing(ctx context.Context, store *persistence.Store, name string) (message, meant string) {
	names, err := store.Names(ctx)
	if err != nil || len(names) == 0 {
		return fmt.Sprintf("there is no save %q, and no other", name), ""
	}
	if slices.Contains(names, name) {
		return fmt.Sprintf("the save %q cannot be played: its file is a link to what is not there", name), ""
	}
	if meant = nearest.Name(name, names); meant != "" {
		return fmt.Sprintf("there is no save %q; did you mean %q?", name, meant), meant
	}
	const most = 5
	listed := strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		listed += ", ..."
	}
	return fmt.Sprintf("there is no save %q, only %s", name, listed), ""
}
