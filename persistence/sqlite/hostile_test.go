package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
)

// endless is a query that nobody waits for the end of.
const endless = `WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM a WHERE n < 100000000000) SELECT count(*) FROM a`

// hostile are statements that make of a save what would never answer, take back what is
// written, or fail in words that help nobody; and what is said instead.
var hostile = map[string]struct{ change, says string }{
	"a view in the place of a table": {
		`ALTER TABLE save RENAME TO save2; CREATE VIEW save AS SELECT playthrough, sum FROM save2 WHERE (` + endless + `) > 0`,
		`it has the table "save2", which Narratoria never makes`,
	},
	"a view in the place of the log": {
		`ALTER TABLE event RENAME TO z; CREATE VIEW event AS SELECT z.* FROM z, (` + endless + `)`,
		`it has the table "z", which Narratoria never makes`,
	},
	"a view with the name of the schema": {
		`PRAGMA writable_schema = 1; INSERT INTO sqlite_master VALUES ('view', 'sqlite_schema', 'sqlite_schema', 0, 'CREATE VIEW sqlite_schema AS ` + endless + `')`,
		`malformed database schema (sqlite_schema)`,
	},
	"views upon views": {
		deepViews() + `DROP TABLE save; CREATE VIEW save AS SELECT '' AS playthrough, x'' AS sum FROM v39`,
		`which Narratoria never makes`,
	},
	"a trigger that does not end": {
		`CREATE TRIGGER t AFTER INSERT ON event BEGIN SELECT n FROM (` + strings.Replace(endless, "count(*)", "n", 1) + `) WHERE n < 0; END`,
		`it has the trigger "t", which Narratoria never makes`,
	},
	"a trigger that takes back": {
		`CREATE TRIGGER t AFTER INSERT ON turn BEGIN DELETE FROM turn; END`, `it has the trigger "t", which Narratoria never makes`,
	},
	"views by the hundred thousand": {
		`PRAGMA writable_schema = 1; WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM a WHERE n < 100000)
			INSERT INTO sqlite_master SELECT 'view', 'z' || n, 'z' || n, 0, 'CREATE VIEW z' || n || ' AS SELECT 1' FROM a`,
		`it has more tables than Narratoria makes`,
	},
	"a table too many":     {`CREATE TABLE notes (text)`, `it has the table "notes", which Narratoria never makes`},
	"an index too many":    {`CREATE INDEX wall ON event (abs(wall))`, `it has the index "wall", which Narratoria never makes`},
	"a table that is lost": {`DROP TABLE control`, `its table "control" is missing`},
	"all tables lost":      {`DROP TABLE save; DROP TABLE event; DROP TABLE control; DROP TABLE turn; DROP TABLE row; DROP TABLE blob`, `its table "save" is missing`},
	"an index that is lost": {
		`DROP INDEX row_by_kind`, `its index "row_by_kind" is missing`,
	},
	"a table of another form": {
		`DROP TABLE control; CREATE TABLE control (sequence, bytes, hash, wall)`, `what it has as "control" is not what Narratoria makes`,
	},
	"a column more": {
		`ALTER TABLE control ADD COLUMN more INTEGER AS (abs(-9223372036854775807 - 1))`, `what it has as "control" is not what Narratoria makes`,
	},
	"a hash that is too large":     {`UPDATE event SET hash = zeroblob(20000000) WHERE position = 9`, `larger than Narratoria writes`},
	"a receipt that is too large":  {`UPDATE turn SET head = zeroblob(20000000)`, `larger than Narratoria writes`},
	"a checksum that is too large": {`UPDATE save SET sum = zeroblob(20000000)`, `larger than Narratoria writes`},
}

// deepViews are 39, each the one before it by itself: 2 to the power of 39 rows.
func deepViews() string {
	statements := `CREATE VIEW v0 AS SELECT 1 AS a;`
	for i := 1; i < 40; i++ {
		statements += fmt.Sprintf(`CREATE VIEW v%d AS SELECT x.a FROM v%d x, v%d y;`, i, i-1, i-1)
	}
	return statements
}

// A save that another program has put something into is refused within a second, in words,
// whoever asks; no byte of it is touched, and the list goes on.
func TestHostileSavesAreRefused(t *testing.T) {
	source := t.TempDir()
	begun(t, source, 3)
	good := filepath.Join(source, "monday.sqlite")
	for name, test := range hostile {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "monday.sqlite")
			writeFile(t, path, readFile(t, good))
			writeFile(t, filepath.Join(dir, "tuesday.sqlite"), readFile(t, good))
			changeBehindItsBack(t, path, test.change)
			refused(t, dir, test.says)
		})
	}
}

// What opening does not read is judged before it is read all the same.
func TestValuesThatAreTooLargeAreNotRead(t *testing.T) {
	for name, change := range map[string]string{
		"an event": `UPDATE event SET bytes = zeroblob(20000000) WHERE position = 5`,
		"a row":    `UPDATE row SET bytes = zeroblob(70000000) WHERE ordinal = 1`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := begun(t, dir, 3)
			changeBehindItsBack(t, filepath.Join(dir, "monday.sqlite"), change)
			if _, err := everything(deadline(t), store); !errors.Is(err, persistence.ErrCorrupt) || !strings.Contains(err.Error(), "larger than Narratoria writes") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// The same of a save of an older form: a migration would run what is in it.
func TestHostileSavesAreNotMigrated(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, 3)
	path := filepath.Join(dir, "monday.sqlite")
	changeBehindItsBack(t, path, `CREATE TRIGGER t AFTER UPDATE ON event BEGIN `+strings.Replace(endless, "count(*)", "n", 1)+`; END`)
	before := readFile(t, path)
	for _, mode := range []persistence.Mode{persistence.Reading, persistence.Writing} {
		_, err := later(dir, 1).Open(deadline(t), saveName, mode)
		if !errors.Is(err, persistence.ErrCorrupt) || !strings.Contains(err.Error(), `it has the trigger "t"`) {
			t.Errorf("got %v", err)
		}
	}
	if !bytes.Equal(readFile(t, path), before) {
		t.Error("the file was changed")
	}
	if _, err := os.Stat(path + fmt.Sprintf(".v%d.backup", len(sqlite.Migrations()))); err == nil {
		t.Error("there is a backup of it")
	}
}

// What is beside a save under a name of SQLite's, and is no file, is not opened.
func TestWhatStandsBesideASave(t *testing.T) {
	for _, ending := range []string{"-wal", "-shm", "-journal"} {
		for name, put := range map[string]func(path string) error{
			"a FIFO":      fifo,
			"a directory": func(path string) error { return os.Mkdir(path, 0o700) },
			"a link":      func(path string) error { return os.Symlink("precious", path) },
		} {
			t.Run(name+ending, func(t *testing.T) {
				dir := t.TempDir()
				begun(t, dir, 3)
				path := filepath.Join(dir, "monday.sqlite")
				writeFile(t, filepath.Join(dir, "tuesday.sqlite"), readFile(t, path))
				writeFile(t, filepath.Join(dir, "precious"), []byte("precious"))
				if err := put(path + ending); err != nil {
					t.Skip(err)
				}
				refused(t, dir, `"monday.sqlite`+ending+`" beside it is not a plain file: remove it`)
				if string(readFile(t, filepath.Join(dir, "precious"))) != "precious" {
					t.Error("what the link leads to was changed")
				}
			})
		}
	}
}

// refused wants the save of Monday to be refused, and that of Tuesday to be well.
func refused(t *testing.T, dir, says string) {
	t.Helper()
	path := filepath.Join(dir, "monday.sqlite")
	before := readFile(t, path)
	store := persistence.New(sqlite.New(dir), nil)
	for _, mode := range []persistence.Mode{persistence.Reading, persistence.Writing} {
		_, err := store.Open(deadline(t), saveName, mode)
		if !errors.Is(err, persistence.ErrCorrupt) || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want that it is damaged: %s", err, says)
		}
	}
	infos, err := store.List(deadline(t))
	if err != nil || len(infos) != 2 || !errors.Is(infos[0].Err, persistence.ErrCorrupt) || infos[1].Err != nil {
		t.Errorf("the list says %+v, %v", infos, err)
	}
	if !bytes.Equal(readFile(t, path), before) {
		t.Error("the file was changed")
	}
}

// deadline is a second from now; under the race detector and beside other tests it is more.
func deadline(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), enough)
	t.Cleanup(cancel)
	return ctx
}

const enough = 5 * time.Second

func changeBehindItsBack(t *testing.T, path, change string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(change); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
