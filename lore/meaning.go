package lore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/persistence/vector"
)

// blockPieces is how many pieces' vectors lie in one block, which is what is made at a time, and lost where that is ended.
const blockPieces = 32

// A meaning is an embedder, and which blocks of its vectors there are.
type meaning struct {
	vectors *vector.Index
	model   string // in keys

	mu      sync.Mutex
	made    [][]bool       // by segment and block
	checked map[place]bool // those that this index has made, or held against their texts
	failed  map[place]int  // how often the embedder has failed at one
	trouble error          // why the making ended before it was done, the last time
}

// A place is a block of a segment.
type place struct{ segment, block int }

func newMeaning(e vector.Embedder) *meaning {
	x := vector.NewIndex(e, vector.NewSlab(1)) // its slab is never used
	model := sumOf([]byte(x.Model()))
	return &meaning{vectors: x, model: model.String()[:16], checked: map[place]bool{}, failed: map[place]int{}}
}

func (m *meaning) key(i id, block int) string {
	return vectorsKey(i, m.model) + "/" + strconv.Itoa(block)
}

// meant reads which vectors there are.
func (x *Index) meant(ctx context.Context, o Options) error {
	for _, e := range []vector.Embedder{o.Embedder, o.Meanwhile} {
		if e == nil {
			continue
		}
		m := newMeaning(e)
		if err := x.worlds.View(ctx, func(r persistence.WorldReader) error { return m.look(r, x.segments) }); err != nil {
			return err
		}
		x.meanings = append(x.meanings, m)
		if e == o.Embedder {
			x.made = m
		}
	}
	return nil
}

func (m *meaning) look(r persistence.WorldReader, segments []*segment) error {
	m.made = make([][]bool, len(segments))
	for n, s := range segments {
		m.made[n] = make([]bool, s.blocks())
		prefix := vectorsKey(s.id, m.model) + "/"
		keys, err := r.Keys(prefix)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if block, err := strconv.Atoi(strings.TrimPrefix(key, prefix)); err == nil && block >= 0 && block < len(m.made[n]) {
				m.made[n][block] = true
			}
		}
	}
	return nil
}

// blocks is how many blocks of vectors a segment has.
func (s *segment) blocks() int { return (s.pieces() + blockPieces - 1) / blockPieces }

// block are the pieces of one.
func (s *segment) block(n int) (from, to int) {
	return n * blockPieces, min((n+1)*blockPieces, s.pieces())
}

func (m *meaning) has(segment, block int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.made[segment][block]
}

// lose has a block be made again.
func (m *meaning) lose(at place) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.made[at.segment][at.block] = false
	delete(m.checked, at)
}

// noteMade has it that a block is there, and as sound as it can be.
func (m *meaning) noteMade(at place) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.made[at.segment][at.block], m.checked[at] = true, true
	delete(m.failed, at)
}

func (m *meaning) isChecked(at place) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.checked[at]
}

// noteFailed counts that the embedder failed at a block, and failures gives how often it has.
func (m *meaning) noteFailed(at place) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failed[at]++
}

func (m *meaning) failures(at place) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.failed[at]
}

// ended notes how the making ended, and why gives that; nil where it is done, goes on, or was not begun.
func (m *meaning) ended(trouble error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trouble = trouble
}

func (m *meaning) why() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.trouble
}

// hasAll reports whether all vectors are there that a search needs: what it may not see makes it wait for nothing.
func (m *meaning) hasAll(open []opened) bool {
	for i := range open {
		o := &open[i]
		for block := range o.blocks() {
			if o.seesBlock(block) && !m.has(o.segmentNumber, block) {
				return false
			}
		}
	}
	return true
}

// seesBlock reports whether the search may see a piece of a block.
func (o *opened) seesBlock(block int) bool {
	if o.seen == nil {
		return true
	}
	from, to := o.block(block)
	for d := o.document(from); d < len(o.seen) && o.starts[d] < to; d++ {
		if o.seen[d] && o.starts[d+1] > max(from, o.starts[d]) {
			return true
		}
	}
	return false
}

// ask has the query embedded, by the first whose vectors are all there. It gives nil where the search goes by words, for which
// a reason is told that is a fault.
func (s *search) ask(ctx context.Context) (*meaning, *vector.Asked, error) {
	if s.q.By == persistence.ByWords || s.q.Text == "" || len(s.open) == 0 {
		return nil, nil, nil
	}
	for _, m := range s.meanings {
		if !m.hasAll(s.open) {
			s.miss(m.why())
			continue
		}
		asked, err := m.vectors.Ask(ctx, s.q.Text)
		if err == nil {
			return m, asked, nil
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		s.miss(err)
	}
	return nil, nil, nil
}

// miss tells why the search does without an embedder, if that is a fault.
func (s *search) miss(why error) {
	if why != nil && s.q.Missed != nil {
		s.q.Missed(why)
	}
}

// near scores by meaning every piece in sight, those of a segment behind those of the one before. It gives false where blocks are
// damaged or gone, all of which have to be made again.
func (s *search) near(m *meaning, asked *vector.Asked) (scores []rank.Score, ready bool, err error) {
	ready = true
	for i := range s.open {
		o := &s.open[i]
		scores = append(scores, make([]rank.Score, o.pieces())...)
		own := scores[len(scores)-o.pieces():]
		for block := range o.blocks() {
			if !o.seesBlock(block) {
				continue
			}
			err := m.score(s.r, o, block, asked, own)
			switch {
			case errors.Is(err, persistence.ErrCorrupt), errors.Is(err, persistence.ErrNotFound), errors.Is(err, vector.ErrVector):
				m.lose(place{o.segmentNumber, block})
				ready = false
			case err != nil:
				return nil, false, err
			}
		}
	}
	return scores, ready, nil
}

// score holds what is in sight of a block against what was asked.
func (m *meaning) score(r persistence.WorldReader, o *opened, block int, asked *vector.Asked, scores []rank.Score) error {
	vectors, err := m.read(r, o.segment, block)
	if err != nil {
		return err
	}
	from, _ := o.block(block)
	for n, kept := range vectors {
		if !o.sees(from + n) {
			continue
		}
		if scores[from+n], err = asked.Score(kept.vectors); err != nil {
			return err
		}
		if scores[from+n] != (rank.Score{}) || !m.isBlank(kept) || m.isChecked(place{o.segmentNumber, block}) {
			continue
		}
		text, err := o.text(r, from+n)
		if err != nil {
			return err
		}
		if !m.isSound(kept, text) {
			return fmt.Errorf("of piece %d what is kept %w", from+n, vector.ErrVector)
		}
	}
	return nil
}

// isBlank reports whether vectors say nothing, as a network's do of a text alone that has no word.
func (m *meaning) isBlank(k kept) bool {
	floats, err := m.vectors.Floats(k.vectors)
	return err == nil && len(floats) == 0
}

// isSound reports whether what is kept is vectors of a text.
func (m *meaning) isSound(k kept, text string) bool {
	return k.text == sumOf([]byte(text)) && m.vectors.Are(k.vectors, text)
}

// A kept is what is kept of a piece: of which text, and its vectors.
type kept struct {
	text    id
	vectors []byte
}

// read gives what a block has. Errors: ErrNotFound, ErrCorrupt; the worlds'.
func (m *meaning) read(r persistence.WorldReader, s *segment, block int) ([]kept, error) {
	key := m.key(s.id, block)
	all, err := readBlock(r, key)
	if from, to := s.block(block); err == nil && len(all) != to-from {
		return nil, damaged(key)
	}
	return all, err
}

func readBlock(r persistence.WorldReader, key string) ([]kept, error) {
	values, err := read(r, key)
	if err != nil {
		return nil, err
	}
	all := make([]kept, values.countOf(len(id{})+1))
	for i := range all {
		copy(all[i].text[:], values.bytes(len(id{})))
		all[i].vectors = values.bytes(values.number())
	}
	return all, values.end()
}

// worded puts the candidates, which go by words, into the order of what is scored by meaning.
func (s *search) worded() []rank.Score {
	offsets, all := make([]int, len(s.segments)), 0
	for i := range s.open {
		offsets[s.open[i].segmentNumber] = all
		all += s.open[i].pieces()
	}
	scores := make([]rank.Score, all)
	for _, c := range s.best {
		scores[offsets[c.segment]+c.piece] = c.score
	}
	return scores
}

// What words and meaning weigh beside each other, in the usual way. docs/models.md has what was measured; whole numbers from two to five
// find as much.
const (
	wordsWeight   = 1
	meaningWeight = 3
)

// join has the candidates be those of meaning, or of both: what meaning gives by chance, of no relevance, counts for nothing then.
func (s *search) join(meant []rank.Score) {
	joined := slices.Clone(meant)
	var worded []rank.Score
	if s.q.By != persistence.ByMeaning {
		worded = s.worded()
		for i, score := range joined {
			if score.Relevance == 0 {
				joined[i] = rank.Score{}
			}
		}
		if s.q.By == persistence.ByRank {
			joined = rank.Fuse(worded, joined)
		} else {
			joined = rank.Blend(rank.Part{Weight: wordsWeight, Scores: worded}, rank.Part{Weight: meaningWeight, Scores: joined})
		}
	}
	s.best, s.every = s.best[:0], false
	place := 0
	for i := range s.open {
		o := &s.open[i]
		for piece := range o.pieces() {
			score := joined[place]
			if score != (rank.Score{}) && score.Relevance >= s.q.Relevance {
				c := candidate{segment: o.segmentNumber, piece: piece, score: score, likeness: meant[place].Relevance}
				if worded != nil {
					c.shared = worded[place].Relevance
				}
				s.add(c)
			}
			place++
		}
	}
}
