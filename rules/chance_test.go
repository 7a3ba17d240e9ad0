package rules_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/rules"
)

// The chances on the right were counted by hand: of the 36 ways two dice fall.
func TestChanceOfTwoDice(t *testing.T) {
	r := rules.Default()
	for modifier, want := range map[int64]string{
		-99: "[{failure 1000} {partial 0} {success 0}]",
		-3:  "[{failure 833} {partial 167} {success 0}]",  // 30, 6
		-2:  "[{failure 722} {partial 250} {success 28}]", // 26, 9, 1
		-1:  "[{failure 583} {partial 334} {success 83}]", // 21, 12, 3
		0:   "[{failure 417} {partial 416} {success 167}]",
		1:   "[{failure 278} {partial 444} {success 278}]",
		2:   "[{failure 167} {partial 416} {success 417}]",
		3:   "[{failure 83} {partial 334} {success 583}]",
		99:  "[{failure 0} {partial 0} {success 1000}]",
	} {
		odds, known := r.Chance(modifier)
		if got := fmt.Sprint(odds); !known || got != want {
			t.Errorf("%+d: %s %v, want %s", modifier, got, known, want)
		}
	}
}

func TestChanceIsUnknown(t *testing.T) {
	for _, formula := range []string{
		"3d6!", "2d6r1", "2d6ro<3", "2d6+strength", "d6/(d6-1)", "9007199254740991+d2",
		"1000d1000", "1000000d6", "d999999", "6d20kh1", "d6*9007199254740991", "nonsense",
	} {
		r := rules.Default()
		r.Dice = formula
		if odds, known := r.Chance(0); known {
			t.Errorf("%s: %v", formula, odds)
		}
	}
}

// Every way the dice of a formula can fall, rolled by package dice itself.
func TestChanceAgreesWithRolling(t *testing.T) {
	for _, formula := range []string{
		"2d6", "d20", "3d6+2", "4dF", "1-d6-d4", "-(d6)", "d6*d4", "d20/3", "(d4-3)/2", "-7/2+d2", "7",
		"4d6kh3", "4d6dl1", "4d6dh2", "4d6kl4", "d20adv", "d20dis", "5d6>=5", "5d4kh3>2", "3dFkl1=-1",
	} {
		r := rules.Rules{Dice: formula, Bands: []rules.Band{{"a", -3, 2}, {"b", 3, 4}, {"c", 5, 11}, {"d", 12, 13}}}
		got, known := r.Chance(-1)
		if want := rolled(t, r, -1); !known || cmp.Diff(want, got) != "" {
			t.Errorf("%s: %v %v, want %v", formula, got, known, want)
		}
	}
}

// rolled counts by an odometer over what the source is asked for.
func rolled(t *testing.T, r rules.Rules, modifier int64) rules.Odds {
	t.Helper()
	formula, err := dice.Parse(r.Dice)
	if err != nil {
		t.Fatal(err)
	}
	counts, all := map[string]int64{}, int64(0)
	for shown := []int64{}; shown != nil; {
		var sides []int64
		result, err := formula.Roll(func(count, n int) ([]int64, error) {
			for len(sides)+count > len(shown) {
				shown = append(shown, 1)
			}
			for range count {
				sides = append(sides, int64(n))
			}
			return shown[len(sides)-count : len(sides)], nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		counts[r.Band(result.Total+modifier)]++
		all++
		shown = next(shown, sides)
	}
	odds, later, sum := make(rules.Odds, len(r.Bands)), int64(0), int64(0)
	for i := len(odds) - 1; i >= 0; i-- {
		sum += counts[r.Bands[i].Name]
		chance := (2000*sum + all) / (2 * all)
		odds[i] = rules.Share{Band: r.Bands[i].Name, Chance: chance - later}
		later = chance
	}
	return odds
}

func next(shown, sides []int64) []int64 {
	for i := len(shown) - 1; i >= 0; i-- {
		if shown[i] < sides[i] {
			shown[i]++
			return shown[:i+1]
		}
	}
	return nil
}

func TestOdds(t *testing.T) {
	r := rules.Default()
	odds, _ := r.Chance(0)
	for band, want := range map[string]int64{"failure": 1000, "partial": 583, "success": 167, "wonder": 0} {
		if got := odds.AtLeast(band); got != want {
			t.Errorf("%s: %d, want %d", band, got, want)
		}
	}
	if got := odds.Succeeds(); got != 583 || rules.Odds(nil).Succeeds() != 0 {
		t.Errorf("succeeds %d", got)
	}
}

func TestDifficulty(t *testing.T) {
	for chance, want := range map[int64]string{
		1000: "likely", 650: "likely", 649: "even", 450: "even", 449: "risky", 250: "risky", 249: "unlikely to succeed", 0: "unlikely to succeed",
	} {
		if got := rules.Difficulty(chance); got != want {
			t.Errorf("%d: %q, want %q", chance, got, want)
		}
	}
}

func BenchmarkChance(b *testing.B) {
	for _, formula := range []string{"2d6", "4d6kh3", "20d20"} {
		b.Run(formula, func(b *testing.B) {
			r := rules.Default()
			r.Dice = formula
			for b.Loop() {
				if _, known := r.Chance(1); !known {
					b.Fatal("unknown")
				}
			}
		})
	}
}
