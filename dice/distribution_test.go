package dice_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/internal/soak"
)

// outcomes runs a formula through every way its dice can fall and returns the
// probability of each total. It knows dice only as choices among equals.
func outcomes(t testing.TB, formula *dice.Formula) map[int64]float64 {
	t.Helper()
	chances := map[int64]float64{}
	for prefix := []int64{}; prefix != nil; {
		var sides []int
		chance := 1.0
		source := func(count, n int) ([]int64, error) {
			shown := make([]int64, count)
			for i := range shown {
				if len(sides) == len(prefix) {
					prefix = append(prefix, 1)
				}
				shown[i] = prefix[len(sides)]
				sides = append(sides, n)
				chance /= float64(n)
			}
			return shown, nil
		}
		result, err := formula.Roll(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		chances[result.Total] += chance
		prefix = following(prefix, sides)
	}
	return chances
}

// following is the next way to fall, as an odometer counts; nil after the last.
func following(shown []int64, sides []int) []int64 {
	for i := len(shown) - 1; i >= 0; i-- {
		if shown[i] < int64(sides[i]) {
			shown[i]++
			return shown[:i+1]
		}
	}
	return nil
}

// The formulas on the left are carried out; what is on the right was worked out
// by hand or by a plain sum over faces, without this package.
func TestExactDistributions(t *testing.T) {
	for formula, want := range map[string]map[int64]float64{
		"d4":             uniform(1, 4),
		"dF":             uniform(-1, 1),
		"2d6":            faces(2, 6, sum),
		"3d4-2":          faces(3, 4, func(d []int64) int64 { return sum(d) - 2 }),
		"4d6kh3":         faces(4, 6, func(d []int64) int64 { return sum(d) - slices.Min(d) }),
		"4d6dl1":         faces(4, 6, func(d []int64) int64 { return sum(d) - slices.Min(d) }),
		"3d5kl1":         faces(3, 5, slices.Min[[]int64]),
		"3d5dh2":         faces(3, 5, slices.Min[[]int64]),
		"d20adv":         faces(2, 20, slices.Max[[]int64]),
		"d20dis":         faces(2, 20, slices.Min[[]int64]),
		"3d6>=5":         faces(3, 6, func(d []int64) int64 { return count(d, 5) }),
		"d6*d6":          faces(2, 6, func(d []int64) int64 { return d[0] * d[1] }),
		"d6/d6-d6":       faces(3, 6, func(d []int64) int64 { return d[0]/d[1] - d[2] }),
		"(d6-d6)/2":      faces(2, 6, func(d []int64) int64 { return int64(math.Floor(float64(d[0]-d[1]) / 2)) }),
		"d6ro1":          {1: 1. / 36, 2: 7. / 36, 3: 7. / 36, 4: 7. / 36, 5: 7. / 36, 6: 7. / 36},
		"d6ro<3kh1":      {1: 2. / 36, 2: 2. / 36, 3: 8. / 36, 4: 8. / 36, 5: 8. / 36, 6: 8. / 36},
		"2d2ro1":         {2: 1. / 16, 3: 6. / 16, 4: 9. / 16},
		"(d2ro1)*(d3>2)": {0: 2. / 3, 1: 1. / 12, 2: 1. / 4},
	} {
		compare(t, formula, outcomes(t, must(t, formula)), want, 1e-12)
	}
}

// What can go on for long is compared with its series instead.
func TestEndlessDistributions(t *testing.T) {
	const seeds = 200_000
	for formula, want := range map[string]map[int64]float64{
		"d4!":   exploding(4, 0, 60),
		"d4!!":  exploding(4, 0, 60),
		"d4!p":  exploding(4, 1, 60),
		"d6r<4": uniform(4, 6),
		"d6!r1": rerolledExploding(),
	} {
		parsed, got := must(t, formula), map[int64]float64{}
		source := dice.FromRand(rand.New(rand.NewPCG(7, 11)))
		n := soak.Count(seeds)
		for range n {
			result, err := parsed.Roll(source, nil)
			if err != nil {
				t.Fatal(err)
			}
			got[result.Total] += 1 / float64(n)
		}
		// Four standard deviations of a share of one half, seeds being fixed.
		compare(t, formula, got, want, 4*math.Sqrt(0.25/float64(n)))
	}
}

func uniform(low, high int64) map[int64]float64 {
	chances := map[int64]float64{}
	for v := low; v <= high; v++ {
		chances[v] = 1 / float64(high-low+1)
	}
	return chances
}

// faces is the distribution of a function of n dice, by a plain enumeration.
func faces(n int, sides int64, value func([]int64) int64) map[int64]float64 {
	chances, shown := map[int64]float64{}, make([]int64, n)
	all := int64(math.Pow(float64(sides), float64(n)))
	for way := range all {
		for i := range shown {
			shown[i] = 1 + way%sides
			way /= sides
		}
		chances[value(shown)] += 1 / float64(all)
	}
	return chances
}

// exploding adds the geometric series up: k explosions, then a face that is none.
func exploding(sides, less int64, most int) map[int64]float64 {
	chances, chance := map[int64]float64{}, 1/float64(sides)
	for k := range int64(most) {
		for face := int64(1); face < sides; face++ {
			total := k*sides + face
			if k > 0 {
				total -= less * k
			}
			chances[total] += chance
		}
		chance /= float64(sides)
	}
	return chances
}

// rerolledExploding is a d6 without ones whose sixes explode.
func rerolledExploding() map[int64]float64 {
	chances, chance := map[int64]float64{}, 1./5
	for k := range int64(40) {
		for face := int64(2); face < 6; face++ {
			chances[6*k+face] += chance
		}
		chance /= 5
	}
	return chances
}

func sum(values []int64) (total int64) {
	for _, v := range values {
		total += v
	}
	return total
}

func count(values []int64, atLeast int64) (n int64) {
	for _, v := range values {
		if v >= atLeast {
			n++
		}
	}
	return n
}

func compare(t *testing.T, formula string, got, want map[int64]float64, within float64) {
	t.Helper()
	totals := maps.Clone(want)
	maps.Copy(totals, got)
	for _, total := range slices.Sorted(maps.Keys(totals)) {
		if math.Abs(got[total]-want[total]) > within {
			t.Errorf("%s = %d: chance %.6f, want %.6f", formula, total, got[total], want[total])
		}
	}
}

// Every face of every die is as likely as the others: Pearson's test at 1 in
// 10,000, with a loaded die as the control.
func TestFairness(t *testing.T) {
	fair := dice.FromRand(rand.New(rand.NewPCG(1, 2)))
	loaded := func(count, sides int) ([]int64, error) {
		shown, err := fair(count, sides)
		for i := range shown {
			if shown[i] == 1 && i%2 == 0 {
				shown[i] = int64(sides)
			}
		}
		return shown, err
	}
	for _, sides := range []int{2, 6, 20, 100} {
		if x := chiSquare(t, fair, sides); x > critical(sides-1) {
			t.Errorf("d%d: chi-square %.1f over %.1f", sides, x, critical(sides-1))
		}
		if x := chiSquare(t, loaded, sides); x <= critical(sides-1) {
			t.Errorf("a loaded d%d passes: chi-square %.1f", sides, x)
		}
	}
}

func chiSquare(t *testing.T, source dice.Source, sides int) (x float64) {
	t.Helper()
	formula := must(t, fmt.Sprintf("1000d%d", sides))
	seen, n := make([]float64, sides+1), 0.
	for range soak.Count(4_000) {
		result, err := formula.Roll(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, die := range result.Dice() {
			seen[die.Value]++
			n++
		}
	}
	expected := n / float64(sides)
	for _, s := range seen[1:] {
		x += (s - expected) * (s - expected) / expected
	}
	return x
}

// critical is the value chi-square passes once in 10,000 times (Wilson and
// Hilferty's approximation; 3.719 is that quantile of the normal distribution).
func critical(degrees int) float64 {
	k := float64(degrees)
	return k * math.Pow(1-2/(9*k)+3.719*math.Sqrt(2/(9*k)), 3)
}
