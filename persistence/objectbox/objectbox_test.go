package objectbox_test

import (
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/test"
)

func TestContract(t *testing.T) {
	soak.NeedEnv(t, "NARRATORIA_OBJECTBOX")
	test.Suite(t, test.Durably, func(t testing.TB) persistence.Driver { return open(t, t.TempDir()) })
}

// Many turns at once, from as many sides, lose nothing and hide nothing from each other.
func TestAppendsAtOnce(t *testing.T) {
	each := 10_000
	if !soak.Whole() {
		each = 10 // in the whole count it takes a quarter of an hour
	}
	test.Linearizable(t, each, func(t testing.TB) persistence.Driver { return open(t, t.TempDir()) })
}

// No playthrough is given anything of another, whatever they are called.
func TestPlaythroughsKnowNothingOfEachOther(t *testing.T) {
	test.Isolation(t, soak.Count(200), soak.Count(10_000), func(t testing.TB) persistence.Driver { return open(t, t.TempDir()) })
}
