// Package packed makes texts small that are much like others: the plan of a turn, and the
// plan of the turn before it.
//
//	var p packed.Packer
//	small, err := p.Pack(plan, before)         // a fifteenth of it
//	again, err := packed.Unpack(small, before, 64<<20)
//
// What is packed is one frame of Zstandard (RFC 8878), whose dictionary is the end of the
// other text as it is. Whoever keeps a frame says beside it which text that was, and knows
// the bytes that come out of it by a hash of their own: a frame against another text may
// give bytes, too.
package packed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// window is how far back a text refers: of longer ones, and of longer texts that they are
// like, only so much is looked at.
const window = 1 << 20

// shortest is how long a text is that another can be like.
const shortest = 64

// dictionary is the number that a frame calls the other text by.
const dictionary = 1

// usual is what a text takes together with the one that it is like, as a rule. What packs
// such is kept; for longer ones it is made each time.
const usual = window / 4

// block is how much is packed at once.
const block = 64 << 10

// A Packer keeps a MiB of tables from one text to the next. The zero Packer is ready; it
// is safe for concurrent use.
type Packer struct {
	mu    sync.Mutex
	like  *zstd.Encoder // has a dictionary, another for each text
	alone *zstd.Encoder // has none
}

// Pack packs a text against another that it may be like; nil for none.
func (p *Packer) Pack(data, like []byte) (packed []byte, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	like = end(like)
	switch {
	case len(data)+len(like) > usual:
		packed, err = once(data, options(window, zstd.SpeedDefault, like))
	case like == nil:
		packed, err = p.packAlone(data)
	case len(data) >= block:
		packed, err = once(data, options(usual, zstd.SpeedFastest, like))
	default:
		packed, err = p.packLike(data, like)
	}
	if err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	return packed, nil
}

func options(back int, level zstd.EncoderLevel, like []byte) []zstd.EOption {
	options := []zstd.EOption{
		zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(back), zstd.WithLowerEncoderMem(true),
	}
	if like != nil {
		options = append(options, zstd.WithEncoderDictRaw(dictionary, like))
	}
	return options
}

// once packs a text with an encoder of its own.
func once(data []byte, options []zstd.EOption) ([]byte, error) {
	encoder, err := zstd.NewWriter(nil, options...)
	if err != nil {
		return nil, err
	}
	return encoder.EncodeAll(data, nil), nil
}

func (p *Packer) packAlone(data []byte) (_ []byte, err error) {
	if p.alone == nil {
		if p.alone, err = zstd.NewWriter(nil, options(usual, zstd.SpeedFastest, nil)...); err != nil {
			return nil, err
		}
	}
	return p.alone.EncodeAll(data, nil), nil
}

// packLike packs a text of less than a block, which comes to the same frame whether it is written
// or handed over at once; written, it needs no second set of tables.
func (p *Packer) packLike(data, like []byte) (_ []byte, err error) {
	var out bytes.Buffer
	options := options(usual, zstd.SpeedFastest, like)
	if p.like == nil {
		p.like, err = zstd.NewWriter(&out, options...)
	} else {
		err = p.like.ResetWithOptions(&out, options...)
	}
	if err != nil {
		return nil, err
	}
	_, written := p.like.Write(data)
	err = errors.Join(written, p.like.Close())
	return out.Bytes(), err
}

// end is what of a text another is packed against, nil for nothing.
func end(like []byte) []byte {
	if len(like) < shortest {
		return nil
	}
	return like[max(0, len(like)-window):]
}

// decoding is how frames are read, whoever wrote them.
func decoding() []zstd.DOption {
	return []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(window)}
}

// Unpack gives the text that was packed against another, nil for none. It may be anybody's
// bytes: no more than most are made of them, and what comes of wrong ones is an error or a
// wrong text.
func Unpack(packed, like []byte, most int) ([]byte, error) {
	options := append(decoding(), zstd.WithDecoderMaxMemory(uint64(most)))
	if like = end(like); like != nil {
		options = append(options, zstd.WithDecoderDictRaw(dictionary, like))
	}
	decoder, err := zstd.NewReader(nil, options...)
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	defer decoder.Close()
	data, err := decoder.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", err)
	}
	return data, nil
}

// UnpackTo writes the text that was packed against none, a piece at a time, so that no more of
// it is in memory than a window. What was written before an error is worth nothing.
func UnpackTo(w io.Writer, packed []byte, most int) error {
	decoder, err := zstd.NewReader(bytes.NewReader(packed), decoding()...)
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	defer decoder.Close()
	n, err := io.Copy(w, io.LimitReader(decoder, int64(most)+1))
	if err == nil && n > int64(most) {
		err = fmt.Errorf("there are more than %d bytes", most)
	}
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	return nil
}
