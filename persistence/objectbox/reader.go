package objectbox

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// theOne is the id of the objects of which there is one.
const theOne = 1

// A reader reads one state of a save.
type reader struct{ *txn }

// A branch is what stands of one beside its events, which have the positions from first to last.
type branch struct {
	number      uint64
	first, last event.Position // 0 where it has no events
	turn        event.TurnID   // the latest
}

// Positions have so many bits of an id, and numbers of branches those before.
const positionBits = 40

func (b *branch) id(at event.Position) uint64 { return b.number<<positionBits | uint64(at) }

// branch gives one; nil where nothing was ever written of it.
func (r reader) branch(name event.BranchID) (*branch, error) {
	o, _, err := r.slot(branchEntity, r.keyOf([]byte(name)), func(o *object) bool { return same(o.values[0], string(name)) })
	if err != nil || o == nil {
		return nil, err
	}
	return &branch{
		number: uint64(o.numbers[0]), first: event.Position(o.numbers[1]), last: event.Position(o.numbers[2]),
		turn: event.TurnID(o.values[1]),
	}, nil
}

// hash reads one that was kept.
func hash(of *entity, o *object, value []byte, into *event.Hash) error {
	if len(value) != len(into) {
		return damaged(of, o.id, fmt.Sprintf("a hash of %d bytes", len(value)))
	}
	copy(into[:], value)
	return nil
}

// event reads one that must be there.
func (r reader) event(name event.BranchID, b *branch, at event.Position) (raw persistence.RawEvent, err error) {
	o, err := r.get(eventEntity, b.id(at))
	switch {
	case err != nil:
		return raw, err
	case o == nil:
		return raw, damaged(eventEntity, b.id(at), "it is missing")
	}
	raw = persistence.RawEvent{Branch: name, Position: event.Position(o.numbers[0]), Wall: o.numbers[1], Bytes: own(o.values[0])}
	return raw, hash(eventEntity, o, o.values[1], &raw.Hash)
}

func (r reader) Events(name event.BranchID, after, to event.Position) iter.Seq2[persistence.RawEvent, error] {
	return func(yield func(persistence.RawEvent, error) bool) {
		b, err := r.branch(name)
		if err != nil {
			yield(persistence.RawEvent{}, err)
			return
		}
		if b == nil || b.last == 0 {
			return
		}
		for at := max(after+1, b.first); at <= min(to, b.last); at++ {
			raw, err := r.event(name, b, at)
			if !yield(raw, err) || err != nil {
				return
			}
		}
	}
}

func (r reader) Tip(name event.BranchID) (tip persistence.Tip, err error) {
	b, err := r.branch(name)
	if err != nil || b == nil || b.last == 0 {
		return tip, err
	}
	raw, err := r.event(name, b, b.last)
	return persistence.Tip{Position: raw.Position, Hash: raw.Hash}, err
}

func (r reader) Count(name event.BranchID) (count int64, err error) {
	for _, err := range r.Events(name, 0, 1<<positionBits) {
		if err != nil {
			return 0, err
		}
		count++
	}
	return count, nil
}

func (r reader) Control(after int64) iter.Seq2[persistence.RawControl, error] {
	return func(yield func(persistence.RawControl, error) bool) {
		for sequence := max(after, 0) + 1; ; sequence++ {
			o, err := r.get(controlEntity, uint64(sequence))
			if err == nil && o == nil {
				return
			}
			var raw persistence.RawControl
			if err == nil {
				raw = persistence.RawControl{Sequence: sequence, Wall: o.numbers[0], Bytes: own(o.values[0])}
				err = hash(controlEntity, o, o.values[1], &raw.Hash)
			}
			if !yield(raw, err) || err != nil {
				return
			}
		}
	}
}

func isTurn(id event.TurnID) func(*object) bool {
	return func(o *object) bool { return same(o.values[0], string(id)) }
}

// turn gives a turn and the one before it of its branch, "" for none; false where there is none.
func (r reader) turn(id event.TurnID) (raw persistence.RawTurn, before event.TurnID, found bool, err error) {
	o, _, err := r.slot(turnEntity, r.keyOf([]byte(id)), isTurn(id))
	if err != nil || o == nil {
		return raw, "", false, err
	}
	raw = persistence.RawTurn{ID: id, Receipt: persistence.Receipt{
		Branch: event.BranchID(o.values[1]), First: event.Position(o.numbers[0]), Last: event.Position(o.numbers[1]),
	}}
	return raw, event.TurnID(o.values[3]), true, hash(turnEntity, o, o.values[2], &raw.Head)
}

func (r reader) Turn(id event.TurnID) (persistence.Receipt, bool, error) {
	raw, _, found, err := r.turn(id)
	return raw.Receipt, found, err
}

func (r reader) LastTurn(name event.BranchID) (persistence.Receipt, bool, error) {
	b, err := r.branch(name)
	if err != nil || b == nil || b.turn == "" {
		return persistence.Receipt{}, false, err
	}
	raw, _, found, err := r.turn(b.turn)
	if err == nil && !found {
		err = fmt.Errorf("%w: the turn %q is missing", persistence.ErrCorrupt, b.turn)
	}
	return raw.Receipt, found, err
}

// turns are those of a branch, in order of their positions.
func (r reader) turns(name event.BranchID) (list []persistence.RawTurn, err error) {
	b, err := r.branch(name)
	if err != nil || b == nil {
		return nil, err
	}
	for id := b.turn; id != ""; {
		raw, before, found, err := r.turn(id)
		if err == nil && (!found || len(list) > 0 && raw.Last >= list[len(list)-1].Last) {
			err = fmt.Errorf("%w: the turns of %q do not follow each other", persistence.ErrCorrupt, name)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, raw)
		id = before
	}
	slices.Reverse(list)
	return list, nil
}

func (r reader) Turns(name event.BranchID) iter.Seq2[persistence.RawTurn, error] {
	return func(yield func(persistence.RawTurn, error) bool) {
		list, err := r.turns(name)
		for _, raw := range list {
			if !yield(raw, nil) {
				return
			}
		}
		if err != nil {
			yield(persistence.RawTurn{}, err)
		}
	}
}

func (r reader) Rows(kind persistence.RowKind, after persistence.Ordinal) iter.Seq2[persistence.RawRow, error] {
	return func(yield func(persistence.RawRow, error) bool) {
		e := rowEntities[kind]
		save, err := r.get(saveEntity, theOne)
		if e == nil || err != nil || save == nil {
			if err != nil {
				yield(persistence.RawRow{}, err)
			}
			return
		}
		for o, err := range r.each(e, uint64(max(after, 0)), uint64(save.numbers[0])) {
			var raw persistence.RawRow
			if err == nil {
				raw = persistence.RawRow{
					Ordinal: persistence.Ordinal(o.id), Kind: kind, Position: event.Position(o.numbers[0]),
					Key: persistence.Key(o.values[0]), Branch: event.BranchID(o.values[1]), Bytes: own(o.values[2]),
				}
				err = hash(e, o, o.values[3], &raw.Sum)
			}
			if !yield(raw, err) || err != nil {
				return
			}
		}
	}
}

func isBlob(sum event.Hash) func(*object) bool {
	return func(o *object) bool { return bytes.Equal(o.values[0], sum[:]) }
}

// noHash reads a hash that may be missing.
func noHash(of *entity, o *object, value []byte, into *event.Hash) error {
	if len(value) == 0 {
		return nil
	}
	return hash(of, o, value, into)
}

func (r reader) Blobs() iter.Seq2[persistence.BlobInfo, error] {
	return func(yield func(persistence.BlobInfo, error) bool) {
		var list []persistence.BlobInfo
		err := r.all(blobEntity, func(data []byte) error {
			o, _, err := parse(blobEntity, data) // its sum would want all of its bytes
			if err != nil {
				return err
			}
			info := persistence.BlobInfo{Size: int64(len(o.values[2]))}
			err = cmp.Or(hash(blobEntity, o, o.values[0], &info.Sum), noHash(blobEntity, o, o.values[1], &info.Base))
			list = append(list, info)
			return err
		})
		if err != nil {
			yield(persistence.BlobInfo{}, err)
			return
		}
		slices.SortFunc(list, func(a, b persistence.BlobInfo) int { return bytes.Compare(a.Sum[:], b.Sum[:]) })
		for _, info := range list {
			if !yield(info, nil) {
				return
			}
		}
	}
}

func (r reader) HasBlob(sum event.Hash) (bool, error) {
	o, _, err := r.slot(blobEntity, r.keyOf(sum[:]), isBlob(sum))
	return o != nil, err
}

func (r reader) Blob(sum event.Hash) (raw persistence.RawBlob, err error) {
	raw.Sum = sum
	o, _, err := r.slot(blobEntity, r.keyOf(sum[:]), isBlob(sum))
	switch {
	case err != nil:
		return raw, err
	case o == nil:
		return raw, fmt.Errorf("blob %s %w", sum, persistence.ErrNotFound)
	}
	raw.Packed, raw.Bytes = o.numbers[0] != 0, own(o.values[2])
	return raw, noHash(blobEntity, o, o.values[1], &raw.Base)
}

func (r reader) Summary() ([]byte, error) {
	o, err := r.get(summaryEntity, theOne)
	if err != nil || o == nil {
		return nil, err
	}
	return own(o.values[0]), nil
}

func isVector(model string, text event.Hash) func(*object) bool {
	return func(o *object) bool { return same(o.values[0], model) && bytes.Equal(o.values[1], text[:]) }
}

func vectorsOf(o *object) (raw persistence.RawVectors, err error) {
	raw.Model, raw.Bytes = string(o.values[0]), own(o.values[2])
	return raw, cmp.Or(hash(vectorEntity, o, o.values[1], &raw.Text), hash(vectorEntity, o, o.values[3], &raw.Sum))
}

// several gives objects by their ids.
func several[T any](t *txn, e *entity, ids []uint64, read func(*object) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, id := range ids {
			var item T
			o, err := t.get(e, id)
			if err == nil && o == nil { // it was dropped since
				continue
			}
			if err == nil {
				item, err = read(o)
			}
			if !yield(item, err) || err != nil {
				return
			}
		}
	}
}

// failing gives an error alone.
func failing[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}

func (r reader) Vectors(model string) iter.Seq2[persistence.RawVectors, error] {
	ids, err := r.ids(vectorEntity, func(o *object) bool { return same(o.values[0], model) })
	if err != nil {
		return failing[persistence.RawVectors](err)
	}
	return several(r.txn, vectorEntity, ids, vectorsOf)
}

func (r reader) VectorsOf(model string, text event.Hash) (raw persistence.RawVectors, there bool, err error) {
	o, _, err := r.slot(vectorEntity, r.keyOf([]byte(model), text[:]), isVector(model, text))
	if err != nil || o == nil {
		return raw, false, err
	}
	raw, err = vectorsOf(o)
	return raw, true, err
}

// snapshots are the ids of those of a branch, in order of their positions.
func (r reader) snapshots(b *branch) ([]uint64, error) {
	if b == nil {
		return nil, nil
	}
	return r.ids(snapshotEntity, func(o *object) bool { return o.id>>positionBits == b.number })
}

func (r reader) Snapshots(name event.BranchID) iter.Seq2[persistence.RawSnapshot, error] {
	b, err := r.branch(name)
	var ids []uint64
	if err == nil {
		ids, err = r.snapshots(b)
	}
	if err != nil {
		return failing[persistence.RawSnapshot](err)
	}
	slices.Reverse(ids)
	return several(r.txn, snapshotEntity, ids, func(o *object) (raw persistence.RawSnapshot, err error) {
		raw = persistence.RawSnapshot{Branch: name, Position: event.Position(o.numbers[0]), Version: string(o.values[0]), Bytes: own(o.values[2])}
		return raw, cmp.Or(hash(snapshotEntity, o, o.values[1], &raw.Head), hash(snapshotEntity, o, o.values[3], &raw.Sum))
	})
}
