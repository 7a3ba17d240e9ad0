package frontmatter

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   `{}`,
		"# only a comment\n":                 `{}`,
		"mode: mythic\ntags: [sea, 'a b']":   `{"mode":"mythic","tags":["sea","a b"]}`,
		"n: 1\nf: 1.50\nneg: -3\nbig: 12345": `{"big":12345,"f":1.50,"n":1,"neg":-3}`,
		"date: 1887-10-30\nhex: 0x10\noct: 010\nyes: yes\nunder: 1_000\nexp: 1e5\ninf: .inf": `{"date":"1887-10-30","exp":"1e5","hex":"0x10","inf":".inf","oct":"010","under":"1_000","yes":"yes"}`,
		"t: true\nf: false\nno: null\ntilde: ~\nempty:":                                      `{"empty":null,"f":false,"no":null,"t":true,"tilde":null}`,
		"quoted: \"true\"\nnumber: '7'\ntext: |\n  a\n  b\n":                                 `{"number":"7","quoted":"true","text":"a\nb\n"}`,
		"when:\n  player_state:\n    trust: {\">=\": 3}\n":                                   `{"when":{"player_state":{"trust":{">=":3}}}}`,
	} {
		d, err := Parse(text, 1)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := string(strictjson.Append(nil, d.Tree)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestPlace(t *testing.T) {
	d, err := Parse("a: 1\nb:\n  c/d:\n    - x\n    - y\n", 10)
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{"": "10:1", "/a": "10:4", "/b/c~1d/1": "14:7", "/b/nothing/here": "12:3", "/zz": "10:1"} {
		line, column := d.Place(pointer)
		if got := fmt.Sprintf("%d:%d", line, column); got != want {
			t.Errorf("%q stands at %s, want %s", pointer, got, want)
		}
	}
}

func TestText(t *testing.T) {
	d, err := Parse("version: 1.0\nyes: true\nempty:\nfolded: >\n  a\n  b\nmeta:\n  a/b:\n    x\nlist: [1]\n", 2)
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"/version": "1.0 true 2", "/yes": "true true 3", "/empty": " true 4", "/folded": "a b\n true 5",
		Pointer("meta", "a/b"): "x true 9", "/meta": " false 8", "/list": " false 11", "/list/0": "1 true 0", "/gone": " false 0", "": " false 0",
	} {
		text, is := d.Text(pointer)
		if got := fmt.Sprintf("%s %v %d", text, is, d.KeyLine(pointer)); got != want {
			t.Errorf("%q: %q, want %q", pointer, got, want)
		}
	}
}

// What people most often write comes with advice, and errors are told apart.
func TestFaults(t *testing.T) {
	for text, want := range map[string]Error{
		"a: b: c":  {NoYAML, 1, "mapping values are not allowed in this context; a text with a colon in it needs quotes"},
		"a: \"b":   {NoYAML, 1, "found unexpected end of stream; a quoted text is not closed"},
		"\ta: b":   {NoYAML, 1, "found character that cannot start any token; indent with spaces, and put quotes around a text that begins with a sign"},
		"text":     {NotMapping, 1, `expected lines such as "title: The lamp"`},
		"a: [*b]":  {NoYAML, 1, "unknown anchor 'b' referenced"},
		"a: &b []": {Refused, 1, "aliases and anchors are not allowed here"},
	} {
		_, err := Parse(text, 1)
		if got, ok := errors.AsType[*Error](err); !ok || *got != want {
			t.Errorf("%q: %+v", text, err)
		}
	}
	if _, _, _, err := Split("---\na: 1\n"); err == nil || err.(*Error).Fault != Unclosed {
		t.Errorf("front matter without an end: %v", err)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"- a":                       `line 5: expected lines such as "title: The lamp"`,
		"a: 1\na: 2":                `line 6: the field "a" stands twice`,
		"a: &x 1\nb: *x":            "line 5: aliases and anchors are not allowed here",
		"a: 1\nb: !!str 1":          "line 6: tags are not allowed here",
		"a: 1\n? [b]\n: c":          "line 6: a name must be text",
		"a: 1\nb: [":                "line 6: did not find expected node content",
		"a: \xff":                   "line 5: the YAML is not UTF-8 text",
		strings.Repeat("a", 70_000): "line 5: the YAML has 70000 bytes; at most 65536 are read",
		"a: " + strings.Repeat("[", 20) + strings.Repeat("]", 20): "line 5: the YAML is nested deeper than 16 levels",
	} {
		_, err := Parse(text, 5)
		wrong, ok := errors.AsType[*Error](err)
		if !ok || wrong.Error() != want {
			t.Errorf("%.30q: got %v, want %s", text, err, want)
		}
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string][]any{
		"body":                             {"", "body", 1},
		"---\na: 1\n---\nbody\n":           {"a: 1", "body\n", 4},
		"\ufeff---\r\na: 1\r\n---\r\nbody": {"a: 1", "body", 4},
		"---\n---\nbody":                   {"", "body", 3},
		"---\na: 1\n---":                   {"a: 1", "", 4},
		"a\n---\nb\n---\n":                 {"", "a\n---\nb\n---\n", 1},
	} {
		header, body, line, err := Split(text)
		if diff := cmp.Diff(want, []any{header, body, line}); diff != "" || err != nil {
			t.Errorf("%q (-want +got):\n%s%v", text, diff, err)
		}
	}
	if _, _, _, err := Split("---\na: 1\n"); err == nil {
		t.Error("unclosed front matter is taken")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a: 1\nb: [x, {y: z}]", "a: &b [*b]", "? a\n: b", "a: |\n  x\n", "%YAML 1.2\n---\na: b", "a: !!binary x", "\t- a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text, 3)
		if err != nil {
			if wrong, ok := errors.AsType[*Error](err); !ok || wrong.Line < 3 || strings.Contains(wrong.Message, "\n") {
				t.Errorf("%v", err)
			}
			return
		}
		if _, err := strictjson.Parse(strictjson.Append(nil, d.Tree)); err != nil {
			t.Errorf("the tree is no JSON: %v", err)
		}
		for pointer := range d.places {
			if line, column := d.Place(pointer); line < 3 || column < 1 {
				t.Errorf("%s stands at %d:%d", pointer, line, column)
			}
		}
	})
}
