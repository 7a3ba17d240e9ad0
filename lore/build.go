package lore

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/rank"
)

// How large a block is: what is read to find one word, or one text.
const (
	wordsBlock = 8 << 10
	textsBlock = 16 << 10
	mostBlocks = 10_000
)

// used notes that this set of documents is used, before any of it is indexed: what a world
// has is not removed. Worlds that were used longest ago are.
func (x *Index) used(ctx context.Context, groups []group, o Options) error {
	now := o.Now().Unix()
	data, world := worldOf(groups, now)
	recent := false
	err := x.worlds.View(ctx, func(r persistence.WorldReader) error {
		before, err := read(r, worldKey(world))
		if errors.Is(err, persistence.ErrNotFound) {
			return nil
		}
		const day = 24 * 60 * 60
		recent = err == nil && now-int64(before.number()) < day
		return err
	})
	if err != nil || recent {
		return err
	}
	err = x.worlds.Update(ctx, func(w persistence.WorldWriter) error {
		if err := w.Put(worldKey(world), data); err != nil {
			return err
		}
		return tidy(w, o.Keep)
	})
	if errors.Is(err, persistence.ErrReadOnly) {
		return nil
	}
	return err
}

// worldOf is what is kept of a set of documents, and its id.
func worldOf(groups []group, now int64) ([]byte, id) {
	data := binary.AppendUvarint(nil, uint64(max(0, now)))
	stamp := len(data)
	for _, g := range groups {
		data = append(data, g.id[:]...)
	}
	world := sumOf(data[stamp:])
	return sealed(data), world
}

// tidy removes the worlds that were used longest ago, and the segments that no other has.
func tidy(w persistence.WorldWriter, keep int) error {
	keys, err := w.Keys("world/")
	if err != nil {
		return err
	}
	used, segments := map[string]int{}, map[string][]byte{}
	for _, key := range keys {
		r, err := read(w, key)
		if err != nil {
			return err
		}
		used[key], segments[key] = r.number(), r.data
	}
	slices.SortStableFunc(keys, func(a, b string) int { return used[b] - used[a] })
	kept := map[string]bool{}
	for i, key := range keys {
		if i >= keep {
			if err := w.Delete(key); err != nil {
				return err
			}
			continue
		}
		for part := range slices.Chunk(segments[key], len(id{})) {
			kept[headKey(id(part))] = true
		}
	}
	heads, err := w.Keys("head/")
	for _, key := range heads {
		if kept[key] {
			continue
		}
		for _, kind := range []string{"head", "words", "texts", "vectors"} {
			if err := w.Delete(kind + key[len("head"):]); err != nil {
				return err
			}
		}
	}
	return err
}

// complete makes the segments that are not there, several at once, and writes each when
// it is whole.
func (x *Index) complete(ctx context.Context, groups []group, o Options) error {
	var all, done int64
	for _, g := range groups {
		all += g.size()
	}
	var wanted []int
	for i, g := range groups {
		if x.segments[i] == nil {
			wanted = append(wanted, i)
		} else {
			done += g.size()
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	o.Progress(done, all)
	var mutex sync.Mutex // over done and Progress
	work, working := errgroup.WithContext(ctx)
	work.SetLimit(min(4, runtime.GOMAXPROCS(0)))
	for _, i := range wanted {
		if working.Err() != nil {
			break
		}
		work.Go(func() error { // ends with its one segment
			s, err := x.segment(working, &groups[i])
			if err != nil {
				return err
			}
			mutex.Lock()
			defer mutex.Unlock()
			x.segments[i] = s
			done += groups[i].size()
			o.Progress(done, all)
			return nil
		})
	}
	return cmp.Or(work.Wait(), ctx.Err())
}

func (g *group) size() (size int64) {
	for _, d := range g.documents {
		size += d.Bytes
	}
	return size
}

// segment makes one, unless another program has made it meanwhile.
func (x *Index) segment(ctx context.Context, g *group) (s *segment, err error) {
	err = x.worlds.View(ctx, func(r persistence.WorldReader) error {
		head, err := read(r, headKey(g.id))
		if errors.Is(err, persistence.ErrNotFound) {
			return nil
		}
		if err == nil {
			s, err = decodeHead(g, head)
		}
		return err
	})
	if s != nil || err != nil {
		return s, err
	}
	b := builder{segment: &segment{group: *g, starts: []int{0}}, words: map[string]int32{}}
	for _, d := range g.documents {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pieces, err := d.Pieces()
		if err != nil {
			return nil, err
		}
		b.add(pieces)
	}
	if err := b.end(); err != nil {
		return nil, err
	}
	return b.segment, x.worlds.Update(ctx, b.write)
}

// A builder makes a segment. A text may have half a million words that stand once, so that
// an entry is small and holds no pointers.
type builder struct {
	segment *segment
	words   map[string]int32 // to entries
	entries [][]entry        // blocks of entriesBlock
	lists   [][]byte         // of the words that stand in several pieces
	blocks  [][]byte         // of words with their lists
	texts   [][]byte         // blocks
}

const entriesBlock = 1024

// An entry is the list of a word that is being made: of the pieces before the one that is
// being read, or was last, and of that one.
type entry struct {
	pieces int32 // that are in the list
	last   int32 // of them; -1 where there is none
	list   int32 // its number, where pieces is not 0
	piece  int32 // that is being read
	times  int32 // that the word stands in that one
}

// count has a word once more in a piece.
func (b *builder) count(word string, piece int32) {
	n, known := b.words[word]
	if !known {
		n = int32(len(b.words))
		b.words[word] = n
		if n%entriesBlock == 0 {
			b.entries = append(b.entries, make([]entry, 0, entriesBlock))
		}
		last := &b.entries[n/entriesBlock]
		*last = append(*last, entry{last: -1, piece: piece, times: 1})
		return
	}
	e := b.entry(n)
	if e.piece != piece {
		if e.pieces == 0 {
			e.list = int32(len(b.lists))
			b.lists = append(b.lists, nil)
		}
		b.lists[e.list] = e.flushed(b.lists[e.list])
		e.pieces, e.last, e.piece, e.times = e.pieces+1, e.piece, piece, 0
	}
	e.times++
}

func (b *builder) entry(n int32) *entry { return &b.entries[n/entriesBlock][n%entriesBlock] }

// flushed is a list with the piece that was being read.
func (e *entry) flushed(list []byte) []byte {
	list = binary.AppendUvarint(list, uint64(e.piece-e.last))
	return binary.AppendUvarint(list, uint64(e.times))
}

// add reads one document.
func (b *builder) add(pieces []string) {
	s := b.segment
	sum := 0
	for _, text := range pieces {
		piece := len(s.lengths)
		words := rank.Words(text)
		for _, word := range words {
			b.count(word, int32(piece))
		}
		s.lengths = append(s.lengths, uint32(len(words)))
		sum += len(words)
		b.keep(piece, text)
	}
	s.starts, s.sums = append(s.starts, len(s.lengths)), append(s.sums, sum)
}

// keep puts a text into the last block, or into a new one where that is full.
func (b *builder) keep(piece int, text string) {
	last := len(b.texts) - 1
	if last < 0 || len(b.texts[last])+len(text) > textsBlock {
		b.texts, b.segment.texts = append(b.texts, nil), append(b.segment.texts, piece)
		last++
	}
	b.texts[last] = appendText(b.texts[last], text)
}

// end cuts the lists into blocks.
func (b *builder) end() error {
	var list []byte
	for _, word := range slices.Sorted(maps.Keys(b.words)) {
		e := b.entry(b.words[word])
		list = list[:0]
		if e.pieces > 0 {
			list = append(list, b.lists[e.list]...)
		}
		list = e.flushed(list)
		last := len(b.blocks) - 1
		if last < 0 || len(b.blocks[last])+len(list) > wordsBlock {
			b.blocks, b.segment.words = append(b.blocks, nil), append(b.segment.words, word)
			last++
		}
		block := binary.AppendUvarint(appendText(b.blocks[last], word), uint64(e.pieces+1))
		b.blocks[last] = appendText(block, list)
	}
	b.words, b.entries, b.lists = nil, nil, nil
	if len(b.blocks) > mostBlocks || len(b.texts) > mostBlocks {
		return errLong
	}
	return nil
}

func (b *builder) write(w persistence.WorldWriter) error {
	g := b.segment.id
	for n, block := range b.blocks {
		if err := w.Put(wordsKey(g, n), sealed(block)); err != nil {
			return err
		}
	}
	for n, block := range b.texts {
		if err := w.Put(textsKey(g, n), sealed(block)); err != nil {
			return err
		}
	}
	return w.Put(headKey(g), b.segment.encodeHead())
}

func sumOf(data []byte) id { return sha256.Sum256(data) }
