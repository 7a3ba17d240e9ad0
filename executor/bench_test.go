package executor_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// shapes are the ways of large plans to depend: what step i of n needs.
var shapes = []struct {
	name  string
	needs func(i, n int) []int
}{
	{"wide", func(int, int) []int { return nil }},
	{"chain", func(i, _ int) []int { return []int{i - 1}[:min(i, 1)] }},
	{"fan-out", func(i, _ int) []int { return []int{0}[:min(i, 1)] }},
	{"fan-in", func(i, n int) []int {
		if i < n-1 {
			return nil
		}
		return upTo(0, n-1)
	}},
	{"layers", func(i, _ int) []int { // of ten, each step on four of the layer before
		if i < 10 {
			return nil
		}
		before := i/10*10 - 10
		return []int{before + i%10, before + (i+1)%10, before + (i+3)%10, before + (i+7)%10}
	}},
	{"diamonds", func(i, _ int) []int { // one, two beside each other, one that needs both, and so on
		switch {
		case i == 0:
			return nil
		case i%3 == 0:
			return []int{i - 2, i - 1}
		}
		return []int{i / 3 * 3}
	}},
}

func upTo(from, to int) (all []int) {
	for i := from; i < to; i++ {
		all = append(all, i)
	}
	return all
}

func shaped(t testing.TB, needs func(i, n int) []int, n int) *plan.Plan {
	tools := make([]tool, n)
	for i := range tools {
		tools[i] = tool{id: fmt.Sprint("t", i), async: true}
		for _, j := range needs(i, n) {
			tools[i].needs = append(tools[i].needs, fmt.Sprint("t", j))
		}
	}
	return build(t, true, tools...)
}

// patching is a runner whose steps write a key of their own and one they share; reading
// ones look at the state first.
func patching(reads bool) executor.Runner {
	return executor.RunnerFunc(func(_ context.Context, inv skills.Invocation) skills.Outcome {
		if reads {
			inv.Scope.State()
		}
		patch := object{string(inv.Scope.Tool): object{"lit": true}, "shared": object{"by": string(inv.Scope.Tool)}}
		done := &protocol.Done{OK: true}
		return skills.Outcome{
			Events: []protocol.Event{&protocol.StatePatch{Patch: patch}, done}, Done: done, Patches: []object{patch},
		}
	})
}

func idle(context.Context, skills.Invocation) skills.Outcome {
	done := &protocol.Done{OK: true}
	return skills.Outcome{Events: []protocol.Event{done}, Done: done}
}

// BenchmarkShapes is the cost of the executor itself for each step, in plans of every
// shape and size: steps that do nothing, that write state, and that read it too. Those
// that read pay for what they look at, which grows with the plan; the others must not
// cost more in a larger plan.
func BenchmarkShapes(b *testing.B) {
	for _, steps := range []struct {
		name   string
		runner executor.Runner
		most   int
	}{
		{"idle", executor.RunnerFunc(idle), 10_000}, {"patches", patching(false), 10_000}, {"reads", patching(true), 1_000},
	} {
		for _, shape := range shapes {
			for _, n := range []int{256, 1_000, 10_000} {
				if n > steps.most {
					continue
				}
				b.Run(fmt.Sprintf("%s/%s/%d", steps.name, shape.name, n), func(b *testing.B) {
					opts := options(nil)
					opts.Runner, opts.Concurrency = steps.runner, runtime.GOMAXPROCS(0)
					p := shaped(b, shape.needs, n)
					for b.Loop() {
						if !executor.Run(b.Context(), p, nil, opts).Success {
							b.Fatal("a step that cannot fail failed")
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/step")
				})
			}
		}
	}
}
