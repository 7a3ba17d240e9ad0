package snapshot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/soak"
)

// TestMain is also a program that makes copies until it is killed: COPY_IN says
// where, COPY_OF of what, COPY_SUM its digest, and COPY_OUT where they are put away.
func TestMain(m *testing.M) {
	if dir := os.Getenv("COPY_IN"); dir != "" {
		fmt.Print("ready")
		for i := 0; ; i++ {
			copy, err := NewStore(dir, nil).Copy(context.Background(), os.Getenv("COPY_OF"), os.Getenv("COPY_SUM"))
			if err != nil {
				panic(err)
			}
			_ = copy.Close()
			_ = os.Rename(filepath.Join(dir, os.Getenv("COPY_SUM")), filepath.Join(os.Getenv("COPY_OUT"), fmt.Sprint(os.Getpid(), i)))
		}
	}
	os.Exit(m.Run())
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// storage is a directory for copies, which t.TempDir could not remove: nothing in
// them can be written.
func storage(t testing.TB) string {
	t.Helper()
	dir, err := scratch.Open(t.TempDir(), "copies-")
	must(t, err)
	t.Cleanup(func() { must(t, dir.Close()) })
	must(t, dir.Root().Mkdir("store", 0o700))
	return filepath.Join(dir.Path(), "store")
}

func write(t testing.TB, dir string, files map[string]string) string {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return dir
}

func digest(t testing.TB, dir string) string {
	t.Helper()
	root, err := plainfile.OpenDir(dir)
	must(t, err)
	defer root.Close()
	tree, err := Read(root, nil)
	must(t, err)
	return tree.Digest()
}

// torch is a skill with a bit of everything.
func torch(t testing.TB) string {
	dir := write(t, t.TempDir(), map[string]string{
		"skill.json": "{}", "scripts/go.sh": "#!/bin/sh\n", "lib/deep/er.py": "x = 1", ".hidden": "h",
		"lib/__pycache__/er.pyc": "pyc", "data/state.db": "not part of it", "empty": "",
	})
	must(t, os.Chmod(filepath.Join(dir, "scripts", "go.sh"), 0o755))
	must(t, os.Mkdir(filepath.Join(dir, "bare"), 0o755))
	if runtime.GOOS != "windows" {
		must(t, os.Symlink("../lib/deep", filepath.Join(dir, "scripts", "lib")))
	}
	return dir
}

func TestCopy(t *testing.T) {
	source, dir := torch(t), filepath.Join(storage(t), "not", "yet")
	sum, store := digest(t, source), NewStore(dir, nil)
	copy, err := store.Copy(t.Context(), source, sum)
	must(t, err)
	defer copy.Close()
	if got := digest(t, copy.Dir()); got != sum || !copy.Intact() {
		t.Errorf("the copy is %s, want %s; intact: %v", got, sum, copy.Intact())
	}
	if _, err := os.Stat(filepath.Join(copy.Dir(), DataDir)); err == nil {
		t.Error("data/ was copied")
	}
	if runtime.GOOS == "windows" {
		return
	}
	_ = filepath.WalkDir(copy.Dir(), func(path string, entry os.DirEntry, err error) error {
		must(t, err)
		if info, _ := entry.Info(); info.Mode().Perm()&0o222 != 0 && info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s can be written: %v", path, info.Mode())
		}
		return nil
	})
	was, _ := os.Stat(filepath.Join(source, "lib", "deep", "er.py"))
	is, _ := os.Stat(filepath.Join(copy.Dir(), "scripts", "lib", "er.py"))
	if !was.ModTime().Equal(is.ModTime()) {
		t.Errorf("times were not kept: %v, %v", was.ModTime(), is.ModTime())
	}
	must(t, os.RemoveAll(source)) // a copy that is there needs no source
	again, err := store.Copy(t.Context(), source, sum)
	must(t, err)
	must(t, again.Close())
}

// A directory that is not what was agreed to is not copied, and nothing is left.
func TestChangedSourceIsRefused(t *testing.T) {
	for name, change := range map[string]func(dir string) error{
		"a byte of a library": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "lib/deep/er.py"), []byte("x = 2"), 0o644)
		},
		"a dotfile": func(dir string) error { return os.WriteFile(filepath.Join(dir, ".other"), nil, 0o644) },
		"a cache": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "lib/__pycache__/er.pyc"), []byte("PYC"), 0o644)
		},
		"an executable bit":  func(dir string) error { return os.Chmod(filepath.Join(dir, "empty"), 0o755) },
		"an empty directory": func(dir string) error { return os.Mkdir(filepath.Join(dir, "more"), 0o755) },
		"a file for a link": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "scripts/lib")), os.WriteFile(filepath.Join(dir, "scripts/lib"), nil, 0o644))
		},
	} {
		t.Run(name, func(t *testing.T) {
			source, dir := torch(t), storage(t)
			sum := digest(t, source)
			if runtime.GOOS == "windows" {
				t.Skip("some of these need what Windows does not have")
			}
			must(t, change(source))
			if _, err := NewStore(dir, nil).Copy(t.Context(), source, sum); !errors.Is(err, ErrChanged) {
				t.Errorf("got %v", err)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
			}
		})
	}
}

// The same, while what was agreed to is there half of the time: whatever moment
// it is read in, a copy that comes to be has the agreed bytes.
func TestSwappedWhileCopied(t *testing.T) {
	source := torch(t)
	script := filepath.Join(source, "scripts", "go.sh")
	sum := digest(t, source)
	other := filepath.Join(source, "data", "other")
	must(t, os.WriteFile(other, []byte("#!/bin/evil\n"), 0o755))
	stopping, stopped := make(chan struct{}), make(chan int)
	go func() { // until stopped
		swaps, third := 0, filepath.Join(source, "data", "third")
		for {
			select {
			case <-stopping:
				stopped <- swaps
				return
			default:
				_ = os.Rename(script, third)
				_ = os.Rename(other, script)
				_ = os.Rename(third, other)
				swaps++
			}
		}
	}()
	all, made, refused := storage(t), 0, 0
	for range soak.Count(4_000) {
		dir, err := os.MkdirTemp(all, "")
		must(t, err)
		copy, err := NewStore(dir, nil).Copy(t.Context(), source, sum)
		if err != nil {
			refused++
			continue
		}
		made++
		if data, _ := os.ReadFile(filepath.Join(copy.Dir(), "scripts", "go.sh")); string(data) != "#!/bin/sh\n" {
			t.Fatalf("the copy holds %q", data)
		}
		must(t, copy.Close())
	}
	close(stopping)
	swaps := <-stopped
	if made == 0 || refused == 0 {
		t.Errorf("%d were made and %d refused: the test shows nothing", made, refused)
	}
	t.Logf("%d swaps; %d copies made, %d refused", swaps, made, refused)
}

// Killed at any moment, the program leaves a whole copy or none, and what it
// had begun goes at the next start.
func TestKilledWhileCopying(t *testing.T) {
	source, dir := torch(t), storage(t)
	for i := range 30 {
		write(t, source, map[string]string{fmt.Sprintf("lib/%d.py", i): "x"})
	}
	sum := digest(t, source)
	program, err := os.Executable()
	must(t, err)
	put, begun, halves := storage(t), 0, 0
	for i := range soak.Count(300) {
		maker := exec.Command(program)
		maker.Env = append(os.Environ(), "COPY_IN="+dir, "COPY_OF="+source, "COPY_SUM="+sum, "COPY_OUT="+put)
		out, err := maker.StdoutPipe()
		must(t, err)
		must(t, maker.Start())
		_, err = out.Read(make([]byte, 5))
		must(t, err)
		time.Sleep(time.Duration(i%20) * 200 * time.Microsecond) // where it is hit is chance
		must(t, maker.Process.Kill())
		_ = maker.Wait()
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			if !validDigest.MatchString(entry.Name()) {
				begun++
			} else if got := digest(t, filepath.Join(dir, entry.Name(), copyDir)); got != sum {
				halves++
			}
		}
		NewStore(dir, nil).Sweep()
		entries, _ = os.ReadDir(dir)
		for _, entry := range entries {
			if !validDigest.MatchString(entry.Name()) {
				t.Fatalf("%s is left after the next start", entry.Name())
			}
		}
	}
	if halves > 0 {
		t.Errorf("%d copies were half there", halves)
	}
	if begun == 0 {
		t.Error("nothing was ever hit half way: the test shows nothing")
	}
	t.Logf("%d were begun when the program was killed", begun)
}

// What is changed in a copy, by whoever can, is noticed, and the copy made anew.
func TestChangedCopyIsMadeAnew(t *testing.T) {
	for name, change := range map[string]func(dir string) error{
		"same size and time": func(dir string) error {
			path := filepath.Join(dir, "lib/deep/er.py")
			info, err := os.Stat(path)
			return errors.Join(err, os.Chmod(path, 0o644), os.WriteFile(path, []byte("x = 2"), 0o644), os.Chmod(path, 0o444),
				os.Chtimes(path, info.ModTime(), info.ModTime()))
		},
		"one more": func(dir string) error {
			return errors.Join(os.Chmod(dir, 0o755), os.WriteFile(filepath.Join(dir, "sitecustomize.py"), nil, 0o644), os.Chmod(dir, 0o555))
		},
		"replaced": func(dir string) error {
			return errors.Join(os.Rename(dir, dir+"-old"), os.CopyFS(dir, os.DirFS(dir+"-old")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" {
				t.Skip("needs the time of a change")
			}
			source, store := torch(t), NewStore(storage(t), nil)
			sum := digest(t, source)
			copy, err := store.Copy(t.Context(), source, sum)
			must(t, err)
			must(t, change(copy.Dir()))
			if copy.Intact() && runtime.GOOS == "linux" {
				t.Error("the change was not noticed")
			}
			must(t, copy.Close())
			copy, err = store.Copy(t.Context(), source, sum)
			must(t, err)
			defer copy.Close()
			if got := digest(t, copy.Dir()); got != sum || !copy.Intact() {
				t.Errorf("the copy is %s, want %s", got, sum)
			}
		})
	}
}

func TestManyWantOneCopy(t *testing.T) {
	source, dir := torch(t), storage(t)
	sum := digest(t, source)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			copy, err := NewStore(dir, nil).Copy(context.Background(), source, sum)
			if err != nil || !copy.Intact() {
				t.Errorf("got %v, %v", copy, err)
				return
			}
			_ = copy.Close()
		})
	}
	all.Wait()
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d entries, want the one copy", len(left))
	}
}

// Old copies go when nobody uses them; one in use never does.
func TestSweep(t *testing.T) {
	dir := storage(t)
	store := NewStore(dir, nil)
	made := func(content string, age time.Duration) *Copy {
		source := write(t, t.TempDir(), map[string]string{"skill.json": content})
		copy, err := store.Copy(t.Context(), source, digest(t, source))
		must(t, err)
		then := time.Now().Add(-age)
		must(t, os.Chtimes(filepath.Join(filepath.Dir(copy.Dir()), lockFile), then, then))
		return copy
	}
	inUse, fresh, old := made("in use", 2*KeepUnused), made("fresh", time.Hour), made("old", 2*KeepUnused)
	huge := made("huge", 2*time.Hour)
	must(t, os.WriteFile(filepath.Join(filepath.Dir(huge.Dir()), lockFile), fmt.Appendf(nil, "%d bytes\n", KeepUnusedBytes), 0o600))
	then := time.Now().Add(-2 * time.Hour)
	must(t, os.Chtimes(filepath.Join(filepath.Dir(huge.Dir()), lockFile), then, then))
	for _, copy := range []*Copy{fresh, old, huge} {
		must(t, copy.Close())
	}
	defer inUse.Close()
	store.Sweep()
	for name, want := range map[*Copy]bool{inUse: true, fresh: true, old: false, huge: false} {
		if _, err := os.Stat(name.Dir()); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %t", name.Dir(), err, want)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%d entries are left, want 2", len(left))
	}
}

func TestRefusals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs links and FIFOs")
	}
	big := func(dir string) error {
		path := filepath.Join(dir, "big")
		return errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, MaxBytes+1))
	}
	many := func(dir string) error {
		for i := range MaxEntries + 1 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o644); err != nil {
				return err
			}
		}
		return nil
	}
	for name, test := range map[string]struct {
		make func(dir string) error
		want string
	}{
		"absolute link":   {func(d string) error { return os.Symlink("/etc", filepath.Join(d, "l")) }, "leads out"},
		"relative link":   {func(d string) error { return os.Symlink("../x", filepath.Join(d, "l")) }, "leads out"},
		"link to itself":  {func(d string) error { return os.Symlink("l", filepath.Join(d, "l")) }, ""},
		"link to nothing": {func(d string) error { return os.Symlink("nothing", filepath.Join(d, "l")) }, ""},
		"link to the top": {func(d string) error { return os.Symlink(".", filepath.Join(d, "l")) }, ""},
		"FIFO":            {func(d string) error { return exec.Command("mkfifo", filepath.Join(d, "f")).Run() }, "is a FIFO"},
		"too large":       {big, "takes the directory beyond 512 MiB"},
		"too many":        {many, "more than 20000 files"},
		"too deep":        {func(d string) error { return os.MkdirAll(filepath.Join(d, strings.Repeat("d/", MaxDepth+1)), 0o755) }, "64 directories deep"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, test.make(dir))
			root, err := plainfile.OpenDir(dir)
			must(t, err)
			defer root.Close()
			_, err = Read(root, nil)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			var refusal *Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Errorf("%v says of no file that it is wrong", err)
			}
		})
	}
}

func TestSumFollowsLinks(t *testing.T) {
	tree := newTree([]entry{
		{path: "a", kind: directory}, {path: "a/f", kind: file, sha256: "F"}, {path: "l", kind: link, target: "a/f"},
		{path: "d", kind: link, target: "./a/"}, {path: "a/up", kind: link, target: "../l"}, {path: "loop", kind: link, target: "loop"},
	})
	for name, want := range map[string]string{"a/f": "F", "l": "F", "d/f": "F", "d/up": "F", "a": "", "loop": "", "x": "", "d": "", "a/f/x": ""} {
		if got := tree.Sum(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestSums(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is remembered here")
	}
	source, kept := t.TempDir(), filepath.Join(t.TempDir(), "deep", "sums")
	write(t, source, map[string]string{"small": "x", "large": strings.Repeat("x", 2*worthKeeping)})
	root, err := plainfile.OpenDir(source)
	must(t, err)
	defer root.Close()
	read := func(sums *Sums) string {
		tree, err := Read(root, sums)
		must(t, err)
		return tree.Digest()
	}
	sums := OpenSums(kept)
	want := read(sums)
	if len(sums.known) != 0 {
		t.Error("a file that was written a moment ago was remembered")
	}
	info, err := os.Stat(filepath.Join(source, "large"))
	must(t, err)
	at, _ := stampOf(info)
	sums.known[at], sums.used[at], sums.grown = strings.Repeat("\x01", 32), true, true // as if it had another hash
	if read(sums) == want {
		t.Error("what is remembered is not used")
	}
	must(t, sums.Save())
	if again := OpenSums(kept); len(again.known) != 1 || read(again) == want {
		t.Errorf("%d were kept", len(again.known))
	}
	write(t, source, map[string]string{"large": strings.Repeat("y", 2*worthKeeping)})
	must(t, os.Chtimes(filepath.Join(source, "large"), info.ModTime(), info.ModTime())) // as one who hides the change would
	if got, plain := read(OpenSums(kept)), read(nil); got != plain {
		t.Error("a change was not noticed")
	}
	must(t, os.WriteFile(kept, []byte("nonsense"), 0o600))
	if again := OpenSums(kept); len(again.known) != 0 {
		t.Error("a broken file was understood")
	}
}
