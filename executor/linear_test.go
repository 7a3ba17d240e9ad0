package executor_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/skills"
)

// A step of a large plan allocates what one of a small plan does, whatever the plan's shape:
// nothing is made of all steps again for each.
func TestStepsOfLargePlansCostNoMore(t *testing.T) {
	const small, large = 500, 5_000
	for name, runner := range map[string]executor.Runner{"idle": executor.RunnerFunc(idle), "patches": patching(false)} {
		for _, shape := range shapes {
			each := func(n int) float64 { return allocatedEach(t, runner, shape.needs, n) }
			few, many := each(small), each(large)
			if many > 2*few {
				t.Errorf("%s, %s: a step of %d allocates %.0f bytes, of %d %.0f", name, shape.name, large, many, small, few)
			}
		}
	}
}

// TestStepsThatReadAllCostMore is the negative control: steps that look at the state of all
// before them are seen to cost more in a larger plan.
func TestStepsThatReadAllCostMore(t *testing.T) {
	chain := shapes[1].needs
	if few, many := allocatedEach(t, patching(true), chain, 100), allocatedEach(t, patching(true), chain, 1_000); many < 3*few {
		t.Errorf("a step of 1,000 allocates %.0f bytes, of 100 %.0f: the measure sees nothing", many, few)
	}
}

// allocatedEach is how many bytes a step allocates in a plan of so many.
func allocatedEach(t *testing.T, runner executor.Runner, needs func(i, n int) []int, n int) float64 {
	t.Helper()
	opts := options(nil)
	opts.Runner, opts.Concurrency = runner, 2
	p := shaped(t, needs, n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if !executor.Run(t.Context(), p, nil, opts).Success {
		t.Fatal("a step that cannot fail failed")
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
}

// The files of all steps of a plan together have a bound, however many steps it has, up to a
// thousand of which none could leave a picture.
func TestFilesOfAllStepsAreBounded(t *testing.T) {
	for steps, want := range map[int]int64{1: 256 << 20, 2: 128 << 20, 32: 8 << 20, 1_000: 1 << 20} {
		var least, most atomic.Int64
		least.Store(1 << 60)
		opts := options(nil)
		opts.Assets, opts.Concurrency = "below", 1
		opts.Runner = executor.RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
			least.Store(min(least.Load(), inv.Share.Assets))
			most.Store(max(most.Load(), inv.Share.Assets))
			if inv.Assets != opts.Assets {
				t.Errorf("they are taken over into %q", inv.Assets)
			}
			return idle(ctx, inv)
		})
		if !executor.Run(t.Context(), shaped(t, shapes[0].needs, steps), nil, opts).Success {
			t.Fatal("a step that cannot fail failed")
		}
		if least.Load() != want || most.Load() != want {
			t.Errorf("a step of %d may leave %d to %d bytes, want %d", steps, least.Load(), most.Load(), want)
		}
	}
}
