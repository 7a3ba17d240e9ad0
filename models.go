package narratoria

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/narratoria/narratoria/skills/config"
)

// libraryVariable names the directory of llama.cpp, where the settings say nothing: in a checkout
// that of `make native`.
const libraryVariable = "NARRATORIA_LLAMA"

// Models are the settings of models.
func (p *Program) Models() config.Models { return p.settings.Models }

// LibrariesDir is where native libraries lie that were fetched, each in a directory of its name.
func (p *Program) LibrariesDir() string { return filepath.Join(p.dirs.Data, "libraries") }

// LlamaDir is where llama.cpp is looked for: where the settings say, else where the environment does, else
// where it is fetched to. That it is there, and of the release that is wanted, package model/llama/pins sees.
func (p *Program) LlamaDir() string {
	return cmp.Or(p.settings.Models.Library, os.Getenv(libraryVariable), filepath.Join(p.LibrariesDir(), "llama"))
}

// ModelWorker is the path of narratoria-llama beside this program; whether it is there, who starts it sees.
func ModelWorker() string { return beside("narratoria-llama") }
