package plainfile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if data, err := Read(write("exact", "1234"), 4); err != nil || string(data) != "1234" {
		t.Errorf("at the limit: %q, %v", data, err)
	}
	_, tooLong := Read(write("long", "12345"), 4)
	_, missing := Read(filepath.Join(dir, "missing"), 4)
	_, directory := Read(dir, 4)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	write("latin1", "caf\xe9")
	_, notText := ReadText(FS{root}, "latin1", 100)
	for want, err := range map[string]error{
		"is too large: more than 0 KiB":                    tooLong,
		"is not there":                                     missing,
		"is not a plain file":                              directory,
		"is not UTF-8 text: line 1 holds another encoding": notText,
		"cannot be read: disk on fire":                     errors.New("disk on fire"),
	} {
		if err == nil || Why(err) != want {
			t.Errorf("%v is told as %q, want %q", err, Why(err), want)
		}
	}
}

func TestLinks(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	if err := errors.Join(
		os.Mkdir(inside, 0o755),
		os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o644),
		os.WriteFile(filepath.Join(inside, "plain"), []byte("plain"), 0o644),
	); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(
		os.Symlink("../secret", filepath.Join(inside, "out")),
		os.Symlink("..", filepath.Join(inside, "up")),
		os.Symlink("plain", filepath.Join(inside, "in")),
	); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if text, err := ReadText(FS{root}, "in", 100); err != nil || text != "plain" {
		t.Errorf("a link inside: %q, %v", text, err)
	}
	for _, name := range []string{"out", "up/secret"} {
		if text, err := ReadText(FS{root}, name, 100); !LeadsOut(err) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if _, err := os.ReadFile(filepath.Join(inside, name)); err != nil {
			t.Errorf("%s leads nowhere, so refusing it shows nothing: %v", name, err)
		}
	}
}

// A FIFO is refused at once, where a plain open waits for a writer.
func TestFIFO(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := exec.Command("mkfifo", path).Run(); err != nil {
		t.Skip("this system makes no FIFOs")
	}
	read := make(chan error, 1)
	go func() { _, err := Read(path, 100); read <- err }()
	select {
	case err := <-read:
		if err == nil || !strings.Contains(Why(err), "not a plain file") {
			t.Errorf("got %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("reading a FIFO hangs")
	}

	opened := make(chan error, 1)
	go func() {
		file, err := os.Open(path)
		opened <- errors.Join(err, file.Close())
	}()
	select {
	case err := <-opened:
		t.Errorf("a plain open of a FIFO came back (%v), so refusing it shows nothing", err)
	case <-time.After(100 * time.Millisecond):
	}
	writer, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err := errors.Join(err, writer.Close(), <-opened); err != nil {
		t.Error(err)
	}
}

// What is read a part at a time is a plain file, too, through links or not.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	fifo, link, file := filepath.Join(dir, "fifo"), filepath.Join(dir, "link"), filepath.Join(dir, "file")
	if err := errors.Join(os.WriteFile(file, []byte("text"), 0o600), os.Symlink(file, link)); err != nil {
		t.Skip(err)
	}
	if err := exec.Command("mkfifo", fifo).Run(); err != nil {
		t.Skip("this system makes no FIFOs")
	}
	for path, want := range map[string]string{file: "", link: "", fifo: "is not a plain file", dir: "is not a plain file", os.DevNull: "is not a plain file", file + "s": "is not there"} {
		opened, err := Open(path)
		if err == nil {
			err = opened.Close()
		}
		if want == "" && err != nil || want != "" && (err == nil || Why(err) != want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A directory whose name was given to a link or a FIFO is not followed and not
// waited for; the system's own root follows the one.
func TestOpenDir(t *testing.T) {
	dir := t.TempDir()
	outside := t.TempDir()
	link, fifo := filepath.Join(dir, "link"), filepath.Join(dir, "fifo")
	if err := os.Symlink(outside, link); err != nil {
		t.Skip(err)
	}
	if err := exec.Command("mkfifo", fifo).Run(); err != nil {
		t.Skip("this system makes no FIFOs")
	}
	above, err := OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer above.Close()
	for _, name := range []string{"link", "fifo"} {
		if root, err := OpenDir(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was opened as %s", name, root.Name())
		}
		if root, err := OpenDirIn(above, name); err == nil {
			t.Errorf("%s was opened in its directory as %s", name, root.Name())
		}
	}
	read := make(chan error, 1)
	go func() {
		_, err := Read(filepath.Join(fifo, "file"), 100)
		read <- err
	}()
	select {
	case err := <-read:
		if err == nil {
			t.Error("a file was read in a FIFO")
		}
	case <-time.After(5 * time.Second):
		t.Fatal("reading in a FIFO hangs")
	}
	followed, err := FollowDir(link)
	if err != nil {
		t.Fatal(err)
	}
	_ = followed.Close()
	root, err := os.OpenRoot(link)
	if err != nil {
		t.Fatalf("the link leads nowhere, so refusing it shows nothing: %v", err)
	}
	_ = root.Close()
}

// What is held stays the same directory when its name goes to another.
func TestHeldDirectory(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "skill")
	if err := errors.Join(os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, "file"), []byte("agreed"), 0o600)); err != nil {
		t.Fatal(err)
	}
	root, err := OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := errors.Join(os.Rename(path, path+"-old"), os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, "file"), []byte("other"), 0o600)); err != nil {
		t.Skip(err) // a system that keeps open directories where they are
	}
	if text, err := ReadText(FS{root}, "file", 100); err != nil || text != "agreed" {
		t.Errorf("read %q, %v", text, err)
	}
}
