package world

import "testing"

// What can be done in the samples is asked for several times in a turn.
func BenchmarkOffers(b *testing.B) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(b, name)
		turn := standing(b, c, c.Start(), 16*60).acquaint()
		turn.opens("matty", "What became of Matty?")
		turn.later(3)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				turn.offers()
			}
		})
	}
}

// A campaign is compiled once, before its first prompt.
func BenchmarkCompile(b *testing.B) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(b, name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Compile(c)
			}
		})
	}
}
