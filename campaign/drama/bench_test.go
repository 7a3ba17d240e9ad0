package drama_test

import (
	"testing"

	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/internal/rng"
)

// What putting a drama on costs at the start of every session.
func BenchmarkStage(b *testing.B) {
	c := settings(b)["minimal"]
	p := drama.Make(c, rng.FromString("1"))
	for b.Loop() {
		drama.Stage(c, p)
	}
}
