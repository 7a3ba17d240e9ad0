package vector_test

import (
	stdcmp "cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/persistence/vector"
)

// TestMain fixes the seed of all properties; -rapid.seed on the command line wins.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"rapid.seed": "11", "rapid.checks": strconv.Itoa(soak.Count(10_000)), "rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}

// What the index asks of an embedder is what package model promises.
var _ vector.Embedder = model.Embedder(nil)

// dense is an embedder whose vectors have no zeros, drawn by a seed that is the text. It
// notes what it is given.
type dense struct {
	dimensions int
	name       string

	mu    sync.Mutex
	given []string
	fault func([][]float32) ([][]float32, error) // spoils what it gives; may be nil
}

func (d *dense) Name() string               { return d.name }
func (d *dense) Dimensions() int            { return d.dimensions }
func (d *dense) Relevance(cosine int64) int { return int(max(0, cosine) / 1000) }

func (d *dense) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	d.mu.Lock()
	d.given = append(d.given, texts...)
	d.mu.Unlock()
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = d.vector(text)
	}
	if d.fault != nil {
		return d.fault(vectors)
	}
	return vectors, ctx.Err()
}

func (d *dense) vector(text string) []float32 {
	var seed [32]byte
	copy(seed[:], d.name+text)
	random := rand.New(rand.NewChaCha8(seed))
	values := make([]float64, d.dimensions)
	var squares float64
	for i := range values {
		values[i] = random.NormFloat64()
		squares += values[i] * values[i]
	}
	v := make([]float32, d.dimensions)
	for i := range v {
		v[i] = float32(values[i] / math.Sqrt(squares))
	}
	return v
}

func (d *dense) times(text string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, given := range d.given {
		if given == text {
			n++
		}
	}
	return n
}

func texts(contents ...string) (all []*vector.Text) {
	for _, content := range contents {
		all = append(all, &vector.Text{Content: content})
	}
	return all
}

// brute is the score of a text by the definition, in floats: the best of its windows.
func brute(t testing.TB, e vector.Embedder, query, text string) float64 {
	t.Helper()
	windows := vector.Windows(text)
	if len(windows) == 0 {
		return 0
	}
	vectors, err := e.Embed(t.Context(), append([]string{vector.Windows(query)[0]}, windows...))
	if err != nil {
		t.Fatal(err)
	}
	best := math.Inf(-1)
	for _, v := range vectors[1:] {
		var dot float64
		for i := range v {
			dot += float64(v[i]) * float64(vectors[0][i])
		}
		best = max(best, dot)
	}
	return best
}

func TestScoresAreTheCosinesOfTheBestWindows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := &dense{dimensions: rapid.IntRange(1, 40).Draw(rt, "dimensions"), name: "d"}
		content := rapid.Custom(func(rt *rapid.T) string {
			return strings.Repeat(rapid.SampledFrom([]string{"lamp ", "灯", "a\x00b ", "", "\xff", "ß. "}).Draw(rt, "word"), rapid.SampledFrom([]int{0, 1, 3, 300, 600}).Draw(rt, "times"))
		})
		contents := rapid.SliceOfN(content, 0, 6).Draw(rt, "texts")
		query := "q" + content.Draw(rt, "query")
		index := vector.NewIndex(e, vector.NewSlab(rapid.SampledFrom([]int64{0, 1, 1000, 3000}).Draw(rt, "slab")))
		all := texts(contents...)
		for range 2 {
			scores, err := index.Scores(t.Context(), query, all, nil)
			if err != nil {
				rt.Fatal(err)
			}
			for i, score := range scores {
				want := brute(t, e, query, contents[i])
				// Steps of 1/32767 move a cosine a little.
				if math.Abs(float64(score.Millionths)-1e6*max(0, want)) > 200 || score.Relevance != e.Relevance(score.Millionths) {
					rt.Fatalf("%.40q: %+v, want %v", contents[i], score, want)
				}
			}
		}
	})
}

// The best k are those of comparing everything with everything, whatever is in the slab
// already, and however small it is.
func TestTheNearestAreExact(t *testing.T) {
	e := &dense{dimensions: 24, name: "d"}
	contents := make([]string, 500)
	for i := range contents {
		contents[i] = fmt.Sprint("text ", i%400) // some are the same, and tie
	}
	order := make([]int, len(contents))
	for i := range order {
		order[i] = i
	}
	var first []rank.Score
	for name, slab := range map[string]*vector.Slab{"roomy": vector.NewSlab(0), "of a few": vector.NewSlab(5000), "of none": vector.NewSlab(1)} {
		index := vector.NewIndex(e, slab)
		all := texts(contents...)
		for range 3 {
			scores, err := index.Scores(t.Context(), "the query", all, nil)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = scores
			}
			if diff := cmp.Diff(first, scores); diff != "" {
				t.Fatalf("%s: %s", name, diff)
			}
			slices.SortStableFunc(order, func(i, j int) int {
				return stdcmp.Or(stdcmp.Compare(scores[j].Millionths, scores[i].Millionths), stdcmp.Compare(i, j))
			})
			if top := rank.Top(10, scores, stdcmp.Compare); !slices.Equal(top, order[:10]) {
				t.Errorf("%s: got %v, want %v", name, top, order[:10])
			}
		}
		if usage := slab.Usage(); usage.Bytes > usage.Limit {
			t.Errorf("%s: %+v", name, usage)
		}
	}
	for n, i := range order[:50] { // and in the order of floats, but for what steps make equal
		if n > 0 && brute(t, e, "the query", contents[i]) > brute(t, e, "the query", contents[order[n-1]])+1e-4 {
			t.Errorf("place %d is nearer than the one before", n)
		}
	}
}

// Many texts, through which several cores go, have the scores of each by itself.
func TestManyTexts(t *testing.T) {
	e := &dense{dimensions: 4, name: "d"}
	contents := make([]string, 20_001)
	for i := range contents {
		contents[i] = fmt.Sprint("text ", i%15_000)
	}
	index, all := vector.NewIndex(e, vector.NewSlab(1<<20)), texts(contents...) // which is room for some
	first, err := index.Scores(t.Context(), "query", all, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := index.Scores(t.Context(), "query", all, nil)
	if diff := cmp.Diff(first, again); diff != "" || err != nil {
		t.Fatal(diff, err)
	}
	for from := 0; from < len(all); from += 997 {
		some, err := index.Scores(t.Context(), "query", texts(contents[from]), nil)
		if err != nil || some[0] != first[from] {
			t.Errorf("%d: %+v, by itself %+v, %v", from, first[from], some, err)
		}
	}
}

func TestASlabKeepsWhatItCan(t *testing.T) {
	e := &dense{dimensions: 100, name: "d"}
	slab := vector.NewSlab(2000) // four of 488 bytes
	index := vector.NewIndex(e, slab)
	search := func(contents ...string) {
		t.Helper()
		if _, err := index.Scores(t.Context(), "query", texts(contents...), nil); err != nil {
			t.Fatal(err)
		}
	}
	usage := func(want vector.Usage) {
		t.Helper()
		if diff := cmp.Diff(want, slab.Usage()); diff != "" {
			t.Error(diff)
		}
	}
	search("a", "b", "c")
	usage(vector.Usage{Texts: 3, Bytes: 3 * 488, Limit: 2000})
	search("a", "b", "c")
	if e.times("a") != 1 || e.times("query") != 2 {
		t.Error("vectors were made again, or the query's was kept")
	}
	search("a", "d", "e") // b goes, which is the oldest that this search leaves alone
	usage(vector.Usage{Texts: 4, Bytes: 4 * 488, Limit: 2000, Dropped: 1})
	search("a", "c", "d", "e")
	if n := e.times("a") + e.times("c") + e.times("d") + e.times("e"); n != 4 {
		t.Errorf("four texts were embedded %d times", n)
	}
	before := e.times("a")
	search("a", "c", "d", "e", "f", "g") // there is no room for all, and four of them stay
	search("a", "c", "d", "e", "f", "g")
	if e.times("a") != before || e.times("f") != 2 {
		t.Error("what a search needs again made room for what it needs too")
	}
	usage(vector.Usage{Texts: 4, Bytes: 4 * 488, Limit: 2000, Dropped: 5})
	search(strings.Repeat("long ", 5000)) // larger than the slab: nothing is let go for it
	usage(vector.Usage{Texts: 4, Bytes: 4 * 488, Limit: 2000, Dropped: 6})
}

// Texts whose vectors were let go of hold nothing of them, and are searched as before.
func TestVectorsThatWereLetGo(t *testing.T) {
	e := &dense{dimensions: 100, name: "d"}
	index := vector.NewIndex(e, vector.NewSlab(1000)) // two
	all := texts("a", "b", "c", "d")
	var before []rank.Score
	for n := range 4 {
		some, err := index.Scores(t.Context(), "query", all[n:n+1], nil)
		if err != nil {
			t.Fatal(err)
		}
		before = append(before, some...)
	}
	after, err := index.Scores(t.Context(), "query", all, nil)
	if diff := cmp.Diff(before, after); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if e.times("a") != 2 || e.times("d") != 1 {
		t.Error("something else was let go of")
	}
}

// Two models share a slab and texts, and never a vector.
func TestModelsAreNotMixed(t *testing.T) {
	slab, all := vector.NewSlab(0), texts("a", "b", "c")
	var scores [][]rank.Score
	embedders := []*dense{{dimensions: 8, name: "x"}, {dimensions: 8, name: "y"}, {dimensions: 16, name: "x"}}
	for range 2 {
		for _, e := range embedders {
			got, err := vector.NewIndex(e, slab).Scores(t.Context(), "query", all, nil)
			if err != nil {
				t.Fatal(err)
			}
			scores = append(scores, got)
			alone, err := vector.NewIndex(e, vector.NewSlab(0)).Scores(t.Context(), "query", texts("a", "b", "c"), nil)
			if diff := cmp.Diff(alone, got); diff != "" || err != nil {
				t.Error(diff, err)
			}
		}
	}
	if cmp.Equal(scores[0], scores[1]) || cmp.Equal(scores[0], scores[2]) {
		t.Error("two models give the same")
	}
	if got := slab.Usage().Texts; got != 9 {
		t.Errorf("%d texts are kept", got)
	}
}

func TestAFaultyEmbedder(t *testing.T) {
	broken := errors.New("broken")
	for name, test := range map[string]struct {
		fault func([][]float32) ([][]float32, error)
		want  error
	}{
		"an error":       {func([][]float32) ([][]float32, error) { return nil, broken }, broken},
		"one too few":    {func(v [][]float32) ([][]float32, error) { return v[1:], nil }, vector.ErrVector},
		"one too many":   {func(v [][]float32) ([][]float32, error) { return append(v, v[0]), nil }, vector.ErrVector},
		"none":           {func([][]float32) ([][]float32, error) { return nil, nil }, vector.ErrVector},
		"a short one":    {func(v [][]float32) ([][]float32, error) { v[0] = v[0][1:]; return v, nil }, vector.ErrVector},
		"no numbers":     {func(v [][]float32) ([][]float32, error) { v[0][0] = float32(math.NaN()); return v, nil }, vector.ErrVector},
		"not normalised": {func(v [][]float32) ([][]float32, error) { v[0][0] += 7; return v, nil }, vector.ErrVector},
	} {
		e := &dense{dimensions: 4, name: "d", fault: test.fault}
		slab := vector.NewSlab(0)
		if _, err := vector.NewIndex(e, slab).Scores(t.Context(), "query", texts("a"), nil); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
		if slab.Usage().Texts != 0 {
			t.Errorf("%s: something was kept", name)
		}
		e.fault = nil // and it goes on once the fault is over
		if _, err := vector.NewIndex(e, slab).Scores(t.Context(), "query", texts("a"), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What makes batches: no call has more windows than an embedder can be asked to hold.
func TestBatches(t *testing.T) {
	most := 0
	e := &dense{dimensions: 4, name: "d"}
	e.fault = func(v [][]float32) ([][]float32, error) { most = max(most, len(v)); return v, nil }
	contents := []string{strings.Repeat("lamp ", 100_000)}
	for i := range 1000 {
		contents = append(contents, fmt.Sprint("text ", i), "")
	}
	if _, err := vector.NewIndex(e, vector.NewSlab(0)).Scores(t.Context(), "query", texts(contents...), nil); err != nil || most != 64 {
		t.Errorf("%d at once, %v", most, err)
	}
}

// Many searches at once, in a slab that is too small for them.
func TestSearchesAtOnce(t *testing.T) {
	e := &dense{dimensions: 16, name: "d"}
	slab := vector.NewSlab(20_000)
	contents := make([]string, 200)
	for i := range contents {
		contents[i] = fmt.Sprint("text ", i)
	}
	index, all := vector.NewIndex(e, slab), texts(contents...)
	want, err := vector.NewIndex(e, vector.NewSlab(0)).Scores(t.Context(), "query", texts(contents...), nil)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			for i := range soak.Count(400) {
				from := (n*37 + i*11) % 100
				got, err := index.Scores(t.Context(), "query", all[from:from+100], nil)
				if diff := cmp.Diff(want[from:from+100], got); diff != "" || err != nil {
					t.Error(diff, err)
					return
				}
			}
		})
	}
	group.Wait()
	if usage := slab.Usage(); usage.Bytes > usage.Limit || usage.Texts == 0 {
		t.Errorf("%+v", usage)
	}
}

// A text is as near as its best window, wherever that is.
func TestTheBestWindowCounts(t *testing.T) {
	fog, lamp := strings.Repeat("fog ", 3*vector.Window), strings.Repeat("lamp ", 2*vector.Window)
	index := vector.NewIndex(lexical.New(), vector.NewSlab(0))
	scores, err := index.Scores(t.Context(), "lamp", texts(lamp+fog, fog+lamp+fog, fog+lamp, lamp), nil)
	for _, score := range scores {
		if err != nil || score != scores[3] || score.Relevance != rank.Whole {
			t.Errorf("%+v, %v", scores, err)
		}
	}
}

// narrow is an embedder that looks at the first words of a text alone.
type narrow struct {
	lexical.Embedder
	words int
}

func (n narrow) Window() int { return n.words }

func (n narrow) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	seen := make([]string, len(texts))
	for i, text := range texts {
		fields := strings.Fields(text)
		seen[i] = strings.Join(fields[:min(len(fields), n.words)], " ")
	}
	return n.Embedder.Embed(ctx, seen)
}

// What stands last in a text is found, however few words of it an embedder looks at.
func TestTheEndIsFoundOfANarrowEmbedder(t *testing.T) {
	for _, words := range []int{1, 7, 128, vector.Window} {
		index := vector.NewIndex(narrow{words: words}, vector.NewSlab(0))
		for n := 509; n <= 517; n++ {
			scores, err := index.Scores(t.Context(), "lamp", texts(strings.Repeat("fog ", n)+"lamp"), nil)
			if err != nil || scores[0].Millionths == 0 {
				t.Errorf("behind %d words, of which %d are looked at: %+v, %v", n, words, scores, err)
			}
		}
	}
}

// Four mebibytes are searched by all that is in them.
func TestAGreatText(t *testing.T) {
	text := strings.Repeat("fog and rain and ", 4<<20/17) + "the lamp"
	index := vector.NewIndex(lexical.New(), vector.NewSlab(0))
	scores, err := index.Scores(t.Context(), "the lamp", texts(text, "the lamp", ""), nil)
	if err != nil || scores[0].Millionths <= 0 || scores[0].Millionths >= scores[1].Millionths || scores[2] != (rank.Score{}) {
		t.Errorf("%+v, %v", scores, err)
	}
}

// Target: 10,000 texts whose vectors are known in 3 ms, 60,000 in 20 ms, on two cores.
func BenchmarkScores(b *testing.B) {
	for n, target := range map[int]time.Duration{10_000: 3 * time.Millisecond, 60_000: 20 * time.Millisecond} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e := &dense{dimensions: 384, name: "d"}
			contents := make([]string, n)
			for i := range contents {
				contents[i] = fmt.Sprint("text ", i)
			}
			slab := vector.NewSlab(0)
			index, all := vector.NewIndex(e, slab), texts(contents...)
			if _, err := index.Scores(b.Context(), "query", all, nil); err != nil {
				b.Fatal(err)
			}
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				scores, err := index.Scores(b.Context(), "query", all, nil)
				if top := rank.Top(10, scores, stdcmp.Compare); err != nil || len(top) != 10 {
					b.Fatal(top, err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(target.Microseconds()), "p50-µs-target")
			if usage := slab.Usage(); usage.Dropped > 0 {
				b.Errorf("%+v", usage)
			}
		})
	}
}
