package lexical_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/model/lexical"
)

func embed(t testing.TB, text string) []float32 {
	t.Helper()
	vectors, err := lexical.New().Embed(t.Context(), []string{text})
	if err != nil || len(vectors) != 1 {
		t.Fatal(len(vectors), err)
	}
	return vectors[0]
}

// fault says what is wrong with a vector: it has as many numbers as there are dimensions, and
// a length of 1 or none.
func fault(vector []float32, silent bool) error {
	if len(vector) != lexical.Dimensions {
		return fmt.Errorf("%d numbers", len(vector))
	}
	var squares float64
	for _, x := range vector {
		squares += float64(x) * float64(x)
		if steps := float64(x) * math.MaxInt16; math.Abs(steps-math.Round(steps)) > 0.01 {
			return fmt.Errorf("%v is not a step", x)
		}
	}
	if silent != (squares == 0) || !silent && math.Abs(squares-1) > 1e-3 {
		return fmt.Errorf("the square of its length is %v", squares)
	}
	return nil
}

var strange = map[string]string{
	"latin": "The lamps' keeper’s LAMP!", "decomposed": "cafe\u0301", "hangul": "등대지기", "han": "灯台の光", "cyrillic": "старый маяк",
	"arabic": "المنارة", "thai": "ประภาคาร", "emoji and a word": "👩‍👩‍👧‍👦 lamp", "nul": "a lamp\x00b", "broken": "lamp \xff\xfe\xc3 oil",
	"function words": "who are you", "one letter": "x", "digits": "42", "a long word": strings.Repeat("x", 1<<16),
}

// No text of these has a word.
var silent = map[string]string{"empty": "", "spaces": " \t\r\n", "nul": "\x00", "signs": "?!… —", "broken": "\xff\xfe", "emoji": "🙂", "accent": "\u0301"}

func TestVectorsOfAnyText(t *testing.T) {
	for name, text := range strange {
		if err := fault(embed(t, text), false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range silent {
		if err := fault(embed(t, text), true); err != nil {
			t.Errorf("without a word, %s: %v", name, err)
		}
	}
}

// The same text gives the same bytes on every machine and for ever. Whoever changes them
// changes the name: vectors of the old name are kept, and must not be compared with these.
func TestTheNameStandsForTheVectors(t *testing.T) {
	sum := sha256.New()
	for _, texts := range []map[string]string{strange, silent} {
		for _, name := range sortedKeys(texts) {
			for _, x := range embed(t, texts[name]) {
				_ = binary.Write(sum, binary.LittleEndian, x)
			}
		}
	}
	got := fmt.Sprintf("%s %x", lexical.New().Name(), sum.Sum(nil))
	const want = "lexical-1 dafddddeb0e0d2f211b9b2b2c85fcbeb69ef7dd10460d912ff298d58b3dc72f7"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func sortedKeys(texts map[string]string) (names []string) {
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func TestFormsOfAWordAreNear(t *testing.T) {
	for _, pair := range [][2]string{
		{"betrayals", "betrayed"}, {"the LAMP", "lamps"}, {"café", "CAFE\u0301"}, {"ﬁne", "fine"}, {"lighthouse keeper", "keeper of the lighthouse"},
	} {
		if got := cosine(t, pair[0], pair[1]); got < 700_000 {
			t.Errorf("%q: %d", pair, got)
		}
	}
	if near, far := cosine(t, "harbourmaster", "harbour master"), cosine(t, "harbourmaster", "winter feast"); near < far+100_000 {
		t.Errorf("pieces of words say nothing: %d and %d", near, far)
	}
}

// Neither order nor neighbours in the batch nor who asks beside it move a vector.
func TestAVectorIsItsTextsAlone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"lamp", "boat", "mira", "fog", "oil", "灯", "ß", "the", "who"}), 1, 12).Draw(rt, "words")
		shuffled := rapid.Permutation(words).Draw(rt, "shuffled")
		text := strings.Join(words, " ")
		vectors, err := lexical.New().Embed(t.Context(), []string{"something else", text, strings.Join(shuffled, ", ")})
		if err != nil {
			rt.Fatal(err)
		}
		if alone := embed(t, text); !slices.Equal(vectors[1], alone) || !slices.Equal(vectors[2], alone) {
			rt.Fatalf("%q has several vectors", text)
		}
	})
}

// Texts of any size are read in proportion to it, and no sum of theirs overflows.
func TestGreatTexts(t *testing.T) {
	const size = 4 << 20
	for name, text := range map[string]string{
		"one word again and again": strings.Repeat("lamp ", size/5), "one word": strings.Repeat("lamp", size/4), "han": strings.Repeat("灯", size/3),
	} {
		if err := fault(embed(t, text), false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := cosine(t, strings.Repeat("lamp ", size/5), "lamp"); got < 999_000 {
		t.Errorf("a word said often is another: %d", got)
	}
}

func TestACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if vectors, err := lexical.New().Embed(ctx, []string{"lamp"}); !errors.Is(err, context.Canceled) || vectors != nil {
		t.Errorf("got %v, %v", vectors, err)
	}
}

func FuzzEmbed(f *testing.F) {
	for _, text := range strange {
		f.Add(text)
	}
	for _, text := range silent {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := embed(t, text)
		silent := !slices.ContainsFunc(once, func(x float32) bool { return x != 0 })
		if err := fault(once, silent); err != nil {
			t.Error(err)
		}
		if !slices.Equal(once, embed(t, text)) {
			t.Error("twice is not the same")
		}
	})
}

// A memory of a usual length.
func BenchmarkEmbed(b *testing.B) {
	texts := []string{"Mira showed the player room 42 of the lighthouse and spoke of the lamp of the year 17."}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := lexical.New().Embed(b.Context(), texts); err != nil {
			b.Fatal(err)
		}
	}
}
