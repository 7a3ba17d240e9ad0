package plan_test

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// results are execution results that between them use every field.
func results() map[string]*plan.Result {
	_, cyclic := plan.Check("plan.json", plan.Document{ID: someID, Tools: []plan.Tool{
		{ID: "a", Path: "echo/ekko", Dependencies: []plan.ToolID{"a"}},
	}}.JSON(), testCatalogue(), plan.Options{})
	cyclic = append(cyclic, contracts.Problem{
		Kind: contracts.WrongType, Message: "neither", Warning: true, Causes: []contracts.Problem{{Kind: contracts.BadValue, Message: "one"}},
	})
	return map[string]*plan.Result{
		"empty":      {PlanID: someID, Success: true, Attempt: 1},
		"refused":    plan.Refused(someID, cyclic, 4),
		"last":       plan.Refused("", nil, plan.MaxAttempts),
		"everything": everyField(),
	}
}

func everyField() *plan.Result {
	head := protocol.Envelope{RequestID: "r-1", Timestamp: "2026-03-01T10:00:00Z", Extra: protocol.Object{"mood": "dim"}}
	roll := plan.ToolResult{
		ToolID: "roll", Script: plan.ScriptRef{Skill: "dice-roller", Script: "roll-dice"}, State: plan.Success,
		Output: protocol.Object{"total": 7}, Retries: 1, Duration: 1500 * time.Millisecond,
		Events: []protocol.Event{
			&protocol.Log{Envelope: head, Level: protocol.LevelInfo, Message: "rolling", Fields: protocol.Object{"n": 2}},
			&protocol.StatePatch{Patch: protocol.Object{"flags": protocol.Object{"lit": true}}},
			&protocol.Asset{AssetID: "map", Kind: "image", MediaType: "image/png", Path: "map.png", Metadata: protocol.Object{"w": 1}},
			&protocol.UIEvent{Event: "narration", Payload: protocol.Object{"text": "Dust."}},
			&protocol.Error{Code: "soft", Message: "went on", Details: protocol.Object{"try": 1}},
			&protocol.Done{OK: true, Summary: "7", Output: protocol.Object{"total": 7}},
		},
		Warnings: []string{"output after done"},
	}
	slow := plan.ToolResult{
		ToolID: "slow", Script: plan.ScriptRef{Skill: "weather", Script: "report"}, State: plan.Timeout, Duration: 30 * time.Second,
		Error: &plan.ToolError{Code: "timeout", Message: "no answer in 30s", Category: plan.TimedOut, Details: protocol.Object{"limitMs": 30000}},
	}
	skipped := plan.ToolResult{
		ToolID: "tell", Script: plan.ScriptRef{Skill: "storyteller", Script: "narrate"}, State: plan.Skipped,
		Error: &plan.ToolError{Code: "dependency_failed", Message: `"slow" failed`, Category: plan.TimedOut, RootCause: "slow"},
	}
	return &plan.Result{
		PlanID: someID, CanReplan: true, Failed: []plan.ToolID{"slow"}, Disabled: []plan.SkillName{"weather"},
		Tools: []plan.ToolResult{roll, slow, skipped}, State: protocol.Object{"flags": protocol.Object{"lit": true}},
		Assets: []plan.Asset{
			{AssetID: "map", Kind: "image", MediaType: "image/png", Path: "/out/map.png", SHA256: strings.Repeat("0a", 32), Size: 3, Tool: "roll", Metadata: protocol.Object{"w": 1}},
			{AssetID: "odd", Kind: "other", MediaType: "x/y", Path: "/out/odd", Tool: "roll", Placeholder: true},
		},
		Duration: 31 * time.Second, Attempt: 2, Conflicts: []string{"flags.lit"},
	}
}

// TestResultJSON compares each result with testdata/results.txtar, with and
// without timings, and validates it against its contract.
func TestResultJSON(t *testing.T) {
	c := golden.Read(t, "testdata/results.txtar", 1)[0]
	all := results()
	for _, file := range c.Files {
		name, timed := strings.CutSuffix(strings.TrimSuffix(file.Name, ".json"), "-timings")
		data := all[name].JSON(timed)
		if _, problems := contracts.Validate(contracts.ExecutionResult, file.Name, data); problems != nil {
			t.Errorf("%s: %v", file.Name, problems)
		}
		pretty := jsontext.Value(data)
		if err := pretty.Indent(jsontext.WithIndent("  ")); err != nil {
			t.Fatal(err)
		}
		pretty = append(pretty, '\n')
		c.Want(t, file.Name, string(pretty))
	}
}

// The contract refuses what the writer must never write, so passing it means
// something.
func TestResultContractRefuses(t *testing.T) {
	for _, change := range [][2]string{
		{`"state":"skipped"`, `"state":"gone"`},
		{`"category":"timeout"`, `"category":"slow"`},
		{`"planId":`, `"planID":`},
		{`"retryCount":1`, `"retryCount":"1"`},
	} {
		broken := strings.Replace(string(everyField().JSON(true)), change[0], change[1], 1)
		if _, problems := contracts.Validate(contracts.ExecutionResult, "result.json", []byte(broken)); problems.Err() == nil {
			t.Errorf("%s is taken", change[1])
		}
	}
}

func TestRefusedMayBeReplannedFourTimes(t *testing.T) {
	for attempt := 1; attempt <= plan.MaxAttempts; attempt++ {
		r := plan.Refused(someID, nil, attempt)
		if r.CanReplan != (attempt < 5) || r.Success || r.Attempt != attempt {
			t.Errorf("attempt %d: %+v", attempt, r)
		}
	}
}

func TestProblemsJSON(t *testing.T) {
	_, problems := plan.Check("plan.json", []byte(`{"requestId":"`+someID+`","tool":[]}`), testCatalogue(), plan.Options{})
	const want = `[{"column":53,"file":"plan.json","kind":"unknown_field","line":1,"message":"unknown field \"tool\"","nearest":"tools","pointer":"/tool"}]`
	if got := string(plan.ProblemsJSON(problems)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(plan.ProblemsJSON(nil)); got != "[]" {
		t.Error(got)
	}
}
