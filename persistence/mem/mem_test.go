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
