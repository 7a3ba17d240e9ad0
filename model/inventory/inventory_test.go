package inventory_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/model/inventory"
)

// modelFile writes a file that is one, of an architecture.
func modelFile(t testing.TB, path, architecture string) []byte {
	t.Helper()
	var file bytes.Buffer
	err := gguf.Write(&file, []gguf.Entry{{Key: "general.architecture", Value: architecture}},
		[]gguf.Data{gguf.Floats("token_embd.weight", gguf.F16, []int64{64, 1024}, make([]float32, 64*1024))})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".lock" {
			all = append(all, e.Name())
		}
	}
	return all
}

func TestAModelIsBroughtInCheckedAndRemoved(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "Tiny.GGUF")
	bytes := modelFile(t, path, "phi3")
	models := inventory.In(filepath.Join(dir, "models"))
	if all, err := models.List(); err != nil || len(all) != 0 {
		t.Fatal(all, err)
	}
	var last int64
	m, err := models.Import(t.Context(), inventory.NameOf(path), path, func(done, total int64) {
		if done < last || total != int64(len(bytes)) {
			t.Errorf("%d of %d", done, total)
		}
		last = done
	})
	if err != nil || m.Name != "tiny" || m.Use != inventory.Text || m.Architecture != "phi3" || m.Bytes != last || m.From != path {
		t.Fatal(m, err)
	}
	if kept, err := os.ReadFile(models.Path("tiny")); err != nil || !slices.Equal(kept, bytes) {
		t.Error("the file is another one", err)
	}
	if again, err := models.Check(t.Context(), "tiny", nil); err != nil || again != m {
		t.Error(again, err)
	}
	if all, err := models.List(); err != nil || len(all) != 1 || all[0].Model != m || all[0].Err != nil {
		t.Error(all, err)
	}
	if _, err := models.Import(t.Context(), "tiny", path, nil); !errors.Is(err, inventory.ErrExists) {
		t.Error(err)
	}
	if err := models.Remove("tiny"); err != nil {
		t.Error(err)
	}
	if err := models.Remove("tiny"); !errors.Is(err, inventory.ErrNone) {
		t.Error(err)
	}
	if left := names(t, models.Dir()); len(left) != 0 {
		t.Errorf("left are %q", left)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error("the original is gone:", err)
	}
}

// A file that is none brings nothing in, and leaves nothing behind.
func TestWhatIsNotBroughtIn(t *testing.T) {
	dir := t.TempDir()
	models := inventory.In(filepath.Join(dir, "models"))
	whole := modelFile(t, filepath.Join(dir, "whole.gguf"), "llama")
	save := func(name string, b []byte) string {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	var vocabulary bytes.Buffer
	if err := gguf.Write(&vocabulary, []gguf.Entry{{Key: "general.architecture", Value: "llama"}}, nil); err != nil {
		t.Fatal(err)
	}
	modelFile(t, filepath.Join(dir, "bert.gguf"), "bert")
	modelFile(t, filepath.Join(dir, "acts.gguf"), "a\x1b[31m")
	for want, path := range map[string]string{
		"not a whole GGUF file":              save("empty.gguf", nil),
		"begins with \"%PDF\"":               save("other.gguf", []byte("%PDF-1.7 and more")),
		"cut off":                            save("half.gguf", whole[:len(whole)/2]),
		"a vocabulary alone":                 save("vocabulary.gguf", vocabulary.Bytes()),
		"all-MiniLM-L6-v2 alone":             filepath.Join(dir, "bert.gguf"),
		"its architecture is \"a\\x1b[31m\"": filepath.Join(dir, "acts.gguf"),
		"no such file":                       filepath.Join(dir, "none.gguf"),
		"say which, by the path":             dir,
	} {
		if _, err := models.Import(t.Context(), "it", path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
		if left := names(t, models.Dir()); len(left) != 0 {
			t.Errorf("%s: left are %q", want, left)
		}
	}
	for _, name := range []string{"", "A", "a b", "../a", ".a", "a/b", "a\x00", strings.Repeat("a", 65), "é"} {
		if _, err := models.Import(t.Context(), name, filepath.Join(dir, "whole.gguf"), nil); !errors.Is(err, inventory.ErrName) {
			t.Errorf("%q: %v", name, err)
		}
		if err := models.Remove(name); !errors.Is(err, inventory.ErrName) {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := models.Check(t.Context(), name, nil); !errors.Is(err, inventory.ErrName) {
			t.Errorf("%q: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := models.Import(ctx, "it", filepath.Join(dir, "whole.gguf"), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if left := names(t, models.Dir()); len(left) != 0 {
		t.Errorf("given up, left are %q", left)
	}
}

// Whatever becomes of a model, it is seen: at once by its size or manifest, else by its hash.
func TestDamageIsSeen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tiny.gguf")
	bytes := modelFile(t, path, "phi3")
	change := func(at int) func(string) error {
		return func(place string) error {
			spoiled := slices.Clone(bytes)
			spoiled[at] ^= 1
			return os.WriteFile(filepath.Join(place, "model.gguf"), spoiled, 0o600)
		}
	}
	manifest := func(text string) func(string) error {
		return func(place string) error {
			return os.WriteFile(filepath.Join(place, "model.json"), []byte(text), 0o600)
		}
	}
	for name, damage := range map[string]struct {
		do     func(place string) error
		atOnce bool
	}{
		"its first bit": {change(0), false},
		"its last bit":  {change(len(bytes) - 1), false},
		"cut off":       {func(place string) error { return os.Truncate(filepath.Join(place, "model.gguf"), 100) }, true},
		"gone":          {func(place string) error { return os.Remove(filepath.Join(place, "model.gguf")) }, true},
		"a link": {func(place string) error {
			return errors.Join(os.Remove(filepath.Join(place, "model.gguf")), os.Symlink(path, filepath.Join(place, "model.gguf")))
		}, true},
		"without a manifest": {func(place string) error { return os.Remove(filepath.Join(place, "model.json")) }, true},
		"an empty manifest":  {manifest(""), true},
		"no object":          {manifest("[]"), true},
		"no use":             {manifest(`{"bytes":1,"sha256":"` + strings.Repeat("a", 64) + `"}`), true},
		"no hash":            {manifest(`{"use":"text","bytes":1,"sha256":"xyz"}`), true},
		"no size":            {manifest(`{"use":"text","bytes":-1,"sha256":"` + strings.Repeat("a", 64) + `"}`), true},
		"another's hash":     {manifest(`{"use":"text","architecture":"phi3","bytes":` + "131200" + `,"sha256":"` + strings.Repeat("a", 64) + `"}`), false},
	} {
		models := inventory.In(filepath.Join(t.TempDir(), "models"))
		if _, err := models.Import(t.Context(), "tiny", path, nil); err != nil {
			t.Fatal(err)
		}
		if err := damage.do(filepath.Join(models.Dir(), "tiny")); err != nil {
			t.Fatal(err)
		}
		if _, err := models.Check(t.Context(), "tiny", nil); !errors.Is(err, inventory.ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
		all, err := models.List()
		if err != nil || len(all) != 1 || all[0].Model.Name != "tiny" || damage.atOnce != errors.Is(all[0].Err, inventory.ErrChanged) {
			t.Errorf("%s: listed as %v, %v", name, all, err)
		}
		if err := models.Remove("tiny"); err != nil {
			t.Errorf("%s: it cannot be removed: %v", name, err)
		}
	}
}

func TestOneChangesModelsAtATime(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tiny.gguf")
	modelFile(t, path, "phi3")
	models := inventory.In(dir)
	lock, err := filelock.Open(filepath.Join(dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if held, err := filelock.TryExclusive(lock); !held || err != nil {
		t.Fatal(held, err)
	}
	if err := filelock.Sign(lock); err != nil {
		t.Fatal(err)
	}
	if _, err := models.Import(t.Context(), "tiny", path, nil); !errors.Is(err, inventory.ErrBusy) {
		t.Error(err)
	}
	if err := models.Remove("tiny"); !errors.Is(err, inventory.ErrBusy) {
		t.Error(err)
	}
}

// What an ended import left is neither a model nor in the way.
func TestWhatAnEndedImportLeft(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tiny.gguf")
	modelFile(t, path, "phi3")
	models := inventory.In(filepath.Join(dir, "models"))
	left := filepath.Join(models.Dir(), ".tiny.part")
	if err := errors.Join(os.MkdirAll(left, 0o700), os.WriteFile(filepath.Join(left, "model.gguf"), []byte("GG"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if all, err := models.List(); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
	if left, err := models.Unfinished(); err != nil || !slices.Equal(left, []string{"tiny"}) {
		t.Error(left, err)
	}
	if _, err := models.Import(t.Context(), "tiny", path, nil); err != nil {
		t.Fatal(err)
	}
	if got := names(t, models.Dir()); !slices.Equal(got, []string{"tiny"}) {
		t.Errorf("there are %q", got)
	}
}

// Files that are fetched stay where fetching ended, and become the model when they are whole.
func TestAssemble(t *testing.T) {
	dir := t.TempDir()
	models := inventory.In(filepath.Join(dir, "models"))
	ended := errors.New("the line is down")
	_, err := models.Assemble(t.Context(), "tiny", "owner/name", func(place string) error {
		return errors.Join(os.WriteFile(filepath.Join(place, "model.gguf.part"), []byte("GG"), 0o600), ended)
	})
	if !errors.Is(err, ended) {
		t.Fatal(err)
	}
	m, err := models.Assemble(t.Context(), "tiny", "owner/name", func(place string) error {
		if kept, err := os.ReadFile(filepath.Join(place, "model.gguf.part")); err != nil || string(kept) != "GG" {
			t.Error("what was there is gone", err)
		}
		modelFile(t, filepath.Join(place, "model.gguf"), "phi3")
		return os.Remove(filepath.Join(place, "model.gguf.part"))
	})
	if err != nil || m.From != "owner/name" || m.Architecture != "phi3" {
		t.Fatal(m, err)
	}
	if _, err := models.Check(t.Context(), "tiny", nil); err != nil {
		t.Error(err)
	}
	// One that is no model does not become one.
	if _, err := models.Assemble(t.Context(), "other", "owner/name", func(place string) error {
		return os.WriteFile(filepath.Join(place, "model.gguf"), []byte("<html>"), 0o600)
	}); !errors.Is(err, gguf.ErrFormat) {
		t.Error(err)
	}
	if all, err := models.List(); err != nil || len(all) != 1 {
		t.Error(all, err)
	}
	if err := models.Remove("other"); err != nil {
		t.Error("what is left of it cannot be removed:", err)
	}
}

func TestNamesOfFiles(t *testing.T) {
	for path, want := range map[string]string{
		"/a/Phi-3.5-mini-instruct-Q4_K_M.gguf": "phi-3.5-mini-instruct-q4_k_m", "x.GGUF": "x", "./all MiniLM (L6)/": "all-minilm-l6", "模型.gguf": "", "..": "",
		strings.Repeat("y", 99): strings.Repeat("y", 64),
	} {
		if got := inventory.NameOf(path); got != want {
			t.Errorf("%q suggests %q, want %q", path, got, want)
		}
	}
}

// What the program names can be had and kept.
func TestKnownModels(t *testing.T) {
	for _, known := range inventory.Known() {
		if found, is := inventory.KnownAs(known.Name); !is || found.Name != known.Name || inventory.NameOf(known.Name) != known.Name {
			t.Errorf("%q is no name", known.Name)
		}
		if known.Bytes() > 2_500_000_000 || known.Memory < 100_000_000 || known.Use == inventory.Text && (known.Context < 2048 || known.Template == "") {
			t.Errorf("%+v", known)
		}
		// What is no commit pins nothing, and is not shown as if it did.
		if r := known.Revision; r != "" && (len(r) != 40 || strings.Trim(r, "0123456789abcdef") != "") || r == "" && known.Where() != inventory.Branch {
			t.Errorf("%s has the revision %q", known.Name, r)
		}
		for _, f := range known.Files {
			if len(f.SHA256) != 64 || strings.Trim(f.SHA256, "0123456789abcdef") != "" || f.Bytes <= 0 || filepath.Base(f.As) != f.As {
				t.Errorf("%+v", f)
			}
		}
	}
	if _, is := inventory.KnownAs("gpt"); is {
		t.Error("it knows every name")
	}
}

// No name of a model is that of something else: the lock, another's part, a device.
func TestNamesThatMeanSomethingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tiny.gguf")
	modelFile(t, path, "phi3")
	models := inventory.In(filepath.Join(dir, "models"))
	for _, name := range []string{"lock", "lock.part", "tiny.part"} {
		if _, err := models.Import(t.Context(), name, path, nil); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := os.Lstat(filepath.Join(models.Dir(), ".lock")); err != nil {
			t.Errorf("with %s: %v", name, err)
		}
	}
	for _, name := range []string{"con", "aux.gguf", "com1", "a.", "lpt9.x"} {
		if _, err := models.Import(t.Context(), name, path, nil); !errors.Is(err, inventory.ErrName) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := models.Remove("lock"); err != nil {
		t.Error(err)
	}
	if err := models.Remove("lock"); !errors.Is(err, inventory.ErrNone) {
		t.Errorf("removed again: %v", err)
	}
	if left, err := models.Unfinished(); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// Who gives up does not wait for a head to be read.
func TestHeadsAreGivenUp(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tiny.gguf")
	modelFile(t, path, "phi3")
	models := inventory.In(filepath.Join(dir, "models"))
	if _, err := models.Import(t.Context(), "tiny", path, nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := models.Takes(ctx, "tiny"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for i := range 20 { // whichever of reading and giving up is met first, what comes of it is given up
		if _, err := models.Takes(ctx, "tiny"); !errors.Is(err, context.Canceled) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if _, err := models.Import(ctx, "other", path, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got := names(t, models.Dir()); !slices.Equal(got, []string{"tiny"}) {
		t.Errorf("there are %q", got)
	}
}

// A model that the program knows by name is known under any other, by the hash of its file; one that finds by meaning always.
func TestKnownUnderAnotherName(t *testing.T) {
	models := inventory.In(t.TempDir())
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	modelFile(t, path, "phi3")
	m, err := models.Import(t.Context(), "mine", path, nil)
	if err != nil {
		t.Fatal(err)
	}
	published := inventory.Published{Name: "known", Use: inventory.Text, Files: []inventory.PublishedFile{{SHA256: m.SHA256}}}
	if got, err := models.Has(published); err != nil || got.Name != "mine" {
		t.Errorf("%+v, %v", got, err)
	}
	other := inventory.Published{Name: "other", Use: inventory.Text, Files: []inventory.PublishedFile{{SHA256: strings.Repeat("0", 64)}}}
	if _, err := models.Has(other); !errors.Is(err, inventory.ErrNone) {
		t.Errorf("another hash: %v", err)
	}
	if !inventory.Embeddings.Is(inventory.Model{Use: inventory.Meaning}) || inventory.Embeddings.Is(m) || inventory.Narrator.Is(m) {
		t.Error("what is what is not known")
	}
	other.Name = "mine" // it is another that has the name
	if got, err := models.Has(other); !errors.Is(err, inventory.ErrOther) || got.Name != "mine" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := models.Import(t.Context(), "known", path, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := models.Has(published); err != nil || got.Name != "known" {
		t.Errorf("%+v, %v", got, err)
	}
}

// Of a directory its one GGUF file is taken; of several none.
func TestImportOfADirectoryWithAFile(t *testing.T) {
	models, dir := inventory.In(t.TempDir()), t.TempDir()
	data := modelFile(t, filepath.Join(t.TempDir(), "tiny.gguf"), "phi3")
	for i, name := range []string{"Tiny.GGUF", "README.md", "second.gguf"} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := models.Import(t.Context(), fmt.Sprint("m-", i), dir, nil)
		if i < 2 && (err != nil || m.Use != inventory.Text || filepath.Base(m.From) != "Tiny.GGUF") {
			t.Errorf("with %s: %+v, %v", name, m, err)
		}
		if i == 2 && (err == nil || !strings.Contains(err.Error(), "are 2 models, such as Tiny.GGUF; say which")) {
			t.Errorf("of two: %v", err)
		}
	}
	if _, err := models.Import(t.Context(), "none", t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "has no GGUF file, and no model.safetensors") {
		t.Errorf("of none: %v", err)
	}
}
