package persistence

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"iter"

	"github.com/narratoria/narratoria/story/event"
)

// ErrDiffers: what was copied is not what is there.
var ErrDiffers = errors.New("is there, and has something else in it")

// CopyTo makes of a save one of a name in another store, wholly or not at all, and compares
// the two by their [Store.Digest]. It copies what the save has as it is committed now, whoever plays it:
// events, branches, turns, rows, documents, what a list shows of it, snapshots, and the vectors of
// this store's embedders.
//
// Where the other store has the save already, nothing is written: copied is false, and the error
// ErrDiffers unless both have the same in them. So a copying of many saves that was interrupted
// goes on when it is begun again. Errors: those of opening the one and creating the other.
func (s *Store) CopyTo(ctx context.Context, name string, to *Store, as string) (copied bool, err error) {
	if err := CheckName(as); err != nil {
		return false, err
	}
	copied, err = s.copyTo(ctx, name, to, as)
	return copied, about(name, "copy", err)
}

func (s *Store) copyTo(ctx context.Context, name string, to *Store, as string) (bool, error) {
	from, err := s.Open(ctx, name, Reading)
	if err != nil {
		return false, err
	}
	defer from.Close()
	copied := false
	// One state of it is both copied and compared.
	err = bytesOf(from).View(ctx, func(r Reader) error {
		made, err := to.driver.Create(ctx, as, from.Playthrough(), func(into File) error { return s.pour(ctx, r, into) })
		copied = err == nil
		switch {
		case errors.Is(err, ErrExists):
		case err != nil:
			return err
		default:
			if err := made.Close(); err != nil {
				return err
			}
		}
		want, err := digestOf(r, from.Playthrough())
		if err != nil {
			return err
		}
		got, err := to.Digest(ctx, as)
		if err == nil && got != want {
			err = ErrDiffers
		}
		return err
	})
	return copied && err == nil, err
}

// bytesOf is the file of a save, with what it has as it is stored.
func bytesOf(s *Save) File {
	if packing, is := s.file.(packingFile); is {
		return packing.File
	}
	return s.file
}

// Digest is of all that a save has which no other copy of it could have otherwise: of its events,
// branches, turns, rows and documents. What can be made again is not in it.
func (s *Store) Digest(ctx context.Context, name string) (sum event.Hash, err error) {
	save, err := s.Open(ctx, name, Reading)
	if err != nil {
		return sum, err
	}
	defer save.Close()
	err = bytesOf(save).View(ctx, func(r Reader) error {
		sum, err = digestOf(r, save.Playthrough())
		return err
	})
	return sum, about(name, "digest", err)
}

// Stats are how much a save has.
type Stats struct {
	Branches            int
	Events, Rows, Blobs int64
	Turns               int64 // that were told, along all branches; what is appended between them is none
	Bytes               int64 // of all, as they are stored
}

// Stats counts what a save has. Errors: Open's.
func (s *Store) Stats(ctx context.Context, name string) (stats Stats, err error) {
	save, err := s.Open(ctx, name, Reading)
	if err != nil {
		return stats, err
	}
	defer save.Close()
	err = save.file.View(ctx, func(r Reader) error {
		stats.Turns, err = turnsOf(r)
		return err
	})
	if err != nil {
		return stats, about(name, "count", err)
	}
	err = bytesOf(save).View(ctx, func(r Reader) error {
		stats = Stats{Turns: stats.Turns}
		branches, err := branchesOf(r)
		if err != nil {
			return err
		}
		stats.Branches = len(branches)
		return walk(r, visitor{
			control: func(raw RawControl) error { stats.Bytes += int64(len(raw.Bytes)); return nil },
			event:   func(raw RawEvent) error { stats.Events++; stats.Bytes += int64(len(raw.Bytes)); return nil },
			turn:    func(RawTurn) error { return nil },
			row:     func(raw RawRow) error { stats.Rows++; stats.Bytes += int64(len(raw.Bytes)); return nil },
			blob:    func(raw RawBlob) error { stats.Blobs++; stats.Bytes += int64(len(raw.Bytes)); return nil },
		})
	})
	return stats, about(name, "count", err)
}

// turnsOf counts the turns that events begin.
func turnsOf(r Reader) (n int64, err error) {
	branches, err := branchesOf(r)
	if err != nil {
		return 0, err
	}
	for _, branch := range branches {
		err := each(r.Events(branch, 0, latest), func(raw RawEvent) error {
			e, err := event.Decode(raw.Bytes)
			if err == nil && e.Kind == event.TurnOpened {
				n++
			}
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	return n, nil
}

// branchesOf are the ids of all branches, also of those that were purged: what others have of them is there.
func branchesOf(r Reader) (ids []event.BranchID, err error) {
	state := controlState{tree: NewTree()}
	for raw, err := range r.Control(0) {
		if err == nil {
			err = state.take(raw)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, b := range state.tree.Branches() {
		ids = append(ids, b.ID)
	}
	return ids, nil
}

// A digest is a hash over values, each with its length before it.
type digest struct{ hash.Hash }

func (d digest) bytes(b []byte) {
	d.number(int64(len(b)))
	d.Write(b)
}

func (d digest) number(n int64) { d.Write(binary.BigEndian.AppendUint64(nil, uint64(n))) }

func digestOf(r Reader, id event.PlaythroughID) (sum event.Hash, err error) {
	d := digest{sha256.New()}
	d.bytes([]byte(id))
	err = walk(r, visitor{
		control: func(raw RawControl) error {
			d.number(raw.Sequence)
			d.bytes(raw.Hash[:])
			d.bytes(raw.Bytes)
			d.number(raw.Wall)
			return nil
		},
		event: func(raw RawEvent) error {
			d.bytes([]byte(raw.Branch))
			d.number(int64(raw.Position))
			d.bytes(raw.Hash[:])
			d.bytes(raw.Bytes)
			d.number(raw.Wall)
			return nil
		},
		turn: func(raw RawTurn) error {
			d.bytes([]byte(raw.ID))
			d.bytes([]byte(raw.Branch))
			d.number(int64(raw.First))
			d.number(int64(raw.Last))
			d.bytes(raw.Head[:])
			return nil
		},
		row: func(raw RawRow) error { // their ordinals are the driver's
			d.bytes([]byte(raw.Kind))
			d.bytes([]byte(raw.Key))
			d.bytes([]byte(raw.Branch))
			d.number(int64(raw.Position))
			d.bytes(raw.Sum[:])
			d.bytes(raw.Bytes)
			return nil
		},
		blob: func(raw RawBlob) error {
			d.bytes(raw.Sum[:])
			d.bytes(raw.Base[:])
			d.bytes(raw.Bytes)
			return nil
		},
	})
	d.Sum(sum[:0])
	return sum, err
}

// A visitor is shown all that a save has.
type visitor struct {
	control func(RawControl) error
	event   func(RawEvent) error
	turn    func(RawTurn) error
	row     func(RawRow) error
	blob    func(RawBlob) error
}

// walk shows it in an order that is the same in all stores.
func walk(r Reader, v visitor) error {
	branches, err := branchesOf(r)
	if err != nil {
		return err
	}
	if err := each(r.Control(0), v.control); err != nil {
		return err
	}
	for info, err := range r.Blobs() {
		if err != nil {
			return err
		}
		raw, err := r.Blob(info.Sum)
		if err == nil {
			err = v.blob(raw)
		}
		if err != nil {
			return err
		}
	}
	for _, branch := range branches {
		if err := each(r.Events(branch, 0, latest), v.event); err != nil {
			return err
		}
		if err := each(r.Turns(branch), v.turn); err != nil {
			return err
		}
	}
	for _, kind := range RowKinds() {
		if err := each(r.Rows(kind, 0), v.row); err != nil {
			return err
		}
	}
	return nil
}

func each[T any](items iter.Seq2[T, error], do func(T) error) error {
	for item, err := range items {
		if err == nil {
			err = do(item)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pourBytes is about how much goes into one transaction.
const pourBytes = 4 << 20

// A pouring writes to a file in transactions that are not too large.
type pouring struct {
	ctx   context.Context
	into  File
	queue []func(Writer) error
	bytes int
}

func (p *pouring) put(size int, write func(Writer) error) error {
	p.queue = append(p.queue, write)
	if p.bytes += size + 256; p.bytes < pourBytes {
		return nil
	}
	return p.flush()
}

func (p *pouring) flush() error {
	queue := p.queue
	p.queue, p.bytes = nil, 0
	if len(queue) == 0 {
		return nil
	}
	return p.into.Update(p.ctx, func(w Writer) error {
		for _, write := range queue {
			if err := write(w); err != nil {
				return err
			}
		}
		return nil
	})
}

// pour copies all that a reader sees.
func (s *Store) pour(ctx context.Context, r Reader, into File) error {
	p := &pouring{ctx: ctx, into: into}
	err := walk(r, visitor{
		control: func(raw RawControl) error {
			return p.put(len(raw.Bytes), func(w Writer) error { return w.PutControl(raw) })
		},
		event: func(raw RawEvent) error {
			return p.put(len(raw.Bytes), func(w Writer) error { return w.PutEvent(raw) })
		},
		turn: func(raw RawTurn) error {
			return p.put(0, func(w Writer) error { return w.PutTurn(raw.ID, raw.Receipt) })
		},
		row: func(raw RawRow) error {
			return p.put(len(raw.Bytes), func(w Writer) error { return w.PutRow(raw) })
		},
		blob: func(raw RawBlob) error {
			return p.put(len(raw.Bytes), func(w Writer) error { return w.PutBlob(raw) })
		},
	})
	if err != nil {
		return err
	}
	if err := s.pourRest(r, p); err != nil {
		return err
	}
	return p.flush()
}

// pourRest copies what could be made again.
func (s *Store) pourRest(r Reader, p *pouring) error {
	summary, err := r.Summary()
	if err != nil {
		return err
	}
	if summary != nil {
		if err := p.put(len(summary), func(w Writer) error { return w.PutSummary(summary) }); err != nil {
			return err
		}
	}
	branches, err := branchesOf(r)
	if err != nil {
		return err
	}
	for _, branch := range branches {
		if err := each(r.Snapshots(branch), func(raw RawSnapshot) error {
			return p.put(len(raw.Bytes), func(w Writer) error { return w.PutSnapshot(raw) })
		}); err != nil {
			return err
		}
	}
	for _, index := range s.indexes() {
		if err := each(r.Vectors(index.Model()), func(raw RawVectors) error {
			return p.put(len(raw.Bytes), func(w Writer) error { return w.PutVectors(raw) })
		}); err != nil {
			return fmt.Errorf("vectors: %w", err)
		}
	}
	return nil
}
