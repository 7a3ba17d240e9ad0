package libraries_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/cmd/narratoria/libraries"
	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/llama/pins"
)

func sum(data []byte) string {
	of := sha256.Sum256(data)
	return hex.EncodeToString(of[:])
}

// contents are the files of a library, and what else is in its package.
var contents = map[string]string{
	"package/bins/libmain.b1.so": strings.Repeat("main ", 3000), "package/bins/libpart.so": "part", "package/README.md": "read me",
	"package/bins/../../../escaped": "this leads out", "libmain.so": "of another place",
}

func packedTar(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	compressed := gzip.NewWriter(&file)
	packed := tar.NewWriter(compressed)
	for name, text := range contents {
		if err := packed.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Size: int64(len(text)), Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
		_, _ = packed.Write([]byte(text))
	}
	if err := errors.Join(packed.Close(), compressed.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func packedZip(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	packed := zip.NewWriter(&file)
	for name, text := range contents {
		w, err := packed.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(text))
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// library is one whose package is this.
func library(data []byte) native.Library {
	return native.Library{
		Name: "main", Title: "Main", Release: "b1",
		Files: map[string]string{"libmain.so": sum([]byte(contents["package/bins/libmain.b1.so"])), "libpart.so": sum([]byte("part"))},
		Package: native.Package{
			Server: "https://127.0.0.1:1", Path: "@of/main-1.tgz", Bytes: int64(len(data)), SHA256: sum(data),
			Members: map[string]string{"libmain.so": "package/bins/libmain.b1.so", "libpart.so": "package/bins/libpart.so"},
		},
	}
}

// left are the names in a directory.
func left(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// Of a package, or of a directory with its files under either name, exactly those of the library are taken.
func TestTake(t *testing.T) {
	for kind, pack := range map[string]func(*testing.T) []byte{"tar": packedTar, "zip": packedZip} {
		data, dir := pack(t), t.TempDir()
		place, of := libraries.In(filepath.Join(dir, "libraries")), library(data)
		path := filepath.Join(dir, "package")
		write(t, path, data)
		if err := place.Take(t.Context(), of, path); err != nil {
			t.Fatal(kind, err)
		}
		if err := of.Check(place.Dir("main")); err != nil {
			t.Error(kind, err)
		}
		if got := left(t, place.Dir("main")) + "; " + left(t, filepath.Dir(place.Dir("main"))) + "; " + left(t, dir); got != "libmain.so libpart.so; .lock main; libraries package" {
			t.Errorf("%s: there is %s", kind, got)
		}
	}
	data, dir := packedTar(t), t.TempDir()
	for name, text := range map[string]string{"libmain.b1.so": contents["package/bins/libmain.b1.so"], "libpart.so": "part", "more.so": "more"} {
		write(t, filepath.Join(dir, "from", name), []byte(text))
	}
	place, of := libraries.In(filepath.Join(dir, "libraries")), library(data)
	if err := place.Take(t.Context(), of, filepath.Join(dir, "from")); err != nil || left(t, place.Dir("main")) != "libmain.so libpart.so" {
		t.Errorf("of a directory: %v, %s", err, left(t, place.Dir("main")))
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// What is not the library is refused in one message, and what was there before stays.
func TestWhatIsNotTheLibrary(t *testing.T) {
	data := packedTar(t)
	dir := t.TempDir()
	place, of := libraries.In(filepath.Join(dir, "libraries")), library(data)
	before := filepath.Join(place.Dir("main"), "libmain.so")
	write(t, before, []byte("what was there"))
	write(t, filepath.Join(dir, "other"), append(bytes.Clone(data), 0))
	write(t, filepath.Join(dir, "half", "libmain.so"), []byte(contents["package/bins/libmain.b1.so"]))
	write(t, filepath.Join(dir, "changed", "libmain.so"), []byte("main "))
	write(t, filepath.Join(dir, "changed", "libpart.so"), []byte("part"))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	lost := of
	lost.Package.Members = map[string]string{"libmain.so": "package/none", "libpart.so": "package/bins/libpart.so"}
	write(t, filepath.Join(dir, "package"), data)
	for _, c := range []struct {
		path, want string
		of         native.Library
		ctx        context.Context
	}{
		{"none", "none is not there", of, t.Context()},
		{"other", "other is not the package of Main b1: its SHA-256 is ", of, t.Context()},
		{"half", "half has no libpart.so of Main b1: it is not there", of, t.Context()},
		{"changed", "libmain.so in ", of, t.Context()},
		{"changed", "is not the file of Main b1: its SHA-256 is ", of, t.Context()},
		{"package", "libmain.so is missing", lost, t.Context()},
		{"package", "context canceled", of, ended},
	} {
		err := place.Take(c.ctx, c.of, filepath.Join(dir, c.path))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.path, err)
		}
		if got, err := os.ReadFile(before); err != nil || string(got) != "what was there" {
			t.Errorf("after %s there is %.20q: %v", c.path, got, err)
		}
	}
	if err := place.Take(t.Context(), of, filepath.Join(dir, "package")); err != nil || of.Check(place.Dir("main")) != nil {
		t.Errorf("what was there is not replaced: %v", err)
	}
}

// A package is fetched through breaks, and gone on with; one that is another is not taken, and a server that
// leads elsewhere not followed.
func TestFetch(t *testing.T) {
	data := packedTar(t)
	asked, ranges, first := 0, 0, ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 1 {
			first = r.URL.Path
		}
		switch {
		case strings.HasPrefix(r.URL.Path, "/away/"):
			http.Redirect(w, r, "https://elsewhere.example/x", http.StatusFound)
			return
		case !strings.HasSuffix(r.URL.Path, "/@of/main-1.tgz"):
			http.NotFound(w, r)
			return
		case r.Header.Get("Range") != "":
			ranges++
		default: // it breaks off
			w.Header().Set("Content-Length", strconv.Itoa(len(data)))
			_, _ = w.Write(data[:100])
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
		http.ServeContent(w, r, "x", time.Time{}, bytes.NewReader(data))
	}))
	defer server.Close()
	of := library(data)
	of.Package.Server = server.URL
	place := libraries.In(filepath.Join(t.TempDir(), "libraries"))
	for mirror, want := range map[string]string{
		"http://example.org": "https alone is",
		"nothing":            "no address of a server",
	} {
		if err := place.Fetch(t.Context(), of, []string{mirror}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", mirror, err)
		}
	}
	other := of
	other.Package.SHA256 = strings.Repeat("a", 64)
	if err := place.Fetch(t.Context(), other, nil, nil); err == nil || !strings.Contains(err.Error(), "main-1.tgz was not had: 127.0.0.1") || !strings.Contains(err.Error(), "its SHA-256 is") {
		t.Errorf("another package: %v", err)
	}
	away := of
	away.Package.Server = server.URL + "/away"
	if err := place.Fetch(t.Context(), away, nil, nil); err == nil || !strings.Contains(err.Error(), `it redirects to "https://elsewhere.example", which is not followed`) {
		t.Errorf("a server that leads elsewhere: %v", err)
	}
	asked, ranges = 0, 0
	told := int64(0)
	if err := place.Fetch(t.Context(), of, []string{server.URL + "/away"}, func(done, _ int64) { told = done }); err != nil {
		t.Fatal(err)
	}
	if err := of.Check(place.Dir("main")); err != nil || ranges == 0 || told != int64(len(data)) || first != "/away/@of/main-1.tgz" {
		t.Errorf("after %d requests, the first for %s, %d for the rest, %d bytes told: %v", asked, first, ranges, told, err)
	}
}

// Two processes do not bring libraries at once.
func TestBusy(t *testing.T) {
	data, dir := packedTar(t), t.TempDir()
	lock, err := filelock.Open(filepath.Join(dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if held, _, err := filelock.Exclusive(lock, 0); err != nil || !held {
		t.Fatal(held, err)
	}
	write(t, filepath.Join(dir, "package"), data)
	if err := libraries.In(dir).Take(t.Context(), library(data), filepath.Join(dir, "package")); !errors.Is(err, libraries.ErrBusy) {
		t.Errorf("while another is at it: %v", err)
	}
}

// What make native installs is taken by its pins.
func TestTakeWhatMakeNativeInstalls(t *testing.T) {
	from := soak.NeedEnv(t, "NARRATORIA_LLAMA")
	of, err := pins.Library(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	place := libraries.In(t.TempDir())
	if err := place.Take(t.Context(), of, from); err != nil {
		t.Fatal(err)
	}
	if err := pins.Check(place.Dir("llama")); err != nil {
		t.Error(err)
	}
}
