package opinion_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/quick"

	"github.com/narratoria/narratoria/skills-src/opinion"
	"github.com/narratoria/narratoria/skills/kit"
)

func number(digits string) any {
	if digits == "" {
		return nil
	}
	return json.Number(digits)
}

func TestPoints(t *testing.T) {
	for _, test := range []struct {
		by, change, significance, direction string
		want                                kit.Thousandths
	}{
		{by: "12.345", want: 12_345},
		{change: "-10", want: -10_000},
		{by: "7", change: "7.0", want: 7_000},
		{by: "0", want: 0},
		{by: "50", want: 50_000},
		{by: "50.001", want: 50_000},
		{by: "-49.999", want: -49_999},
		{by: "-50.001", want: -50_000},
		{by: "-99999", want: -50_000},
		{by: "3", significance: "high", want: 3_000},
		{by: "-3", direction: "negative", want: -3_000},
		{significance: "low", direction: "positive", want: 10_000},
		{significance: "medium", direction: "positive", want: 25_000},
		{significance: "high", direction: "positive", want: 50_000},
		{significance: "low", direction: "negative", want: -10_000},
		{significance: "medium", direction: "negative", want: -25_000},
		{significance: "high", direction: "negative", want: -50_000},
	} {
		deed := opinion.Deed{By: number(test.by), Change: number(test.change), Significance: test.significance, Direction: test.direction}
		if got, err := deed.Points(); got != test.want || err != nil {
			t.Errorf("%+v: %s %v", test, got, err)
		}
	}
}

func TestBadDeeds(t *testing.T) {
	for _, test := range []struct {
		deed opinion.Deed
		want string
	}{
		{opinion.Deed{}, `input.by is missing; expected points from -50 to 50, or "significance" and "direction"`},
		{opinion.Deed{Direction: "positive"}, "input.by is missing"},
		{opinion.Deed{Significance: "low"}, "input.direction is missing"},
		{opinion.Deed{Significance: "huge", By: number("1")}, `input.significance is "huge"`},
		{opinion.Deed{Direction: "up", By: number("1")}, `input.direction is "up"`},
		{opinion.Deed{By: number("1"), Direction: "negative"}, `input.by is 1 and input.direction is "negative"`},
		{opinion.Deed{By: number("-1"), Direction: "positive"}, `input.by is -1 and input.direction is "positive"`},
		{opinion.Deed{By: number("1"), Change: number("2")}, "input.by is 1 and input.change is 2"},
		{opinion.Deed{By: "ten"}, "input.by must be a number of points, from -50 to 50"},
		{opinion.Deed{Change: true}, "input.change must be a number"},
		{opinion.Deed{By: number("1.2345")}, "more than three decimals"},
		{opinion.Deed{By: number("1e9999999")}, "1e9999999 is not a number in plain digits"},
		{opinion.Deed{By: number("99999999999999999999")}, "is not a number"},
	} {
		got, err := test.deed.Points()
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %s %v, want %s", test.deed, got, err, test.want)
		}
	}
}

func TestFadingCheck(t *testing.T) {
	for _, test := range []struct {
		fading opinion.Fading
		ok     bool
	}{
		{opinion.Usual(), true},
		{opinion.Fading{DecayRate: 0, TimeUnitMinutes: 1}, true},
		{opinion.Fading{DecayRate: 900, TimeUnitMinutes: 1}, true},
		{opinion.Fading{DecayRate: 901, TimeUnitMinutes: 1}, false},
		{opinion.Fading{DecayRate: -1, TimeUnitMinutes: 1}, false},
		{opinion.Fading{DecayRate: 100}, false},
	} {
		if err := test.fading.Check(); (err == nil) != test.ok {
			t.Errorf("%+v: %v", test.fading, err)
		}
	}
}

func TestDivide(t *testing.T) {
	for _, test := range []struct{ of, by, want kit.Thousandths }{
		{0, 7, 0}, {1, 2, 1}, {-1, 2, -1}, {499, 1000, 0}, {500, 1000, 1}, {-500, 1000, -1}, {-499, 1000, 0}, {14, 5, 3}, {12, 5, 2},
	} {
		if got := opinion.Divide(test.of, test.by); got != test.want {
			t.Errorf("%d by %d: %d, want %d", test.of, test.by, got, test.want)
		}
	}
	nearest := func(a int32, b uint16) bool {
		of, by := kit.Thousandths(a), kit.Thousandths(b)+1
		off := 2 * (opinion.Divide(of, by)*by - of)
		return off <= by && -off <= by && opinion.Divide(-of, by) == -opinion.Divide(of, by)
	}
	if err := quick.Check(nearest, nil); err != nil {
		t.Error(err)
	}
}
