package strictjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/internal/strictjson"
)

func TestParseKeepsWhatWasWritten(t *testing.T) {
	for _, text := range []string{
		`9007199254740993`, `1.0`, `-0`, `1e400`, `123456789012345678901234567890`,
		`{"a":[1,{"b":null}],"c":"\u0000\u2028é"}`, `[]`, `{}`, `"\ud83d\ude00"`,
	} {
		v, err := strictjson.Parse([]byte(text))
		if err != nil {
			t.Fatalf("Parse(%s): %v", text, err)
		}
		again, err := strictjson.Parse(strictjson.Append(nil, v))
		if err != nil || !strictjson.Equal(v, again) {
			t.Errorf("%s came back as %s (%v)", text, strictjson.Append(nil, v), err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1,"a":2}`:      "line 1, column 8: this key stands twice in one object",
		"{\n \"a\": }":       "line 2, column 7: a value is missing after the colon",
		`{"a":1`:             "line 1, column 7: the text ends too early; its end may have been cut off",
		"\"\xff\"":           "line 1, column 2: a byte here is not UTF-8; write the text as UTF-8",
		`1 2`:                "line 1, column 3: there is more after the JSON value; only white space may follow it",
		``:                   "line 1, column 1: the text is empty",
		"\xef\xbb\xbf{}":     "line 1, column 1: the text begins with a byte order mark; write it as UTF-8 without one",
		`{"a":1}{"b":2}`:     "line 1, column 8: there is more after the JSON value; only white space may follow it",
		`{"\u0061":1,"a":2}`: "line 1, column 13: this key stands twice in one object",
	} {
		_, err := strictjson.Parse([]byte(text))
		if syn, ok := errors.AsType[*strictjson.SyntaxError](err); !ok || syn.Error() != want {
			t.Errorf("Parse(%q)\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestLocate(t *testing.T) {
	data := []byte("{\n  \"a\": {\n    \"b\": [1,\n      {\"c\": true}]\n  },\n  \"ab\": 3\n}")
	for pointer, want := range map[string][2]int{
		"": {1, 1}, "/a": {2, 8}, "/a/b": {3, 10}, "/a/b/0": {3, 11},
		"/a/b/1": {4, 7}, "/a/b/1/c": {4, 13}, "/ab": {6, 9}, "/a/missing": {2, 8}, "/zz": {1, 1},
	} {
		if line, col := strictjson.Locate(data, pointer); [2]int{line, col} != want {
			t.Errorf("Locate(%q) = %d:%d, want %v", pointer, line, col, want)
		}
	}
	if line, col := strictjson.LocateKey(data, "/a/b/1/c"); line != 4 || col != 8 {
		t.Errorf("LocateKey = %d:%d, want 4:8", line, col)
	}
}

// ElementLines says of every element what Locate says of one.
func TestElementLines(t *testing.T) {
	for _, text := range []string{
		"{\n \"a\": [1, 2,\n\n  {\"b\":\n 3}\n,[4\n]\n,\"x\"],\n \"b\": [5]}", `{"a":[]}`, `{"b":[1]}`, `{"a":{"a":[1]}}`, `{"a":"text"}`, `[1]`, "{\"c\":[\n],\r\n\"a\":[\r\n1 , \"]\"]}",
	} {
		object, _ := strictjson.Parse([]byte(text))
		o, _ := object.(strictjson.Object)
		lines := strictjson.ElementLines([]byte(text), "a")
		list := strictjson.AsList(o["a"])
		if len(lines) != len(list) {
			t.Errorf("%q: %d lines of %d elements", text, len(lines), len(list))
			continue
		}
		for i, line := range lines {
			if want, _ := strictjson.Locate([]byte(text), fmt.Sprint("/a/", i)); line != want {
				t.Errorf("%q: element %d is on line %d, not %d", text, i, line, want)
			}
		}
	}
}

// MemberNames gives the names that the text has, in its order.
func TestMemberNames(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":{"z":1,"b":{"c":2},"a":[3]}}`: `["z" "b" "a"]`, `{"b":1,"a":{}}`: `[]`, `{"a":[1]}`: `[]`, `{"b":{"a":1}}`: `[]`, `[]`: `[]`,
		"{ \"a\" : { \"\\u0061\" : {} , \"\": 0 } }": `["a" ""]`,
	} {
		if got := fmt.Sprintf("%q", strictjson.MemberNames([]byte(text), "a")); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A large text has more names of members than are remembered, and the same ones twice.
func TestParseLargeText(t *testing.T) {
	var text strings.Builder
	text.WriteString("[")
	for i := range 20_000 {
		fmt.Fprintf(&text, `{"name%d": %d, "all\u0020of them": [], "": {"": null}}, `, i%1000, i)
	}
	text.WriteString(`{"a": 1, "\u0061": 2}]`)
	if _, err := strictjson.Parse([]byte(text.String())); err == nil || !strings.Contains(err.Error(), "stands twice") {
		t.Errorf("of two members of one name it says %v", err)
	}
	sound := strings.Replace(text.String(), `, "\u0061": 2`, "", 1)
	v, err := strictjson.Parse([]byte(sound))
	if err != nil {
		t.Fatal(err)
	}
	var want any
	decoder := json.NewDecoder(strings.NewReader(sound))
	decoder.UseNumber()
	if err := decoder.Decode(&want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(v, want) {
		t.Error("the tree is not what another parser reads")
	}
}

func TestLocateSpecialNames(t *testing.T) {
	data := []byte(`{"a/b": {"~": 1}, "": [2], "x": {"0": 3}}`)
	for pointer, want := range map[string]int{
		"/a~1b/~0": 15, "/": 23, "//0": 24, "/x/0": 39, "//-1": 23, "//7": 23, "//1e0": 23, "/x/0/y": 39,
	} {
		if line, col := strictjson.Locate(data, pointer); line != 1 || col != want {
			t.Errorf("Locate(%q) = %d:%d, want 1:%d", pointer, line, col, want)
		}
	}
}

func TestParseObjectSaysWhatItGot(t *testing.T) {
	_, err := strictjson.ParseObject([]byte("\n  [1]"))
	if err == nil || err.Error() != "line 2, column 3: expected an object, found an array" {
		t.Errorf("got %v", err)
	}
}

func TestNestingIsLimited(t *testing.T) {
	nested := func(depth int) []byte {
		return append(bytes.Repeat([]byte("["), depth), bytes.Repeat([]byte("]"), depth)...)
	}
	if _, err := strictjson.Parse(nested(10_000)); err != nil {
		t.Errorf("10,000 deep: %v", err)
	}
	if _, err := strictjson.Parse(nested(10_001)); err == nil {
		t.Error("10,001 deep was accepted")
	}
}

// TestParseWithin: a text at a limit is taken, one beyond it is not, and what was
// made of it by then is bounded by the limit and not by the text.
func TestParseWithin(t *testing.T) {
	for _, c := range []struct {
		text   string
		limits strictjson.Limits
		values int
		want   string
	}{
		{`[[1],{"a":[]}]`, strictjson.Limits{Depth: 3, Values: 5}, 5, ""},
		{`[[1],{"a":[]}]`, strictjson.Limits{Depth: 2}, 5, "byte 11: the nesting is deeper than 2 levels"},
		{`[[1],{"a":[]}]`, strictjson.Limits{Values: 4}, 5, "byte 11: there are more than 4 values"},
		{`[[],[],[[]]]`, strictjson.Limits{Depth: 3, Values: 5}, 5, ""},
		{`7`, strictjson.Limits{Depth: 1, Values: 1}, 1, ""},
		{`[1`, strictjson.Limits{Depth: 1, Values: 9}, 2, "line 1, column 3: the text ends too early; its end may have been cut off"},
	} {
		_, values, err := strictjson.ParseWithin([]byte(c.text), c.limits)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want || values != c.values {
			t.Errorf("%s within %+v: %d values, %q; want %d, %q", c.text, c.limits, values, got, c.values, c.want)
		}
	}
}

// Encode and Size are Append, whatever was written before.
func TestEncodeIsAppend(t *testing.T) {
	for _, v := range []any{
		nil, "", "plain", `quo"ted`, `back\slash`, "tab\t", "\x7f", "dash – and ’", "\u2028", "\xff", "a\xffb", strings.Repeat("long ", 1_000_000),
		[]any{}, strictjson.Object{"b": []any{true, strictjson.Number("1.50")}, "a": "é", `"`: nil}, []string{"x"}, map[string]string{"k": "v"}, 7, "short again",
	} {
		want := string(strictjson.Append(nil, v))
		if got := string(strictjson.Encode(v)); got != want || strictjson.Size(v) != len(want) {
			t.Errorf("%.40q is encoded as %.40q, of size %d", want, got, strictjson.Size(v))
		}
		if text, ok := v.(string); ok {
			if quoted, _ := jsontext.AppendQuote(nil, text); want != string(quoted) {
				t.Errorf("%.40q is quoted as %.40q", text, want)
			}
		}
	}
}
