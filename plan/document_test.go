package plan_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
)

// TestDocumentRoundTrip writes random documents, checks them, and takes them
// apart again.
func TestDocumentRoundTrip(t *testing.T) {
	property(t, 2_000, func(t *rapid.T) {
		doc := documents().Draw(t, "doc")
		checked, problems := plan.Check("plan.json", doc.JSON(), testCatalogue(), plan.Options{MaxEdges: 1000})
		if checked == nil {
			t.Fatal(problems)
		}
		if diff := cmp.Diff(doc, checked.Document(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("-written +checked\n%s", diff)
		}
		if !bytes.Equal(doc.JSON(), checked.Document().JSON()) {
			t.Fatal("equal documents, other bytes")
		}
	})
}

// documents draws documents that say everything and are in plan order already.
func documents() *rapid.Generator[plan.Document] {
	return rapid.Custom(func(t *rapid.T) plan.Document {
		doc := plan.Document{
			ID: someID, Narrative: rapid.String().Draw(t, "narrative"), Parallel: rapid.Bool().Draw(t, "parallel"),
			Disabled: rapid.SliceOfN(rapid.SampledFrom([]plan.SkillName{"weather", "memory", "gone"}), 0, 2).Draw(t, "disabled"),
			Attempt:  rapid.IntRange(1, 5).Draw(t, "attempt"),
			Parent:   rapid.SampledFrom([]plan.ID{"", "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b12"}).Draw(t, "parent"),
			Tools:    make([]plan.Tool, rapid.IntRange(0, 12).Draw(t, "n")),
		}
		for i := range doc.Tools {
			doc.Tools[i] = documentTool(t, doc.Tools[:i])
		}
		return doc
	})
}

func documentTool(t *rapid.T, before []plan.Tool) plan.Tool {
	tool := plan.Tool{
		ID:       plan.ToolID(fmt.Sprint(rapid.StringN(0, 10, 40).Draw(t, "id"), len(before))),
		Path:     rapid.SampledFrom([]string{"echo/echo", "dice-roller/roll-dice", "storyteller/narrate"}).Draw(t, "path"),
		Input:    map[string]any{rapid.String().Draw(t, "key"): strictjson.Number(fmt.Sprint(rapid.Int64().Draw(t, "number")))},
		Optional: rapid.Bool().Draw(t, "optional"),
		Async:    rapid.Bool().Draw(t, "async"),
		Retry: &plan.RetryPolicy{
			MaxRetries: rapid.IntRange(0, 10).Draw(t, "retries"),
			Backoff:    time.Duration(rapid.IntRange(0, 5000).Draw(t, "backoff")) * time.Millisecond,
		},
	}
	for _, other := range before {
		if rapid.Bool().Draw(t, "edge") {
			tool.Dependencies = append(tool.Dependencies, other.ID)
		}
	}
	return tool
}

func TestPlanSharesNothingWithItsDocument(t *testing.T) {
	data := plan.Document{ID: someID, Narrative: "dusk", Disabled: []plan.SkillName{"memory"}, Tools: []plan.Tool{
		{ID: "a", Path: "echo/echo", Input: map[string]any{"list": []any{"x"}}},
		{ID: "b", Path: "echo/echo", Dependencies: []plan.ToolID{"a"}},
	}}.JSON()
	checked, problems := plan.Check("plan.json", data, testCatalogue(), plan.Options{})
	before := render(checked, problems)
	for i := range data {
		data[i] = '#'
	}
	doc := checked.Document()
	doc.Disabled[0], doc.Tools[0].ID = "changed", "changed"
	doc.Tools[0].Input["list"].([]any)[0] = "changed"
	doc.Tools[1].Dependencies[0] = "changed"
	doc.Tools[1].Retry.MaxRetries = 9
	if diff := cmp.Diff(before, render(checked, problems)); diff != "" {
		t.Error(diff)
	}
}

// A manifest's policy is copied too: changing it later changes no plan.
func TestPlanSharesNothingWithTheManifest(t *testing.T) {
	retry := &plan.RetryPolicy{MaxRetries: 1, Backoff: time.Second}
	catalogue := plan.NewCatalogue([]plan.Script{{Ref: plan.ScriptRef{Skill: "a", Script: "x"}, Retry: retry}})
	data := plan.Document{ID: someID, Tools: []plan.Tool{{ID: "a", Path: "a/x"}}}.JSON()
	checked, _ := plan.Check("plan.json", data, catalogue, plan.Options{})
	retry.MaxRetries = 10
	if got := checked.Steps()[0].Retry; got != (plan.RetryPolicy{MaxRetries: 1, Backoff: time.Second}) {
		t.Error(got)
	}
}

func TestNewIDFillsOnlyAMissingOne(t *testing.T) {
	const fresh = plan.ID("0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b99")
	opts := plan.Options{NewID: func() plan.ID { return fresh }}
	for _, test := range []struct {
		data string
		want plan.ID // "" for a refused plan
	}{
		{`{"tools":[]}`, fresh},
		{`{"narrative":"}","tools":[] } `, fresh},
		{`{"requestId":"` + someID + `","tools":[]}`, someID},
		{`{"requestId":"plan-1","tools":[]}`, ""},
		{`{"requestId":null,"tools":[]}`, ""},
		{`{}`, ""},
		{`[]`, ""},
		{`{"tools":[]`, ""},
	} {
		checked, problems := plan.Check("plan.json", []byte(test.data), testCatalogue(), opts)
		switch {
		case checked == nil && (test.want != "" || problems.Err() == nil):
			t.Errorf("%s: refused: %v", test.data, problems)
		case checked != nil && checked.ID() != test.want:
			t.Errorf("%s: id %q, want %q", test.data, checked.ID(), test.want)
		}
	}
	_, problems := plan.Check("plan.json", []byte(`{}`), testCatalogue(), opts)
	if len(problems) != 1 || problems[0].Kind != contracts.Missing {
		t.Errorf("the id that was filled in is missed all the same: %v", problems)
	}
}

func TestDocumentID(t *testing.T) {
	for data, want := range map[string]plan.ID{
		`{"requestId":"` + someID + `","tools":7}`: someID,
		`{"requestId":"{` + someID + `}"}`:         "",
		`{"requestId":"plan-1"}`:                   "",
		`{"requestId":7}`:                          "",
		`{}`:                                       "",
		`{"requestId":"` + someID + `","requestId":"x"}`: "",
		"": "",
	} {
		if got := plan.DocumentID([]byte(data)); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}

func TestDocumentAttempt(t *testing.T) {
	for data, want := range map[string]int{
		`{"metadata":{"generationAttempt":3},"tools":7}`: 3,
		`{"metadata":{"generationAttempt":5.0}}`:         5,
		`{"metadata":{"generationAttempt":1e99}}`:        5,
		`{"metadata":{"generationAttempt":-1}}`:          1,
		`{"metadata":{"generationAttempt":"2"}}`:         1,
		`{"metadata":[2]}`:                               1,
		`{}`:                                             1,
		"":                                               1,
	} {
		if got := plan.DocumentAttempt([]byte(data)); got != want {
			t.Errorf("%s: %d, want %d", data, got, want)
		}
	}
}

// A document that was refused for its size costs no more than its text.
func TestStatedMakesNoTree(t *testing.T) {
	tools := strings.Repeat(`{"toolId":"a","toolPath":"a/b","input":{"x":[1,2,3]}},`, 20_000)
	data := []byte(`{"requestId":"` + someID + `","tools":[` + tools + `7],"metadata":{"generationAttempt":4}}`)
	allocations := testing.AllocsPerRun(1, func() {
		if plan.DocumentID(data) != someID || plan.DocumentAttempt(data) != 4 {
			t.Error("what the document states was not found")
		}
	})
	if allocations > 1_000 {
		t.Errorf("%.0f allocations for %d tools", allocations, 20_000)
	}
}
