package mem_test

import (
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/test"
)

func TestContract(t *testing.T) {
	test.Suite(t, soak.Count, func(testing.TB) persistence.Driver { return mem.New() })
}

// Many turns at once, from as many sides, lose nothing and hide nothing from each other.
func TestAppendsAtOnce(t *testing.T) {
	test.Linearizable(t, soak.Count(10_000), func(testing.TB) persistence.Driver { return mem.New() })
}

// No playthrough is given anything of another, whatever they are called.
func TestPlaythroughsKnowNothingOfEachOther(t *testing.T) {
	test.Isolation(t, soak.Count(200), soak.Count(10_000), func(testing.TB) persistence.Driver { return mem.New() })
}
