package perception_test

import (
	"fmt"
	"testing"

	. "github.com/narratoria/narratoria/skills-src/opinion/opiniontest"
	"github.com/narratoria/narratoria/skills-src/perception"
	"github.com/narratoria/narratoria/skills-src/reputation"
)

// SC-008 and SC-017, but for what the host takes: the scripts of a query of a
// hundred, and of a first impression. The limit of each is 100 ms.
func BenchmarkQueries(b *testing.B) {
	names, replies := make([]string, 100), make([]any, 100)
	for i := range names {
		names[i] = fmt.Sprint("n", i)
		replies[i] = Relation(names[i], 12_345, true)
	}
	b.Run("100 factions", func(b *testing.B) {
		for b.Loop() {
			Play(b, reputation.Query, Object{"factions": names}, nil, replies...)
		}
	})
	b.Run("100 people", func(b *testing.B) {
		for b.Loop() {
			Play(b, perception.Query, Object{"npcs": names}, nil, replies...)
		}
	})
	b.Run("first impression", func(b *testing.B) {
		for b.Loop() {
			Play(b, perception.Initialize, Object{"npc": "n0", "faction": "n1", "traits": names, "likes": names}, nil,
				Relation("n0", 0, false), Relation("n1", 1, true), drawn(3), Score(1))
		}
	})
}
