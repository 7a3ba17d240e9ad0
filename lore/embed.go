package lore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/persistence"
)

// Embed makes the vectors that pieces lack, by the embedder of the options, and keeps them in the worlds, so that searches go
// by meaning, too; those of other embedders are removed then. Until it is done words serve, or the vectors of
// [Options.Meanwhile]. It may be ended at any time and goes on where it was, in another index of the same documents
// too; of two that call it one waits for the other. A text whose vectors another segment has, as of a document before it
// was edited, is not embedded again. Progress is told how many pieces have theirs, of how many; nil tells nobody. Errors:
// persistence.ErrNoEmbedder; the embedder's, the context's, the worlds'.
func (x *Index) Embed(ctx context.Context, progress func(done, all int)) error {
	if x.made == nil {
		return fmt.Errorf("lore: %w", persistence.ErrNoEmbedder)
	}
	select {
	case x.making <- struct{}{}:
		defer func() { <-x.making }()
	case <-ctx.Done():
		return ctx.Err()
	}
	e := embedding{Index: x, m: x.made, progress: progress}
	if err := e.all(ctx); err != nil {
		return fmt.Errorf("lore: embed: %w", err)
	}
	return nil
}

// An embedding is the making of the vectors of an index.
type embedding struct {
	*Index
	m          *meaning
	progress   func(done, all int)
	done, size int // pieces

	others map[id]string // texts that other segments have, by the keys of their blocks
	last   string        // the block that was read last
	read   []kept
}

func (e *embedding) all(ctx context.Context) error {
	for n, s := range e.segments {
		e.size += s.pieces()
		for block := range s.blocks() {
			if e.m.has(n, block) {
				from, to := s.block(block)
				e.done += to - from
			}
		}
	}
	if e.done < e.size {
		e.tell(0)
	}
	for n, s := range e.segments {
		e.others, e.last, e.read = nil, "", nil
		for block := range s.blocks() {
			if e.m.has(n, block) {
				continue
			}
			if err := e.block(ctx, s, block); err != nil {
				return err
			}
			e.m.set(n, block, true)
			from, to := s.block(block)
			e.tell(to - from)
		}
	}
	return e.alone(ctx)
}

func (e *embedding) tell(more int) {
	e.done += more
	if e.progress != nil {
		e.progress(e.done, e.size)
	}
}

// block makes one, unless another program has made it meanwhile. Nobody waits for the worlds while the embedder is at work.
func (e *embedding) block(ctx context.Context, s *segment, block int) error {
	texts, there, err := e.texts(ctx, s, block)
	if err != nil || there {
		return err
	}
	data := binary.AppendUvarint(nil, uint64(len(texts)))
	for _, text := range texts {
		sum := id(sha256.Sum256([]byte(text)))
		vectors := e.known(ctx, sum)
		if vectors == nil {
			// Each text alone: beside others its numbers would be others, and tell of what not everybody may see.
			if vectors, err = e.m.vectors.Vectors(ctx, text); err != nil {
				return err
			}
		}
		data = append(data, sum[:]...)
		data = appendText(data, vectors)
	}
	return e.worlds.Update(ctx, func(w persistence.WorldWriter) error {
		if heads, err := w.Keys(headKey(s.id)); err != nil || len(heads) == 0 {
			return errors.Join(err, errGone)
		}
		return w.Put(e.m.key(s.id, block), sealed(data))
	})
}

// errGone: nobody would ever remove the vectors.
var errGone = fmt.Errorf("the index was removed, since others were used later: %w", persistence.ErrNotFound)

// texts are those of a block, or it is there.
func (e *embedding) texts(ctx context.Context, s *segment, block int) (texts []string, there bool, err error) {
	err = e.worlds.View(ctx, func(r persistence.WorldReader) error {
		texts = nil
		if _, err := e.m.read(r, s, block); err == nil {
			there = true
			return nil
		}
		if e.others == nil {
			if err := e.lookAround(r, s); err != nil {
				return err
			}
		}
		for piece, end := s.block(block); piece < end; piece++ {
			text, err := s.text(r, piece)
			if err != nil {
				return err
			}
			texts = append(texts, text)
		}
		return nil
	})
	return texts, there, err
}

// lookAround notes where segments that are not of this index have vectors of the segment's texts.
func (e *embedding) lookAround(r persistence.WorldReader, s *segment) error {
	e.others = map[id]string{}
	heads, err := r.Keys("head/")
	if err != nil {
		return err
	}
	own := map[string]bool{}
	for _, s := range e.segments {
		own[headKey(s.id)] = true
	}
	var wanted map[id]bool
	for _, head := range heads {
		if own[head] {
			continue
		}
		keys, err := r.Keys("vectors" + strings.TrimPrefix(head, "head") + "/" + e.m.model + "/")
		if err != nil {
			return err
		}
		if len(keys) > 0 && wanted == nil {
			if wanted, err = s.sumsOfTexts(r); err != nil {
				return err
			}
		}
		for _, key := range keys {
			all, err := readBlock(r, key)
			if err != nil {
				continue // whoever needs it makes it again
			}
			for _, k := range all {
				if wanted[k.text] {
					e.others[k.text] = key
				}
			}
		}
	}
	return nil
}

func (s *segment) sumsOfTexts(r persistence.WorldReader) (map[id]bool, error) {
	sums := map[id]bool{}
	for n := range s.texts {
		values, err := read(r, textsKey(s.id, n))
		if err != nil {
			return nil, missing(err)
		}
		for len(values.data) > 0 {
			sums[sumOf(values.bytes(values.number()))] = true
		}
	}
	return sums, nil
}

// known gives the vectors of a text that another segment has, nil where none has.
func (e *embedding) known(ctx context.Context, text id) []byte {
	key, is := e.others[text]
	if !is {
		return nil
	}
	if key != e.last {
		e.last, e.read = key, nil
		_ = e.worlds.View(ctx, func(r persistence.WorldReader) (err error) { // what cannot be read is made
			e.read, err = readBlock(r, key)
			return err
		})
	}
	for _, k := range e.read {
		if k.text == text {
			return k.vectors
		}
	}
	return nil
}

// alone removes what other embedders have made of the segments, once.
func (e *embedding) alone(ctx context.Context) error {
	if e.Index.alone {
		return nil
	}
	var others []string
	err := e.worlds.View(ctx, func(r persistence.WorldReader) error {
		others = nil
		for _, s := range e.segments {
			keys, err := r.Keys("vectors/" + s.id.String() + "/")
			if err != nil {
				return err
			}
			for _, key := range keys {
				if !strings.HasPrefix(key, vectorsKey(s.id, e.m.model)+"/") {
					others = append(others, key)
				}
			}
		}
		return nil
	})
	if err == nil && len(others) > 0 {
		err = e.worlds.Update(ctx, func(w persistence.WorldWriter) error {
			for _, key := range others {
				if err := w.Delete(key); err != nil {
					return err
				}
			}
			return nil
		})
	}
	e.Index.alone = err == nil
	return err
}
