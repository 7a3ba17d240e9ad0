package objectbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/objectbox"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

// The test binary plays other processes when it is started with a role, and looks at folders that
// were not closed when it is started to inspect.
const roleVariable, dirVariable = "NARRATORIA_TEST_ROLE", "NARRATORIA_TEST_DIR"

var roles = map[string]func(*persistence.Store) error{
	"some":  func(s *persistence.Store) error { return test.WriteSome(s, saveName, turnsOfTape, turnAfter) },
	"write": func(s *persistence.Store) error { return writeForEver(s, false) },
	"early": func(s *persistence.Store) error { return writeForEver(s, true) },
	"hold":  hold,
	"limit": limit,
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "inspect" {
		os.Exit(objectbox.Inspect(os.Args[2:]))
	}
	role, playing := roles[os.Getenv(roleVariable)]
	if !playing {
		goleak.VerifyTestMain(m)
		return
	}
	if err := role(persistence.New(driver(os.Getenv("NARRATORIA_OBJECTBOX"), os.Getenv(dirVariable)), nil)); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

// driver is that of a directory, for which the test binary looks at what was not closed.
func driver(library, dir string) *objectbox.Driver {
	program, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return objectbox.New(dir, &objectbox.Options{Library: library, Inspector: []string{program, "inspect"}})
}

func open(t testing.TB, dir string) *objectbox.Driver {
	t.Helper()
	return driver(soak.NeedEnv(t, "NARRATORIA_OBJECTBOX"), dir)
}

// play starts the test binary in a role.
func play(t testing.TB, role, dir string) *exec.Cmd {
	t.Helper()
	soak.NeedEnv(t, "NARRATORIA_OBJECTBOX")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program)
	command.Env = append(os.Environ(), roleVariable+"="+role, dirVariable+"="+dir)
	command.Stderr = os.Stderr
	return command
}

const (
	saveName     = "monday"
	eventsOfTurn = 3
)

// turnAfter is the one turn that belongs after a position, so that what is found later can be told
// to be whole.
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

func openOrCreate(ctx context.Context, store *persistence.Store) (*persistence.Save, error) {
	save, err := store.Open(ctx, saveName, persistence.Writing)
	if errors.Is(err, persistence.ErrNotFound) {
		return store.Create(ctx, saveName, "p-1")
	}
	return save, err
}

// writeForEver appends turns and acknowledges each on stdout; early, before it is written.
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

// turnsOfTape are enough for pages that were freed to be written again.
const turnsOfTape = 100

// hold tries to open the save for writing, says what came of it, and holds it until its stdin ends.
func hold(store *persistence.Store) error {
	began := time.Now()
	save, err := store.Open(context.Background(), saveName, persistence.Writing)
	if locked, is := errors.AsType[*persistence.LockedError](err); is {
		fmt.Println("locked by", locked.PID, "after", time.Since(began))
		return nil
	}
	if err != nil {
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

// begun makes a save with some turns and closes it.
func begun(t testing.TB, dir string, turns int) *persistence.Store {
	t.Helper()
	store := persistence.New(open(t, dir), nil)
	save, err := store.Create(t.Context(), saveName, "p-1")
	if err != nil {
		t.Fatal(err)
	}
	for i := range turns {
		if _, err := save.Append(t.Context(), turnAfter(event.Position(i*eventsOfTurn))); err != nil {
			t.Fatal(err)
		}
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	return store
}
