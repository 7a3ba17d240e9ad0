package narratoria

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/persistence"
)

const (
	// smallLore is how many bytes of lore are indexed in memory whenever they are needed,
	// which takes a moment, and leave nothing behind.
	smallLore = 1 << 20
	// mostLoreUnkept is how much of larger lore is searched where its index cannot be kept.
	mostLoreUnkept = 8 << 20
)

// A library is the index of a campaign's lore, made once for all games of it, and its vectors.
type library struct {
	mutex  sync.Mutex
	index  *lore.Index
	scribe scribe
}

// library gives the index of a campaign's lore. What is large is kept in the store, for
// every later start; progress is told how far that is.
func (p *Program) library(ctx context.Context, c *Campaign, progress func(stage string)) (*lore.Index, error) {
	c.library.mutex.Lock()
	defer c.library.mutex.Unlock()
	if c.library.index != nil {
		return c.library.index, nil
	}
	documents := engine.Documents(c.Campaign)
	o := lore.Options{}
	if p.meaning != nil {
		o.Embedder = p.meaning
	}
	var err error
	large := !brief(c, smallLore)
	if large {
		o.Progress = func(done, all int64) {
			progress(fmt.Sprintf("indexing the lore, %d of %d MB, this once", done/1e6, all/1e6))
		}
	}
	if large || p.meaning != nil && len(documents) > 0 { // vectors of what is small take longer to make than its index
		c.library.index, err = p.keptLibrary(ctx, documents, o)
	} else {
		c.library.index, err = lore.Open(ctx, nil, documents, o)
	}
	return c.library.index, err
}

// brief reports whether a campaign's lore has at most so many bytes.
func brief(c *Campaign, most int64) bool {
	for i := range c.Lore {
		if most -= c.Lore[i].Bytes; most < 0 {
			return false
		}
	}
	return true
}

// fitting is how many documents, from the first on, have at most so many bytes.
func fitting(documents []lore.Document, most int64) int {
	for i, d := range documents {
		if most -= d.Bytes; most < 0 {
			return i
		}
	}
	return len(documents)
}

// keptLibrary opens the index that the store keeps. What is broken there is made anew; what
// cannot be kept at all is made in memory, as far as it is bearable, and said.
func (p *Program) keptLibrary(ctx context.Context, documents []lore.Document, o lore.Options) (*lore.Index, error) {
	index, err := p.openLibrary(ctx, documents, o)
	if errors.Is(err, persistence.ErrCorrupt) {
		if dropped := p.dropWorlds(ctx); dropped != nil {
			err = fmt.Errorf("%w, and is not removed: %w", err, dropped)
		} else {
			p.warn("The index of lore in %s is damaged; it is made anew.", p.StoriesAt())
			index, err = p.openLibrary(ctx, documents, o)
		}
	}
	_, changed := errors.AsType[*changedError](err)
	if err == nil || ctx.Err() != nil || changed {
		return index, err
	}
	some := documents[:fitting(documents, mostLoreUnkept)]
	if len(some) < len(documents) {
		p.warn("Of the lore only the first %d of %d documents are searched: its index cannot be kept in %s (%v).", len(some), len(documents), p.StoriesAt(), err)
	}
	return lore.Open(ctx, nil, some, lore.Options{Embedder: o.Embedder})
}

// A changedError is of a document, and not of where its index is kept.
type changedError struct{ error }

func (e *changedError) Unwrap() error { return e.error }

// openLibrary opens the index in the store, where it cannot be written as it is there.
func (p *Program) openLibrary(ctx context.Context, documents []lore.Document, o lore.Options) (*lore.Index, error) {
	worlds, err := p.openWorlds(ctx)
	if err != nil {
		return nil, err
	}
	read := make([]lore.Document, len(documents))
	for i, d := range documents {
		read[i] = d
		read[i].Pieces = func() ([]string, error) {
			pieces, err := d.Pieces()
			if err != nil {
				return nil, &changedError{err}
			}
			return pieces, nil
		}
	}
	index, err := lore.Open(ctx, worlds, read, o)
	p.shelving.Lock()
	defer p.shelving.Unlock()
	switch {
	case err == nil:
		p.libraries = append(p.libraries, index)
	case errors.Is(err, persistence.ErrReadOnly) && p.readOnly != nil:
		err = p.readOnly
	}
	return index, err
}

// openWorlds opens what the store has that belongs to no save, once.
func (p *Program) openWorlds(ctx context.Context) (persistence.Worlds, error) {
	p.shelving.Lock()
	defer p.shelving.Unlock()
	if p.worlds != nil {
		return p.worlds, nil
	}
	worlds, err := p.store.Worlds(ctx, persistence.Writing)
	if err != nil && !errors.Is(err, persistence.ErrCorrupt) && !errors.Is(err, persistence.ErrNewer) {
		if reading, readable := p.store.Worlds(ctx, persistence.Reading); readable == nil {
			worlds, err, p.readOnly = reading, nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	p.worlds = worlds
	return worlds, nil
}

// errShelved is why what is damaged waits until the program ends.
var errShelved = errors.New("the lore of another campaign is searched in the same file")

// dropWorlds removes what is broken, unless another program has it open, too, or a game of
// another campaign needs it.
func (p *Program) dropWorlds(ctx context.Context) error {
	p.shelving.Lock()
	defer p.shelving.Unlock()
	if len(p.libraries) > 0 {
		p.spoilt = true
		return errShelved
	}
	if p.worlds != nil {
		_ = p.worlds.Close() // whatever was in it goes
		p.worlds = nil
	}
	return p.store.DropWorlds(ctx)
}

// closeLibraries gives back what libraries are kept in. One that a search found damaged is
// removed, so that the next start makes it anew.
func (p *Program) closeLibraries(ctx context.Context) {
	p.shelving.Lock()
	worlds := p.worlds
	broken := p.spoilt || slices.ContainsFunc(p.libraries, (*lore.Index).Broken)
	p.libraries = nil // nobody searches them any more
	p.shelving.Unlock()
	if worlds == nil {
		return
	}
	if broken {
		p.warn("The index of lore in %s is damaged; it is made anew at the next start.", p.StoriesAt())
		if err := p.dropWorlds(ctx); err == nil {
			return
		}
	}
	_ = worlds.Close() // nothing was left to write
}
