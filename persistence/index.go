package persistence

import (
	"context"

	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// An Indexer is a [Reader] whose driver has an index of its own for the vectors of lore. What is in it is
// made by [Save.Embed], and can be made again.
type Indexer interface {
	// Indexed reports whether the vectors of a text are in it.
	Indexed(model string, text event.Hash) (bool, error)
	// Nearest are texts whose vectors are near one, so many vectors being looked at, and a text of several perhaps
	// more than once. Some that are nearer may be missing. Where fewer texts are in it than there should be, since another program has dropped some, whole is
	// false.
	Nearest(model string, to []float32, most, texts int) (near []event.Hash, whole bool, err error)
}

// An IndexWriter is a [Writer] of such a driver.
type IndexWriter interface {
	// Index puts the vectors of a text into the index, which are not in it, and reports whether it has: it is for vectors of
	// IndexDimensions alone.
	Index(model string, text event.Hash, vectors [][]float32) (taken bool, err error)
}

// IndexDimensions is whose vectors such an index is for: those of the specification's network.
const IndexDimensions = 384

// indexed is the kind whose vectors an index of the driver's has.
const indexed = Lore

// mostNearest is how many vectors an index is asked for where fewer rows are wanted: it misses fewer that way.
const mostNearest = 100

// indexOf is that of the driver.
func indexOf(r Reader) (Indexer, bool) {
	if packing, is := r.(packingReader); is {
		r = packing.Reader
	}
	index, is := r.(Indexer)
	return index, is
}

// list puts the vectors of all lore into the index of the driver, where it has one, as far as they are not known to
// be in it. It goes on where it was ended.
func (s *Save) list(ctx context.Context) error {
	listed, era := s.vectors.listedTexts()
	texts, err := s.texts(ctx, indexed, listed)
	for len(texts) > 0 && err == nil {
		some := texts[:min(batch, len(texts))]
		texts = texts[len(some):]
		var all bool
		if all, err = s.index(ctx, some); err != nil || !all || !s.vectors.list(len(some), era) {
			break
		}
	}
	return err
}

// index puts the vectors of texts, which are kept, into the index of the driver, where it has one. all reports
// whether they are in it now.
func (s *Save) index(ctx context.Context, texts []*vector.Text) (all bool, err error) {
	model := s.vectors.index.Model()
	has, missing := true, []event.Hash(nil)
	err = s.file.View(ctx, func(r Reader) error {
		missing = nil // of this try
		index, is := indexOf(r)
		if has = is; !is {
			return nil
		}
		for _, text := range texts {
			there, err := index.Indexed(model, text.Sum())
			if err != nil {
				return err
			}
			if !there {
				missing = append(missing, text.Sum())
			}
		}
		return nil
	})
	if err != nil || !has || len(missing) == 0 {
		return has, err
	}
	all = true
	err = s.file.Update(ctx, func(w Writer) error {
		all = true // of this try
		for _, text := range missing {
			raw, there, err := w.VectorsOf(model, text)
			if err != nil {
				return err
			}
			vectors, broken := s.vectors.index.Floats(raw.Bytes)
			if !there || broken != nil {
				all = false // it is made again when it is searched
				continue
			}
			taken, err := w.(packingWriter).Writer.(IndexWriter).Index(model, text, vectors)
			if err != nil {
				return err
			}
			all = all && (taken || len(vectors) == 0)
		}
		return nil
	})
	return all, err
}

// nearest leaves of rows those whose texts the driver's index has near a query, and those that are staged; all where it
// has no index, or not all of so many texts in it. It gives the query as it asked it, nil where it did not.
func (s *Save) nearest(ctx context.Context, query Query, rows []*version, texts int) (near []*version, asked *vector.Asked, err error) {
	if s.vectors == nil {
		return rows, nil, nil
	}
	listed, _ := s.vectors.listedTexts()
	if listed < texts {
		return rows, nil, nil
	}
	asked, err = s.vectors.index.Ask(ctx, query.Text)
	if err != nil {
		return rows, nil, ctx.Err() // whoever looks at everything says what is wrong, or does without
	}
	if asked.Floats() == nil {
		return rows, asked, ctx.Err()
	}
	known := false
	found := map[vector.Sum]bool{}
	err = s.file.View(ctx, func(r Reader) error {
		clear(found) // of a try before
		index, is := indexOf(r)
		if known = is; !is {
			return nil
		}
		sums, whole, err := index.Nearest(s.vectors.index.Model(), asked.Floats(), max(mostNearest, 2*query.Limit), listed)
		known = whole
		for _, text := range sums {
			found[text] = true
		}
		return err
	})
	switch {
	case err != nil: // what is wrong with an index is in nobody's way
		return rows, asked, ctx.Err()
	case !known:
		s.vectors.unlist()
		return rows, asked, nil
	}
	for _, v := range rows {
		if v.staged || found[v.said.text.Sum()] {
			near = append(near, v)
		}
	}
	return near, asked, nil
}
