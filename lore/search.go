package lore

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/persistence/vector"
)

// A Query is a search.
type Query struct {
	Text      string // "" for all pieces, which are then of whole relevance
	Limit     int    // how many at most; 0 for all
	Relevance int    // the least, in thousandths; see rank.Score

	// By is what is gone by; the usual way is words and meaning, joined by how good each piece is by either ([rank.Blend]), meaning
	// weighing three times as much. Where there are no vectors a search goes by words, whatever it wanted.
	By persistence.Way
	// Missed is told why an embedder whose vectors are there could not be asked; nil tells nobody.
	Missed func(error)
}

// A Found is a piece that a search came upon.
type Found struct {
	Document int // its place among those that the index was opened with
	Piece    int // its place in the document
	Text     string
	Score    rank.Score

	// What its relevance is made of, in thousandths, as far as the search went by it: the share of the query
	// that it speaks of, by words, and what it is worth by meaning.
	Shared, Likeness int
}

// Search gives the pieces that speak of the query, best first, of those documents that it
// may see, by their places. What it may not see is not ranked, and moves no rank; nor is it given to an embedder
// with the query, for which nobody waits but the caller. Errors: those of the worlds and of the context;
// persistence.ErrCorrupt, after which Broken is true. That an embedder fails is none.
func (x *Index) Search(ctx context.Context, q Query, sees func(document int) bool) (found []Found, err error) {
	sight := search{Index: x, q: q}
	sight.look(sees)
	m, asked, err := sight.ask(ctx)
	if err != nil {
		return nil, fmt.Errorf("lore: search: %w", err)
	}
	err = x.worlds.View(ctx, func(r persistence.WorldReader) error {
		s := sight // of this try
		s.r = r
		if err := s.score(m, asked); err != nil {
			return err
		}
		found, err = s.give()
		return err
	})
	if errors.Is(err, persistence.ErrCorrupt) {
		x.broken.Store(true)
	}
	if err != nil {
		return nil, fmt.Errorf("lore: search: %w", err)
	}
	return found, nil
}

// A search is one that is being answered.
type search struct {
	*Index
	r    persistence.WorldReader
	q    Query
	open []opened // what it may see
	docs int      // pieces it may see
	sum  int      // words in them
	best []candidate

	every bool      // candidate is kept, since words do not decide alone
	least int64     // what a candidate must come up to; 0 until there are enough
	keys  [2][]byte // of two that are being compared
}

// An opened segment has something that the search may see.
type opened struct {
	*segment
	segmentNumber int
	seen          []bool // its documents; nil for all
	lists         []list // by the words asked for
}

type candidate struct {
	segment, piece   int
	score            rank.Score
	shared, likeness int
}

// look notes what the search may see.
func (s *search) look(sees func(document int) bool) {
	for n, g := range s.segments {
		o := opened{segment: g, segmentNumber: n, seen: make([]bool, len(g.documents))}
		any, all := false, true
		for i := range g.documents {
			if o.seen[i] = sees(g.first + i); o.seen[i] {
				any = true
				s.docs += g.starts[i+1] - g.starts[i]
				s.sum += g.sums[i]
			} else {
				all = false
			}
		}
		if all {
			o.seen = nil
		}
		if any {
			s.open = append(s.open, o)
		}
	}
}

// sees reports whether the search may see a piece.
func (o *opened) sees(piece int) bool { return o.seen == nil || o.seen[o.document(piece)] }

// score leaves the best, by meaning as far as one was asked.
func (s *search) score(m *meaning, asked *vector.Asked) error {
	var meant []rank.Score
	if m != nil {
		var err error
		if meant, s.every, err = s.near(m, asked); err != nil {
			return err
		}
	}
	switch {
	case s.q.Text == "":
		s.all()
		return nil
	case !s.every || s.q.By != persistence.ByMeaning:
		if err := s.words(); err != nil {
			return err
		}
	}
	if s.every {
		s.join(meant)
	}
	s.cut(s.q.Limit)
	return nil
}

// words has those be candidates that speak of the query.
func (s *search) words() error {
	asked := rank.Asked(s.q.Text)
	having := make([]int, len(asked))
	for i := range s.open {
		if err := s.open[i].find(s.r, asked, having); err != nil {
			return err
		}
	}
	m := rank.NewMeasure(s.docs, s.sum, having)
	var tallies []rank.Tally
	for i := range s.open {
		tallies = s.tally(&s.open[i], m, tallies)
	}
	return nil
}

// all is every piece, none better than another.
func (s *search) all() {
	whole := rank.Score{Relevance: rank.Whole}
	for i := range s.open {
		for piece := range s.open[i].pieces() {
			if s.open[i].sees(piece) {
				s.add(candidate{segment: s.open[i].segmentNumber, piece: piece, score: whole, shared: whole.Relevance})
			}
		}
	}
	s.cut(s.q.Limit)
}

// find reads the lists of the words asked for, and counts the pieces that have each.
func (o *opened) find(r persistence.WorldReader, asked []string, having []int) error {
	o.lists = make([]list, len(asked))
	read := map[int]reader{} // blocks, of which several words may be in one
	for i, word := range asked {
		l, err := o.list(r, read, word)
		if err != nil {
			return err
		}
		o.lists[i] = l
		well := l.each(func(p posting) {
			if p.piece < o.pieces() && o.sees(p.piece) {
				having[i]++
			}
		})
		if !well {
			return damaged(wordsKey(o.id, 0))
		}
	}
	return nil
}

// list finds a word; the zero list where no piece has it.
func (s *segment) list(r persistence.WorldReader, known map[int]reader, word string) (list, error) {
	block, exact := slices.BinarySearch(s.words, word)
	if !exact {
		block--
	}
	if block < 0 {
		return list{}, nil
	}
	values, is := known[block]
	if !is {
		var err error
		if values, err = read(r, wordsKey(s.id, block)); err != nil {
			return list{}, missing(err)
		}
		known[block] = values
	}
	for len(values.data) > 0 {
		here := values.bytes(values.number())
		l := list{pieces: values.number()}
		l.data = values.bytes(values.number())
		switch c := strings.Compare(string(here), word); {
		case values.wrong:
			return list{}, damaged(values.key)
		case c == 0:
			return l, nil
		case c > 0:
			return list{}, nil
		}
	}
	return list{}, nil
}

// missing takes a part of a segment that is not there for damage: its head is.
func missing(err error) error {
	if errors.Is(err, persistence.ErrNotFound) {
		return fmt.Errorf("%w: %w", persistence.ErrCorrupt, err)
	}
	return err
}

// tally scores a segment's pieces, in a list that is lent from segment to segment.
func (s *search) tally(o *opened, m rank.Measure, tallies []rank.Tally) []rank.Tally {
	tallies = slices.Grow(tallies[:0], o.pieces())[:o.pieces()]
	clear(tallies)
	var touched []int
	for word, l := range o.lists {
		l.each(func(p posting) {
			if p.piece >= o.pieces() || !o.sees(p.piece) {
				return
			}
			t := &tallies[p.piece]
			if *t == (rank.Tally{}) {
				*t = m.Tally(int(o.lengths[p.piece]))
				touched = append(touched, p.piece)
			}
			m.Add(t, word, p.times)
		})
	}
	for _, piece := range touched {
		if score := m.Score(tallies[piece]); score != (rank.Score{}) && (s.every || score.Relevance >= s.q.Relevance) {
			s.add(candidate{segment: o.segmentNumber, piece: piece, score: score, shared: score.Relevance})
		}
	}
	return tallies
}

// add keeps a candidate, unless so many are known to be better as are wanted, and from time
// to time lets go of those that are not among the best.
func (s *search) add(c candidate) {
	if c.score.Millionths < s.least {
		return
	}
	s.best = append(s.best, c)
	if limit := s.q.Limit; !s.every && limit > 0 && len(s.best) >= 2*limit+1024 {
		s.cut(limit)
		s.least = s.best[limit-1].score.Millionths
	}
}

// cut sorts, and leaves so many of the best; all for 0.
func (s *search) cut(limit int) {
	slices.SortFunc(s.best, func(a, b candidate) int {
		if c := cmp.Compare(b.score.Millionths, a.score.Millionths); c != 0 {
			return c
		}
		s.keys[0], s.keys[1] = s.appendKey(s.keys[0][:0], a), s.appendKey(s.keys[1][:0], b)
		return bytes.Compare(s.keys[0], s.keys[1])
	})
	if limit > 0 && len(s.best) > limit {
		s.best = s.best[:limit]
	}
}

// place is where a candidate stands: its document, and the piece in it.
func (s *search) place(c candidate) (document, piece int) {
	g := s.segments[c.segment]
	d := g.document(c.piece)
	return g.first + d, c.piece - g.starts[d]
}

// appendKey appends what orders equally good pieces.
func (s *search) appendKey(key []byte, c candidate) []byte {
	document, piece := s.place(c)
	key = append(append(key, s.documents[document].Name...), '#')
	return append(strconv.AppendInt(key, int64(piece), 10), '@')
}

// give reads the texts of what was found.
func (s *search) give() ([]Found, error) {
	found := make([]Found, len(s.best))
	for i, c := range s.best {
		document, piece := s.place(c)
		text, err := s.segments[c.segment].text(s.r, c.piece)
		if err != nil {
			return nil, err
		}
		found[i] = Found{Document: document, Piece: piece, Text: text, Score: c.score, Shared: c.shared, Likeness: c.likeness}
	}
	return found, nil
}

func (s *segment) text(r persistence.WorldReader, piece int) (string, error) {
	block, exact := slices.BinarySearch(s.texts, piece)
	if !exact {
		block--
	}
	if block < 0 {
		return "", damaged(headKey(s.id))
	}
	values, err := read(r, textsKey(s.id, block))
	if err != nil {
		return "", missing(err)
	}
	for range piece - s.texts[block] {
		values.bytes(values.number())
	}
	text := values.text()
	if values.wrong {
		return "", damaged(values.key)
	}
	return text, nil
}
