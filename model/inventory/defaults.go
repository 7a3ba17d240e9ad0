package inventory

import (
	"cmp"
	"slices"
)

// A Published model is one that the program knows by name, and where it is published.
type Published struct {
	Name         string
	Use          Use
	Repository   string // on the HuggingFace Hub
	Revision     string // a commit, or "" where none is known: then the size and the hash of each file are all that pins it
	Files        []PublishedFile
	Quantisation string
	License      string
	// Of models that write texts:
	Template string // by which messages become a prompt: a family, never a template out of a model file
	Context  int    // tokens that a prompt and its answer have together
	Memory   int64  // bytes that it takes while it runs
}

// A PublishedFile is one file of a repository, which is taken only as it is here.
type PublishedFile struct {
	Name   string // in the repository
	As     string // in the inventory
	Bytes  int64
	SHA256 string
}

// Is reports whether a model is this one, whatever name it was given: by the hash of its file, or, of one that finds by
// meaning, because no other is taken.
func (p Published) Is(m Model) bool {
	if p.Use == Meaning {
		return m.Use == Meaning
	}
	return len(p.Files) == 1 && p.Files[0].SHA256 == m.SHA256
}

// Bytes are those of all files together.
func (p Published) Bytes() (sum int64) {
	for _, f := range p.Files {
		sum += f.Bytes
	}
	return sum
}

// Branch is what is fetched of a repository of which no commit is known. It may change: then what comes has another hash, and is not taken.
const Branch = "main"

// Where is the revision that is asked for.
func (p Published) Where() string { return cmp.Or(p.Revision, Branch) }

// Narrator is the model that is meant to tell. No commit of its repository was to be had when this was written, so
// that it has no revision, and the size and the hash pin it alone. Its context is a part of the 131,072 tokens it was taught with, each
// of which takes 393 kB of memory.
var Narrator = Published{
	Name: "phi-3.5-mini", Use: Text, Repository: "bartowski/Phi-3.5-mini-instruct-GGUF",
	Files: []PublishedFile{{
		Name: "Phi-3.5-mini-instruct-Q4_K_M.gguf", As: fileName, Bytes: 2_393_232_672,
		SHA256: "e4165e3a71af97f1b4820da61079826d8752a2088e313af0c7d346796c38eff5",
	}},
	Quantisation: "Q4_K_M", License: "MIT",
	Template: "phi3", Context: 4096, Memory: 4_720_000_000, // as package footprint reckons, which a test of that holds
}

// Embeddings is the model that finds by meaning. It is published in single precision, and
// kept in half.
var Embeddings = Published{
	Name: "all-minilm-l6-v2", Use: Meaning, Repository: "sentence-transformers/all-MiniLM-L6-v2", Revision: "c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
	Files: []PublishedFile{
		{Name: weightsName, As: weightsName, Bytes: 90_868_376, SHA256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
		{Name: vocabularyName, As: vocabularyName, Bytes: 231_508, SHA256: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"},
	},
	Quantisation: "F16", License: "Apache-2.0", Memory: 101_000_000,
}

// Known are the models that the program knows by name.
func Known() []Published { return []Published{Narrator, Embeddings} }

// KnownAs finds one by its name.
func KnownAs(name string) (Published, bool) {
	at := slices.IndexFunc(Known(), func(p Published) bool { return p.Name == name })
	if at < 0 {
		return Published{}, false
	}
	return Known()[at], true
}
