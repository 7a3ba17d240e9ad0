package drama

import (
	"math/rand/v2"

	"github.com/narratoria/narratoria/internal/rng"
)

func seeded() *rand.Rand { return rng.FromString("1").Stream() }
