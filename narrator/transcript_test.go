package narrator_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
)

// A transcript is one request: prose on what it pins, then
//
//	scene   the name of a scene of world_test.go, or "$scene" as JSON
//	input   what the player does
//	also    further scripts, a line each: "skill/script priority trigger, trigger" (optional)
//	gone    prefixes of scripts that the catalogue lacks (optional)
//	failed  failures before, a line each: "step skill/script message" (optional; the request is then a second one)
//	plan    the patterns that fit, and the plan's steps in order
func TestPlans(t *testing.T) {
	golden.Cases(t, "testdata/plans/*.txtar", 18, func(t *testing.T, c *golden.Case) {
		c.Explained(t)
		c.Want(t, "plan", planned(t, requestFrom(t, c)))
	})
}

func requestFrom(t *testing.T, c *golden.Case) plan.Request {
	t.Helper()
	refs := everything
	for gone := range strings.FieldsSeq(c.Text("gone")) {
		refs = without(refs, gone)
	}
	var scripts []plan.Script
	for line := range strings.Lines(c.Text("also")) {
		scripts = append(scripts, furtherScript(t, strings.TrimSpace(line)))
	}
	for _, ref := range refs {
		scripts = append(scripts, script(ref))
	}
	scene := c.Text("scene")
	if named, ok := scenes[scene]; ok {
		scene = named
	}
	request := plan.Request{
		ID: requestID, Input: c.Text("input"), State: stateOf(t, scene, people), Catalogue: plan.NewCatalogue(scripts), Attempt: 1,
	}
	for line := range strings.Lines(c.Text("failed")) {
		request.Attempt, request.Parent = 2, "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b10"
		step, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		ref, message, _ := strings.Cut(rest, " ")
		request.Failures = append(request.Failures, plan.Failure{
			Tool: plan.ToolID(step), Script: script(ref).Ref, Error: plan.ToolError{Code: "timeout", Category: plan.TimedOut, Message: message},
		})
	}
	return request
}

func furtherScript(t *testing.T, line string) plan.Script {
	t.Helper()
	ref, rest, _ := strings.Cut(line, " ")
	s := script(ref)
	number, triggers, ok := strings.Cut(rest, " ")
	if _, err := fmt.Sscan(number, &s.Priority); err != nil || !ok {
		t.Fatalf("%q is no script with priority and triggers: %v", line, err)
	}
	for trigger := range strings.SplitSeq(triggers, ",") {
		s.Triggers = append(s.Triggers, strings.TrimSpace(trigger))
	}
	return s
}

// planned is a plan as a person reads it: one line a step.
func planned(t *testing.T, request plan.Request) string {
	t.Helper()
	data, err := narrator.Rules{}.Plan(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	checked, problems := plan.Check("plan.json", data, request.Catalogue, plan.Options{})
	if checked == nil {
		t.Fatal(problems)
	}
	return fmt.Sprintf("fits %s\n%s", strings.Join(narrator.Fitting(request), ", "), steps(checked))
}

func steps(checked *plan.Plan) string {
	var b strings.Builder
	for _, s := range checked.Steps() {
		kind := "may"
		if s.Required {
			kind = "must"
		}
		fmt.Fprintf(&b, "%-8s %-4s %s %s", s.ID, kind, s.Script, strictjson.Append(nil, s.Input))
		if len(s.Dependencies) > 0 {
			fmt.Fprintf(&b, " after %v", s.Dependencies)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
