package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
)

const (
	rate    = 22050
	seconds = 8
	samples = rate * seconds
)

// seaAndBell is eight seconds that loop: two waves that come in and draw off,
// and a bell a long way out. All of it wraps, so the end runs into the start.
func seaAndBell() []float64 {
	out := make([]float64, samples)
	noise := wash(0.055, 7)
	hiss := wash(0.32, 11)
	for i := range out {
		t := float64(i) / samples
		swell := 0.30 + 0.45*wave(t, 0.18) + 0.35*wave(t, 0.66)
		out[i] = noise[i]*2.2*swell + hiss[i]*0.16*swell*swell
	}
	ring(out, 2.9, 0.10)
	ring(out, 4.6, 0.05)
	return level(out, 0.62)
}

// wave rises quickly to 1 at a part of the loop and falls slowly from it.
func wave(t, at float64) float64 {
	d := math.Mod(t-at+1.5, 1) - 0.5
	if d < 0 {
		return math.Exp(-d * d / 0.006)
	}
	return math.Exp(-d * d / 0.028)
}

// wash is noise through a low pass of the given openness. The filter goes round
// twice and the second round is kept, so that it joins without a click.
func wash(open float64, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1887))
	raw := make([]float64, samples)
	for i := range raw {
		raw[i] = r.Float64()*2 - 1
	}
	out := make([]float64, samples)
	low, lower := 0.0, 0.0
	for i := range 2 * samples {
		low += (raw[i%samples] - low) * open
		lower += (low - lower) * open
		out[i%samples] = lower
	}
	return out
}

// ring adds a bell that begins at a second of the loop; what outlasts the end
// is carried to the start.
func ring(out []float64, at, loud float64) {
	partials := []struct{ ratio, part, decay float64 }{{0.5, 0.5, 3.4}, {1, 1, 2.4}, {1.19, 0.5, 1.7}, {1.5, 0.3, 1.3}, {2, 0.3, 0.9}, {2.52, 0.12, 0.6}}
	const base = 392.0
	first := int(at * rate)
	for i := range 5 * rate {
		t := float64(i) / rate
		attack := math.Min(1, t/0.012)
		v := 0.0
		for _, p := range partials {
			v += p.part * math.Exp(-t/p.decay*1.6) * math.Sin(2*math.Pi*base*p.ratio*t)
		}
		out[(first+i)%samples] += v * loud * attack
	}
}

// level scales the loudest sample to peak.
func level(out []float64, peak float64) []float64 {
	most := 0.0
	for _, v := range out {
		most = math.Max(most, math.Abs(v))
	}
	for i := range out {
		out[i] *= peak / most
	}
	return out
}

// wav is a RIFF file of 16-bit mono samples.
func wav(sound []float64) []byte {
	var b bytes.Buffer
	size := uint32(2 * len(sound))
	b.WriteString("RIFF")
	put(&b, 36+size)
	b.WriteString("WAVEfmt ")
	put(&b, uint32(16), uint16(1), uint16(1), uint32(rate), uint32(2*rate), uint16(2), uint16(16))
	b.WriteString("data")
	put(&b, size)
	for _, v := range sound {
		put(&b, int16(math.Round(v*32767)))
	}
	return b.Bytes()
}

// put appends numbers, least byte first.
func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		_ = binary.Write(b, binary.LittleEndian, v) // a bytes.Buffer takes every write
	}
}
