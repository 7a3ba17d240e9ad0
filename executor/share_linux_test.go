package executor_test

import (
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// mostOfPlan is how much a program may grow by for a plan of as many steps as there may be.
const mostOfPlan = 128 << 20

// filling is both ways to run a filler.
func filling(t *testing.T) map[string]func(how string) (executor.Runner, *skills.Script) {
	return ways(t, "fill", func(how string, in io.Reader, out io.Writer) { fillers[how].answer(in, out) }, skills.StoryRead)
}

// fill runs a plan of 32 such steps, of which so many run at once, and says by how much the
// program grew, until the result had been written, too.
func fill(t *testing.T, runner executor.Runner, script *skills.Script, atOnce int) (grown int, result *plan.Result) {
	t.Helper()
	opts := options(nil)
	opts.Runner, opts.Concurrency, opts.Host = runner, atOnce, storyless{}
	opts.PlanTimeout, opts.ScriptTimeout, opts.OptionalBudget = time.Minute, time.Minute, time.Minute
	opts.Lookup = func(plan.ScriptRef) (*skills.Script, bool) { return script, true }
	var tools []tool
	for i := range 32 {
		tools = append(tools, tool{id: fmt.Sprintf("t%d", i), optional: true, async: true})
	}
	p := build(t, true, tools...)
	debug.FreeOSMemory()
	resident := soak.ResetPeak(t)
	result = executor.Run(t.Context(), p, object{}, opts)
	if err := result.WriteJSON(io.Discard, false); err != nil {
		t.Fatal(err)
	}
	return soak.Peak(t) - resident, result
}

// TestPlansOfGreedySkills: 32 steps that each fill all that one may have make a plan no
// larger than a program can bear, however many of them run at once.
func TestPlansOfGreedySkills(t *testing.T) {
	for how, behaviour := range fillers {
		for name, transport := range filling(t) {
			for _, atOnce := range []int{2, 32} {
				if !soak.Whole() && (atOnce < 32 || soak.Raced && (name != "inprocess" || !behaviour.raced)) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%d at once", how, name, atOnce), func(t *testing.T) {
					runner, script := transport(how)
					grown, result := fill(t, runner, script, atOnce)
					t.Logf("%d MiB more", grown>>20)
					if grown > mostOfPlan && (!soak.Raced || grown > 2*mostOfPlan) {
						t.Errorf("%d MiB more", grown>>20)
					}
					for _, step := range result.Tools {
						if code := codeOf(step.Error); code != behaviour.code {
							t.Fatalf("%s: %q, want %q: %v", step.ToolID, code, behaviour.code, step.Error)
						}
					}
				})
			}
		}
	}
}

// thinned leaves out what the race detector has nothing new to see in: the plans that it
// watches are as many at once.
func thinned(t *testing.T) bool {
	if soak.Raced && !soak.Whole() {
		t.Log("left to runs without the race detector")
		return true
	}
	return false
}

func codeOf(err *plan.ToolError) string {
	if err == nil {
		return ""
	}
	return err.Code
}

// TestPlansOfGreedySkillsUnshared is the negative control: where attempts have no share
// the same measure sees the plan grow by what they all keep.
func TestPlansOfGreedySkillsUnshared(t *testing.T) {
	if thinned(t) {
		return
	}
	runner, script := filling(t)["inprocess"]("prose")
	grown, _ := fill(t, unshared(runner), script, 2)
	t.Logf("%d MiB more", grown>>20)
	if grown < 2*mostOfPlan {
		t.Errorf("only %d MiB more with nothing shared: the test shows nothing", grown>>20)
	}
}

// TestSharesHangOnNobodyElse: what is kept of a step is the same, whoever runs beside it.
func TestSharesHangOnNobodyElse(t *testing.T) {
	if thinned(t) {
		return
	}
	var want []string
	for _, atOnce := range []int{1, 32} {
		runner, script := filling(t)["inprocess"]("all kinds")
		_, result := fill(t, runner, script, atOnce)
		var kept []string
		for _, step := range result.Tools {
			kept = append(kept, fmt.Sprint(len(step.Events), step.Warnings))
		}
		if want == nil {
			want = kept
		}
		if !slices.Equal(kept, want) || len(result.Tools[31].Warnings) != 1 {
			t.Errorf("%d at once: %q is kept, and %q one by one", atOnce, kept, want)
		}
	}
}
