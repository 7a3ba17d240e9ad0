package plan_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
)

func TestLimits(t *testing.T) {
	narrative := `{"requestId":"` + someID + `","tools":[],"narrative":"` + strings.Repeat("x", 2<<20) + `"}`
	for _, test := range []struct {
		name    string
		data    []byte
		opts    plan.Options
		message string // "" for an accepted plan
		pointer string
	}{
		{"32 tools", hugePlan(32, 2), plan.Options{}, "", ""},
		{"33 tools", hugePlan(33, 0), plan.Options{}, "the plan has more than 32 tools", "/tools/32"},
		{"100,000 tools", hugePlan(100_000, 0), plan.Options{}, "the plan has more than 32 tools", "/tools/32"},
		{"65 edges", hugePlan(32, 3), plan.Options{}, "the plan's tools have more than 64 dependencies in all", "/tools/23/dependencies/1"},
		{"100,000 edges", manyEdges(100_000), plan.Options{}, "the plan's tools have more than 64 dependencies in all", "/tools/0/dependencies/64"},
		{"raised", hugePlan(33, 3), plan.Options{MaxTools: 33, MaxEdges: 99}, "", ""},
		{"lowered", hugePlan(2, 1), plan.Options{MaxTools: 1}, "the plan has more than 1 tools", "/tools/1"},
		{"2 MiB of narrative", []byte(narrative), plan.Options{}, fmt.Sprintf("the plan has %d bytes, and the limit is 1048576", len(narrative)), ""},
		{"2 MiB allowed", []byte(narrative), plan.Options{MaxBytes: 3 << 20}, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			began := time.Now()
			checked, problems := plan.Check("plan.json", test.data, testCatalogue(), test.opts)
			took := time.Since(began)
			if soak.Whole() && !soak.Raced && took > 50*time.Millisecond {
				t.Errorf("took %v", took)
			}
			t.Logf("%d bytes within %v", len(test.data), took)
			if test.message == "" {
				if checked == nil {
					t.Fatal(problems)
				}
				return
			}
			if checked != nil || len(problems) != 1 {
				t.Fatalf("accepted, or %d problems", len(problems))
			}
			if p := problems[0]; p.Kind != contracts.Limit || p.Message != test.message || p.Pointer != test.pointer || p.Line == 0 {
				t.Errorf("%#v", p)
			}
		})
	}
}

// What stands behind the first tool too many is not read: were it, this would be
// a syntax error.
func TestLimitsReadNoFurther(t *testing.T) {
	data := hugePlan(33, 0)
	data = append(data[:bytes.LastIndex(data, []byte(`{"async"`))], "... and so on"...)
	_, problems := plan.Check("plan.json", data, testCatalogue(), plan.Options{})
	if len(problems) != 1 || problems[0].Kind != contracts.Limit {
		t.Error(problems)
	}
}

// Broken text before the limit stays a syntax error.
func TestLimitsLeaveSyntaxAlone(t *testing.T) {
	_, problems := plan.Check("plan.json", []byte(`{"tools":[}`+strings.Repeat("{},", 40)), testCatalogue(), plan.Options{})
	if len(problems) != 1 || problems[0].Kind != contracts.Syntax {
		t.Error(problems)
	}
}

// hugePlan has tools that each need as many of those before them.
func hugePlan(tools, edges int) []byte {
	doc := plan.Document{ID: someID, Tools: make([]plan.Tool, tools)}
	for i := range doc.Tools {
		doc.Tools[i] = plan.Tool{ID: toolID(i), Path: "echo/echo"}
		for j := max(0, i-edges); j < i; j++ {
			need(&doc.Tools[i], toolID(j))
		}
	}
	return doc.JSON()
}

// manyEdges is a plan of one tool that needs a great many others.
func manyEdges(edges int) []byte {
	tool := plan.Tool{ID: "all", Path: "echo/echo", Dependencies: make([]plan.ToolID, edges)}
	for i := range edges {
		tool.Dependencies[i] = toolID(i)
	}
	return plan.Document{ID: someID, Tools: []plan.Tool{tool}}.JSON()
}

func toolID(i int) plan.ToolID { return plan.ToolID(fmt.Sprint("t", i)) }
