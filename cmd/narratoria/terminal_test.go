package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a stranger named acts on nobody's terminal: skills that cannot be used
// are spoken of by the names of their directories.
func TestNamesDoNotActOnTheTerminal(t *testing.T) {
	ownDirectories(t)
	source := t.TempDir()
	dir := filepath.Join(source, "torch\x1b[2J")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Skip("this system has no such names:", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "skill.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"skills", "list"},
		{"skills", "run", "torch/light"}, // says what is skipped
	} {
		var shown bytes.Buffer
		run(context.Background(), append(args, "--skills", source), strings.NewReader(""), &shown, &shown)
		if strings.Contains(shown.String(), "\x1b") || !strings.Contains(shown.String(), `torch\u001b[2J`) {
			t.Errorf("%v: %q", args, shown.String())
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A command whose output is lost has failed.
func TestOutputThatCannotBeWritten(t *testing.T) {
	ownDirectories(t)
	for _, args := range [][]string{{"version"}, {"skills", "list"}, {"skills", "run", "echo/echo"}} {
		var said bytes.Buffer
		code := run(context.Background(), args, strings.NewReader(""), full{}, &said)
		if code != exitFailed || !strings.Contains(said.String(), "no space left") {
			t.Errorf("%v: exit %d: %s", args, code, said.String())
		}
	}
}
