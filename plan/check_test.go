package plan_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
)

// TestCheckTranscripts checks the plan of each transcript and compares the order
// of its steps, or the problems word for word.
func TestCheckTranscripts(t *testing.T) {
	golden.Cases(t, "testdata/check/*.txtar", 40, func(t *testing.T, c *golden.Case) {
		checked, problems := plan.Check("plan.json", c.Files[0].Data, testCatalogue(), plan.Options{})
		c.Want(t, c.Files[1].Name, render(checked, problems))
	})
}

// testCatalogue has built-in scripts, scripts with files, two files of one base
// name in one skill, and a manifest with a retry policy.
func testCatalogue() *plan.Catalogue {
	script := func(skill plan.SkillName, name plan.ScriptName, file string) plan.Script {
		return plan.Script{Ref: plan.ScriptRef{Skill: skill, Script: name}, File: file}
	}
	forecast := script("weather", "forecast", "scripts/forecast.py")
	forecast.Retry = &plan.RetryPolicy{MaxRetries: 5, Backoff: 200 * time.Millisecond}
	return plan.NewCatalogue([]plan.Script{
		script("dice-roller", "roll-dice", ""),
		script("echo", "echo", ""),
		script("memory", "store-memory", ""),
		script("memory", "recall-memory", ""),
		script("storyteller", "narrate", "scripts/narrate.dart"),
		forecast,
		script("weather", "report", "scripts/report.sh"),
		script("weather", "old-report", "legacy/report.sh"),
	})
}

func render(p *plan.Plan, problems plan.Problems) string {
	var b strings.Builder
	for _, problem := range problems {
		fmt.Fprintln(&b, problem.Kind, problem)
	}
	if p != nil {
		fmt.Fprintf(&b, "plan %s attempt %d parent %q parallel %t disabled %q narrative %q\n",
			p.ID(), p.Attempt(), p.Parent(), p.Parallel(), p.Disabled(), p.Narrative())
		for _, step := range p.Steps() {
			fmt.Fprintln(&b, renderStep(step))
		}
	}
	return b.String()
}

func renderStep(s plan.Step) string {
	return fmt.Sprintf("%s = %s %s after %q required %t async %t retry %d from %v occurrence %d",
		s.ID, s.Script, strictjson.Append(nil, s.Input), s.Dependencies,
		s.Required, s.Async, s.Retry.MaxRetries, s.Retry.Backoff, s.Occurrence)
}
