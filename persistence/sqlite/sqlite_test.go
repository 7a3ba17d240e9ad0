package sqlite_test

import (
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/test"
)

func TestContract(t *testing.T) {
	test.Suite(t, test.Durably, func(t testing.TB) persistence.Driver { return sqlite.New(t.TempDir()) })
}
