package condition

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// theirs is what the language's own machine makes of an expression, given copies of all
// that there is.
func theirs(source string, names []string, f *Facts) (any, error) {
	env := map[string]any{
		"scene_count": f.Scene, "place": f.Place, "present": f.Present, "player_state": natural(f.playerState()),
		"npc_state": natural(f.People), "world_state": natural(f.World), "reached": func(id string) bool { _, ok := f.Reached[id]; return ok },
		"chose": f.Chose, "since": f.since,
	}
	for _, name := range names {
		env[name] = natural(f.named(name))
	}
	known := environmentTypes(names)
	program, err := expr.Compile(source, expr.Env(known), expr.Optimize(false))
	if err != nil {
		return nil, err
	}
	return expr.Run(program, env)
}

// natural copies a tree with its numbers turned into those that an expression computes with.
func natural(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = natural(item)
		}
		return list
	case strictjson.Object:
		object := make(map[string]any, len(v))
		for key, item := range v {
			object[key] = natural(item)
		}
		return object
	}
	return shallow(v)
}

// expressions draws what may be written, most of it with a meaning.
func expressions(t *rapid.T, depth int) string {
	leaf := []string{
		"1", "0", "2.5", "7", `"ines"`, `"Quay"`, "true", "false", "nil", "gold", "ines", "ines.mood", "ines?.lost?.more", "items", "list", "place", "present", "scene_count",
		"player_state.gold", `player_state["stats"].wits`, "npc_state.ines.opinion", "world_state.weather", "weather", `[1, 2, gold]`, `{"a": gold, "b": list}`,
		`since("quay")`, `since("inn")`, "list[0]", "list[-1]", "list[1:]", `place[0:2]`, `"quay"[1]`, `$env["gold"]`, "player_state.lost",
	}
	if depth == 0 {
		return rapid.SampledFrom(leaf).Draw(t, "leaf")
	}
	one := func() string { return expressions(t, rapid.IntRange(0, depth-1).Draw(t, "depth")) }
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0, 1:
		op := rapid.SampledFrom([]string{"+", "-", "*", "%", "<", ">", "<=", ">="}).Draw(t, "op")
		return "(" + one() + " " + op + " " + one() + ")"
	case 2, 3:
		op := rapid.SampledFrom([]string{"==", "!=", "in", "not in", "??", "contains", "startsWith", "endsWith"}).Draw(t, "op")
		return "((" + one() + ") " + op + " (" + one() + "))"
	case 4:
		return "(" + one() + " and " + one() + " or not " + one() + ")"
	case 5:
		return rapid.SampledFrom([]string{"len", "abs", "min", "max", "round", "lower", "upper", "trim", "reached", "chose"}).Draw(t, "function") + "(" + one() + ")"
	case 6:
		return "(" + one() + " ? " + one() + " : " + one() + ")"
	case 7:
		return "(let x = " + one() + "; [x, " + one() + "][0])"
	case 8:
		return "(" + one() + " matches \"^[a-q]+\")"
	}
	return rapid.SampledFrom([]string{"min", "max"}).Draw(t, "function") + "(" + one() + ", " + one() + ")"
}

// What is counted is computed as the language's own machine does it without counting: the
// same result, or an error where it has one.
func TestCountedAsUncounted(t *testing.T) {
	number := func(text string) any { return strictjson.Number(text) }
	f := &Facts{
		Scene: 4, Reached: map[string]int{"quay": 3}, Taken: []Taken{{Beat: "quay", Choice: "lie"}}, Place: "quay", Present: []string{"ines"},
		State: strictjson.Object{
			"gold": number("7"), "list": []any{number("1"), "ines", []any{number("2.5")}, nil},
			"$player": strictjson.Object{"items": []any{"oil"}, "stats": strictjson.Object{"wits": number("2")}},
		},
		People: strictjson.Object{"ines": strictjson.Object{"mood": "wary", "opinion": number("30")}},
		World:  strictjson.Object{"weather": "fog", "hour": number("23")},
	}
	names := []string{"gold", "list", "ines"}
	compared, failed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		source := expressions(t, 3)
		e, err := NewCompiler(names).Compile(`[` + source + `] != []`) // what is given out is the list
		if err != nil {
			return
		}
		want, wantErr := theirs("["+source+"]", append(names, usual...), f)
		if _, err := e.Holds(f); (err == nil) != (wantErr == nil) {
			t.Fatalf("%s: %v, want %v", source, err, wantErr)
		}
		if wantErr != nil {
			failed++
			return
		}
		m := NewSteps(MaxSteps).meter()
		v := &evaluation{e: e, f: f, meter: &m}
		got := v.deep(v.value(e.root.(*ast.BinaryNode).Left))
		if compared++; !reflect.DeepEqual(got, natural(want)) {
			t.Fatalf("%s is %#v, want %#v", source, got, want)
		}
	})
	if compared == 0 || failed == 0 {
		t.Errorf("%d were compared, %d failed", compared, failed)
	}
}

// Whatever an expression of a campaign asks for, and however much a story has kept, a look at
// it ends soon and needs little memory: it is counted, and ends in an error that says so.
func TestExpressionsThatTakeTooMuch(t *testing.T) {
	list := make([]any, 150_000)
	for i := range list {
		list[i] = strictjson.Number(fmt.Sprint(i))
	}
	f := &Facts{State: strictjson.Object{"b": list, "s": strings.Repeat("Xy", 1_950_000), "short": strings.Repeat("Xy", 10_000), "o": strictjson.Object{"list": list}}, Reached: map[string]int{}}
	double := "let a = [b, b]; let c = [a, a]; let d = [c, c]; let e = [d, d]; let f = [e, e]; let g = [f, f]; let h = [g, g]; let i = [h, h]; "
	for source, dear := range map[string]bool{
		"b == [1]": true, "5 in b": true, "-1 in b": true, "min(b) == 0": true, "o == {}": true,
		"len(" + strings.TrimSuffix(strings.Repeat("s + ", 90), "+ ") + ") == 1": true, "lower(s) == s": true, `s contains "zz"`: true,
		`s matches "(x+x+)+y{300}"`: true, `short matches "(x+x+)+y{300}"`: true, `short matches "q"`: false, "let t = s + s; t == s": true, strings.ReplaceAll(double, "b", "1") + "h == i": false,
		double + "i == i": true, strings.ReplaceAll(double, "[b, b]", `[scene_count, scene_count]`) + "let j = [i, i]; let k = [j, j]; let l = [k, k]; let m = [l, l]; let n = [m, m]; n == n": true,
		"len(b) == 150000": false, "b[7] == 7": false, `s == "Xy"`: false, `s startsWith "Xy"`: false, "player_state.o.list[3] == 3": false, "o.list[0] == 0": false,
	} {
		e, err := NewCompiler([]string{"b", "s", "short", "o"}).Compile(source)
		if err != nil {
			t.Errorf("%.60s: %v", source, err)
			continue
		}
		began := time.Now()
		_, err = e.Holds(f)
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%.60s took %v", source, took)
		}
		if said := fmt.Sprint(err); dear != strings.Contains(said, "more than 10000 steps") {
			t.Errorf("%.60s: %v", source, err)
		}
	}
}

// Patterns are as long as they are written, or refused before anything is made of them.
func TestPatternsThatTakeTooMuch(t *testing.T) {
	for source, says := range map[string]string{
		`place matches "^(?i)q[a-z]+y$"`:                                     "",
		`place matches "(x{1000}y{1000}z{1000})"`:                            "more than 1000 things",
		`place matches "` + strings.Repeat("x{900}", 150) + `"`:              "more than 1000 things",
		`place matches "(x{10}){10}"`:                                        "",
		`place matches place`:                                                "has to be written here",
		`place matches ("a" + place)`:                                        "has to be written here",
		`place matches "("`:                                                  "missing closing",
		`true and (place == "a" or not (place matches "` + "x{1001}" + `"))`: "repeat",
	} {
		began := time.Now()
		_, err := NewCompiler(nil).Compile(source)
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%.60s took %v", source, took)
		}
		if says == "" != (err == nil) || !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("%.60s: %v", source, err)
		}
	}
}

// The different expressions of a campaign have a limit together, of which the first beyond it is
// told, and none beyond it costs anything or comes true; the same one again costs nothing.
func TestExpressionsTogether(t *testing.T) {
	for _, written := range []func(i int) string{
		func(i int) string { return fmt.Sprintf("scene_count >= 0 or scene_count == %d", i) },
		func(i int) string { return fmt.Sprintf(`scene_count >= 0 or place matches "%d[a-z]{200}"`, i) },
	} {
		c := NewCompiler(nil)
		whole, told := 0, 0
		for i := range 100_000 {
			e, err := c.Compile(written(i))
			switch {
			case err != nil:
				if told++; !strings.Contains(err.Error(), "262144") {
					t.Fatal(err)
				}
			case told == 0:
				whole++
				continue
			default:
				if holds, err := e.Holds(&Facts{}); holds || err != nil {
					t.Fatalf("%s is %v, %v", e, holds, err)
				}
			}
			if i > whole+100 {
				break
			}
		}
		if each := len(written(10)) + 800*strings.Count(written(10), "matches"); told != 1 || whole*each < MaxExpressions/2 || whole*each > 2*MaxExpressions {
			t.Errorf("%d expressions such as %s were compiled, and %d refused", whole, written(1), told)
		}
	}
	c := NewCompiler(nil)
	for range 100_000 {
		if _, err := c.Compile("scene_count > 3"); err != nil {
			t.Fatal(err)
		}
	}
}

// Conditions that are held against the same moment take no more together than that has steps.
func TestConditionsOfOneMoment(t *testing.T) {
	list := make([]any, 9000)
	for i := range list {
		list[i] = strictjson.Int(int64(i))
	}
	dear, err := NewCompiler([]string{"list"}).Compile("-1 in list or scene_count > 0")
	if err != nil {
		t.Fatal(err)
	}
	f := &Facts{Scene: 1, State: strictjson.Object{"list": list}, Steps: NewSteps(50_000)}
	held := 0
	for range 20 {
		copied := *f
		if (&Condition{Custom: dear}).Eval(&copied) == Yes {
			held++
		}
	}
	if held != 5 || f.Steps.Left() != 0 {
		t.Errorf("%d of 20 were judged, %d steps are left", held, f.Steps.Left())
	}
}
