package kit

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
)

// RandomSource is where random numbers come from.
type RandomSource string

// The two sources. In a turn without --seed nobody can foresee Crypto, not even
// from earlier numbers; Pseudo is only fair. With --seed both repeat.
const (
	Crypto RandomSource = "crypto"
	Pseudo RandomSource = "pseudo"
)

// randomBatch is the most numbers a host gives at once.
const randomBatch = 1_000

// Random draws count integers from low to high, both included. They come from the
// host, so that a retry draws the same again; it needs the permission random.
// Where a host offers none, Pseudo comes from the request's seed, to the same
// end, and Crypto is refused with code "no_random".
func (inv *Invocation) Random(ctx context.Context, source RandomSource, low, high int64, count int) ([]int64, error) {
	draw := inv.hostRandom
	if !inv.Has("random") {
		draw = inv.ownRandom
	}
	numbers := []int64{}
	for len(numbers) < count {
		batch, err := draw(ctx, source, low, high, min(count-len(numbers), randomBatch))
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, batch...)
	}
	return numbers, nil
}

func (inv *Invocation) hostRandom(ctx context.Context, source RandomSource, low, high int64, count int) ([]int64, error) {
	result, err := inv.Call(ctx, "random", map[string]any{"source": source, "min": low, "max": high, "count": count})
	if err != nil {
		return nil, err
	}
	values, _ := result["values"].([]any)
	if len(values) != count {
		return nil, fmt.Errorf("call random: %d numbers came, and %d were asked for", len(values), count)
	}
	numbers := make([]int64, count)
	for i, value := range values {
		if numbers[i], err = integer(value); err != nil {
			return nil, fmt.Errorf("call random: %w", err)
		}
	}
	return numbers, nil
}

func integer(value any) (int64, error) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, fmt.Errorf("%v is not a number", value)
	}
	return number.Int64()
}

// ownRandom draws from the request's seed.
func (inv *Invocation) ownRandom(ctx context.Context, source RandomSource, low, high int64, count int) ([]int64, error) {
	if source == Crypto {
		return nil, Failf("no_random", "this host offers no random numbers; those of source %q can be drawn without it", Pseudo)
	}
	span := uint64(high-low) + 1
	if high < low || span == 0 {
		return nil, fmt.Errorf("no integers from %d to %d to choose from", low, high)
	}
	if err := inv.takeTurn(ctx); err != nil {
		return nil, err
	}
	defer inv.endTurn()
	if inv.own == nil {
		inv.own = rand.New(rand.NewPCG(uint64(inv.Seed), 0))
	}
	numbers := make([]int64, count)
	for i := range numbers {
		numbers[i] = low + int64(inv.own.Uint64N(span))
	}
	return numbers, nil
}
