package plan_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
)

const someID = "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11"

// roomy lets graphs be as large as a test likes.
var roomy = plan.Options{MaxTools: 1 << 20, MaxEdges: 1 << 20}

// property runs a rapid property over a soak count at a fixed seed.
func property(t *testing.T, whole int, run func(*rapid.T)) {
	t.Helper()
	for name, value := range map[string]string{
		"rapid.checks": strconv.Itoa(soak.Count(whole)), "rapid.seed": "20260301", "rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, run)
}

// TestGraphsAgreeWithOracle compares what Check says of random graphs, most of
// them broken, with reachability found the plain way.
func TestGraphsAgreeWithOracle(t *testing.T) {
	accepted, refused, longest := 0, map[contracts.Kind]int{}, time.Duration(0)
	property(t, 5_000, func(t *rapid.T) {
		tools := graphs().Draw(t, "tools")
		began := time.Now()
		checked, problems := checkTools(tools)
		longest = max(longest, time.Since(began))
		want := oracleOf(tools)
		if diff := cmp.Diff(want.kinds(), kindsOf(problems)); diff != "" {
			t.Fatalf("-oracle +check\n%s\n%v", diff, problems)
		}
		for _, problem := range problems {
			refused[problem.Kind]++
			if problem.Line == 0 || problem.Pointer == "" {
				t.Fatalf("problem without a place: %#v", problem)
			}
			if problem.Kind == contracts.Cycle {
				requireCycle(t, tools, problem.Message)
			}
		}
		if checked != nil {
			accepted++
			requireOrder(t, tools, checked)
		}
	})
	t.Logf("%d accepted, refused for %v, the slowest within %v", accepted, refused, longest)
	if soak.Whole() && !soak.Raced && longest > 50*time.Millisecond {
		t.Error("that is too slow")
	}
	if accepted == 0 || refused[contracts.Cycle] == 0 || refused[contracts.UnknownName] == 0 || refused[contracts.Duplicate] == 0 {
		t.Error("the graphs leave a case out")
	}
}

// graphs draws up to 60 tools: mostly edges to earlier ones, then with some
// chance a planted circle of 1 to 50 tools, a dangling dependency, an id twice.
func graphs() *rapid.Generator[[]plan.Tool] {
	return rapid.Custom(func(t *rapid.T) []plan.Tool {
		n := rapid.IntRange(0, 60).Draw(t, "n")
		tools := make([]plan.Tool, n)
		for i := range tools {
			tools[i] = plan.Tool{ID: toolID(i), Path: "echo/echo"}
			if i > 0 {
				for _, on := range rapid.SliceOfNDistinct(rapid.IntRange(0, i-1), 0, min(i, 3), rapid.ID[int]).Draw(t, "needs") {
					need(&tools[i], tools[on].ID)
				}
			}
		}
		if n == 0 {
			return tools
		}
		for range rapid.IntRange(0, 2).Draw(t, "circles") {
			plantCircle(t, tools)
		}
		anyTool := rapid.IntRange(0, n-1)
		for range rapid.IntRange(0, 2).Draw(t, "dangling") {
			need(&tools[anyTool.Draw(t, "from")], plan.ToolID(rapid.SampledFrom([]string{"T1", "t", "nobody"}).Draw(t, "on")))
		}
		for range rapid.IntRange(0, 2).Draw(t, "twice") {
			tools[anyTool.Draw(t, "copy")].ID = tools[anyTool.Draw(t, "of")].ID
		}
		return rapid.Permutation(tools).Draw(t, "order")
	})
}

func plantCircle(t *rapid.T, tools []plan.Tool) {
	members := rapid.SliceOfNDistinct(rapid.IntRange(0, len(tools)-1), 1, min(50, len(tools)), rapid.ID[int]).Draw(t, "circle")
	for i, member := range members {
		need(&tools[member], tools[members[(i+1)%len(members)]].ID)
	}
}

func need(tool *plan.Tool, on plan.ToolID) {
	if !slices.Contains(tool.Dependencies, on) {
		tool.Dependencies = append(tool.Dependencies, on)
	}
}

func checkTools(tools []plan.Tool) (*plan.Plan, plan.Problems) {
	return plan.Check("plan.json", plan.Document{ID: someID, Tools: tools}.JSON(), testCatalogue(), roomy)
}

// oracle knows of a graph what can be said without any algorithm worth a name.
type oracle struct {
	twice, dangling, self, knots int
}

func (o oracle) kinds() map[contracts.Kind]int {
	kinds := map[contracts.Kind]int{contracts.Duplicate: o.twice, contracts.UnknownName: o.dangling, contracts.Cycle: o.self + o.knots}
	for kind, count := range kinds {
		if count == 0 {
			delete(kinds, kind)
		}
	}
	return kinds
}

func oracleOf(tools []plan.Tool) (o oracle) {
	first := firsts(tools)
	for i, tool := range tools {
		if first[tool.ID] != i {
			o.twice++
		}
		for _, on := range tool.Dependencies {
			_, known := first[on]
			switch {
			case on == tool.ID:
				o.self++
			case !known:
				o.dangling++
			}
		}
	}
	counted := make([]bool, len(tools))
	reach := reachability(tools, first)
	for i := range tools {
		if counted[i] || !reach[i][i] {
			continue
		}
		o.knots++
		for j := range tools {
			counted[j] = counted[j] || reach[i][j] && reach[j][i]
		}
	}
	return o
}

func firsts(tools []plan.Tool) map[plan.ToolID]int {
	first := map[plan.ToolID]int{}
	for i := len(tools) - 1; i >= 0; i-- {
		first[tools[i].ID] = i
	}
	return first
}

// reachability says which tools each waits for, directly or not. A tool that
// names itself is left out, being counted on its own.
func reachability(tools []plan.Tool, first map[plan.ToolID]int) [][]bool {
	reach := make([][]bool, len(tools))
	for i := range tools {
		reach[i] = make([]bool, len(tools))
		walk(tools, first, i, reach[i])
	}
	return reach
}

func walk(tools []plan.Tool, first map[plan.ToolID]int, from int, seen []bool) {
	for _, on := range tools[from].Dependencies {
		if to, known := first[on]; known && on != tools[from].ID && !seen[to] {
			seen[to] = true
			walk(tools, first, to, seen)
		}
	}
}

func kindsOf(problems plan.Problems) map[contracts.Kind]int {
	kinds := map[contracts.Kind]int{}
	for _, problem := range problems {
		kinds[problem.Kind]++
	}
	return kinds
}

// requireCycle follows the path that a message names, edge by edge.
func requireCycle(t *rapid.T, tools []plan.Tool, message string) {
	_, path, _ := strings.Cut(message, ": ")
	ids := strings.Split(path, " -> ")
	if len(ids) < 2 || ids[0] != ids[len(ids)-1] {
		t.Fatalf("%q does not close", message)
	}
	if inner := slices.Sorted(slices.Values(ids[1:])); len(slices.Compact(inner)) != len(ids)-1 {
		t.Fatalf("%q passes a tool twice", message)
	}
	for i := range ids[1:] {
		edge := slices.ContainsFunc(tools, func(tool plan.Tool) bool {
			return string(tool.ID) == ids[i] && slices.Contains(tool.Dependencies, plan.ToolID(ids[i+1]))
		})
		if !edge {
			t.Fatalf("%q: %s does not need %s", message, ids[i], ids[i+1])
		}
	}
}

// requireOrder takes, again and again, the first tool of the document whose
// dependencies are done, and expects the plan to do the same.
func requireOrder(t *rapid.T, tools []plan.Tool, checked *plan.Plan) {
	done := map[plan.ToolID]bool{}
	for at, step := range checked.Steps() {
		next := slices.IndexFunc(tools, func(tool plan.Tool) bool {
			return !done[tool.ID] && !slices.ContainsFunc(tool.Dependencies, func(on plan.ToolID) bool { return !done[on] })
		})
		if step.ID != tools[next].ID || checked.Position(step.ID) != at {
			t.Fatalf("place %d has %s, want %s", at, step.ID, tools[next].ID)
		}
		done[step.ID] = true
	}
	if len(done) != len(tools) {
		t.Fatalf("%d of %d tools are in the order", len(done), len(tools))
	}
}

// Among several ways around a knot the shortest is named, and it begins at the
// knot's first tool.
func TestCycleIsTheShortest(t *testing.T) {
	property(t, 1_000, func(t *rapid.T) {
		n := rapid.IntRange(2, 50).Draw(t, "n")
		tools := make([]plan.Tool, n)
		for i := range tools {
			tools[i] = plan.Tool{ID: toolID(i), Path: "echo/echo"}
		}
		for i := range tools {
			need(&tools[i], tools[(i+1)%n].ID)
		}
		shortcut := rapid.IntRange(0, n-2).Draw(t, "shortcut") // t0 .. t<shortcut> and back
		if shortcut > 0 {
			need(&tools[shortcut], "t0")
		}
		_, problems := checkTools(tools)
		want := n
		if shortcut > 0 {
			want = shortcut + 1
		}
		if len(problems) != 1 || strings.Count(problems[0].Message, " -> ") != want || !strings.Contains(problems[0].Message, ": t0 -> ") {
			t.Fatalf("want a circle of %d from t0, got %v", want, problems)
		}
	})
}

func TestLargeChainInOrder(t *testing.T) {
	const n = 20_000
	tools := make([]plan.Tool, n)
	for i := range tools {
		tools[n-1-i] = plan.Tool{ID: toolID(i), Path: "echo/echo"}
		if i > 0 {
			tools[n-1-i].Dependencies = []plan.ToolID{toolID(i - 1)}
		}
	}
	checked, problems := checkTools(tools)
	if checked == nil {
		t.Fatal(problems)
	}
	for i, step := range checked.Steps() {
		if step.ID != tools[n-1-i].ID {
			t.Fatalf("place %d has %s", i, step.ID)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{32, 1_000, 10_000, 20_000} { // a document of more is refused for its values
		tools := make([]plan.Tool, n)
		for i := range tools {
			tools[i] = plan.Tool{ID: toolID(i), Path: "echo/echo"}
			if i > 1 {
				tools[i].Dependencies = []plan.ToolID{tools[i-1].ID, tools[i/2].ID}[:1+i%2]
			}
		}
		data, catalogue := plan.Document{ID: someID, Tools: tools}.JSON(), testCatalogue()
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if checked, problems := plan.Check("plan.json", data, catalogue, roomy); checked == nil {
					b.Fatal(problems)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/tool")
		})
	}
}

// BenchmarkRefuseHuge is a plan of a hundred thousand tools under the limits
// that a player's turn has.
func BenchmarkRefuseHuge(b *testing.B) {
	data := hugePlan(100_000, 0)
	for b.Loop() {
		if checked, _ := plan.Check("plan.json", data, testCatalogue(), plan.Options{}); checked != nil {
			b.Fatal("accepted")
		}
	}
}
