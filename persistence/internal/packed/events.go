package packed

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// What events are packed with: pieces of events that stories had, and how often each byte
// stands in such. Each frame names its dictionary by a number, so that there can be another
// one day; one that has been used is kept for ever.
//
//go:embed events-1.dictionary
var eventsDictionary []byte

// ErrUnknown: bytes were packed with a dictionary that is not known here.
var ErrUnknown = errors.New("it is packed with a dictionary that is not known here")

// Events packs events one by one, each into a third or so of its bytes, and for itself: any of
// them can be read without another. The zero Events is ready; it is safe for concurrent use.
type Events struct {
	ready   sync.Once
	encoder *zstd.Encoder
	decoder *zstd.Decoder
	err     error
}

// readers is how many may unpack at once before one waits for another.
const readers = 4

func (e *Events) prepare(most int) error {
	e.ready.Do(func() {
		var encoder, decoder error
		e.encoder, encoder = zstd.NewWriter(nil,
			zstd.WithEncoderDict(eventsDictionary), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(false), zstd.WithWindowSize(64<<10), zstd.WithLowerEncoderMem(true))
		e.decoder, decoder = zstd.NewReader(nil,
			zstd.WithDecoderDicts(eventsDictionary), zstd.WithDecoderConcurrency(readers), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(window), zstd.WithDecoderMaxMemory(uint64(most)))
		e.err = errors.Join(encoder, decoder)
	})
	return e.err
}

// magic is how a frame begins, and how no event does: they are objects of JSON.
var magic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// Pack gives an event as it is stored: packed, or as it is where that is smaller. None is
// larger than most; it is the same in all calls.
func (e *Events) Pack(event []byte, most int) ([]byte, error) {
	if err := e.prepare(most); err != nil {
		return nil, fmt.Errorf("pack an event: %w", err)
	}
	if small := e.encoder.EncodeAll(event, make([]byte, 0, len(event))); len(small) < len(event) {
		return small, nil
	}
	return event, nil
}

// Unpack gives the event that was stored. What is not packed comes as it is. Errors: ErrUnknown,
// or what is wrong with the bytes.
func (e *Events) Unpack(stored []byte, most int) ([]byte, error) {
	if !bytes.HasPrefix(stored, magic) {
		return stored, nil
	}
	if err := e.prepare(most); err != nil {
		return nil, fmt.Errorf("unpack an event: %w", err)
	}
	event, err := e.decoder.DecodeAll(stored, nil)
	switch {
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return nil, ErrUnknown
	case err != nil:
		return nil, fmt.Errorf("unpack an event: %w", err)
	}
	return event, nil
}
