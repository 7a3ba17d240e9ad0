package llama

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/footprint"
	"github.com/narratoria/narratoria/model/llama/internal/tiny"
)

func content(t *testing.T, file *os.File) string {
	t.Helper()
	data, err := io.ReadAll(io.NewSectionReader(file, 0, 1<<30))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestHeld: what is given is what was read, whatever is put in its place, and a file that is another is not given.
func TestHeld(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced there, which is what this is about")
	}
	path, sum := random(t, tiny.Write)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h := held{path: path, sum: sum}
	defer h.close()
	file, size, err := h.open(t.Context())
	if err != nil || size != int64(len(good)) || content(t, file) != string(good) {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+".old"); err != nil { // another is put in its place
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("GGUF, and what nobody has seen"), 0o644); err != nil {
		t.Fatal(err)
	}
	if again, _, err := h.open(t.Context()); err != nil || again != file || content(t, again) != string(good) {
		t.Errorf("of the file that was put in its place: %v", err)
	}
	if err := os.WriteFile(path+".old", append([]byte("X"), good[1:]...), 0o644); err != nil { // the same file is written
		t.Fatal(err)
	}
	if _, _, err := h.open(t.Context()); !errors.Is(err, model.Unsupported) || !strings.Contains(err.Error(), "is not the one that was recorded") {
		t.Errorf("of a file that was written meanwhile: %v", err)
	}
	if err := os.WriteFile(path, good, 0o644); err != nil {
		t.Fatal(err)
	}
	if file, _, err := h.open(t.Context()); err != nil || content(t, file) != string(good) {
		t.Errorf("when it is right again: %v", err)
	}
}

func TestFilesThatAreNotGiven(t *testing.T) {
	path, sum := random(t, tiny.Write)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(){
		"is not the one that was recorded": func() { _ = os.WriteFile(path, good[:len(good)-1], 0o644) },
		"not the one that was recorded, ":  func() { _ = os.WriteFile(path, append(good[:100:100], 'x'), 0o644) },
		"is not there":                     func() { _ = os.Remove(path) },
		"is not a plain file":              func() { _ = os.Mkdir(path, 0o755) },
	} {
		_ = os.Remove(path)
		spoil()
		h := held{path: path, sum: sum}
		if _, _, err := h.open(t.Context()); !errors.Is(err, model.Unsupported) || !strings.Contains(err.Error(), want) {
			t.Errorf("it is to say %q: %v", want, err)
		}
		h.close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_ = os.Remove(path)
	_ = os.WriteFile(path, good, 0o644)
	if _, _, err := (&held{path: path, sum: sum}).open(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

// TestFits: a model that does not fit the memory it may have is refused with words, before anything is started.
func TestFits(t *testing.T) {
	path, sum := random(t, tiny.Write)
	fits := func(memory int64, context int) error {
		s := starter{file: held{path: path, sum: sum}, memory: memory}
		s.load.Context = context
		defer s.close()
		file, size, err := s.file.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.fits(file, size)
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	takes, err := footprint.Of(file, info.Size(), footprint.Texts(4096))
	if err != nil {
		t.Fatal(err)
	}
	if err := fits(takes.Bytes, 4096); err != nil {
		t.Errorf("exactly: %v", err)
	}
	if err := fits(takes.Bytes-1, 512); err != nil {
		t.Errorf("a byte less, with a smaller context: %v", err)
	}
	err = fits(takes.Bytes-1, 4096)
	if !errors.Is(err, model.Unsupported) || !strings.Contains(err.Error(), "it takes about 0.1 GB of memory with a context of 4096 tokens, and 0.1 GB may be used, so it is not loaded") {
		t.Errorf("a byte less: %v", err)
	}
	if err := fits(0, 512); err != nil {
		t.Errorf("what the system has left: %v", err)
	}
}
