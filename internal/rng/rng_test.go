package rng_test

import (
	"testing"

	"github.com/narratoria/narratoria/internal/rng"
)

func TestSameNamesSameStream(t *testing.T) {
	root := rng.FromString("42")
	a, b := root.Derive("dice", "x", "0").Stream(), root.Derive("dice", "x", "0").Stream()
	for range 100 {
		if a.Uint64() != b.Uint64() {
			t.Fatal("one name gave two streams")
		}
	}
	seen := map[rng.Seed]bool{root: true, rng.New(): true, rng.New(): true}
	for _, labels := range [][]string{{"ab", "c"}, {"a", "bc"}, {"abc"}, {"abc", ""}, {}} {
		seen[root.Derive(labels...)] = true
	}
	if len(seen) != 8 {
		t.Errorf("%d different seeds, want 8", len(seen))
	}
}

func TestUUIDIsVersion8(t *testing.T) {
	id := rng.FromString("1").UUID()
	if id.Version() != 8 || id.Variant().String() != "RFC4122" {
		t.Errorf("%s has version %d, variant %s", id, id.Version(), id.Variant())
	}
	if n := rng.FromString("1").Int53(); n < 0 || n >= 1<<53 {
		t.Errorf("Int53 = %d", n)
	}
}
