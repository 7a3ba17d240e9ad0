package campaign

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/plainfile"
)

// Limits of what is read of a campaign.
const (
	MaxFiles   = 20_000
	maxDepth   = 16
	maxText    = 4 << 20   // of one Markdown or JSON file
	maxTexts   = 256 << 20 // of all of them
	maxPeople  = 1_000
	maxThreads = 1_000
	maxParts   = 1_000 // blocks, secrets or keywords of one file, things that the player begins with
)

// directory is a directory on disk as a file system that nothing leads out of.
// It is opened for each file, so that a campaign holds nothing open.
type directory string

func (d directory) Open(name string) (fs.File, error) {
	root, err := plainfile.FollowDir(string(d))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return plainfile.FS{Root: root}.Open(name)
}

// held is a file system to read many files from, which is done with before long.
func held(fsys fs.FS) (reading fs.FS, done func()) {
	if d, is := fsys.(directory); is {
		if root, err := plainfile.FollowDir(string(d)); err == nil {
			return plainfile.FS{Root: root}, func() { root.Close() }
		}
	}
	return fsys, func() {}
}

// files are the plain files of a campaign, in the order of their paths.
type files struct {
	fsys  fs.FS
	paths []string
	sizes map[string]int64
	left  int64 // of maxTexts
	dirs  int
}

// listFiles finds them. Links and devices are reported and left alone; what is
// hidden is not looked at.
func listFiles(fsys fs.FS, report func(contracts.Problem)) *files {
	f := &files{fsys: fsys, sizes: map[string]int64{}, left: maxTexts}
	_ = fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			report(contracts.Problem{File: name, Kind: contracts.Unreadable, Message: fmt.Sprintf("the directory %q %s", name, plainfile.Why(err))})
			return skip(entry)
		case name != "." && strings.HasPrefix(entry.Name(), "."):
			return skip(entry)
		case !nameable(name):
			report(contracts.Problem{File: name, Kind: contracts.Forbidden, Message: fmt.Sprintf("has a name that nothing can call it by; rename it: at most %d bytes of UTF-8, without line breaks and control characters", maxPath)})
			return skip(entry)
		case entry.IsDir():
			return f.directory(name, report)
		}
		return f.add(name, entry, report)
	})
	f.addManifest()
	return f
}

// addManifest finds the one file that every campaign has where the list ended before it.
func (f *files) addManifest() {
	entries, _ := fs.ReadDir(f.fsys, ".")
	i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return e.Name() == manifestFile && e.Type().IsRegular() })
	if i < 0 || f.has(manifestFile) {
		return
	}
	if info, err := entries[i].Info(); err == nil {
		f.sizes[manifestFile] = info.Size()
		f.paths = append(f.paths, manifestFile)
	}
}

// maxPath is how long the path of a campaign's file may be, so that it can be an id.
const maxPath = 250

func nameable(name string) bool {
	return len(name) <= maxPath && utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl)
}

func skip(entry fs.DirEntry) error {
	if entry != nil && entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (f *files) directory(name string, report func(contracts.Problem)) error {
	if strings.Count(name, "/") >= maxDepth {
		report(contracts.Problem{File: name, Kind: contracts.Limit, Message: "the directory lies too deep to be read", Expected: fmt.Sprintf("at most %d levels", maxDepth)})
		return fs.SkipDir
	}
	if f.dirs++; f.dirs > MaxFiles {
		report(contracts.Problem{File: name, Kind: contracts.Limit, Message: "the campaign has more directories than are read", Expected: fmt.Sprintf("at most %d", MaxFiles)})
		return fs.SkipAll
	}
	return nil
}

func (f *files) add(name string, entry fs.DirEntry, report func(contracts.Problem)) error {
	info, err := entry.Info()
	switch {
	case err != nil:
		return nil // it has gone meanwhile
	case entry.Type()&fs.ModeSymlink != 0:
		report(contracts.Problem{File: name, Kind: contracts.Forbidden, Message: "is a link; links in a campaign are not followed"})
		return nil
	case !entry.Type().IsRegular():
		report(contracts.Problem{File: name, Kind: contracts.Forbidden, Message: "is not a plain file"})
		return nil
	case len(f.paths) == MaxFiles:
		report(contracts.Problem{File: name, Kind: contracts.Limit, Message: "the campaign has more files than are read", Expected: fmt.Sprintf("at most %d", MaxFiles)})
		return fs.SkipAll
	}
	f.paths = append(f.paths, name)
	f.sizes[name] = info.Size()
	return nil
}

func (f *files) has(name string) bool {
	_, ok := f.sizes[name]
	return ok
}

// below lists the files of a directory and all inside it that end with one of
// some endings.
func (f *files) below(dir string, endings ...string) []string {
	var found []string
	for _, name := range f.paths {
		if !strings.HasPrefix(name, dir+"/") {
			continue
		}
		for _, ending := range endings {
			if strings.EqualFold(path.Ext(name), ending) {
				found = append(found, name)
				break
			}
		}
	}
	return found
}

// text reads the bytes of a file that is text, or says why not.
func (f *files) text(name string) ([]byte, *contracts.Problem) {
	if size := f.sizes[name]; size <= maxText { // what is larger is refused, and takes nothing from the others
		f.left -= size
	}
	if f.left < 0 {
		return nil, &contracts.Problem{File: name, Line: 1, Column: 1, Kind: contracts.Limit, Message: "is left out: the campaign's texts have more than 256 MiB"}
	}
	text, err := plainfile.ReadUTF8(f.fsys, name, maxText)
	if err != nil {
		return nil, &contracts.Problem{File: name, Line: 1, Column: 1, Kind: contracts.Unreadable, Message: plainfile.Why(err)}
	}
	return text, nil
}
