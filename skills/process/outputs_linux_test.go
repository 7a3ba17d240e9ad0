package process

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A directory that was left alone is handed out again; one about which a script
// changed anything at all is not.
func TestOnlyUntouchedOutputsAreUsedAgain(t *testing.T) {
	for name, touch := range map[string]func(dir string) error{
		"nothing": func(string) error { return nil },
		"times":   func(dir string) error { return os.Chtimes(dir, time.Unix(42, 0), time.Unix(42, 0)) },
		"file":    func(dir string) error { return os.WriteFile(filepath.Join(dir, "note"), nil, 0o600) },
		"mode":    func(dir string) error { return os.Chmod(dir, 0o701) },
		"sticky":  func(dir string) error { return os.Chmod(dir, 0o700|os.ModeSticky) },
		"hidden":  func(dir string) error { return unix.Setxattr(dir, "user.note", []byte("psst"), 0) },
		"gone":    os.Remove,
		"another": func(dir string) error {
			if err := os.Rename(dir, dir+"-mine"); err != nil {
				return err
			}
			return os.Mkdir(dir, 0o700)
		},
		"link": func(dir string) error {
			if err := os.Remove(dir); err != nil {
				return err
			}
			return os.Symlink(t.TempDir(), dir)
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOutputs(t.TempDir())
			defer o.close()
			used, err := o.take()
			if err != nil {
				t.Fatal(err)
			}
			if err := touch(used.dir); err != nil {
				t.Skipf("this file system cannot do that: %v", err)
			}
			again := name == "nothing" || name == "times"
			if got := o.giveBack(used); got != again {
				t.Fatalf("given back: %v, want %v", got, again)
			}
			if !again {
				return
			}
			info, err := os.Lstat(used.dir)
			if err != nil || !info.ModTime().Equal(used.made.ModTime()) {
				t.Errorf("its times still tell of the attempt before: %v, %v", info.ModTime(), err)
			}
			if next, err := o.take(); err != nil || next.dir != used.dir {
				t.Errorf("the next attempt got %v, %v", next.dir, err)
			}
		})
	}
}
