package ffi_test

import (
	"debug/elf"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// symbols are those that a list names.
func symbols(t testing.TB, list string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", list))
	must(t, err)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			names = append(names, line)
		}
	}
	return names
}

// page is what the loadable parts of a library lie at multiples of. A phone whose pages have
// 16 KB does not load one of less.
const page = 16 << 10

// lacking are the symbols that a library must have and has not; and whether it can be loaded
// by a phone of 64 bits whose pages have 16 KB.
func lacking(t testing.TB, library string, names []string) (missing []string, loads bool) {
	t.Helper()
	file, err := elf.Open(library)
	must(t, err)
	defer file.Close()
	all, err := file.DynamicSymbols()
	must(t, err)
	has := map[string]bool{}
	for _, s := range all {
		has[s.Name] = has[s.Name] || s.Section != elf.SHN_UNDEF
	}
	for _, name := range names {
		if !has[name] {
			missing = append(missing, name)
		}
	}
	loads = true
	for _, part := range file.Progs {
		loads = loads && (part.Type != elf.PT_LOAD || part.Align%page == 0)
	}
	return missing, loads
}

// The libraries for phones that there are have what is needed of them, in each ABI. Where
// they lie, NARRATORIA_MOBILE_LIBRARIES says: objectbox/ABI/libobjectbox-jni.so of the Maven
// artifact io.objectbox:objectbox-android, and llama/ABI/librnllama.so of the npm package
// llama.rn, which is not what would be shipped, but is built of llama.cpp for Android.
func TestMobileLibraries(t *testing.T) {
	dir := soak.NeedEnv(t, "NARRATORIA_MOBILE_LIBRARIES")
	found := map[string]int{}
	must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".so" {
			return err
		}
		kind, _, _ := strings.Cut(strings.TrimPrefix(path, dir+string(filepath.Separator)), string(filepath.Separator))
		abi := filepath.Base(filepath.Dir(path))
		missing, loads := lacking(t, path, symbols(t, kind+".symbols"))
		if len(missing) > 0 {
			t.Errorf("%s for %s lacks %s", kind, abi, strings.Join(missing, ", "))
		}
		if wide := abi == "arm64-v8a" || abi == "x86_64"; wide && !loads {
			t.Errorf("%s for %s does not load where pages have 16 KB", kind, abi)
		}
		found[kind+" "+abi]++
		return nil
	}))
	if found["objectbox arm64-v8a"] != 1 || found["llama arm64-v8a"] != 1 {
		t.Errorf("the libraries are %v", found)
	}
}

// The look finds what is missing: of libraries that have something else.
func TestLackingIsFound(t *testing.T) {
	program, err := os.Executable()
	must(t, err)
	if file, err := elf.Open(program); err != nil {
		t.Skip("no ELF here")
	} else if _, err := file.DynamicSymbols(); err != nil {
		program = "/proc/self/exe" // linked statically, as without cgo
		if found, _ := filepath.Glob("/lib/*/libc.so.6"); len(found) > 0 {
			program = found[0]
		} else {
			t.Skip("no library here")
		}
	}
	if missing, _ := lacking(t, program, symbols(t, "llama.symbols")); len(missing) < 20 {
		t.Errorf("only %q are missing", missing)
	}
}

// The plugin's Dart and Swift are Dart and Swift; in Dart each name is declared in it or is one
// of Flutter's that was meant, each file imports what it uses of the others, and what is declared
// there is called with arguments that it has. Where parsers are, NARRATORIA_PARSERS says: a Python
// that has tree-sitter-language-pack.
func TestFlutterSources(t *testing.T) {
	python := soak.NeedEnv(t, "NARRATORIA_PARSERS")
	check := filepath.Join("..", "flutter", "check.py")
	said, err := exec.Command(python, check).CombinedOutput()
	if err != nil || !strings.Contains(string(said), " 0 things wrong") {
		t.Errorf("%v\n%s", err, said)
	}
	// It finds a fault of each kind.
	dir := t.TempDir()
	must(t, os.CopyFS(dir, os.DirFS(filepath.Join("..", "flutter"))))
	for file, fault := range map[string]string{
		"lib/broken.dart": "class A { int x }\n", "lib/unknown.dart": "final int x = nowhere(1);\n", "ios/Classes/Broken.swift": "func f( {\n",
		"lib/alone.dart":      "Narratoria? x;\n",
		"lib/few.dart":        "import 'narratoria.dart';\n\nfinal x = Failure(code: '', message: '');\n",
		"lib/unlabelled.dart": "int x({required int level}) => level;\nfinal y = x(1);\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(file))
		must(t, os.WriteFile(path, []byte(fault), 0o600))
		if said, err := exec.Command(python, filepath.Join(dir, "check.py")).CombinedOutput(); err == nil || !strings.Contains(string(said), file) {
			t.Errorf("%s is not found: %s", file, said)
		}
		must(t, os.Remove(path))
	}
}
