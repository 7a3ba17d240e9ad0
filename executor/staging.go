package executor

import (
	"context"
	"os"

	"github.com/narratoria/narratoria/skills"
)

// withStaging lets nothing of an attempt through that did not end well: no patch,
// no effect, no asset and no asset's file. Its events stay, for the trace.
func withStaging(next Runner) Runner {
	return RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
		out := next.Run(ctx, inv)
		if out.Err == nil {
			return out
		}
		for _, asset := range out.Assets {
			if err := os.Remove(asset.Path); err != nil && !os.IsNotExist(err) {
				out.Warnings = append(out.Warnings, "a file of a failed attempt could not be removed: "+err.Error())
			}
		}
		out.Patches, out.Assets, out.Effects = nil, nil, nil
		return out
	})
}
