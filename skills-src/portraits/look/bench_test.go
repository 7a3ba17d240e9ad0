package look_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/skills-src/portraits/look"
)

func BenchmarkRead(b *testing.B) {
	for name, description := range map[string]string{
		"sentence": "A weathered old woman with long curly grey hair, freckles, a red scarf and a green coat.",
		"longest":  strings.Repeat("shawl scar patch red of ", 4_000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				look.Read(description)
			}
		})
	}
}
