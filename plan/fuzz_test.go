package plan_test

import (
	"path"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
)

// FuzzCheck: whatever bytes come, Check neither panics nor lets through a script
// that nobody registered or that the plan disabled, and it explains a refusal.
func FuzzCheck(f *testing.F) {
	for _, c := range golden.Read(f, "testdata/check/*.txtar", 1) {
		f.Add(c.Files[0].Data)
	}
	for _, toolPath := range hostile {
		f.Add(plan.Document{ID: someID, Tools: []plan.Tool{{ID: "a", Path: toolPath}}}.JSON())
	}
	catalogue := testCatalogue()
	f.Fuzz(func(t *testing.T, data []byte) {
		checked, problems := plan.Check("plan.json", data, catalogue, plan.Options{})
		if (checked == nil) != (problems.Err() != nil) {
			t.Fatalf("plan %v with problems %v", checked, problems)
		}
		for _, problem := range problems {
			if problem.Kind == "" || problem.Message == "" || problem.Line == 0 || problem.File != "plan.json" {
				t.Fatalf("unexplained: %#v", problem)
			}
		}
		if checked != nil {
			requireRunnable(t, checked, data)
		}
	})
}

// requireRunnable reads the accepted document a second way.
func requireRunnable(t *testing.T, checked *plan.Plan, data []byte) {
	document, err := strictjson.ParseObject(data)
	if err != nil {
		t.Fatal(err)
	}
	if tools := document["tools"].([]any); len(tools) != len(checked.Steps()) || len(tools) > 32 {
		t.Fatalf("%d tools, %d steps", len(tools), len(checked.Steps()))
	}
	done := map[plan.ToolID]bool{}
	for _, step := range checked.Steps() {
		if _, ok := testCatalogue().Script(step.Script); !ok {
			t.Fatalf("%s is not registered", step.Script)
		}
		for _, disabled := range checked.Disabled() {
			if disabled.Key() == step.Script.Skill.Key() {
				t.Fatalf("%s is disabled", step.Script)
			}
		}
		for _, on := range step.Dependencies {
			if !done[on] {
				t.Fatalf("%q stands before %q", step.ID, on)
			}
		}
		if done[step.ID] || step.Retry.MaxRetries < 0 || step.Retry.MaxRetries > 10 || step.Retry.Backoff < 0 || step.Retry.Backoff > plan.MaxBackoff {
			t.Fatalf("%+v", step)
		}
		done[step.ID] = true
	}
	again, problems := plan.Check("plan.json", checked.Document().JSON(), testCatalogue(), plan.Options{})
	if again == nil {
		t.Fatalf("its own document is refused: %v", problems)
	}
}

// FuzzResolve: a name that resolves is one of the exact forms of that script.
func FuzzResolve(f *testing.F) {
	for _, toolPath := range hostile {
		f.Add(toolPath)
	}
	for _, script := range testCatalogue().Scripts() {
		f.Add(script.Ref.String())
		f.Add("skills/" + string(script.Ref.Skill) + "/" + script.File)
	}
	catalogue := testCatalogue()
	f.Fuzz(func(t *testing.T, toolPath string) {
		script, problem := catalogue.Resolve(toolPath)
		if problem != nil {
			return
		}
		inSkill, isFile := strings.CutPrefix(toolPath, "skills/"+string(script.Ref.Skill)+"/")
		file := script.File
		if file == "" {
			file = string(script.Ref.Script) + ".dart"
		}
		if toolPath != script.Ref.String() && (!isFile || (inSkill != file && inSkill != path.Base(file))) {
			t.Fatalf("%q is %s", toolPath, script.Ref)
		}
	})
}
