// Package echo is the bundled skill echo, with which plans and hosts are tried
// out: it does what its input says. An input without any of these fields comes
// back as the output.
//
//	sleepMs  1500: waited first, or until nobody waits for the answer
//	log      a text, logged at level info
//	narrate  a text, a piece of prose
//	patch    {...}: a state patch
//	data     {"key": "k", "value": 1}: written to the skill's memory
//	fail     an error code, such as "unavailable": after all of the above, fails with it
//	output   {...}: the output
package echo

import (
	"context"
	"time"

	"github.com/narratoria/narratoria/skills/kit"
)

type input struct {
	SleepMs int64          `json:"sleepMs"`
	Log     string         `json:"log"`
	Narrate string         `json:"narrate"`
	Patch   map[string]any `json:"patch"`
	Data    *record        `json:"data"`
	Fail    string         `json:"fail"`
	Output  map[string]any `json:"output"`
}

type record struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
}

var fields = []string{"sleepMs", "log", "narrate", "patch", "data", "fail", "output"}

// Echo is the script echo.
func Echo(ctx context.Context, inv *kit.Invocation) error {
	if !instructed(inv.Input) {
		inv.Output(inv.Input)
		return nil
	}
	var in input
	if err := inv.ReadInput(&in); err != nil {
		return err
	}
	if err := sleep(ctx, time.Duration(in.SleepMs)*time.Millisecond); err != nil {
		return err
	}
	return in.carryOut(ctx, inv)
}

func instructed(in map[string]any) bool {
	for _, field := range fields {
		if _, ok := in[field]; ok {
			return true
		}
	}
	return false
}

func (in *input) carryOut(ctx context.Context, inv *kit.Invocation) error {
	if in.Log != "" {
		inv.Log("info", in.Log, nil)
	}
	if in.Narrate != "" {
		inv.Narrate(in.Narrate, "")
	}
	if in.Patch != nil {
		inv.Patch(in.Patch)
	}
	if in.Data != nil {
		if err := inv.Data().Set(ctx, in.Data.Key, in.Data.Value); err != nil {
			return err
		}
	}
	if in.Fail != "" {
		return kit.Failf(in.Fail, "the input asks for this failure")
	}
	if in.Output != nil {
		inv.Output(in.Output)
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
