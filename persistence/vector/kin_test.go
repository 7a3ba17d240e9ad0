package vector_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence/vector"
)

// crafts is an embedder with a kinship, whose vectors can be told in advance: of a sentence each word has its share, and of two crafts the one is
// like the other.
type crafts struct {
	fail error
	made []string // what it was given
}

func (*crafts) Name() string               { return "crafts" }
func (*crafts) Dimensions() int            { return 4 }
func (*crafts) Relevance(cosine int64) int { return int(max(0, cosine) / 10_000) }
func (*crafts) Kinship() (word, seed, kin, own int64, relevance int) {
	return 550_000, 400_000, 800_000, 30_000, 700
}

func (c *crafts) Embed(_ context.Context, texts []string) ([][]float32, error) {
	known := map[string][]float32{
		"craft": {1, 0, 0, 0}, "smith": {0.6, 0.8, 0, 0}, "cooper": {0, 1, 0, 0}, "goat": {0, 0, 1, 0}, "silk": {0.3, 0, 0, 0.95},
		"craftspeople": {1, 0, 0, 0}, "velvet": {0.8, 0, 0.6, 0}, "potter": {0.7, 0, -0.7, 0}, "priest": {0.5, -0.5, 0, 0.7}, "armorsmith": {0, 1, 0, 0},
		"blacksmith": {0.6, 0.8, 0, 0}, "smiths": {0.6, 0.8, 0, 0}, "tailor": {0, 0.7, 0.714, 0}, "gale": {-1, 0, 0, 0}, "hammer": {0.6, 0.8, 0, 0},
	}
	c.made = append(c.made, texts...)
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		v := make([]float32, 4)
		for _, word := range strings.Fields(text) {
			for n, x := range known[word] {
				v[n] += x
			}
		}
		var squares float64
		for _, x := range v {
			squares += float64(x) * float64(x)
		}
		for n := range v {
			if squares > 0 {
				v[n] /= float32(math.Sqrt(squares))
			}
		}
		vectors[i] = v
	}
	return vectors, c.fail
}

func relevances(t *testing.T, x *vector.Index, query string, contents ...string) (all []int) {
	t.Helper()
	scores, err := x.Scores(t.Context(), query, texts(contents...), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scores {
		all = append(all, s.Relevance)
	}
	return all
}

// What has a word that is kindred to the one nearest to the query is related to it, if it has something of it itself.
func TestKin(t *testing.T) {
	for name, test := range map[string]struct {
		query string
		texts []string
		want  []int
	}{
		"a kindred word, in a text that has a little of it": {"craft", []string{"smith", "cooper silk goat", "goat"}, []int{700, 700, 0}},
		"none in a text that has nothing of it":             {"craft", []string{"smith", "cooper", "goat"}, []int{700, 0, 0}},
		"no word is near enough":                            {"craft", []string{"silk", "silk cooper"}, []int{30, 21}},
		"a function word is no word":                        {"craft", []string{"the smith", "the goat silk"}, []int{700, 21}},
		"without the seed there is no kin":                  {"craft", []string{"cooper silk goat"}, []int{17}},
	} {
		got := relevances(t, vector.NewIndex(&crafts{}, vector.NewSlab(0)), test.query, test.texts...)
		for i, want := range test.want {
			if got[i] < want-1 || got[i] > want+1 {
				t.Errorf("%s: got %v, want %v", name, got, test.want)
				break
			}
		}
	}
}

// A query that names persons starts at each profession that is near to its own word, and finds by words for persons alone: what else is
// remembered takes none away, and lets nothing in.
func TestKinOfPersons(t *testing.T) {
	x := vector.NewIndex(&crafts{}, vector.NewSlab(0))
	three := []string{"smith", "armorsmith craft silk", "cooper craft goat"}
	for _, more := range [][]string{nil, {"velvet"}, {"goat"}, {"priest"}, {"potter"}, {"velvet", "goat", "priest", "potter"}} {
		got := relevances(t, x, "with craftspeople", append(three, more...)...)
		for i, relevance := range got {
			if related := i < len(three) || more[i-len(three)] == "potter"; (relevance >= 700) != related {
				t.Errorf("beside %q: %v", more, got)
			}
		}
	}
	for _, alone := range append(three, "armorsmith gale") { // which is not like the query at all
		if got := relevances(t, x, "with craftspeople", "goat", alone); got[0] >= 700 || got[1] != 700 {
			t.Errorf("%q alone: %v", alone, got)
		}
	}
	if got := relevances(t, x, "the smiths", "tailor", "armorsmith gale", "hammer goat goat"); got[0] >= 700 || got[1] != 700 || got[2] >= 700 {
		t.Errorf("smiths: %v", got)
	}
	if got := relevances(t, x, "craftspeople", "velvet goat goat goat", "craft priest silk"); got[0] >= 700 || got[1] >= 700 {
		t.Errorf("without a person that is near to it: %v", got)
	}
}

// The professions' vectors are made once, when a query needs them first.
func TestProfessionsAreEmbeddedOnce(t *testing.T) {
	c := &crafts{}
	x := vector.NewIndex(c, vector.NewSlab(0))
	relevances(t, x, "craft", "silk")
	if slices.Contains(c.made, "blacksmith") {
		t.Error("professions for a query that names no persons")
	}
	relevances(t, x, "craftspeople", "silk")
	relevances(t, x, "smiths", "silk")
	if n := len(slices.DeleteFunc(c.made, func(text string) bool { return text != "blacksmith" })); n != 1 {
		t.Errorf("embedded %d times", n)
	}
}

// The order is that of the cosines, and words of texts that are not searched move nothing.
func TestKinshipMovesNoOrder(t *testing.T) {
	x := vector.NewIndex(&crafts{}, vector.NewSlab(0))
	alone := relevances(t, x, "craft", "cooper silk goat", "silk")
	with := relevances(t, x, "craft", "smith", "cooper silk goat", "silk")
	again := relevances(t, x, "craft", "cooper silk goat", "silk")
	if !slices.Equal(alone, again) || slices.Equal(alone, with[1:]) {
		t.Errorf("alone %v, beside a smith %v, and alone again %v", alone, with, again)
	}
	scores, err := x.Scores(t.Context(), "craft", texts("smith", "cooper silk goat", "silk"), nil)
	if err != nil || scores[1].Millionths > scores[2].Millionths {
		t.Errorf("%v, %v", scores, err)
	}
}

// Where words have no vectors yet, a search goes on without kin; where the embedder fails it says so.
func TestKinThatIsNotReady(t *testing.T) {
	contents := []string{"smith", "cooper silk goat"}
	x := vector.NewIndex(&crafts{}, vector.NewSlab(0))
	all := texts(contents...)
	scores, err := x.Soon(t.Context(), "craft", all, nil, 2)
	if err != nil || scores[1].Relevance >= 700 { // two texts, and three words that are none of them
		t.Errorf("%v, %v", scores, err)
	}
	if scores, err = x.Soon(t.Context(), "craft", all, nil, 3); err != nil || scores[1].Relevance != 700 {
		t.Errorf("%v, %v", scores, err)
	}
	if _, err := vector.NewIndex(&crafts{}, vector.NewSlab(0)).Soon(t.Context(), "craft", texts(contents...), nil, 1); !errors.Is(err, vector.ErrUnready) {
		t.Error(err)
	}
	if _, err := vector.NewIndex(&crafts{fail: errors.New("gone")}, vector.NewSlab(0)).Scores(t.Context(), "craft", texts(contents...), nil); err == nil {
		t.Error("an embedder that fails is not told of")
	}
}
