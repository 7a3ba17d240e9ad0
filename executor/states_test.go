package executor_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// TestStatesOfLargePlans holds what steps read, and the end, against the patches merged
// one after the other, in plans large enough that states are made from one another.
func TestStatesOfLargePlans(t *testing.T) {
	for n := range soak.Count(200) {
		r := stream(t, n)
		shape := shapes[r.IntN(len(shapes))]
		g := graph{plan: shaped(t, shape.needs, 70+r.IntN(200)), acts: map[plan.ToolID][]act{}}
		for _, step := range g.plan.Steps() {
			g.acts[step.ID] = []act{drawAct(r, tool{id: string(step.ID)})}
		}
		base := object{"a": object{"a": "base"}, "b": "base"}
		truth := foresee(g, base)

		var mutex sync.Mutex
		var wrong []string
		opts := options(nil)
		opts.Concurrency = runtime.GOMAXPROCS(0)
		opts.Runner = executor.RunnerFunc(func(_ context.Context, inv skills.Invocation) skills.Outcome {
			if r := inv.Scope.State(); !strictjson.Equal(r, truth.reads[inv.Scope.Tool]) {
				mutex.Lock()
				defer mutex.Unlock()
				wrong = append(wrong, fmt.Sprintf("%s reads %v, want %v", inv.Scope.Tool, r, truth.reads[inv.Scope.Tool]))
			}
			done := &protocol.Done{OK: true}
			return skills.Outcome{Events: []protocol.Event{done}, Done: done, Patches: g.acts[inv.Scope.Tool][0].patches}
		})
		result := executor.Run(t.Context(), g.plan, base, opts)
		if len(wrong) > 0 || !strictjson.Equal(result.State, truth.state) {
			t.Fatalf("case %d, %s: %q; ends with %v, want %v", n, shape.name, wrong, result.State, truth.state)
		}
	}
}
