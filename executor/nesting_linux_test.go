package executor_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/process"
)

// mostLate is how much longer than its limit a script may take that ends when it is asked to. A
// busy machine may need longer; one that runs whole counts must not.
func mostLate() time.Duration {
	if soak.Whole() {
		return 250 * time.Millisecond
	}
	return 5 * time.Second
}

// TestTimeoutsNestByTheClock is TestTimeoutsNest with processes, which end when they are asked
// to: whichever of a script's, the optional steps', the plan's and the turn's time is the
// shortest, that ends it, and hardly later. Times are a fortieth of the usual ones.
func TestTimeoutsNestByTheClock(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const s = time.Second / 40
	sleeping := func(d time.Duration) []string {
		return []string{"/bin/sh", "-c", fmt.Sprintf(`sleep %f & wait; echo '{"version":"0","type":"done","ok":true,"output":{}}'`, d.Seconds())}
	}
	for _, test := range []struct {
		name                               string
		takes                              time.Duration
		script, plan, optional, turn, want time.Duration
		steps                              int
		code                               string
	}{
		{"script", 300 * s, 10 * s, 60 * s, 90 * s, 90 * s, 10 * s, 1, "timeout"},
		{"plan", 300 * s, 300 * s, 60 * s, 90 * s, 90 * s, 60 * s, 1, "plan_timeout"},
		{"three in a plan", 29 * s, 300 * s, 60 * s, 90 * s, 90 * s, 60 * s, 3, "plan_timeout"},
		{"optional steps", 300 * s, 300 * s, 60 * s, 10 * s, 90 * s, 10 * s, 1, "optional_timeout"},
		{"turn", 300 * s, 300 * s, 60 * s, 90 * s, 20 * s, 20 * s, 1, "turn_timeout"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			processes := process.New(process.Options{TempRoot: t.TempDir()})
			defer processes.Close()
			var tools []tool
			for i := range test.steps {
				tools = append(tools, tool{id: string(rune('a' + i)), optional: true})
			}
			p, opts := build(t, false, tools...), executor.Options{Runner: processes}
			opts.PlanTimeout, opts.OptionalBudget = test.plan, test.optional
			opts.Lookup = func(ref plan.ScriptRef) (*skills.Script, bool) {
				return &skills.Script{
					Ref: ref, Skill: &skills.Skill{Name: ref.Skill, Dir: filepath.Dir(program)}, Timeout: test.script,
					Path: program, Interpreter: sleeping(test.takes),
				}, true
			}
			latest := time.Duration(0)
			for range soak.Count(40) {
				began := time.Now() // before the turn has its time: in between another may have the processor
				ctx, cancel := context.WithTimeout(t.Context(), test.turn)
				result := executor.Run(ctx, p, nil, opts)
				took := time.Since(began)
				cancel()
				latest = max(latest, took-test.want)
				last := result.Tools[len(result.Tools)-1]
				if last.Error == nil || last.Error.Code != test.code || took < test.want || took > test.want+mostLate() {
					t.Fatalf("ended after %v with %v, want %v with %s", took, last.Error, test.want, test.code)
				}
			}
			t.Logf("ended %v late at the most", latest)
		})
	}
}
