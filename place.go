package narratoria

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/stores"
	"github.com/narratoria/narratoria/skills/config"
)

// findPlace finds where stories are kept: where the options say, or the settings, or in the data
// directory. A program that keeps nothing asks no settings.
func (p *Program) findPlace() (err error) {
	address := p.opts.Store
	if !p.opts.Temporary {
		address = cmp.Or(address, p.settings.Store)
	}
	p.place, err = stores.Open(cmp.Or(address, "sqlite:"+p.usualStore()), p.LibraryDir, p.opts.Stores)
	if err != nil && p.opts.Store == "" {
		err = fmt.Errorf("the settings in %s: %w", filepath.Join(p.dirs.Config, config.SettingsFile), err)
	}
	return err
}

// usualStore is the directory in which stories are kept unless somebody says otherwise.
func (p *Program) usualStore() string { return filepath.Join(p.dirs.Data, "saves") }

// A Copied is what came of copying a story to another store.
type Copied struct {
	Story string
	Made  bool // else it was there already, with the same in it
	Err   error
}

// CopyStories copies stories, all where none is named, to the store of an address, and compares each with
// what it was copied from. One that is there with the same in it is left, so that a copying that was interrupted
// can be begun again; one that has something else in it is left and is an error. Each is told of when it is done.
// Error: of the address, of the list, the context's.
func (p *Program) CopyStories(ctx context.Context, address string, names []string, done func(Copied)) error {
	to, err := stores.Open(address, p.LibraryDir, p.opts.Stores)
	if err != nil {
		return err
	}
	defer to.Close()
	into := persistence.New(to.Driver, nil)
	if _, err := into.Names(ctx); err != nil {
		return err
	}
	if len(names) == 0 {
		if names, err = p.store.Names(ctx); err != nil {
			return err
		}
	}
	for _, name := range names {
		made, err := p.store.CopyTo(ctx, name, into, name)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !errors.Is(err, persistence.ErrDiffers) {
			err = storyError(ctx, p.store, name, err)
		}
		done(Copied{name, made, err})
	}
	return nil
}

// StoryStats is how much is kept of a story.
type StoryStats struct {
	Story string
	persistence.Stats
}

// StoryStats counts what is kept of stories, of all where none is named, as far as they can be read.
// Errors: *StoryError of each that cannot be.
func (p *Program) StoryStats(ctx context.Context, names []string) (all []StoryStats, err error) {
	if len(names) == 0 {
		if names, err = p.store.Names(ctx); err != nil {
			return nil, err
		}
	}
	var failed error
	for _, name := range names {
		stats, err := p.store.Stats(ctx, name)
		if err != nil {
			failed = errors.Join(failed, storyError(ctx, p.store, name, err))
			continue
		}
		all = append(all, StoryStats{name, stats})
	}
	return all, failed
}
