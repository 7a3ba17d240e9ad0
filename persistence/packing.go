package persistence

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/narratoria/narratoria/persistence/internal/packed"
	"github.com/narratoria/narratoria/story/event"
)

// A packingFile is a file whose events are stored packed, each by itself. Hashes are of the
// events; above this nobody sees anything else, and below it nobody need know.
type packingFile struct {
	File
	events *packed.Events
}

func (f packingFile) View(ctx context.Context, use func(Reader) error) error {
	return f.File.View(ctx, func(r Reader) error { return use(packingReader{r, f.events}) })
}

func (f packingFile) Update(ctx context.Context, use func(Writer) error) error {
	return f.File.Update(ctx, func(w Writer) error { return use(packingWriter{w, f.events}) })
}

type packingReader struct {
	Reader
	packing *packed.Events
}

func (r packingReader) Events(branch event.BranchID, after, to event.Position) iter.Seq2[RawEvent, error] {
	return unpackedEvents(r.packing, r.Reader.Events(branch, after, to))
}

type packingWriter struct {
	Writer
	packing *packed.Events
}

func (w packingWriter) Events(branch event.BranchID, after, to event.Position) iter.Seq2[RawEvent, error] {
	return unpackedEvents(w.packing, w.Writer.Events(branch, after, to))
}

func (w packingWriter) PutEvent(raw RawEvent) (err error) {
	if raw.Bytes, err = w.packing.Pack(raw.Bytes, event.MaxBytes); err != nil {
		return err
	}
	return w.Writer.PutEvent(raw)
}

func unpackedEvents(packing *packed.Events, stored iter.Seq2[RawEvent, error]) iter.Seq2[RawEvent, error] {
	return func(yield func(RawEvent, error) bool) {
		for raw, err := range stored {
			if err == nil {
				raw.Bytes, err = packing.Unpack(raw.Bytes, event.MaxBytes)
				switch {
				case errors.Is(err, packed.ErrUnknown):
					err = fmt.Errorf("%w: event %d: %w: update Narratoria to open this", ErrNewer, raw.Position, err)
				case err != nil:
					err = damagedEvent(raw.Position, err)
				}
			}
			if !yield(raw, err) || err != nil {
				return
			}
		}
	}
}
