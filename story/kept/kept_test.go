package kept_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/kept"
)

func object(t *testing.T, text string) strictjson.Object {
	t.Helper()
	o, err := strictjson.ParseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestWhoPays(t *testing.T) {
	var l kept.Ledger
	for _, c := range []struct {
		by, patch string
		a, b      int
	}{
		{"a", `{"k":"12345"}`, 12, 0},                      // "k":"12345",
		{"b", `{"k":"1"}`, 0, 8},                           // who replaces a value pays for it
		{"a", `{"o":{"x":1}}`, 13, 8},                      // "o":{}, and "x":1,
		{"b", `{"o":{"y":1}}`, 13, 14},                     // who writes below pays for that alone
		{"b", `{"o":{"x":null}}`, 7, 14},                   // what is removed nobody pays for
		{"b", `{"o":null}`, 0, 8},                          // nor for what was in it
		{"a", `{"o":{},"p":{"q":{}}}`, 21, 8},              // empty objects cost, too
		{"a", `{"k":{"z":[1,2]}}`, 38, 0},                  // an object in a value's place
		{"a", `{"k":null,"o":null,"p":null}`, 0, 0},        // and nothing is left
		{"b", `{"gone":null,"o":{"p":{"q":null}}}`, 0, 14}, // null is never stored
	} {
		l = l.Patched(c.by, object(t, c.patch))
		if l.Of("a") != c.a || l.Of("b") != c.b {
			t.Errorf("after %s of %s: a keeps %d and b %d, want %d and %d", c.patch, c.by, l.Of("a"), l.Of("b"), c.a, c.b)
		}
	}
	more := l.Moved("a", 100)
	if more.Of("a") != 100 || l.Of("a") != 0 || more.Moved("a", -40).Of("a") != 60 {
		t.Error("data is not counted, or in an earlier ledger, too")
	}
}

// TestTheirSumIsTheState: whoever wrote what, together they keep what is there. An object
// or list written out has a comma less than members, which is all that may differ.
func TestTheirSumIsTheState(t *testing.T) {
	for seed := range soak.Count(20_000) {
		r := rand.New(rand.NewPCG(3, uint64(seed)))
		var l kept.Ledger
		var state protocol.Object
		for range 1 + r.IntN(10) {
			patch := drawPatch(r, 3)
			before := []int{l.Of("0"), l.Of("1"), l.Of("2")}
			after := l.Patched(fmt.Sprint(r.IntN(3)), patch)
			if fmt.Sprint(before) != fmt.Sprint([]int{l.Of("0"), l.Of("1"), l.Of("2")}) {
				t.Fatal("a ledger was changed by what was made from it")
			}
			l, state = after, protocol.Merge(state, patch)
		}
		if got, want := l.Of("0")+l.Of("1")+l.Of("2"), size(state); got != want {
			t.Fatalf("case %d: %d bytes are kept, and the state %s has %d", seed, got, strictjson.Append(nil, state), want)
		}
		for _, who := range []string{"0", "1", "2"} {
			if l.Of(who) < 0 {
				t.Fatalf("case %d: %s keeps %d bytes", seed, who, l.Of(who))
			}
		}
	}
}

// size counts the members of an object, each with its key and a comma.
func size(object protocol.Object) (bytes int) {
	for key, value := range object {
		bytes += len(key) + len(`"":,`)
		if below, ok := value.(protocol.Object); ok {
			bytes += len(`{}`) + size(below)
		} else {
			bytes += len(strictjson.Append(nil, value))
		}
	}
	return bytes
}

func drawPatch(r *rand.Rand, depth int) protocol.Object {
	patch := protocol.Object{}
	for range r.IntN(4) {
		key := string(rune('a' + r.IntN(3)))
		switch n := r.IntN(6); {
		case n < 3 && depth > 0:
			patch[key] = drawPatch(r, depth-1)
		case n < 4:
			patch[key] = nil
		default:
			patch[key] = []any{strictjson.Number(fmt.Sprint(r.IntN(200)))}
		}
	}
	return patch
}
