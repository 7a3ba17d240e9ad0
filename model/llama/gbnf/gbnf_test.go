package gbnf_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/llama/gbnf"
)

// A writer writes texts of a grammar at random: it reads the forms of GBNF that package gbnf writes.
type writer struct {
	rules  map[string]string
	random *rand.Rand
	out    strings.Builder
	depth  int
}

func newWriter(t testing.TB, grammar string, random *rand.Rand) *writer {
	w := &writer{rules: map[string]string{}, random: random}
	for line := range strings.Lines(grammar) {
		name, body, is := strings.Cut(strings.TrimSuffix(line, "\n"), " ::= ")
		if !is || w.rules[name] != "" {
			t.Fatalf("a rule is %q", line)
		}
		w.rules[name] = body
	}
	return w
}

// text is one of the grammar; "" where it went too deep.
func (w *writer) text() (text string) {
	w.out.Reset()
	w.depth = 0
	defer func() {
		if gone := recover(); gone == "too deep" {
			text = ""
		} else if gone != nil {
			panic(gone)
		}
	}()
	w.rule("root")
	return w.out.String()
}

func (w *writer) rule(name string) {
	body, is := w.rules[name]
	if !is {
		panic("there is no rule " + name)
	}
	if w.depth++; w.depth > 60 {
		panic("too deep")
	}
	w.choose(body)
	w.depth--
}

// choose writes one of the alternatives.
func (w *writer) choose(body string) {
	alternatives := split(body)
	w.sequence(alternatives[w.random.IntN(len(alternatives))])
}

// split cuts at each | that stands outside of everything.
func split(body string) (all []string) {
	from := 0
	for rest := body; rest != ""; {
		n := len(token(rest))
		if rest[0] == '|' {
			all, from = append(all, body[from:len(body)-len(rest)]), len(body)-len(rest)+1
		}
		rest = rest[n:]
	}
	return append(all, body[from:])
}

// token is the first part of an expression, without what repeats it.
func token(text string) string {
	switch text[0] {
	case '"', '[':
		end := map[byte]byte{'"': '"', '[': ']'}[text[0]]
		for i := 1; ; i++ {
			if text[i] == '\\' {
				i++
			} else if text[i] == end {
				return text[:i+1]
			}
		}
	case '(':
		for i := 1; ; {
			if text[i] == ')' {
				return text[:i+1]
			}
			i += len(token(text[i:]))
		}
	case ' ', '|', '*', '?':
		return text[:1]
	case '{':
		return text[:strings.IndexByte(text, '}')+1]
	}
	end := strings.IndexAny(text, " *?{)|")
	if end < 0 {
		end = len(text)
	}
	return text[:end]
}

func (w *writer) sequence(text string) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		one := token(text)
		text = text[len(one):]
		least, most := 1, 1
		if text != "" && strings.IndexByte("*?{", text[0]) >= 0 {
			how := token(text)
			text = text[len(how):]
			least, most = times(how)
		}
		for range least + w.random.IntN(most-least+1) {
			w.one(one)
		}
	}
}

// times is how often something may come; four times more than it must, where there is no bound.
func times(how string) (least, most int) {
	switch how {
	case "*":
		return 0, 4
	case "?":
		return 0, 1
	}
	low, high, _ := strings.Cut(strings.Trim(how, "{}"), ",")
	least, _ = strconv.Atoi(low)
	if high == "" {
		return least, least + 4
	}
	most, _ = strconv.Atoi(high)
	return least, min(most, least+6)
}

func (w *writer) one(token string) {
	switch token[0] {
	case '"':
		w.out.WriteString(plain(token[1 : len(token)-1]))
	case '(':
		w.choose(token[1 : len(token)-1])
	case '[':
		w.out.WriteRune(w.letter(token[1 : len(token)-1]))
	default:
		w.rule(token)
	}
}

// letter is one of a class.
func (w *writer) letter(class string) rune {
	if rest, not := strings.CutPrefix(class, "^"); not {
		few := []rune("aZ0\"\\\n\x00\x7f {}[]:,'äß灯\u2028\u0085\U0001F56F\uFFFD\uFFFE/")
		for {
			if c := few[w.random.IntN(len(few))]; !in(c, rest) {
				return c
			}
		}
	}
	for {
		if c := rune(w.random.IntN(128)); in(c, class) {
			return c
		}
	}
}

func in(c rune, class string) bool {
	letters := []rune(plain(class)) // what is escaped is none of - here
	for i := 0; i < len(letters); i++ {
		if i+2 < len(letters) && letters[i+1] == '-' {
			if letters[i] <= c && c <= letters[i+2] {
				return true
			}
			i += 2
		} else if letters[i] == c {
			return true
		}
	}
	return false
}

// plain is a text without its escapes.
func plain(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		i++
		digits := map[byte]int{'x': 2, 'u': 4}[text[i]]
		if digits == 0 {
			b.WriteByte(text[i])
			continue
		}
		n, err := strconv.ParseUint(text[i+1:i+1+digits], 16, 32)
		if err != nil {
			panic(err)
		}
		b.WriteRune(rune(n))
		i += digits
	}
	return b.String()
}

// a schema at random, of what is understood.
func schema(random *rand.Rand, depth int) strictjson.Object {
	s := strictjson.Object{}
	if random.IntN(6) == 0 {
		s["description"], s["x-hint"] = "says nothing", true
	}
	kinds := 9
	if depth > 3 {
		kinds = 6
	}
	number := func(n int) strictjson.Number { return strictjson.Int(n) }
	switch random.IntN(kinds) {
	case 0:
		s["type"] = []string{"null", "boolean", "number", "integer"}[random.IntN(4)]
	case 1:
		s["type"] = "string"
		if least := random.IntN(4); least > 0 {
			s["minLength"] = number(least)
			if random.IntN(2) == 0 {
				s["maxLength"] = number(least + random.IntN(5))
			}
		}
	case 2:
		s["type"], s["minimum"] = "integer", number(random.IntN(2))
		if random.IntN(2) == 0 {
			low := random.IntN(40) - 20
			s["minimum"], s["maximum"] = number(low), number(low+random.IntN(30))
		}
	case 3:
		s["enum"] = []any{"a\"b\\\n\x7f灯", number(7), nil, true, strictjson.Object{"k": []any{"v"}}}[random.IntN(3):]
		if random.IntN(2) == 0 {
			s["type"] = []any{"null", "boolean", "integer"}[random.IntN(2):]
		}
	case 4:
		s["const"] = []any{"x", strictjson.Number("1.50"), nil}[random.IntN(3)]
	case 5:
		s["type"] = []any{"string", "integer", "null"}[random.IntN(2):]
	case 6:
		s["type"], s["items"] = "array", schema(random, depth+1)
		if least := random.IntN(4); least > 0 {
			s["minItems"] = number(least)
			s["maxItems"] = number(least + random.IntN(3))
		} else if random.IntN(2) == 0 {
			s["maxItems"] = number(random.IntN(3))
		}
	case 7:
		s["anyOf"] = []any{schema(random, depth+1), schema(random, depth+1)}
		delete(s, "type")
	case 8:
		s["type"], s["additionalProperties"] = "object", false
		properties, required := strictjson.Object{}, []any{}
		for _, name := range []string{"a", "b \"quoted\"", "c\\", "~d/", "灯"}[:random.IntN(6)] {
			properties[name] = schema(random, depth+1)
			if random.IntN(2) == 0 {
				required = append(required, name)
			}
		}
		s["properties"], s["required"] = properties, required
		if random.IntN(3) == 0 && len(properties) > 0 {
			delete(s, "additionalProperties")
		}
	}
	return s
}

func compiled(t testing.TB, schema []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", document); err != nil {
		t.Fatal(err)
	}
	made, err := c.Compile("s.json")
	if err != nil {
		t.Fatal(err)
	}
	return made
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

// TestTextsHoldToTheirSchema: whatever the schema, every text of its grammar is JSON that holds to it.
func TestTextsHoldToTheirSchema(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 3))
	texts := 0
	for range soak.Count(20_000) {
		written := strictjson.Encode(schema(random, 0))
		grammar, err := gbnf.FromSchema(written)
		if err != nil {
			t.Fatalf("%s\n%v", written, err)
		}
		check, w := compiled(t, written), newWriter(t, grammar, random)
		for range 10 {
			text := w.text()
			if text == "" {
				continue
			}
			texts++
			if err := holds(check, text); err != nil {
				t.Fatalf("of the schema\n%s\nand the grammar\n%s\ncomes %s\n%v", written, grammar, text, err)
			}
		}
	}
	t.Logf("%d texts", texts)
	if texts == 0 {
		t.Error("there was no text")
	}
}

const tree = `{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"name":{"type":"string","minLength":1},"children":{"type":"array","items":{"$ref":"#/$defs/node"},"maxItems":2}},"required":["name"]}}}`

// TestEverythingComes: of optional members each combination is written, and a schema that refers to itself makes trees.
func TestEverythingComes(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 4))
	for written, want := range map[string][]string{
		`{"properties":{"a":{"const":1},"b":{"const":2},"c":{"const":3}},"required":["b"]}`: {`{"b":2}`, `{"a":1,"b":2}`, `{"b":2,"c":3}`, `{"a":1, "b": 2,"c":3}`},
		`{"properties":{"a":{"const":1},"b":{"const":2}}}`:                                  {`{}`, `{"a":1}`, `{"b":2}`, `{"a":1,"b":2}`},
		`{"type":"array","items":{"enum":[1,2]},"minItems":1,"maxItems":2}`:                 {`[1]`, `[2]`, `[1,2]`, `[2, 1]`},
		`{"type":"array","maxItems":0}`:                                                     {`[]`},
		`{"type":["boolean","null"]}`:                                                       {`true`, `false`, `null`},
		`{"type":"integer","minimum":-1,"maximum":1}`:                                       {`-1`, `0`, `1`},
		`{"type":"object","additionalProperties":false}`:                                    {`{}`},
		`{"anyOf":[{"const":"a"},{"type":"null"}]}`:                                         {`"a"`, `null`},
		tree: nil,
	} {
		grammar, err := gbnf.FromSchema([]byte(written))
		if err != nil {
			t.Errorf("%s: %v", written, err)
			continue
		}
		w, check := newWriter(t, grammar, random), compiled(t, []byte(written))
		var all []string
		for range 2000 {
			text := w.text()
			if text == "" {
				continue
			}
			if err := holds(check, text); err != nil {
				t.Fatalf("%s is not of %s: %v", text, written, err)
			}
			all = append(all, text)
		}
		for _, text := range want {
			if !slices.Contains(all, text) {
				t.Errorf("of %s there never comes %s", written, text)
			}
		}
		if want == nil && !slices.ContainsFunc(all, func(text string) bool { return strings.Count(text, "children") > 1 }) {
			t.Errorf("no tree is deeper than one")
		}
	}
}

// TestWhatIsNotUnderstood is an error that names it, and where it is: nothing is passed over.
func TestWhatIsNotUnderstood(t *testing.T) {
	for written, want := range map[string]string{
		`{`:                                "no JSON",
		`{}`:                               "at / the schema does not say what a value is",
		`true`:                             "is no object",
		`{"type":"string","pattern":"^a"}`: `has "pattern"`,
		`{"type":"object"}`:                "any members",
		`{"type":"object","properties":{"a":{"type":"text"}}}`:                  `at /properties/a the schema has the type "text"`,
		`{"type":"object","properties":{"a":{}},"required":["a"]}`:              "does not say",
		`{"type":"object","properties":{"a":{"type":"null"}},"required":["b"]}`: `requires "b"`,
		`{"type":"object","properties":{"a":false},"required":["a"]}`:           "is no object",
		`{"type":"array"}`: "/items",
		`{"type":"array","items":{"type":"null"},"uniqueItems":true}`:                     "uniqueItems",
		`{"type":"array","items":{"type":"null"},"minItems":2000}`:                        "at least 2000",
		`{"type":"string","minLength":3,"maxLength":2}`:                                   "at least 3",
		`{"type":"string","minLength":1.5}`:                                               "no whole number",
		`{"type":"number","minimum":0}`:                                                   "no integer",
		`{"type":"integer","minimum":2}`:                                                  "otherwise",
		`{"type":"integer","minimum":0,"maximum":1000}`:                                   "otherwise",
		`{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}`: "otherwise",
		`{"type":"integer","exclusiveMinimum":0}`:                                         "exclusiveMinimum",
		`{"enum":[1,2],"const":1}`:                                                        "beside the values",
		`{"enum":[1,null],"const":null,"type":"null"}`:                                    "beside the values",
		`{"enum":["a"],"type":"null"}`:                                                    "no value",
		`{"enum":["a"],"minLength":2}`:                                                    "beside the values",
		`{"enum":[]}`:                                                                     "no value",
		`{"oneOf":[{"type":"null"}]}`:                                                     "oneOf",
		`{"anyOf":[]}`:                                                                    "no list",
		`{"anyOf":[{"type":"null"}],"type":"null"}`:                                       "beside other keywords",
		`{"$ref":"other.json"}`:                                                           "another",
		`{"$ref":"#anchor"}`:                                                              "another",
		`{"$ref":"#/$defs/none"}`:                                                         "not there",
		`{"$ref":"#"}`:                                                                    "itself",
		`{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/a"}]}}}`: "itself",
		`{"type":[]}`:  "type that is none",
		`{"type":[7]}`: "type that is none",
		strings.Repeat(`{"items":`, 70) + `{}` + strings.Repeat(`}`, 70): "64 levels",
	} {
		if grammar, err := gbnf.FromSchema([]byte(written)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("of %.100s it is to say %q: %v\n%s", written, want, err, grammar)
		}
	}
}

// FuzzFromSchema: of any bytes there is a grammar within its bounds whose texts are JSON, or an error.
func FuzzFromSchema(f *testing.F) {
	f.Add([]byte(tree), uint64(1))
	f.Add([]byte(`{"type":"object","properties":{"a":{"enum":["x"]}}}`), uint64(2))
	random := rand.New(rand.NewPCG(14, 5))
	for i := range 20 {
		f.Add(strictjson.Encode(schema(random, 0)), uint64(i))
	}
	f.Fuzz(func(t *testing.T, written []byte, seed uint64) {
		grammar, err := gbnf.FromSchema(written)
		if err != nil {
			return
		}
		if len(grammar) > gbnf.MostGrammar {
			t.Fatalf("the grammar has %d bytes", len(grammar))
		}
		if text := newWriter(t, grammar, rand.New(rand.NewPCG(seed, 1))).text(); text != "" {
			if _, err := strictjson.Parse([]byte(text)); err != nil {
				t.Fatalf("of %s comes %s: %v", written, text, err)
			}
		}
	})
}
