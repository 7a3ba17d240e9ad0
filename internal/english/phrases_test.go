package english

import (
	"slices"
	"strings"
	"testing"
)

// A word is one of a list if it is one of its words, whatever other words hold of it.
func TestOneOf(t *testing.T) {
	for list, words := range map[string]string{
		"miss mistress aunt": "miss mistress aunt s ss mist aun nt ress",
		"aa aaaa":            "a aa aaa aaaa",
		"one":                "one o e on ne",
		"":                   "a",
	} {
		for word := range strings.FieldsSeq(words) {
			if got, want := OneOf(word, list), slices.Contains(strings.Fields(list), word); got != want {
				t.Errorf("%q in %q: %v", word, list, got)
			}
		}
	}
	if OneOf("", "a") || OneOf("a b", "a b") {
		t.Error("what is no word is one of a list")
	}
}

// A time of day is said as people say it, by the nearest five minutes.
func TestClock(t *testing.T) {
	for minute, want := range map[int]string{
		0: "midnight", 12 * 60: "noon", 9 * 60: "nine o'clock", 9*60 + 5: "five past nine", 9*60 + 15: "a quarter past nine", 9*60 + 30: "half past nine",
		9*60 + 35: "twenty-five to ten", 21*60 + 45: "a quarter to ten", 9*60 + 43: "nearly a quarter to ten", 9*60 + 42: "just after twenty to ten",
		23*60 + 58: "nearly midnight", 11*60 + 59: "nearly noon", 12*60 + 20: "twenty past twelve", 12*60 + 40: "twenty to one", -60: "eleven o'clock", 25 * 60: "one o'clock",
	} {
		if got := Clock(minute); got != want {
			t.Errorf("%d: %q, want %q", minute, got, want)
		}
	}
}

// What is written in words is read again.
func TestNumberOf(t *testing.T) {
	for n := 1; n <= 20; n++ {
		if got, ok := NumberOf(Number(n)); got != n || !ok {
			t.Errorf("%d: %d, %v", n, got, ok)
		}
	}
	for word, want := range map[string]int{"thirty": 30, "fifty": 50, "ninety": 90, "no": 0, "": 0, "a": 0, "Three": 0, "21": 0, "hundred": 0} {
		if got, ok := NumberOf(word); got != want || ok != (want > 0) {
			t.Errorf("%q: %d, %v", word, got, ok)
		}
	}
}
