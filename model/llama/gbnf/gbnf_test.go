package gbnf_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/llama/gbnf"
)

func compiled(t testing.TB, schema []byte) *jsonschema.Schema {
	t.Helper()
	made, err := compile(schema)
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	return made
}

func compile(schema []byte) (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // it fetches nothing
	if err := c.AddResource("s.json", document); err != nil {
		return nil, err
	}
	return c.Compile("s.json")
}

// holds says what keeps a text from being JSON of a schema.
func holds(schema *jsonschema.Schema, text string) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("it is no UTF-8")
	}
	if _, err := strictjson.Parse([]byte(text)); err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// TestTextsHoldToTheirSchema: whatever the schema, every text of its grammar is JSON that holds to it, and is no longer than
// the grammar says.
func TestTextsHoldToTheirSchema(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 3))
	texts := 0
	for range soak.Count(20_000) {
		d := newDrawer(random, false)
		written := []byte(d.write(d.whole()))
		grammar := read(t, written)
		check := compiled(t, written)
		most, bounded := grammar.Longest()
		for range 10 {
			text := grammar.Random(400, random.IntN)
			texts++
			if err := holds(check, text); err != nil {
				t.Fatalf("of the schema\n%s\ncomes %s\n%v", written, text, err)
			}
			if !grammar.Matches(text) {
				t.Fatalf("of the schema\n%s\ncomes %s, which does not match", written, text)
			}
			if bounded && len(text) > most {
				t.Fatalf("of the schema\n%s\ncomes %s, which has %d bytes and not %d", written, text, len(text), most)
			}
		}
	}
	t.Logf("%d texts", texts)
	if texts == 0 {
		t.Error("there was no text")
	}
}

// TestWhatHoldsIsOfTheGrammar: a value that holds to the schema is of its grammar, written compactly, in the order of its
// members and without needless escapes; one that does not, is not.
func TestWhatHoldsIsOfTheGrammar(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 1))
	good, bad := 0, 0
	for range soak.Count(20_000) {
		d := newDrawer(random, true)
		schema := d.whole()
		written := []byte(d.write(schema))
		grammar := read(t, written)
		check := compiled(t, written)
		for range 10 {
			text := d.write(d.value(schema, 0))
			err := holds(check, text)
			if grammar.Matches(text) != (err == nil) {
				t.Fatalf("of the schema\n%s\nand its grammar is, or is not,\n%s\n%v", written, text, err)
			}
			if err == nil {
				good++
			} else {
				bad++
			}
		}
	}
	t.Logf("%d hold, %d do not", good, bad)
	if good < 4*bad/10 || bad < good/100 {
		t.Error("the values are too much alike")
	}
}

func read(t testing.TB, schema []byte) *gbnf.Grammar {
	t.Helper()
	grammar, err := gbnf.OfSchema(schema)
	if err != nil {
		t.Fatalf("%s\n%v", schema, err)
	}
	return grammar
}

const tree = `{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"name":{"type":"string","minLength":1},"children":{"type":"array","items":{"$ref":"#/$defs/node"},"maxItems":2}},"required":["name"]}}}`

// TestWhatIsOfAGrammar says of schemas what is of their grammars, and what is not.
func TestWhatIsOfAGrammar(t *testing.T) {
	for written, want := range map[string]struct{ are, not []string }{
		`{"properties":{"z":{"const":1},"b":{"const":2},"c":{"const":3}},"required":["b"]}`: {
			[]string{`{"b":2}`, `{"z":1,"b":2}`, `{"b":2,"c":3}`, `{"z":1, "b": 2,"c":3}`},
			[]string{`{}`, `{"b":2,"z":1}`, `{"b":2,"b":2}`, `{"b":2,}`, `{,"b":2}`, `{"b" :2}`, `{"b":2,"d":4}`, `{"b":2} `},
		},
		`{"properties":{"a":{"const":1},"b":{"const":2}}}`: {[]string{`{}`, `{"a":1}`, `{"b":2}`, `{"a":1,"b":2}`}, []string{``, `[]`, `{"a":1"b":2}`}},
		`{"properties":{"a":{"const":1}},"required":["a"],"minProperties":1,"maxProperties":1,"patternProperties":{"^x-":{},"^b":{"type":"null"}}}`: {[]string{`{"a":1}`}, []string{`{}`, `{"a":1,"b":null}`}},
		`{"properties":{"a":{"const":1},"b":false}}`:                                                      {[]string{`{}`, `{"a":1}`}, []string{`{"b":1}`}},
		`{"type":"array","items":{"enum":[1,2]},"minItems":1,"maxItems":2}`:                               {[]string{`[1]`, `[2]`, `[1,2]`, `[2, 1]`}, []string{`[]`, `[1,2,1]`, `[1,]`}},
		`{"type":"array","maxItems":0}`:                                                                   {[]string{`[]`}, []string{`[1]`}},
		`{"prefixItems":[{"const":1},{"const":2}],"minItems":1}`:                                          {[]string{`[1]`, `[1,2]`}, []string{`[]`, `[2]`, `[1,2,3]`}},
		`{"prefixItems":[{"const":1}],"items":{"const":2},"maxItems":3}`:                                  {[]string{`[]`, `[1]`, `[1,2]`, `[1,2,2]`}, []string{`[2]`, `[1,2,2,2]`}},
		`{"items":{"enum":["a","b","c"]},"uniqueItems":true,"maxItems":2}`:                                {[]string{`[]`, `["a"]`, `["c","a"]`}, []string{`["a","a"]`, `["a","b","c"]`}},
		`{"items":{"$ref":"#/$defs/e"},"uniqueItems":true,"minItems":2,"$defs":{"e":{"type":"boolean"}}}`: {[]string{`[true,false]`, `[false, true]`}, []string{`[true]`, `[true,true]`}},
		`{"items":{"type":"string"},"uniqueItems":true,"maxItems":1}`:                                     {[]string{`[]`, `["a"]`}, []string{`["a","b"]`}},
		`{"items":{"type":"string"},"uniqueItems":false,"minItems":2}`:                                    {[]string{`["a","a"]`}, []string{`["a"]`}},
		`{"type":["boolean","null"]}`:                                                                     {[]string{`true`, `false`, `null`}, []string{`"null"`, `True`}},
		`{"type":["integer","number"]}`:                                                                   {[]string{`1`, `0`, `0.5`, `-12.25`}, []string{`-0`, `1.50`, `01`, `1e3`, `.5`, `1.`}},
		`{"type":"integer","minimum":-1,"maximum":1}`:                                                     {[]string{`-1`, `0`, `1`}, []string{`-0`, `2`, `-2`, `1.0`, `10`}},
		`{"type":"integer","minimum":95,"maximum":1205}`:                                                  {[]string{`95`, `99`, `100`, `999`, `1000`, `1199`, `1205`}, []string{`94`, `9`, `1206`, `1300`, `2000`, `0100`}},
		`{"type":"integer","exclusiveMinimum":-20.5,"maximum":-3}`:                                        {[]string{`-20`, `-3`, `-10`}, []string{`-21`, `-2`, `0`, `3`}},
		`{"type":"integer","minimum":10000000000000000}`:                                                  {[]string{`10000000000000000`, `99999999999999999`}, []string{`9999999999999999`}},
		`{"type":"number","exclusiveMinimum":0,"maximum":0.25}`:                                           {[]string{`0.000000000000001`, `0.1`, `0.25`, `0.2499`}, []string{`0`, `0.26`, `0.250001`, `-0.1`, `1`}},
		`{"type":"number","minimum":-1,"maximum":1}`:                                                      {[]string{`-1`, `-0.5`, `0`, `0.999`, `1`}, []string{`-1.1`, `1.1`, `-0`, `-0.0`, `2`}},
		`{"type":"object","additionalProperties":false}`:                                                  {[]string{`{}`}, []string{`{"a":1}`}},
		`{"enum":["a",null,1.5,2.0],"type":["string","integer"]}`:                                         {[]string{`"a"`, `2`}, []string{`null`, `1.5`, `2.0`}},
		`{"anyOf":[{"const":"a"},{"type":"null"}]}`:                                                       {[]string{`"a"`, `null`}, []string{`"b"`}},
		`{"oneOf":[{"enum":["a",1.50]},{"type":"null"}]}`:                                                 {[]string{`"a"`, `null`, `1.5`}, []string{`1.50`}},
		`{"type":"string","maxLength":2}`: {
			[]string{`""`, `"灯\n"`, `"\u0000\u001f"`, `"\u001F\""`, `"\\\\"`, "\"\U0010FFFF\x7f\""},
			[]string{`"abc"`, `"\ud83d\ude00"`, `"\/"`, `"\u0041"`, "\"\n\"", "\"\x00\"", `"\"`, "\"\xff\"", "\"\xed\xa0\x80\""},
		},
		`{"type":"string","maxLength":3,"x-one-line":true}`: {
			[]string{`""`, `"灯é "`, `"\"\\a"`},
			[]string{`"\n"`, `"\u0000"`, "\"\x7f\"", "\"\u0085\"", "\"\u2028\"", `"abcd"`},
		},
		`{"type":"string","minLength":700,"maxLength":5000}`: {
			[]string{`"` + strings.Repeat("é", 700) + `"`, `"` + strings.Repeat("é", 4999) + `"`, `"` + strings.Repeat("é", 5000) + `"`},
			[]string{`"` + strings.Repeat("é", 699) + `"`, `"` + strings.Repeat("é", 5001) + `"`},
		},
		`{"type":"string","pattern":"^[a-z]+$","minLength":2,"maxLength":3}`: {[]string{`"ab"`, `"abc"`}, []string{`"a"`, `"abcd"`, `"a1"`, `""`}},
		`{"type":"string","pattern":"\\d"}`:                                  {[]string{`"1"`, `"a1\n"`}, []string{`"a"`}},
		tree:                                                                 {[]string{`{"name":"a"}`, `{"name":"a","children":[{"name":"b"},{"name":"c","children":[]}]}`}, []string{`{"name":""}`, `{"name":"a","children":[{}]}`}},
	} {
		grammar, check := read(t, []byte(written)), compiled(t, []byte(written))
		for _, text := range want.are {
			if err := holds(check, text); err != nil || !grammar.Matches(text) {
				t.Errorf("of %s is not %.100q: %v", written, text, err)
			}
		}
		for _, text := range want.not {
			if grammar.Matches(text) {
				t.Errorf("of %s is %.100q", written, text)
			}
		}
	}
}

// TestLongest: how long a text may be at most, exactly where letters are of one length.
func TestLongest(t *testing.T) {
	for written, want := range map[string]int{
		`{"const":"abc"}`: 5,
		`{"type":"string","pattern":"^[a-z]{0,80}$"}`:                       82,
		`{"type":"string","maxLength":80}`:                                  2 + 80*6, // a control character has six
		`{"type":"string","maxLength":80,"x-one-line":true}`:                2 + 80*4,
		`{"type":"string","maxLength":3000}`:                                2 + 3000*6,
		`{"type":"string"}`:                                                 0,
		`{"type":"integer"}`:                                                16,
		`{"type":"array","items":{"type":"null"}}`:                          0,
		`{"items":{"type":"null"},"maxItems":3}`:                            2 + 3*4 + 2*2, // with a space behind each comma
		`{"properties":{"a":{"const":1},"b":{"const":2}},"required":["b"]}`: len(`{"a": 1, "b": 2}`),
		tree: 0,
	} {
		if most, bounded := read(t, []byte(written)).Longest(); most != want || bounded != (want > 0) {
			t.Errorf("of %s the longest text has %d bytes, bounded %v; not %d", written, most, bounded, want)
		}
	}
}

// TestGrammarsAreSmall: what is counted makes few rules.
func TestGrammarsAreSmall(t *testing.T) {
	for written, most := range map[string]int{
		`{"type":"string","maxLength":80}`:                                                                                  90,
		`{"type":"string","minLength":2000,"maxLength":100000}`:                                                             500,
		`{"items":{"type":"string","maxLength":4000},"maxItems":4000}`:                                                      600,
		`{"type":"integer","minimum":-1000000,"maximum":12345678}`:                                                          100,
		`{"items":{"type":"string","pattern":"^[a-z]{0,64}$"},"prefixItems":[{"type":"string","pattern":"^[a-z]{0,64}$"}]}`: 80,
		`{"type":"number","minimum":-0.123456789,"maximum":12345678.87654321}`:                                              1500,
	} {
		if rules, symbols := read(t, []byte(written)).Size(); rules > most {
			t.Errorf("of %s the grammar has %d rules and %d symbols", written, rules, symbols)
		}
	}
}

// TestWhatIsNotUnderstood is an error that names it, and where it is: nothing is passed over.
func TestWhatIsNotUnderstood(t *testing.T) {
	for written, want := range map[string]string{
		`{`:                               "no JSON",
		`{}`:                              "at / the schema does not say what a value is",
		`true`:                            "is no object",
		`{"type":"string","pattern":"("}`: "at / the schema has a pattern of which no grammar is made",
		`{"type":"string","pattern":7}`:   "no text",
		`{"type":"string","pattern":"[^\\x00-\\x{10FFFF}]"}`:                     "no text fits",
		`{"type":"string","pattern":"^a$","minLength":2}`:                        "no text fits",
		`{"type":"string","pattern":"^(\\pL{1,30}\\pN{1,30}){1,30}$"}`:           "at / the schema has a pattern",
		`{"type":"string","pattern":"(a|b)*a(a|b){12}"}`:                         "1000 states",
		`{"type":"string","pattern":"^([a-z]{30}|[0-9]{20})*$","minLength":900}`: "and a bound of its length",
		`{"type":"object"}`: "any members",
		`{"type":"object","properties":{"a":{"type":"text"}}}`:                  `at /properties/a the schema has the type "text"`,
		`{"type":"object","properties":{"a":{}},"required":["a"]}`:              "does not say",
		`{"type":"object","properties":{"a":{"type":"null"}},"required":["b"]}`: `requires "b"`,
		`{"type":"object","properties":{"a":false},"required":["a"]}`:           "is no object",
		`{"type":"array"}`: "/items",
		`{"type":"array","items":{"type":"string"},"uniqueItems":true}`:                                  `has "uniqueItems" of what is not listed`,
		`{"type":"array","prefixItems":[{"type":"null"},{"type":"null"}],"uniqueItems":true}`:            "uniqueItems",
		`{"type":"array","items":{"enum":["a"]},"uniqueItems":true,"minItems":2}`:                        "wants 2 elements and lists 1",
		`{"type":"array","items":{"type":"integer","minimum":1,"maximum":3},"uniqueItems":true}`:         "not listed",
		`{"items":{"enum":[1,2,3,4,5,6,7,8,9,10,11,12]},"uniqueItems":true}`:                             "1024 sets",
		`{"properties":{"a":{"type":"null"}},"minProperties":1}`:                                         "minProperties",
		`{"properties":{"a":{"type":"null"},"b":{"type":"null"}},"maxProperties":1}`:                     "maxProperties",
		`{"properties":{"a":{"type":"null"}},"patternProperties":{"a":{"type":"null"}}}`:                 `patternProperties of "a"`,
		`{"properties":{"a":{"type":"null"}},"patternProperties":{"(":{"type":"null"}}}`:                 "no pattern",
		`{"properties":{"a":{"type":"null"}},"patternProperties":[]}`:                                    "no object",
		`{"items":{"type":"null"},"uniqueItems":1}`:                                                      "neither true nor false",
		`{"prefixItems":[{"type":"null"}],"minItems":2}`:                                                 "at least 2",
		`{"prefixItems":{"type":"null"}}`:                                                                "no list",
		`{"type":"array","items":{"type":"null"},"minItems":2000000}`:                                    "more than 1048576",
		`{"type":"array","items":{"type":"null"},"contains":{"type":"null"}}`:                            `"contains"`,
		`{"type":"string","minLength":3,"maxLength":2}`:                                                  "at least 3",
		`{"type":"string","minLength":1.5}`:                                                              "no whole number",
		`{"enum":[1,2],"const":1}`:                                                                       "beside the values",
		`{"enum":[1,null],"const":null,"type":"null"}`:                                                   "beside the values",
		`{"enum":["a"],"type":"null"}`:                                                                   "no value",
		`{"enum":["a"],"minLength":2}`:                                                                   "beside the values",
		`{"enum":[]}`:                                                                                    "no value",
		`{"type":"integer","minimum":2,"maximum":1}`:                                                     "so that there is none",
		`{"type":"integer","exclusiveMinimum":true}`:                                                     "exclusiveMinimum that is no number",
		`{"type":"integer","minimum":1e400}`:                                                             "minimum that is no number",
		`{"type":"integer","multipleOf":2}`:                                                              `"multipleOf"`,
		`{"anyOf":[]}`:                                                                                   "no list",
		`{"oneOf":[]}`:                                                                                   "no list",
		`{"oneOf":[{"type":"null"},{"enum":[1,null]}]}`:                                                  "at / the schema has a oneOf of which a value might fit both 0 and 1",
		`{"properties":{"a":{"oneOf":[{"type":"integer"},{"type":"number"}]}}}`:                          "at /properties/a the schema has a oneOf",
		`{"oneOf":[{"properties":{"a":{"const":1}}},{"properties":{"a":{"const":2}}}]}`:                  "oneOf",
		`{"oneOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":{"const":2}}}]}`: "oneOf",
		`{"oneOf":[{"properties":{"a":{"const":1}}},{"type":"integer"}]}`:                                "oneOf",
		`{"oneOf":[{"properties":{"a":{"const":1}}},{"enum":["a",null]}]}`:                               "oneOf",
		`{"$schema":"http://json-schema.org/draft-04/schema#","type":"null"}`:                            "dialect",
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"string","format":"uuid"}`:          `"format"`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{"type":"null"}]}`:          `"prefixItems"`,
		`{"properties":{"a":{"$id":"b","type":"null"}}}`:                                                 "at /properties/a the schema has an $id",
		`{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"]}}}`:  "at /$defs/a the schema refers to itself, and lets no value come to an end",
		`{"anyOf":[{"type":"null"}],"type":"null"}`:                                                      "beside other keywords",
		`{"$ref":"other.json"}`:                                                                          "another",
		`{"$ref":"#anchor"}`:                                                                             "another",
		`{"$ref":"#/$defs/none"}`:                                                                        "not there",
		`{"$ref":"#"}`:                                                                                   "itself, and says nothing in between",
		`{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/a"}]}}}`:            "itself, and says nothing in between",
		`{"type":[]}`:  "type that is none",
		`{"type":[7]}`: "type that is none",
		strings.Repeat(`{"items":`, 70) + `{}` + strings.Repeat(`}`, 70): "64 levels",
	} {
		if grammar, err := gbnf.FromSchema([]byte(written)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("of %.100s it is to say %q: %v\n%s", written, want, err, grammar)
		}
	}
}

// TestDialects: what says nothing may be there.
func TestDialects(t *testing.T) {
	for _, written := range []string{
		`{"$schema":"http://json-schema.org/draft-07/schema#","$id":"https://a.example/b","title":"t","type":"null","definitions":{}}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string","format":"uuid","x-hint":1,"default":7,"deprecated":true}`,
	} {
		read(t, []byte(written))
	}
}

// FuzzFromSchema: of any bytes there is a grammar within its bounds that llama.cpp takes, whose texts are JSON that holds to
// the schema, or an error.
func FuzzFromSchema(f *testing.F) {
	f.Add([]byte(tree), uint64(1))
	f.Add([]byte(`{"type":"object","properties":{"a":{"enum":["x"]}}}`), uint64(2))
	random := rand.New(rand.NewPCG(14, 5))
	for i := range 40 {
		d := newDrawer(random, i%2 == 0)
		f.Add([]byte(d.write(d.whole())), uint64(i))
	}
	f.Fuzz(func(t *testing.T, written []byte, seed uint64) {
		text, err := gbnf.FromSchema(written)
		if err != nil {
			return
		}
		if len(text) > gbnf.MostGrammar {
			t.Fatalf("the grammar has %d bytes", len(text))
		}
		grammar := read(t, written)
		said := grammar.Random(1000, rand.New(rand.NewPCG(seed, 1)).IntN)
		if _, err := strictjson.Parse([]byte(said)); err != nil {
			t.Fatalf("of %s comes %s: %v", written, said, err)
		}
		if !grammar.Matches(said) {
			t.Fatalf("of %s comes %s, which does not match", written, said)
		}
		if check, err := compile(written); err == nil {
			if err := holds(check, said); err != nil {
				t.Fatalf("of %s comes %s: %v", written, said, err)
			}
		}
	})
}

// TestHostileSchemas: a short schema, whatever is in it, is done with soon, for a script may ask for one.
func TestHostileSchemas(t *testing.T) {
	several := func(format string) string {
		var all strings.Builder
		for i := 0; all.Len() < 16<<10; i++ {
			if i > 0 {
				all.WriteByte(',')
			}
			all.WriteString(strings.NewReplacer("#1", fmt.Sprint(i), "#2", fmt.Sprint(i+1)).Replace(format))
		}
		return all.String()
	}
	ten := `"0","1","2","3","4","5","6","7","8","9"`
	for name, written := range map[string]string{
		"states":      `{"properties":{` + several(`"#1":{"type":"string","pattern":"(a|b)*a(a|b){8}#1"}`) + `}}`,
		"letters":     `{"properties":{` + several(`"#1":{"type":"string","pattern":"(?i)\\pL\\PN#1\\b"}`) + `}}`,
		"lengths":     `{"properties":{` + several(`"#1":{"type":"string","pattern":"#1","maxLength":300}`) + `}}`,
		"sets":        `{"properties":{` + several(`"#1":{"items":{"enum":[#1,`+ten+`]},"uniqueItems":true,"maxItems":5}`) + `}}`,
		"numbers":     `{"properties":{` + several(`"#1":{"type":"number","minimum":-0.1234567#1,"maximum":12345.678#1}`) + `}}`,
		"apart":       `{"oneOf":[{"$ref":"#/$defs/a0"},{"$ref":"#/$defs/a1"}],"$defs":{` + several(`"a#1":{"anyOf":[{"$ref":"#/$defs/a#2"},{"$ref":"#/$defs/a#2"}]}`) + `}}`,
		"members":     `{"oneOf":[` + several(`{"required":["a"],"properties":{"a":{"const":#1}},"additionalProperties":false}`) + `]}`,
		"names":       `{"patternProperties":{` + several(`"x{1000}#1":{"type":"null"}`) + `},"properties":{"a":{"type":"null"}}}`,
		"definitions": `{"$ref":"#/$defs/a0","$defs":{` + several(`"a#1":{"prefixItems":[{"$ref":"#/$defs/a#2"},{"$ref":"#/$defs/a#2"}],"maxItems":2}`) + `}}`,
		"counts":      `{"properties":{` + several(`"#1":{"type":"string","minLength":#1,"maxLength":1048576}`) + `}}`,
	} {
		began := time.Now()
		_, err := gbnf.OfSchema([]byte(written))
		took := time.Since(began)
		if took > time.Minute { // a second and less where nothing else is at work
			t.Errorf("%s take %v", name, took)
		}
		t.Logf("%s: %v, %.100v", name, took.Round(time.Millisecond), err)
	}
}
