package contracts_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/golden"
)

// TestValid checks documents that must hold without so much as a warning: those
// the specification shows, and those that use each field of ours.
func TestValid(t *testing.T) {
	for _, contract := range contracts.All() {
		for _, file := range read(t, "valid", contract).Files {
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
		c := read(t, "broken", contract)
		for i := 0; i+1 < len(c.Files); i += 2 {
			document := c.Files[i]
			name := strings.TrimSuffix(document.Name, ".json")
			t.Run(string(contract)+"/"+name, func(t *testing.T) {
				_, problems := contracts.Validate(contract, document.Name, document.Data)
				if want := c.Files[i+1].Name; want != name+".want" {
					t.Fatalf("%s is followed by %s", document.Name, want)
				}
				c.Want(t, name+".want", problems.Error()+"\n")
				checkPlaces(t, document.Data, problems)
			})
		}
	}
}

func read(t testing.TB, kind string, contract contracts.Contract) *golden.Case {
	t.Helper()
	return golden.Read(t, filepath.Join("testdata", kind, string(contract)+".txtar"), 1)[0]
}
