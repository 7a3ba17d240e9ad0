package gbnf_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/llama/gbnf"
)

// names are those of all members. A schema at random names them in one order, its own.
var names = []string{"a", "b \"quoted\"", "c\\", "~d/", "灯", "\u007f\u0001"}

// A drawer draws schemas, of what is understood, and values for them.
type drawer struct {
	*rand.Rand
	order  []string // of members
	closed bool     // objects have the members alone that are named
	defs   strictjson.Object
}

func newDrawer(random *rand.Rand, closed bool) *drawer {
	d := &drawer{Rand: random, order: slices.Clone(names), closed: closed}
	random.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
	return d
}

func (d *drawer) chance(n int) bool { return d.IntN(n) == 0 }

// whole is a schema, some of it in definitions, one of which may hold itself.
func (d *drawer) whole() strictjson.Object {
	leaf, a := d.schema(3), d.schema(3)
	d.defs = strictjson.Object{"leaf": leaf}
	d.defs["tree"] = strictjson.Object{
		"type": "object", "additionalProperties": false, "required": []any{"a"},
		"properties": strictjson.Object{
			"a": a, "灯": strictjson.Object{"type": "array", "maxItems": strictjson.Int(2), "items": ref("tree")},
		},
	}
	s := d.schema(0)
	if s["$ref"] != nil {
		s = strictjson.Object{"anyOf": []any{s}}
	}
	s["$defs"] = d.defs
	return s
}

func ref(name string) strictjson.Object { return strictjson.Object{"$ref": "#/$defs/" + name} }

func (d *drawer) number(digits int) strictjson.Number {
	text := fmt.Sprint(d.IntN(3000) - 1500)
	if d.chance(3) {
		text = fmt.Sprint(d.IntN(20) - 10)
	}
	if digits > 0 && d.chance(2) {
		text = strings.Replace(text, "-0", "0", 1) + "." + strings.Repeat("0", d.IntN(3)) + fmt.Sprint(1+d.IntN(1500))
	}
	return strictjson.Number(strings.TrimRight(text, " "))
}

// schema is one; deep in another it holds none itself.
func (d *drawer) schema(depth int) strictjson.Object {
	s := strictjson.Object{}
	if d.chance(6) {
		s["description"], s["x-hint"] = "says nothing", true
	}
	kinds := 14
	if depth > 2 {
		kinds = 8
	}
	switch d.IntN(kinds) {
	case 0:
		s["type"] = []string{"null", "boolean", "number", "integer"}[d.IntN(4)]
	case 1:
		d.text(s)
	case 2:
		d.bounded(s)
	case 3:
		s["enum"] = []any{"a\"b\\\n\x7f灯", strictjson.Int(7), strictjson.Number("7.50"), nil, true, strictjson.Object{"a": []any{"v"}}}[d.IntN(4):]
		if d.chance(2) {
			s["type"] = []any{"null", "boolean", "number"}[:1+d.IntN(3)]
		}
	case 4:
		s["const"] = []any{"x", strictjson.Number("1.50"), strictjson.Number("12e2"), nil}[d.IntN(4)]
	case 5:
		s["type"] = []any{"string", "integer", "null"}[d.IntN(2):]
	case 6:
		s["type"], s["pattern"] = "string", patterns[d.IntN(len(patterns))]
	case 7:
		if d.defs == nil {
			return d.schema(depth)
		}
		return ref([]string{"leaf", "tree"}[d.IntN(2)])
	case 8:
		d.array(s, depth)
	case 9:
		s["type"], s["uniqueItems"] = "array", true
		s["items"] = strictjson.Object{"enum": []any{"a", "b", strictjson.Int(1), strictjson.Number("1.0"), nil}[:1+d.IntN(5)]}
		if d.chance(2) {
			s["maxItems"] = strictjson.Int(d.IntN(4))
		}
	case 10:
		s["anyOf"] = []any{d.schema(depth + 1), d.schema(depth + 1)}
	case 11: // of which no value fits two
		apart := []any{
			strictjson.Object{"type": "integer"}, strictjson.Object{"const": "x"}, strictjson.Object{"enum": []any{"y", nil}},
			d.object(strictjson.Object{}, depth, map[string]any{"a": strictjson.Object{"const": "x"}}),
			d.object(strictjson.Object{}, depth, map[string]any{"a": strictjson.Object{"enum": []any{"y", "z"}}}),
		}
		d.Shuffle(len(apart), func(i, j int) { apart[i], apart[j] = apart[j], apart[i] })
		s["oneOf"] = apart[:1+d.IntN(len(apart))]
	default:
		d.object(s, depth, nil)
	}
	return s
}

func (d *drawer) text(s strictjson.Object) {
	s["type"] = "string"
	least := d.IntN(4)
	if d.chance(12) {
		least = 600 * d.IntN(3)
	}
	if least > 0 {
		s["minLength"] = strictjson.Int(least)
	}
	if d.chance(2) {
		s["maxLength"] = strictjson.Int(least + []int{0, 1, 5, 300, 777}[d.IntN(5)])
	}
}

func (d *drawer) bounded(s strictjson.Object) {
	s["type"] = []string{"integer", "number"}[d.IntN(2)]
	low, high := d.number(2), d.number(2)
	if float(low) > float(high) {
		low, high = high, low
	}
	if s["type"] == "integer" && float(high)-float(low) < 2 || low == high {
		s["type"] = "number"
		high = strictjson.Number(fmt.Sprint(int(float(high)) + 2))
	}
	which := d.IntN(3)
	if which != 0 {
		s[[]string{"minimum", "exclusiveMinimum"}[d.IntN(2)]] = low
	}
	if which != 1 {
		s[[]string{"maximum", "exclusiveMaximum"}[d.IntN(2)]] = high
	}
}

func float(n strictjson.Number) float64 {
	f, _ := n.Float64()
	return f
}

func (d *drawer) array(s strictjson.Object, depth int) {
	s["type"] = "array"
	prefix := d.IntN(3)
	var items []any
	for range prefix {
		items = append(items, d.schema(depth+1))
	}
	if prefix > 0 {
		s["prefixItems"] = items
	}
	most := prefix
	if prefix > 0 && d.chance(3) {
		s["items"] = false
	} else {
		s["items"] = d.schema(depth + 1)
		most = prefix + []int{0, 1, 2, 3, 300}[d.IntN(5)]
	}
	if d.chance(2) {
		s["minItems"] = strictjson.Int(d.IntN(min(most, 5) + 1))
	}
	if d.chance(2) {
		s["maxItems"] = strictjson.Int(most)
	}
}

func (d *drawer) object(s strictjson.Object, depth int, given map[string]any) strictjson.Object {
	s["type"] = "object"
	properties, required := strictjson.Object{}, []any{}
	for _, name := range d.order[:d.IntN(len(d.order))] {
		properties[name] = d.schema(depth + 1)
		if d.chance(2) {
			required = append(required, name)
		}
	}
	for name, value := range given {
		properties[name] = value
		if !slices.Contains(required, any(name)) {
			required = append(required, name)
		}
	}
	s["properties"], s["required"] = properties, required
	if d.closed || len(properties) == 0 || d.chance(2) {
		s["additionalProperties"] = false
	} else if d.chance(2) {
		s["additionalProperties"] = true
	}
	return s
}

// write is a value as it is written: members in the drawer's order. It is how schemas are given too.
func (d *drawer) write(v any) string {
	var b strings.Builder
	switch v := v.(type) {
	case strictjson.Object:
		b.WriteByte('{')
		all := slices.Clone(d.order)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if !slices.Contains(d.order, name) {
				all = append(all, name)
			}
		}
		for _, name := range all {
			if value, is := v[name]; is {
				if b.Len() > 1 {
					b.WriteByte(',')
				}
				b.WriteString(string(strictjson.Encode(name)) + ":" + d.write(value))
			}
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, value := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(d.write(value))
		}
		b.WriteByte(']')
	default:
		return string(strictjson.Encode(v))
	}
	return b.String()
}

// value is one that may hold to a schema, and often does: where it does not, it does so by little.
func (d *drawer) value(schema any, depth int) any {
	s, is := schema.(strictjson.Object)
	if !is || depth > 8 || d.chance(150) {
		return []any{nil, "x", strictjson.Int(7), true, []any{}, strictjson.Object{}}[d.IntN(6)]
	}
	for _, of := range []string{"anyOf", "oneOf"} {
		if list, is := s[of].([]any); is {
			return d.value(list[d.IntN(len(list))], depth)
		}
	}
	if to, is := s["$ref"].(string); is {
		return d.value(d.defs[strings.TrimPrefix(to, "#/$defs/")], depth+1)
	}
	if list, is := s["enum"].([]any); is {
		return shortNumbers(list[d.IntN(len(list))])
	}
	if only, is := s["const"]; is {
		return shortNumbers(only)
	}
	kind := s["type"]
	if list, is := kind.([]any); is {
		kind = list[d.IntN(len(list))]
	}
	switch kind {
	case "null":
		return nil
	case "boolean":
		return d.chance(2)
	case "integer", "number":
		return d.numberFor(s, kind == "number")
	case "string":
		return d.textFor(s)
	case "array":
		return d.arrayFor(s, depth)
	case "object":
		return d.objectFor(s, depth)
	}
	return nil
}

// shortNumbers are the numbers of enum and const above as they are written shortest.
func shortNumbers(v any) any {
	short := map[strictjson.Number]strictjson.Number{"7.50": "7.5", "1.50": "1.5", "12e2": "1200", "1.0": "1"}
	if n, is := v.(strictjson.Number); is && short[n] != "" {
		return short[n]
	}
	return v
}

func (d *drawer) numberFor(s strictjson.Object, point bool) strictjson.Number {
	var near []string
	for _, bound := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		if n, is := s[bound].(strictjson.Number); is {
			text := strings.TrimRight(string(n), "0")
			if !strings.Contains(string(n), ".") {
				text = string(n)
			}
			whole, _, _ := strings.Cut(text, ".")
			near = append(near, text, whole)
			for _, digit := range "19" {
				if strings.Contains(text, ".") {
					near = append(near, text+string(digit), text[:len(text)-1]+string(digit))
				} else if point {
					near = append(near, text+"."+string(digit), text+".0000"+string(digit))
				}
			}
			f := int(float(n))
			near = append(near, fmt.Sprint(f-1), fmt.Sprint(f+1), fmt.Sprint(f))
		}
	}
	if len(near) == 0 || d.chance(5) {
		near = []string{"0", "5", "-1", "999999999999999", "-999999999999999", fmt.Sprint(d.IntN(4000) - 2000)}
		if point {
			near = append(near, "0.5", "-0.000000000000001", "3.999999999999999", "-12.25")
		}
	}
	text := near[d.IntN(len(near))]
	if strings.Trim(text, "-0.") == "" || text[len(text)-1] == '.' {
		text = "0"
	}
	return strictjson.Number(text)
}

var letters = []rune("aZ09 \"\\\n\r\t\b\f\x00\x1f\x0b\x7f{}[],:'^-/_ä\u00a0ſK灯\u2028\uD7FF\uE000\uFFFD\uFFFF\U0001F56F\U0010FFFF")

func (d *drawer) textFor(s strictjson.Object) string {
	if d.chance(2) && s["pattern"] != nil {
		return fitting[s["pattern"].(string)][d.IntN(len(fitting[s["pattern"].(string)]))]
	}
	length := d.IntN(6)
	for _, bound := range []string{"minLength", "maxLength"} {
		if n, is := s[bound].(strictjson.Number); is && d.chance(2) {
			length = max(0, int(float(n))+d.IntN(5)-1+d.IntN(2)*d.IntN(70))
		}
	}
	if n, is := s["maxLength"].(strictjson.Number); is && d.chance(3) {
		length = int(float(n))
	}
	var b strings.Builder
	for range length {
		b.WriteRune(letters[d.IntN(len(letters))])
	}
	return b.String()
}

func (d *drawer) arrayFor(s strictjson.Object, depth int) any {
	length := d.IntN(4)
	for _, bound := range []string{"minItems", "maxItems"} {
		if n, is := s[bound].(strictjson.Number); is && d.chance(2) {
			length = max(0, int(float(n))+d.IntN(3)-1)
		}
	}
	prefix, _ := s["prefixItems"].([]any)
	all := []any{}
	for i := range length {
		of := s["items"]
		if i < len(prefix) {
			of = prefix[i]
		} else if of == false {
			if !d.chance(10) {
				break
			}
			of = strictjson.Object{"type": "null"}
		}
		all = append(all, d.value(of, depth+1+length/10))
	}
	return all
}

func (d *drawer) objectFor(s strictjson.Object, depth int) any {
	properties, _ := s["properties"].(strictjson.Object)
	required := strictjson.AsStrings[string](s["required"])
	all := strictjson.Object{}
	for _, name := range d.order {
		of, is := properties[name]
		if is && (slices.Contains(required, name) && !d.chance(60) || d.chance(2)) {
			all[name] = d.value(of, depth+1)
		}
	}
	return all
}

// patterns, and texts that fit them.
var fitting = map[string][]string{
	`^[a-z0-9][a-z0-9-]{0,5}$`:  {"a", "0-----", "a1b2c3"},
	`a`:                         {"a", "\n灯a\"", "aa"},
	`^$`:                        {""},
	`^(?i)ask`:                  {"AsK", "aſK\x00", "ask you"},
	`[^/\\:\x00]+(/[^/\\]+)*$`:  {"灯/b", "\"/\"", "\x01"},
	`^(0|[1-9][0-9]*)\.[0-9]+$`: {"0.1", "17.003"},
	`\bword\b`:                  {"word", "a word.", "word\n", "灯word灯"},
	`(?m)^line$`:                {"line", "a\nline", "\nline\nb"},
	`(ab|cd)+?$`:                {"ab", "xxabcd"},
	`\p{Lu}`:                    {"ÄB", "aÄ"},
	`^.$`:                       {"a", "\"", "\\", "灯", "\U0010FFFF", "\x7f", "\x00", "\t"},
	`(?s)^.{2,3}$`:              {"\n\n", "a\"\n"},
	``:                          {"", "x"},
}

var patterns = slices.Sorted(maps.Keys(fitting))

// TestOurSchemas: of every document's schema and of every skill's configuration there is a grammar, whose texts hold to it, or it
// is said which keyword keeps it from that, and where.
func TestOurSchemas(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 2))
	refused := regexp.MustCompile(`^at (/\S*) the schema (has|lets|does not say|wants) `)
	var files []string
	for _, pattern := range []string{"../../../contracts/*.schema.json", "../../../skills/*/config-schema.json"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("of %s there are none: %v", pattern, err)
		}
		files = append(files, found...)
	}
	understood := 0
	for _, file := range files {
		written, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		grammar, err := gbnf.OfSchema(written)
		if err != nil {
			why := refused.FindStringSubmatch(err.Error())
			if why == nil {
				t.Errorf("%s: %v", file, err)
			} else if line, column := strictjson.Locate(written, strings.TrimSuffix(why[1], "/")); why[1] != "/" && line == 1 && column == 1 {
				t.Errorf("%s: there is no %s", file, why[1])
			}
			t.Logf("%s: %v", filepath.Base(file), err)
			continue
		}
		understood++
		check := compiled(t, written)
		for range 50 {
			if text := grammar.Random(2000, random.IntN); holds(check, text) != nil || !grammar.Matches(text) {
				t.Errorf("of %s comes %s: %v", file, text, holds(check, text))
			}
		}
	}
	t.Logf("of %d there are grammars, of %d not", understood, len(files)-understood)
}
