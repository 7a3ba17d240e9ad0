// Package userdirs says where the program keeps what belongs to its user:
//
//	          data                                    config
//	Linux     $XDG_DATA_HOME/narratoria               $XDG_CONFIG_HOME/narratoria
//	          (~/.local/share/narratoria)             (~/.config/narratoria)
//	macOS     ~/Library/Application Support/narratoria  .../narratoria/config
//	Windows   %LocalAppData%\narratoria               %AppData%\narratoria
//
// NARRATORIA_DATA_DIR and NARRATORIA_CONFIG_DIR replace either. Nothing is
// created here; who writes makes the directory, readable by its owner alone.
package userdirs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Dirs are absolute paths; the directories need not exist.
type Dirs struct {
	Data   string // skills, saves, logs
	Config string // settings, consent, skill configuration and secrets
}

// Find gives the directories of the user who runs the program.
func Find() (Dirs, error) {
	return find(runtime.GOOS, os.Getenv, os.UserHomeDir)
}

func find(system string, env func(string) string, home func() (string, error)) (Dirs, error) {
	data, err := override(env, "NARRATORIA_DATA_DIR")
	if err != nil {
		return Dirs{}, err
	}
	config, err := override(env, "NARRATORIA_CONFIG_DIR")
	if err != nil {
		return Dirs{}, err
	}
	if data != "" && config != "" {
		return Dirs{data, config}, nil
	}
	standard, err := standard(system, env, home)
	if err != nil {
		return Dirs{}, err
	}
	if data != "" {
		standard.Data = data
	}
	if config != "" {
		standard.Config = config
	}
	return standard, nil
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

func standard(system string, env func(string) string, home func() (string, error)) (Dirs, error) {
	if system == "windows" {
		return windows(env)
	}
	homeDir, err := home()
	if err != nil || !filepath.IsAbs(homeDir) {
		return Dirs{}, errors.New("no home directory is known; set HOME, or NARRATORIA_DATA_DIR and NARRATORIA_CONFIG_DIR")
	}
	if system == "darwin" {
		base := filepath.Join(homeDir, "Library", "Application Support", "narratoria")
		return Dirs{Data: base, Config: filepath.Join(base, "config")}, nil
	}
	return Dirs{
		Data:   filepath.Join(xdg(env, "XDG_DATA_HOME", filepath.Join(homeDir, ".local", "share")), "narratoria"),
		Config: filepath.Join(xdg(env, "XDG_CONFIG_HOME", filepath.Join(homeDir, ".config")), "narratoria"),
	}, nil
}

// xdg follows the base directory specification, which has relative paths ignored.
func xdg(env func(string) string, name, otherwise string) string {
	if dir := env(name); filepath.IsAbs(dir) {
		return dir
	}
	return otherwise
}

func windows(env func(string) string) (Dirs, error) {
	local, roaming := env("LocalAppData"), env("AppData")
	if local == "" || roaming == "" {
		return Dirs{}, errors.New("LocalAppData or AppData is not set; set NARRATORIA_DATA_DIR and NARRATORIA_CONFIG_DIR")
	}
	return Dirs{Data: filepath.Join(local, "narratoria"), Config: filepath.Join(roaming, "narratoria")}, nil
}
