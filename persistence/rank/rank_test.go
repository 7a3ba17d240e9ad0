package rank_test

import (
	stdcmp "cmp"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence/rank"
)

// TestMain fixes the seed of all properties; -rapid.seed on the command line wins.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"rapid.seed": "7", "rapid.checks": strconv.Itoa(soak.Count(10_000)), "rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	m.Run()
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"  --  ":                    "",
		"The lamps' keeper’s LAMP!": "the lamp keeper lamp",
		"Café CAFÉ cafe\u0301":      "cafe cafe cafe",
		"ﬁne ²³ Ⅷ":                  "fine 23 viii",
		"stopped stopping stop":     "stop stop stop",
		"carried carry carries":     "carri carri carri",
		"betrayal betrayed betrays": "betray betray betray",
		"changing change changed":   "chang chang chang",
		"thing king sing string":    "thing king sing string",
		"bleed need seed":           "bleed need seed",
		"boxes wishes churches":     "box wish church",
		"glass bus crisis":          "glass bus crisi",
		"telling passed":            "tell pass",
		"灯台 を":                      "灯 台 を",
		"Straße маяк":               "straße маяк",
		"x\x00y":                    "x y",
		"don't":                     "don't",
		"42nd":                      "42nd",
	} {
		if got := strings.Join(rank.Words(text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func search(query string, k int, texts ...string) []int {
	var lexicon rank.Lexicon
	docs := make([]rank.Doc, len(texts))
	for i, text := range texts {
		docs[i] = lexicon.Doc(text)
	}
	return rank.Top(k, lexicon.Query(query).BM25(docs), stdcmp.Compare)
}

func TestTheBestTextComesFirst(t *testing.T) {
	for name, test := range map[string]struct {
		query string
		texts []string
		want  []int
	}{
		"nothing there":          {"lamp", nil, []int{}},
		"nothing found":          {"lamp", []string{"a boat", ""}, []int{}},
		"nothing asked":          {"", []string{"a boat"}, []int{}},
		"common words alone":     {"who are you", []string{"a boat", "are you there"}, []int{1}},
		"rare word wins":         {"mira lamp", []string{"the lamp", "a lamp", "mira", "lamp"}, []int{2, 3, 0, 1}},
		"both words win":         {"mira lamp", []string{"mira", "lamp", "mira's lamp"}, []int{2, 0, 1}},
		"repetition counts":      {"lamp", []string{"lamp oil oil", "lamp lamp oil"}, []int{1, 0}},
		"short says more":        {"lamp", []string{"lamp and a very long account of the weather", "lamp"}, []int{1, 0}},
		"ties go in order":       {"lamp", []string{"lamp", "lamp", "lamp"}, []int{0, 1, 2}},
		"forms of a word":        {"betrayals", []string{"he was betrayed", "he was helped"}, []int{0}},
		"repeated in the query":  {"mira mira mira lamp", []string{"lamp lamp", "mira"}, []int{0, 1}},
		"the query's word order": {"lamp mira", []string{"mira", "lamp", "mira's lamp"}, []int{2, 0, 1}},
	} {
		if diff := cmp.Diff(test.want, search(test.query, 0, test.texts...)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// The figures of BM25 by hand: two texts of two words, one of which has the word
// once, so that length and repetition weigh nothing.
func TestTheFiguresOfBM25(t *testing.T) {
	var lexicon rank.Lexicon
	docs := []rank.Doc{lexicon.Doc("lamp oil"), lexicon.Doc("boat oil")}
	got := lexicon.Query("lamp ghost").BM25(docs)
	weight := func(having float64) float64 { return math.Log(1 + (2-having+0.5)/(having+0.5)) }
	known, missing := weight(1), weight(0)
	want := []rank.Score{{
		Millionths: int64(math.Round(known * 1e6)),
		Relevance:  int(math.Round(known / (known + missing) * 1000)),
	}, {}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Words of other documents in the lexicon move nothing: only those searched count.
func TestForeignTextsMoveNoRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"lamp", "boat", "mira", "fog", "oil"})
		texts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOf(word).Draw(t, "words"), " ")
		}), 1, 8)
		mine, foreign := texts.Draw(t, "mine"), texts.Draw(t, "foreign")
		query := texts.Draw(t, "query")[0]

		var alone, shared rank.Lexicon
		var aloneDocs, sharedDocs []rank.Doc
		for _, text := range mine {
			aloneDocs = append(aloneDocs, alone.Doc(text))
		}
		for _, text := range append(foreign, mine...) {
			sharedDocs = append(sharedDocs, shared.Doc(text))
		}
		sharedDocs = sharedDocs[len(foreign):]
		if diff := cmp.Diff(alone.Query(query).BM25(aloneDocs), shared.Query(query).BM25(sharedDocs)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Texts read over a lexicon rank as if they had been read into it, and it knows
// nothing of them afterwards.
func TestReadingOverALexicon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"lamp", "boat", "mira", "fog", "oil", "灯", "der", "ß"})
		texts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOf(word).Draw(t, "words"), " ")
		}), 1, 6)
		kept, passing := texts.Draw(t, "kept"), texts.Draw(t, "passing")
		query := strings.Join(texts.Draw(t, "query"), " ")

		var whole, base rank.Lexicon
		var wholeDocs, docs []rank.Doc
		for _, text := range append(slices.Clone(kept), passing...) {
			wholeDocs = append(wholeDocs, whole.Doc(text))
		}
		for _, text := range kept {
			docs = append(docs, base.Doc(text))
		}
		alone := base.Query(query).BM25(docs)
		over := base.Over()
		both := slices.Clone(docs)
		for _, text := range passing {
			both = append(both, over.Doc(text))
		}
		if diff := cmp.Diff(whole.Query(query).BM25(wholeDocs), over.Query(query).BM25(both)); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(alone, base.Query(query).BM25(docs)); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(alone, base.Over().Query(query).BM25(docs)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Top is exact: what it leaves out is no better than what it gives.
func TestTopIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var scores []rank.Score
		for _, n := range rapid.SliceOf(rapid.Int64Range(0, 5)).Draw(t, "scores") {
			scores = append(scores, rank.Score{Millionths: n})
		}
		k := rapid.IntRange(-1, 8).Draw(t, "k")
		latest := func(i, j int) int { return j - i }
		all, top := rank.Top(0, scores, latest), rank.Top(k, scores, latest)
		if k > 0 {
			all = all[:min(k, len(all))]
		}
		if diff := cmp.Diff(all, top); diff != "" {
			t.Fatal(diff)
		}
		for i := 1; i < len(top); i++ {
			a, b := scores[top[i-1]].Millionths, scores[top[i]].Millionths
			if a < b || a == b && top[i-1] < top[i] {
				t.Fatalf("%v is not in order of %v", top, scores)
			}
		}
	})
}

func FuzzWords(f *testing.F) {
	for _, seed := range []string{"The lamps' keeper’s LAMP!", "e\u0301 ﬁ 灯台", "'''", "\xff\x00", "ing eding lying"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, word := range rank.Words(text) {
			if strings.ContainsAny(word, " \t\n.,") {
				t.Errorf("%q holds the word %q", text, word)
			}
		}
	})
}

func BenchmarkBM25(b *testing.B) {
	var lexicon rank.Lexicon
	docs := make([]rank.Doc, 10_000)
	for i := range docs {
		docs[i] = lexicon.Doc(fmt.Sprintf("Mira showed the player room %d of the lighthouse and spoke of the lamp of year %d", i%97, i%89))
	}
	b.ReportAllocs()
	for b.Loop() {
		rank.Top(10, lexicon.Query("the lamp in room 42 that Mira spoke of").BM25(docs), stdcmp.Compare)
	}
}
