package llama

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/llama/internal/tiny"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

var made string // a directory for what tests make once

func TestMain(m *testing.M) {
	var err error
	if made, err = os.MkdirTemp("", "llama-test-"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(made)
		os.Exit(code)
	}))
}

// worker builds the program that runs models.
var worker = sync.OnceValues(func() (string, error) {
	path := filepath.Join(made, "narratoria-llama")
	build := exec.Command("go", "build", "-o", path, "../../cmd/narratoria-llama")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	return path, build.Run()
})

// random writes a model of random weights, and gives its path and hash.
func random(t testing.TB, write func(io.Writer, uint64) error) (path, sum string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "random.gguf")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.New()
	if err := write(io.MultiWriter(file, hash), 1); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path, hex.EncodeToString(hash.Sum(nil))
}

// device is a model of random weights, and what runs it really. One thread runs it: on a machine that
// has other things to do, a second waits for the first more than it helps.
func device(t testing.TB) (Model, Options) {
	t.Helper()
	library := soak.NeedEnv(t, "NARRATORIA_LLAMA")
	program, err := worker()
	if err != nil {
		t.Fatal(err)
	}
	path, sum := random(t, tiny.Write)
	return Model{Name: "random", Path: path, SHA256: sum, Template: Phi3, Context: 2048}, Options{Program: program, Library: library, Threads: 1}
}

// within starts a worker that is a function, in memory.
func within(behave func(in io.Reader, out io.Writer)) func(context.Context) (*child, wire.Load, error) {
	return func(context.Context) (*child, wire.Load, error) {
		in, requests := io.Pipe()
		replies, out := io.Pipe()
		ended := make(chan struct{})
		go func() { // until it returns; its pipes end then
			defer close(ended)
			behave(in, out)
			_, _ = in.Close(), out.Close()
		}()
		stop := func() {
			_, _, _, _ = in.Close(), out.Close(), requests.Close(), replies.Close()
			<-ended
		}
		return conversation(wire.NewWriter(requests), wire.Replies(replies), stop, func() string { return "exit status 3" }),
			wire.Load{Library: "/lib", Model: "m", Context: 4096, Threads: 1}, nil
	}
}
