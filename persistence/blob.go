package persistence

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/story/event"
)

// MaxBlob is the size of the largest blob.
const MaxBlob = 64 << 20

// PutBlob keeps bytes and gives the hash by which they are asked for. Putting the
// same bytes twice keeps them once. Errors: ErrInvalid, ErrReadOnly, ErrFull,
// ErrBroken.
func (s *Save) PutBlob(ctx context.Context, data []byte) (event.Hash, error) {
	if len(data) > MaxBlob {
		return event.Hash{}, about(s.name, "put a blob", fmt.Errorf("%d bytes are more than %d: %w", len(data), MaxBlob, ErrInvalid))
	}
	sum := event.HashOf(data)
	err := s.update(ctx, "put a blob", func(w Writer) error {
		if there, err := w.HasBlob(sum); there || err != nil {
			return err
		}
		return w.PutBlob(sum, data)
	})
	return sum, err
}

// GetBlob gives the bytes of a hash. Errors: ErrNotFound, ErrCorrupt.
func (s *Save) GetBlob(ctx context.Context, sum event.Hash) (data []byte, err error) {
	err = s.view(ctx, "get a blob", func(r Reader) error {
		if data, err = r.Blob(sum); err != nil {
			return err
		}
		return checkBlob(sum, data)
	})
	if err != nil {
		return nil, err
	}
	return data, nil
}

func checkBlob(sum event.Hash, data []byte) error {
	if event.HashOf(data) != sum {
		return fmt.Errorf("blob %s %w: %w", sum, ErrCorrupt, errSum)
	}
	return nil
}
