package kit

import (
	"fmt"
	"strconv"
	"strings"
)

// Thousandths is a number with three decimals, kept exactly: 12.5 is 12500. In
// JSON it is written as the number it is, 12.5. Opinions, from -100 to 100
// points, and relevance, from 0 to 1, come as such.
type Thousandths int64

// Points is a whole number as thousandths.
func Points(n int64) Thousandths { return Thousandths(n * 1000) }

// Whole is the nearest whole number; a half goes away from zero.
func (t Thousandths) Whole() int64 {
	if t < 0 {
		return -(-t).Whole()
	}
	return int64(t/1000) + int64(t%1000)/500
}

// String is the number in digits, without zeros at its end: "12.5", "-0.25", "3".
func (t Thousandths) String() string {
	sign, n := "", uint64(t)
	if t < 0 {
		sign, n = "-", -n
	}
	text := sign + strconv.FormatUint(n/1000, 10)
	if n%1000 != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", n%1000), "0")
	}
	return text
}

// MarshalJSON writes the number.
func (t Thousandths) MarshalJSON() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalJSON reads a number with at most three decimals.
func (t *Thousandths) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	whole, decimals, _ := strings.Cut(string(text), ".")
	decimals = strings.TrimRight(decimals, "0")
	if len(decimals) > 3 {
		return fmt.Errorf("%s has more than three decimals", text)
	}
	n, err := strconv.ParseInt(whole+decimals+"000"[len(decimals):], 10, 64)
	if err != nil {
		return fmt.Errorf("%s is not a number in plain digits", text)
	}
	*t = Thousandths(n)
	return nil
}
