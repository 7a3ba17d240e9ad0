package narratoria

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/archive"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// TranscriptOptions of a transcript. The zero value is one without pictures.
type TranscriptOptions struct {
	Pictures bool
	Campaign *Campaign // whose pictures they are; nil for that which the program carries under its id
}

// Transcript is what the player was told in a story up to a place, and what they chose; see
// [transcript.Of].
func (p *Program) Transcript(ctx context.Context, told *story.Playthrough, at event.Where, opts TranscriptOptions) (*transcript.Transcript, error) {
	return transcript.Of(ctx, told, at, p.transcriptOptions(ctx, told, opts))
}

// transcriptOptions are those of a transcript of a story.
func (p *Program) transcriptOptions(ctx context.Context, told *story.Playthrough, opts TranscriptOptions) transcript.Options {
	c := opts.Campaign
	if src, is := carried(told.State().Campaign.ID); c == nil && is {
		c, _ = p.load(ctx, src) // else it has no title and no pictures
	}
	of := transcript.Options{}
	if c != nil {
		of.Title = c.Manifest.Title
	}
	if opts.Pictures {
		of.Blob = func(sum event.Hash) ([]byte, error) { return told.Blob(ctx, sum) }
		if c != nil {
			of.Asset = c.asset
		}
	}
	return of
}

// asset reads a picture of a campaign's.
func (c *Campaign) asset(path string) ([]byte, error) {
	asset, is := c.Asset(path)
	if !is {
		return nil, fmt.Errorf("the campaign has no %q", path)
	}
	return c.Read(asset)
}

// ExportStory writes a whole story as one file, to keep or to take elsewhere, whoever plays it
// meanwhile; see package archive. Errors: *StoryError, and those of writing.
func (p *Program) ExportStory(ctx context.Context, name string, to io.Writer) (archive.Manifest, error) {
	save, err := p.store.Open(ctx, name, persistence.Reading)
	if err != nil {
		return archive.Manifest{}, storyError(ctx, p.store, name, err)
	}
	defer save.Close()
	if err := save.CheckLatest(ctx); err != nil { // or it would be a shorter story elsewhere, and nobody would know
		return archive.Manifest{}, storyError(ctx, p.store, name, err)
	}
	manifest, err := archive.Write(ctx, to, save, archive.Options{Title: p.titleOfSave(ctx, save), Program: p.opts.Version})
	return manifest, storyError(ctx, p.store, name, err)
}

// titleOfSave is the title of its campaign, "" where that is not known.
func (p *Program) titleOfSave(ctx context.Context, save *persistence.Save) string {
	told, err := story.Open(ctx, save)
	if err != nil {
		return ""
	}
	return p.titleOf(told.State().Campaign.ID)
}

// An ImportedStory is what came of an import.
type ImportedStory struct {
	Name        string
	Playthrough event.PlaythroughID
	Renamed     bool // it has another id than in the archive: a story here has that
	Carried     bool // the program carries its campaign
	Events      int64
	Files       int
	Manifest    archive.Manifest

	// Differs are branches of which something else is so than where they were exported, though
	// both programs say that they come to the same; the story itself is the same.
	Differs []event.BranchID
}

// ErrImporting: somebody else imports a story. One at a time does.
var ErrImporting = errors.New("another import is going on; begin this one when that has ended")

// ImportStory makes a story of an archive of so many bytes, which anybody may have made: wholly,
// or there is none. A name of "" is the next that is free for its campaign. Errors:
// *archive.RefusedError, *StoryError, ErrImporting.
func (p *Program) ImportStory(ctx context.Context, from io.ReaderAt, size int64, name string, limits safezip.Limits) (ImportedStory, error) {
	lock, err := p.importing()
	if err != nil {
		return ImportedStory{}, err
	}
	defer lock.Close()
	a, err := archive.Open(from, size, limits)
	if err != nil {
		return ImportedStory{}, err
	}
	imported := ImportedStory{Name: name, Manifest: a.Manifest}
	_, imported.Carried = carried(a.Manifest.Campaign.ID)
	if imported.Name == "" {
		if imported.Name, err = freeName(ctx, p.store, a.Manifest.Campaign.ID); err != nil {
			return imported, err
		}
	}
	if imported.Playthrough, err = p.freeID(ctx, a.Manifest.Playthrough); err != nil {
		return imported, err
	}
	imported.Renamed = imported.Playthrough != a.Manifest.Playthrough
	done, err := a.Import(ctx, p.store, imported.Name, imported.Playthrough)
	if refused, ok := errors.AsType[*archive.RefusedError](err); ok {
		return imported, refused
	}
	if err != nil {
		return imported, storyError(ctx, p.store, imported.Name, err)
	}
	imported.Events, imported.Files, imported.Differs = done.Events, done.Blobs, done.Differs
	return imported, storyError(ctx, p.store, imported.Name, done.Save.Close())
}

// importing keeps others from importing. Where locks are not to be had it goes on without.
func (p *Program) importing() (io.Closer, error) {
	if err := os.MkdirAll(p.dirs.Data, 0o700); err != nil {
		return nil, err
	}
	file, err := filelock.Open(filepath.Join(p.dirs.Data, "import.lock"))
	if err != nil {
		return nil, err
	}
	if held, err := filelock.TryExclusive(file); err == nil && !held {
		return nil, errors.Join(ErrImporting, file.Close())
	}
	return file, nil
}

// freeID is an id, or another where a story here has it.
func (p *Program) freeID(ctx context.Context, id event.PlaythroughID) (event.PlaythroughID, error) {
	infos, err := p.store.List(ctx)
	if slices.ContainsFunc(infos, func(info persistence.Info) bool { return info.Playthrough == id }) {
		id = event.PlaythroughID(rng.New().UUID().String())
	}
	return id, err
}
