package provider_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/provider"
)

// A model of random weights, of the inventory, writes what its schema leaves it, through the whole chain.
func TestAModelOfTheInventoryWrites(t *testing.T) {
	library := soak.NeedEnv(t, "NARRATORIA_LLAMA")
	dir := t.TempDir()
	for _, program := range [][]string{
		{"go", "build", "-o", filepath.Join(dir, "narratoria-llama"), "../../cmd/narratoria-llama"},
		{"go", "run", "../llama/internal/tiny/tinymodel", filepath.Join(dir, "tiny.gguf")},
	} {
		build := exec.Command(program[0], program[1:]...)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	models := inventory.In(filepath.Join(dir, "models"))
	_, err := models.Import(t.Context(), "tiny", filepath.Join(dir, "tiny.gguf"), nil)
	must(t, err)
	a, _ := all(t, provider.Provider{Name: "here", Kind: provider.Llama, Model: "tiny", Template: "phi3", Context: 1024})
	a.Device = provider.Device{Models: models, Worker: filepath.Join(dir, "narratoria-llama"), Library: library, Threads: 1}
	chain, _, err := a.Chain([]string{"here"}, nil)
	must(t, err)
	r := request()
	r.Form.Schema = []byte(`{"enum":["It is dark."]}`)
	answer, err := chain.Generate(t.Context(), r, nil)
	if err != nil || answer.Text != `"It is dark."` || answer.By != "tiny" {
		t.Errorf("%+v, %v", answer, err)
	}
	_, err = models.Check(t.Context(), "tiny", nil)
	must(t, err)
}
