package contracts_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// TestLocate compares the one pass over the text with a search for each pointer.
func TestLocate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := trees(3).Draw(t, "tree")
		var indented bytes.Buffer
		if err := json.Indent(&indented, strictjson.Append(nil, tree), "", " "); err != nil {
			t.Fatal(err)
		}
		data := indented.Bytes()
		problems := contracts.Problems{}
		for _, pointer := range append(pointers(tree, ""), "/not/there", "/0/0/0/0") {
			problems = append(problems,
				contracts.Problem{Pointer: pointer, Kind: contracts.BadValue},
				contracts.Problem{Pointer: pointer, Kind: contracts.UnknownField})
		}
		problems.Locate(data)
		for _, p := range problems {
			line, column := strictjson.Locate(data, p.Pointer)
			if p.Kind == contracts.UnknownField {
				line, column = strictjson.LocateKey(data, p.Pointer)
			}
			if p.Line != line || p.Column != column {
				t.Errorf("%s at %q: %d:%d, want %d:%d in\n%s", p.Kind, p.Pointer, p.Line, p.Column, line, column, data)
			}
		}
	})
}

func trees(depth int) *rapid.Generator[any] {
	leaf := rapid.SampledFrom([]any{nil, true, "text", strictjson.Number("-1.5e3"), "a\nb"})
	if depth == 0 {
		return leaf
	}
	keys := rapid.SampledFrom([]string{"", "a", "a/b", "~", "0", "é", `"`})
	return rapid.OneOf(
		leaf,
		rapid.Map(rapid.SliceOfN(trees(depth-1), 0, 4), func(v []any) any { return v }),
		rapid.Map(rapid.MapOfN(keys, trees(depth-1), 0, 4), func(v map[string]any) any { return v }),
	)
}

func pointers(v any, at jsontext.Pointer) []string {
	all := []string{string(at)}
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			all = append(all, pointers(item, at.AppendToken(strconv.Itoa(i)))...)
		}
	case strictjson.Object:
		for key, item := range v {
			all = append(all, pointers(item, at.AppendToken(key))...)
		}
	}
	return all
}

// TestLocateInBrokenText checks that a text which is not JSON ends the search.
func TestLocateInBrokenText(t *testing.T) {
	for _, text := range []string{"", "[", "{", `{"a"`, `{"a": [1,`, `{"a": tru`, "]", `{"a": 1 "b"`} {
		problems := contracts.Problems{{Pointer: "/a/1"}, {Pointer: "/b"}, {Pointer: ""}}
		problems.Locate([]byte(text))
		for _, p := range problems {
			if p.Line != 1 {
				t.Errorf("%q: %q lies in line %d", text, p.Pointer, p.Line)
			}
		}
	}
}
