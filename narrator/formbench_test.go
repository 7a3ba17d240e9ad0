package narrator_test

import (
	"testing"

	"github.com/narratoria/narratoria/narrator"
)

// BenchmarkForm makes the form of a turn's plans, of the bundled catalogue and the people of a scene: for as many tokens as a plan may
// have by itself, where the longest form fits, and for fewer, where shorter ones are looked for.
func BenchmarkForm(b *testing.B) {
	request := requestIn(b, "two", "Ask Ines about the lamp", bundled())
	for _, c := range []struct {
		name   string
		tokens int
	}{{"longest", 8192}, {"usual", 2048}, {"half", 1100}, {"shortest", 300}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				narrator.FormOf(request, c.tokens)
			}
		})
		b.Run(c.name+", again", func(b *testing.B) {
			forms := narrator.Forms{}
			for b.Loop() {
				forms.Of(request, c.tokens)
			}
		})
	}
}
