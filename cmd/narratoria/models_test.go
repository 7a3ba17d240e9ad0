package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/model/inventory"
)

// tinyModel is a file that is a model, of nothing.
func tinyModel(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	must(t, gguf.Write(&file, []gguf.Entry{{Key: "general.architecture", Value: "phi3"}},
		[]gguf.Data{gguf.Floats("token_embd.weight", gguf.F32, []int64{64, 64}, make([]float32, 64*64))}))
	return file.Bytes()
}

func TestModels(t *testing.T) {
	ownDirectories(t)
	path := filepath.Join(t.TempDir(), "Tiny Model.gguf")
	save(t, path, string(tinyModel(t)))
	data := os.Getenv("NARRATORIA_DATA_DIR")
	damage := func() {
		save(t, filepath.Join(data, "models", "tiny-model", "model.gguf"), strings.Repeat("x", len(tinyModel(t))))
	}
	for _, c := range []struct {
		args   string
		code   int
		out    string // a part of each
		err    string
		before func()
	}{
		{"list", exitOK, "There is no model in", "", nil},
		{"list", exitOK, "narratoria model pull all-minilm-l6-v2", "", nil},
		{"check", exitOK, "There is no model in", "", nil},
		{"import PATH", exitOK, `The model "tiny-model" is brought in: text, phi3, `, "", nil},
		{"import PATH", exitFailed, "", `there is a model "tiny-model", and it stays as it is; remove it with: narratoria model remove tiny-model`, nil},
		{"import PATH --name other --json", exitOK, `"name":"other","sha256":"`, "", nil},
		{"list", exitOK, "tiny-model  text  phi3", "", nil},
		{"list --json", exitOK, `"use":"text"}`, "", nil},
		{"check", exitOK, "tiny-model: whole", "", nil},
		{"check --json", exitOK, `"whole":true}`, "", nil},
		{"check tiny-model", exitFailed, "the model is damaged: \"tiny-model\"", "1 model is damaged; remove it", damage},
		{"check tiny-model --json", exitFailed, `"whole":false}`, "", nil},
		{"check other", exitOK, "other: whole", "", nil},
		{"check none", exitFailed, "", `there is no model "none"; what there is: narratoria model list`, nil},
		{"remove tiny-model", exitFailed, "This removes the model", "nothing", nil},
		{"remove tiny-model --yes", exitOK, `The model "tiny-model" is removed.`, "", nil},
		{"remove tiny-model --yes", exitFailed, "", `there is no model "tiny-model"`, nil},
		{"remove other --json --yes", exitOK, `{"name":"other","removed":true}`, "", nil},
		{"remove ../x --yes", exitFailed, "", "not a name of a model", nil},
		{"pull gpt", exitFailed, "", `no model is known as "gpt", only phi-3.5-mini, all-minilm-l6-v2; one that`, nil},
		{"pull all-minilm-l6-v2 --mirror http://example.org", exitFailed, "", "https alone is", nil},
		{"import", exitUsage, "", "model import wants a PATH", nil},
		{"import none.gguf", exitFailed, "", "no such file", nil},
	} {
		if c.before != nil {
			c.before()
		}
		args := []string{"model"}
		for arg := range strings.FieldsSeq(c.args) {
			if arg == "PATH" {
				arg = path
			}
			args = append(args, arg)
		}
		code, out, errs := command(args...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.err) {
			t.Errorf("model %s: exit %d: %q %q", c.args, code, out, errs)
		}
	}
}

// A model is pulled from a server on this device, broken off in the middle, and gone on with.
func TestPull(t *testing.T) {
	file, asked := tinyModel(t), 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 1 {
			w.Header().Set("Content-Length", strconv.Itoa(len(file)))
			_, _ = w.Write(file[:1000])
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
		http.ServeContent(w, r, "model.gguf", time.Time{}, bytes.NewReader(file))
	}))
	defer server.Close()
	sum := sha256.Sum256(file)
	known := inventory.Published{
		Name: "tiny", Repository: "owner/name", Revision: "abc",
		Files: []inventory.PublishedFile{{Name: "tiny.gguf", As: "model.gguf", Bytes: int64(len(file)), SHA256: hex.EncodeToString(sum[:])}},
	}
	models := inventory.In(filepath.Join(t.TempDir(), "models"))
	var out, errs bytes.Buffer
	s := streams{strings.NewReader(""), &out, &errs, new(string)}
	other := known
	other.Files = []inventory.PublishedFile{known.Files[0]}
	other.Files[0].SHA256 = strings.Repeat("a", 64)
	if err := pullModel(t.Context(), s, models, other, []string{server.URL}, false); err == nil || !strings.Contains(err.Error(), "its SHA-256 is") {
		t.Errorf("another file is taken: %v", err)
	}
	asked = 0
	if err := pullModel(t.Context(), s, models, known, []string{server.URL}, false); err != nil {
		t.Fatal(err)
	}
	if _, err := models.Check(t.Context(), "tiny", nil); err != nil || asked < 2 {
		t.Errorf("after %d requests: %v", asked, err)
	}
	if !strings.Contains(out.String(), `The model "tiny" is fetched: text, phi3`) || !strings.Contains(errs.String(), "of owner/name from 127.0.0.1") {
		t.Errorf("it says %q %q", &out, &errs)
	}
	if err := pullModel(t.Context(), s, models, known, []string{server.URL}, true); err == nil || !strings.Contains(err.Error(), "stays as it is") {
		t.Errorf("again: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	known.Name = "second"
	if err := pullModel(ended, s, models, known, []string{server.URL}, true); err == nil || !strings.Contains(err.Error(), "what has come is kept") {
		t.Errorf("ended: %v", err)
	}
}
