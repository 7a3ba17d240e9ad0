package lore_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math"
	"os"
	"os/exec"
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
	"github.com/narratoria/narratoria/persistence/vector"
)

// concepts is an embedder of a few words, some of which mean the same. Its numbers change with the texts beside one, as a network's
// do, and far more.
type concepts struct {
	name string

	mu     sync.Mutex
	given  []string
	fail   error
	before func(texts []string)
}

const conceptDimensions = 6

var conceptOf = map[string]int{"lamp": 0, "light": 0, "boat": 1, "ship": 1, "mira": 2, "fog": 3, "oil": 4, "灯": 0}

func (c *concepts) Name() string               { return "concepts" + c.name }
func (c *concepts) Dimensions() int            { return conceptDimensions }
func (c *concepts) Relevance(cosine int64) int { return int(max(0, cosine-100_000) / 900) }

func (c *concepts) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	c.given = append(c.given, texts...)
	before, fail := c.before, c.fail
	c.mu.Unlock()
	if before != nil {
		before(texts)
	}
	if fail != nil {
		return nil, fail
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		v := make([]float64, conceptDimensions)
		for _, word := range rank.Words(text) {
			if n, known := conceptOf[strings.TrimSuffix(word, "s")]; known {
				v[n]++
			} else {
				h := fnv.New32()
				_, _ = h.Write([]byte(word + c.name))
				v[5] += float64(h.Sum32()%100) / 1000
			}
		}
		v[5] += float64(len(texts)-1) / 3
		var squares float64
		for _, x := range v {
			squares += x * x
		}
		vectors[i] = make([]float32, conceptDimensions)
		for n, x := range v {
			if squares > 0 {
				vectors[i][n] = float32(x / math.Sqrt(squares))
			}
		}
	}
	return vectors, ctx.Err()
}

// asked is how many texts it was given since it was asked last.
func (c *concepts) asked() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(c.given)
	c.given = nil
	return n
}

// meant is an index by an embedder, whose vectors are made.
func meant(t testing.TB, worlds persistence.Worlds, documents []lore.Document, o lore.Options) *lore.Index {
	t.Helper()
	x := unmade(t, worlds, documents, o)
	if err := x.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return x
}

func unmade(t testing.TB, worlds persistence.Worlds, documents []lore.Document, o lore.Options) *lore.Index {
	t.Helper()
	x, err := lore.Open(t.Context(), worlds, documents, o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func memory(t testing.TB) persistence.Worlds {
	t.Helper()
	worlds, err := mem.New().Worlds(context.Background(), persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	return worlds
}

// naively ranks every piece in sight by words and by package vector, in memory, and by nothing else.
func naively(t *rapid.T, documents []lore.Document, q lore.Query, sees func(int) bool) (found []lore.Found) {
	var lexicon rank.Lexicon
	var docs []rank.Doc
	var texts []*vector.Text
	var all []lore.Found
	for d := range documents {
		pieces, _ := documents[d].Pieces()
		for p, text := range pieces {
			if sees(d) {
				all, docs, texts = append(all, lore.Found{Document: d, Piece: p, Text: text}), append(docs, lexicon.Doc(text)), append(texts, &vector.Text{Content: text})
			}
		}
	}
	words := lexicon.Query(q.Text).BM25(docs)
	meaning := make([]rank.Score, len(texts))
	for i := range texts { // each alone
		scores, err := vector.NewIndex(&concepts{}, vector.NewSlab(0)).Scores(context.Background(), q.Text, texts[i:i+1], nil)
		if err != nil {
			t.Fatal(err)
		}
		meaning[i] = scores[0]
	}
	related := make([]rank.Score, len(texts))
	for i := range meaning {
		if meaning[i].Relevance > 0 {
			related[i] = meaning[i]
		}
	}
	scores := rank.Blend(rank.Part{Weight: 1, Scores: words}, rank.Part{Weight: 3, Scores: related})
	switch q.By {
	case persistence.ByMeaning:
		scores = meaning
	case persistence.ByRank:
		scores = rank.Fuse(words, related)
	}
	for i := range all {
		all[i].Likeness = meaning[i].Relevance
		if q.By != persistence.ByMeaning {
			all[i].Shared = words[i].Relevance
		}
	}
	return best(documents, all, scores, q)
}

// What an index with vectors finds is what ranking all pieces in sight by words and by meaning finds, whatever the segments are, whether the
// vectors were just made or are read back, and whatever is not in sight: that moves not even a vector. By words it finds what it finds without
// an embedder.
func TestMeaningIsRanking(t *testing.T) {
	word := rapid.SampledFrom([]string{"lamp", "lights", "boat", "ship", "mira", "fog", "oil", "the", "of", "灯", "ß", "42"})
	phrase := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 0, 9).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		var documents []lore.Document
		hidden := map[int]bool{}
		for i := range rapid.IntRange(0, 7).Draw(t, "documents") {
			pieces := rapid.SliceOfN(phrase, 0, 9).Draw(t, "pieces")
			pieces = repeated(pieces, rapid.SampledFrom([]int{1, 1, 5}).Draw(t, "again"))
			documents = append(documents, document(fmt.Sprintf("lore/%d.md", i*i), rapid.SampledFrom([]int64{10, 3 << 20, 5 << 20}).Draw(t, "bytes"), pieces...))
			hidden[i] = rapid.IntRange(0, 3).Draw(t, "hidden") == 0
		}
		sees := func(d int) bool { return !hidden[d] }
		worlds, err := mem.New().Worlds(context.Background(), persistence.Writing)
		if err != nil {
			t.Fatal(err)
		}
		for again := range 2 { // made, and read back
			e := &concepts{}
			x, err := lore.Open(context.Background(), worlds, documents, lore.Options{Embedder: e})
			if err == nil {
				err = x.Embed(context.Background(), nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			if n := e.asked(); again == 1 && n > 0 {
				t.Fatalf("%d texts were embedded that had vectors", n)
			}
			for range 3 {
				q := lore.Query{
					Text: phrase.Draw(t, "query"), Limit: rapid.IntRange(0, 6).Draw(t, "limit"), Relevance: rapid.SampledFrom([]int{0, 300, 800}).Draw(t, "relevance"),
					By: rapid.SampledFrom(append(persistence.Ways(), persistence.Usual)).Draw(t, "by"),
				}
				got, err := x.Search(context.Background(), q, sees)
				if err != nil {
					t.Fatal(err)
				}
				want := naive(documents, q, sees)
				if q.By != persistence.ByWords && q.Text != "" {
					want = naively(t, documents, q, sees)
				}
				if len(got)+len(want) > 0 && diff.Diff(want, got) != "" {
					t.Fatalf("%+v: %s", q, diff.Diff(want, got))
				}
			}
		}
	})
}

// What is best by both is found, however many are better by words alone.
func TestMeaningOfMany(t *testing.T) {
	var pieces []string
	for i := range 3000 {
		pieces = append(pieces, fmt.Sprintf("The oil, oil and oil of year %d.", i))
	}
	pieces = append(pieces, "Oil and a boat.")
	x := meant(t, nil, []lore.Document{document("a", 1, pieces...)}, lore.Options{Embedder: &concepts{}})
	found, err := x.Search(t.Context(), lore.Query{Text: "ship of oil", Limit: 3}, everything)
	if err != nil || len(found) != 3 || found[0].Piece != 3000 || found[0].Score.Millionths < 900_000 { // a quarter of a million is its words
		t.Errorf("%v, %v", found, err)
	}
}

func repeated(pieces []string, n int) (all []string) {
	for range n {
		all = append(all, pieces...)
	}
	return all
}

// rooms are documents of a segment each, with so many pieces.
func rooms(documents, pieces int) (all []lore.Document) {
	for d := range documents {
		texts := make([]string, pieces)
		for p := range texts {
			texts[p] = fmt.Sprintf("The lamp of room %d in house %d.", p, d)
		}
		all = append(all, document(fmt.Sprintf("lore/%02d.md", d), 5<<20, texts...))
	}
	return all
}

// ship is found by meaning alone: no piece has the word.
var ship = lore.Query{Text: "ship", Limit: 1}

func findsShip(t testing.TB, x *lore.Index) bool {
	t.Helper()
	found, err := x.Search(t.Context(), ship, everything)
	if err != nil || x.Broken() {
		t.Errorf("%v, and broken is %t", err, x.Broken())
	}
	return len(found) == 1 && strings.Contains(found[0].Text, "boat")
}

// Until all vectors are made that a search needs it goes by words; and what it may not see makes it wait for nothing. What was made is
// not made again by whoever opens the index next.
func TestVectorsThatAreBeingMade(t *testing.T) {
	worlds := worldsIn(t, t.TempDir())
	documents := append(rooms(3, 70), document("boat", 1, "A boat."))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e := &concepts{}
	e.before = func(texts []string) {
		if strings.Contains(texts[0], "room 40 in house 1") {
			cancel()
		}
	}
	x := unmade(t, worlds, documents, lore.Options{Embedder: e})
	if findsShip(t, x) || e.asked() > 0 {
		t.Error("the embedder was asked, and nothing has vectors yet")
	}
	var told []int
	if err := x.Embed(ctx, func(done, all int) { told = append(told, done, all) }); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if want := []int{0, 211, 32, 211, 64, 211, 70, 211, 102, 211}; diff.Diff(want, told) != "" {
		t.Errorf("told %v", told)
	}
	if n := e.asked(); n != 70+41 {
		t.Errorf("%d texts were embedded", n)
	}
	if findsShip(t, x) {
		t.Error("it goes by vectors that are not all there")
	}
	found, err := x.Search(t.Context(), lore.Query{Text: "light", Limit: 1}, func(d int) bool { return d == 0 })
	if err != nil || len(found) != 1 || found[0].Likeness == 0 {
		t.Errorf("of the first document all vectors are there, and it finds %v, %v", found, err)
	}
	e.asked()
	e.before = nil
	x = meant(t, worlds, documents, lore.Options{Embedder: e})
	if n := e.asked(); n != 211-102 {
		t.Errorf("%d texts were embedded when it was opened again", n)
	}
	if !findsShip(t, x) {
		t.Error("all vectors are made, and it is not found by meaning")
	}
}

// Of documents that lie together, too, what somebody may not read has them wait for nothing, and its damage is none of theirs.
func TestVectorsOfOthersAreNotWaitedFor(t *testing.T) {
	worlds := worldsIn(t, t.TempDir())
	mine, theirs := rooms(1, 32)[0], rooms(2, 50)[1]
	mine.Bytes, theirs.Bytes = 1, 1
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e := &concepts{before: func(texts []string) {
		if strings.Contains(texts[0], "house 1") {
			cancel()
		}
	}}
	x := unmade(t, worlds, []lore.Document{mine, theirs}, lore.Options{Embedder: e})
	if err := x.Embed(ctx, nil); !errors.Is(err, context.Canceled) || len(vectorKeys(t, worlds)) != 1 {
		t.Fatalf("got %v", err)
	}
	likeness := func(sees func(int) bool) int {
		found, err := x.Search(t.Context(), lore.Query{Text: "light", Limit: 1}, sees)
		if err != nil || x.Broken() {
			t.Fatal(err)
		}
		if len(found) == 0 {
			return 0
		}
		return found[0].Likeness
	}
	first := func(d int) bool { return d == 0 }
	if likeness(first) == 0 || likeness(everything) > 0 {
		t.Error("of one document all vectors are there, and of both they are not")
	}
	e.before = nil
	if err := x.Embed(t.Context(), nil); err != nil || likeness(everything) == 0 {
		t.Fatal(err)
	}
	for _, key := range vectorKeys(t, worlds) {
		if strings.HasSuffix(key, "/1") {
			set(t, worlds, key, []byte("damaged"))
		}
	}
	if likeness(first) == 0 || likeness(everything) > 0 {
		t.Error("what is damaged is another's")
	}
}

// Who makes vectors for one game makes them for all.
func TestOneMakesTheVectors(t *testing.T) {
	e := &concepts{before: func([]string) { time.Sleep(time.Millisecond) }} // so that all are there before the first is done
	x := unmade(t, memory(t), append(rooms(2, 50), document("boat", 1, "A boat.")), lore.Options{Embedder: e})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for !findsShip(t, x) {
				if err := x.Embed(t.Context(), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := e.asked(); n != 101+8 { // and the query of each, once
		t.Errorf("%d texts were embedded", n)
	}
	e.before = func([]string) { time.Sleep(time.Hour) }
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.Embed(ctx, nil); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// With another embedder the vectors of the one before serve until the new ones are made, and whenever the new one fails.
func TestAnotherEmbedder(t *testing.T) {
	worlds := worldsIn(t, t.TempDir())
	documents := append(rooms(2, 40), document("boat", 1, "A boat."))
	old, next := &concepts{name: "old"}, &concepts{name: "next"}
	meant(t, worlds, documents, lore.Options{Embedder: old})
	old.asked()

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	next.before = func(texts []string) {
		if strings.Contains(texts[0], "house 1") {
			cancel()
		}
	}
	x := unmade(t, worlds, documents, lore.Options{Embedder: next, Meanwhile: old})
	for range 2 {
		if !findsShip(t, x) || old.asked() != 1 || next.asked() != 0 {
			t.Error("the old vectors do not serve")
		}
		if err := x.Embed(ctx, nil); err == nil {
			t.Fatal("it was not ended")
		}
		next.asked()
	}
	next.before = nil
	if err := x.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	next.asked()
	if !findsShip(t, x) || old.asked() != 0 || next.asked() != 1 {
		t.Error("the new vectors do not serve")
	}
	if n := len(vectorKeys(t, worlds)); n != 10 {
		t.Errorf("%d blocks are there, of which 5 are each embedder's", n)
	}
	next.fail = errors.New("broken")
	if !findsShip(t, x) || old.asked() != 1 {
		t.Error("where the new one fails, the old does not serve")
	}
}

// Who goes to and fro between two embedders has no vectors made twice; those of a third take the place of what was used longest ago.
func TestEmbeddersToAndFro(t *testing.T) {
	worlds := worldsIn(t, t.TempDir())
	documents := append(rooms(2, 40), document("boat", 1, "A boat."))
	now := time.Unix(1_700_000_000, 0)
	use := func(name string) (asked int) {
		t.Helper()
		now = now.Add(time.Hour)
		e := &concepts{name: name}
		if x := meant(t, worlds, documents, lore.Options{Embedder: e, Now: func() time.Time { return now }}); !findsShip(t, x) {
			t.Errorf("%s does not serve", name)
		}
		if n := len(vectorKeys(t, worlds)); n > 10 {
			t.Errorf("%d blocks are there of three embedders, and 5 are each one's", n)
		}
		return e.asked() - 1 // the query
	}
	for i, step := range []struct {
		name  string
		asked int
	}{{"b", 81}, {"a", 81}, {"b", 0}, {"a", 0}, {"b", 0}, {"c", 81}, {"b", 0}, {"c", 0}, {"a", 81}, {"c", 0}} {
		if asked := use(step.name); asked != step.asked {
			t.Errorf("step %d: %s is asked for %d texts, not %d", i, step.name, asked, step.asked)
		}
	}
}

func vectorKeys(t testing.TB, worlds persistence.Worlds) (keys []string) {
	t.Helper()
	if err := worlds.View(t.Context(), func(r persistence.WorldReader) (err error) {
		keys, err = r.Keys("vectors/")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return keys
}

// A vector that is not as it was written finds nothing that words would not find; it is made again, and no index is.
func TestDamagedVectors(t *testing.T) {
	worlds := worldsIn(t, t.TempDir())
	documents := []lore.Document{document("a", 1, "The lamp of Mira.", "The oil."), document("b", 5<<20, "A boat.")}
	e := &concepts{}
	meant(t, worlds, documents, lore.Options{Embedder: e})
	keys := vectorKeys(t, worlds)
	if len(keys) != 2 {
		t.Fatal(keys)
	}
	tries := 0
	for _, key := range keys {
		var value []byte
		if err := worlds.View(t.Context(), func(r persistence.WorldReader) (err error) { value, err = r.Get(key); return err }); err != nil {
			t.Fatal(err)
		}
		for at := range value {
			if tries++; !soak.Whole() && tries%7 != 0 {
				continue
			}
			bad := append([]byte{}, value...)
			bad[at] ^= 1 << (at % 8)
			if at%5 == 0 {
				bad = value[:at]
			}
			set(t, worlds, key, bad)
			x := unmade(t, worlds, documents, lore.Options{Embedder: e})
			if findsShip(t, x) {
				t.Fatalf("%s, byte %d: found by damaged vectors", key, at)
			}
			e.asked()
			if err := x.Embed(t.Context(), nil); err != nil || !findsShip(t, x) {
				t.Fatalf("%s, byte %d: %v, and found is %t", key, at, err, findsShip(t, x))
			}
			if n := e.asked(); n > 4 { // those of the block, and the query
				t.Errorf("%d texts were embedded", n)
			}
		}
	}
	x := unmade(t, worlds, documents, lore.Options{Embedder: e})
	if err := worlds.Update(t.Context(), func(w persistence.WorldWriter) error { return w.Delete("vectors/") }); err != nil {
		t.Fatal(err)
	}
	if findsShip(t, x) {
		t.Error("found by vectors that are gone")
	}
	if err := x.Embed(t.Context(), nil); err != nil || !findsShip(t, x) {
		t.Error(err)
	}
}

// reseal changes a block, and has it have its checksum again.
func reseal(t *testing.T, worlds persistence.Worlds, key string, change func(data []byte) []byte) {
	t.Helper()
	var value []byte
	if err := worlds.View(t.Context(), func(r persistence.WorldReader) (err error) { value, err = r.Get(key); return err }); err != nil {
		t.Fatal(err)
	}
	data := change(bytes.Clone(value[:len(value)-4]))
	set(t, worlds, key, binary.BigEndian.AppendUint32(data, crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))))
}

// What has its checksum and is no vectors of the text is made again, and not for ever.
func TestUnsoundVectors(t *testing.T) {
	const size = 2 * conceptDimensions
	fill := func(with byte) func([]byte) []byte {
		return func(data []byte) []byte { // one piece: how many, the sum, the length, a vector
			for i := len(data) - size; i < len(data); i++ {
				data[i] = with
			}
			return data
		}
	}
	for name, change := range map[string]func([]byte) []byte{
		"zeros": fill(0), "too long a vector": fill(0x7f), "all bits": fill(0xff),
		"half a vector":      func(data []byte) []byte { data[33] = size / 2; return data[:len(data)-size/2] },
		"no vector":          func(data []byte) []byte { data[33] = 0; return data[:len(data)-size] },
		"no piece":           func([]byte) []byte { return []byte{0} },
		"more than there is": func(data []byte) []byte { return append([]byte{200, 1}, data[1:]...) },
	} {
		t.Run(name, func(t *testing.T) {
			worlds := worldsIn(t, t.TempDir())
			documents := []lore.Document{document("boat", 1, "A boat.")}
			e := &concepts{}
			meant(t, worlds, documents, lore.Options{Embedder: e})
			reseal(t, worlds, vectorKeys(t, worlds)[0], change)
			x := unmade(t, worlds, documents, lore.Options{Embedder: e})
			if findsShip(t, x) {
				t.Error("found by unsound vectors")
			}
			for try := range 3 {
				e.asked()
				if err := x.Embed(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
				made := e.asked()
				if want := map[bool]int{true: 1}[try == 0]; made != want || !findsShip(t, x) {
					t.Errorf("the %d. time %d texts are embedded", try+1, made)
				}
			}
		})
	}
}

// An embedder that makes nothing of a text is asked once for it by each index.
func TestVectorsThatSayNothing(t *testing.T) {
	e := &concepts{before: func([]string) {}}
	x := meant(t, nil, []lore.Document{document("a", 1, "—", "A boat.")}, lore.Options{Embedder: silent{e}})
	e.asked()
	for range 3 {
		if findsShip(t, x) {
			t.Error("found by vectors that say nothing")
		}
		if n := e.asked(); n > 1 {
			t.Errorf("%d texts are embedded", n)
		}
		if err := x.Embed(t.Context(), nil); err != nil {
			t.Error(err)
		}
		if n := e.asked(); n > 0 {
			t.Errorf("%d texts are embedded again", n)
		}
	}
}

// silent gives vectors that say nothing, but of a query.
type silent struct{ *concepts }

func (s silent) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := s.concepts.Embed(ctx, texts)
	for i := range vectors {
		if texts[i] != ship.Text {
			vectors[i] = make([]float32, conceptDimensions)
		}
	}
	return vectors, err
}

// That an embedder fails before there are vectors is told each search that lacks them, until they are made; that the making was ended is not.
func TestTroubleBeforeThereAreVectors(t *testing.T) {
	e := &concepts{fail: errors.New("the model is damaged")}
	documents := []lore.Document{document("a", 1, "The lamp of Mira."), document("b", 5<<20, "A boat.")}
	x := unmade(t, nil, documents, lore.Options{Embedder: e})
	var missed []error
	search := func(by persistence.Way) int {
		t.Helper()
		missed = nil
		if _, err := x.Search(t.Context(), lore.Query{Text: "ship", By: by, Missed: func(err error) { missed = append(missed, err) }}, everything); err != nil {
			t.Error(err)
		}
		return len(missed)
	}
	if search("") != 0 {
		t.Errorf("before anything was tried it missed %v", missed)
	}
	for range 2 {
		if err := x.Embed(t.Context(), nil); !errors.Is(err, e.fail) {
			t.Errorf("got %v", err)
		}
		if search("") != 1 || !errors.Is(missed[0], e.fail) || search(persistence.ByWords) != 0 {
			t.Errorf("it missed %v", missed)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e.fail = nil
	if err := x.Embed(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := x.Embed(t.Context(), nil); err != nil || search("") != 0 || !findsShip(t, x) {
		t.Errorf("%v, and it missed %v", err, missed)
	}
}

// What the embedder fails at is passed over, and tried again behind all else; a search that does not see it goes by meaning. Where it fails
// at everything, no more is tried than a few.
func TestFailuresArePassedOver(t *testing.T) {
	documents := append(rooms(3, 40), document("boat", 1, "A boat.")) // seven blocks
	documents[2].First = true
	var broken error
	e := &picky{concepts: &concepts{}, at: "room 5 in house 0"}
	x := unmade(t, nil, documents, lore.Options{Embedder: e})
	for range 2 {
		if err := x.Embed(t.Context(), nil); !errors.Is(err, errPicky) {
			t.Fatalf("got %v", err)
		}
	}
	if first := e.given[0]; !strings.Contains(first, "house 2") {
		t.Errorf("the first that is embedded is %q", first)
	}
	found, err := x.Search(t.Context(), lore.Query{Text: "ship", Limit: 1, Missed: func(err error) { broken = err }}, func(d int) bool { return d > 0 })
	if err != nil || len(found) != 1 || broken != nil {
		t.Errorf("without the text at which it fails: %v, %v, missed %v", found, err, broken)
	}
	if findsShip(t, x) {
		t.Error("found though vectors are missing")
	}
	e.asked()
	e.at = ""
	if err := x.Embed(t.Context(), nil); err != nil || e.asked() != 32 || !findsShip(t, x) {
		t.Errorf("at last: %v", err)
	}

	e = &picky{concepts: &concepts{}, at: "room"}
	x = unmade(t, nil, documents, lore.Options{Embedder: e})
	if err := x.Embed(t.Context(), nil); !errors.Is(err, errPicky) || e.asked() != 3 {
		t.Errorf("got %v", err)
	}
	for range 3 { // so many in a row are in the way of the boat's block once, and then behind it
		_ = x.Embed(t.Context(), nil)
	}
	if found, err := x.Search(t.Context(), lore.Query{Text: "ship", Limit: 1}, func(d int) bool { return d == 3 }); err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
}

// picky fails at texts with some words.
type picky struct {
	*concepts
	at string
}

var errPicky = errors.New("is not to its taste")

func (p *picky) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := p.concepts.Embed(ctx, texts)
	if p.at != "" && strings.Contains(texts[0], p.at) {
		return nil, errPicky
	}
	return vectors, err
}

// Where the embedder fails words answer, and it is told why; where nobody waits any more, it is no fault.
func TestEmbedderThatFails(t *testing.T) {
	e := &concepts{}
	documents := []lore.Document{document("a", 1, "The lamp of Mira.", "The oil.", "A boat.")}
	x := meant(t, nil, documents, lore.Options{Embedder: e})
	e.fail = errors.New("broken")
	var missed []error
	q := lore.Query{Text: "the ship and the oil", Missed: func(err error) { missed = append(missed, err) }}
	got, err := x.Search(t.Context(), q, everything)
	if d := diff.Diff(naive(documents, q, everything), got); d != "" || err != nil {
		t.Errorf("%v %s", err, d)
	}
	if len(missed) != 1 || !errors.Is(missed[0], e.fail) {
		t.Errorf("missed %v", missed)
	}
	q.By = persistence.ByWords
	if _, err := x.Search(t.Context(), q, everything); err != nil || len(missed) != 1 {
		t.Errorf("by words it missed %v, %v", missed, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	e.before = func([]string) { cancel() }
	q.By = persistence.Usual
	if _, err := x.Search(ctx, q, everything); !errors.Is(err, context.Canceled) || len(missed) != 1 {
		t.Errorf("%v, and missed %v", err, missed)
	}
	if err := open(t, nil, documents).Embed(t.Context(), nil); !errors.Is(err, persistence.ErrNoEmbedder) {
		t.Errorf("got %v", err)
	}
}

// lent are worlds that know how many have them.
type lent struct {
	persistence.Worlds
	now atomic.Int32
}

func (l *lent) View(ctx context.Context, f func(persistence.WorldReader) error) error {
	l.now.Add(1)
	defer l.now.Add(-1)
	return l.Worlds.View(ctx, f)
}

func (l *lent) Update(ctx context.Context, f func(persistence.WorldWriter) error) error {
	l.now.Add(1)
	defer l.now.Add(-1)
	return l.Worlds.Update(ctx, f)
}

// Nobody waits for the worlds while the embedder is at work, and no search for what is being made.
func TestNobodyWaitsForTheEmbedder(t *testing.T) {
	worlds := &lent{Worlds: memory(t)}
	e := &concepts{}
	var x *lore.Index
	e.before = func(texts []string) {
		if worlds.now.Load() > 0 {
			t.Error("the worlds are lent while a text is embedded")
		}
		if texts[0] == "A boat." {
			if found, err := x.Search(t.Context(), lore.Query{Text: "boat"}, everything); err != nil || len(found) != 1 {
				t.Errorf("%v, %v", found, err)
			}
		}
	}
	x = unmade(t, worlds, []lore.Document{document("a", 1, "The lamp.", "A boat.")}, lore.Options{Embedder: e})
	if err := x.Embed(t.Context(), nil); err != nil || !findsShip(t, x) {
		t.Error(err)
	}
}

// Of a document that was edited what is new is embedded, and no more; what another embedder has of it is not taken.
func TestEditedLore(t *testing.T) {
	worlds := worldsIn(t, t.TempDir())
	pieces, _ := rooms(1, 100)[0].Pieces()
	e := &concepts{}
	meant(t, worlds, []lore.Document{document("a", 1, pieces...)}, lore.Options{Embedder: e})
	e.asked()
	edited := append([]string{"A boat."}, pieces...)
	edited[50] = "The ship of the fog."
	x := meant(t, worlds, []lore.Document{document("a", 1, edited...)}, lore.Options{Embedder: e})
	if n := e.asked(); n != 2 {
		t.Errorf("%d texts were embedded", n)
	}
	for _, q := range []lore.Query{{Text: "light", Limit: 20}, {Text: "ship", Limit: 20}} {
		got, err := x.Search(t.Context(), q, everything)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := meant(t, nil, []lore.Document{document("a", 1, edited...)}, lore.Options{Embedder: e}).Search(t.Context(), q, everything)
		if d := diff.Diff(fresh, got); d != "" || err != nil {
			t.Errorf("%v %s", err, d)
		}
	}
	e.asked()
	other := &concepts{name: "other"}
	meant(t, worlds, []lore.Document{document("a", 1, edited[1:]...)}, lore.Options{Embedder: other})
	if n := other.asked(); n != 100 {
		t.Errorf("%d texts were embedded by another", n)
	}
}

// Vectors go with their segment, and none are made of one that was removed.
func TestVectorsGoWithTheirSegment(t *testing.T) {
	worlds := memory(t)
	now := time.Unix(1_000_000, 0)
	e := &concepts{}
	use := func(i int) *lore.Index {
		now = now.Add(25 * time.Hour)
		return unmade(t, worlds, []lore.Document{document("own", 5<<20, fmt.Sprintf("The boat %d.", i))}, lore.Options{Keep: 1, Now: func() time.Time { return now }, Embedder: e})
	}
	first := use(1)
	if err := first.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	second := use(2)
	if keys := vectorKeys(t, worlds); len(keys) > 0 {
		t.Errorf("of a segment that was removed there are %v", keys)
	}
	use(3)
	if err := second.Embed(t.Context(), nil); !errors.Is(err, persistence.ErrNotFound) && !errors.Is(err, persistence.ErrCorrupt) {
		t.Errorf("got %v", err)
	}
	if keys := vectorKeys(t, worlds); len(keys) > 0 {
		t.Errorf("of a segment that was removed there are %v", keys)
	}
	e.before = func([]string) { e.before = nil; use(5) } // while it is embedded
	if err := use(4).Embed(t.Context(), nil); !errors.Is(err, persistence.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if keys := vectorKeys(t, worlds); len(keys) > 0 {
		t.Errorf("of a segment that was removed there are %v", keys)
	}
}

// Worlds that can only be read serve the vectors that are in them.
func TestReadOnlyVectors(t *testing.T) {
	driver := mem.New()
	worlds, err := driver.Worlds(t.Context(), persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	documents := []lore.Document{document("a", 1, "The lamp.", "A boat.")}
	open(t, worlds, documents)
	reading, err := driver.Worlds(t.Context(), persistence.Reading)
	if err != nil {
		t.Fatal(err)
	}
	e := &concepts{}
	x := unmade(t, reading, documents, lore.Options{Embedder: e})
	for try := range 3 { // each turn tries it
		if err := x.Embed(t.Context(), nil); !errors.Is(err, persistence.ErrReadOnly) || findsShip(t, x) {
			t.Errorf("got %v", err)
		}
		if n := e.asked(); n != map[bool]int{true: 2}[try == 0] {
			t.Errorf("the %d. time %d texts are embedded", try+1, n)
		}
	}
	meant(t, worlds, documents, lore.Options{Embedder: &concepts{}})
	x = meant(t, reading, documents, lore.Options{Embedder: &concepts{}})
	if !findsShip(t, x) {
		t.Error("the vectors do not serve")
	}
}

const killedIn = "NARRATORIA_TEST_EMBED_IN"

// embedUntilKilled is what a process does that TestKilledWhileEmbedding kills.
func embedUntilKilled(dir string) error {
	worlds, err := sqlite.New(dir).Worlds(context.Background(), persistence.Writing)
	if err != nil {
		return err
	}
	e := &concepts{before: func([]string) { time.Sleep(200 * time.Microsecond) }}
	x, err := lore.Open(context.Background(), worlds, killable(), lore.Options{Embedder: e})
	if err != nil {
		return err
	}
	return x.Embed(context.Background(), func(done, all int) { fmt.Println(done, all) })
}

func killable() []lore.Document { return append(rooms(4, 400), document("boat", 1, "A boat.")) }

// A process that makes vectors is killed at any time: what it had written serves the next, which goes on there, and at the end all is found
// as if nobody had been killed.
func TestKilledWhileEmbedding(t *testing.T) {
	var want []lore.Found
	queries := []lore.Query{ship, {Text: "light of room 17", Limit: 9}, {Text: "houses", Limit: 9, By: persistence.ByMeaning}}
	find := func(x *lore.Index) (all []lore.Found) {
		for _, q := range queries {
			found, err := x.Search(t.Context(), q, everything)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, found...)
		}
		return all
	}
	want = find(meant(t, nil, killable(), lore.Options{Embedder: &concepts{}}))
	for round := range soak.Count(60) {
		dir := t.TempDir()
		blocks := 0
		for n := 0; n < 4; n++ {
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), killedIn+"="+dir)
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(30+(round*37+n*53)%150) * time.Millisecond)
			_ = child.Process.Kill()
			_ = child.Wait()
			worlds := worldsIn(t, dir)
			now := len(vectorKeys(t, worlds))
			if now < blocks {
				t.Errorf("%d blocks were there before, and %d now", blocks, now)
			}
			blocks = now
			_ = worlds.Close()
		}
		worlds := worldsIn(t, dir)
		e := &concepts{}
		x := meant(t, worlds, killable(), lore.Options{Embedder: e})
		left := 4*400 + 1 - e.asked()
		if got := find(x); diff.Diff(want, got) != "" {
			t.Fatal(diff.Diff(want, got))
		}
		if all := blocks * 32; left > all || blocks > 1 && left == 0 {
			t.Errorf("of %d blocks %d texts were not embedded again", blocks, left)
		}
		t.Logf("killed four times, it had %d of 53 blocks", blocks)
	}
}

// wide is an embedder with as many numbers as a network has, that takes no time.
type wide struct{ concepts }

func (*wide) Dimensions() int { return 384 }

func (w *wide) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		h := fnv.New64()
		_, _ = h.Write([]byte(text))
		seed := h.Sum64()
		vectors[i] = make([]float32, 384)
		for n := range vectors[i] {
			seed = seed*6364136223846793005 + 1442695040888963407
			vectors[i][n] = float32(1/math.Sqrt(384)) * float32(1-2*int(seed>>63))
		}
	}
	return vectors, nil
}

// Target: what is found in 32 MB by meaning and by words takes a fraction of a turn. They are 210,000 vectors, as 100 MB of a
// campaign's lore have.
func BenchmarkSearchByMeaning(b *testing.B) {
	documents := big(32 << 20)
	dir := b.TempDir()
	x := meant(b, worldsIn(b, dir), documents, lore.Options{Embedder: &wide{}})
	info, err := os.Stat(dir + "/worlds.db")
	if err != nil {
		b.Fatal(err)
	}
	pieces := 0
	for _, d := range documents {
		all, _ := d.Pieces()
		pieces += len(all)
	}
	for b.Loop() {
		found, err := x.Search(b.Context(), lore.Query{Text: "who wrote of the lamp in room 42, and what the keeper owed for oil", Limit: 20}, everything)
		if err != nil || len(found) != 20 {
			b.Fatal(len(found), err)
		}
	}
	b.ReportMetric(float64(pieces), "pieces")
	b.ReportMetric(float64(info.Size())/(32<<20), "x-text-on-disk")
}
