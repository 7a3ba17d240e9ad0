package powercut_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/narratoria/narratoria/internal/powercut"
	"github.com/narratoria/narratoria/internal/soak"
)

const variable = "NARRATORIA_TEST_DIR"

func TestMain(m *testing.M) {
	dir := os.Getenv(variable)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := writes(dir); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// writes puts down a file, changes it, gives it another name and makes it shorter; and says how
// far it is sure to be.
func writes(dir string) error {
	file, err := os.Create(filepath.Join(dir, "a"))
	if err != nil {
		return err
	}
	place, err := os.Open(dir)
	if err != nil {
		return err
	}
	steps := []func() error{
		func() error { _, err := file.Write(bytes.Repeat([]byte{'1'}, 2000)); return err },
		file.Sync, place.Sync,
		func() error { fmt.Println("one"); return nil },
		func() error { _, err := file.WriteAt(bytes.Repeat([]byte{'2'}, 1000), 500); return err },
		func() error { return os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")) },
		place.Sync,
		func() error { fmt.Println("renamed"); return nil },
		file.Sync,
		func() error { fmt.Println("two"); return nil },
		func() error { return file.Truncate(700) },
		func() error { return os.WriteFile(filepath.Join(dir, "c"), []byte("c"), 0o600) },
		file.Sync,
		func() error { fmt.Println("short"); return nil },
		func() error { return os.Remove(filepath.Join(dir, "c")) },
		place.Sync,
		func() error { return os.Mkdir(filepath.Join(dir, "d"), 0o700) },
		func() error { return inDirectory(filepath.Join(dir, "d")) },
		func() error { fmt.Println("inside"); return nil },
		place.Sync,
		func() error { fmt.Println("kept"); return nil },
		func() error { fmt.Println("moving"); return nil },
		func() error { return os.Rename(filepath.Join(dir, "d", "e"), filepath.Join(dir, "f")) },
		func() error { return appends(filepath.Join(dir, "f")) },
		place.Sync,
		func() error { fmt.Println("appended"); return nil },
		func() error { return settles(filepath.Join(dir, "f")) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// inDirectory puts a file into a directory, and syncs it and its name; not that of the directory.
func inDirectory(dir string) error {
	place, err := os.Open(dir)
	if err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(dir, "e"))
	if err != nil {
		return err
	}
	_, err = file.WriteString("e")
	return errors.Join(err, file.Sync(), place.Sync())
}

// appends writes behind what a file has, twice, and syncs it.
func appends(name string) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	for range 2 {
		_, err = file.WriteString("f")
	}
	return errors.Join(err, file.Sync(), file.Close())
}

// settles writes with a descriptor whose writes are on the disk when they return, several pieces at
// once, and with one whose are not.
func settles(name string) error {
	settled, err := os.OpenFile(name, os.O_WRONLY|syscall.O_DSYNC, 0)
	if err != nil {
		return err
	}
	_, err = unix.Writev(int(settled.Fd()), [][]byte{[]byte("E"), []byte("FF")})
	fmt.Println("settled")
	loose, errLoose := os.OpenFile(name, os.O_WRONLY, 0)
	if err = errors.Join(err, errLoose); err != nil {
		return err
	}
	_, err = loose.WriteAt([]byte("0"), 1)
	fmt.Println("loose")
	return errors.Join(err, settled.Close(), loose.Close())
}

// What was synced is there after every cut, what was not may be missing, may have come in part
// and may have come whole; and so it is with names.
func TestCuts(t *testing.T) {
	dir := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program)
	command.Env = append(os.Environ(), variable+"="+dir)
	tape, err := powercut.Record(soak.Need(t, "strace"), command, dir)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	random := rand.New(rand.NewPCG(1, 2))
	for disk := tape.Disk(); disk.Next(); {
		for range 60 {
			into := t.TempDir()
			if err := disk.Cut(random, into); err != nil {
				t.Fatal(err)
			}
			said := disk.Marks()
			seen[said+": "+state(t, into)] = true
			if err := promised(into, said); err != nil {
				t.Fatalf("after %q: %v", said, err)
			}
		}
	}
	const kept = "one\nrenamed\ntwo\nshort\ninside\nkept\nmoving\n"
	for _, want := range []string{
		": ", ": a", ": a 1111", "one\n: a 1111", "one\n: a 1221", "one\n: a 1??1", "one\n: b 1221", "one\nrenamed\n: b 1111",
		"one\nrenamed\n: b 1??1", "one\nrenamed\ntwo\n: b 1221", "one\nrenamed\ntwo\n: b 12", "one\nrenamed\ntwo\n: b 12c",
		"one\nrenamed\ntwo\nshort\n: b 12c", "one\nrenamed\ntwo\nshort\n: b 12",
		"one\nrenamed\ntwo\nshort\n: b 12d", "one\nrenamed\ntwo\nshort\ninside\n: b 12", "one\nrenamed\ntwo\nshort\ninside\n: b 12de",
		kept + ": b 12de", kept + ": b 12def", kept + ": b 12df", kept + ": b 12d", kept + "appended\n: b 12df", kept + "appended\n: b 12def",
		kept + "appended\nsettled\nloose\n: b 12df", kept + "appended\nsettled\nloose\n: b 12 loosedf",
	} {
		if !seen[want] {
			t.Errorf("never seen: %q", want)
		}
	}
}

// state is in short what a directory holds: a letter for each 500 bytes of a or b, a question mark
// where they are of both sorts, and whether c, d and e in d are there.
func state(t *testing.T, dir string) (said string) {
	t.Helper()
	for _, name := range []string{"a", "b"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if said != "" {
			t.Error("it has two names")
		}
		said = name
		for i := 0; i < len(data); i += 500 {
			if i == 0 {
				said += " "
			}
			part := data[i:min(i+500, len(data))]
			if bytes.Count(part, part[:1]) == len(part) {
				said += strings.ReplaceAll(string(part[:1]), "\x00", "0")
			} else {
				said += "?"
			}
		}
	}
	if f, err := os.ReadFile(filepath.Join(dir, "f")); err == nil && string(f) == "E0F" {
		said += " loose"
	}
	for _, name := range []string{"c", "d", "d/e", "f"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			said += filepath.Base(name)
		}
	}
	return said
}

// promised looks whether there is what was synced before something was said.
func promised(dir, said string) error {
	a, errA := os.ReadFile(filepath.Join(dir, "a"))
	b, errB := os.ReadFile(filepath.Join(dir, "b"))
	data := append(a, b...)
	if e, _ := os.ReadFile(filepath.Join(dir, "d", "e")); strings.HasSuffix(said, "kept\n") && string(e) != "e" {
		return errors.New("what was put into a directory is missing")
	}
	if f, _ := os.ReadFile(filepath.Join(dir, "f")); strings.HasSuffix(said, "appended\n") && string(f) != "eff" && string(f) != "EFF" {
		return errors.New("what was appended is missing")
	}
	if f, _ := os.ReadFile(filepath.Join(dir, "f")); strings.HasSuffix(said, "settled\n") && string(f) != "EFF" && string(f) != "E0F" {
		return errors.New("what was settled is missing")
	}
	switch {
	case said == "":
		return nil
	case errA != nil && errB != nil:
		return errors.New("it is not there")
	case strings.Contains(said, "renamed") && errB != nil:
		return errors.New("it has its old name")
	case strings.Contains(said, "short"):
		if len(data) != 700 {
			return fmt.Errorf("it has %d bytes", len(data))
		}
	case strings.Contains(said, "two"):
		if !bytes.Contains(data, bytes.Repeat([]byte{'2'}, 200)) || data[0] != '1' {
			return errors.New("what was written over it is missing")
		}
	case len(data) != 2000 || data[0] != '1' || data[1999] != '1':
		return errors.New("what it had at first is missing")
	}
	return nil
}
