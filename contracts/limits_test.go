package contracts_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/contracts"
)

// TestBombs checks documents made to cost: each is answered, and none is taken.
func TestBombs(t *testing.T) {
	const uuid = `"requestId": "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11"`
	for name, document := range map[string]string{
		"deep arrays":      strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000),
		"too deep to read": strings.Repeat("[", 100_000),
		"deep beats":       `{"beats": ` + strings.Repeat(`[`, 9_000) + strings.Repeat("]", 9_000) + `}`,
		"many wrong items": `{` + uuid + `, "tools": [` + strings.Repeat("1,", 150_000) + `1]}`,
		"many values":      `{` + uuid + `, "tools": [` + strings.Repeat("[],", 250_000) + `1]}`,
		"many bytes":       `{` + uuid + `, "tools": "` + strings.Repeat("x", 17<<20) + `"}`,
		"many names":       `{` + manyNames(50_000) + `}`,
		"a long number":    `{"beats": [{"outcomes": [{"probability": ` + strings.Repeat("9", 1<<20) + `}]}]}`,
		"a large exponent": `{"beats": [{"outcomes": [{"probability": 1e-99999999999999999999}]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			for _, contract := range []contracts.Contract{contracts.PlanJSON, contracts.PlotBeats, contracts.ConfigSchemaMeta} {
				_, problems := contracts.Validate(contract, "bomb.json", []byte(document))
				if problems.Err() == nil {
					t.Errorf("%s takes it", contract)
				}
				checkPlaces(t, []byte(document), problems)
			}
		})
	}
}

func manyNames(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf(`"n%d": 0`, i)
	}
	return strings.Join(names, ",")
}

// TestDeepInputIsTaken checks that what a plan leaves open is not walked.
func TestDeepInputIsTaken(t *testing.T) {
	deep := strings.Repeat("[", 9_900) + strings.Repeat("]", 9_900)
	plan := `{"requestId": "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11", "tools": [{"toolId": "a", "toolPath": "b/c", "input": {"x": ` + deep + `}}]}`
	if _, problems := contracts.Validate(contracts.PlanJSON, "plan.json", []byte(plan)); len(problems) > 0 {
		t.Error(problems)
	}
}

// TestMemoryOfFaults checks that a document all wrong costs memory in proportion.
func TestMemoryOfFaults(t *testing.T) {
	document := []byte(`{"beats": [` + strings.Repeat("0,", 190_000) + `0]}`)
	contracts.PlotBeats.Schema()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	contracts.Validate(contracts.PlotBeats, "beats.json", document)
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 300 {
		t.Errorf("%d KiB of faults cost %d MiB", len(document)>>10, used)
	}
}

func TestMoreProblemsThanAreListed(t *testing.T) {
	for _, test := range []struct {
		name     string
		contract contracts.Contract
		document string
		warning  bool
	}{
		{"errors", contracts.PlotBeats, `{"beats": [` + strings.Repeat("0,", 80) + `0]}`, false},
		{"unknown fields", contracts.CampaignManifest, `{"title": "T", "version": "1.0.0", ` + manyNames(80) + `}`, true},
		{"errors behind warnings", contracts.PlotBeats, `{` + manyNames(80) + `, "x-a": 1}`, false},
		{"an error that is left out", contracts.PlotBeats, `{` + manyNames(80) + `, "beats": [0]}`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, problems := contracts.Validate(test.contract, "f.json", []byte(test.document))
			if len(problems) != contracts.MaxProblems+1 {
				t.Errorf("%d problems are listed, want %d and one more", len(problems), contracts.MaxProblems)
			}
			if warning := problems.Err() == nil; warning != test.warning {
				t.Errorf("only warnings: %t, want %t", warning, test.warning)
			}
		})
	}
}
