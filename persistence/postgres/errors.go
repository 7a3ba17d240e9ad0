package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/narratoria/narratoria/persistence"
)

// Codes of the server, as its manual has them in the appendix on errors.
const (
	tooManyConnections = "53300"
	diskFull           = "53100"
	uniqueViolation    = "23505"
	readOnlyNow        = "25006"
	noRight            = "42501"
	serialization      = "40001"
	deadlock           = "40P01"
	duplicateTable     = "42P07"
	undefinedTable     = "42P01"
)

// translate gives an error of the server or of the way to it the contract's meaning, and keeps its
// own text.
func translate(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	unreached := lost(err)
	if failed, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		err = &inOneLine{failed}
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case refused.Code == diskFull:
			return fmt.Errorf("%w: %w", persistence.ErrFull, err)
		case refused.Code == uniqueViolation && refused.TableName == "save":
			return persistence.ErrExists
		case refused.Code == readOnlyNow, refused.Code == noRight:
			return fmt.Errorf("%w: %w", persistence.ErrReadOnly, err)
		case refused.Code == undefinedTable:
			return fmt.Errorf("%w: a table is missing in its schema: %w", persistence.ErrCorrupt, err)
		case strings.HasPrefix(refused.Code, "XX"): // damage that the server has found
			return fmt.Errorf("%w: %w", persistence.ErrCorrupt, err)
		case strings.HasPrefix(refused.Code, "58"): // its system's errors
			return fmt.Errorf("%w: %w", persistence.ErrDisk, err)
		}
	}
	if unreached {
		return fmt.Errorf("%w: %w", persistence.ErrUnreachable, &inOneLine{err})
	}
	return err
}

// inOneLine is an error that says in one line, and once, what pgx says in several: of a server it tries each address,
// with encryption and without.
type inOneLine struct{ error }

func (e *inOneLine) Error() string {
	said := ""
	for line := range strings.Lines(e.error.Error()) {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case line == "" || strings.Contains(said, line):
		case said == "" || strings.HasSuffix(said, ":"):
			said = strings.TrimSpace(said + " " + line)
		default:
			said += "; " + line
		}
	}
	return said
}

func (e *inOneLine) Unwrap() error { return e.error }

// lost reports whether an error is of the way to the server, or of a server that starts or ends, and
// not of what was asked.
func lost(err error) bool {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch refused.Code {
		case "57P01", "57P02", "57P03", tooManyConnections: // it is shut down, it crashed, it is not ready
			return true
		}
		return strings.HasPrefix(refused.Code, "08") // exceptions of connections
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err) ||
		err != nil && strings.Contains(err.Error(), "conn closed") // pgconn has no name for it
}

// again reports whether what failed so may go well the next time.
func again(err error) bool {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && (refused.Code == serialization || refused.Code == deadlock) {
		return true
	}
	return lost(err)
}

// insist does something that may be done again, until it goes well or fails for a reason of its
// own, or Patience has run out.
func insist(ctx context.Context, do func() error) error {
	wait := 10 * time.Millisecond
	for until := time.Now().Add(Patience); ; wait = min(2*wait, 250*time.Millisecond) {
		err := do()
		if ended := ctx.Err(); ended != nil && err != nil {
			return ended
		}
		if !again(err) || time.Now().After(until) {
			return translate(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// A way is what is known of the way to the server in one try of a transaction that is lent.
type way struct {
	lent   bool // to the caller, whose errors are no failures of the way
	broken bool
}

// failed notes whether an error, of the server or of the way to it, is a reason to try again.
func (w *way) failed(err error) error {
	w.broken = w.broken || again(err)
	return err
}

// mending runs a transaction that is lent, again from the start where the way to the server broke.
// What whoever it is lent to says is given back as it is.
func mending(ctx context.Context, try func(*way) error) (outcome error) {
	err := insist(ctx, func() error {
		w := &way{}
		outcome = try(w)
		if w.lent && !w.broken {
			return nil
		}
		return outcome
	})
	if err != nil {
		return err
	}
	return translate(outcome)
}
