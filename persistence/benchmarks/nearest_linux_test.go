package benchmarks

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite/vec" // sqlite-vec, for every connection of this test binary

	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A search gives the numbers of the ten nearest records of an owner; of "" of all.
type search func(to []float32, who event.CharacterID) []int

// A peer is what a store is built on, with the same vectors in it.
type peer struct {
	name  string
	exact bool
	fill  func(b *testing.B, vectors [][]float32) search
}

var peers = []peer{
	{"sqlite-vec", true, inSqliteVec},
	{"pgvector", true, func(b *testing.B, vectors [][]float32) search { return inPgvector(b, vectors, "") }},
	{"pgvector-hnsw", false, func(b *testing.B, vectors [][]float32) search {
		return inPgvector(b, vectors, `CREATE INDEX ON beside USING hnsw (v public.vector_cosine_ops)`)
	}},
	{"objectbox-hnsw", false, inObjectBox},
}

const queries = 20

// vectorsOf are those of all records, and of the queries.
func vectorsOf(b *testing.B, records int) (all, asked [][]float32) {
	b.Helper()
	for n := range records + queries {
		text := lamp(n)
		if n >= records {
			text = question(n - records)
		}
		vectors, err := lexical.New().Embed(b.Context(), []string{text})
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, vectors[0])
	}
	return all[:records], all[records:]
}

// Target: the nearest ten of 10,000 and of 60,000 records, of which 89 % are in scope, in 3 and 20 ms, the vectors in
// memory and the query embedded in it, which takes this embedder microseconds. The peers look through the
// same vectors in the same scope, without an index.
func BenchmarkScopedSearch(b *testing.B) {
	for _, size := range []struct {
		records int
		target  time.Duration
	}{{10_000, 3 * time.Millisecond}, {60_000, 20 * time.Millisecond}} {
		if once() && size.records > 10_000 {
			continue // it takes minutes to be made
		}
		vectors, asked := vectorsOf(b, size.records)
		took := map[string]time.Duration{}
		for _, p := range peers {
			if !p.exact {
				continue
			}
			b.Run(fmt.Sprintf("%d/%s", size.records, p.name), func(b *testing.B) {
				find := p.fill(b, vectors)
				var times []time.Duration
				for n := 0; b.Loop(); n++ {
					began := time.Now()
					if found := find(asked[n%queries], "mira"); len(found) != 10 {
						b.Fatal(found)
					}
					times = append(times, time.Since(began))
				}
				took[p.name] = median(times)
				b.ReportMetric(float64(took[p.name].Microseconds()), "p50-µs")
			})
		}
		for _, d := range drivers {
			b.Run(fmt.Sprintf("%d/%s", size.records, d.name), func(b *testing.B) {
				save := filled(b, newStore(d.open(b)), persistence.Memory, size.records)
				scope := persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: "mira"}
				find := func(n int) time.Duration {
					began := time.Now()
					found, err := save.SemanticSearch(b.Context(), scope, persistence.Query{Text: question(n), Limit: 10})
					if err != nil || len(found) != 10 {
						b.Fatal(len(found), err)
					}
					return time.Since(began)
				}
				find(0) // which makes the vectors
				var times []time.Duration
				for n := 0; b.Loop(); n++ {
					times = append(times, find(n%queries))
				}
				target(b, times, size.target)
				for name, theirs := range took {
					b.ReportMetric(float64(median(times))/float64(theirs), "x-"+name)
				}
			})
		}
	}
}

// How many of the ten nearest an index that is not exact finds where 1, 10 and 100 % are in scope, and how long it takes:
// what is filtered is filtered after the index. A search of ours finds all of them.
func BenchmarkIndexes(b *testing.B) {
	const records = 10_000
	vectors, asked := vectorsOf(b, records)
	for _, p := range peers {
		if p.exact {
			continue
		}
		b.Run(fmt.Sprintf("%d/%s", records, p.name), func(b *testing.B) {
			find := p.fill(b, vectors)
			for b.Loop() { // what is measured is below: all queries once
			}
			b.ReportMetric(0, "ns/op")
			for _, scope := range []struct {
				who     event.CharacterID
				percent string
			}{{"tom", "1%"}, {"ines", "10%"}, {"", "100%"}} {
				met := 0
				var times []time.Duration
				for _, to := range asked {
					began := time.Now()
					found := find(to, scope.who)
					times = append(times, time.Since(began))
					met += among(vectors, to, scope.who, found)
				}
				b.ReportMetric(float64(met)/float64(10*len(asked)), "recall-"+scope.percent)
				b.ReportMetric(float64(median(times).Microseconds()), "p50-µs-"+scope.percent)
			}
		})
	}
}

// among is how many of the ten nearest of an owner were found. Of several that are equally near as the tenth each counts.
func among(vectors [][]float32, to []float32, who event.CharacterID, found []int) (n int) {
	cosine := func(v []float32) (dot float64) {
		for i, x := range v {
			dot += float64(x) * float64(to[i])
		}
		return dot
	}
	var all []float64
	for n, v := range vectors {
		if who == "" || owner(n) == who {
			all = append(all, cosine(v))
		}
	}
	slices.Sort(all)
	tenth := all[len(all)-10]
	for _, number := range found {
		if (who == "" || owner(number) == who) && cosine(vectors[number]) >= tenth-1e-4 { // as they are kept
			n++
		}
	}
	return n
}

// little is a vector as sqlite-vec reads it.
func little(v []float32) (data []byte) {
	for _, x := range v {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return data
}

func inSqliteVec(b *testing.B, vectors [][]float32) search {
	db, err := sql.Open("sqlite", filepath.Join(b.TempDir(), "beside.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	do := func(query string, arguments ...any) {
		if _, err := db.ExecContext(b.Context(), query, arguments...); err != nil {
			b.Fatal(err)
		}
	}
	do(fmt.Sprintf(`CREATE VIRTUAL TABLE beside USING vec0(v float[%d] distance_metric=cosine, owner text)`, lexical.Dimensions))
	do(`BEGIN`)
	for n, v := range vectors {
		do(`INSERT INTO beside (rowid, v, owner) VALUES (?, ?, ?)`, n+1, little(v), string(owner(n)))
	}
	do(`COMMIT`)
	return func(to []float32, who event.CharacterID) (found []int) {
		rows, err := db.QueryContext(b.Context(), `SELECT rowid FROM beside WHERE v MATCH ? AND k = 10 AND owner = ?`, little(to), string(who))
		if err != nil {
			b.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var id int
			if err := rows.Scan(&id); err != nil {
				b.Fatal(err)
			}
			found = append(found, id-1)
		}
		if err := rows.Err(); err != nil {
			b.Fatal(err)
		}
		return found
	}
}

// written is a vector as pgvector reads it.
func written(v []float32) string { return strings.ReplaceAll(fmt.Sprint(v), " ", ",") }

func inPgvector(b *testing.B, vectors [][]float32, index string) search {
	conn, err := pgx.Connect(b.Context(), address(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close(context.WithoutCancel(b.Context())) })
	do := func(query string) {
		if _, err := conn.Exec(b.Context(), query); err != nil {
			b.Fatal(err)
		}
	}
	do(fmt.Sprintf(`CREATE SCHEMA measured_%d`, schemas))
	do(`CREATE EXTENSION IF NOT EXISTS vector SCHEMA public`)
	do(fmt.Sprintf(`CREATE TABLE beside (n int, owner text, v public.vector(%d))`, lexical.Dimensions))
	for first := 0; first < len(vectors); first += 1000 {
		var values []string
		for n := first; n < min(len(vectors), first+1000); n++ {
			values = append(values, fmt.Sprintf("(%d, '%s', '%s')", n, owner(n), written(vectors[n])))
		}
		do(`INSERT INTO beside VALUES ` + strings.Join(values, ", "))
	}
	if index == "" {
		do(`CREATE INDEX ON beside (owner)`)
	} else {
		do(index)
		do(`SET enable_seqscan = off`)
	}
	do(`ANALYZE beside`)
	return func(to []float32, who event.CharacterID) []int {
		query, arguments := `SELECT n FROM beside ORDER BY v OPERATOR(public.<=>) $1::text::public.vector LIMIT 10`, []any{written(to)}
		if who != "" {
			query, arguments = strings.Replace(query, "ORDER", "WHERE owner = $2 ORDER", 1), append(arguments, string(who))
		}
		rows, err := conn.Query(b.Context(), query, arguments...)
		if err != nil {
			b.Fatal(err)
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[int])
		if err != nil {
			b.Fatal(err)
		}
		return found
	}
}

// inObjectBox are pieces of lore in a save, found by ObjectBox's own index and ranked.
func inObjectBox(b *testing.B, vectors [][]float32) search {
	var save *persistence.Save
	for _, d := range drivers {
		if d.name == "objectbox" {
			save = filled(b, newStore(d.open(b)), persistence.Lore, len(vectors))
		}
	}
	if err := save.Embed(b.Context(), persistence.Lore, nil); err != nil {
		b.Fatal(err)
	}
	texts := map[string]string{} // of the queries, by their vectors
	for n := range queries {
		vectors, err := lexical.New().Embed(b.Context(), []string{question(n)})
		if err != nil {
			b.Fatal(err)
		}
		texts[string(little(vectors[0]))] = question(n)
	}
	return func(to []float32, who event.CharacterID) (numbers []int) {
		scope := persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: event.Everyone, Facets: persistence.Facets{Location: string(who)}}
		found, err := save.SemanticSearch(b.Context(), scope, persistence.Query{Text: texts[string(little(to))], Limit: 10, By: persistence.ByIndex})
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range found {
			var n int
			if _, err := fmt.Sscanf(string(f.Row.Key), "r-%d", &n); err != nil {
				b.Fatal(err)
			}
			numbers = append(numbers, n)
		}
		return numbers
	}
}
