package sqlite_test

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

// The test binary plays other processes when it is started with a role.
const roleVariable, dirVariable, saveVariable = "NARRATORIA_TEST_ROLE", "NARRATORIA_TEST_DIR", "NARRATORIA_TEST_SAVE"

var roles = map[string]func(*persistence.Store) error{
	"write":    func(s *persistence.Store) error { return writeForEver(s, false) },
	"early":    func(s *persistence.Store) error { return writeForEver(s, true) },
	"some":     writeSome,
	"amid":     writeAmidFaults,
	"trusting": trustAmidFaults,
	"loose":    writeLoosely,
	"hold":     hold,
	"look":     lookOnAndOn,
	"worlds":   openWorlds,

	"migrate":  migrateAll,
	"fill":     func(*persistence.Store) error { return fillDisk(false) },
	"overfill": func(*persistence.Store) error { return fillDisk(true) },
	"limit":    fillLimit,
	"quota":    fillQuota,
}

func TestMain(m *testing.M) {
	role, playing := roles[os.Getenv(roleVariable)]
	if !playing {
		os.Exit(m.Run())
	}
	if err := role(persistence.New(sqlite.New(os.Getenv(dirVariable)), nil)); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

// play starts the test binary in a role.
func play(t testing.TB, role, dir string) *exec.Cmd {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program)
	command.Env = append(os.Environ(), roleVariable+"="+role, dirVariable+"="+dir)
	command.Stderr = os.Stderr
	return command
}

const eventsOfTurn = 3

// turnAfter is the one turn that belongs after a position, so that what is found
// later can be told to be whole.
func turnAfter(tip event.Position) persistence.Batch {
	b := persistence.Batch{Branch: event.Trunk, Expected: tip, Turn: event.TurnID(fmt.Sprint("turn-", tip))}
	for i := range eventsOfTurn {
		b.Events = append(b.Events, event.Event{
			Kind: event.TimePassed, Actor: event.EngineSelf, Moment: event.Moment{Sequence: 1},
			Data: event.Data{"minutes": int64(tip) + int64(i)},
		})
	}
	b.Rows = []persistence.Change{{Op: persistence.OpStore, Event: 1, Row: persistence.Row{
		Kind: persistence.Memory, Key: persistence.Key(b.Turn), Knower: event.Everyone, Text: "the lamp",
	}}}
	return b
}

// writeForEver appends turns and acknowledges each on stdout; early, before it
// is written.
func writeForEver(store *persistence.Store, early bool) error {
	ctx := context.Background()
	save, err := openOrCreate(ctx, store)
	if err != nil {
		return err
	}
	tip, _, err := save.Tip(ctx, event.Trunk)
	for err == nil {
		if early {
			fmt.Println(tip + eventsOfTurn)
		}
		var receipt persistence.Receipt
		if receipt, err = save.Append(ctx, turnAfter(tip)); err != nil {
			break
		}
		tip = receipt.Last
		if !early {
			fmt.Println(tip)
		}
	}
	return err
}

// turnsOfTape are enough for the write-ahead log to be brought in, and to begin anew, twice.
const turnsOfTape = 500

// writeSome is what a recorded writer does.
func writeSome(store *persistence.Store) error {
	return test.WriteSome(store, saveName, turnsOfTape, turnAfter)
}

// writeLoosely does so with a driver that syncs what it must not to damage the file, and no
// more.
func writeLoosely(*persistence.Store) error {
	return writeSome(persistence.New(loose{sqlite.New(os.Getenv(dirVariable))}, nil))
}

type loose struct{ persistence.Driver }

func (d loose) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	file, err := d.Driver.Create(ctx, name, id, fill)
	if err == nil {
		err = sqlite.Loosen(ctx, file)
	}
	return file, err
}

const saveName = "monday"

func openOrCreate(ctx context.Context, store *persistence.Store) (*persistence.Save, error) {
	save, err := store.Open(ctx, saveName, persistence.Writing)
	if errors.Is(err, persistence.ErrNotFound) {
		return store.Create(ctx, saveName, "p-1")
	}
	return save, err
}

// hold tries to open the save for writing, says what came of it, and holds it
// until its stdin ends.
func hold(store *persistence.Store) error {
	began := time.Now()
	save, err := store.Open(context.Background(), cmp.Or(os.Getenv(saveVariable), saveName), persistence.Writing)
	locked, isLocked := errors.AsType[*persistence.LockedError](err)
	switch {
	case isLocked:
		fmt.Println("locked by", locked.PID, "after", time.Since(began))
		return nil
	case errors.Is(err, persistence.ErrNamedTwice):
		fmt.Println("named twice after", time.Since(began))
		return nil
	case err != nil:
		return err
	}
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return save.Close()
}

// firstLine reads what a role says first.
func firstLine(t testing.TB, r io.Reader) string {
	t.Helper()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line[:len(line)-1]
}
