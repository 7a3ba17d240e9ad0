package contracts_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/contracts"
)

// checkPlaces holds for the problems of every document whatever: each says
// something, on one line, about a place that is there.
func checkPlaces(t testing.TB, document []byte, problems contracts.Problems) {
	t.Helper()
	lines := strings.Split(string(document), "\n")
	for _, p := range problems {
		if p.Message == "" || strings.ContainsAny(p.String(), "\n\r") {
			t.Errorf("the problem %q is not one line", p.String())
		}
		if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len(lines[p.Line-1])+1 {
			t.Errorf("%s: there is no such place in a document of %d lines", p, len(lines))
		}
		checkPlaces(t, document, p.Causes)
	}
	if len(problems) > contracts.MaxProblems+1 {
		t.Errorf("%d problems are listed", len(problems))
	}
}
