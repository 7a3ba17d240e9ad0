package lexical

import (
	"math"
	"math/bits"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/words"
)

// What a word weighs, for its stem and for all of its pieces together. The pieces join what
// stems do not, such as "harbour" and "harbourmaster", and words with a slip of the pen.
const (
	wordWeight  = 1 << 12
	pieceWeight = 1 << 11
)

// sums are what was added at each place so far.
type sums [Dimensions]int64

func embed(text string) []float32 {
	var s sums
	for word, times := range told(words.Split(text)) {
		s.add(word, times)
	}
	return s.unit()
}

// told counts the words that carry a meaning of their own; where there are none, all.
func told(all []string) map[string]int {
	times := make(map[string]int, len(all))
	for _, word := range all {
		if !english.IsFunctionWord(word) {
			times[word]++
		}
	}
	if len(times) == 0 {
		for _, word := range all {
			times[word]++
		}
	}
	return times
}

// add counts a word. Sums of whole numbers are the same in any order of the words.
func (s *sums) add(word string, times int) {
	const one = 16 // the root of 256
	often := int64(root(uint64(times) * one * one))
	h := hash(0, english.Stem(word))
	for range stemPlaces {
		s.at(h, wordWeight/2*often/one)
		h = mix(h + 1)
	}
	pieces := piecesOf(word)
	if len(pieces) == 0 {
		return
	}
	each := int64(pieceWeight*one/root(uint64(len(pieces))*one*one)) * often / one
	for _, piece := range pieces {
		s.at(hash(1, piece), each)
	}
}

// stemPlaces is at how many places a stem counts, each with the root of its share: so its
// length is wordWeight. With several, no two words are quite the same by chance.
const stemPlaces = 4

func (s *sums) at(h uint64, weight int64) {
	if h>>63 == 1 {
		weight = -weight
	}
	s[h%Dimensions] += weight
}

// piecesOf are the runs of 3 and 4 letters of a word, with its ends marked.
func piecesOf(word string) []string {
	marked := "^" + word + "$"
	var starts []int
	for i := range marked {
		starts = append(starts, i)
	}
	starts = append(starts, len(marked))
	var pieces []string
	for _, long := range []int{3, 4} {
		for i := range max(0, len(starts)-long) {
			pieces = append(pieces, marked[starts[i]:starts[i+long]])
		}
	}
	return pieces
}

// unit gives the sums a length of 1, in steps of 1/32767; zeros stay.
func (s *sums) unit() []float32 {
	scaled := s.scaled()
	var squares uint64
	for _, sum := range scaled {
		squares += uint64(sum * sum)
	}
	vector := make([]float32, Dimensions)
	if squares == 0 {
		return vector
	}
	length := int64(root(squares))
	for i, sum := range scaled {
		vector[i] = float32(rounded(sum*math.MaxInt16, length)) / math.MaxInt16
	}
	return vector
}

// scaled brings the largest sum to 26 bits, so that the sum of all squares fits into 64
// and a root of it is exact to 7 digits.
func (s *sums) scaled() sums {
	var largest int64
	for _, sum := range s {
		largest = max(largest, sum, -sum)
	}
	scaled, shift := *s, bits.Len64(uint64(largest))-26
	for i := range scaled {
		if shift > 0 {
			scaled[i] /= 1 << shift
		} else {
			scaled[i] <<= -shift
		}
	}
	return scaled
}

// rounded is the whole number nearest to a quotient.
func rounded(n, d int64) int64 {
	if n < 0 {
		return -rounded(-n, d)
	}
	return (2*n + d) / (2 * d)
}

// root is the whole part of a square root. The float is at most one off.
func root(n uint64) uint64 {
	r := uint64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// hash is FNV-1a with a seed, mixed so that every bit of it may be used.
func hash(seed uint64, text string) uint64 {
	h := 14695981039346656037 ^ seed
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return mix(h)
}

// mix is the finaliser of SplitMix64.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
