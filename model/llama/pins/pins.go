// Package pins says which release of llama.cpp the model worker takes, file by file: its
// structures are laid out as that release's are, and another would read them wrongly.
//
//	err := pins.Check(dir)   // nil: the library in dir is that release
//
// Before a library is loaded, every file of it is read and its SHA-256 held against the one that is
// written down here. A directory with more parts in it than these is refused as well, since llama.cpp
// loads whatever lies beside it and is named as a part of it is.
package pins

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// Release is the one that is taken, and what CI and development have it from.
const (
	Release = "b10361"
	Package = "@node-llama-cpp/linux-x64@3.20.0" // of npm

	npmVersion = "3.20.0"
)

// Files are the library's on linux/amd64, the only system on which it was tried, by name; what they are elsewhere
// says [Library]. The package calls two of them otherwise: [Packed].
var Files = map[string]string{
	"libggml-base.so":               "75e4d4d79a32edb36bf96414519835db0286857699d168758eb81907f809417b",
	"libggml-cpu-alderlake.so":      "6c6fede9e674a8dae2634e42c1b652ef0a3f175aedc87aac1dda2ac12b5060b1",
	"libggml-cpu-cannonlake.so":     "22d8f6cea21471103c9ea18f51f3de5403c09d0a6a40d8d2e5c94da15390119b",
	"libggml-cpu-cascadelake.so":    "f250476cf4b3f51a83b9c416cd68e6ac40dbd671914a8494cedb903eae7b5d90",
	"libggml-cpu-cooperlake.so":     "62cd4c5affeb82145727a98103283e41699d845b97961dca96db70786403c70b",
	"libggml-cpu-haswell.so":        "f0a9c7d14756abc0a0ab53ba0d2ffb80c519ad331aed982b770b9e195e1c351b",
	"libggml-cpu-icelake.so":        "91740f3233fddba02f611ead258b6cf4af2a71f8ff3425cb4c9d98e54ee1c6ab",
	"libggml-cpu-ivybridge.so":      "2ab1be09ed91d4e80e7bef94e5efe301e6fa125c6e8a330a6b95a584a705bbcc",
	"libggml-cpu-piledriver.so":     "f1aa68585c1572bc4a023be1d504d22f401427be37793df9090b6c671de604ec",
	"libggml-cpu-sandybridge.so":    "3ac87f3ce0e9327ef6a1a45055cc38e5720c5b10f2032236c31087f791f4e367",
	"libggml-cpu-sapphirerapids.so": "2f7defca34671ce0f78e40bf7310afb39137c74623969098aa45899e7348d46b",
	"libggml-cpu-skylakex.so":       "eb30ac8206a31f18d271309c24416dc34997f42c706ea032ce454285035bb58d",
	"libggml-cpu-sse42.so":          "34db9a1fbcbfc2719b2f8800fc7789801a1c8fcbbe6afa72c13eebffef66bd47",
	"libggml-cpu-x64.so":            "c4e041989a110d31efd74802709f040c8fe29022f33e70182ab82df9faca7c51",
	"libggml-cpu-zen4.so":           "c15ed94cbaf84e527225a1b89da1ae58d748e706a82b6315d844b334aafafc0c",
	"libggml.so":                    "396a7bc56f06540439da3f495a7e1720b4e8bbe369512a1f549cb6010542b5ea",
	"libllama.so":                   "77acffe15fa142e02db1e16ecb7bcf6ed4bb219332c16b4ac334a5cb2032f591",
}

// Packed are the names that files have in the package, where these are others.
var Packed = map[string]string{
	"libllama.so": "libllama." + Release + ".so",
	"libggml.so":  "libggml." + Release + ".so",
}

// Check says what is wrong with the library in a directory.
func Check(dir string) error {
	of, err := Library(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return err
	}
	return check(dir, of.Release, of.Files)
}

func check(dir, release string, files map[string]string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("llama.cpp %s is not in %s: %s", release, dir, plainfile.Why(err))
	}
	if err := ofRelease(dir, release, files); err != nil {
		return err
	}
	for _, entry := range entries {
		if name := entry.Name(); isPart(name) && files[name] == "" {
			return fmt.Errorf("%s holds %s, which is not of llama.cpp %s and would be loaded with it; take it away", dir, plaintext.Line(name, 80), release)
		}
	}
	return nil
}

// ofRelease reads all files that have to be there.
func ofRelease(dir, release string, files map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, name)
		sum, err := native.Sum(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("llama.cpp %s is not whole in %s: %s is missing", release, dir, name)
		case err != nil:
			return fmt.Errorf("llama.cpp %s in %s: %s cannot be read: %s", release, dir, name, plainfile.Why(err))
		case sum == files[name]:
			continue
		}
		if there := version(filepath.Join(dir, "libllama.so")); there != release {
			return fmt.Errorf("the library in %s is llama.cpp %s, and this program needs %s", dir, there, release)
		}
		return fmt.Errorf("%s in %s is not the file of llama.cpp %s: its SHA-256 is %s and not %s", name, dir, release, sum, files[name])
	}
	return nil
}

// isPart reports whether llama.cpp takes a file beside it for a part of itself.
func isPart(name string) bool { return strings.HasPrefix(name, "libggml") }

var named = regexp.MustCompile(`^libllama\.(b[0-9]{1,9})\.so`)

// version is the release that a library says it is of.
func version(path string) string {
	const none = "of a release that it does not name"
	file, err := plainfile.Open(path)
	if err != nil {
		return none
	}
	defer file.Close()
	library, err := elf.NewFile(file)
	if err != nil {
		return none
	}
	names, err := library.DynString(elf.DT_SONAME)
	if err != nil || len(names) == 0 {
		return none
	}
	if found := named.FindStringSubmatch(names[0]); found != nil {
		return found[1]
	}
	return none
}
