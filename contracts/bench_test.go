package contracts_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/contracts"
)

func BenchmarkValidateSmallestPlan(b *testing.B) {
	plan := []byte(`{"requestId": "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11", "tools": []}`)
	contracts.PlanJSON.Schema()
	for b.Loop() {
		if _, problems := contracts.Validate(contracts.PlanJSON, "plan.json", plan); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}

func BenchmarkValidateThousandBeats(b *testing.B) {
	archive := read(b, "valid", contracts.PlotBeats)
	beat := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(archive.Files[1].Data)), "{\n  \"beats\": ["), "]\n}")
	beats := []byte(`{"beats": [` + strings.Repeat(beat+",", 999) + beat + `]}`)
	contracts.PlotBeats.Schema()
	b.SetBytes(int64(len(beats)))
	for b.Loop() {
		if _, problems := contracts.Validate(contracts.PlotBeats, "beats.json", beats); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}

func BenchmarkCompileConfig(b *testing.B) {
	contracts.ConfigSchemaMeta.Schema()
	for b.Loop() {
		if _, problems := contracts.CompileConfig("s.json", []byte(dice)); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
