package objectbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/narratoria/narratoria/persistence"
)

// An inspector starts a process that calls [Inspect].
type inspector struct {
	command []string
	library string
}

// patience is how long it may take: longer than any data that are whole, and not for ever, as it
// may with data that are not.
const patience = 10 * time.Minute

// Exit codes of the process. Any other is that it did not come to an end of its own.
const (
	exitWhole = 0
	exitOther = 10 + iota
	exitCorrupt
	exitNewer
	exitFull
	exitDisk
	exitReadOnly
)

var exits = map[int]error{
	exitCorrupt: persistence.ErrCorrupt, exitNewer: persistence.ErrNewer, exitFull: persistence.ErrFull,
	exitDisk: persistence.ErrDisk, exitReadOnly: persistence.ErrReadOnly,
}

// rebuild has a process write the data of a number anew, to a directory in the folder that is empty, where they are
// whole.
func (i inspector) rebuild(ctx context.Context, folder string, number int, made string) error {
	if len(i.command) == 0 {
		return errors.New("it was not closed by whoever had it open last, and this program has no other that looks whether it is whole")
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	arguments := append(append([]string{}, i.command[1:]...), i.library, folder, strconv.Itoa(number), made)
	command := exec.CommandContext(limited, i.command[0], arguments...)
	alone(command)
	command.WaitDelay = time.Second
	var output tail
	command.Stderr = &output
	stdin, err := command.StdinPipe() // its end tells the process that we are no more
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return fmt.Errorf("start what looks whether it is whole: %w", err)
	}
	err = command.Wait()
	_ = stdin.Close()
	ended, is := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fmt.Errorf("%w: it was not read to its end in %v", persistence.ErrCorrupt, patience)
	case !is:
		return err
	case exits[ended.ExitCode()] != nil:
		return &said{exits[ended.ExitCode()], output.line()}
	case ended.ExitCode() == exitOther:
		return errors.New(output.line())
	}
	return fmt.Errorf("%w: whoever reads it is ended by it (%v)", persistence.ErrCorrupt, ended)
}

// said is an error as the other process said it, of which the exit code is the meaning.
type said struct {
	meaning error
	message string
}

func (e *said) Error() string { return e.message }
func (e *said) Unwrap() error { return e.meaning }

// A tail keeps the last of what is written to it.
type tail struct{ bytes []byte }

const mostTail = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.bytes = append(t.bytes, b...)
	t.bytes = t.bytes[max(0, len(t.bytes)-mostTail):]
	return len(b), nil
}

// line is the last line.
func (t *tail) line() string {
	lines := bytes.Split(bytes.TrimSpace(t.bytes), []byte("\n"))
	return string(lines[len(lines)-1])
}

// Inspect is what a process does that [Options] name: it looks whether the data of a folder are
// whole, and writes them anew. Its arguments are those that the driver appended to the command
// line; what it gives is the process's exit code. It ends the process when its stdin ends.
func Inspect(arguments []string) int {
	go func() { // until the process ends
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(exitOther)
	}()
	err := inspect(arguments)
	if e, is := errors.AsType[*Error](err); is && e.meaning() == nil { // whatever it has against data that it wrote itself
		err = fmt.Errorf("%w: %w", persistence.ErrCorrupt, err)
	}
	if err == nil {
		return exitWhole
	}
	fmt.Fprintln(os.Stderr, err)
	for code, meaning := range exits {
		if errors.Is(err, meaning) {
			return code
		}
	}
	return exitOther
}

func inspect(arguments []string) error {
	if len(arguments) != 4 || !isUnborn.MatchString(arguments[3]) {
		return errors.New("a library, a folder, a number and a directory new-... in the folder are wanted")
	}
	number, err := strconv.Atoi(arguments[2])
	if err != nil {
		return err
	}
	lib, err := load(arguments[0])
	if err != nil {
		return err
	}
	f := &folder{path: arguments[1]}
	if err := plainData(f.dataDir(number)); err != nil {
		return err
	}
	if _, err := os.Stat(inside(f.dataDir(number), dataFile)); err != nil { // it would be made
		return fmt.Errorf("%w: %q is missing", persistence.ErrCorrupt, dataFile)
	}
	db, err := lib.look(f.dataDir(number))
	if err != nil {
		return err
	}
	if err := db.knows(); err != nil {
		return err
	}
	return db.read(func(t *txn) error { return copyTo(context.Background(), t, inside(f.path, arguments[3])) })
}
