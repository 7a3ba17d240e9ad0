package strictjson_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
)

func TestAs(t *testing.T) {
	type word string
	o, err := strictjson.ParseObject([]byte(`{"s": "a", "b": true, "l": ["a", 1, {"x": 1}, "b"], "o": {"x": null}}`))
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]any{
		"a string":                    {strictjson.AsString(o["s"]), "a"},
		"no string":                   {strictjson.AsString(o["b"]), ""},
		"a boolean":                   {strictjson.AsBool(o["b"], false), true},
		"no boolean":                  {strictjson.AsBool(o["missing"], true), true},
		"an object":                   {strictjson.AsObject(o["o"]), strictjson.Object{"x": nil}},
		"no object":                   {strictjson.AsObject(o["l"]), strictjson.Object(nil)},
		"an array":                    {len(strictjson.AsList(o["l"])), 4},
		"an array of Go's":            {strictjson.AsList([]string{"a"}), []any{"a"}},
		"no array":                    {strictjson.AsList(o["s"]), []any(nil)},
		"the strings of an array":     {strictjson.AsStrings[word](o["l"]), []word{"a", "b"}},
		"no strings":                  {strictjson.AsStrings[string]([]any{}), []string(nil)},
		"the objects of an array":     {strictjson.AsObjects(o["l"]), []strictjson.Object{{"x": strictjson.Number("1")}}},
		"strings as an array":         {strictjson.FromStrings([]word{"a"}), []any{"a"}},
		"no strings as an array":      {strictjson.FromStrings[string](nil), []any{}},
		"an integer as a number":      {strictjson.Int(-3), strictjson.Number("-3")},
		"an integer that is missing":  {strictjson.AsIntegerOr(o["missing"], 7), int64(7)},
		"an integer that is a string": {strictjson.AsInteger("7"), int64(0)},
	} {
		if diff := cmp.Diff(pair[1], pair[0]); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}

func TestAsInteger(t *testing.T) {
	for v, want := range map[any]int64{
		3: 3, int64(-3): -3, strictjson.Number("3"): 3, strictjson.Number("3.0"): 3, strictjson.Number("30e-1"): 3,
		strictjson.Number("1e3"): 1000, strictjson.Number("-0"): 0, strictjson.Number("2.9"): 2, strictjson.Number("-2.9"): -2,
		strictjson.Number("9007199254740993.0"): 9007199254740993,
		strictjson.Number("1e400"):              math.MaxInt64, strictjson.Number("-1e400"): math.MinInt64,
		strictjson.Number("9223372036854775808"): math.MaxInt64, strictjson.Number("1e-400"): 0,
		strictjson.Number("1e999999999999"): 0, // beyond even what is read of an exponent
		strictjson.Number("no number"):      0,
	} {
		if got := strictjson.AsInteger(v); got != want {
			t.Errorf("%v: %d, not %d", v, got, want)
		}
	}
}

func TestPut(t *testing.T) {
	o := strictjson.Object{}
	strictjson.Put(o, "empty", "")
	strictjson.Put(o, "zero", int64(0))
	strictjson.Put(o, "text", "a")
	strictjson.PutList(o, "none", nil)
	strictjson.PutList(o, "list", []any{"a"})
	if got, want := string(strictjson.Append(nil, o)), `{"list":["a"],"text":"a"}`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestNames(t *testing.T) {
	got := strictjson.Names([]byte(`{"z":1,"a/b":{"y":[{"q":1,"p":"x"},"s"],"~":{}},"c":["d",{"e":"f"}]}`))
	want := map[string][]string{
		"": {"z", "a/b", "c"}, "/a~1b": {"y", "~"}, "/a~1b/y/0": {"q", "p"}, "/c/1": {"e"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the names are %q", got)
	}
}
