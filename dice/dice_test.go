package dice_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/dice"
)

// thrown is a source that gives these numbers, in this order, whatever the dice.
func thrown(numbers ...int64) dice.Source {
	return func(count, sides int) ([]int64, error) {
		if count > len(numbers) {
			return nil, errors.New("the table is empty")
		}
		now := numbers[:count]
		numbers = numbers[count:]
		return now, nil
	}
}

func TestRoll(t *testing.T) {
	names := map[string]int64{"modifier": 2, "stärke": -1, "d": 7}
	for _, test := range []struct {
		formula string
		thrown  []int64
		text    string
	}{
		{"2d6+3", []int64{4, 2}, "2d6+3: [4, 2] + 3 = 9"},
		{" 2 D6 +modifier ", []int64{4, 2}, "2d6+modifier: [4, 2] + 2 = 8"},
		{"d20+stärke", []int64{9}, "d20+stärke: [9] + -1 = 8"},
		{"d*d6", []int64{6}, "d*d6: 7 * [6] = 42"},
		{"4d6kh3", []int64{6, 5, 3, 1}, "4d6kh3: [6, 5, 3, ~~1~~] = 14"},
		{"4d6k3", []int64{1, 1, 1, 1}, "4d6kh3: [1, 1, 1, ~~1~~] = 3"},
		{"4d6kl", []int64{6, 5, 3, 3}, "4d6kl1: [~~6~~, ~~5~~, 3, ~~3~~] = 3"},
		{"4d6dh1", []int64{6, 5, 3, 6}, "4d6dh1: [6, 5, 3, ~~6~~] = 14"},
		{"4d6d1", []int64{6, 1, 3, 2}, "4d6dl1: [6, ~~1~~, 3, 2] = 11"},
		{"1d20 advantage", []int64{4, 17}, "d20adv: [~~4~~, 17] = 17"},
		{"1d20DIS", []int64{4, 17}, "d20dis: [4, ~~17~~] = 4"},
		{"d%", []int64{100}, "d100: [100] = 100"},
		{"4dF", []int64{1, 2, 3, 3}, "4dF: [-1, 0, +1, +1] = 1"},
		{"dF kh + 1", []int64{2}, "1dFkh1+1: [0] + 1 = 1"},
		{"3d6!", []int64{6, 2, 6, 6, 1, 3}, "3d6!: [6!, 6!, 3, 2, 6!, 1] = 24"},
		{"2d6!>4", []int64{5, 2, 4}, "2d6!>4: [5!, 4, 2] = 11"},
		{"2d6!!", []int64{6, 2, 6, 1}, "2d6!!: [6+6+1=13, 2] = 15"},
		{"2d6!p", []int64{6, 2, 6, 1}, "2d6!p: [6!, 5!, 0, 2] = 13"},
		{"2d6r1", []int64{1, 4, 1, 5}, "2d6r1: [~~1~~ → ~~1~~ → 5, 4] = 9"},
		{"2d6ro<3", []int64{1, 4, 2}, "2d6ro<3: [~~1~~ → 2, 4] = 6"},
		{"2d6!r1", []int64{6, 4, 1, 3}, "2d6r1!: [6!, ~~1~~ → 3, 4] = 13"},
		{"2d6!!kh1", []int64{6, 5, 2}, "2d6!!kh1: [6+2=8, ~~5~~] = 8"},
		{"4d10>=8", []int64{9, 3, 8, 10}, "4d10>=8: [**9**, 3, **8**, **10**] = 3"},
		{"2d10!=10>=8", []int64{10, 3, 9}, "2d10!=10>=8: [**10!**, **9**, 3] = 2"},
		{"2d10!k1>8", []int64{10, 9, 3}, "2d10!kh1>8: [**10!**, ~~3~~, ~~9~~] = 1"},
		{"7/2", nil, "7/2: 7 / 2 = 3"},
		{"(9-10)/2", nil, "(9-10)/2: (9 - 10) / 2 = -1"},
		{"-7/-2", nil, "-7/-2: -7 / -2 = 3"},
		{"8-(4-(2))-1", nil, "8-(4-2)-1: 8 - (4 - 2) - 1 = 5"},
		{"2*(3+4)--5", nil, "2*(3+4)--5: 2 * (3 + 4) - -5 = 19"},
		{"-(2*3)", nil, "-(2*3): -(2 * 3) = -6"},
		{"9007199254740991", nil, "9007199254740991: 9007199254740991 = 9007199254740991"},
	} {
		formula, err := dice.Parse(test.formula)
		if err != nil {
			t.Errorf("%s: %v", test.formula, err)
			continue
		}
		result, err := formula.Roll(thrown(test.thrown...), names)
		if err != nil {
			t.Errorf("%s: %v", test.formula, err)
		} else if result.Text != test.text {
			t.Errorf("%s:\n got %s\nwant %s", test.formula, result.Text, test.text)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for formula, want := range map[string]string{
		"":                               "column 1: the formula ends too early; expected a number, dice such as 2d6, a name, - or (",
		"2d6+":                           "column 5: the formula ends too early; expected a number, dice such as 2d6, a name, - or (",
		"2d":                             "column 3: the formula ends too early; expected the number of sides, % or F",
		"2dx":                            `column 3: unexpected 'x'; expected the number of sides, % or F`,
		"(2d6":                           "column 5: the formula ends too early; expected an operator (+ - * /) or )",
		"2d6)":                           `column 4: unexpected ')'; expected an operator (+ - * /) or the end`,
		"2d6 3":                          `column 5: unexpected '3'; expected an operator (+ - * /) or the end`,
		"äöü+2d6$":                       `column 8: unexpected '$'; expected an operator (+ - * /) or the end`,
		"2d6\x00":                        `column 4: unexpected '\x00'; expected an operator (+ - * /) or the end`,
		"2d6+\xff":                       "column 5: the text is not UTF-8; expected a number, dice such as 2d6, a name, - or (",
		"1d20advantge":                   `column 5: unknown modifier "advantge"; expected kh, kl, dh, dl, adv, dis, r, ro, ! or a test such as >=8; did you mean "advantage"?`,
		"4d6kr1":                         `column 4: unknown modifier "kr"; expected kh, kl, dh, dl, adv, dis, r, ro, ! or a test such as >=8`,
		"0d6":                            "column 1: 0 dice; expected 1 to 1000",
		"1+1001d6":                       "column 3: 1001 dice; expected 1 to 1000",
		"600d6+500d4":                    "column 7: too many dice in one formula; expected at most 1000",
		"2d0":                            "column 3: a die of 0 sides; expected 1 to 1000000",
		"2d1000001":                      "column 3: a die of 1000001 sides; expected 1 to 1000000",
		"99999999999999999999":           "column 1: the number is too large; expected at most 9007199254740991",
		"9007199254740992":               "column 1: the number is too large; expected at most 9007199254740991",
		"4d6kh5":                         "column 4: kh5 of 4 dice; expected 1 to 4",
		"4d6dl4":                         "column 4: dl4 of 4 dice; expected 1 to 3",
		"4d6kh0":                         "column 4: kh0 of 4 dice; expected 1 to 4",
		"4d6kh9999":                      "column 4: a selection of 9999 dice; expected at most 1000",
		"1d6d":                           "column 4: dl1 of 1 dice; expected more than one die before it",
		"4d6kh3dl1":                      "column 7: a selection of dice stands twice; expected one of each kind",
		"4d6!!!":                         "column 6: an explosion stands twice; expected one of each kind",
		"4d6r1r2":                        "column 6: a reroll stands twice; expected one of each kind",
		"4d6>3<2":                        "column 6: a test that counts stands twice; expected one of each kind",
		"2d20adv":                        "column 5: advantage is for a single die; expected 1 die before it",
		"d1!":                            "column 3: every side explodes, so this would never end; expected a test that some side fails",
		"d6!>=1":                         "column 3: every side explodes, so this would never end; expected a test that some side fails",
		"d6r<7":                          "column 3: every side is rolled again, so this would never end; expected a test that some side fails, or ro",
		"d6r":                            "column 4: the formula ends too early; expected a number",
		"d6>":                            "column 4: the formula ends too early; expected a number",
		strings.Repeat("(", 33):          "column 33: the formula is nested too deeply; expected at most 32 levels",
		strings.Repeat("-", 33) + "1":    "column 33: the formula is nested too deeply; expected at most 32 levels",
		strings.Repeat("1", 257):         "column 1: the formula is 257 bytes long; expected at most 256",
		strings.Repeat("d6+", 40) + "2d": "column 123: the formula ends too early; expected the number of sides, % or F",
	} {
		_, err := dice.Parse(formula)
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", formula, err, want)
		}
	}
}

func TestRollErrors(t *testing.T) {
	names := map[string]int64{"strength": 3, "huge": 1 << 62}
	for formula, want := range map[string]string{
		"2d6+strenght":                      `column 5: no number is given for "strenght"; did you mean "strength"?`,
		"2d6+x":                             `column 5: no number is given for "x"`,
		"huge":                              "column 1: the result lies beyond 9007199254740991",
		"9007199254740991+1":                "column 17: the result lies beyond 9007199254740991",
		"-9007199254740991-1":               "column 18: the result lies beyond 9007199254740991",
		"9007199254740991*9007199254740991": "column 17: the result lies beyond 9007199254740991",
		"4294967296*4294967296":             "column 11: the result lies beyond 9007199254740991",
		"1/(2-2)":                           "column 2: division by zero",
		"1/0":                               "column 2: division by zero",
		"2d6":                               "throw 2d6: the table is empty",
		"d6":                                "throw 1d6: the source gave 9",
	} {
		formula, err := dice.Parse(formula)
		if err != nil {
			t.Fatal(err)
		}
		result, err := formula.Roll(thrown(9), names)
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, %v; want %s", formula, result, err, want)
		}
	}
}

func TestCaretStandsUnderThePlace(t *testing.T) {
	_, err := dice.Parse("größe\t+ 2d6x")
	formulaError, ok := errors.AsType[*dice.Error](err)
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	if want := "größe + 2d6x\n           ^"; formulaError.Caret() != want {
		t.Errorf("got\n%s\nwant\n%s", formulaError.Caret(), want)
	}
}

func TestExplosionsEnd(t *testing.T) {
	alwaysSix := func(count, sides int) ([]int64, error) {
		shown := make([]int64, count)
		for i := range shown {
			shown[i] = 6
		}
		return shown, nil
	}
	for formula, want := range map[string]int64{"d6!": 606, "d6!!": 606, "d6!p": 506, "d6r6": 6} {
		result, err := must(t, formula).Roll(alwaysSix, nil)
		if err != nil || result.Total != want {
			t.Errorf("%s: got %v, %v; want %d", formula, result, err, want)
		}
	}
	_, err := must(t, "100d6!").Roll(alwaysSix, nil)
	if !errors.Is(err, dice.ErrTooMany) {
		t.Errorf("100 dice that never stop exploding: %v", err)
	}
}

func TestWithAdvantage(t *testing.T) {
	for formula, want := range map[string]string{
		"d20+5":       "d20adv+5",
		"-(2d6+1d20)": "-(2d6+d20adv)",
		"d4ro1 * 2":   "d4ro1adv*2",
		"2d20":        "column 1: advantage is for one single die, and the formula has 0; expected one die, such as d20",
		"d20dis":      "column 1: advantage is for one single die, and the formula has 0; expected one die, such as d20",
		"d20+d4":      "column 1: advantage is for one single die, and the formula has 2; expected one die, such as d20",
	} {
		plain := must(t, formula)
		before := plain.String()
		lucky, err := plain.With(dice.Advantage)
		got := fmt.Sprint(err)
		if err == nil {
			got = lucky.String()
		}
		if got != want || plain.String() != before {
			t.Errorf("%s: got %s, want %s; the formula became %s", formula, got, want, plain)
		}
	}
}

func TestNames(t *testing.T) {
	formula := must(t, "a+b*(a-2d6)+c_1/d7")
	if got := fmt.Sprint(formula.Names()); got != "[a b c_1]" {
		t.Errorf("names %s", got)
	}
}

func must(t testing.TB, formula string) *dice.Formula {
	t.Helper()
	parsed, err := dice.Parse(formula)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func ExampleParse() {
	attack, err := dice.Parse("2d6+modifier")
	if err != nil {
		fmt.Println(err)
		return
	}
	source := dice.FromRand(rand.New(rand.NewPCG(1, 2)))
	result, err := attack.Roll(source, map[string]int64{"modifier": 2})
	fmt.Println(result.Text, err)

	_, err = dice.Parse("2d6+1d20advantge")
	fmt.Println(err.(*dice.Error).Caret())
	// Output:
	// 2d6+modifier: [5, 4] + 2 = 11 <nil>
	// 2d6+1d20advantge
	//         ^
}
