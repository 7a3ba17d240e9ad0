package lexical_test

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model/lexical"
)

// A half of the pairs: their cosines in millionths, in order.
type half struct{ related, unrelated []int64 }

func readPairs(t *testing.T) (calibrating, heldOut half) {
	t.Helper()
	data, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	into := &calibrating
	for line := range strings.Lines(string(data)) {
		sign, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		asked, said, _ := strings.Cut(rest, " | ")
		switch {
		case sign == "=" && rest == "held out":
			into = &heldOut
		case sign == "+":
			into.related = append(into.related, cosine(t, asked, said))
		case sign == "-":
			into.unrelated = append(into.unrelated, cosine(t, asked, said))
		}
	}
	for _, cosines := range [][]int64{calibrating.related, calibrating.unrelated, heldOut.related, heldOut.unrelated} {
		if len(cosines) != 20 {
			t.Fatalf("%d pairs", len(cosines))
		}
		slices.Sort(cosines)
	}
	return calibrating, heldOut
}

func cosine(t testing.TB, a, b string) int64 {
	t.Helper()
	vectors, err := lexical.New().Embed(t.Context(), []string{a, b})
	if err != nil {
		t.Fatal(err)
	}
	var dot float64
	for i := range vectors[0] {
		dot += float64(vectors[0][i]) * float64(vectors[1][i])
	}
	return int64(math.Round(dot * 1e6))
}

func relevances(cosines []int64) (all []int) {
	for _, c := range cosines {
		all = append(all, lexical.New().Relevance(c))
	}
	return all
}

// Of pairs that nothing was calibrated by, the related are above the usual threshold, but
// for a few, and the unrelated far below it, all of them.
func TestRelatedTextsAreFarMoreRelevant(t *testing.T) {
	calibrating, heldOut := readPairs(t)
	for name, pairs := range map[string]half{"calibrating": calibrating, "held out": heldOut} {
		related, unrelated := relevances(pairs.related), relevances(pairs.unrelated)
		t.Logf("%s: related %v", name, related)
		t.Logf("%s: unrelated %v", name, unrelated)
		if median := related[len(related)/2]; median < 800 {
			t.Errorf("%s: half of the related pairs are below %d", name, median)
		}
		if quarter := related[len(related)/4]; quarter < 700 {
			t.Errorf("%s: a quarter of the related pairs is below %d", name, quarter)
		}
		if most := unrelated[len(unrelated)-1]; most >= 400 {
			t.Errorf("%s: an unrelated pair has %d", name, most)
		}
		if median := unrelated[len(unrelated)/2]; median != 0 {
			t.Errorf("%s: half of the unrelated pairs have %d and more", name, median)
		}
	}
}

// What it is known not to find: texts that mean alike and share no word.
func TestWhatSharesNoWordIsNotFound(t *testing.T) {
	for asked, said := range map[string]string{
		"interactions with craftspeople": "The blacksmith mended your sword.",
		"somebody died":                  "They buried old Henrik on the hill.",
	} {
		if got := lexical.New().Relevance(cosine(t, asked, said)); got >= 400 {
			t.Errorf("%q and %q: %d: say so in the package's page", asked, said, got)
		}
	}
}
