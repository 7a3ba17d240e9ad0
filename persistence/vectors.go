package persistence

import (
	"context"
	"iter"

	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// RawVectors are those of one text by one model, as they are stored. They are a cache: what is
// damaged or missing is made again.
type RawVectors struct {
	Model string
	Text  event.Hash // SHA-256 of the text
	Bytes []byte
	Sum   event.Hash // of all this
}

func (raw RawVectors) sum() event.Hash {
	return event.Chain(event.Chain(raw.Text, []byte(raw.Model)), raw.Bytes)
}

// How many bytes of vectors wait to be written, more being made again when they are needed; and
// how many go along with one append, so that no turn waits for a disk because of them.
const (
	mostUnkept   = 8 << 20
	mostAppended = 64 << 10
)

// A vectorCache is what a save keeps of the vectors of its texts by one model. What searches
// make is written with the next appends, and the rest when the save is closed. The save's mutex
// guards it.
type vectorCache struct {
	save   *Save
	index  *vector.Index
	keeps  bool // it writes what is made
	warm   bool // what is stored was offered to the slab
	alone  bool // those of other models were dropped
	unkept map[event.Hash]RawVectors
	bytes  int             // of unkept
	made   map[RowKind]int // how many texts, the first of the table, have theirs written
	listed int             // and how many, of the kind that is indexed, have them in the driver's index
	era    int             // grows when these are counted anew: what was begun before counts no more
}

var _ vector.Cache = (*vectorCache)(nil)

// offer streams what is stored into the slab, once.
func (c *vectorCache) offer(ctx context.Context) error {
	c.save.mu.Lock()
	warm := c.warm
	c.warm = true
	c.save.mu.Unlock()
	if warm {
		return nil
	}
	return c.save.file.View(ctx, func(r Reader) error {
		_, err := c.index.Warm(sound(r.Vectors(c.index.Model())))
		return err
	})
}

// sound leaves out what is damaged.
func sound(stored iter.Seq2[RawVectors, error]) iter.Seq2[vector.Kept, error] {
	return func(yield func(vector.Kept, error) bool) {
		for raw, err := range stored {
			if err == nil && raw.Sum != raw.sum() {
				continue
			}
			if !yield(vector.Kept{Text: raw.Text, Vectors: raw.Bytes}, err) || err != nil {
				return
			}
		}
	}
}

// Find reads what is stored of texts. What cannot be read is not there.
func (c *vectorCache) Find(ctx context.Context, texts []vector.Sum) [][]byte {
	kept := make([][]byte, len(texts))
	_ = c.save.file.View(ctx, func(r Reader) error {
		for i, text := range texts {
			raw, there, err := r.VectorsOf(c.index.Model(), text)
			if err != nil {
				return err
			}
			if there && raw.Sum == raw.sum() {
				kept[i] = raw.Bytes
			}
		}
		return nil
	})
	return kept
}

// Keep remembers what was made, to be written later.
func (c *vectorCache) Keep(text vector.Sum, vectors []byte) {
	c.save.mu.Lock()
	defer c.save.mu.Unlock()
	if _, there := c.unkept[text]; there || !c.keeps || c.bytes+len(vectors) > mostUnkept {
		return
	}
	raw := RawVectors{Model: c.index.Model(), Text: text, Bytes: vectors}
	raw.Sum = raw.sum()
	if c.unkept == nil {
		c.unkept = make(map[event.Hash]RawVectors)
	}
	c.unkept[text] = raw
	c.bytes += len(vectors)
}

// some are vectors that are to be written, of about so many bytes at the most.
func (c *vectorCache) some(most int) (all []RawVectors) {
	if c == nil {
		return nil
	}
	c.save.mu.RLock()
	defer c.save.mu.RUnlock()
	for _, raw := range c.unkept {
		if most -= len(raw.Bytes); most < 0 {
			break
		}
		all = append(all, raw)
	}
	return all
}

// written forgets what was committed.
func (c *vectorCache) written(all []RawVectors) {
	if len(all) == 0 {
		return
	}
	c.save.mu.Lock()
	defer c.save.mu.Unlock()
	for _, raw := range all {
		if _, there := c.unkept[raw.Text]; there {
			delete(c.unkept, raw.Text)
			c.bytes -= len(raw.Bytes)
		}
	}
}

// forget lets go of what is not written yet; what is stored may have been dropped.
func (c *vectorCache) forget() {
	if c != nil {
		c.unkept, c.bytes, c.made, c.listed = nil, 0, nil, 0
		c.era++
	}
}

func putVectors(w Writer, all []RawVectors) error {
	for _, raw := range all {
		if err := w.PutVectors(raw); err != nil {
			return err
		}
	}
	return nil
}

// flush writes what waits to be written. That it cannot is no error of the story's.
func (c *vectorCache) flush(ctx context.Context) error {
	for {
		all := c.some(mostUnkept / 8)
		if len(all) == 0 {
			return nil
		}
		if err := c.save.file.Update(ctx, func(w Writer) error { return putVectors(w, all) }); err != nil {
			return err
		}
		c.written(all)
	}
}

// Embed makes the vectors that texts of a kind lack, of all its rows and for whoever knows
// them, and of their words where the embedder has a kinship, and keeps them, so that no search has to; those of lore go into the index of the
// driver, too, where it has one; those of other models are dropped then. It may
// be ended at any time, is not to be called twice at once, and goes on where it was when it is called again, as after a change of
// the embedder. Beside it the save can be searched and written. It tells, if progress is not
// nil, how many texts are done of how many. Errors: ErrNoEmbedder, also where vectors are not
// kept; the embedder's, the context's; ErrReadOnly, ErrFull, ErrBroken.
func (s *Save) Embed(ctx context.Context, kind RowKind, progress func(done, all int)) error {
	const operation = "embed"
	if s.vectors == nil {
		return about(s.name, operation, ErrNoEmbedder)
	}
	if s.mode != Writing {
		return about(s.name, operation, ErrReadOnly)
	}
	s.mu.RLock()
	made, era := s.vectors.made[kind], s.vectors.era
	s.mu.RUnlock()
	texts, err := s.texts(ctx, kind, made)
	if err != nil {
		return err
	}
	for done := 0; done < len(texts); done += batch {
		some := texts[done:min(done+batch, len(texts))]
		err := s.meaning.index.Make(ctx, some, s.vectors)
		if err == nil {
			err = s.vectors.flush(ctx)
		}
		if err != nil {
			return about(s.name, operation, err)
		}
		if progress != nil {
			progress(done+len(some), len(texts))
		}
		s.vectors.have(kind, len(some), era)
	}
	if !s.vectors.isAlone() {
		if err := s.update(ctx, operation, func(w Writer) error { return w.DropVectors(s.vectors.index.Model()) }); err != nil {
			return err
		}
		s.vectors.setAlone()
	}
	if kind == indexed { // once no other model's are in it
		return about(s.name, operation, s.list(ctx))
	}
	return nil
}

// batch is for how many texts vectors are made before they are written: some seconds of an embedder's work, which is
// what is lost where it is ended.
const batch = 64

// have counts texts of a kind whose vectors are written.
func (c *vectorCache) have(kind RowKind, more, era int) {
	c.save.mu.Lock()
	defer c.save.mu.Unlock()
	if era != c.era {
		return
	}
	if c.made == nil {
		c.made = map[RowKind]int{}
	}
	c.made[kind] += more
}

// unlist has all that are listed looked at anew.
func (c *vectorCache) unlist() {
	if c == nil {
		return
	}
	c.save.mu.Lock()
	defer c.save.mu.Unlock()
	c.listed = 0
	c.era++
}

// list counts texts whose vectors are in the driver's index, unless these are counted anew since.
func (c *vectorCache) list(more, era int) bool {
	c.save.mu.Lock()
	defer c.save.mu.Unlock()
	if era != c.era {
		return false
	}
	c.listed += more
	return true
}

// listedTexts are those that were counted, and since when.
func (c *vectorCache) listedTexts() (texts, era int) {
	c.save.mu.RLock()
	defer c.save.mu.RUnlock()
	return c.listed, c.era
}

// isAlone reports whether other models' vectors are gone.
func (c *vectorCache) isAlone() bool {
	c.save.mu.RLock()
	defer c.save.mu.RUnlock()
	return c.alone
}

func (c *vectorCache) setAlone() {
	c.save.mu.Lock()
	defer c.save.mu.Unlock()
	c.alone = true
}

// texts are those of all versions of a kind's records, each once, but for so many of the first.
func (s *Save) texts(ctx context.Context, kind RowKind, but int) (texts []*vector.Text, err error) {
	err = s.view(ctx, "embed", func(r Reader) error {
		tbl, err := s.table(r, kind)
		if err != nil {
			return err
		}
		s.mu.RLock()
		defer s.mu.RUnlock()
		texts = nil // of this try
		for _, said := range tbl.common.inOrder[min(but, len(tbl.common.inOrder)):] {
			texts = append(texts, &said.text)
		}
		return nil
	})
	return texts, err
}
