package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/postgres"
	"github.com/narratoria/narratoria/persistence/postgres/pgtest"
	"github.com/narratoria/narratoria/story/event"
)

const saveName = "monday"

// batch is one turn of an event that says its own name.
func batch(turn string, expected event.Position) persistence.Batch {
	return persistence.Batch{Branch: event.Trunk, Expected: expected, Turn: event.TurnID(turn), Events: []event.Event{{
		Kind: event.Happened, Actor: event.EngineSelf, Moment: event.Moment{Sequence: 1}, Perception: &event.Perception{}, Data: event.Data{"text": turn},
	}}}
}

// saves opens one save through so many drivers, each as another server has it.
func saves(t *testing.T, servers int, address string) (all []*persistence.Save, drivers []*postgres.Driver) {
	t.Helper()
	for n := range servers {
		driver := open(t, address)
		store := persistence.New(driver, nil)
		var save *persistence.Save
		var err error
		if n == 0 {
			save, err = store.Create(t.Context(), saveName, "p-1")
		} else {
			save, err = store.Open(t.Context(), saveName, persistence.Writing)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = save.Close() })
		all, drivers = append(all, save), append(drivers, driver)
	}
	return all, drivers
}

// written are the texts of the trunk, in order.
func written(t *testing.T, save *persistence.Save) (texts []string) {
	t.Helper()
	for record, err := range save.Events(t.Context(), save.At(event.Trunk), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if record.Position != event.Position(len(texts)+1) {
			t.Fatalf("position %d comes after %d", record.Position, len(texts))
		}
		texts = append(texts, record.Event.Text("text"))
	}
	return texts
}

// An attempt is an append where a branch was believed to be.
type attempt struct {
	expected event.Position
	turn     string
}

// register is a log as its appends see it: one whose place is right goes in, any other changes nothing.
var register = porcupine.Model{
	Init: func() any { return event.Position(0) },
	Step: func(state, input, output any) (bool, any) {
		tip, expected, appended := state.(event.Position), input.(attempt).expected, output.(bool)
		if appended {
			return tip == expected, tip + 1
		}
		return tip != expected, tip
	},
}

// Of many who append at once by four servers, each event has one position and none is missing; what
// was answered could have come one after the other in the order of the clock; and who follows sees
// each event once, in order.
func TestFourServers(t *testing.T) {
	s, schema := server(t)
	const servers, writers = 4, 64
	all, drivers := saves(t, servers, s.Address(schema))
	appends := soak.Count(10_000)

	var followed []string
	following, stop := context.WithCancel(t.Context())
	defer stop()
	followedAll := make(chan error, 1)
	reader, err := persistence.New(drivers[3], nil).Open(t.Context(), saveName, persistence.Reading)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	go func() {
		followedAll <- drivers[3].Follow(following, saveName, func() error {
			for record, err := range reader.Events(following, reader.At(event.Trunk), event.Position(len(followed))) {
				if err != nil {
					return err
				}
				followed = append(followed, record.Event.Text("text"))
			}
			if len(followed) >= appends {
				return errAll
			}
			return nil
		})
	}()

	began := time.Now()
	var left atomic.Int64
	left.Store(int64(appends))
	var mu sync.Mutex
	var history []porcupine.Operation
	var working sync.WaitGroup
	for n := range writers {
		working.Go(func() {
			save := all[n%servers]
			for try := 0; ; try++ {
				tip, _, err := save.Tip(t.Context(), event.Trunk)
				if err != nil {
					t.Error(err)
					return
				}
				if int64(tip) >= int64(appends) {
					return
				}
				a := attempt{tip, fmt.Sprintf("%d-%d", n, try)}
				called := time.Since(began)
				_, err = save.Append(t.Context(), batch(a.turn, a.expected))
				returned := time.Since(began)
				if err != nil && !errors.Is(err, persistence.ErrConflict) {
					t.Error(err)
					return
				}
				mu.Lock()
				history = append(history, porcupine.Operation{ClientId: n, Input: a, Output: err == nil, Call: int64(called), Return: int64(returned)})
				mu.Unlock()
			}
		})
	}
	working.Wait()
	if err := <-followedAll; !errors.Is(err, errAll) {
		t.Fatal(err)
	}
	texts := written(t, all[0])
	conflicts := 0
	once := make(map[string]bool)
	for _, op := range history {
		if !op.Output.(bool) {
			conflicts++
			continue
		}
		a := op.Input.(attempt)
		if once[a.turn] || texts[a.expected] != a.turn {
			t.Fatalf("%s was acknowledged behind position %d, where %s is", a.turn, a.expected, texts[a.expected])
		}
		once[a.turn] = true
	}
	if len(once) != len(texts) || len(texts) < appends {
		t.Errorf("%d were acknowledged, %d are there, of %d", len(once), len(texts), appends)
	}
	for i, text := range followed {
		if texts[i] != text {
			t.Fatalf("who follows has %s as its event %d, which is %s", text, i+1, texts[i])
		}
	}
	if result := porcupine.CheckOperationsTimeout(register, history, time.Minute); result != porcupine.Ok {
		t.Errorf("the history is not one of appends one after the other: %v", result)
	}
	if err := all[0].Verify(t.Context()); err != nil {
		t.Error(err)
	}
	t.Logf("%d appends, %d conflicts, %.0f appends a second", len(texts), conflicts, float64(len(texts))/time.Since(began).Seconds())
}

var errAll = errors.New("all are there")

// Whoever appends meets no error while the server is killed and its connections are cut, and of what was
// acknowledged nothing is missing, nor anything there twice.
func TestBrokenConnections(t *testing.T) {
	installed := soak.NeedEnv(t, "NARRATORIA_POSTGRES")
	for name, points := range map[string]int{"cut": 100, "killed": 100} {
		t.Run(name, func(t *testing.T) {
			own, err := pgtest.Start(installed)
			if err != nil {
				t.Fatal(err)
			}
			defer own.Stop()
			proxy, err := own.NewProxy()
			if err != nil {
				t.Fatal(err)
			}
			defer proxy.Close()
			all, _ := saves(t, 2, proxy.Address("stories"))
			dice := rand.New(rand.NewPCG(7, uint64(points)))

			stop := make(chan struct{})
			var working sync.WaitGroup
			acknowledged := make([][]string, 6)
			told := make(chan struct{}, 1) // after each append, if nobody was told of one before
			for n := range acknowledged {
				working.Go(func() {
					for i := 0; ; i++ {
						select {
						case <-stop:
							return
						default:
						}
						turn := fmt.Sprintf("%d-%d", n, i)
						if err := insist(t.Context(), all[n%len(all)], turn); err != nil {
							t.Error(err)
							return
						}
						acknowledged[n] = append(acknowledged[n], turn)
						select {
						case told <- struct{}{}:
						default:
						}
						// To make it twice would be refused.
						if err := all[n%len(all)].Control(t.Context(), made(turn)); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			for range soak.Count(points) {
				for range 2 { // appends, of which the first may be from before: a server that is killed amid its start would be killed for ever
					select {
					case <-told:
					case <-time.After(2 * postgres.Patience):
						t.Error("nobody has appended anything")
					}
				}
				time.Sleep(time.Duration(dice.Int64N(int64(100 * time.Millisecond)))) // any moment will do
				if name == "cut" {
					proxy.Cut()
				} else if err := errors.Join(own.Kill(), own.Restart()); err != nil {
					t.Fatal(err)
				}
			}
			close(stop)
			working.Wait()
			there := make(map[string]int)
			for _, text := range written(t, all[0]) {
				there[text]++
			}
			count := 0
			for _, turns := range acknowledged {
				for _, turn := range turns {
					count++
					if there[turn] != 1 {
						t.Errorf("%s was acknowledged, and is there %d times", turn, there[turn])
					}
				}
			}
			if count != len(there) { // nobody was told of an error
				t.Errorf("%d were acknowledged, %d are there", count, len(there))
			}
			if err := all[0].Verify(t.Context()); err != nil {
				t.Error(err)
			}
			t.Logf("%d appends", count)
		})
	}
}

// made is the making of a branch.
func made(name string) event.Control {
	return event.Control{Kind: event.BranchMade, Branch: event.BranchID(name), Parent: event.Trunk, At: 1}
}

// A transaction whose commit is not answered is neither lost nor made twice, whether the server had
// the commit or not.
func TestUnansweredCommit(t *testing.T) {
	s, schema := server(t)
	proxy, err := s.NewProxy()
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	all, _ := saves(t, 1, proxy.Address(schema))
	save := all[0]
	if _, err := save.Append(t.Context(), batch("one", 0)); err != nil {
		t.Fatal(err)
	}
	for n, passed := range []bool{true, false, true} {
		done := proxy.CutAt("commit", passed)
		if err := save.Control(t.Context(), made(fmt.Sprint("branch-", n))); err != nil {
			t.Errorf("the server has it %t: %v", passed, err)
		}
		select {
		case <-done:
		default:
			t.Error("nothing was cut")
		}
		tree, err := save.Tree(t.Context())
		if err != nil || len(tree.Branches()) != n+2 {
			t.Errorf("%d branches, %v", len(tree.Branches()), err)
		}
	}
}

// A save that is open to write is not deleted by others, also after the connection that says so broke.
func TestLocksAreTakenAgain(t *testing.T) {
	s, schema := server(t)
	proxy, err := s.NewProxy()
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	all, _ := saves(t, 1, proxy.Address(schema))
	other := persistence.New(open(t, s.Address(schema)), nil)
	for n := range 3 {
		if _, err := all[0].Append(t.Context(), batch(fmt.Sprint(n), event.Position(n))); err != nil {
			t.Fatal(err)
		}
		if err := other.Delete(t.Context(), saveName); !errors.Is(err, persistence.ErrLocked) {
			t.Errorf("got %v", err)
		}
		proxy.Cut()
	}
	if err := all[0].Close(); err != nil {
		t.Fatal(err)
	}
	var deleted error
	for until := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) { // until the server has noticed that nobody is there
		if deleted = other.Delete(t.Context(), saveName); !errors.Is(deleted, persistence.ErrLocked) || time.Now().After(until) {
			break
		}
	}
	if deleted != nil {
		t.Error(deleted)
	}
}

// A reading whose connection breaks gives each event once, in order, whoever writes meanwhile; what
// its caller says is an error of the caller's, and nothing is read again for it.
func TestBrokenReading(t *testing.T) {
	s, schema := server(t)
	proxy, err := s.NewProxy()
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	driver := open(t, proxy.Address(schema))
	read, err := persistence.New(driver, nil).Create(t.Context(), saveName, "p-1")
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	direct, err := persistence.New(open(t, s.Address(schema)), nil).Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close()
	const events = 100
	for n := range events {
		if err := insist(t.Context(), direct, fmt.Sprint(n)); err != nil {
			t.Fatal(err)
		}
	}
	count := 0
	for record, err := range read.Events(t.Context(), read.At(event.Trunk), 0) {
		if err != nil {
			t.Fatalf("after %d events: %v", count, err)
		}
		if text := record.Event.Text("text"); text != fmt.Sprint(count) {
			t.Fatalf("%s stands at %d", text, count)
		}
		if count++; count == 4 { // there is more to be fetched
			if err := insist(t.Context(), direct, fmt.Sprint(events)); err != nil {
				t.Fatal(err)
			}
			proxy.Cut()
		}
	}
	if count != events+1 {
		t.Errorf("%d events", count)
	}

	file, err := driver.Open(t.Context(), saveName, persistence.Reading)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	calls := 0
	err = file.View(t.Context(), func(persistence.Reader) error {
		calls++
		return io.ErrUnexpectedEOF // of something else
	})
	if calls != 1 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// insist appends where the trunk ends, whoever else does.
func insist(ctx context.Context, save *persistence.Save, turn string) error {
	for {
		tip, _, err := save.Tip(ctx, event.Trunk)
		if err != nil {
			return err
		}
		if _, err = save.Append(ctx, batch(turn, tip)); !errors.Is(err, persistence.ErrConflict) {
			return err
		}
	}
}
