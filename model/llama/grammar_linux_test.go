package llama

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/gbnf"
	"github.com/narratoria/narratoria/model/test"
)

// kindsOfSchemas have all that package gbnf understands, and no text of theirs is longer than 1500 bytes.
var kindsOfSchemas = []string{
	`{"type":"string","maxLength":80}`,
	`{"type":"string","minLength":300,"maxLength":340}`,
	`{"properties":{"z":{"type":"boolean"},"a":{"enum":["“灯”\n",null,{"b":[1.50]}]},"m":{"const":"\u007f\u0001"}},"required":["a"],"additionalProperties":false}`,
	`{"properties":{"a":{"type":"null"},"b":{"type":"number"}}}`,
	`{"prefixItems":[{"type":"integer"},{"type":"null"}],"items":{"type":"boolean"},"minItems":1,"maxItems":5}`,
	`{"items":{"enum":["a","b","c","d"]},"uniqueItems":true,"minItems":1,"maxItems":3}`,
	`{"items":{"type":"null"},"maxItems":280}`,
	`{"items":{"type":"integer","minimum":-120,"exclusiveMaximum":1300},"minItems":20,"maxItems":20}`,
	`{"items":{"type":"number","minimum":-0.125,"maximum":12.0625},"minItems":20,"maxItems":20}`,
	`{"oneOf":[{"type":"integer"},{"type":"string","maxLength":3},{"type":"array","items":{"const":1},"maxItems":2}]}`,
	`{"$ref":"#/$defs/node","$defs":{"node":{"properties":{"name":{"type":"string","pattern":"^[a-z][a-z0-9-]{0,5}$"},"next":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/node"}]}},"required":["name"]}}}`,
	`{"type":"string","pattern":"\\bword\\b","maxLength":20}`,
	`{"type":"string","pattern":"^(?i)ask \\p{Lu}[^\"\\\\]*\\.$","maxLength":20}`,
}

// TestGrammarsOnTheDevice: llama.cpp takes the grammars of all that package gbnf understands, and what a model of random
// weights writes by one holds to its schema and is of the grammar as that package reads it.
func TestGrammarsOnTheDevice(t *testing.T) {
	m, o := device(t)
	g := open(t, m, o)
	for _, schema := range kindsOfSchemas {
		text, err := gbnf.FromSchema([]byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		grammar, err := gbnf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		check := compiled(t, schema)
		for seed := range soak.Count(400) {
			r := test.Request()
			r.Seed, r.Heat, r.MaxTokens = int64(seed)+1, 2000, 1500
			r.Form = model.Form{Schema: []byte(schema)}
			answer, err := g.Generate(t.Context(), r, nil)
			if err != nil {
				t.Errorf("by %s: %v", schema, err)
				continue
			}
			if !grammar.Matches(answer.Text) {
				t.Errorf("by %s it writes %q, which is not of the grammar: %+v %v", schema, answer.Text, answer.Usage, answer.End)
			}
			tree, err := strictjson.Parse([]byte(answer.Text))
			if err == nil {
				err = check.Validate(tree)
			}
			if err != nil {
				t.Errorf("by %s it writes %q: %v", schema, answer.Text, err)
			}
		}
	}
}

// TestGrammarsAreReadAlike: llama.cpp takes what package gbnf reads and refuses what it refuses; what a model writes by it matches.
func TestGrammarsAreReadAlike(t *testing.T) {
	m, o := device(t)
	g := open(t, m, o)
	for text, taken := range map[string]bool{
		"# first\nroot ::=\n  x |\n  y # last\nx ::= \"1\"\r\ny::=x x":    true,
		`root ::= [a-cx-] [^a-c\n] .`:                                     true,
		`root ::= "ab"{3} "c"? ( "b" | "" ){2} [0-9]{1,2} "x"+ "y"*`:      true,
		`root ::= "\x41\u706f\U0001F56F\t\r\n\\\"\[\]" [\]\[\\\x41-\x43]`: true,
		`root ::= "(" root ")" | "a"`:                                     true,
		`root ::= "a"{3}{2}`:                                              true,
		`root ::= [0-9]{0,1999}`:                                          true,
		`root ::= [0-9]{0,2000}`:                                          false,
		`root ::= ("a" "b"?){1,1000}`:                                     false,
		`root ::= ("a" "b"?){1,999}`:                                      true,
		`root ::= "a"{44}{45}`:                                            true,
		`root ::= "a"{40}{50}`:                                            false,
		`root ::= [\-]`:                                                   false,
		`root ::= "\q"`:                                                   false,
		`root ::= root "a" | "b"`:                                         false,
		`root ::= other`:                                                  false,
		`other ::= "a"`:                                                   false,
		`root ::= "a")`:                                                   false,
		`root ::= ""*`:                                                    false,
		`root ::= "a"{,2}`:                                                false,
	} {
		grammar, err := gbnf.Parse(text)
		if (err == nil) != taken {
			t.Errorf("of %s it says %v", text, err)
		}
		r := test.Request()
		r.Seed, r.Heat, r.Form.Grammar = 1, 2000, text
		answer, failed := g.Generate(t.Context(), r, nil)
		if refused := failed != nil && strings.Contains(failed.Error(), "none that llama.cpp takes"); refused == taken {
			t.Errorf("of %s llama.cpp says %v", text, failed)
		}
		if taken && failed == nil && answer.End == model.Stopped && !grammar.Matches(answer.Text) {
			t.Errorf("by %s it writes %q", text, answer.Text)
		}
	}
}

func compiled(t *testing.T, schema string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	c := jsonschema.NewCompiler()
	if err == nil {
		err = c.AddResource("s.json", document)
	}
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.Compile("s.json")
	if err != nil {
		t.Fatal(err)
	}
	return made
}
