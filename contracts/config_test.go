package contracts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/contracts"
)

const dice = `{
  "type": "object",
  "properties": {
    "showIndividualRolls": {"type": "boolean", "default": true},
    "randomSource": {"enum": ["crypto", "pseudo"]},
    "sides": {"anyOf": [{"type": "integer", "minimum": 2}, {"type": "string", "minLength": 1}]},
    "key": {"$ref": "#/$defs/key"},
    "hosts": {"type": "array", "items": {"format": "uri", "type": "string"}}
  },
  "required": ["randomSource"],
  "additionalProperties": false,
  "$defs": {"key": {"type": "string", "pattern": "^[a-z]+$", "x-sensitive": true}}
}`

func TestConfiguration(t *testing.T) {
	schema, problems := contracts.CompileConfig("config-schema.json", []byte(dice))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, test := range []struct{ name, config, want string }{
		{"right", `{"randomSource": "crypto", "sides": 6}`, ""},
		{"missing", `{}`, `config.json:1:1: "randomSource" is missing; expected "crypto" or "pseudo"`},
		{"misspelt", `{"randomsource": "crypto"}`, `config.json:1:2: /randomsource: unknown field "randomsource"; did you mean "randomSource"?`},
		{"unknown is refused, for the schema says so", `{"randomSource": "crypto", "colour": 1}`, `config.json:1:28: /colour: unknown field "colour"`},
		{"pattern", `{"randomSource": "crypto", "key": "ABC"}`, `config.json:1:35: /key: "key" is "ABC"; expected text that matches "^[a-z]+$"`},
		{"the closest form", `{"randomSource": "crypto", "sides": 1}`, `config.json:1:37: /sides: "sides" is 1; expected at least 2`},
		{"no form", `{"randomSource": "crypto", "sides": null}`, `config.json:1:37: /sides: "sides" is null; expected an integer of at least 2 or a string that is not empty`},
		{"format", `{"randomSource": "crypto", "hosts": ["no uri"]}`, `config.json:1:38: /hosts/0: "hosts[0]" is "no uri"; expected a string of format "uri"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, problems := schema.Validate("config.json", []byte(test.config))
			if got := problems.Error(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestFormsThatFailedAreCauses(t *testing.T) {
	schema, _ := contracts.CompileConfig("config-schema.json", []byte(dice))
	_, problems := schema.Validate("config.json", []byte(`{"randomSource": "crypto", "sides": 1}`))
	if len(problems) != 1 || len(problems[0].Causes) != 1 {
		t.Fatalf("want one problem with one cause, got %#v", problems)
	}
	if got, want := problems[0].Causes[0].String(), `config.json:1:37: /sides: "sides" is 1; expected a string that is not empty`; got != want {
		t.Errorf("cause: got %s, want %s", got, want)
	}
}

// TestTree checks a configuration that no one file holds.
func TestTree(t *testing.T) {
	schema, _ := contracts.CompileConfig("config-schema.json", []byte(dice))
	problems := schema.ValidateTree("dice-roller", map[string]any{"randomSource": "dice"})
	if got, want := problems.Error(), `dice-roller: /randomSource: "randomSource" is "dice"; expected "crypto" or "pseudo"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestHostileSchemas checks schemas that would cost without end, or read what is
// not theirs: each is refused where it goes wrong.
func TestHostileSchemas(t *testing.T) {
	for _, test := range []struct{ name, schema, want string }{
		{"fetched", `{"type": "object", "properties": {"a": {"$ref": "https://example.org/a"}}}`,
			`s.json:1:49: /properties/a/$ref: "$ref" is "https://example.org/a"; expected a reference inside the document, such as "#/$defs/name"`},
		{"nowhere", `{"type": "object", "properties": {"a": {"$ref": "#/$defs/nme"}}, "$defs": {"name": {}}}`,
			`s.json:1:49: /properties/a/$ref: the reference "#/$defs/nme" leads nowhere; did you mean "#/$defs/name"?`},
		{"round", `{"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"not": {"$ref": "#/$defs/a"}}}}`,
			`s.json:1:135: /$defs/b/not/$ref: the reference "#/$defs/a" leads back to itself`},
		{"doubling", doubling(20), `s.json:1:1: the schema unfolds to too many parts; expected at most 2000`},
		{"a large pattern", `{"type": "object", "properties": {"a": {"pattern": "(a{500}b){2}"}}}`,
			`s.json:1:52: /properties/a/pattern: the pattern "(a{500}b){2}" is too large; expected fewer or smaller repetitions`},
		{"a broken name pattern", `{"type": "object", "patternProperties": {"(": {}}}`,
			"s.json:1:47: /patternProperties/(: \"(\" is no regular expression: error parsing regexp: missing closing ): `(`; expected one of the RE2 kind"},
		{"too deep", `{"type": "object", "properties": ` + strings.Repeat(`{"a": {"properties": `, 40) + `{}` + strings.Repeat(`}}`, 40) + `}`,
			`the document is nested deeper than is read; expected at most 64 levels`},
	} {
		t.Run(test.name, func(t *testing.T) {
			schema, problems := contracts.CompileConfig("s.json", []byte(test.schema))
			if got := problems.Error(); !strings.HasSuffix(got, test.want) || schema != nil {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// doubling is a schema each of whose parts asks for the next one twice.
func doubling(steps int) string {
	var defs strings.Builder
	for i := range steps {
		fmt.Fprintf(&defs, `"d%d": {"allOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}, `, i, i+1, i+1)
	}
	return fmt.Sprintf(`{"type": "object", "allOf": [{"$ref": "#/$defs/d0"}], "$defs": {%s"d%d": {}}}`, defs.String(), steps)
}

// TestUnreadKeywords checks that a keyword which is warned of does not count:
// what it holds could otherwise be anything.
func TestUnreadKeywords(t *testing.T) {
	schema, problems := contracts.CompileConfig("s.json", []byte(`{"type": "object", "propertyNames": {"$ref": "file:///etc/passwd"}, "minproperties": 5}`))
	if problems.Err() != nil || len(problems) != 2 {
		t.Fatalf("want two warnings, got %v", problems)
	}
	if _, problems := schema.Validate("c.json", []byte(`{"a": 1}`)); len(problems) > 0 {
		t.Error(problems)
	}
}
