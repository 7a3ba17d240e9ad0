package vector

// Sums of products are where a search spends its time, so two products are made by one
// multiplication. With numbers a, b of a vector and p, q of the query,
//
//	(a + b<<32) * (q + p<<32)  =  a*q + (a*p + b*q)<<32,  but for what is beyond 64 bits
//
// and the upper half is the part of the sum that is wanted. Whatever they are the sums of,
// both halves fit into 32 bits with a sign: by Cauchy and Schwarz neither is greater than the
// product of two lengths, which is 1.01 * 2^30 at most. So the lower half is known from the
// lowest 32 bits of the whole sum, and what it carried into the upper is taken out again.
//
// The steps of a vector are kept without a sign, raised by bias, so that a mask parts them;
// what that adds to a sum is the same for every vector, and taken from it at the end.

const (
	bias   = 1 << 15
	halves = 0x0000_ffff_0000_ffff
)

// pack puts four steps into a word, the first lowest. What is missing to a word is zero.
func pack(steps []int16) []uint64 {
	packed := make([]uint64, (len(steps)+3)/4)
	for i := range 4 * len(packed) {
		raised := uint64(bias)
		if i < len(steps) {
			raised = uint64(int64(steps[i]) + bias)
		}
		packed[i/4] |= raised << (16 * (i % 4))
	}
	return packed
}

// unpack gives so many steps back.
func unpack(packed []uint64, steps int) []int16 {
	all := make([]int16, steps)
	for i := range all {
		all[i] = int16(int64(packed[i/4]>>(16*(i%4))&0xffff) - bias)
	}
	return all
}

// factors are what the words of a vector are multiplied by, two for each.
type factors struct {
	pairs []uint64
	bias  uint64 // the sum for a vector of zeros
}

func factorsOf(steps []int16) factors {
	full := make([]int64, (len(steps)+3)/4*4)
	for i, step := range steps {
		full[i] = int64(step)
	}
	f := factors{pairs: make([]uint64, 0, len(full)/2)}
	for i := 0; i < len(full); i += 4 {
		f.pairs = append(f.pairs, uint64(full[i+2]+full[i]<<32), uint64(full[i+3]+full[i+1]<<32))
	}
	f.bias = f.sum(pack(make([]int16, len(steps))))
	return f
}

// dot is the sum of the products of the steps of query and vector.
func (f factors) dot(packed []uint64) int64 {
	sum := int64(f.sum(packed) - f.bias)
	return (sum - int64(int32(sum))) >> 32
}

func (f factors) sum(packed []uint64) uint64 {
	var a, b, c, d uint64
	pairs := f.pairs[:2*len(packed)]
	for len(packed) >= 4 && len(pairs) >= 8 {
		p, v := (*[8]uint64)(pairs), (*[4]uint64)(packed)
		a += (v[0]&halves)*p[0] + (v[2]&halves)*p[4]
		b += (v[0]>>16&halves)*p[1] + (v[2]>>16&halves)*p[5]
		c += (v[1]&halves)*p[2] + (v[3]&halves)*p[6]
		d += (v[1]>>16&halves)*p[3] + (v[3]>>16&halves)*p[7]
		packed, pairs = packed[4:], pairs[8:]
	}
	for i, v := range packed {
		a += (v & halves) * pairs[2*i]
		b += (v >> 16 & halves) * pairs[2*i+1]
	}
	return a + b + c + d
}
