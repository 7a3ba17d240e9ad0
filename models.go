package narratoria

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/narratoria/narratoria/skills/config"
)

// libraryVariables name the directories of libraries, where the settings say nothing: in a checkout
// those of `make native`.
var libraryVariables = map[string]string{"llama": "NARRATORIA_LLAMA", "objectbox": "NARRATORIA_OBJECTBOX"}

// Models are the settings of models.
func (p *Program) Models() config.Models { return p.settings.Models }

// LibrariesDir is where native libraries lie that were fetched, each in a directory of its name.
func (p *Program) LibrariesDir() string { return filepath.Join(p.dirs.Data, "libraries") }

// LibraryDir is where a native library of a name is looked for, "llama" or "objectbox": where the settings say, of
// llama.cpp, else where the environment does, else where it is fetched to. That it is there, and of the release that
// is wanted, who loads it sees.
func (p *Program) LibraryDir(name string) string {
	return cmp.Or(p.ChosenLibrary(name), os.Getenv(libraryVariables[name]), filepath.Join(p.LibrariesDir(), name))
}

// ChosenLibrary is the directory that the settings name for a native library, "" where they say nothing.
func (p *Program) ChosenLibrary(name string) string {
	if name == "llama" {
		return p.settings.Models.Library
	}
	return ""
}

// LibraryVariable is the variable that names the directory of a native library where the settings say nothing.
func LibraryVariable(name string) string { return libraryVariables[name] }

// ModelWorker is the path of narratoria-llama beside this program; whether it is there, who starts it sees.
func ModelWorker() string { return beside("narratoria-llama") }
