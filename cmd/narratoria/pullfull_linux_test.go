package main

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

	"github.com/narratoria/narratoria/model/inventory"
)

// A disk that is full while a model is fetched is one message; what has come is kept, and gone on with when there is room. The test
// becomes a process that may write no large file, which is told like a full disk.
func TestPullOnAFullDisk(t *testing.T) {
	file := tinyModel(t)
	known := inventory.Published{Name: "tiny", Repository: "owner/name", Revision: "r",
		Files: []inventory.PublishedFile{{Name: "f.gguf", As: "model.gguf", Bytes: int64(len(file)), SHA256: sumOf(file)}}}
	var out, errs bytes.Buffer
	s := streams{strings.NewReader(""), &out, &errs, new(string)}
	if dir := os.Getenv("NARRATORIA_TEST_FULL"); dir != "" {
		must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4 << 10, Max: 4 << 10}))
		err := pullModel(t.Context(), s, inventory.In(dir), known, []string{os.Getenv("NARRATORIA_TEST_SERVER")}, false)
		if err == nil || !strings.Contains(err.Error(), `there is no room on the disk for the model "tiny"`) || strings.Contains(err.Error(), "was not had") {
			t.Fatal(err)
		}
		return
	}
	ranges := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") != "" {
			ranges++
		}
		http.ServeContent(w, r, "x", time.Time{}, bytes.NewReader(file))
	}))
	defer server.Close()
	models := inventory.In(filepath.Join(t.TempDir(), "models"))
	child := exec.Command(os.Args[0], "-test.run=^TestPullOnAFullDisk$")
	child.Env = append(os.Environ(), "NARRATORIA_TEST_FULL="+models.Dir(), "NARRATORIA_TEST_SERVER="+server.URL)
	if said, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if _, err := models.Model("tiny"); err == nil {
		t.Error("a part of a model is one")
	}
	must(t, pullModel(t.Context(), s, models, known, []string{server.URL}, false))
	if _, err := models.Check(t.Context(), "tiny", nil); err != nil || ranges != 1 {
		t.Errorf("when there is room again, %d requests are for the rest: %v", ranges, err)
	}
}
