package gbnf

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// The digits of a number before and behind its point, where no bound asks for more, and the bounds of what is read of one.
const (
	mostDigits   = 15
	mostWritten  = 100 // letters of a bound
	mostExponent = 40
)

// decimal reads a number exactly, unless it is one of those whose exponent makes them endless.
func decimal(text string) (*big.Rat, bool) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if len(mantissa) > mostWritten || len(exponent) > 4 {
		return nil, false
	}
	n, is := new(big.Int).SetString(strings.TrimPrefix("0"+exponent, "0+"), 10)
	if strings.HasPrefix(exponent, "-") {
		n, is = new(big.Int).SetString(exponent, 10)
	}
	if !is || n.CmpAbs(big.NewInt(mostExponent)) > 0 {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// plainNumber is a number without an exponent, and without a zero that could be left out. One that is too long for that
// stays as it is.
func plainNumber(text string) string {
	n, is := decimal(text)
	if !is {
		return text
	}
	if n.IsInt() {
		return n.Num().String()
	}
	written := n.FloatString(mostWritten + mostExponent)
	return strings.TrimRight(written, "0")
}

// integer is a whole number between two bounds.
func (m *maker) integer(s strictjson.Object, at string) (string, error) {
	low, high, err := limits(s, 0, at)
	if err != nil {
		return "", err
	}
	if low == nil && high == nil {
		return m.rule("integer", fmt.Sprintf(`"0" | "-"? [1-9] [0-9]{0,%d}`, mostDigits-1))
	}
	low, high = closed(low, high, 0)
	return m.between(low, high, at, func(low, high *big.Int) []string {
		return wholes(low.String(), high.String())
	})
}

// number is one with as many digits behind its point as may be.
func (m *maker) number(s strictjson.Object, at string) (string, error) {
	low, high, err := limits(s, mostDigits, at)
	if err != nil {
		return "", err
	}
	if low == nil && high == nil {
		fraction, err := m.fraction()
		if err != nil {
			return "", err
		}
		return m.rule("number", fmt.Sprintf(`"-"? ( [1-9] [0-9]{0,%d} %s? | "0" %s ) | "0"`, mostDigits-1, fraction, fraction))
	}
	if _, err := m.fraction(); err != nil {
		return "", err
	}
	low, high = closed(low, high, mostDigits)
	return m.between(low, high, at, decimals)
}

// fraction is the rule of what any number may have behind its digits.
func (m *maker) fraction() (string, error) {
	return m.rule("fraction", fmt.Sprintf(`"." [0-9]{0,%d} [1-9]`, mostDigits-1))
}

// limits are the bounds of a number in units of so many digits behind the point, rounded inwards; nil where there is none.
func limits(s strictjson.Object, digits int64, at string) (low, high *big.Int, err error) {
	for _, name := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		v, is := s[name]
		if !is {
			continue
		}
		number, _ := v.(strictjson.Number)
		bound, is := decimal(string(number))
		if !is {
			return nil, nil, unknown(at, "has a %s that is no number, or none that can be written plainly", name)
		}
		bound.Mul(bound, new(big.Rat).SetInt(power(digits)))
		below, rest := new(big.Int).DivMod(bound.Num(), bound.Denom(), new(big.Int)) // the next unit below, or this one
		inward := below
		switch exclusive := name[0] == 'e'; {
		case strings.HasSuffix(name, "inimum") && (exclusive || rest.Sign() != 0):
			inward = below.Add(below, big.NewInt(1))
		case strings.HasSuffix(name, "aximum") && exclusive && rest.Sign() == 0:
			inward = below.Sub(below, big.NewInt(1))
		}
		switch {
		case strings.HasSuffix(name, "inimum") && (low == nil || inward.Cmp(low) > 0):
			low = inward
		case strings.HasSuffix(name, "aximum") && (high == nil || inward.Cmp(high) < 0):
			high = inward
		}
	}
	return low, high, nil
}

func power(digits int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil) }

// closed puts a bound where there is none: the largest number of so many digits, or of as many as the other bound has.
func closed(low, high *big.Int, digits int) (from, to *big.Int) {
	largest := func(beside *big.Int) *big.Int {
		length := mostDigits + digits
		if beside != nil {
			length = max(length, len(new(big.Int).Abs(beside).String()))
		}
		return new(big.Int).Sub(power(int64(length)), big.NewInt(1))
	}
	from, to = low, high
	if low == nil {
		from = new(big.Int).Neg(largest(high))
	}
	if high == nil {
		to = largest(low)
	}
	return from, to
}

// between is what has a magnitude between two, with a sign and without one.
func (m *maker) between(low, high *big.Int, at string, positive func(low, high *big.Int) []string) (string, error) {
	if low.Cmp(high) > 0 {
		return "", unknown(at, "bounds a number so that there is none")
	}
	var all []string
	if low.Sign() < 0 {
		least := new(big.Int).Neg(high)
		if least.Sign() <= 0 {
			least.SetInt64(1) // there is no -0
		}
		all = append(all, `"-" `+alternatives(positive(least, new(big.Int).Neg(low))))
	}
	if high.Sign() >= 0 {
		all = append(all, positive(new(big.Int).Abs(bigger(low, new(big.Int))), high)...)
	}
	return alternatives(all), nil
}

func bigger(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

// wholes are the numbers from one to another, neither below 0, by how many digits they have.
func wholes(low, high string) (all []string) {
	if len(low) == len(high) {
		return []string{digits(low, high)}
	}
	all = append(all, digits(low, strings.Repeat("9", len(low))))
	if from, to := len(low), len(high)-2; from <= to {
		all = append(all, fmt.Sprintf("[1-9] [0-9]{%d,%d}", from, to))
	}
	return append(all, digits("1"+strings.Repeat("0", len(high)-1), high))
}

// digits are the numbers of as many digits as both have.
func digits(low, high string) string {
	if low == high {
		return quote(low)
	}
	if low[0] == high[0] {
		return join(quote(low[:1]), digits(low[1:], high[1:]))
	}
	var all []string
	from, to := low[0], high[0]
	if strings.Trim(low[1:], "0") != "" {
		all = append(all, join(quote(low[:1]), digits(low[1:], strings.Repeat("9", len(low)-1))))
		from++
	}
	last := ""
	if strings.Trim(high[1:], "9") != "" {
		last = join(quote(high[:1]), digits(strings.Repeat("0", len(high)-1), high[1:]))
		to--
	}
	if from <= to {
		all = append(all, join(oneDigit(from, to), repeatedDigits(len(low)-1)))
	}
	if last != "" {
		all = append(all, last)
	}
	return alternatives(all)
}

func oneDigit(from, to byte) string {
	if from == to {
		return quote(string(from))
	}
	return fmt.Sprintf("[%c-%c]", from, to)
}

func repeatedDigits(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("[0-9]{%d}", n)
}

// decimals are the numbers from one to another, neither below 0, in units of the last digit behind the point.
func decimals(low, high *big.Int) (all []string) {
	fromWhole, from := cut(low)
	toWhole, to := cut(high)
	if fromWhole == toWhole {
		return []string{join(quote(fromWhole), pointed(fractions(from, &to, mostDigits)))}
	}
	all = append(all, join(quote(fromWhole), pointed(fractions(from, nil, mostDigits))))
	next := new(big.Int).Add(number(fromWhole), big.NewInt(1))
	last := new(big.Int).Sub(number(toWhole), big.NewInt(1))
	if next.Cmp(last) <= 0 {
		all = append(all, join(alternatives(wholes(next.String(), last.String())), "fraction?"))
	}
	return append(all, join(quote(toWhole), pointed(fractions("", &to, mostDigits))))
}

func number(text string) *big.Int {
	n, _ := new(big.Int).SetString(text, 10)
	return n
}

// cut is a number's digits before the point, and those behind it without zeros at the end.
func cut(n *big.Int) (whole, fraction string) {
	text := n.String()
	if short := mostDigits + 1 - len(text); short > 0 {
		text = strings.Repeat("0", short) + text
	}
	at := len(text) - mostDigits
	return text[:at], strings.TrimRight(text[at:], "0")
}

// pointed has the point before digits, which may not be there where there may be none.
func pointed(some []string, none bool) string {
	switch {
	case len(some) == 0:
		return ""
	case none:
		return `( "." ` + alternatives(some) + " )?"
	}
	return `"." ` + alternatives(some)
}

// fractions are the digits behind a point, n at most and no zero at their end, that are from one to another, where nil is
// any; none reports whether there may be none.
func fractions(from string, to *string, n int) (some []string, none bool) {
	none = from == ""
	switch {
	case n == 0, to != nil && *to == "":
		return nil, none
	case from == "" && to == nil:
		return []string{join(anyDigits(n-1), "[1-9]")}, none
	}
	first, last := byte('0'), byte('9')
	if from != "" {
		first = from[0]
	}
	if to != nil {
		last = (*to)[0]
	}
	for _, r := range runs(first, last, from != "", to != nil) {
		restFrom, restTo := "", (*string)(nil)
		if r.low {
			restFrom = from[1:]
		}
		if r.high {
			rest := (*to)[1:]
			restTo = &rest
		}
		after, end := fractions(restFrom, restTo, n-1)
		some = append(some, digitThen(r.from, r.to, after, end)...)
	}
	return some, none
}

func anyDigits(most int) string {
	if most == 0 {
		return ""
	}
	return fmt.Sprintf("[0-9]{0,%d}", most)
}

// A run is digits behind which the same may follow: low and high say that a bound still counts.
type run struct {
	from, to  byte
	low, high bool
}

func runs(first, last byte, low, high bool) (all []run) {
	if first == last && (low || high) {
		return []run{{first, last, low, high}}
	}
	from, to := first, last
	if low {
		all = append(all, run{first, first, true, false})
		from++
	}
	if high {
		to--
	}
	if from <= to {
		all = append(all, run{from, to, false, false})
	}
	if high {
		all = append(all, run{last, last, false, true})
	}
	return all
}

// digitThen is a digit with what comes behind it; a zero is not the last.
func digitThen(from, to byte, after []string, end bool) (all []string) {
	if from == '0' {
		if len(after) > 0 {
			all = append(all, `"0" `+alternatives(after))
		}
		from++
	}
	if from > to {
		return all
	}
	digit := oneDigit(from, to)
	switch {
	case len(after) == 0:
		return append(all, digit)
	case end:
		return append(all, digit+" ( "+strings.Join(after, " | ")+" )?")
	}
	return append(all, digit+" "+alternatives(after))
}
