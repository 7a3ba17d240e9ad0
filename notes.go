package narratoria

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/skills"
)

// skillData is what skills keep for one story: stories of two stores can have one name, and are two stories.
func (p *Program) skillData(name string) skills.DataRoot {
	return skills.DataRoot{Base: p.dirs.Data, Way: notesWay(p.storeDir(p.place.Identity), name)}
}

func notesWay(store, name string) string {
	if store == "" {
		return path.Join("skill-data/play", name)
	}
	return path.Join("skill-data/stores", store, name)
}

// carryNotes copies what skills keep for a story to where they look for it when the story is played from another store,
// which does not have it yet: what is there belongs to none.
func (p *Program) carryNotes(ctx context.Context, name string, into *persistence.Store, identity string) error {
	if info := into.Info(ctx, name); !errors.Is(info.Err, persistence.ErrNotFound) {
		return nil
	}
	to := plainfile.Below{Base: p.dirs.Data, Way: notesWay(p.storeDir(identity), name)}
	if err := scratch.RemoveAll(to); err != nil {
		return err
	}
	from, err := plainfile.Below(p.skillData(name)).Open()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	made, err := to.Make()
	if err != nil {
		return err
	}
	err = copyTree(ctx, from, made)
	return errors.Join(err, made.Close())
}

// copyTree copies the directories and plain files of a directory: of links and all else there is nothing in the copy.
func copyTree(ctx context.Context, from, to *os.Root) error {
	return fs.WalkDir(from.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case name == ".":
			return nil
		case entry.IsDir():
			return to.Mkdir(name, 0o700)
		case !entry.Type().IsRegular():
			return nil
		}
		return copyFile(from, to, name)
	})
}

func copyFile(from, to *os.Root, name string) error {
	source, err := plainfile.FS{Root: from}.Open(name)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(target, source); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return errors.Join(err, target.Close())
}
