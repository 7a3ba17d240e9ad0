package narratoria

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/narratoria/narratoria/internal/userdirs"
	"github.com/narratoria/narratoria/persistence/stores"
	"github.com/narratoria/narratoria/skills/config"
)

// Options of a [Program]. The zero value is the user's own program.
type Options struct {
	// Data and the others are directories, which need not exist. With Data alone the
	// others lie in it; without any they are the user's.
	Data, Config, State, Cache string
	// Temporary has the program keep nothing: its directories go with it.
	Temporary bool
	// Shared lets other programs be open on the same data, as the command line does.
	// Whoever is not Shared has it to themselves among those who are not either; the same
	// story is never played twice at a time.
	Shared bool

	// Store is the address of where stories are kept, as package persistence/stores has them; ""
	// is what the settings say, or saves/ of Data. Of files nothing more is wanted; Stores opens others, by
	// the scheme of their addresses.
	Store  string
	Stores map[string]stores.Opener

	Skills []string // directories with skills; the first that has one of a name wins
	Dev    []string // directories of skills that are being written: trusted where they lie

	BundledSkills config.BundledSkills // "" is what the settings say
	// NoProcesses has nothing started, as on a phone, where nothing can be: bundled skills
	// run in the program itself, and those whose scripts are programs are unavailable.
	NoProcesses bool
	Turns       int    // that are played at a time; 0: two for each core
	Assets      string // where files go that scripts without a story make; "" is assets/ of Data
	Temp        string // where directories go that do not outlive the program; "" is the system's
	Version     string // of the program, for the record of its sessions

	// Warn is told in a line or more what is wrong and keeps nobody from going on. It may
	// be called from any goroutine; nil tells nobody.
	Warn func(text string)
}

// An OptionsError says which option cannot be had, and why.
type OptionsError struct{ Option, Message string }

func (e *OptionsError) Error() string { return e.Option + ": " + e.Message }

// check refuses options that make no sense, alone or together.
func (o *Options) check() error {
	for _, given := range []struct{ option, dir string }{{"Data", o.Data}, {"Config", o.Config}, {"State", o.State}, {"Cache", o.Cache}} {
		if given.dir != "" && o.Temporary {
			return &OptionsError{given.option, fmt.Sprintf("the directory %q is to be kept, and Temporary keeps nothing; give one of the two", given.dir)}
		}
	}
	if o.Store != "" {
		if err := stores.Check(o.Store, o.Stores); err != nil {
			return &OptionsError{"Store", err.Error()}
		}
	}
	switch {
	case o.Data != "" && o.Data == o.Config:
		return &OptionsError{"Config", fmt.Sprintf("%q is Data, too, whose skills/ holds something else; give it a directory of its own, or none", o.Config)}
	case o.Turns < 0:
		return &OptionsError{"Turns", fmt.Sprintf("%d turns cannot be played at a time; 0 is the usual number", o.Turns)}
	case o.NoProcesses && o.BundledSkills == config.AsProcesses:
		return &OptionsError{"BundledSkills", fmt.Sprintf("%q starts processes, and NoProcesses none; leave one of the two out", o.BundledSkills)}
	case o.BundledSkills != "" && o.BundledSkills != config.AsProcesses && o.BundledSkills != config.InProcess:
		return &OptionsError{"BundledSkills", fmt.Sprintf("%q is neither %q nor %q", o.BundledSkills, config.AsProcesses, config.InProcess)}
	}
	return nil
}

// turns is how many are played at a time.
func (o *Options) turns() int {
	if o.Turns > 0 {
		return o.Turns
	}
	return 2 * runtime.GOMAXPROCS(0)
}

// directories are the program's, absolute; below is where those of a temporary one lie.
// One that was given must be fit to be one. What is wrong with the user's own keeps nobody
// from playing: it is done without.
func (o *Options) directories(below string) (dirs userdirs.Dirs, err error) {
	var unknown error
	if o.Data == "" && below == "" {
		dirs, unknown = userdirs.Find()
	} else {
		dirs.Data = o.Data + below
		dirs.Config, dirs.State, dirs.Cache = filepath.Join(dirs.Data, "config"), filepath.Join(dirs.Data, "state"), filepath.Join(dirs.Data, "cache")
	}
	for _, dir := range []struct {
		option, given string
		is            *string
	}{{"Data", o.Data, &dirs.Data}, {"Config", o.Config, &dirs.Config}, {"State", o.State, &dirs.State}, {"Cache", o.Cache, &dirs.Cache}} {
		if dir.given != "" {
			*dir.is = dir.given
		}
		if *dir.is == "" {
			return dirs, unknown
		}
		if *dir.is, err = filepath.Abs(*dir.is); err != nil {
			return dirs, &OptionsError{dir.option, err.Error()}
		}
		if info, err := os.Stat(*dir.is); dir.given != "" && err == nil && !info.IsDir() {
			return dirs, &OptionsError{dir.option, fmt.Sprintf("%q is a file, and a directory is wanted", *dir.is)}
		}
	}
	return dirs, nil
}
