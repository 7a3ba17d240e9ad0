//go:build linux && !race

package ffi_test

import (
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/api"
	"github.com/narratoria/narratoria/internal/soak"
)

// parts are what a library is made of, by how the names of symbols begin; the first that
// fits counts.
var parts = []struct{ name, begins string }{
	{"engine", "github.com/narratoria/narratoria"},
	{"sqlite", "modernc.org/"},
	{"schemas", "github.com/santhosh-tekuri/"},
	{"tokens", "github.com/tiktoken-go/"},
	{"expressions", "github.com/expr-lang/"},
	{"words", "github.com/kljensen/"},
	{"words", "github.com/neurosnap/"},
	{"words", "golang.org/x/text/"},
	{"others", "github.com/"},
	{"others", "golang.org/"},
	{"others", "go.yaml.in/"},
}

// BenchmarkCall is what this package adds to the table of methods: the smallest call, by each,
// taking turns.
func BenchmarkCall(b *testing.B) {
	e := open(b, b.TempDir())
	opened, err := api.Open(api.Options{Program: narratoria.Options{Data: b.TempDir(), NoProcesses: true}})
	must(b, err)
	defer opened.Close(b.Context())
	table := opened.Client(nil)
	const some = 100 // one is too short to be timed
	var own, bare []time.Duration
	for b.Loop() {
		began := time.Now()
		for range some {
			_, err := e.Call("calls.cancel", `{"call":"x"}`)
			must(b, err)
		}
		own = append(own, time.Since(began))
		began = time.Now()
		for range some {
			_, err := table.Call(b.Context(), "calls.cancel", []byte(`{"call":"x"}`))
			must(b, err)
		}
		bare = append(bare, time.Since(began))
	}
	slices.Sort(own)
	slices.Sort(bare)
	b.ReportMetric(float64(own[len(own)/2].Nanoseconds())/some, "call-ns")
	b.ReportMetric(float64(own[len(own)/2])/float64(bare[len(bare)/2]), "x-table")
}

// BenchmarkLibrary is how large what a phone links is, and of what: by the symbols of the
// library before it is stripped.
func BenchmarkLibrary(b *testing.B) {
	soak.Need(b, "gcc")
	dir := b.TempDir()
	whole, stripped := filepath.Join(dir, "whole.so"), filepath.Join(dir, "stripped.so")
	cgo := []string{"CGO_ENABLED=1"}
	run(b, root(b), cgo, "go", "build", "-trimpath", "-buildmode=c-shared", "-o", whole, "./ffi/cshared")
	run(b, root(b), cgo, "go", "build", "-trimpath", "-ldflags=-s -w", "-buildmode=c-shared", "-o", stripped, "./ffi/cshared")
	sizes := partSizes(b, whole)
	for b.Loop() { // nothing takes time here
	}
	b.ReportMetric(0, "ns/op")
	info, err := os.Stat(stripped)
	must(b, err)
	b.ReportMetric(float64(info.Size())/1e6, "library-MB")
	b.ReportMetric(40, "library-MB-target")
	for part, size := range sizes {
		b.ReportMetric(size, part+"-MB")
	}
}

// partSizes are what of a library's file each part takes, in megabytes: code and data by the
// symbols, Go's tables of functions, what is relocated when it is loaded, and what no symbol
// names, the campaigns among it.
func partSizes(b *testing.B, library string) map[string]float64 {
	file, err := elf.Open(library)
	must(b, err)
	defer file.Close()
	symbols, err := file.Symbols()
	must(b, err)
	sizes := map[string]float64{}
	named := map[elf.SectionIndex]uint64{}
	for _, s := range symbols {
		if int(s.Section) < len(file.Sections) && loaded(file.Sections[s.Section]) && elf.ST_TYPE(s.Info) != elf.STT_SECTION {
			sizes[partOf(s.Name)] += float64(s.Size) / 1e6
			named[s.Section] += s.Size
		}
	}
	for i, section := range file.Sections {
		switch {
		case !loaded(section):
		case section.Name == ".gopclntab":
			sizes["tables"] += float64(section.Size) / 1e6
		case strings.HasPrefix(section.Name, ".rela"):
			sizes["relocations"] += float64(section.Size) / 1e6
		case section.Size > named[elf.SectionIndex(i)]:
			sizes["unnamed"] += float64(section.Size-named[elf.SectionIndex(i)]) / 1e6
		}
	}
	return sizes
}

// loaded reports whether something takes place in the file and in memory.
func loaded(s *elf.Section) bool { return s.Flags&elf.SHF_ALLOC != 0 && s.Type != elf.SHT_NOBITS }

func partOf(symbol string) string {
	for _, p := range parts {
		if strings.Contains(symbol, p.begins) {
			return p.name
		}
	}
	return "go"
}
