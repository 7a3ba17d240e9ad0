package api_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/api"
	"github.com/narratoria/narratoria/internal/gguf"
)

// phi writes a model file of the size of Phi-3.5 mini, as far as its head says: it takes 64 kB on the disk.
func phi(t *testing.T, path string, layers uint32) {
	t.Helper()
	var data strings.Builder
	err := gguf.Write(&data, []gguf.Entry{
		{Key: "general.architecture", Value: "phi3"},
		{Key: "phi3.block_count", Value: layers}, {Key: "phi3.embedding_length", Value: uint32(3072)}, {Key: "phi3.feed_forward_length", Value: uint32(8192)},
		{Key: "phi3.attention.head_count", Value: uint32(32)}, {Key: "phi3.context_length", Value: uint32(131072)},
		{Key: "tokenizer.ggml.tokens", Value: make([]string, 32064)},
	}, []gguf.Data{gguf.Floats("a", gguf.F32, []int64{256}, make([]float32, 256))})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A model that fits the device is kept, and one that does not is refused with words, before it is copied.
func TestModelsFitTheDevice(t *testing.T) {
	const memory = 2 << 30
	c := open(t, api.Options{ModelMemory: memory}).Client(nil)
	dir := t.TempDir()
	small, large := filepath.Join(dir, "Small.gguf"), filepath.Join(dir, "large.gguf")
	phi(t, small, 16)
	phi(t, large, 32)

	if err := os.WriteFile(filepath.Join(dir, "text.gguf"), []byte("Once upon a time"), 0o644); err != nil {
		t.Fatal(err)
	}
	made := call[api.Model](t, c, "models.import", quoted(params{"path": small}))
	if made.Model != "small" || made.Use != "text" || made.Architecture != "phi3" || !made.Fits || made.Memory < 1<<30 || made.Memory > memory || made.Reason != "" {
		t.Errorf("it is brought in as %+v", made)
	}
	wrong := refused(t, c, "models.import", quoted(params{"path": large}), api.Unavailable)
	if !strings.Contains(wrong.Message, "of memory with a context of 4096 tokens, and 2.1 GB may be used") || !strings.Contains(wrong.Hint, "smaller model") {
		t.Errorf("what is too large: %s", wrong.JSON())
	}
	all := call[api.Models](t, c, "models.list", `{}`)
	if len(all.Models) != 1 || all.Models[0] != made || all.Memory != memory {
		t.Errorf("there are %+v", all)
	}
	if entries, err := os.ReadDir(all.Directory); err != nil || len(entries) != 2 { // the model, and the lock
		t.Errorf("in the directory are %v, %v", entries, err)
	}
	fits := map[string]bool{}
	for _, known := range all.Known {
		fits[known.Model] = known.Fits
		if known.Memory == 0 || len(known.Files) == 0 || known.Files[0].SHA256 == "" || known.Repository == "" {
			t.Errorf("known is %+v", known)
		}
	}
	if fits["phi-3.5-mini"] || !fits["all-minilm-l6-v2"] {
		t.Errorf("of those that are known fit %v", fits)
	}
	if whole := call[api.Model](t, c, "models.check", `{"model":"small"}`); whole != made {
		t.Errorf("it is %+v, and was %+v", whole, made)
	}

	// A device with more takes what another could not; one with less keeps what it has, and says why it is of no use.
	bigger := open(t, api.Options{ModelMemory: 8 << 30}).Client(nil)
	if made := call[api.Model](t, bigger, "models.import", quoted(params{"path": large, "model": "l"})); made.Model != "l" || !made.Fits {
		t.Errorf("with 8 GB it is %+v", made)
	}
	for _, bad := range []struct {
		method string
		given  params
		code   api.Code
		says   string
	}{
		{"models.import", params{"path": small}, api.Exists, `"small"`},
		{"models.import", params{"path": small, "model": "../x"}, api.BadParams, "../x"},
		{"models.import", params{"path": filepath.Join(dir, "none.gguf")}, api.NotFound, "none.gguf"},
		{"models.import", params{"path": t.TempDir(), "model": "d"}, api.Invalid, "model.safetensors"},
		{"models.import", params{"path": dir, "model": "d"}, api.Invalid, "say which"},
		{"models.import", params{"path": filepath.Join(dir, "text.gguf")}, api.Invalid, "not a whole GGUF file"},
		{"models.check", params{"model": "none"}, api.NotFound, `"none"`},
		{"models.remove", params{"model": "none"}, api.NotFound, `"none"`},
	} {
		if got := refused(t, c, bad.method, quoted(bad.given), bad.code); !strings.Contains(got.Message, bad.says) {
			t.Errorf("%s of %v says %s", bad.method, bad.given, got.JSON())
		}
	}
	if err := os.WriteFile(filepath.Join(all.Directory, "small", "model.gguf"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, c, "models.check", `{"model":"small"}`, api.Damaged)
	if all := call[api.Models](t, c, "models.list", `{}`); len(all.Models) != 1 || all.Models[0].Fits || !strings.Contains(all.Models[0].Reason, "0 bytes") {
		t.Errorf("damaged it is listed as %+v", all.Models)
	}
	call[api.Nothing](t, c, "models.remove", `{"model":"small"}`)
	if all := call[api.Models](t, c, "models.list", `{}`); len(all.Models) != 0 {
		t.Errorf("there are %+v", all.Models)
	}
}

// One that was brought in where there was more memory is listed with why it cannot be used.
func TestModelsThatGrewTooLarge(t *testing.T) {
	data, path := t.TempDir(), filepath.Join(t.TempDir(), "large.gguf")
	phi(t, path, 32)
	options := api.Options{ModelMemory: 8 << 30}
	options.Program.Data = data
	first := open(t, options)
	call[api.Model](t, first.Client(nil), "models.import", quoted(params{"path": path}))
	if err := first.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	options.ModelMemory = 2 << 30
	all := call[api.Models](t, open(t, options).Client(nil), "models.list", `{}`)
	if len(all.Models) != 1 || all.Models[0].Fits || !strings.Contains(all.Models[0].Reason, "and 2.1 GB may be used") {
		t.Errorf("it is listed as %+v", all.Models)
	}
}

// Who listens is told how far a model is, up to the end, and never twice the same.
func TestModelsTellHowFarTheyAre(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.gguf")
	phi(t, path, 1)
	c := open(t, api.Options{}).Client(nil)
	call[api.Model](t, c, "models.import", quoted(params{"path": path}))
	call[api.Model](t, c, "models.check", `{"model":"small"}`)
	var told []int64
	for _, e := range call[api.EventList](t, c, "events.read", `{"from":1}`).Events {
		if e.Kind == "model" && e.Model == "small" {
			told = append(told, e.Percent)
		}
	}
	ends := 0
	for i, percent := range told {
		if percent == 100 {
			ends++
		}
		if percent < 0 || percent > 100 || i > 0 && percent <= told[i-1] && told[i-1] != 100 {
			t.Errorf("told was %v", told)
		}
	}
	if ends != 2 {
		t.Errorf("two were done, and told was %v", told)
	}
}

// What the directory of the models is in the way with is not laid to the model.
func TestModelsWithoutADirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.gguf")
	phi(t, path, 1)
	for name, spoil := range map[string]func(dir string) error{
		"it is a file":         func(dir string) error { return os.WriteFile(dir, nil, 0o600) },
		"its lock is not ours": func(dir string) error { return os.MkdirAll(filepath.Join(dir, ".lock"), 0o700) },
	} {
		c := open(t, api.Options{}).Client(nil)
		dir := call[api.Models](t, c, "models.list", `{}`).Directory
		if err := spoil(dir); err != nil {
			t.Fatal(err)
		}
		if wrong := refused(t, c, "models.import", quoted(params{"path": path}), api.Disk); strings.Contains(wrong.Hint, "GGUF") {
			t.Errorf("%s: %s", name, wrong.JSON())
		}
		if name == "it is a file" {
			refused(t, c, "models.list", `{}`, api.Disk)
		}
	}
}

// A list asks the manifests what memory models take, and reads no file of theirs; one of an older program is
// reckoned by its file. What cannot be removed is not listed.
func TestModelsAreListedByTheirManifests(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.gguf")
	phi(t, path, 1)
	c := open(t, api.Options{}).Client(nil)
	made := call[api.Model](t, c, "models.import", quoted(params{"path": path}))
	dir := call[api.Models](t, c, "models.list", `{}`).Directory
	must(t, os.Mkdir(filepath.Join(dir, "nul"), 0o700))
	refused(t, c, "models.remove", `{"model":"nul"}`, api.BadParams)
	file := filepath.Join(dir, "small", "model.gguf")
	must(t, os.WriteFile(file, make([]byte, made.Bytes), 0o600)) // it has no head any more
	if all := call[api.Models](t, c, "models.list", `{}`).Models; len(all) != 1 || all[0] != made || made.Memory == 0 {
		t.Errorf("made was %+v, and listed is %+v", made, all)
	}
	manifest := filepath.Join(dir, "small", "model.json")
	old, err := os.ReadFile(manifest)
	must(t, err)
	var fields map[string]any
	must(t, json.Unmarshal(old, &fields))
	delete(fields, "memory")
	delete(fields, "context")
	older, err := json.Marshal(fields)
	must(t, err)
	must(t, os.WriteFile(manifest, older, 0o600))
	if all := call[api.Models](t, c, "models.list", `{}`).Models; len(all) != 1 || all[0].Memory != 0 || all[0].Reason == "" {
		t.Errorf("of an older program, and damaged, it is listed as %+v", all)
	}
	data, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(file, data, 0o600))
	if all := call[api.Models](t, c, "models.list", `{}`).Models; len(all) != 1 || all[0] != made {
		t.Errorf("of an older program it is listed as %+v", all)
	}
}
