package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// The vectors of lore are in a table beside those that are kept, with pgvector's index (HNSW). It can be made again, and
// is no part of the schema's form: servers without the extension have none.

var (
	_ persistence.Indexer     = reader{}
	_ persistence.IndexWriter = (*transaction)(nil)
)

// prepareIndex finds the index, or makes it where the server lets it be made. What is in the way of that is in the way of
// nothing else.
func (d *Driver) prepareIndex(ctx context.Context) {
	in := ""
	err := d.writers.transact(ctx, "begin", func(l link) (err error) {
		in, err = makeIndex(ctx, l)
		return err
	})
	if err == nil {
		d.pgvector = in
	}
}

// makeIndex gives the schema of pgvector, quoted; "" where the server does not have it.
func makeIndex(ctx context.Context, l link) (in string, err error) {
	in, there, err := indexed(ctx, l)
	if err != nil || there {
		return in, err
	}
	if able, err := l.one(ctx, `SELECT default_version FROM pg_available_extensions WHERE name = 'vector'`); err != nil || able == nil || in == "" && !goesOn(able.text(0)) {
		return "", err
	}
	// An extension is the whole database's, and so is the lock.
	if err := l.do(ctx, `SELECT pg_advisory_xact_lock($1)`, keyOf("pgvector")); err != nil {
		return "", err
	}
	if in, there, err = indexed(ctx, l); err != nil || there { // somebody was faster
		return in, err
	}
	if in == "" {
		if err := l.do(ctx, `CREATE EXTENSION vector SCHEMA public`); err != nil {
			return "", err
		}
		in = quoted("public")
	}
	return in, l.script(ctx, fmt.Sprintf(`
		CREATE TABLE lore_vector (
			save   bigint NOT NULL REFERENCES save ON DELETE CASCADE,
			model  text COLLATE "C" NOT NULL,
			text   bytea NOT NULL, -- SHA-256 of the text
			number integer NOT NULL, -- of its windows
			vector %s.vector(%d) NOT NULL,
			PRIMARY KEY (save, model, text, number)
		);
		CREATE INDEX ON lore_vector USING hnsw (vector %[1]s.vector_cosine_ops)`, in, persistence.IndexDimensions))
}

// HasIndex reports whether vectors of lore are in an index of pgvector's; known once it is ready.
func (d *Driver) HasIndex() bool { return d.pgvector != "" }

// ourSchema is the only one that is looked through.
const ourSchema = `(SELECT oid FROM pg_namespace WHERE nspname = current_schema())`

// loreVector is our table of them; NULL where there is none.
const loreVector = `(SELECT oid FROM pg_class WHERE relname = 'lore_vector' AND relkind = 'r' AND relnamespace = ` + ourSchema + `)`

// indexed finds the schema of the extension, quoted, and whether there is our table with its index, or something in its
// place; "" and true where there is nothing that could be used or made.
func indexed(ctx context.Context, l link) (in string, there bool, err error) {
	found, err := l.one(ctx, `SELECT n.nspname, e.extversion, has_schema_privilege(n.oid, 'USAGE'),
		EXISTS (SELECT 1 FROM pg_class WHERE relname = 'lore_vector' AND relnamespace = `+ourSchema+`),
		EXISTS (SELECT 1 FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
			WHERE a.attrelid = `+loreVector+` AND a.attname = 'vector' AND NOT a.attisdropped AND t.typname = 'vector' AND t.typnamespace = n.oid AND a.atttypmod = $1
			AND has_table_privilege(a.attrelid, 'SELECT') AND has_table_privilege(a.attrelid, 'INSERT') AND has_table_privilege(a.attrelid, 'DELETE'))
		FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`, persistence.IndexDimensions)
	if err != nil || found == nil {
		return "", false, err
	}
	there = found.is(3)
	if !goesOn(found.text(1)) || !found.is(2) || there && !found.is(4) {
		return "", true, nil // it is not for this user, or not to be used
	}
	return quoted(found.text(0)), there, nil
}

// goesOn reports whether a release of pgvector goes on where a filter leaves too few, as those do from 0.8 on.
func goesOn(release string) bool {
	var major, minor int
	_, err := fmt.Sscanf(release, "%d.%d", &major, &minor)
	return err == nil && (major > 0 || minor >= 8)
}

func (r reader) Indexed(model string, text event.Hash) (bool, error) {
	if r.pgvector == "" {
		return false, nil
	}
	_, there, err := one(r, func(row) (bool, error) { return true, nil }, `SELECT 1 FROM lore_vector WHERE save = $1 AND model = $2 AND text = $3 AND number = 0`, model, text[:])
	return there, err
}

func (t *transaction) Index(model string, text event.Hash, vectors [][]float32) (taken bool, err error) {
	for number, vector := range vectors {
		if t.pgvector == "" || len(vector) != persistence.IndexDimensions {
			return false, nil
		}
		t.put(`INSERT INTO lore_vector (save, model, text, number, vector) VALUES ($1, $2, $3, $4, $5::text::`+t.pgvector+`.vector) ON CONFLICT DO NOTHING`,
			model, text[:], number, written(vector)) // another program may have put it meanwhile
	}
	return true, nil
}

// mostLooked is the most that pgvector looks at of its index.
const mostLooked = 1000

// Nearest asks the index, which is one for all saves: it goes on until it has enough of this one.
func (r reader) Nearest(model string, to []float32, most, should int) (texts []event.Hash, whole bool, err error) {
	if r.pgvector == "" || len(to) != persistence.IndexDimensions || most < 1 {
		return nil, false, nil
	}
	there, _, err := one(r, func(r row) (int64, error) { return r.number(0), nil }, `SELECT count(*) FROM lore_vector WHERE save = $1 AND model = $2 AND number = 0`, model)
	if err != nil || there < int64(should) {
		return nil, false, err
	}
	most = min(most, mostLooked)
	settings := []string{`SET LOCAL hnsw.ef_search = ` + strconv.Itoa(most), `SET LOCAL hnsw.iterative_scan = relaxed_order`}
	for _, setting := range settings {
		if _, err := r.asks.ask(r.ctx, setting); err != nil {
			return nil, false, translate(r.asks.failed(err))
		}
	}
	texts, err = collect(r, func(r row) (text event.Hash, err error) {
		err = r.hash(0, &text)
		return text, err
	},
		`SELECT text FROM lore_vector WHERE save = $1 AND model = $2 ORDER BY vector OPERATOR(`+r.pgvector+`.<=>) $3::text::`+r.pgvector+`.vector LIMIT $4`,
		model, written(to), most)
	return texts, true, err
}

// written is a vector as pgvector reads it.
func written(vector []float32) string {
	numbers := make([]string, len(vector))
	for i, x := range vector {
		numbers[i] = strconv.FormatFloat(float64(x), 'g', -1, 32)
	}
	return "[" + strings.Join(numbers, ",") + "]"
}
