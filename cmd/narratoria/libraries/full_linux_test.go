package libraries_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/narratoria/narratoria/cmd/narratoria/libraries"
)

// On a full disk one message says so, whether the package has no room or what is in it, and what was there stays. The test
// becomes a process that may write no large file, which is told like a full disk.
func TestAFullDisk(t *testing.T) {
	data := packedTar(t)
	of := library(data)
	if dir := os.Getenv("NARRATORIA_TEST_FULL"); dir != "" {
		of.Package.Server = os.Getenv("NARRATORIA_TEST_SERVER")
		// A package of this kind is packed anew in each process, in another order.
		of.Package.SHA256, of.Package.Bytes = os.Getenv("NARRATORIA_TEST_SUM"), sizeOf(t, filepath.Join(dir, "package"))
		limit := unix.Rlimit{Cur: 60, Max: 60}
		if os.Getenv("NARRATORIA_TEST_UNPACKED") != "" {
			limit = unix.Rlimit{Cur: 4 << 10, Max: 4 << 10}
		}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		err := libraries.In(filepath.Join(dir, "libraries")).Fetch(t.Context(), of, nil, nil)
		if err == nil || !strings.Contains(err.Error(), "there is no room on the disk for Main in ") {
			t.Fatal(err)
		}
		return
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "x", time.Time{}, bytes.NewReader(data))
	}))
	defer server.Close()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "package"), data)
	place := libraries.In(filepath.Join(dir, "libraries"))
	before := filepath.Join(place.Dir("main"), "libmain.so")
	write(t, before, []byte("what was there"))
	for _, unpacked := range []string{"", "yes"} {
		child := exec.Command(os.Args[0], "-test.run=^TestAFullDisk$")
		child.Env = append(os.Environ(), "NARRATORIA_TEST_FULL="+dir, "NARRATORIA_TEST_SERVER="+server.URL, "NARRATORIA_TEST_SUM="+sum(data), "NARRATORIA_TEST_UNPACKED="+unpacked)
		if out, err := child.CombinedOutput(); err != nil {
			t.Fatalf("unpacked %q: %v: %s", unpacked, err, out)
		}
		if got, err := os.ReadFile(before); err != nil || string(got) != "what was there" {
			t.Errorf("there is %.20q: %v", got, err)
		}
	}
	of.Package.Server = server.URL
	if err := place.Fetch(t.Context(), of, nil, nil); err != nil || of.Check(place.Dir("main")) != nil {
		t.Errorf("when there is room again: %v", err)
	}
}

func sizeOf(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
