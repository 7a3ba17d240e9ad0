package gguf

import "math"

// Half rounds a number to the nearest of half precision, as its bits; of two that are as near,
// to the even one. What is too large becomes infinite.
func Half(v float32) uint16 {
	bits := math.Float32bits(v)
	sign, rest := uint16(bits>>16)&0x8000, bits&0x7fffffff
	switch {
	case rest > 0x7f800000:
		return sign | 0x7e00 // no number
	case rest >= 0x477ff000: // from here on the infinite is as near as the largest
		return sign | 0x7c00
	case rest >= 0x38800000: // normal in half precision
		rest -= 112 << 23 // the exponents differ by so much
		return sign | uint16((rest+0xfff+rest>>13&1)>>13)
	}
	// In half precision it is some number of 2⁻²⁴: that product is exact.
	return sign | uint16(math.RoundToEven(float64(math.Float32frombits(rest))*(1<<24)))
}
