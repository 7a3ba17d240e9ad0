package lore_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/persistence/sqlite"
)

// document is one of some pieces. Bytes are as many as it says, so that a test can have
// segments without writing megabytes.
func document(name string, bytes int64, pieces ...string) lore.Document {
	return lore.Document{
		Name: name, Bytes: bytes, Sum: sha256.Sum256(fmt.Appendf(nil, "%q", pieces)),
		Pieces: func() ([]string, error) { return pieces, nil },
	}
}

func everything(int) bool { return true }

// naive ranks every piece in sight by persistence/rank, in memory.
func naive(documents []lore.Document, q lore.Query, sees func(int) bool) (found []lore.Found) {
	var lexicon rank.Lexicon
	var docs []rank.Doc
	var all []lore.Found
	for d := range documents {
		pieces, _ := documents[d].Pieces()
		for p, text := range pieces {
			if sees(d) {
				all = append(all, lore.Found{Document: d, Piece: p, Text: text})
				docs = append(docs, lexicon.Doc(text))
			}
		}
	}
	scores := make([]rank.Score, len(all))
	if q.Text != "" {
		scores = lexicon.Query(q.Text).BM25(docs)
	}
	if q.Text == "" {
		scores = slices.Repeat([]rank.Score{{Relevance: rank.Whole}}, len(all))
	}
	for i := range all {
		all[i].Shared = scores[i].Relevance
	}
	return best(documents, all, scores, q)
}

// best are those whose scores are best, in the order of an index.
func best(documents []lore.Document, all []lore.Found, scores []rank.Score, q lore.Query) (found []lore.Found) {
	for i := range scores {
		if scores[i].Relevance < q.Relevance {
			scores[i] = rank.Score{}
		}
	}
	key := func(i int) string { return fmt.Sprintf("%s#%d@", documents[all[i].Document].Name, all[i].Piece) }
	for _, i := range rank.Top(q.Limit, scores, func(i, j int) int { return cmp.Compare(key(i), key(j)) }) {
		all[i].Score = scores[i]
		found = append(found, all[i])
	}
	return found
}

// What an index finds, its scores and its order are those of ranking all pieces in sight,
// whatever the segments are, and whether it was just made or is read back.
func TestSearchIsRanking(t *testing.T) {
	word := rapid.SampledFrom([]string{"lamp", "lamps", "boat", "mira", "fog", "oil", "the", "of", "灯", "ß", "don't", "42"})
	phrase := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		var documents []lore.Document
		hidden := map[int]bool{}
		for i := range rapid.IntRange(0, 9).Draw(t, "documents") {
			pieces := rapid.SliceOfN(phrase, 0, 14).Draw(t, "pieces")
			documents = append(documents, document(fmt.Sprintf("lore/%d.md", i*i), rapid.SampledFrom([]int64{10, 3 << 20, 5 << 20}).Draw(t, "bytes"), pieces...))
			hidden[i] = rapid.IntRange(0, 3).Draw(t, "hidden") == 0
		}
		sees := func(d int) bool { return !hidden[d] }
		worlds, err := mem.New().Worlds(context.Background(), persistence.Writing)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // made, and read back
			x, err := lore.Open(context.Background(), worlds, documents, lore.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				q := lore.Query{Text: phrase.Draw(t, "query"), Limit: rapid.IntRange(0, 6).Draw(t, "limit"), Relevance: rapid.SampledFrom([]int{0, 300, 800}).Draw(t, "relevance")}
				got, err := x.Search(context.Background(), q, sees)
				if err != nil {
					t.Fatal(err)
				}
				if want := naive(documents, q, sees); len(got)+len(want) > 0 && diff.Diff(want, got) != "" {
					t.Fatalf("%+v: %s", q, diff.Diff(want, got))
				}
			}
		}
	})
}

// More than is kept at once while a search goes on: the best are among what is cut.
func TestSearchOfMany(t *testing.T) {
	var pieces []string
	for i := range soak.Count(200_000) {
		pieces = append(pieces, fmt.Sprintf("the lamp of year %d and room %d was lit%s", i%89, i%97, strings.Repeat(" again", i%5)))
	}
	documents := []lore.Document{document("a", 1, pieces[:len(pieces)/3]...), document("b", 5<<20, pieces[len(pieces)/3:]...)}
	x := open(t, nil, documents)
	for _, q := range []lore.Query{{Text: "lamp of room 42", Limit: 10}, {Text: "the", Limit: 3}, {Text: "", Limit: 7}, {Text: "year 12", Limit: 2000}} {
		got, err := x.Search(t.Context(), q, everything)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff.Diff(naive(documents, q, everything), got); d != "" {
			t.Errorf("%+v: %.500s", q, d)
		}
	}
}

func open(t testing.TB, worlds persistence.Worlds, documents []lore.Document) *lore.Index {
	t.Helper()
	x, err := lore.Open(t.Context(), worlds, documents, lore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func worldsIn(t testing.TB, dir string) persistence.Worlds {
	t.Helper()
	worlds, err := sqlite.New(dir).Worlds(t.Context(), persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = worlds.Close() })
	return worlds
}

// counted are documents of a segment each that count how often they are read.
func counted(n int) (documents []lore.Document, reads *atomic.Int64) {
	reads = new(atomic.Int64)
	for i := range n {
		d := document(fmt.Sprintf("lore/%02d.md", i), 5<<20, fmt.Sprintf("The lamp of room %d.", i), "The oil was sold.")
		pieces := d.Pieces
		d.Pieces = func() ([]string, error) {
			reads.Add(1)
			return pieces()
		}
		documents = append(documents, d)
	}
	return documents, reads
}

// What was indexed is not indexed again: not when it was ended in the middle, not when one
// document has changed.
func TestWhatIsDoneIsNotDoneAgain(t *testing.T) {
	worlds := worldsIn(t, t.TempDir())
	documents, reads := counted(10)
	broken := documents[7]
	documents[7].Pieces = func() ([]string, error) { return nil, errors.New("no more power") }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	progress := func(done, all int64) {
		if done == all/2 {
			cancel()
		}
	}
	if _, err := lore.Open(ctx, worlds, documents, lore.Options{Progress: progress}); err == nil {
		t.Fatal("an index of what was never read")
	}
	documents[7] = broken
	open(t, worlds, documents)
	if n := reads.Load(); n < 10 || n > 14 { // those that were being read when it ended are read again
		t.Errorf("10 documents were read %d times", n)
	}
	reads.Store(0)
	x := open(t, worlds, documents)
	if n := reads.Load(); n != 0 {
		t.Errorf("nothing has changed, and %d documents were read", n)
	}
	documents[3] = document("lore/03.md", 5<<20, "Another lamp.")
	open(t, worlds, documents)
	if n := reads.Load(); n != 0 {
		t.Errorf("%d documents that have not changed were read", n)
	}
	found, err := x.Search(t.Context(), lore.Query{Text: "room 3"}, everything)
	if err != nil || found[0].Document != 3 {
		t.Errorf("the index of before finds %v, %v", found, err)
	}
}

// Several that index at once make the same, each of its own opening.
func TestIndexedAtOnce(t *testing.T) {
	dir := t.TempDir()
	documents, _ := counted(8)
	query := lore.Query{Text: "the lamp of room 5"}
	want := naive(documents, query, everything)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			worlds, err := sqlite.New(dir).Worlds(t.Context(), persistence.Writing)
			if err != nil {
				t.Error(err)
				return
			}
			defer worlds.Close()
			x, err := lore.Open(t.Context(), worlds, documents, lore.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			got, err := x.Search(t.Context(), query, everything)
			if d := diff.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v, %s", err, d)
			}
		})
	}
	all.Wait()
}

// Worlds that were used longest ago are removed, with what no other has.
func TestOldWorldsAreRemoved(t *testing.T) {
	worlds, err := mem.New().Worlds(t.Context(), persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	shared := document("shared", 5<<20, "The lamp.")
	now := time.Unix(1_000_000, 0)
	set := func(i int) []lore.Document {
		return []lore.Document{shared, document("own", 5<<20, fmt.Sprintf("The boat %d.", i))}
	}
	use := func(i int) {
		t.Helper()
		now = now.Add(25 * time.Hour)
		if _, err := lore.Open(t.Context(), worlds, set(i), lore.Options{Keep: 2, Now: func() time.Time { return now }}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(prefix string) (n int) {
		_ = worlds.View(t.Context(), func(r persistence.WorldReader) error {
			keys, err := r.Keys(prefix)
			n = len(keys)
			return err
		})
		return n
	}
	for i, want := range []struct{ play, worlds, heads int }{{0, 1, 2}, {1, 2, 3}, {0, 2, 3}, {2, 2, 3}, {0, 2, 3}, {3, 2, 3}} {
		use(want.play)
		if w, h := count("world/"), count("head/"); w != want.worlds || h != want.heads || count("texts/") != h {
			t.Errorf("step %d: %d worlds and %d segments, want %d and %d", i, w, h, want.worlds, want.heads)
		}
	}
	x := open(t, worlds, set(0)) // used before the last one
	found, err := x.Search(t.Context(), lore.Query{Text: "lamp"}, everything)
	if len(found) != 1 || err != nil {
		t.Errorf("%v, %v", found, err)
	}
}

// Worlds that can only be read serve what is in them, and nothing else.
func TestReadOnlyWorlds(t *testing.T) {
	driver := mem.New()
	worlds, err := driver.Worlds(t.Context(), persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	documents, _ := counted(3)
	open(t, worlds, documents)
	reading, err := driver.Worlds(t.Context(), persistence.Reading)
	if err != nil {
		t.Fatal(err)
	}
	found, err := open(t, reading, documents).Search(t.Context(), lore.Query{Text: "room 2", Limit: 1}, everything)
	if err != nil || len(found) != 1 || found[0].Document != 2 {
		t.Errorf("%v, %v", found, err)
	}
	if _, err := lore.Open(t.Context(), reading, append(documents, document("new", 1, "A boat.")), lore.Options{}); !errors.Is(err, persistence.ErrReadOnly) {
		t.Errorf("got %v", err)
	}
}

// A bit that is not as it was written is found when it is read, or was not needed: no
// search finds anything else than before.
func TestDamageIsFound(t *testing.T) {
	dir := t.TempDir()
	documents := []lore.Document{document("a", 1, "The lamp of Mira.", "The oil.", "The boat and the lamp."), document("b", 5<<20, "Nobody lit the lamp.")}
	worlds := worldsIn(t, dir)
	open(t, worlds, documents)
	query := lore.Query{Text: "the lamp of Mira", Limit: 3}
	want := naive(documents, query, everything)
	var keys []string
	value := map[string][]byte{}
	err := worlds.View(t.Context(), func(r persistence.WorldReader) (err error) {
		if keys, err = r.Keys(""); err != nil {
			return err
		}
		for _, key := range keys {
			if value[key], err = r.Get(key); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found, tries := 0, 0
	for _, key := range keys {
		for at := range value[key] {
			for bit := range 8 {
				if tries++; !soak.Whole() && tries%20 != 0 {
					continue
				}
				bad := append([]byte{}, value[key]...)
				bad[at] ^= 1 << bit
				set(t, worlds, key, bad)
				got, err := look(t, worlds, documents, query)
				switch {
				case errors.Is(err, persistence.ErrCorrupt):
					found++
				case err != nil || diff.Diff(want, got) != "":
					t.Fatalf("%s, byte %d, bit %d: %v\n%s", key, at, bit, err, diff.Diff(want, got))
				}
				set(t, worlds, key, value[key])
			}
		}
	}
	t.Logf("of %d bits (a twentieth unless whole) %d were found", tries, found)
	if found == 0 {
		t.Error("nothing was found: the test damages nothing")
	}
}

func set(t *testing.T, worlds persistence.Worlds, key string, value []byte) {
	t.Helper()
	if err := worlds.Update(t.Context(), func(w persistence.WorldWriter) error { return w.Put(key, value) }); err != nil {
		t.Fatal(err)
	}
}

func look(t *testing.T, worlds persistence.Worlds, documents []lore.Document, query lore.Query) ([]lore.Found, error) {
	x, err := lore.Open(t.Context(), worlds, documents, lore.Options{})
	if err != nil {
		return nil, err
	}
	found, err := x.Search(t.Context(), query, everything)
	if errors.Is(err, persistence.ErrCorrupt) != x.Broken() {
		t.Errorf("%v, and broken is %t", err, x.Broken())
	}
	return found, err
}

// A part that is gone is damage, not nothing found.
func TestMissingPartsAreDamage(t *testing.T) {
	for _, kind := range []string{"words/", "texts/"} {
		worlds := worldsIn(t, t.TempDir())
		documents := []lore.Document{document("a", 1, "The lamp.")}
		x := open(t, worlds, documents)
		if err := worlds.Update(t.Context(), func(w persistence.WorldWriter) error { return w.Delete(kind) }); err != nil {
			t.Fatal(err)
		}
		if _, err := x.Search(t.Context(), lore.Query{Text: "lamp"}, everything); !errors.Is(err, persistence.ErrCorrupt) || !x.Broken() {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// big is lore of so many bytes, as documents of 4 MiB.
func big(bytes int) (documents []lore.Document) {
	for i := 0; bytes > 0; i++ {
		var pieces []string
		size := 0
		for n := 0; size < min(bytes, 4<<20); n++ {
			text := fmt.Sprintf("In the year %d the keeper of room %d wrote of the lamp, of %x and %x, and of what the boats owed for oil and flour and rope that winter, which was number %d.", n%400, n%97, n*7919%50_021, n*104_729%3001, i)
			pieces = append(pieces, text)
			size += len(text)
		}
		bytes -= size
		documents = append(documents, document(fmt.Sprintf("lore/%02d.md", i), int64(size), pieces...))
	}
	return documents
}

// Target: 100 MB indexed in less than the 10 s to a first prompt.
func BenchmarkIndex(b *testing.B) {
	documents := big(8 << 20)
	b.SetBytes(8 << 20)
	for b.Loop() {
		dir := b.TempDir()
		worlds := worldsIn(b, dir)
		open(b, worlds, documents)
		_ = worlds.Close()
		info, err := os.Stat(filepath.Join(dir, "worlds.db"))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/(8<<20), "x-text-on-disk")
	}
}

// Target: what is found in 32 MB takes a fraction of a turn.
func BenchmarkSearch(b *testing.B) {
	documents := big(32 << 20)
	x := open(b, worldsIn(b, b.TempDir()), documents)
	for b.Loop() {
		found, err := x.Search(b.Context(), lore.Query{Text: "who wrote of the lamp in room 42, and what the keeper owed for oil", Limit: 20}, everything)
		if err != nil || len(found) != 20 {
			b.Fatal(len(found), err)
		}
	}
}
