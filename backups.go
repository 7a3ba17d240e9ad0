package narratoria

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/backup"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/stores"
	"github.com/narratoria/narratoria/story/event"
)

// newBackups are the backups that the settings ask for. Where none are to be made by themselves,
// those that the user makes are all kept.
func (p *Program) newBackups() *backup.Backups { return p.backupsIn(p.BackupsDir()) }

func (p *Program) backupsIn(dir string) *backup.Backups {
	return backup.New(p.place.Backups(p.opts.Temp), func(dir string) backup.Driver { return sqlite.New(dir) }, backup.Options{
		Dir: dir, Every: p.settings.Backups.Every, Keep: cmp.Or(p.settings.Backups.Keep, math.MaxInt), Temp: p.opts.Temp,
	})
}

// BackupsDir is where backups of stories lie: those of the usual store in the directory of all backups, and those of
// any other in one of its own in there. Stories of two stores can have one name, and are two stories.
func (p *Program) BackupsDir() string {
	all := cmp.Or(p.settings.Backups.Directory, filepath.Join(p.dirs.Data, "backups"))
	return filepath.Join(all, p.storeDir(p.place.Identity))
}

// storeDir names a directory for what is kept beside the stories of a store: none for the usual one, and one for each
// other.
func (p *Program) storeDir(identity string) string {
	if identity == stores.DirectoryIdentity("sqlite", p.usualStore()) {
		return ""
	}
	scheme, _, _ := strings.Cut(identity, ":")
	sum := sha256.Sum256([]byte(identity))
	return fmt.Sprintf("%s-%x", scheme, sum[:8])
}

// UsualBackups are the backups that are listed with the usual store, where another is open: those made before each store
// had a directory of its own for them are there, too, whatever store they are of. The store's address is given with them.
func (p *Program) UsualBackups(name string) ([]backup.Backup, string, error) {
	if p.storeDir(p.place.Identity) == "" {
		return nil, "", nil
	}
	all, err := p.backupsIn(filepath.Dir(p.BackupsDir())).List(name)
	return all, "sqlite:" + p.usualStore(), err
}

// Backups are those of a story, the latest first; of all stories for "", in the order of their
// names.
func (p *Program) Backups(name string) ([]backup.Backup, error) { return p.backups.List(name) }

// Backup is the one of a story that was made at a time that List shows, or the latest for "".
// Error: persistence.ErrNotFound.
func (p *Program) Backup(name, id string) (backup.Backup, error) { return p.backups.Find(name, id) }

// BackUpStory makes a backup of a story, also while it is played, and proves it. Of an older copy
// it makes none, for that would be the latest backup, and have an older one go. Errors:
// *StoryError.
func (p *Program) BackUpStory(ctx context.Context, name string) (backup.Backup, error) {
	if older := p.store.Info(ctx, name).Older; older != nil {
		return backup.Backup{}, storyError(ctx, p.store, name, older)
	}
	made, err := p.backups.Make(ctx, name)
	return made, storyError(ctx, p.store, name, err)
}

// CheckBackup proves a backup: it is restored to a scratch directory and read there to the last
// hash. It says what story it has.
func (p *Program) CheckBackup(ctx context.Context, of backup.Backup) (Story, error) {
	info, err := p.backups.Check(ctx, of)
	if err != nil {
		return Story{}, err
	}
	return p.describe(ctx, info), nil
}

// RestoreBackup makes a story of a backup, under a name that no story has. Errors: *StoryError,
// CheckBackup's.
func (p *Program) RestoreBackup(ctx context.Context, of backup.Backup, name string) (Story, error) {
	info, err := p.backups.Restore(ctx, of, name)
	if errors.Is(err, persistence.ErrCorrupt) {
		return Story{}, err // the backup, and no story
	}
	if err != nil {
		return Story{}, storyError(ctx, p.store, name, err)
	}
	return p.describe(ctx, info), nil
}

// DropBackups deletes all backups of a story, and says how many there were.
func (p *Program) DropBackups(name string) (int, error) { return p.backups.Drop(name) }

// A copying is when a game is backed up, which its owner asks after each turn.
type copying struct {
	due  time.Time     // zero where that was not looked at yet
	busy chan struct{} // closed when the last backup has ended; nil where there was none
}

// backUp has the story backed up beside its turns where that is due. What keeps it from that keeps
// nobody from playing.
func (g *Game) backUp() {
	p := g.program
	if !g.kept || p.opts.Temporary || p.settings.Backups.Keep == 0 {
		return
	}
	select {
	case <-g.copies.busy:
	default:
		if g.copies.busy != nil {
			return // it is being made
		}
	}
	if g.copies.due.IsZero() {
		due, err := p.backups.Due(g.name, g.began())
		if err != nil {
			p.warn("The story %q is not backed up: %v", g.name, err)
			due = time.Now().Add(p.settings.Backups.Every)
		}
		g.copies.due = due
	}
	if time.Now().Before(g.copies.due) {
		return
	}
	g.copies.due = time.Now().Add(p.settings.Backups.Every)
	g.copies.busy = make(chan struct{})
	go g.makeBackup(g.copies.busy) // ends soon after Close, which waits for it
}

// lastCopy is how long a backup may go on after a game has ended.
const lastCopy = 2 * time.Second

func (g *Game) makeBackup(done chan<- struct{}) {
	defer close(done)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer context.AfterFunc(g.life, func() { time.AfterFunc(lastCopy, cancel) })()
	if _, err := g.program.backups.Make(ctx, g.name); err != nil && ctx.Err() == nil {
		g.program.warn("The story %q could not be backed up: %v", g.name, err)
	}
}

// began is when the story's first event was written.
func (g *Game) began() time.Time {
	ctx, at := context.Background(), g.save.At(event.Trunk)
	at.Position = 1
	for record, err := range g.save.Events(ctx, at, 0) {
		if err == nil {
			return record.Wall
		}
	}
	return time.Now()
}
