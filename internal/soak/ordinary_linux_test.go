package soak_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

func TestOrdinary(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shut")
	if err := os.WriteFile(file, nil, 0); err != nil {
		t.Fatal(err)
	}
	seen := make(chan error)
	go func() { // ends with its thread
		soak.Ordinary()
		_, err := os.ReadFile(file)
		seen <- err
	}()
	if err := <-seen; !errors.Is(err, fs.ErrPermission) {
		t.Errorf("reading a file of mode 000: %v", err)
	}
	if _, err := os.ReadFile(file); os.Geteuid() == 0 && err != nil {
		t.Errorf("other goroutines have lost it too: %v", err)
	}
}
