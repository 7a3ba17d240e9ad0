package contracts_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/narratoria/narratoria/contracts"
)

var update = flag.Bool("update", false, "rewrite the expected problems in testdata")

// TestValid checks documents that must hold without so much as a warning: those
// the specification shows, and those that use each field of ours.
func TestValid(t *testing.T) {
	for _, contract := range contracts.All() {
		archive := read(t, "valid", contract)
		for _, file := range archive.Files {
			t.Run(string(contract)+"/"+file.Name, func(t *testing.T) {
				if _, problems := contracts.Validate(contract, file.Name, file.Data); len(problems) > 0 {
					t.Error(problems)
				}
			})
		}
	}
}

// TestBroken checks what is said about broken documents, line by line. Beside
// each NAME.json stands a NAME.want with its problems.
func TestBroken(t *testing.T) {
	for _, contract := range contracts.All() {
		archive := read(t, "broken", contract)
		for i := 0; i+1 < len(archive.Files); i += 2 {
			document, want := archive.Files[i], &archive.Files[i+1]
			name := strings.TrimSuffix(document.Name, ".json")
			t.Run(string(contract)+"/"+name, func(t *testing.T) {
				if want.Name != name+".want" {
					t.Fatalf("%s is followed by %s", document.Name, want.Name)
				}
				_, problems := contracts.Validate(contract, document.Name, document.Data)
				got := problems.Error() + "\n"
				if *update {
					want.Data = []byte(got)
				}
				if diff := cmp.Diff(string(want.Data), got); diff != "" {
					t.Errorf("problems (-want +got):\n%s", diff)
				}
				checkPlaces(t, document.Data, problems)
			})
		}
		if *update {
			write(t, "broken", contract, archive)
		}
	}
}

func read(t testing.TB, kind string, contract contracts.Contract) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(archiveOf(kind, contract))
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) == 0 {
		t.Fatalf("no %s documents of %s", kind, contract)
	}
	return archive
}

func write(t *testing.T, kind string, contract contracts.Contract, archive *txtar.Archive) {
	t.Helper()
	if err := os.WriteFile(archiveOf(kind, contract), txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

func archiveOf(kind string, contract contracts.Contract) string {
	return filepath.Join("testdata", kind, string(contract)+".txtar")
}
