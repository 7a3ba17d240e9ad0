package objectbox

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/narratoria/narratoria/persistence"
)

// An object that is found by a key has an id of it: 59 bits of the key's hash and 4 bits that count
// those of the same hash, from 1. Their slots are filled from the first on, without gaps.
const (
	slotBits  = 4
	mostSlots = 1<<slotBits - 1
)

// keyOf is the hash of a key.
func keyOf(parts ...[]byte) uint64 {
	sum := sha256.New()
	for _, part := range parts {
		_ = binary.Write(sum, binary.LittleEndian, uint64(len(part))) // never fails
		sum.Write(part)
	}
	return binary.LittleEndian.Uint64(sum.Sum(nil)) >> (slotBits + 1)
}

// slot finds the object of a key, by what is its own; nil where there is none, and then the id
// under which it can be put, 0 where all slots are taken.
func (t *txn) slot(e *entity, key uint64, is func(*object) bool) (*object, uint64, error) {
	for n := uint64(1); n <= mostSlots; n++ {
		id := key<<slotBits | n
		switch o, err := t.get(e, id); {
		case err != nil:
			return nil, 0, err
		case o == nil:
			return nil, id, nil
		case is(o):
			return o, id, nil
		}
	}
	return nil, 0, nil
}

// putKeyed puts an object under the id of its key, in place of the one that is there.
func (t *txn) putKeyed(e *entity, key uint64, is func(*object) bool, o *object) error {
	_, id, err := t.slot(e, key, is)
	switch {
	case err != nil:
		return err
	case id == 0:
		return fmt.Errorf("%w: more than %d keys of %s have one hash", persistence.ErrInvalid, mostSlots, e.name)
	}
	o.id = id
	return t.put(e, o, replacing)
}

// removeKeyed removes the object of a key, and fills its slot with the last of the same hash.
func (t *txn) removeKeyed(e *entity, key uint64, is func(*object) bool) error {
	o, id, err := t.slot(e, key, is)
	if err != nil || o == nil {
		return err
	}
	last := id
	for n := id + 1; n&mostSlots != 0; n++ {
		o, err := t.get(e, n)
		if err != nil {
			return err
		}
		if o == nil {
			break
		}
		last = n
	}
	if last != id {
		o, err := t.get(e, last)
		if err != nil {
			return err
		}
		moved := &object{id: id, numbers: o.numbers, values: o.values}
		if err := t.put(e, moved, replacing); err != nil {
			return err
		}
	}
	return t.remove(e, last)
}
