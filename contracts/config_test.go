package contracts_test

import (
	"fmt"
	"runtime"
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
		{"patterns that are large together", `{"type": "object", "allOf": [` + listed(150, `{"pattern": "%d(ab{9}){70}"}`) + `]}`,
			`s.json:1:1: the patterns of the schema are too large together; expected fewer of them, or smaller repetitions`},
		{"names that are patterns", `{"type": "object", "patternProperties": {` + listed(150, `"%d(ab{9}){70}": {}`) + `}}`,
			`s.json:1:1: the patterns of the schema are too large together; expected fewer of them, or smaller repetitions`},
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

// listed is n texts, each with its number.
func listed(n int, format string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(all, ", ")
}

// TestBombsOfSchemas checks what a schema made to cost takes to be refused, and what is
// checked against one that is not refused.
func TestBombsOfSchemas(t *testing.T) {
	contracts.ConfigSchemaMeta.Schema()
	large := strings.Repeat("a{1000}", 100)
	for _, test := range []struct{ name, schema, config, want string }{
		{"patterns of 100,000", `{"type": "object", "allOf": [` + listed(200, `{"pattern": "%d`+large+`"}`) + `]}`, "", "is too large; expected fewer or smaller repetitions"},
		{"a name of three million", `{"type": "object", "patternProperties": {"` + strings.Repeat("a{1000}", 3000) + `": {}}}`, "", "is too large; expected fewer or smaller repetitions"},
		{"references that lead nowhere", `{"type": "object", "allOf": [` + listed(3000, `{"$ref": "#/$defs/a-name-%d"}`) + `], "$defs": {` + listed(3000, `"another-name-%d": {}`) + `}}`, "", `"#/$defs/a-name-0" leads nowhere`},
		{"many values of many parts", `{"type": "object", "properties": {"a": {"items": {"allOf": [` + listed(1900, `{"type": "string", "title": "%d"}`) + `]}}}}`, `{"a": [` + listed(4000, "%d") + `]}`,
			`the document holds more values than are read; expected at most 105`},
		{"many letters of many patterns", `{"type": "object", "properties": {"a": {"allOf": [` + listed(200, `{"pattern": "([a-q]|[b-z]){0,99}%d$"}`) + `]}}}`, `{"a": "` + strings.Repeat("b", 4000) + `"}`,
			`/a: the document holds more text than its schema's patterns may look through; expected at most `},
		{"many letters of one that is referred to often", `{"type": "object", "properties": {"a": {"allOf": [` + listed(900, `{"$ref": "#/$defs/a", "title": "%d"}`) + `]}}, "$defs": {"a": {"pattern": "([a-q]|[b-z]){0,99}1$"}}}`, `{"a": "` + strings.Repeat("b", 4000) + `"}`,
			`/a: the document holds more text than its schema's patterns may look through; expected at most `},
		{"many names of many patterns", `{"type": "object", "patternProperties": {` + listed(200, `"([a-q]|[b-z]){0,99}%d$": {}`) + `}}`, `{` + listed(100, `"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb%d": 0`) + `}`,
			`the document holds more text than its schema's patterns may look through; expected at most `},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			schema, problems := contracts.CompileConfig("s.json", []byte(test.schema))
			if test.config != "" {
				if len(problems) > 0 {
					t.Fatal(problems)
				}
				_, problems = schema.Validate("c.json", []byte(test.config))
			}
			runtime.ReadMemStats(&after)
			if !strings.Contains(problems.Error(), test.want) {
				t.Errorf("got  %.300s\nwant %s", problems.Error(), test.want)
			}
			if len(problems) > contracts.MaxProblems {
				t.Errorf("%d problems are listed", len(problems))
			}
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 64 {
				t.Errorf("it costs %d MiB", used)
			}
		})
	}
}

// TestLargeSchemasTakeWhatIsOrdinary checks a schema of as many settings as anybody shows.
func TestLargeSchemasTakeWhatIsOrdinary(t *testing.T) {
	schema, problems := contracts.CompileConfig("s.json", []byte(`{"type": "object", "properties": {`+listed(150, `"s%d": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"}`)+`}}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if _, problems := schema.Validate("c.json", []byte(`{`+listed(150, `"s%d": "a-value.of_3"`)+`}`)); len(problems) > 0 {
		t.Error(problems)
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
