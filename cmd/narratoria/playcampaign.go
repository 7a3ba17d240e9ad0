package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/plainfile"
)

// A source is where a campaign's files are.
type source struct {
	id    string // the directory's name, by which saves know their campaign
	shown string // what the user calls it
	files fs.FS
	dir   string // "" for one that the program carries
}

// findCampaign takes a directory, or the name of a campaign that the program
// carries. A path to such a one counts too, where the directory is not there:
// the README's commands work without a checkout.
func findCampaign(given string) (source, error) {
	info, err := os.Stat(given)
	if err == nil && info.IsDir() {
		return directorySource(given)
	}
	if err == nil {
		return source{}, fmt.Errorf("the campaign %q is not a directory; a campaign is one with a manifest.json in it", given)
	}
	base := path.Base(filepath.ToSlash(given))
	if sample, ok := carried(base); ok {
		return sample, nil
	}
	if meant := nearest.Name(base, carriedNames()); meant != "" {
		return source{}, fmt.Errorf("there is no campaign %q; did you mean %q?", given, meant)
	}
	return source{}, fmt.Errorf("there is no campaign %q; give a directory, or one of %s", given, strings.Join(carriedNames(), ", "))
}

func directorySource(given string) (source, error) {
	absolute, err := filepath.Abs(given)
	if err != nil {
		return source{}, err
	}
	return source{id: filepath.Base(absolute), shown: given, files: os.DirFS(absolute), dir: given}, nil
}

func carried(name string) (source, bool) {
	for _, sample := range campaigns.All() {
		if sample.Name == name {
			return source{id: name, shown: name, files: sample.Files}, true
		}
	}
	return source{}, false
}

func carriedNames() (names []string) {
	for _, sample := range campaigns.All() {
		names = append(names, sample.Name)
	}
	return names
}

// A loaded campaign is one that can be played.
type loaded struct {
	source
	campaign *campaign.Campaign
	digest   string
}

// load reads a campaign. What is wrong in it is said on errs, and the rest plays.
func (src source) load(ctx context.Context, errs io.Writer) (loaded, error) {
	c, problems := src.read()
	if c == nil {
		return loaded{}, problems
	}
	for _, p := range problems {
		if !p.Warning {
			fmt.Fprintln(errs, printable(p.String()))
		}
	}
	if wrong, warnings := counted(problems); wrong+warnings > 0 {
		fmt.Fprintf(errs, "%s: %s, %s; it plays without what is wrong. See: narratoria campaign validate %s\n",
			printable(src.shown), plural(wrong, "error"), plural(warnings, "warning"), printable(src.shown))
	}
	full, err := campaign.Complete(ctx, c, campaign.Lexical{})
	if err != nil {
		return loaded{}, err
	}
	return loaded{source: src, campaign: full, digest: digest(src.files)}, nil
}

func (src source) read() (*campaign.Campaign, contracts.Problems) {
	opts := campaign.Options{Label: src.shown}
	if src.dir != "" {
		return campaign.LoadDir(src.dir, opts)
	}
	return campaign.Load(src.files, opts)
}

// Bounds of what is read of a campaign to recognise it. What is larger counts by
// its size.
const (
	maxDigestFile  = 4 << 20
	maxDigestDepth = 16
)

// digest is a SHA-256 over what a story is made of: the names of all files, the
// content of texts, and the size of pictures and sounds. It lets a save say that
// its campaign was edited, and is no seal.
func digest(files fs.FS) string {
	sum, count := sha256.New(), 0
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || name != "." && strings.HasPrefix(entry.Name(), "."):
			return skipped(entry) // no part of the story
		case entry.IsDir() && strings.Count(name, "/") >= maxDigestDepth:
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		if count++; count > campaign.MaxFiles {
			return fs.SkipAll
		}
		size := int64(-1)
		if info, err := entry.Info(); err == nil {
			size = info.Size()
		}
		fmt.Fprintf(sum, "%q %d\n", name, size)
		if isText(name) {
			data, _ := plainfile.ReadFile(files, name, maxDigestFile)
			sum.Write(data)
		}
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil))
}

func skipped(entry fs.DirEntry) error {
	if entry != nil && entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func isText(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".md", ".txt", ".yaml", ".yml", ".prompt":
		return true
	}
	return false
}
