// Package userdirs says where the program keeps what belongs to its user:
//
//	         data                          config                      state
//	Linux    $XDG_DATA_HOME/narratoria     $XDG_CONFIG_HOME/narratoria $XDG_STATE_HOME/narratoria
//	         (~/.local/share/narratoria)   (~/.config/narratoria)      (~/.local/state/narratoria)
//	macOS    ~/Library/Application Support/narratoria, and config and state in it
//	Windows  %LocalAppData%\narratoria     %AppData%\narratoria        state in data
//
// and its cache in $XDG_CACHE_HOME/narratoria (~/.cache/narratoria), in
// ~/Library/Caches/narratoria, and in data on Windows.
//
// NARRATORIA_DATA_DIR, NARRATORIA_CONFIG_DIR, NARRATORIA_STATE_DIR and
// NARRATORIA_CACHE_DIR replace them one by one; where only the first is set, state
// and cache lie in it. Nothing is
// created here: who writes makes the directory, for its owner alone.
package userdirs

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Dirs are absolute paths; the directories need not exist.
type Dirs struct {
	Data   string // skills and saves
	Config string // settings, consent, skill configuration and secrets
	State  string // logs: what may be deleted without loss
	Cache  string // what is made again when it is missing
}

// Find gives the directories of the user who runs the program.
func Find() (Dirs, error) {
	return find(runtime.GOOS, os.Getenv, os.UserHomeDir)
}

func find(system string, env func(string) string, home func() (string, error)) (Dirs, error) {
	given, err := overrides(env)
	if err != nil || given.complete() {
		return given, err
	}
	usual, err := standard(system, env, home)
	found := Dirs{
		Data:   cmp.Or(given.Data, usual.Data),
		Config: cmp.Or(given.Config, usual.Config),
		State:  cmp.Or(given.State, usual.State),
		Cache:  cmp.Or(given.Cache, usual.Cache),
	}
	if found.complete() { // what is missing of the usual ones is not asked for
		return found, nil
	}
	return found, err
}

func (d Dirs) complete() bool {
	return d.Data != "" && d.Config != "" && d.State != "" && d.Cache != ""
}

func overrides(env func(string) string) (Dirs, error) {
	data, err1 := override(env, "NARRATORIA_DATA_DIR")
	config, err2 := override(env, "NARRATORIA_CONFIG_DIR")
	state, err3 := override(env, "NARRATORIA_STATE_DIR")
	cache, err4 := override(env, "NARRATORIA_CACHE_DIR")
	if state == "" && data != "" {
		state = filepath.Join(data, "state")
	}
	if cache == "" && data != "" {
		cache = filepath.Join(data, "cache")
	}
	return Dirs{data, config, state, cache}, errors.Join(err1, err2, err3, err4)
}

func override(env func(string) string, name string) (string, error) {
	value := env(name)
	if value == "" {
		return "", nil
	}
	path, err := filepath.Abs(value)
	if err != nil {
		return "", fmt.Errorf("%s is %q: %w", name, value, err)
	}
	return path, nil
}

// standard are the system's own, "" for one that cannot be known: then there is an error.
func standard(system string, env func(string) string, home func() (string, error)) (Dirs, error) {
	if system == "windows" {
		return windows(env)
	}
	homeDir, err := home()
	if err != nil || !filepath.IsAbs(homeDir) {
		homeDir, err = "", errors.New("no home directory is known; set HOME, or NARRATORIA_DATA_DIR and NARRATORIA_CONFIG_DIR")
	}
	if system == "darwin" {
		if homeDir == "" {
			return Dirs{}, err
		}
		base := filepath.Join(homeDir, "Library", "Application Support", "narratoria")
		return Dirs{Data: base, Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(homeDir, "Library", "Caches", "narratoria")}, nil
	}
	return Dirs{
		Data:   xdg(env, "XDG_DATA_HOME", homeDir, ".local", "share"),
		Config: xdg(env, "XDG_CONFIG_HOME", homeDir, ".config"),
		State:  xdg(env, "XDG_STATE_HOME", homeDir, ".local", "state"),
		Cache:  xdg(env, "XDG_CACHE_HOME", homeDir, ".cache"),
	}, err
}

// xdg is the program's directory in one of the base directory specification's, which has
// relative paths ignored; "" where that would lie in a home that is not known.
func xdg(env func(string) string, name, home string, below ...string) string {
	if dir := env(name); filepath.IsAbs(dir) {
		return filepath.Join(dir, "narratoria")
	}
	if home == "" {
		return ""
	}
	return filepath.Join(append(append([]string{home}, below...), "narratoria")...)
}

func windows(env func(string) string) (Dirs, error) {
	local, roaming := env("LocalAppData"), env("AppData")
	if local == "" || roaming == "" {
		return Dirs{}, errors.New("LocalAppData or AppData is not set; set NARRATORIA_DATA_DIR and NARRATORIA_CONFIG_DIR")
	}
	data := filepath.Join(local, "narratoria")
	return Dirs{Data: data, Config: filepath.Join(roaming, "narratoria"), State: filepath.Join(data, "state"), Cache: filepath.Join(data, "cache")}, nil
}
