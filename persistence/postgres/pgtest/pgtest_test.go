//go:build linux

package pgtest

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/soak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A server that was killed is there again with what it had, and a proxy breaks what goes through it.
func TestServer(t *testing.T) {
	s, err := Start(soak.NeedEnv(t, "NARRATORIA_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	p, err := s.NewProxy()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	ask := func(address, sql string) error {
		conn, err := pgx.Connect(t.Context(), address)
		if err != nil {
			return err
		}
		defer conn.Close(t.Context())
		_, err = conn.Exec(t.Context(), sql)
		return err
	}
	for _, err := range []error{
		ask(s.Address("public"), "CREATE TABLE kept (x int)"), s.Kill(), s.Restart(), ask(p.Address("public"), "SELECT x FROM kept"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, passed := range []bool{false, true} {
		done := p.CutAt("INSERT", passed)
		if err := ask(p.Address("public"), "INSERT INTO kept VALUES (1)"); err == nil {
			t.Error("nothing was cut")
		}
		<-done
	}
	// What was passed on is done: by none it is divided by zero, and by two the other was not cut.
	if err := ask(s.Address("public"), "SELECT 1/(CASE count(*) WHEN 1 THEN 1 ELSE 0 END) FROM kept"); err != nil {
		t.Errorf("what was passed on is not there, or what was not is: %v", err)
	}
}
