package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// While some write, others read, here and in another process, and the write-ahead log is
// brought into the save in every way there is, all without a pause: for half an hour in
// the whole count. Nobody meets an error, and nothing is damaged.
func TestCheckpointsWhileAllPlay(t *testing.T) {
	length := 3 * time.Second
	if soak.Whole() {
		length = 30 * time.Minute
	}
	began, turns, rounds := time.Now(), 0, 0
	var all counted
	for ; rounds == 0 || time.Since(began) < length; rounds++ {
		did, err := stress(t, turnsOfRound, nil)
		if err != nil {
			t.Fatalf("round %d: %v", rounds+1, err)
		}
		turns += turnsOfRound
		all.read, all.checked, all.checkpoints = all.read+did.read, all.checked+did.checked, all.checkpoints+did.checkpoints
	}
	t.Logf("%v: %d saves, %d turns written, %d times read whole, %d times checked whole, %d checkpoints",
		time.Since(began).Round(time.Second), rounds, turns, all.read, all.checked, all.checkpoints)
}

// The stress can fail: a page of the save that is put back to what it was, as after a
// checkpoint that took it from the wrong end of the log, is found.
func TestCheckpointsWhileAllPlayNotices(t *testing.T) {
	for try := range 20 {
		if _, err := stress(t, turnsOfRound, putPagesBack); err != nil {
			if strings.Contains(err.Error(), "locked") {
				t.Errorf("what is found is something else: %v", err)
			}
			t.Logf("found in round %d: %v", try+1, err)
			return
		}
	}
	t.Error("pages were put back in 20 rounds, and nothing was missed")
}

const turnsOfRound = 150

// counted is what was done beside writing.
type counted struct{ read, checked, checkpoints int }

// stress writes a save of so many turns amid all that, and looks through what it left.
func stress(t *testing.T, turns int, also func(ctx context.Context, path string) error) (did counted, err error) {
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		return did, err
	}
	defer os.RemoveAll(dir) // there may be thousands of them
	save, err := persistence.New(sqlite.New(dir), nil).Create(t.Context(), saveName, "p-1")
	if err != nil {
		return did, err
	}
	defer save.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	done, written := make(chan struct{}), make(chan struct{}, 1)
	var others, writers sync.WaitGroup
	// again does something until the last turn is written, and counts.
	again := func(count *int, do func() error) {
		others.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-ctx.Done():
					return
				default:
				}
				if err := do(); err != nil {
					cancel(err)
					return
				}
				*count++
			}
		})
	}
	path := filepath.Join(dir, saveName+".sqlite")
	var also2 counted // what two do is counted apart
	again(&did.read, func() error { return readWhole(ctx, save) })
	again(&also2.read, func() error { return readWhole(ctx, save) })
	again(&did.checked, func() error { return save.Verify(ctx) })
	again(&did.checkpoints, checkpoint(ctx, path, 1, written, done))
	again(&also2.checkpoints, checkpoint(ctx, path, 2, written, done))
	if also != nil {
		others.Go(func() {
			until, stop := context.WithCancel(ctx)
			defer stop()
			go func() { <-done; stop() }()
			if err := also(until, path); err != nil {
				cancel(err)
			}
		})
	}
	stranger, end, err := look(t, dir)
	if err != nil {
		return did, err
	}
	for range 4 { // who is late with a turn is told that it is written
		writers.Go(func() {
			for tip := event.Position(0); int(tip) < turns*eventsOfTurn; {
				receipt, err := save.Append(ctx, turnAfter(tip))
				if err != nil {
					cancel(fmt.Errorf("write: %w", err))
					return
				}
				tip = receipt.Last
				select {
				case written <- struct{}{}:
				default:
				}
			}
		})
	}
	writers.Wait()
	close(done)
	others.Wait()
	_ = end.Close()
	if err := stranger.Wait(); err != nil {
		cancel(fmt.Errorf("who reads in another process: %w", err))
	}
	did.read, did.checkpoints = did.read+also2.read, did.checkpoints+also2.checkpoints
	if err := errors.Join(context.Cause(ctx), save.Close()); err != nil {
		return did, err
	}
	return did, examine(t.Context(), dir, event.Position(turns*eventsOfTurn))
}

func readWhole(ctx context.Context, save *persistence.Save) error {
	tip, _, err := save.Tip(ctx, event.Trunk)
	if err != nil {
		return err
	}
	last := event.Position(0)
	for record, err := range save.Events(ctx, save.At(event.Trunk), 0) {
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		last = record.Position
	}
	if last < tip {
		return fmt.Errorf("the log ended at %d, and now at %d", tip, last)
	}
	_, err = save.ExactMatch(ctx, persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: event.Everyone})
	return err
}

// checkpoint brings the write-ahead log in by a connection of its own, whenever something
// was written: at once it would let nobody write at all. It holds the right to write while
// it waits for readers, so it gives up long before a writer does.
func checkpoint(ctx context.Context, path string, seed uint64, written, done <-chan struct{}) func() error {
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=busy_timeout(50)")
	random := rand.New(rand.NewPCG(8, seed))
	kinds := []string{"PASSIVE", "FULL", "RESTART", "TRUNCATE"}
	context.AfterFunc(ctx, func() { _ = db.Close() })
	return func() error {
		if err != nil {
			return err
		}
		select {
		case <-written:
		case <-done:
			return nil
		case <-ctx.Done():
			return nil
		}
		var busy, pages, moved int
		kind := kinds[random.IntN(len(kinds))]
		if err := db.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+kind+")").Scan(&busy, &pages, &moved); err != nil {
			return fmt.Errorf("checkpoint %s: %w", kind, err)
		}
		return nil
	}
}

// putPagesBack keeps how pages of the save were and writes them again later.
func putPagesBack(ctx context.Context, path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	const page = 4096
	random, were := rand.New(rand.NewPCG(8, 3)), map[int64][]byte{}
	for ctx.Err() == nil {
		info, err := file.Stat()
		if err != nil {
			return err
		}
		at := page * random.Int64N(max(1, info.Size()/page))
		if was := were[at]; was != nil {
			if _, err := file.WriteAt(was, at); err != nil {
				return err
			}
		}
		were[at] = make([]byte, page)
		if _, err := file.ReadAt(were[at], at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return nil
}

// look starts another process that opens the save, reads it whole and closes it, again and
// again until its stdin ends.
func look(t *testing.T, dir string) (*exec.Cmd, io.Closer, error) {
	command := play(t, "look", dir)
	end, err := command.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	return command, end, command.Start()
}

// lookOnAndOn is the role of that process.
func lookOnAndOn(store *persistence.Store) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() { // until the program ends
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	for ctx.Err() == nil {
		save, err := store.Open(ctx, saveName, persistence.Reading)
		if err == nil {
			err = errors.Join(readWhole(ctx, save), save.Close())
		}
		if err != nil && ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "look:", err)
			return err
		}
	}
	return nil
}
