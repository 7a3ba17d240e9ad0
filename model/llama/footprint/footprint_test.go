package footprint

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/model/llama/internal/tiny"
)

// TestNeed: a model of Phi-3.5 mini's size, quantised to 2.4 GB, fits a device of 8 GB that has 3.5 GB to spare, and not one that has 3; a longer
// context takes more, by the keys and values that it keeps.
func TestNeed(t *testing.T) {
	phi := size{file: 2_393_232_672, layers: 32, width: 3072, inner: 8192, heads: 32, keyHeads: 32, keyLength: 96, valueLength: 96, vocabulary: 32064, context: 131072, given: 2048}
	if need := phi.need(false); need < 3_000_000_000 || need > 4_000_000_000 {
		t.Errorf("with 2048 tokens it takes %s", Gigabytes(need))
	}
	longer := phi
	longer.given = 4096
	if more := longer.need(false) - phi.need(false); more < 32*2048*32*192*2 {
		t.Errorf("2048 tokens more take %s", Gigabytes(more))
	}
	huge := size{file: 1 << 62, layers: 1 << 12, width: 1 << 20, inner: 1 << 22, heads: 1 << 12, keyHeads: 1 << 12, keyLength: 1 << 16, valueLength: 1 << 16, vocabulary: 1 << 24, given: 1 << 30}
	if need := huge.need(false); need < 1<<61 {
		t.Errorf("what is beyond all bounds takes %d bytes", need)
	}
}

// TestOf: what is reckoned with is what stands in a file's head.
func TestOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.gguf")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := tiny.Write(file, 1); err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	head, err := gguf.Read(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	of, err := sizeOf(head, info.Size(), 4096)
	if err != nil {
		t.Fatal(err)
	}
	if of.layers != tiny.Layers || of.width != tiny.Width || of.context != tiny.Context || of.keyLength*of.heads != tiny.Width || of.file != info.Size() {
		t.Errorf("it is read as %+v", of)
	}
	takes, err := Of(file, info.Size(), Texts(512))
	if err != nil || takes.Context != 512 || !takes.Fits(takes.Bytes) || takes.Fits(takes.Bytes-1) || !takes.Fits(0) {
		t.Errorf("%v, %v", takes, err)
	}
	if _, err := Of(file, info.Size()-1, Texts(512)); err == nil {
		t.Error("a file without its end is taken")
	}
}

// TestWhatTheNarratorTakes: what model/inventory says of the model that is meant to tell is what is reckoned when it is loaded, by
// the numbers that its makers publish of it. No file of it was to be had.
func TestWhatTheNarratorTakes(t *testing.T) {
	const said = 4_720_000_000
	phi := size{file: 2_393_232_672, layers: 32, width: 3072, inner: 8192, heads: 32, keyHeads: 32, keyLength: 96, valueLength: 96, vocabulary: 32064, context: 131072, given: 4096}
	if need := phi.need(false); need > said || need < said*99/100 {
		t.Errorf("%d bytes are reckoned, and %d are said", need, said)
	}
}
