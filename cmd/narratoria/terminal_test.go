package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a stranger named acts on nobody's terminal: skills that cannot be used
// are spoken of by the names of their directories.
func TestNamesDoNotActOnTheTerminal(t *testing.T) {
	for _, name := range []string{"NARRATORIA_DATA_DIR", "NARRATORIA_CONFIG_DIR", "NARRATORIA_STATE_DIR"} {
		t.Setenv(name, t.TempDir())
	}
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
