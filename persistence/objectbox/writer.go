package objectbox

import (
	"fmt"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A writer also writes, and reads what it wrote.
type writer struct{ reader }

var _ persistence.Writer = writer{}

const (
	mostPosition = 1<<positionBits - 1
	mostBranches = 1 << 20
	// mostValue is how many bytes one value may have.
	mostValue = persistence.MaxBlob + 64<<10
)

// save gives the object of the save.
func (w writer) save() (*object, error) {
	o, err := w.get(saveEntity, theOne)
	if err == nil && o == nil {
		err = damaged(saveEntity, theOne, "it is missing")
	}
	return o, err
}

// count gives the next of what the save counts.
func (w writer) count(what int) (int64, error) {
	o, err := w.save()
	if err != nil {
		return 0, err
	}
	o.numbers[what]++
	return o.numbers[what], w.put(saveEntity, o, replacing)
}

const (
	ofRows     = 0
	ofBranches = 1
)

// known gives a branch, with a number of its own where it is new.
func (w writer) known(name event.BranchID) (*branch, error) {
	b, err := w.branch(name)
	if err != nil || b != nil {
		return b, err
	}
	number, err := w.count(ofBranches)
	if err == nil && number > mostBranches {
		err = fmt.Errorf("%w: it has %d branches already", persistence.ErrInvalid, mostBranches)
	}
	return &branch{number: uint64(number)}, err
}

func (w writer) putBranch(name event.BranchID, b *branch) error {
	return w.putKeyed(branchEntity, w.keyOf([]byte(name)), func(o *object) bool { return same(o.values[0], string(name)) }, &object{
		numbers: []int64{int64(b.number), int64(b.first), int64(b.last)},
		values:  [][]byte{[]byte(name), []byte(b.turn)},
	})
}

// fits refuses what is larger than what a save may have.
func fits(value []byte) error {
	if len(value) > mostValue {
		return fmt.Errorf("%w: it is larger than what a save may have, %d bytes", persistence.ErrInvalid, mostValue)
	}
	return nil
}

func (w writer) PutEvent(raw persistence.RawEvent) error {
	if err := fits(raw.Bytes); err != nil {
		return err
	}
	b, err := w.known(raw.Branch)
	if err != nil {
		return err
	}
	if raw.Position < 1 || raw.Position > mostPosition || b.last != 0 && raw.Position != b.last+1 {
		return fmt.Errorf("%w: the event %d cannot come after the event %d", persistence.ErrInvalid, raw.Position, b.last)
	}
	err = w.put(eventEntity, &object{
		id:      b.id(raw.Position),
		numbers: []int64{int64(raw.Position), raw.Wall},
		values:  [][]byte{raw.Bytes, raw.Hash[:]},
	}, inserting)
	if err != nil {
		return err
	}
	if b.last = raw.Position; b.first == 0 {
		b.first = raw.Position
	}
	return w.putBranch(raw.Branch, b)
}

func (w writer) PutControl(raw persistence.RawControl) error {
	if err := fits(raw.Bytes); err != nil {
		return err
	}
	return w.put(controlEntity, &object{id: uint64(raw.Sequence), numbers: []int64{raw.Wall}, values: [][]byte{raw.Bytes, raw.Hash[:]}}, inserting)
}

func (w writer) PutTurn(id event.TurnID, r persistence.Receipt) error {
	b, err := w.known(r.Branch)
	if err != nil {
		return err
	}
	err = w.putKeyed(turnEntity, w.keyOf([]byte(id)), isTurn(id), &object{
		numbers: []int64{int64(r.First), int64(r.Last)},
		values:  [][]byte{[]byte(id), []byte(r.Branch), r.Head[:], []byte(b.turn)},
	})
	if err != nil {
		return err
	}
	b.turn = id
	return w.putBranch(r.Branch, b)
}

func (w writer) PutRow(raw persistence.RawRow) error {
	e := rowEntities[raw.Kind]
	if e == nil {
		return fmt.Errorf("%w: there are no rows of the kind %q", persistence.ErrInvalid, raw.Kind)
	}
	if err := fits(raw.Bytes); err != nil {
		return err
	}
	ordinal, err := w.count(ofRows)
	if err != nil {
		return err
	}
	return w.put(e, &object{
		id: uint64(ordinal), numbers: []int64{int64(raw.Position)},
		values: [][]byte{[]byte(raw.Key), []byte(raw.Branch), raw.Bytes, raw.Sum[:]},
	}, inserting)
}

func (w writer) PutBlob(raw persistence.RawBlob) error {
	if err := fits(raw.Bytes); err != nil {
		return err
	}
	packed, base := int64(0), []byte(nil)
	if raw.Packed {
		packed = 1
	}
	if raw.Base != (event.Hash{}) {
		base = raw.Base[:]
	}
	return w.putKeyed(blobEntity, w.keyOf(raw.Sum[:]), isBlob(raw.Sum), &object{numbers: []int64{packed}, values: [][]byte{raw.Sum[:], base, raw.Bytes}})
}

func (w writer) PutSummary(data []byte) error {
	return w.put(summaryEntity, &object{id: theOne, values: [][]byte{data}}, replacing)
}

func (w writer) PutVectors(raw persistence.RawVectors) error {
	if err := fits(raw.Bytes); err != nil {
		return err
	}
	return w.putKeyed(vectorEntity, w.keyOf([]byte(raw.Model), raw.Text[:]), isVector(raw.Model, raw.Text), &object{
		values: [][]byte{[]byte(raw.Model), raw.Text[:], raw.Bytes, raw.Sum[:]},
	})
}

func (w writer) PutSnapshot(raw persistence.RawSnapshot) error {
	if err := fits(raw.Bytes); err != nil {
		return err
	}
	b, err := w.known(raw.Branch)
	if err != nil {
		return err
	}
	if raw.Position < 0 || raw.Position > mostPosition {
		return fmt.Errorf("%w: a snapshot at %d", persistence.ErrInvalid, raw.Position)
	}
	err = w.put(snapshotEntity, &object{
		id: b.id(raw.Position), numbers: []int64{int64(raw.Position)},
		values: [][]byte{[]byte(raw.Version), raw.Head[:], raw.Bytes, raw.Sum[:]},
	}, replacing)
	if err != nil {
		return err
	}
	return w.putBranch(raw.Branch, b)
}

func (w writer) DropVectors(but string) error {
	type one struct {
		model string
		text  event.Hash
	}
	var drop []one
	err := w.all(vectorEntity, func(data []byte) error {
		o, _, err := parse(vectorEntity, data)
		if err != nil || same(o.values[0], but) {
			return err
		}
		of := one{model: string(o.values[0])}
		drop = append(drop, of)
		return hash(vectorEntity, o, o.values[1], &drop[len(drop)-1].text)
	})
	for _, of := range drop {
		if err == nil {
			err = w.removeKeyed(vectorEntity, w.keyOf([]byte(of.model), of.text[:]), isVector(of.model, of.text))
		}
	}
	if err == nil {
		err = w.dropIndex(but)
	}
	return err
}

func (w writer) DropSnapshots(name event.BranchID, before event.Position) error {
	b, err := w.branch(name)
	if err != nil || b == nil {
		return err
	}
	ids, err := w.snapshots(b)
	for _, id := range ids {
		if err == nil && event.Position(id&mostPosition) < before {
			err = w.remove(snapshotEntity, id)
		}
	}
	return err
}

func (w writer) DropEvents(name event.BranchID, after event.Position) error {
	b, err := w.branch(name)
	if err != nil || b == nil || after >= b.last {
		return err
	}
	for at := b.last; at > after && at >= b.first; at-- {
		if err := w.remove(eventEntity, b.id(at)); err != nil {
			return err
		}
	}
	if b.last = after; after < b.first {
		b.first, b.last = 0, 0
	}
	return w.putBranch(name, b)
}

func (w writer) DropTurns(name event.BranchID) error {
	list, err := w.turns(name)
	if err != nil || len(list) == 0 {
		return err
	}
	for _, raw := range list {
		if err := w.removeKeyed(turnEntity, w.keyOf([]byte(raw.ID)), isTurn(raw.ID)); err != nil {
			return err
		}
	}
	b, err := w.known(name)
	if err != nil {
		return err
	}
	b.turn = ""
	return w.putBranch(name, b)
}

func (w writer) DropRow(raw persistence.RawRow) error {
	e := rowEntities[raw.Kind]
	if e == nil {
		return nil
	}
	return w.remove(e, uint64(raw.Ordinal))
}

func (w writer) DropBlob(sum event.Hash) error {
	return w.removeKeyed(blobEntity, w.keyOf(sum[:]), isBlob(sum))
}
