package pins

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// library makes a directory with files that stand for a library's, and gives their hashes.
func library(t *testing.T) (dir string, files map[string]string) {
	t.Helper()
	dir, files = t.TempDir(), map[string]string{}
	for _, name := range []string{"libllama.so", "libggml.so", "libggml-base.so", "libggml-cpu-x64.so"} {
		sum := sha256.Sum256([]byte(name))
		files[name] = hex.EncodeToString(sum[:])
		put(t, dir, name, name)
	}
	return dir, files
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCheck(t *testing.T) {
	for want, spoil := range map[string]func(dir string){
		"":                           func(string) {},
		"is not in":                  func(dir string) { _ = os.RemoveAll(dir) },
		"libggml-base.so is missing": func(dir string) { _ = os.Remove(filepath.Join(dir, "libggml-base.so")) },
		"libggml.so cannot be read": func(dir string) {
			_ = os.Remove(filepath.Join(dir, "libggml.so"))
			_ = os.Mkdir(filepath.Join(dir, "libggml.so"), 0o755)
		},
		"is llama.cpp of a release that it":  func(dir string) { put(t, dir, "libggml-cpu-x64.so", "another") },
		"libggml-cuda.so, which is not of":   func(dir string) { put(t, dir, "libggml-cuda.so", "") },
		"libggml-cpu-zen9.so, which is not ": func(dir string) { put(t, dir, "libggml-cpu-zen9.so", "") },
	} {
		dir, files := library(t)
		put(t, dir, "README", "")
		put(t, dir, "libllama-common.so", "what llama.cpp does not load by itself may lie there")
		spoil(dir)
		err := check(dir, "b1", files)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "b1")) {
			t.Errorf("it is to say %q: %v", want, err)
		}
	}
}

// TestInstalled: what make native installs is what is taken, and another release is named, with the one that is wanted.
func TestInstalled(t *testing.T) {
	dir := soak.NeedEnv(t, "NARRATORIA_LLAMA")
	if err := Check(dir); err != nil {
		t.Error(err)
	}
	other := maps.Clone(Files)
	other["libggml.so"] = strings.Repeat("0", 64)
	if err := check(dir, "b9999", other); err == nil || !strings.Contains(err.Error(), "is llama.cpp b10361, and this program needs b9999") {
		t.Error(err)
	}
	if err := check(dir, Release, other); err == nil || !strings.Contains(err.Error(), "libggml.so in "+dir+" is not the file of llama.cpp b10361") {
		t.Error(err)
	}
}

// Of each system the package is as large as one is, each file is in it, and one that is loaded by its name has that.
func TestLibrary(t *testing.T) {
	untried := 0
	for _, of := range []struct{ goos, goarch, loaded string }{
		{"linux", "amd64", "libllama.so"}, {"linux", "arm64", "libllama.so"}, {"darwin", "arm64", "libllama.dylib"}, {"darwin", "amd64", "libllama.dylib"},
	} {
		l, err := Library(of.goos, of.goarch)
		if err != nil {
			t.Fatal(err)
		}
		if l.Untried {
			untried++
		}
		sums := map[string]bool{}
		for name, sum := range l.Files {
			if len(sum) != 64 || sums[sum] || !strings.HasPrefix(l.Package.Members[name], "package/bins/") {
				t.Errorf("%v: %s is %s, at %q", of, name, sum, l.Package.Members[name])
			}
			sums[sum] = true
		}
		if l.Files[of.loaded] == "" || len(l.Package.Members) != len(l.Files) || len(l.Package.SHA256) != 64 || l.Package.Bytes < 1e6 {
			t.Errorf("%v: %+v", of, l)
		}
	}
	if _, err := Library("windows", "amd64"); err == nil || !strings.Contains(err.Error(), "a server of its own") {
		t.Errorf("windows: %v", err)
	}
	if untried != 3 {
		t.Errorf("%d systems are said to be untried", untried)
	}
}
