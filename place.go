package narratoria

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
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
// can be begun again; one that has something else in it is left and is an error, and so is an older copy of a story. Each
// is told of when it is done. Error: of the address, of a directory to copy from that is not there, of the list, the context's.
func (p *Program) CopyStories(ctx context.Context, address string, names []string, done func(Copied)) error {
	to, err := stores.Open(address, p.LibraryDir, p.opts.Stores)
	if err != nil {
		return err
	}
	defer to.Close()
	switch {
	case to.Identity == p.place.Identity:
		return fmt.Errorf("%s is one store, and not two to copy between", to.Name)
	case p.place.Dir != "":
		if info, err := os.Stat(p.place.Dir); err != nil || !info.IsDir() {
			return fmt.Errorf("there is no directory %s to copy stories from", p.place.Dir)
		}
	}
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
		made, err := p.copyStory(ctx, name, into, to)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		done(Copied{name, made, err})
	}
	return nil
}

// copyStory copies a story, but for an older copy of one: it would be taken for the story elsewhere.
func (p *Program) copyStory(ctx context.Context, name string, into *persistence.Store, to *stores.Place) (made bool, err error) {
	info := p.store.Info(ctx, name)
	if info.Older != nil {
		return false, storyError(ctx, p.store, name, info.Older)
	}
	if info.Err == nil {
		if err := p.carryNotes(ctx, name, into, to.Identity); err != nil {
			return false, fmt.Errorf("what skills keep for the story %q cannot be copied, so that it was not either: %w", name, err)
		}
	}
	made, err = p.store.CopyTo(ctx, name, into, name)
	if !errors.Is(err, persistence.ErrDiffers) {
		return made, storyError(ctx, p.store, name, err)
	}
	there := into.Info(ctx, name)
	how := "has something else in it"
	switch {
	case info.Err != nil || there.Err != nil || there.Playthrough != info.Playthrough:
		how = "is another story"
	case there.Head != info.Head:
	case there.Position < info.Position:
		how = "is an earlier state of it"
	case there.Position > info.Position:
		how = "was gone on with since"
	}
	return false, &StoryError{Story: name, Err: err, Message: fmt.Sprintf(
		"the save %q is in %s already, where it %s, and was left as it is; to have both, copy to another store, or restore a backup of one under another name", name, to.Name, how)}
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
