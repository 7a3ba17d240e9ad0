package mem

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A file is one opening of a save.
type file struct {
	driver *Driver
	save   *save
	mode   persistence.Mode
	closed atomic.Bool
}

func (f *file) Playthrough() event.PlaythroughID { return f.save.id }

func (f *file) usable(ctx context.Context) error {
	if f.closed.Load() {
		return fs.ErrClosed
	}
	return ctx.Err()
}

func (f *file) View(ctx context.Context, read func(persistence.Reader) error) error {
	if err := f.usable(ctx); err != nil {
		return err
	}
	return read(reader{f.save.snapshot()})
}

func (f *file) Update(ctx context.Context, write func(persistence.Writer) error) error {
	if f.mode != persistence.Writing {
		return persistence.ErrReadOnly
	}
	f.save.writing.Lock()
	defer f.save.writing.Unlock()
	if err := f.usable(ctx); err != nil {
		return err
	}
	tx := begin(f.save.snapshot())
	if err := write(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	f.save.commit(tx)
	return nil
}

// Anchor and SetAnchor keep it beside what is saved, though nobody copies that.
func (f *file) Anchor() []byte {
	if data := f.save.anchor.Load(); data != nil {
		return *data
	}
	return nil
}

func (f *file) SetAnchor(data []byte) {
	if f.mode == persistence.Writing {
		data = bytes.Clone(data)
		f.save.anchor.Store(&data)
	}
}

// Check finds nothing: memory is trusted.
func (f *file) Check(ctx context.Context) error { return f.usable(ctx) }

func (f *file) Close() error {
	if !f.closed.Swap(true) && f.mode == persistence.Writing {
		f.driver.mu.Lock()
		defer f.driver.mu.Unlock()
		f.save.played = false
	}
	return nil
}

// A reader reads a state that nobody changes.
type reader struct{ state }

func (r reader) Events(branch event.BranchID, after, to event.Position) iter.Seq2[persistence.RawEvent, error] {
	list := r.events[branch]
	from := sort.Search(len(list), func(i int) bool { return list[i].Position > after })
	end := sort.Search(len(list), func(i int) bool { return list[i].Position > to })
	return all(list[min(from, end):end])
}

func (r reader) Tip(branch event.BranchID) (persistence.Tip, error) {
	list := r.events[branch]
	if len(list) == 0 {
		return persistence.Tip{}, nil
	}
	last := list[len(list)-1]
	return persistence.Tip{Position: last.Position, Hash: last.Hash}, nil
}

func (r reader) Count(branch event.BranchID) (int64, error) {
	return int64(len(r.events[branch])), nil
}

func (r reader) Control(after int64) iter.Seq2[persistence.RawControl, error] {
	return all(r.control[min(int(after), len(r.control)):])
}

func (r reader) Turn(id event.TurnID) (persistence.Receipt, bool, error) {
	receipt, found := r.turns.get(id, r.commit)
	return receipt, found, nil
}

func (r reader) LastTurn(branch event.BranchID) (persistence.Receipt, bool, error) {
	receipt, found := r.latest[branch]
	return receipt, found, nil
}

func (r reader) Turns(branch event.BranchID) iter.Seq2[persistence.RawTurn, error] {
	var list []persistence.RawTurn
	for id, receipt := range r.turns.all(r.commit) {
		if receipt.Branch == branch {
			list = append(list, persistence.RawTurn{ID: id, Receipt: receipt})
		}
	}
	slices.SortFunc(list, func(a, b persistence.RawTurn) int { return cmp.Compare(a.Last, b.Last) })
	return all(list)
}

func (r reader) Rows(kind persistence.RowKind, after persistence.Ordinal) iter.Seq2[persistence.RawRow, error] {
	list := r.rows[kind]
	return all(list[sort.Search(len(list), func(i int) bool { return list[i].Ordinal > after }):])
}

func (r reader) HasBlob(sum event.Hash) (bool, error) {
	_, found := r.blobs.get(sum, r.commit)
	return found, nil
}

func (r reader) Blob(sum event.Hash) (persistence.RawBlob, error) {
	raw, found := r.blobs.get(sum, r.commit)
	if !found {
		return raw, fmt.Errorf("blob %s %w", sum, persistence.ErrNotFound)
	}
	raw.Bytes = bytes.Clone(raw.Bytes)
	return raw, nil
}

func (r reader) Summary() ([]byte, error) { return bytes.Clone(r.summary), nil }

func (r reader) Vectors(model string) iter.Seq2[persistence.RawVectors, error] {
	return func(yield func(persistence.RawVectors, error) bool) {
		for of, raw := range r.vectors {
			if of.model == model && !yield(raw, nil) {
				return
			}
		}
	}
}

func (r reader) VectorsOf(model string, text event.Hash) (persistence.RawVectors, bool, error) {
	raw, there := r.vectors[vectorsOf{model, text}]
	return raw, there, nil
}

func (r reader) Snapshots(branch event.BranchID) iter.Seq2[persistence.RawSnapshot, error] {
	list := slices.Clone(r.shots[branch])
	for i := range list {
		list[i].Bytes = bytes.Clone(list[i].Bytes)
	}
	slices.Reverse(list)
	return all(list)
}

func all[T any](list []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, item := range list {
			if !yield(item, nil) {
				return
			}
		}
	}
}

// A transaction is a state in the making. What it appends to shared lists lies
// beyond the end of every other state's, and is written over when it fails.
type transaction struct {
	reader
	turns map[event.TurnID]persistence.Receipt
	blobs map[event.Hash]persistence.RawBlob

	ended   []event.BranchID // whose receipts are dropped
	dropped []event.Hash     // blobs
}

func begin(s state) *transaction {
	s.events, s.latest, s.rows, s.shots = clone(s.events), clone(s.latest), clone(s.rows), clone(s.shots)
	return &transaction{
		reader: reader{s},
		turns:  make(map[event.TurnID]persistence.Receipt),
		blobs:  make(map[event.Hash]persistence.RawBlob),
	}
}

func clone[K comparable, V any](m map[K]V) map[K]V {
	if m == nil {
		return make(map[K]V)
	}
	return maps.Clone(m)
}

func (tx *transaction) PutEvent(raw persistence.RawEvent) error {
	raw.Bytes = bytes.Clone(raw.Bytes)
	tx.events[raw.Branch] = append(tx.events[raw.Branch], raw)
	return nil
}

func (tx *transaction) PutControl(raw persistence.RawControl) error {
	raw.Bytes = bytes.Clone(raw.Bytes)
	tx.control = append(tx.control, raw)
	return nil
}

func (tx *transaction) PutTurn(id event.TurnID, receipt persistence.Receipt) error {
	tx.turns[id], tx.latest[receipt.Branch] = receipt, receipt
	return nil
}

func (tx *transaction) PutRow(raw persistence.RawRow) error {
	tx.ordinal++
	raw.Ordinal, raw.Bytes = tx.ordinal, bytes.Clone(raw.Bytes)
	tx.rows[raw.Kind] = append(tx.rows[raw.Kind], raw)
	return nil
}

func (tx *transaction) PutBlob(raw persistence.RawBlob) error {
	raw.Bytes = bytes.Clone(raw.Bytes)
	tx.blobs[raw.Sum] = raw
	return nil
}

func (tx *transaction) PutSummary(data []byte) error {
	tx.summary = bytes.Clone(data)
	return nil
}

func (tx *transaction) PutVectors(raw persistence.RawVectors) error {
	raw.Bytes = bytes.Clone(raw.Bytes)
	tx.vectors = maps.Clone(tx.vectors)
	if tx.vectors == nil {
		tx.vectors = make(map[vectorsOf]persistence.RawVectors)
	}
	tx.vectors[vectorsOf{raw.Model, raw.Text}] = raw
	return nil
}

func (tx *transaction) DropVectors(but string) error {
	tx.vectors = maps.Clone(tx.vectors)
	maps.DeleteFunc(tx.vectors, func(of vectorsOf, _ persistence.RawVectors) bool { return of.model != but })
	return nil
}

func (tx *transaction) PutSnapshot(raw persistence.RawSnapshot) error {
	list := tx.shots[raw.Branch]
	i := sort.Search(len(list), func(i int) bool { return list[i].Position >= raw.Position })
	end := i
	if end < len(list) && list[end].Position == raw.Position {
		end++
	}
	raw.Bytes = bytes.Clone(raw.Bytes)
	tx.shots[raw.Branch] = slices.Concat(list[:i], []persistence.RawSnapshot{raw}, list[end:])
	return nil
}

func (tx *transaction) DropSnapshots(branch event.BranchID, before event.Position) error {
	list := tx.shots[branch]
	tx.shots[branch] = slices.Clone(list[sort.Search(len(list), func(i int) bool { return list[i].Position >= before }):])
	return nil
}
