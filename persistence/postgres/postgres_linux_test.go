package postgres_test

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/postgres"
	"github.com/narratoria/narratoria/persistence/postgres/pgtest"
	"github.com/narratoria/narratoria/persistence/test"
)

// shared is the server of all tests that do not kill theirs.
var shared = sync.OnceValues(func() (*pgtest.Server, error) {
	return pgtest.Start(os.Getenv("NARRATORIA_POSTGRES"), "-c", "fsync=off") // nothing cuts its power
})

func TestMain(m *testing.M) {
	code := m.Run()
	if os.Getenv("NARRATORIA_POSTGRES") != "" {
		if server, err := shared(); err == nil {
			server.Stop()
		}
	}
	os.Exit(code)
}

var schemas atomic.Int64

// server is the shared one, with the name of a schema in which nothing is.
func server(t testing.TB) (*pgtest.Server, string) {
	t.Helper()
	soak.NeedEnv(t, "NARRATORIA_POSTGRES")
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return s, fmt.Sprint("s", schemas.Add(1))
}

func open(t testing.TB, address string) *postgres.Driver {
	t.Helper()
	driver, err := postgres.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(driver.Close)
	return driver
}

func TestContract(t *testing.T) {
	soak.NeedEnv(t, "NARRATORIA_POSTGRES")
	test.Suite(t, test.Durably, func(t testing.TB) persistence.Driver {
		s, schema := server(t)
		return open(t, s.Address(schema))
	})
}
