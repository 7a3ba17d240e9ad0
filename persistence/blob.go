package persistence

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/persistence/internal/packed"
	"github.com/narratoria/narratoria/story/event"
)

// MaxBlob is the size of the largest blob.
const MaxBlob = 64 << 20

// PutBlob keeps bytes and gives the hash by which they are asked for. Putting the
// same bytes twice keeps them once. It is for pictures and sounds, which are kept as they
// are; see [Batch].Documents for texts. Errors: ErrInvalid, ErrReadOnly, ErrFull,
// ErrBroken.
func (s *Save) PutBlob(ctx context.Context, data []byte) (event.Hash, error) {
	sum := event.HashOf(data)
	err := s.update(ctx, "put a blob", func(w Writer) error {
		if err := checkSize(data); err != nil {
			return err
		}
		if there, err := w.HasBlob(sum); there || err != nil {
			return err
		}
		return w.PutBlob(RawBlob{Sum: sum, Bytes: data})
	})
	return sum, err
}

func checkSize(data []byte) error {
	if len(data) > MaxBlob {
		return fmt.Errorf("%d bytes are more than %d: %w", len(data), MaxBlob, ErrInvalid)
	}
	return nil
}

// HasBlob reports whether the save has the bytes of a hash.
func (s *Save) HasBlob(ctx context.Context, sum event.Hash) (there bool, err error) {
	err = s.view(ctx, "look for a blob", func(r Reader) error {
		there, err = r.HasBlob(sum)
		return err
	})
	return there, err
}

// GetBlob gives the bytes of a hash. Errors: ErrNotFound, ErrCorrupt.
func (s *Save) GetBlob(ctx context.Context, sum event.Hash) (data []byte, err error) {
	if data, there := s.remembered(sum); there {
		return data, nil
	}
	err = s.view(ctx, "get a blob", func(r Reader) error {
		data, err = newUnpacker(r).blob(sum)
		return err
	})
	if err != nil {
		return nil, err
	}
	return data, nil
}

// longestChain is how many blobs have to be unpacked for one, at the most.
const longestChain = 64

// An unpacker reads blobs, and remembers some of those that others may be packed against.
type unpacker struct {
	reader Reader
	recent []event.Hash // oldest first
	texts  map[event.Hash][]byte
}

func newUnpacker(r Reader) *unpacker { return &unpacker{reader: r, texts: make(map[event.Hash][]byte)} }

// blob gives the bytes of a hash, which nobody must change.
func (u *unpacker) blob(sum event.Hash) ([]byte, error) { return u.unpack(sum, longestChain) }

func (u *unpacker) unpack(sum event.Hash, most int) ([]byte, error) {
	if data, there := u.texts[sum]; there {
		return data, nil
	}
	raw, err := u.reader.Blob(sum)
	if err != nil {
		return nil, err
	}
	data := raw.Bytes
	if raw.Packed {
		if data, err = u.text(raw, most); err != nil {
			return nil, damaged(fmt.Sprintf("blob %s", sum), err)
		}
	}
	if event.HashOf(data) != sum {
		return nil, damaged(fmt.Sprintf("blob %s", sum), errSum)
	}
	if raw.Packed {
		u.remember(sum, data)
	}
	return data, nil
}

// text unpacks one that was packed.
func (u *unpacker) text(raw RawBlob, most int) (data []byte, err error) {
	var base []byte
	if raw.Base != (event.Hash{}) {
		if most == 0 {
			return nil, fmt.Errorf("more than %d are packed against each other", longestChain)
		}
		if base, err = u.unpack(raw.Base, most-1); err != nil {
			return nil, err
		}
	}
	return packed.Unpack(raw.Bytes, base, MaxBlob)
}

// mostRecent is how many texts are remembered. Read in the order in which they were written,
// a text's base is among them.
const mostRecent = 8

func (u *unpacker) remember(sum event.Hash, data []byte) {
	if len(data) > mostAlike {
		return
	}
	if len(u.recent) == mostRecent {
		delete(u.texts, u.recent[0])
		u.recent = u.recent[1:]
	}
	u.recent, u.texts[sum] = append(u.recent, sum), data
}
