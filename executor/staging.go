package executor

import (
	"context"

	"github.com/narratoria/narratoria/skills"
)

// withStaging lets nothing of an attempt through that did not end well: no patch,
// no effect, no asset. Its events stay, for the trace. Files are the transport's:
// it takes over those of attempts that end well alone.
func withStaging(next Runner) Runner {
	return RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
		out := next.Run(ctx, inv)
		if out.Err != nil {
			out.Patches, out.Assets, out.Effects = nil, nil, nil
		}
		return out
	})
}
