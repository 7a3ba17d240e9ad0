package archive_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	persistencetest "github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/archive"
)

// The test binary imports an archive into a directory when it is started with a role.
const roleVariable = "NARRATORIA_TEST_ROLE"

func TestMain(m *testing.M) {
	if os.Getenv(roleVariable) == "import" {
		if err := importInto(os.Getenv("NARRATORIA_TEST_ARCHIVE"), os.Getenv("NARRATORIA_TEST_DIR"), func() { fmt.Println("begun") }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	m.Run()
}

func importInto(file, dir string, begun func()) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	a, err := archive.Open(bytes.NewReader(data), int64(len(data)), safezip.Limits{})
	if err != nil {
		return err
	}
	begun()
	done, err := a.Import(context.Background(), persistence.New(sqlite.New(dir), nil), "tuesday", "p-2")
	if err != nil {
		return err
	}
	return done.Save.Close()
}

// An import that is killed leaves a whole save or none, and what it has left is in nobody's way.
func TestAKilledImportLeavesAWholeSaveOrNone(t *testing.T) {
	save := told(t, memory())
	p, err := story.Open(t.Context(), save)
	must(t, err)
	for n := range 60 {
		teller{t, p}.turn(fmt.Sprintf("turn %d", n))
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "story.zip")
	must(t, os.WriteFile(file, exported(t, save), 0o600))
	want := fingerprint(t, save)
	program, err := os.Executable()
	must(t, err)
	r := rand.New(rand.NewPCG(6, 7))
	whole, none, most := 0, 0, time.Duration(0)
	kills := persistencetest.Durably(200)
	for n := range max(kills, 4) {
		into := filepath.Join(dir, fmt.Sprint("saves-", n))
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), roleVariable+"=import", "NARRATORIA_TEST_ARCHIVE="+file, "NARRATORIA_TEST_DIR="+into)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		_, err = out.Read(make([]byte, 6))
		must(t, err)
		begun := time.Now()
		if n == 0 { // to know how long it takes
			must(t, cmd.Wait())
			most = time.Since(begun)
		} else {
			time.Sleep(time.Duration(r.Int64N(int64(most) + 1)))
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		store := persistence.New(sqlite.New(into), nil)
		infos, err := store.List(t.Context())
		must(t, err)
		if len(infos) == 0 {
			none++
			must(t, importInto(file, into, func() {}))
		} else {
			whole++
		}
		left, err := store.Open(t.Context(), "tuesday", persistence.Writing)
		must(t, err)
		must(t, left.Verify(t.Context()))
		if got := fingerprint(t, left); got != want {
			t.Errorf("kill %d: the save is another than was exported", n)
		}
		must(t, left.Close())
	}
	t.Logf("%d kills: %d saves were whole, %d were not there", max(kills, 4)-1, whole, none)
}
