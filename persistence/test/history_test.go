package test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

// A driver that does wrongly now and then, in any of these ways, is found out by what its
// writers were told.
func TestLinearizableNotices(t *testing.T) {
	for name, wrong := range map[string]faults{
		"":                             {},
		"an update is lost":            {writer: func(f *faulty, w persistence.Writer) persistence.Writer { return loses{w} }},
		"a position is not checked":    {writer: func(f *faulty, w persistence.Writer) persistence.Writer { return f.before(w) }},
		"an event is written twice":    {writer: func(f *faulty, w persistence.Writer) persistence.Writer { return doubles{w} }},
		"a turn is forgotten":          {writer: func(f *faulty, w persistence.Writer) persistence.Writer { return forgets{w} }},
		"a look shows what was before": {reader: func(f *faulty, r persistence.Reader) persistence.Reader { return f.before(writerOf{r}) }},
		"a conflict with nobody":       {err: persistence.ErrConflict},
		"the database is locked":       {err: errors.New("database is locked (SQLITE_BUSY)")},
	} {
		t.Run(name, func(t *testing.T) {
			driver := &faultyDriver{Driver: mem.New(), faults: wrong}
			save, err := persistence.New(driver, nil).Create(t.Context(), saveName, playthrough)
			if err != nil {
				t.Fatal(err)
			}
			told, err := contend(t.Context(), save, 30)
			if err == nil {
				err = checkAll(t.Context(), save, told)
			}
			if (err != nil) != (name != "") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// faults are what a driver does wrongly each time that its turn has come.
type faults struct {
	writer func(*faulty, persistence.Writer) persistence.Writer
	reader func(*faulty, persistence.Reader) persistence.Reader
	err    error // of an update
}

type faultyDriver struct {
	persistence.Driver
	faults
}

func (d *faultyDriver) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	file, err := d.Driver.Create(ctx, name, id, fill)
	return &faulty{File: file, faults: d.faults, tips: make(map[event.BranchID][2]persistence.Tip)}, err
}

// faulty is a file that does wrongly every seventh time, once there is something to do
// wrongly with.
type faulty struct {
	persistence.File
	faults

	mu    sync.Mutex
	times int
	tips  map[event.BranchID][2]persistence.Tip // before the last append, and after it
}

func (f *faulty) due() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.times++
	return f.times > 20 && f.times%7 == 0
}

func (f *faulty) View(ctx context.Context, read func(persistence.Reader) error) error {
	if f.reader == nil || !f.due() {
		return f.File.View(ctx, read)
	}
	return f.File.View(ctx, func(r persistence.Reader) error { return read(f.reader(f, r)) })
}

func (f *faulty) Update(ctx context.Context, write func(persistence.Writer) error) error {
	due := f.reader == nil && f.due()
	if due && f.err != nil {
		return f.err
	}
	return f.File.Update(ctx, func(w persistence.Writer) error {
		w = notes{w, f}
		if due && f.writer != nil {
			w = f.writer(f, w)
		}
		return write(w)
	})
}

// notes keeps where branches ended.
type notes struct {
	persistence.Writer
	file *faulty
}

func (n notes) PutTurn(id event.TurnID, r persistence.Receipt) error {
	n.file.mu.Lock()
	defer n.file.mu.Unlock()
	n.file.tips[r.Branch] = [2]persistence.Tip{n.file.tips[r.Branch][1], {Position: r.Last, Hash: r.Head}}
	return n.Writer.PutTurn(id, r)
}

// before is a writer for whom branches end where they ended one append ago.
func (f *faulty) before(w persistence.Writer) persistence.Writer { return past{w, f} }

type past struct {
	persistence.Writer
	file *faulty
}

func (p past) Tip(branch event.BranchID) (persistence.Tip, error) {
	p.file.mu.Lock()
	defer p.file.mu.Unlock()
	return p.file.tips[branch][0], nil
}

// writerOf lets a reader pass for a writer that is never written with.
type writerOf struct{ persistence.Reader }

func (writerOf) PutEvent(persistence.RawEvent) error                { panic("written in a view") }
func (writerOf) PutControl(persistence.RawControl) error            { panic("written in a view") }
func (writerOf) PutTurn(event.TurnID, persistence.Receipt) error    { panic("written in a view") }
func (writerOf) PutRow(persistence.RawRow) error                    { panic("written in a view") }
func (writerOf) PutBlob(persistence.RawBlob) error                  { panic("written in a view") }
func (writerOf) PutVectors(persistence.RawVectors) error            { panic("written in a view") }
func (writerOf) DropVectors(string) error                           { panic("written in a view") }
func (writerOf) PutSummary([]byte) error                            { panic("written in a view") }
func (writerOf) PutSnapshot(persistence.RawSnapshot) error          { panic("written in a view") }
func (writerOf) DropSnapshots(event.BranchID, event.Position) error { panic("written in a view") }
func (writerOf) DropEvents(event.BranchID, event.Position) error    { panic("written in a view") }
func (writerOf) DropTurns(event.BranchID) error                     { panic("written in a view") }
func (writerOf) DropRow(persistence.RawRow) error                   { panic("written in a view") }
func (writerOf) DropBlob(event.Hash) error                          { panic("written in a view") }

// loses writes nothing and says that it did.
type loses struct{ persistence.Writer }

func (loses) PutEvent(persistence.RawEvent) error             { return nil }
func (loses) PutTurn(event.TurnID, persistence.Receipt) error { return nil }

type doubles struct{ persistence.Writer }

func (d doubles) PutEvent(raw persistence.RawEvent) error {
	return errors.Join(d.Writer.PutEvent(raw), d.Writer.PutEvent(raw))
}

type forgets struct{ persistence.Writer }

func (forgets) Turn(event.TurnID) (persistence.Receipt, bool, error) {
	return persistence.Receipt{}, false, nil
}
