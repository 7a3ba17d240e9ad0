package vector

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The cosine of whole numbers is exact: rounded to a millionth, it is what arithmetic of
// any precision gives, or beside it where that lies on the edge.
func TestCosineIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.IntRange(1, 40).Draw(t, "length")
		step := rapid.Int16Range(-one, one).Draw(t, "greatest")
		steps := rapid.SliceOfN(rapid.Int16Range(min(step, -step), max(step, -step)), length, length)
		v, w := shortened(steps.Draw(t, "v")), shortened(steps.Draw(t, "w"))
		var sum int64
		for i := range v {
			sum += int64(v[i]) * int64(w[i])
		}
		if got := factorsOf(v).dot(pack(w)); got != sum {
			t.Fatalf("the sum of products is %d, got %d", sum, got)
		}
		got := questionOf(v).cosine(vectorOf(w))
		if squaresOf(v) == 0 || squaresOf(w) == 0 {
			if got != 0 {
				t.Fatalf("a vector that says nothing: %d", got)
			}
			return
		}
		product := new(big.Float).SetPrec(200).SetInt64(sum)
		lengths := new(big.Float).SetPrec(200).SetInt(new(big.Int).Mul(big.NewInt(squaresOf(v)), big.NewInt(squaresOf(w))))
		millionths, _ := product.Quo(product, lengths.Sqrt(lengths)).Mul(product, big.NewFloat(1e6)).Float64()
		if math.Abs(float64(got)-millionths) > 0.500001 {
			t.Fatalf("got %d, and it is %v", got, millionths)
		}
		if back := questionOf(w).cosine(vectorOf(v)); back != got {
			t.Fatalf("%d one way and %d the other", got, back)
		}
		if same := questionOf(v).cosine(vectorOf(v)); same != 1_000_000 {
			t.Fatalf("a vector and itself: %d", same)
		}
	})
}

// shortened is a vector in the same direction that is no longer than one can be.
func shortened(steps []int16) []int16 {
	for float64(squaresOf(steps)) > (1+tolerance)*one*one {
		for i := range steps {
			steps[i] /= 2
		}
	}
	return steps
}

// The longest vectors that are taken do not overflow the sums of 32 bits, in one direction
// or in the opposite.
func TestTheLongestVectors(t *testing.T) {
	for _, dimensions := range []int{1, 2, 3, 4, 5, 16, 17, 384, 1536} {
		for _, few := range []int{1, 2, dimensions} {
			few = min(few, dimensions)
			values, opposite := make([]float32, dimensions), make([]float32, dimensions)
			for i := range few {
				values[i] = float32(math.Sqrt(1+tolerance*0.99) / math.Sqrt(float64(few)))
				opposite[i] = -values[i]
			}
			v, err := stepsOf(values, dimensions)
			w, err2 := stepsOf(opposite, dimensions)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if got := factorsOf(v).dot(pack(v)); got != squaresOf(v) || got <= 0 {
				t.Errorf("%d of %d: %d, want %d", few, dimensions, got, squaresOf(v))
			}
			if got := questionOf(v).cosine(vectorOf(w)); got != -1_000_000 {
				t.Errorf("%d of %d: %d", few, dimensions, got)
			}
		}
	}
}

func TestWhatIsNoVector(t *testing.T) {
	not, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, values := range map[string][]float32{
		"none": nil, "short": {1}, "long": {1, 0, 0}, "no number": {not, 0}, "endless": {inf, 0}, "both": {inf, not}, "not normalised": {1, 1},
		"tiny": {1e-3, 0}, "so small that its square is": {1e-30, 0}, "great": {math.MaxFloat32, 0},
	} {
		if v, err := stepsOf(values, 2); err == nil {
			t.Errorf("%s: %v", name, v)
		}
	}
	for _, values := range [][]float32{{0, 0}, {1, 0}, {-1, 0}, {0.6, -0.8}} {
		if _, err := stepsOf(values, 2); err != nil {
			t.Error(err)
		}
	}
}

// wrong says what is wrong with the windows of a text. They are in order, none too long, and
// leave out nothing but the space before the text; of what is said where one ends, the
// next has some too, unless its words are too long for that.
func wrong(text string, windows []span) string {
	starts := wordStarts(text)
	at := len(text)
	if len(starts) > 0 {
		at = starts[0]
	}
	for i, s := range windows {
		w := text[s.from:s.to]
		switch {
		case len(w) == 0 || len(w) > longest || len(wordStarts(w)) > Window:
			return fmt.Sprintf("window %d has %d bytes and %d words", i, len(w), len(wordStarts(w)))
		case i == 0 && s.from != at, i > 0 && (s.from <= windows[i-1].from || s.from > at || s.to <= at):
			return fmt.Sprintf("window %d is from %d to %d, and the one before ends at %d", i, s.from, s.to, at)
		case utf8.ValidString(text) && !utf8.ValidString(w):
			return fmt.Sprintf("window %d is cut inside a character", i)
		}
		at = s.to
	}
	if at != len(text) {
		return fmt.Sprintf("the windows end at %d of %d", at, len(text))
	}
	return ""
}

func TestWindows(t *testing.T) {
	numbered := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString("w")
			b.WriteString(strings.Repeat("x", i%5))
			b.WriteString(strings.Repeat("y", i%7))
			b.WriteString(" ")
		}
		return b.String()
	}
	for name, test := range map[string]struct {
		text    string
		windows int
	}{
		"nothing": {"", 0}, "space alone": {" \n\t\x00 ", 0}, "a word": {"lamp", 1}, "space around": {"  lamp \n", 1},
		"as long as a window": {numbered(Window), 1}, "one more": {numbered(Window + 1), 2}, "two and no more": {numbered(2*Window - Window/4), 2},
		"three": {numbered(2*Window - Window/4 + 1), 3}, "han": {strings.Repeat("灯", Window+1), 2}, "nul between": {strings.Repeat("a\x00", Window+1), 2},
		"a word without an end": {strings.Repeat("x", 3*longest), 4}, "broken": {strings.Repeat("\xff", longest+1), 2},
		"four mebibytes": {strings.Repeat("lamp ", 4<<20/5), 4369},
	} {
		windows := spans(test.text, Window)
		if len(windows) != test.windows {
			t.Errorf("%s: %d windows, want %d", name, len(windows), test.windows)
		}
		if fault := wrong(test.text, windows); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

func FuzzWindows(f *testing.F) {
	f.Add("The lamps' keeper’s LAMP!", uint16(100))
	f.Add("灯台\x00 を \xff", uint16(300))
	f.Add("x", uint16(9000))
	f.Fuzz(func(t *testing.T, text string, times uint16) {
		text = strings.Repeat(text, int(times)%max(1, 1<<16/max(1, len(text))))
		if fault := wrong(text, spans(text, Window)); fault != "" {
			t.Error(fault)
		}
	})
}

// The look at windows finds ones that are wrong.
func TestWrongWindowsAreFound(t *testing.T) {
	text := strings.Repeat("lamp ", 2*Window-Window/4)
	right := spans(text, Window)
	if fault := wrong(text, right); fault != "" || len(right) != 2 {
		t.Fatal(fault, len(right))
	}
	for name, windows := range map[string][]span{
		"none": nil, "the end left out": right[:1], "the beginning left out": right[1:], "a gap": {right[0], {right[0].to + 1, right[1].to}},
		"one for all": {{0, len(text)}}, "twice the same": {right[0], right[0], right[1]}, "an empty one": {{0, 0}, right[0], right[1]},
	} {
		if wrong(text, windows) == "" {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}
