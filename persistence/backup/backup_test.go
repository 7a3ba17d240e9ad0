package backup_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/backup"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

// The test binary plays a program that makes backups for ever when it is told of a place for them.
const variable = "NARRATORIA_TEST_BACKUPS"

func TestMain(m *testing.M) {
	root := os.Getenv(variable)
	if root == "" {
		os.Exit(m.Run())
	}
	for {
		made, err := backups(root, backup.Options{Keep: 3}).Make(context.Background(), name)
		if err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		fmt.Println(made.ID())
	}
}

const name = "monday"

func at(dir string) backup.Driver { return sqlite.New(dir) }

// backups are those of the saves in root/saves.
func backups(root string, opts backup.Options) *backup.Backups {
	opts.Dir = filepath.Join(root, "backups")
	return backup.New(at(filepath.Join(root, "saves")), at, opts)
}

func saves(root string) *persistence.Store {
	return persistence.New(sqlite.New(filepath.Join(root, "saves")), nil)
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// begun is a save with so many turns, open.
func begun(t testing.TB, root string, turns int) *persistence.Save {
	t.Helper()
	save := must[*persistence.Save](t)(saves(root).Create(t.Context(), name, "p-1"))
	for i := range turns {
		append1(t, save, event.Position(i))
	}
	return save
}

// append1 appends a turn of one event, with a row and a document.
func append1(t testing.TB, save *persistence.Save, tip event.Position) {
	t.Helper()
	_, err := save.Append(t.Context(), turnAfter(tip))
	if err != nil {
		t.Fatal(err)
	}
}

func turnAfter(tip event.Position) persistence.Batch {
	return persistence.Batch{
		Branch: event.Trunk, Expected: tip, Turn: event.TurnID(fmt.Sprint("turn-", tip)),
		Events: []event.Event{{Kind: event.TimePassed, Actor: event.EngineSelf, Moment: event.Moment{Sequence: 1}, Data: event.Data{"minutes": int64(tip)}}},
		Rows: []persistence.Change{{Op: persistence.OpStore, Row: persistence.Row{
			Kind: persistence.Memory, Key: persistence.Key(fmt.Sprint("m-", tip)), Knower: event.Everyone, Text: fmt.Sprintf("lamp %d", tip),
		}}},
	}
}

// told is all that a save says.
func told(ctx context.Context, store *persistence.Store, name string) (string, error) {
	save, err := store.Open(ctx, name, persistence.Writing)
	if err != nil {
		return "", err
	}
	defer save.Close()
	if err := save.Verify(ctx); err != nil {
		return "", err
	}
	said := string(save.Playthrough())
	for record, err := range save.Events(ctx, save.At(event.Trunk), 0) {
		if err != nil {
			return "", err
		}
		said += " " + record.Hash.String()
	}
	found, err := save.ExactMatch(ctx, persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: event.Everyone})
	for _, f := range found {
		said += " " + f.Row.Text
	}
	return said, err
}

// A backup is what the save was when it was made, and can be had back under any name that is free,
// whatever an earlier save of that name has left.
func TestBackupAndRestore(t *testing.T) {
	root := t.TempDir()
	save := begun(t, root, 20)
	b := backups(root, backup.Options{})
	made := must[backup.Backup](t)(b.Make(t.Context(), name))
	append1(t, save, 20) // after it
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Restore(t.Context(), made, name); !errors.Is(err, persistence.ErrExists) {
		t.Errorf("over a save it is restored: %v", err)
	}
	info := must[persistence.Info](t)(b.Restore(t.Context(), made, "again"))
	if info.Position != 20 || info.Playthrough != "p-1" {
		t.Errorf("restored is %+v", info)
	}
	was := must[string](t)(told(t.Context(), saves(root), "again"))
	if n := strings.Count(was, "lamp"); n != 20 {
		t.Errorf("it tells of %d lamps", n)
	}
	t.Run("with all that a save that is gone has left beside its name", func(t *testing.T) {
		dir := filepath.Join(root, "saves")
		wal := leftBehind(t)
		for _, left := range []string{"-wal", "-shm", "-journal"} {
			must[int](t)(0, os.WriteFile(filepath.Join(dir, "gone.sqlite"+left), wal, 0o600))
		}
		must[int](t)(0, os.WriteFile(filepath.Join(dir, "gone.anchor"), []byte(strings.Repeat("x", 40)), 0o600))
		must[persistence.Info](t)(b.Restore(t.Context(), made, "gone"))
		if got := must[string](t)(told(t.Context(), saves(root), "gone")); got != was {
			t.Errorf("got %.200s\nwant %.200s", got, was)
		}
	})
	t.Run("and so is a save that is begun", func(t *testing.T) {
		must[int](t)(0, os.WriteFile(filepath.Join(root, "saves", "new.sqlite-wal"), leftBehind(t), 0o600))
		save := must[*persistence.Save](t)(saves(root).Create(t.Context(), "new", "p-2"))
		if tip, _, err := save.Tip(t.Context(), event.Trunk); tip != 0 || err != nil {
			t.Errorf("it has %d events already (%v)", tip, err)
		}
		must[int](t)(0, save.Close())
	})
}

// leftBehind is the write-ahead log of a save that was killed.
func leftBehind(t *testing.T) []byte {
	t.Helper()
	root := t.TempDir()
	save := begun(t, root, 10)
	defer save.Close()
	wal := must[[]byte](t)(os.ReadFile(filepath.Join(root, "saves", name+".sqlite-wal")))
	if len(wal) == 0 {
		t.Fatal("nothing waits beside it")
	}
	return wal
}

// A clock is what the test says.
type clock struct{ now time.Time }

func (c *clock) tell() time.Time { return c.now }

// The latest are kept, of each save by itself, and no backup goes for one that is not whole.
func TestRotation(t *testing.T) {
	root := t.TempDir()
	save := begun(t, root, 3)
	must[int](t)(0, save.Close())
	hour := &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	b := backups(root, backup.Options{Keep: 3, Now: hour.tell})
	other := must[*persistence.Save](t)(saves(root).Create(t.Context(), "monday-two", "p-2"))
	must[int](t)(0, other.Close())
	must[backup.Backup](t)(b.Make(t.Context(), "monday-two"))
	for range 5 {
		hour.now = hour.now.Add(time.Hour)
		must[backup.Backup](t)(b.Make(t.Context(), name))
	}
	ids := func(name string) (ids []string) {
		for _, of := range must[[]backup.Backup](t)(b.List(name)) {
			ids = append(ids, of.ID())
		}
		return ids
	}
	want := "[20260301T170000.000Z 20260301T160000.000Z 20260301T150000.000Z]"
	if got := fmt.Sprint(ids(name)); got != want {
		t.Errorf("kept are %s, want %s", got, want)
	}
	if got := len(ids("monday-two")); got != 1 {
		t.Errorf("another save has %d backups", got)
	}
	spoil(t, filepath.Join(root, "saves", name+".sqlite"))
	hour.now = hour.now.Add(time.Hour)
	if made, err := b.Make(t.Context(), name); !errors.Is(err, persistence.ErrCorrupt) {
		t.Errorf("a save that is damaged is backed up: %v, %v", made, err)
	}
	if got := fmt.Sprint(ids(name)); got != want {
		t.Errorf("then kept are %s, want %s", got, want)
	}
	if entries := must[[]os.DirEntry](t)(os.ReadDir(filepath.Join(root, "backups"))); len(entries) != 4 {
		t.Errorf("left beside them is %v", entries)
	}
	if n, err := b.Drop(name); n != 3 || err != nil || len(ids(name)) != 0 || len(ids("monday-two")) != 1 {
		t.Errorf("dropped are %d (%v), and there are %v and %v", n, err, ids(name), ids("monday-two"))
	}
}

// spoil changes what an event says, where no page of SQLite's shows it.
func spoil(t *testing.T, path string) {
	t.Helper()
	data := must[[]byte](t)(os.ReadFile(path))
	at := bytes.LastIndex(data, []byte("lamp 2"))
	if at < 0 {
		t.Fatal("there is no row")
	}
	data[at] = 'd'
	must[int](t)(0, os.WriteFile(path, data, 0o600))
}

// The next is due a while after the last, or after the save was begun; one that a wrong clock has
// put into the future puts nothing off, and is not held for the last.
func TestDue(t *testing.T) {
	root := t.TempDir()
	must[int](t)(0, begun(t, root, 1).Close())
	day := &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	b := backups(root, backup.Options{Every: time.Hour, Keep: 5, Now: day.tell})
	due := func() time.Time { return must[time.Time](t)(b.Due(name, day.now.Add(-30*time.Minute))) }
	if got := due(); !got.Equal(day.now.Add(30 * time.Minute)) {
		t.Errorf("the first is due at %v", got)
	}
	day.now = day.now.Add(48 * time.Hour)
	must[backup.Backup](t)(b.Make(t.Context(), name))
	if got := due(); !got.Equal(day.now.Add(time.Hour)) {
		t.Errorf("the second is due at %v, and it is %v", got, day.now)
	}
	day.now = day.now.Add(-24 * time.Hour)
	if got := due(); !got.Equal(day.now.Add(30 * time.Minute)) {
		t.Errorf("before the last was made the next is due at %v, and it is %v", got, day.now)
	}
}

// Whatever else lies in the directory is left alone and taken for nothing.
func TestStrangersAmongBackups(t *testing.T) {
	root := t.TempDir()
	must[int](t)(0, begun(t, root, 1).Close())
	b := backups(root, backup.Options{Keep: 1})
	made := must[backup.Backup](t)(b.Make(t.Context(), name))
	dir := filepath.Join(root, "backups")
	strangers := []string{"monday.backup", "monday.20260301T120000.000Z", "monday.20260301T120000.000Z.backup.old", "monday.2026.backup",
		"Monday.20260301T120000.000Z.backup", "..20260301T120000.000Z.backup", "monday.20261301T120000.000Z.backup", "notes.txt"}
	for _, stranger := range strangers {
		must[int](t)(0, os.WriteFile(filepath.Join(dir, stranger), []byte("mine"), 0o600))
	}
	must[int](t)(0, os.Mkdir(filepath.Join(dir, "monday.20260301T120000.000Z.backup"), 0o700))
	all := must[[]backup.Backup](t)(b.List(""))
	if len(all) != 1 || all[0].ID() != made.ID() {
		t.Errorf("listed are %v", all)
	}
	must[backup.Backup](t)(b.Make(t.Context(), name))
	for _, stranger := range strangers {
		if data, err := os.ReadFile(filepath.Join(dir, stranger)); string(data) != "mine" {
			t.Errorf("%s: %v", stranger, err)
		}
	}
	for _, hostile := range []string{"", "..", "../saves/monday", "a/b", "Monday"} {
		if _, err := b.Find(hostile, ""); !errors.Is(err, persistence.ErrInvalid) {
			t.Errorf("%q: found, %v", hostile, err)
		}
		if _, err := b.Make(t.Context(), hostile); !errors.Is(err, persistence.ErrInvalid) {
			t.Errorf("%q: made, %v", hostile, err)
		}
		if _, err := b.Restore(t.Context(), made, hostile); !errors.Is(err, persistence.ErrInvalid) {
			t.Errorf("%q: restored, %v", hostile, err)
		}
	}
	if _, err := b.Find(name, "20260301T120000.000Z"); !errors.Is(err, persistence.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

// A save that is written all the time is backed up again and again: each backup is whole, and has
// all that was acknowledged before it was begun.
func TestBackupsOfASaveInPlay(t *testing.T) {
	const each = 20 // of one save, so that reading it does not take ever longer
	count, least := test.Durably(600), 0
	for done := 0; done < count; done += each {
		root := t.TempDir()
		save := begun(t, root, 1)
		b := backups(root, backup.Options{Keep: each})
		var acknowledged atomic.Int64
		acknowledged.Store(1)
		stop, ended := make(chan struct{}), make(chan error, 1)
		go func() { // ends with stop
			for tip := event.Position(1); ; tip++ {
				select {
				case <-stop:
					ended <- nil
					return
				default:
				}
				if _, err := save.Append(context.Background(), turnAfter(tip)); err != nil {
					ended <- err
					return
				}
				acknowledged.Store(int64(tip) + 1)
			}
		}()
		for range min(each, count-done) {
			before := acknowledged.Load()
			made := must[backup.Backup](t)(b.Make(t.Context(), name))
			info := must[persistence.Info](t)(b.Check(t.Context(), made))
			if int64(info.Position) < before {
				t.Errorf("acknowledged were %d, and the backup has %d", before, info.Position)
			}
			least = max(least, int(info.Position))
		}
		close(stop)
		must[int](t)(0, errors.Join(<-ended, save.Close()))
	}
	t.Logf("%d backups of saves in play, of up to %d turns: all whole", count, least)
	if least < 10 {
		t.Error("nothing was written meanwhile")
	}
}

// A backup of which a bit is another or that is cut off is refused, or restores what it was made
// of; a check says the same, and where it is refused there is no save.
func TestDamagedBackups(t *testing.T) {
	root := t.TempDir()
	must[int](t)(0, begun(t, root, 40).Close())
	b := backups(root, backup.Options{Temp: t.TempDir()})
	made := must[backup.Backup](t)(b.Make(t.Context(), name))
	want := must[string](t)(told(t.Context(), saves(root), name))
	path := filepath.Join(root, "backups", name+"."+made.ID()+".backup")
	good := must[[]byte](t)(os.ReadFile(path))
	random := rand.New(rand.NewPCG(11, 12))
	flips, cuts, refused := test.Durably(2000), test.Durably(500), 0
	for i := range flips + cuts {
		damaged := bytes.Clone(good)
		if place := random.IntN(len(damaged)); i < flips {
			damaged[place] ^= 1 << random.IntN(8)
		} else {
			damaged = damaged[:place]
		}
		must[int](t)(0, os.WriteFile(path, damaged, 0o600))
		_, checked := b.Check(t.Context(), made)
		_, err := b.Restore(t.Context(), made, "again")
		if (checked == nil) != (err == nil) {
			t.Fatalf("damage %d: the check says %v, and restoring it %v", i, checked, err)
		}
		if err != nil {
			refused++
			if _, err := os.Lstat(filepath.Join(root, "saves", "again.sqlite")); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("damage %d: it is refused, and there is a save", i)
			}
			continue
		}
		if got, err := told(t.Context(), saves(root), "again"); got != want {
			t.Fatalf("damage %d restores something else (%v)", i, err)
		}
		must[int](t)(0, saves(root).Delete(t.Context(), "again"))
	}
	t.Logf("%d backups with another bit, %d cut off: %d refused, %d restored as they were", flips, cuts, refused, flips+cuts-refused)
	if refused == 0 {
		t.Error("the test damages nothing")
	}
	must[int](t)(0, os.Remove(path))
	if _, err := b.Check(t.Context(), made); !errors.Is(err, persistence.ErrNotFound) {
		t.Errorf("one that is gone: %v", err)
	}
}

// A program that makes backups is killed at any moment: those that are there are whole, the latest
// that it spoke of among them, and what it left is gone after the next.
func TestKilledBackups(t *testing.T) {
	root := t.TempDir()
	must[int](t)(0, begun(t, root, 60).Close())
	want := must[string](t)(told(t.Context(), saves(root), name))
	b := backups(root, backup.Options{Keep: 3})
	random := rand.New(rand.NewPCG(13, 14))
	kills := test.Durably(200)
	for i := range kills {
		said := killed(t, root, 1+random.IntN(3), time.Duration(random.IntN(30_000))*time.Microsecond)
		all := must[[]backup.Backup](t)(b.List(name))
		if len(all) == 0 || all[0].ID() < said || len(all) > 4 {
			t.Fatalf("kill %d: it said %q, and there are %v", i, said, all)
		}
		for _, of := range all {
			must[persistence.Info](t)(b.Check(t.Context(), of))
		}
	}
	must[backup.Backup](t)(b.Make(t.Context(), name))
	if entries := must[[]os.DirEntry](t)(os.ReadDir(filepath.Join(root, "backups"))); len(entries) != 3 {
		t.Errorf("left is %v", entries)
	}
	if got := must[string](t)(told(t.Context(), saves(root), name)); got != want {
		t.Error("the save is another")
	}
	t.Logf("%d kills", kills)
}

// killed has a program make backups, kills it a moment after it has said so many, and gives the
// last.
func killed(t *testing.T, root string, after int, moment time.Duration) (last string) {
	t.Helper()
	program := must[string](t)(os.Executable())
	command := exec.Command(program)
	command.Env = append(os.Environ(), variable+"="+root)
	output, err := command.StdoutPipe()
	must[int](t)(0, err)
	must[int](t)(0, command.Start())
	lines := bufio.NewScanner(output)
	for n := 1; lines.Scan(); n++ {
		if last = lines.Text(); strings.HasPrefix(last, "error") {
			t.Fatal(last)
		}
		if n == after {
			<-time.After(moment) // the random moment
			_ = command.Process.Kill()
		}
	}
	_ = command.Wait() // it was killed
	return last
}
