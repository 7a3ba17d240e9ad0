package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What is mounted in a tree is somebody's, and stays as it is when the tree goes: also where
// it lies deep, and where one is mounted upon another.
func TestRemoveGoesIntoNoMount(t *testing.T) {
	for name, at := range map[string][]string{
		"one":              {"m"},
		"deep":             {strings.Repeat("d/", 150) + "m"},
		"upon each other":  {"m", "m", "m"},
		"beside and below": {"a/m", "a/n", "m"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, victims := t.TempDir(), t.TempDir()
			victim := filepath.Join(victims, "thesis")
			if err := os.WriteFile(victim, []byte("300 pages"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(victims, 0o500); err != nil {
				t.Fatal(err)
			}
			for _, where := range at {
				path := filepath.Join(dir, "tree", where)
				if err := os.MkdirAll(path, 0o700); err != nil {
					t.Fatal(err)
				}
				err := unix.Mount(victims, path, "", unix.MS_BIND, "")
				if errors.Is(err, unix.EPERM) {
					t.Skip("only root mounts")
				}
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = unix.Unmount(path, unix.MNT_DETACH) })
			}
			root, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			if err := Remove(root, "tree"); err != nil {
				t.Error(err)
			}
			if text, err := os.ReadFile(victim); err != nil || string(text) != "300 pages" {
				t.Errorf("the file has %q, %v", text, err)
			}
			if info, err := os.Stat(victims); err != nil || info.Mode().Perm() != 0o500 {
				t.Errorf("its directory is %v, %v", info, err)
			}
			if left := names(root, "."); len(left) > 0 {
				t.Errorf("left are %v", left)
			}
		})
	}
}
