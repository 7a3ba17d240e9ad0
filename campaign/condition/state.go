package condition

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Wanted is what the value at one path must be: all its tests pass.
type Wanted struct {
	Path  string // names joined by dots
	Tests []Test
}

// A Test compares a value. Op is one of [Ops]; "in" wants one of a list.
type Test struct {
	Op    string
	Value any
}

// Ops are what a value can be held against, in the order they are told.
var Ops = []string{"==", "!=", ">=", ">", "<=", "<", "in"}

func (c *Condition) states(f *Facts, yield func(Finding) bool) bool {
	return wanted("player_state", c.Player, f.player, yield) &&
		wanted("npc_state", c.People, f.person, yield) &&
		wanted("world_state", c.World, f.world, yield)
}

func wanted(part string, all []Wanted, value func(path string) any, yield func(Finding) bool) bool {
	for _, w := range all {
		got := value(w.Path)
		for _, test := range w.Tests {
			if !yield(found(part, test.holds(got), "%s is %s; wanted %s", w.Path, show(got), test)) {
				return false
			}
		}
	}
	return true
}

// holds reports whether a value passes all tests. Each value of a list is one step.
func (w *Wanted) holds(got any, m *meter) bool {
	list, _ := got.([]any)
	for _, test := range w.Tests {
		wanted, _ := test.Value.([]any)
		if !m.take(1+len(list)*max(1, len(wanted))) || !test.holds(got) {
			return false
		}
	}
	return true
}

func (t Test) String() string { return t.Op + " " + show(t.Value) }

func show(v any) string { return string(strictjson.Encode(v)) }

// player reads the session state, what the game itself keeps first: "coins" is
// looked for as $player.coins, as $coins, then as coins.
func (f *Facts) player(path string) any {
	for _, prefix := range []string{"$player.", "$", ""} {
		if v, ok := Lookup(f.State, prefix+path); ok {
			return v
		}
	}
	return nil
}

func (f *Facts) person(path string) any {
	v, _ := Lookup(f.People, path)
	return v
}

func (f *Facts) world(path string) any {
	if v, ok := Lookup(f.World, path); ok {
		return v
	}
	if path == "place" {
		return f.Place
	}
	return nil
}

// Lookup finds the value at a path of names joined by dots.
func Lookup(tree strictjson.Object, path string) (any, bool) {
	var v any = tree
	for name := range strings.SplitSeq(path, ".") {
		object, ok := v.(strictjson.Object)
		if !ok {
			return nil, false
		}
		if v, ok = object[name]; !ok {
			return nil, false
		}
	}
	return v, true
}

// holds compares. What nobody has set yet counts as null, as false, as 0 and as
// the empty text, and a list is what each of its elements is: {"items":
// "brass-key"} asks for a list with that key in it.
func (t Test) holds(got any) bool {
	switch t.Op {
	case "==":
		return is(got, t.Value)
	case "!=":
		return !is(got, t.Value)
	case "in":
		list, _ := t.Value.([]any)
		return slices.ContainsFunc(list, func(v any) bool { return is(got, v) })
	}
	order, ok := compare(got, t.Value)
	if !ok {
		return false
	}
	switch t.Op {
	case ">=":
		return order >= 0
	case ">":
		return order > 0
	case "<=":
		return order <= 0
	}
	return order < 0
}

func is(got, want any) bool {
	if got == nil {
		return isZero(want)
	}
	if list, ok := got.([]any); ok {
		return slices.ContainsFunc(list, func(v any) bool { return same(v, want) })
	}
	return same(got, want)
}

func isZero(v any) bool {
	order, number := compare(v, strictjson.Number("0"))
	return v == nil || v == false || v == "" || number && order == 0
}

func same(a, b any) bool {
	if order, numbers := compare(a, b); numbers {
		return order == 0
	}
	return strictjson.Equal(a, b)
}

// compare orders two numbers: whole ones exactly, others as floats. Nothing at
// all is 0.
func compare(a, b any) (order int, ok bool) {
	x, okX := numeric(a)
	y, okY := numeric(b)
	if !okX || !okY {
		return 0, false
	}
	i, errI := strconv.ParseInt(x, 10, 64)
	j, errJ := strconv.ParseInt(y, 10, 64)
	if errI == nil && errJ == nil {
		return three(i, j), true
	}
	p, errP := strconv.ParseFloat(x, 64)
	q, errQ := strconv.ParseFloat(y, 64)
	return three(p, q), errP == nil && errQ == nil
}

func three[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func numeric(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "0", true
	case strictjson.Number:
		return string(v), true
	case int, int64:
		return fmt.Sprint(v), true
	}
	return "", false
}
