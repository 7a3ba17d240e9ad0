package kit_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/skills/kit"
)

func TestThousandths(t *testing.T) {
	for text, want := range map[string]kit.Thousandths{
		"0": 0, "-0": 0, "-0.0": 0, "12.5": 12_500, "-0.001": -1, "0.92": 920, "7": 7_000, "1.2500000": 1_250, "-100": -100_000, "null": 5,
	} {
		got := kit.Thousandths(5)
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"1.2345", "1e3", "1.5e0", `"1"`, "true", "[]", "9223372036854775.808", "99999999999999999999"} {
		got := kit.Thousandths(5)
		if err := json.Unmarshal([]byte(text), &got); err == nil || got != 5 {
			t.Errorf("%s is taken for %d", text, got)
		}
	}
	for n, want := range map[kit.Thousandths]int64{0: 0, 499: 0, 500: 1, 1_499: 1, 1_500: 2, -499: 0, -500: -1, -12_250: -12, kit.Points(-7): -7} {
		if got := n.Whole(); got != want {
			t.Errorf("%s is nearly %d", n, got)
		}
	}
}

func TestThousandthsComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, back := kit.Thousandths(rapid.Int64().Draw(rt, "n")), kit.Thousandths(0)
		text, err := json.Marshal(n)
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || back != n {
			rt.Fatalf("%d is written %s and read as %d, %v", n, text, back, err)
		}
		if _, decimals, has := strings.Cut(string(text), "."); has && (len(decimals) > 3 || strings.HasSuffix(decimals, "0")) {
			rt.Fatalf("%d is written %s", n, text)
		}
	})
	if got := kit.Thousandths(math.MinInt64).String(); got != "-9223372036854775.808" {
		t.Error(got)
	}
}
