package api

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
)

// What goes wrong below has the code by which an application decides: whether to try again,
// to make room, to open another copy.
func TestCodesOfErrors(t *testing.T) {
	for _, c := range []struct {
		err   error
		code  Code
		retry bool
	}{
		{persistence.ErrFull, DiskFull, true},
		{persistence.ErrBroken, Disk, true},
		{persistence.ErrReadOnly, Disk, true},
		{&narratoria.UnkeptError{Err: persistence.ErrBroken}, Disk, true},
		{&narratoria.UnkeptError{Err: context.Canceled}, Cancelled, true}, // for no fault of the disk's
		{&narratoria.UnkeptError{Err: context.DeadlineExceeded}, Cancelled, true},
		{os.ErrPermission, Disk, true},
		{persistence.ErrLocked, InUse, true},
		{persistence.ErrConflict, InUse, true},
		{&narratoria.InUseError{PID: 7}, InUse, true},
		{persistence.ErrOlder, OlderCopy, false},
		{persistence.ErrNewer, NewerSave, false},
		{persistence.ErrCorrupt, Damaged, false},
		{persistence.ErrExists, Exists, false},
		{persistence.ErrNotFound, NotFound, false},
		{persistence.ErrInvalid, BadParams, false},
		{&narratoria.OptionsError{Option: "Seed", Message: "is odd"}, BadParams, false},
		{engine.ErrEnded, Ended, false},
		{&engine.ChoiceError{}, NoChoice, false},
		{&narratoria.UnclearError{}, Unclear, false},
		{story.ErrNoTurn, NothingToUndo, false},
		{story.ErrNothingToUndo, NothingToUndo, false},
		{contracts.Problems{{Message: "is wrong"}}, Invalid, false},
		{&narratoria.FaultError{}, Fault, false},
		{narratoria.ErrClosed, Closed, false},
		{context.Canceled, Cancelled, true},
		{context.DeadlineExceeded, Cancelled, true},
		{errors.New("something else"), Failed, false},
	} {
		made := ErrorOf(fmt.Errorf("save %q: %w", "a", c.err))
		said := made.wire()
		if made.Code != c.code || said.Retry != c.retry || said.Message == "" || said.Hint == "" || !errors.Is(made, c.err) && c.code != Invalid {
			t.Errorf("%T %v: %s", c.err, c.err, made.JSON())
		}
		if strings.Contains(said.Message, "context") {
			t.Errorf("a player is told %q", said.Message)
		}
	}
	if made := ErrorOf(fmt.Errorf("opening: %w", &narratoria.InUseError{PID: 7})); made.Process != 7 {
		t.Errorf("it is in use by %d", made.Process)
	}
}
