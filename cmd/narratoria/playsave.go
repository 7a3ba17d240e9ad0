package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/userdirs"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story"
)

// userSaves is the store of the user's saves.
func userSaves(dirs userdirs.Dirs) *persistence.Store {
	return persistence.New(sqlite.New(savesDir(dirs)), nil)
}

func savesDir(dirs userdirs.Dirs) string { return filepath.Join(dirs.Data, "saves") }

// freeName is a name for a new save of a campaign: its id and the first number
// that nobody has.
func freeName(ctx context.Context, store *persistence.Store, campaign string) (string, error) {
	taken, err := saveNames(ctx, store)
	if err != nil {
		return "", err
	}
	base := safeName(campaign)
	for n := 1; ; n++ {
		if name := fmt.Sprintf("%s-%d", base, n); !slices.Contains(taken, name) {
			return name, nil
		}
	}
}

// safeName makes a name that a save can have of a directory's.
func safeName(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 40 {
			break
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" || persistence.CheckName(name+"-1") != nil {
		return "story"
	}
	return name
}

func saveNames(ctx context.Context, store *persistence.Store) ([]string, error) {
	infos, err := store.List(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(infos))
	for i, info := range infos {
		names[i] = info.Name
	}
	return names, nil
}

// latest is the save of a campaign ("" for any) that was written last.
func latest(ctx context.Context, store *persistence.Store, campaign string) (string, error) {
	infos, err := store.List(ctx)
	if err != nil {
		return "", err
	}
	var best persistence.Info
	for _, info := range infos {
		if info.Err != nil || best.Name != "" && !info.Written.After(best.Written) {
			continue
		}
		if campaign != "" && campaignOf(ctx, store, info.Name) != campaign {
			continue
		}
		best = info
	}
	switch {
	case best.Name != "":
		return best.Name, nil
	case campaign != "":
		return "", fmt.Errorf("there is no save of %q to continue; without --continue a new story begins", campaign)
	}
	return "", errors.New("there is no save to continue; without --continue a new story begins")
}

// campaignOf is the id of a save's campaign, "" where it cannot be read or no
// story was begun.
func campaignOf(ctx context.Context, store *persistence.Store, name string) string {
	id := ""
	_ = readSave(ctx, store, name, func(p *story.Playthrough) error {
		id = p.State().Campaign.ID
		return nil
	})
	return id
}

// readSave lends a story to somebody who reads, beside whoever plays it.
func readSave(ctx context.Context, store *persistence.Store, name string, read func(*story.Playthrough) error) error {
	save, err := store.Open(ctx, name, persistence.Reading)
	if err != nil {
		return saveError(ctx, store, name, err)
	}
	defer save.Close()
	p, err := story.Open(ctx, save)
	if err != nil {
		return saveError(ctx, store, name, err)
	}
	return saveError(ctx, store, name, read(p))
}

// saveError puts what a store says about a save into words, and says what to do.
// Other errors stay as they are.
func saveError(ctx context.Context, store *persistence.Store, name string, err error) error {
	locked, isLocked := errors.AsType[*persistence.LockedError](err)
	switch {
	case err == nil:
		return nil
	case isLocked && locked.PID != 0:
		return fmt.Errorf("the save %q is being played elsewhere, by the process %d; leave that first, or play another save", name, locked.PID)
	case errors.Is(err, persistence.ErrLocked):
		return fmt.Errorf("the save %q is being played elsewhere; leave that first, or play another save", name)
	case errors.Is(err, persistence.ErrNamedTwice):
		return fmt.Errorf("the file of the save %q has a second name, a hard link, under which its last turns could be missed; remove one of the two names to play it", name)
	case errors.Is(err, persistence.ErrNewer):
		return fmt.Errorf("the save %q was written by a newer version of Narratoria, and was left as it is; update the program to play it", name)
	case errors.Is(err, persistence.ErrCorrupt):
		return fmt.Errorf("the save %q is damaged, and was left as it is: %s", name, whyDamaged(err))
	case errors.Is(err, persistence.ErrFull):
		return fmt.Errorf("the disk is full; nothing of the save %q is lost, and it goes on once there is room", name)
	case errors.Is(err, persistence.ErrBroken):
		return fmt.Errorf("the disk failed while writing the save %q; what was shown before is in it", name)
	case errors.Is(err, persistence.ErrReadOnly):
		return fmt.Errorf("the save %q cannot be written; see who may write its file", name)
	case errors.Is(err, persistence.ErrConflict):
		return fmt.Errorf("somebody else has written to the save %q meanwhile; continue it anew", name)
	case errors.Is(err, persistence.ErrNotFound):
		return noSave(ctx, store, name)
	}
	return err
}

// whyDamaged is what a store says is wrong with a save, without the rest.
func whyDamaged(err error) string {
	if _, why, found := strings.Cut(err.Error(), persistence.ErrCorrupt.Error()+": "); found {
		return why
	}
	return err.Error()
}

// noSave names the save that was meant.
func noSave(ctx context.Context, store *persistence.Store, name string) error {
	names, err := saveNames(ctx, store)
	if err != nil || len(names) == 0 {
		return fmt.Errorf("there is no save %q, and no other", name)
	}
	if meant := nearest.Name(name, names); meant != "" {
		return fmt.Errorf("there is no save %q; did you mean %q?", name, meant)
	}
	return fmt.Errorf("there is no save %q; see: narratoria saves", name)
}

// playError is saveError for the errors of a game, too.
func playError(ctx context.Context, store *persistence.Store, name string, err error) error {
	if refused, ok := errors.AsType[*engine.SaveError](err); ok {
		return refused
	}
	return saveError(ctx, store, name, err)
}
