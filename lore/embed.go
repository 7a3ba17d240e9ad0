package lore

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/persistence"
)

// Embed makes the vectors that pieces lack, by the embedder of the options, and keeps them in the worlds, so that searches go
// by meaning, too; of other embedders those of the last one stay, and are removed of all before. Until it is done words serve, or the vectors of
// [Options.Meanwhile]. It may be ended at any time and goes on where it was, in another index of the same documents
// too; of two that call it one waits for the other. A text whose vectors another segment has, as of a document before it
// was edited, is not embedded again. What the embedder fails at is passed over, and tried last the next time; where it fails
// [mostFailures] times in a row no more is tried. Progress is told how many pieces have theirs, of how many; nil tells nobody. Errors:
// persistence.ErrNoEmbedder; the embedder's first, the context's, the worlds'. Searches that miss the vectors tell it, see [Query.Missed].
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
	err := e.all(ctx)
	if err != nil {
		err = fmt.Errorf("lore: embed: %w", err)
	}
	if ctx.Err() == nil { // that it was ended is no fault
		x.made.ended(err)
	}
	return err
}

// mostFailures is how often an embedder fails in a row until it is taken for one that fails at everything.
const mostFailures = 3

// An embedderError is of the embedder, and not of where its vectors are kept.
type embedderError struct{ error }

func (e *embedderError) Unwrap() error { return e.error }

// An unwritten block was made, and could not be kept: it is not made again to find that out.
type unwritten struct {
	key  string
	data []byte
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
	missing := e.missing()
	if len(missing) > 0 {
		e.tell(0)
	}
	var failed error
	segment, inARow := -1, 0
	for _, at := range missing {
		s := e.segments[at.segment]
		if at.segment != segment {
			segment, e.others, e.last, e.read = at.segment, nil, "", nil
		}
		err := e.block(ctx, s, at)
		if _, is := errors.AsType[*embedderError](err); is && ctx.Err() == nil {
			e.m.noteFailed(at)
			failed = cmp.Or(failed, err)
			if inARow++; inARow == mostFailures {
				return failed
			}
			continue
		}
		if err != nil {
			return err
		}
		inARow = 0
		e.m.noteMade(at)
		from, to := s.block(at.block)
		e.tell(to - from)
	}
	if failed != nil {
		return failed
	}
	return e.alone(ctx)
}

// missing are the blocks that are to be made, in their order: those last at which the embedder has failed, and before others those
// with something of a document that comes first.
func (e *embedding) missing() (all []place) {
	for n, s := range e.segments {
		e.size += s.pieces()
		for block := range s.blocks() {
			if e.m.has(n, block) {
				from, to := s.block(block)
				e.done += to - from
			} else {
				all = append(all, place{n, block})
			}
		}
	}
	last := func(at place) int {
		if e.segments[at.segment].comesFirst(at.block) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b place) int {
		return cmp.Or(cmp.Compare(e.m.failures(a), e.m.failures(b)), cmp.Compare(last(a), last(b)))
	})
	return all
}

// comesFirst reports whether a block has something of a document that comes first.
func (s *segment) comesFirst(block int) bool {
	from, to := s.block(block)
	for d := s.document(from); d < len(s.documents) && s.starts[d] < to; d++ {
		if s.documents[d].First && s.starts[d+1] > max(from, s.starts[d]) {
			return true
		}
	}
	return false
}

func (e *embedding) tell(more int) {
	e.done += more
	if e.progress != nil {
		e.progress(e.done, e.size)
	}
}

// block makes one, unless another program has made it meanwhile. Nobody waits for the worlds while the embedder is at work.
func (e *embedding) block(ctx context.Context, s *segment, at place) error {
	texts, there, err := e.texts(ctx, s, at.block)
	if err != nil || there {
		return err
	}
	made := e.unwritten
	if made.key != e.m.key(s.id, at.block) {
		made = unwritten{key: e.m.key(s.id, at.block)}
		if made.data, err = e.vectorsOf(ctx, texts); err != nil {
			return err
		}
	}
	err = e.worlds.Update(ctx, func(w persistence.WorldWriter) error {
		if heads, err := w.Keys(headKey(s.id)); err != nil || len(heads) == 0 {
			return errors.Join(err, errGone)
		}
		return w.Put(made.key, made.data)
	})
	if err != nil {
		e.unwritten = made
		return err
	}
	e.unwritten = unwritten{}
	return nil
}

// vectorsOf is the value of a block.
func (e *embedding) vectorsOf(ctx context.Context, texts []string) ([]byte, error) {
	data := binary.AppendUvarint(nil, uint64(len(texts)))
	for _, text := range texts {
		sum := id(sha256.Sum256([]byte(text)))
		vectors := e.known(ctx, sum, text)
		if vectors == nil {
			var err error
			// Each text alone: beside others its numbers would be others, and tell of what not everybody may see.
			if vectors, err = e.m.vectors.Vectors(ctx, text); err != nil {
				return nil, &embedderError{err}
			}
		}
		data = append(data, sum[:]...)
		data = appendText(data, vectors)
	}
	return sealed(data), nil
}

// errGone: nobody would ever remove the vectors.
var errGone = fmt.Errorf("the index was removed, since others were used later: %w", persistence.ErrNotFound)

// texts are those of a block, or it is there.
func (e *embedding) texts(ctx context.Context, s *segment, block int) (texts []string, there bool, err error) {
	err = e.worlds.View(ctx, func(r persistence.WorldReader) error {
		texts, there = nil, false
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
		all, err := e.m.read(r, s, block)
		there = err == nil
		for i, k := range all {
			there = there && e.m.isSound(k, texts[i])
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
func (e *embedding) known(ctx context.Context, sum id, text string) []byte {
	key, is := e.others[sum]
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
		if k.text == sum && e.m.isSound(k, text) {
			return k.vectors
		}
	}
	return nil
}

// alone removes what other embedders have made of the segments, but for the one that was used last: who goes to and fro between two
// has nothing made again. It does so once.
func (e *embedding) alone(ctx context.Context) error {
	if e.Index.alone {
		return nil
	}
	var others []string
	err := e.worlds.View(ctx, func(r persistence.WorldReader) (err error) {
		others, err = e.tooMany(r)
		return err
	})
	if err == nil {
		err = e.worlds.Update(ctx, func(w persistence.WorldWriter) error {
			for _, key := range others {
				if err := w.Delete(key); err != nil {
					return err
				}
			}
			return w.Put(embedderKey(e.m.model), sealed(binary.AppendUvarint(nil, uint64(max(0, e.now().Unix())))))
		})
	}
	if errors.Is(err, persistence.ErrReadOnly) {
		err = nil // then it is for others to remove anything
	}
	e.Index.alone = err == nil
	return err
}

// tooMany are the keys of what embedders have made of the segments beside this one and the one that was used last.
func (e *embedding) tooMany(r persistence.WorldReader) (keys []string, err error) {
	by := map[string][]string{} // models
	for _, s := range e.segments {
		prefix := "vectors/" + s.id.String() + "/"
		all, err := r.Keys(prefix)
		if err != nil {
			return nil, err
		}
		for _, key := range all {
			if model, _, _ := strings.Cut(strings.TrimPrefix(key, prefix), "/"); model != e.m.model {
				by[model] = append(by[model], key)
			}
		}
	}
	last, used := "", -1
	for _, model := range slices.Sorted(maps.Keys(by)) {
		when := 0
		if value, err := read(r, embedderKey(model)); err == nil {
			when = value.number()
		}
		if when > used {
			last, used = model, when
		}
	}
	for model, of := range by {
		if model != last {
			keys = append(keys, of...)
		}
	}
	return keys, nil
}
