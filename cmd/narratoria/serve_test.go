package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// The client of docs/api.md, as it stands there, plays over a pipe, gives a turn up and goes
// on with its events after a break.
func TestPythonClient(t *testing.T) {
	python := soak.Need(t, "python3")
	client, err := filepath.Abs(filepath.Join("..", "..", "docs", "client.py"))
	must(t, err)
	text, err := os.ReadFile(client)
	must(t, err)
	if lines := strings.Count(string(text), "\n"); lines > 40 {
		t.Errorf("the client has %d lines", lines)
	}
	program, err := exec.LookPath("narratoria")
	must(t, err)
	cmd := exec.Command(python, client, program, "serve", "--stdio", "--data", t.TempDir())
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	want := regexp.MustCompile(`^(\d\d:\d\d \S.*\n){4}(meanwhile \S.*\n)+after event \d+ comes \d+ with turn [67]\n$`)
	if !want.Match(said) {
		t.Errorf("it says\n%s", said)
	}
}
