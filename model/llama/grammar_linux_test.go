package llama

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
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

// planSchemas are those that a model is asked for a plan by, as narrator's tests have them.
func planSchemas(t testing.TB) (all []string) {
	t.Helper()
	files, err := filepath.Glob("../../narrator/testdata/asked/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no schemas of plans: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range archive.Files {
			if part.Name == "schema" {
				all = append(all, strings.TrimSpace(string(part.Data)))
			}
		}
	}
	return all
}

// TestGrammarsOnTheDevice: llama.cpp takes the grammars of all that package gbnf understands and of plans, and what a model of
// random weights writes by one holds to its schema and is of the grammar as that package reads it.
func TestGrammarsOnTheDevice(t *testing.T) {
	m, o := device(t)
	g := open(t, m, o)
	texts := 0
	for _, schema := range append(planSchemas(t), kindsOfSchemas...) {
		grammar, err := gbnf.OfSchema([]byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		check := compiled(t, schema)
		for seed := range soak.Count(400) {
			text, err := written(t, g, int64(seed)+1, model.Form{Schema: []byte(schema)})
			var tree any
			if err == nil {
				tree, err = strictjson.Parse([]byte(text))
			}
			if err == nil {
				err = check.Validate(tree)
			}
			if err != nil || !grammar.Matches(text) {
				t.Errorf("by %s it writes %q: %v", schema, text, err)
			}
			texts++
		}
	}
	t.Logf("%d texts", texts)
}

// TestPlansWithoutAGrammar: what the same model writes where nothing holds it to a form is none, so that it is the grammar that
// makes its plans.
func TestPlansWithoutAGrammar(t *testing.T) {
	m, o := device(t)
	g := open(t, m, o)
	schema := planSchemas(t)[0]
	grammar, err := gbnf.OfSchema([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	with, without, all := 0, 0, soak.Count(500)
	for seed := range all {
		for form, count := range map[*model.Form]*int{{Schema: []byte(schema)}: &with, {}: &without} {
			if text, err := written(t, g, int64(seed)+1, *form); err == nil && grammar.Matches(text) {
				*count++
			}
		}
	}
	t.Logf("of %d plans by the grammar %d are of the form, without one %d", all, with, without)
	if with != all || without > all/100 {
		t.Error("it is not the grammar that makes plans")
	}
}

// written is what the model writes to a seed, far from what it finds likely.
func written(t *testing.T, g *Generator, seed int64, form model.Form) (string, error) {
	r := test.Request()
	r.Seed, r.Heat, r.MaxTokens, r.Form = seed, 2000, 1900, form
	if form.Schema == nil {
		r.MaxTokens = 300
	}
	answer, err := g.Generate(t.Context(), r, nil)
	return answer.Text, err
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
