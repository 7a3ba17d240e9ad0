package protocol_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

func parse(t testing.TB, text string) protocol.Object {
	t.Helper()
	object, err := strictjson.ParseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func text(v any) string { return string(strictjson.Append(nil, v)) }

func ExampleMerge() {
	state := protocol.Object{"torch": protocol.Object{"lit": false, "fuel": 3}}
	after := protocol.Merge(state, protocol.Object{"torch": protocol.Object{"lit": true, "fuel": nil}})
	fmt.Println(text(after))
	// Output: {"torch":{"lit":true}}
}

func TestMergeTable(t *testing.T) {
	for _, c := range []struct{ target, patch, want string }{
		{`{"a":{"b":1,"c":2}}`, `{"a":{"c":3,"d":4}}`, `{"a":{"b":1,"c":3,"d":4}}`},
		{`{"items":[1,2,3]}`, `{"items":[4,5]}`, `{"items":[4,5]}`},
		{`{"a":1,"b":2}`, `{"b":null}`, `{"a":1}`},
		{`{}`, `{"a":{"b":null,"c":{"d":null}}}`, `{"a":{"c":{}}}`}, // null is never stored through a patch
		{`{"a":[1]}`, `{"a":{"b":null}}`, `{"a":{}}`},
		{`{}`, `{"a":[null,{"b":null}]}`, `{"a":[null,{"b":null}]}`}, // but an array replaces whole
		{`{"a":{"b":1}}`, `{"a":{}}`, `{"a":{"b":1}}`},
		{`{"a":null}`, `{}`, `{"a":null}`},
	} {
		if got := text(protocol.Merge(parse(t, c.target), parse(t, c.patch))); got != c.want {
			t.Errorf("%s + %s = %s, want %s", c.target, c.patch, got, c.want)
		}
	}
	if got := protocol.Merge(nil, nil); got == nil {
		t.Error("nothing merged into nothing is nil, not an empty state")
	}
}

func TestMergeProperties(t *testing.T) {
	for seed := range soak.Count(20_000) {
		r := rand.New(rand.NewPCG(7, uint64(seed)))
		checkMerge(t, randomTree(r, 3).(protocol.Object), randomTree(r, 3).(protocol.Object))
	}
}

// randomTree is an object at its root, of few keys so that two of them meet.
func randomTree(r *rand.Rand, depth int) any {
	object := protocol.Object{}
	for range r.IntN(5) {
		object[string(rune('a'+r.IntN(4)))] = randomValue(r, depth-1)
	}
	return object
}

func randomValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(8); {
	case n < 3 && depth > 0:
		return randomTree(r, depth)
	case n < 4 && depth > 0:
		return []any{randomValue(r, depth-1), randomValue(r, depth-1)}
	case n < 5:
		return nil
	}
	return strictjson.Number(fmt.Sprint(r.IntN(5)))
}

func checkMerge(t *testing.T, target, patch protocol.Object) {
	t.Helper()
	targetBefore, patchBefore := text(target), text(patch)
	want := text(mergePatch(strictjson.Clone(target), strictjson.Clone(patch)))

	merged := protocol.Merge(target, patch)
	if got := text(merged); got != want {
		t.Fatalf("%s + %s = %s, want %s", targetBefore, patchBefore, got, want)
	}
	if got := text(protocol.Merge(merged, patch)); got != want {
		t.Errorf("%s + %s is %s the second time", targetBefore, patchBefore, got)
	}
	spoil(patch)
	if text(merged) != want || text(target) != targetBefore {
		t.Fatalf("%s + %s: the result or the target shares memory with the patch", targetBefore, patchBefore)
	}
	merged["spoilt"] = true
	if text(target) != targetBefore {
		t.Fatalf("%s + %s: the result's root is the target's", targetBefore, patchBefore)
	}
}

// mergePatch is the pseudo-code of RFC 7396, section 2, line by line. It writes
// into both its arguments.
func mergePatch(target, patch any) any {
	patchObject, ok := patch.(protocol.Object)
	if !ok {
		return patch
	}
	targetObject, ok := target.(protocol.Object)
	if !ok {
		targetObject = protocol.Object{}
	}
	for name, value := range patchObject {
		if value == nil {
			delete(targetObject, name)
		} else {
			targetObject[name] = mergePatch(targetObject[name], value)
		}
	}
	return targetObject
}

// spoil overwrites everything in a tree that can be.
func spoil(v any) {
	switch v := v.(type) {
	case protocol.Object:
		for key, value := range v {
			spoil(value)
			v[key] = "spoilt"
		}
	case []any:
		for i, item := range v {
			spoil(item)
			v[i] = "spoilt"
		}
	}
}

func TestMergeSharesWhatDidNotChange(t *testing.T) {
	target := parse(t, `{"big":{"x":[1]},"small":1}`)
	merged := protocol.Merge(target, parse(t, `{"small":2}`))
	merged["big"].(protocol.Object)["x"].([]any)[0] = "seen"
	if text(target) != `{"big":{"x":["seen"]},"small":1}` {
		t.Error("an untouched part was copied")
	}
}

func TestGet(t *testing.T) {
	state := parse(t, `{"inventory":{"torch":{"lit":true}},"party":[{"name":"Ada"},{"name":"Bo"}],
		"a.b":{"c\\d":1},"":{"":2},"gone":null,"numbers":{"0":"zero"}}`)
	for path, want := range map[string]string{
		"inventory.torch.lit": "true", "party.1.name": `"Bo"`, `a\.b.c\\d`: "1", ".": "2", "gone": "null", "numbers.0": `"zero"`,
		"party.2": "-", "party.-1": "-", "party.01": "-", "party.+1": "-", "party.x": "-", "party.0.name.first": "-",
		"a.b": "-", "inventory.": "-", "inventory..torch": "-", "Inventory": "-", "inventory.torch.lit.": "-", `inventory\`: `{"torch":{"lit":true}}`,
	} {
		got := "-"
		if value, found := protocol.Get(state, path); found {
			got = text(value)
		}
		if got != want {
			t.Errorf("Get(%q) = %s, want %s", path, got, want)
		}
	}
	if value, found := protocol.Get(state, ""); !found || text(value) != text(state) {
		t.Error("the empty path is not the whole state")
	}
}

// A path costs what is looked at of it, and not what it is made of.
func TestGetStopsWhereNothingIs(t *testing.T) {
	state, path := parse(t, `{"":{"a":1}}`), strings.Repeat(".", 1_000_000)
	used := allocated(func() {
		if _, found := protocol.Get(state, path); found {
			t.Error("a million names are found in a state of two")
		}
	})
	if used > 64<<10 {
		t.Errorf("allocated %d bytes for a path of a million names", used)
	}
}

// Every value of a state can be reached by some path.
func TestGetReachesEverything(t *testing.T) {
	escape := strings.NewReplacer(`\`, `\\`, ".", `\.`).Replace
	state := parse(t, `{"a.b":{"..":[{"\\":{"\\.":5}}]}}`)
	path := strings.Join([]string{escape("a.b"), escape(".."), "0", escape(`\`), escape(`\.`)}, ".")
	if value, found := protocol.Get(state, path); !found || text(value) != "5" {
		t.Errorf("Get(%q) = %v, %t", path, value, found)
	}
}

// TestFold: to merge what patches are folded into is to merge them one by one.
func TestFold(t *testing.T) {
	for seed := range soak.Count(40_000) {
		r := rand.New(rand.NewPCG(11, uint64(seed)))
		patches := make([]protocol.Object, r.IntN(8))
		for i := range patches {
			patches[i] = randomTree(r, 4).(protocol.Object)
		}
		before := make([]string, len(patches))
		for i := range patches {
			before[i] = text(patches[i])
		}
		folded := protocol.Fold(patches)
		if len(folded) > 2 || len(patches) > 0 && len(folded) == 0 {
			t.Fatalf("%v are folded into %d patches", before, len(folded))
		}
		for range 3 {
			state := randomTree(r, 4).(protocol.Object)
			if got, want := text(mergeAll(state, folded)), text(mergeAll(state, patches)); got != want {
				t.Fatalf("%s + %v = %s, folded into %s it is %s", text(state), before, want, text(folded), got)
			}
		}
		for i := range patches {
			if text(patches[i]) != before[i] {
				t.Fatalf("a patch was changed from %s to %s", before[i], text(patches[i]))
			}
		}
	}
}

// mergeAll is the reference: one patch after the other.
func mergeAll(state protocol.Object, patches []protocol.Object) protocol.Object {
	for _, patch := range patches {
		state = protocol.Merge(state, patch)
	}
	return state
}

func ExampleFold() {
	folded := protocol.Fold([]protocol.Object{{"torch": "lit"}, {"torch": protocol.Object{"fuel": 3}}, {"door": nil}})
	fmt.Println(text(folded))
	// Output: [{"torch":null},{"door":null,"torch":{"fuel":3}}]
}

// TestFoldIsLinear counts what is allocated, not time: for one wide patch and many small
// ones on top of it, as many again may cost twice as much and a little.
func TestFoldIsLinear(t *testing.T) {
	cost := func(fold func(protocol.Object, []protocol.Object) protocol.Object, n int) int {
		patches := wideThenTiny(n)
		return allocated(func() { fold(nil, patches) })
	}
	folding := func(state protocol.Object, patches []protocol.Object) protocol.Object {
		return mergeAll(state, protocol.Fold(patches))
	}
	once, twice := cost(folding, 1_000), cost(folding, 2_000)
	if twice > 3*once {
		t.Errorf("%d bytes for 1,000 patches and %d for 2,000", once, twice)
	}
	if once, twice := cost(mergeAll, 1_000), cost(mergeAll, 2_000); twice < 3*once {
		t.Errorf("one by one it is %d and %d bytes: this measure would not see a missing fold", once, twice)
	}
}

// wideThenTiny is a patch of n keys and n of one key each.
func wideThenTiny(n int) []protocol.Object {
	wide := protocol.Object{}
	for i := range n {
		wide[fmt.Sprint("key", i)] = true
	}
	patches := []protocol.Object{{"wide": wide}}
	for i := range n {
		patches = append(patches, protocol.Object{"wide": protocol.Object{fmt.Sprint("key", i): false}})
	}
	return patches
}
