// Package minilmtest runs MiniLM really, for the tests of whatever finds by meaning.
//
//	embedder := minilmtest.Device(t)
package minilmtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/llama"
	"github.com/narratoria/narratoria/model/minilm"
)

// Device is the network with the weights and the library that `make native` brings, in a worker of its own, which ends
// with the test. A test that has them not is skipped, or fails where nothing is to be: see [soak.NeedEnv].
func Device(t testing.TB) *minilm.Embedder {
	t.Helper()
	path, library := soak.NeedEnv(t, "NARRATORIA_MINILM"), soak.NeedEnv(t, "NARRATORIA_LLAMA")
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tokenizer, err := minilm.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "narratoria-llama")
	build := exec.Command("go", "build", "-o", program, "github.com/narratoria/narratoria/cmd/narratoria-llama")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	sum := sha256.Sum256(file)
	encoder, err := llama.NewEncoder(llama.Model{Name: "minilm", Path: path, SHA256: hex.EncodeToString(sum[:])},
		llama.Options{Program: program, Library: library, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = encoder.Close() })
	return minilm.New(encoder, tokenizer)
}
