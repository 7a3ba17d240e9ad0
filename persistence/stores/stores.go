// Package stores opens the store of an address, whatever keeps it:
//
//	sqlite:DIR                        a directory of files, each a save
//	objectbox:DIR                     a directory of ObjectBox's folders, each a save
//	postgres://USER@HOST:PORT/NAME    a database, that any number of programs may have open
//
// A directory may begin with ~/, see [Directory].
//
// The first is always there; a program has others by giving their openers, as the command line does, so that
// one that needs none, as on a phone, is smaller:
//
//	place, err := stores.Open(address, libraries, map[string]stores.Opener{"postgres": postgres.Place})
//
// Everything else of a store is in package persistence.
package stores

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/backup"
	"github.com/narratoria/narratoria/persistence/sqlite"
)

// An AddressError says what is wrong with an address.
type AddressError struct{ Address, Message string }

func (e *AddressError) Error() string { return fmt.Sprintf("the store %q: %s", e.Address, e.Message) }

// Place is what keeps the saves, opened by its address.
type Place struct {
	Driver   persistence.Driver
	Name     string // for messages: the directory, or the address without a password
	Identity string // what tells it from every other, however its address is written, and has no password; its scheme and name where an opener gives none. See [DirectoryIdentity]
	Dir      string // that keeps it; "" where a server does
	Leave    func() // gives it back; nil where there is nothing to be given back
}

// DirectoryIdentity is the [Place.Identity] of a directory of a scheme: links are followed in as much of the way to
// it as is there, so that it stays the same when the directory is made.
func DirectoryIdentity(scheme, dir string) string {
	rest := ""
	for at := dir; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return scheme + ":" + filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return scheme + ":" + dir
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// Close gives it back. No save may be open.
func (p *Place) Close() {
	if p.Leave != nil {
		p.Leave()
	}
}

// Libraries says in which directory a native library of a name is looked for.
type Libraries func(name string) string

// An Opener opens places whose addresses begin with a scheme of its own. Error: *AddressError.
type Opener func(address string, libraries Libraries) (*Place, error)

// Check looks whether anybody opens an address, and opens nothing. Error: *AddressError.
func Check(address string, openers map[string]Opener) error {
	scheme, rest, _ := strings.Cut(address, ":")
	switch {
	case rest == "" && (scheme == "sqlite" || scheme == "objectbox" && openers[scheme] != nil):
		return &AddressError{address, "a directory is missing, as in " + scheme + ":/home/me/stories"}
	case scheme == "sqlite", openers[scheme] != nil:
		return nil
	}
	known := "sqlite:DIRECTORY"
	if openers["objectbox"] != nil {
		known += ", objectbox:DIRECTORY"
	}
	if openers["postgres"] != nil {
		known += " or postgres://USER@HOST/DATABASE"
	}
	return &AddressError{Shown(address), "it is not " + known}
}

// Shown is an address without a password.
func Shown(address string) string {
	if parsed, err := url.Parse(address); err == nil {
		return parsed.Redacted()
	}
	scheme, _, _ := strings.Cut(address, ":")
	return scheme + ":..."
}

// Open opens a place. A server is connected to, and a library loaded, when something is first asked of it. Error: *AddressError.
func Open(address string, libraries Libraries, openers map[string]Opener) (*Place, error) {
	if err := Check(address, openers); err != nil {
		return nil, err
	}
	scheme, _, _ := strings.Cut(address, ":")
	if scheme != "sqlite" {
		place, err := openers[scheme](address, libraries)
		if err == nil && place.Identity == "" {
			place.Identity = scheme + ":" + place.Name
		}
		return place, err
	}
	dir, err := Directory(address)
	if err != nil {
		return nil, err
	}
	return &Place{Driver: sqlite.New(dir), Name: dir, Dir: dir, Identity: DirectoryIdentity(scheme, dir)}, nil
}

// Directory is that of an address such as sqlite:DIR, absolute. One that begins with ~/ is in the user's home, whatever
// the shell makes of it; one that is relative is so to where the program was started. Error: *AddressError.
func Directory(address string) (string, error) {
	_, dir, _ := strings.Cut(address, ":")
	if below, of := strings.CutPrefix(dir, "~"); of {
		if below != "" && !os.IsPathSeparator(below[0]) {
			return "", &AddressError{address, "of homes only your own is known, ~/; write the whole path, or ./~ before the rest for a directory of that name"}
		}
		home, err := os.UserHomeDir()
		if err != nil {
			return "", &AddressError{address, "no home directory is known, which ~ stands for; write the whole path"}
		}
		dir = filepath.Join(home, below)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", &AddressError{address, err.Error()}
	}
	return dir, nil
}

// Backups copies saves of a place to files, and back: each is a save of sqlite, whatever keeps
// what it is of.
func (p *Place) Backups(temp string) backup.Driver {
	if driver, is := p.Driver.(backup.Driver); is {
		return driver
	}
	return through{p.Driver, temp}
}

// through copies by way of a directory of its own.
type through struct {
	persistence.Driver
	temp string // "" is the system's
}

// passing is the name of the one save of that directory.
const passing = "passing"

func (t through) pass(do func(dir string, files *persistence.Store) error) error {
	dir, err := scratch.Open(t.temp, "narratoria-store-")
	if err != nil {
		return err
	}
	return errors.Join(do(dir.Path(), persistence.New(sqlite.New(dir.Path()), nil)), dir.Close())
}

func (t through) CopyOut(ctx context.Context, name, path string) error {
	return t.pass(func(dir string, files *persistence.Store) error {
		if _, err := persistence.New(t.Driver, nil).CopyTo(ctx, name, files, passing); err != nil {
			return err
		}
		return sqlite.New(dir).CopyOut(ctx, passing, path)
	})
}

func (t through) CopyIn(ctx context.Context, path, name string) error {
	return t.pass(func(dir string, files *persistence.Store) error {
		if err := sqlite.New(dir).CopyIn(ctx, path, passing); err != nil {
			return err
		}
		copied, err := files.CopyTo(ctx, passing, persistence.New(t.Driver, nil), name)
		if err == nil && !copied || errors.Is(err, persistence.ErrDiffers) {
			err = persistence.ErrExists
		}
		return err
	})
}
