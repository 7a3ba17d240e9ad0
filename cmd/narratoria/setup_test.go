package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/cmd/narratoria/libraries"
	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/inventory"
)

func TestSetupRefuses(t *testing.T) {
	ownDirectories(t)
	t.Setenv("NARRATORIA_LLAMA", "")
	for args, want := range map[string]string{
		"setup":                "nothing was fetched; to agree without being asked: narratoria setup --yes",
		"setup models":         "nothing was fetched; to agree without being asked: narratoria setup models --yes; to fetch one",
		"setup llama a b":      `setup llama does not know what to do with "b"`,
		"setup lama":           `there is no command "setup lama"; did you mean "llama"?`,
		"setup llama none":     "none is not there",
		"setup objectbox none": "none is not there",
		"setup models gpt":     `no model is known as "gpt", only phi-3.5-mini, all-minilm-l6-v2`,
		"setup models --yes --mirror http://h.example": "https alone is",
	} {
		code, out, errs := command(strings.Fields(args)...)
		if code == exitOK || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d: %s%s", args, code, out, errs)
		}
		if args == "setup models" && (!strings.Contains(out, "  phi-3.5-mini        2394 MB  MIT\n") || strings.Contains(errs, "Fetching")) {
			t.Errorf("it says %s", out)
		}
		if args == "setup" && (!strings.Contains(out, "all-minilm-l6-v2      92 MB  Apache-2.0\n") || !strings.Contains(out, "narratoria setup models phi-3.5-mini\n")) {
			t.Errorf("it says %s", out)
		}
	}
}

// A model that is as long as it was, and has another byte, is to be fetched.
func TestSetupSeesAnotherByte(t *testing.T) {
	soak.NeedEnv(t, "NARRATORIA_LLAMA")
	weights := soak.NeedEnv(t, "NARRATORIA_MINILM")
	ownDirectories(t)
	name := inventory.Embeddings.Name
	if code, _, errs := command("model", "import", weights, "--name", name); code != exitOK {
		t.Fatal(errs)
	}
	if code, out, errs := command("setup"); code != exitOK || !strings.Contains(out, "  nothing: all of it is here\n") || !strings.Contains(out, "\nNo skill that comes with the program has a model write. ") {
		t.Errorf("whole: exit %d: %s%s", code, out, errs)
	}
	path := filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "models", name, "model.gguf")
	file, err := os.ReadFile(path)
	must(t, err)
	file[len(file)-1]++
	save(t, path, string(file))
	if code, out, errs := command("setup"); code != exitFailed || !strings.Contains(out, "  "+name) || !strings.Contains(errs, "nothing was fetched") {
		t.Errorf("damaged: exit %d: %s%s", code, out, errs)
	}
}

// A library and models come from a mirror before they come from elsewhere; what is whole is left, what is damaged
// replaced, and one that cannot be had keeps no other from coming.
func TestSetupFetches(t *testing.T) {
	file, asked := tinyModel(t), 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if !strings.HasPrefix(r.URL.Path, "/owner/good/") {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, "x", time.Time{}, bytes.NewReader(file))
	}))
	defer server.Close()
	dir := t.TempDir()
	models := inventory.In(filepath.Join(dir, "models"))
	of := func(name string) inventory.Published {
		return inventory.Published{Name: name, Repository: "owner/" + name, Revision: "r",
			Files: []inventory.PublishedFile{{Name: "f.gguf", As: "model.gguf", Bytes: int64(len(file)), SHA256: sumOf(file)}}}
	}
	wanted := []inventory.Published{of("bad"), of("good")}
	var out, errs bytes.Buffer
	s := streams{strings.NewReader(""), &out, &errs, new(string)}
	fetch := func(ctx context.Context) error { return setUpModels(ctx, s, models, wanted, []string{server.URL}) }
	if err := fetch(t.Context()); err == nil || !strings.Contains(err.Error(), "of owner/bad was not had") || !strings.Contains(out.String(), `"good" is fetched`) {
		t.Fatalf("%v: %s", err, &out)
	}
	before := asked
	wanted = wanted[1:]
	out.Reset()
	if err := fetch(t.Context()); err != nil || asked != before || out.String() != "The model \"good\" is whole, "+numbered(len(file), "byte", "bytes")+".\n" {
		t.Errorf("%v, after %d more requests: %s", err, asked-before, &out)
	}
	save(t, models.Path("good"), string(file[1:]))
	offline := httptest.NewServer(http.NotFoundHandler())
	offline.Close()
	if err := setUpModels(t.Context(), s, models, wanted, []string{offline.URL}); err == nil {
		t.Error("it is fetched from nowhere")
	}
	if left, err := os.ReadFile(models.Path("good")); err != nil || !bytes.Equal(left, file[1:]) {
		t.Errorf("what was there is gone, though it could not be fetched: %v", err)
	}
	if err := fetch(t.Context()); err != nil || asked == before {
		t.Errorf("a damaged one: %v", err)
	}
	if _, err := models.Check(t.Context(), "good", nil); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(models.Dir()); err != nil || len(left) != 2+1 { // good, what has come of bad, and the lock
		t.Errorf("%v, and what it replaced is left: %v", err, left)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	place := libraries.In(filepath.Join(dir, "libraries"))
	library := native.Library{Name: "x", Title: "X", Release: "1", Files: map[string]string{"f": sumOf(nil)}, Package: native.Package{Server: server.URL, Path: "p", Bytes: 5, SHA256: sumOf(nil)}}
	if err := setUpLibrary(ended, s, place, library, nil, ""); err == nil || err.Error() != "it was ended; what has come is kept: narratoria setup x goes on" {
		t.Errorf("ended: %v", err)
	}
	if err := setUpLibrary(t.Context(), s, place, library, nil, ""); err == nil || !strings.Contains(err.Error(), "p was not had: 127.0.0.1") {
		t.Errorf("a server that does not have it: %v", err)
	}
}
