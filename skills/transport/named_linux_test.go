package transport

import (
	"os"
	"path/filepath"
	"testing"
)

// A hard link that is removed once it is open leaves somebody else's file with
// one name: by the count alone it would be the script's own.
func TestStillNamed(t *testing.T) {
	dir := t.TempDir()
	secret, own := filepath.Join(dir, "secret"), filepath.Join(dir, "own")
	for _, path := range []string{secret, own} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link")
	if err := os.Link(secret, link); err != nil {
		t.Skipf("this file system has no hard links: %v", err)
	}
	for path, want := range map[string]bool{link: false, own: true} {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if path == link {
			if err := os.Remove(link); err != nil {
				t.Fatal(err)
			}
		}
		info, err := file.Stat()
		if err != nil || plainFile(info) != nil {
			t.Errorf("%s: by the count of its names it is refused already: %v", path, err)
		}
		if got := stillNamed(file); got != want {
			t.Errorf("%s: %t, want %t", path, got, want)
		}
	}
}
