package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// sample is a type with one of everything.
type sample struct {
	_      struct{}       `doc:"one of everything"`
	Name   string         `json:"name" doc:"a name" max:"8"`
	Kind   string         `json:"kind,omitempty" enum:"fish,fowl"`
	N      int            `json:"n,omitempty" min:"1" top:"9"`
	Big    int64          `json:"big,omitempty"`
	Yes    bool           `json:"yes"`
	List   []string       `json:"list,omitempty" max:"3"`
	Map    map[string]int `json:"map,omitempty"`
	Inner  *inner         `json:"inner,omitempty"`
	Beside inner          `json:"beside,omitempty"`
	Free   Free           `json:"free"`
	Unsaid Free           `json:"unsaid,omitempty"`
}

type inner struct {
	_    struct{} `doc:"something inside"`
	Name string   `json:"name" max:"8"`
	Yes  bool     `json:"yes,omitempty"`
	Free Free     `json:"free"`
	Or   *string  `json:"or"`
}

// schemaOf compiles the schema of a type, by another reader of schemas than ours.
func schemaOf(t testing.TB, of reflect.Type) *jsonschema.Schema {
	t.Helper()
	defs := strictjson.Object{}
	root := shapeOf(of).schema(defs)
	root["$defs"] = defs
	tree, err := strictjson.Parse(strictjson.Append(nil, root)) // plain values, as the library reads them
	must(t, err)
	compiler := jsonschema.NewCompiler()
	must(t, compiler.AddResource("https://example.org/s.json", tree))
	schema, err := compiler.Compile("https://example.org/s.json")
	must(t, err)
	return schema
}

// What is wrong with parameters is said place by place, and nothing of them is used.
func TestWrongParameters(t *testing.T) {
	for params, want := range map[string]string{
		``:                                    `"free" is missing; "name" is missing; "yes" is missing`,
		`null`:                                `"free" is missing; "name" is missing; "yes" is missing`,
		`{"name":"a","yes":true,"free":null}`: ``,
		`{"name":"a","yes":true,"free":{},"n":3.0}`:                        ``,
		`{"name":"a","yes":true,"free":{},"n":3e0}`:                        ``,
		`{"name":"a","yes":1,"free":{}}`:                                   `/yes: expected true or false, and it is a number`,
		`{"name":"a","yes":null,"free":{}}`:                                `/yes: expected true or false, and it is null`,
		`{"name":null,"yes":true,"free":{}}`:                               `/name: expected a string, and it is null`,
		`{"name":"a","yes":true,"free":[]}`:                                `/free: expected an object, and it is an array`,
		`{"name":"a","yes":true,"free":{},"n":0}`:                          `/n: expected 1 to 9, and it is 0`,
		`{"name":"a","yes":true,"free":{},"n":10}`:                         `/n: expected 1 to 9, and it is 10`,
		`{"name":"a","yes":true,"free":{},"n":1.5}`:                        `/n: expected a whole number of at most 9007199254740991, and it is "1.5"`,
		`{"name":"a","yes":true,"free":{},"n":1e99}`:                       `/n: expected a whole number of at most 9007199254740991, and it is "1e99"`,
		`{"name":"a","yes":true,"free":{},"n":"1"}`:                        `/n: expected a whole number, and it is a string`,
		`{"name":"ninebytes","yes":true,"free":{}}`:                        `/name: it has 9 bytes, and 8 are the most`,
		`{"name":"a","yes":true,"free":{},"Kind":""}`:                      `/Kind: unknown field "Kind"; did you mean "kind"?`,
		`{"name":"a","yes":true,"free":{},"kind":""}`:                      `/kind: expected one of fish, fowl, and it is ""`,
		`{"name":"a","yes":true,"free":{},"list":["a",1,"c"]}`:             `/list/1: expected a string, and it is a number`,
		`{"name":"a","yes":true,"free":{},"list":["a","b","c","d"]}`:       `/list: it has 4 elements, and 3 are the most`,
		`{"name":"a","yes":true,"free":{},"map":{"x":1,"y":"2"}}`:          `/map/y: expected a whole number, and it is a string`,
		`{"name":"a","yes":true,"free":{},"big":9007199254740992}`:         `/big: expected -9007199254740991 to 9007199254740991, and it is 9007199254740992`,
		`{"name":"a","yes":true,"free":{},"inner":{"name":"b","or":null}}`: `/inner: "free" is missing`,
	} {
		var got sample
		err := read([]byte(params), reflect.ValueOf(&got).Elem())
		said := ""
		if err != nil {
			wrong, is := errors.AsType[*Error](err)
			if !is || wrong.Code != BadParams || len(wrong.Problems) == 0 {
				t.Errorf("%s: %v", params, err)
			}
			said = strings.ReplaceAll(err.Error(), "\n", "; ")
		}
		if said != want {
			t.Errorf("%s:\n%s, want\n%s", params, said, want)
		}
	}
}

// What is no JSON, or too much of it, is refused before anything is made of it.
func TestRefusedText(t *testing.T) {
	for params, want := range map[string]Code{
		`{`:                       BadJSON,
		`{"name":"a","name":"b"}`: BadJSON,
		`{"name":"a"} x`:          BadJSON,
		"{\"name\":\"\xff\"}":     BadJSON,
		`[]`:                      BadParams,
		`"x"`:                     BadParams,
		`{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`: TooLarge,
		`{"a":[` + strings.Repeat("0,", mostValues) + `0]}`:                 TooLarge,
		`{"a":"` + strings.Repeat("a", MostParams) + `"}`:                   TooLarge,
		`{"` + strings.Repeat("a", MostParams/2) + `":1}`:                   BadParams,
	} {
		var got sample
		err := read([]byte(params), reflect.ValueOf(&got).Elem())
		wrong, is := errors.AsType[*Error](err)
		if !is || wrong.Code != want || len(wrong.JSON()) > 8<<10 || len(wrong.Message) > 4<<10 {
			t.Errorf("%.60s: %.200v, want %s, in few words", params, err, want)
		}
	}
}

// Only a few problems are listed, however many there are.
func TestManyProblems(t *testing.T) {
	var given strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&given, `"x%d":1,`, i)
	}
	var got sample
	wrong, _ := errors.AsType[*Error](read([]byte("{"+given.String()+`"y":1}`), reflect.ValueOf(&got).Elem()))
	if wrong == nil || len(wrong.Problems) > 60 {
		t.Errorf("%d problems", len(wrong.Problems))
	}
}

// mutated is a tree with something otherwise.
func mutated(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case strictjson.Object:
		o := strictjson.CloneObject(v)
		for _, name := range sorted(o) {
			if r.IntN(4) == 0 {
				o[name] = mutated(r, o[name])
			} else if r.IntN(12) == 0 {
				delete(o, name)
			}
		}
		if r.IntN(8) == 0 {
			o[[]string{"x", "Name", "kind", "n", "inner"}[r.IntN(5)]] = strictjson.Number("3")
		}
		return o
	case []any:
		if r.IntN(3) == 0 {
			return append(v, "more")
		}
	}
	return []any{nil, true, "fish", "a", "nine bytes", strictjson.Number("0"), strictjson.Number("5"), strictjson.Number("2.5"), strictjson.Number("9007199254740993"),
		strictjson.Object{}, []any{}, []any{"a"}, strictjson.Object{"a": strictjson.Number("1")}}[r.IntN(13)]
}

// The reader takes just what the schema of a type takes, and the writer writes what the
// reader reads.
func TestReaderSchemaWriterAgree(t *testing.T) {
	schema := schemaOf(t, reflect.TypeFor[sample]())
	whole, err := strictjson.Parse([]byte(`{"name":"a","kind":"fish","n":3,"big":7,"yes":true,"list":["a","b"],"map":{"x":1},"free":{"a":[1,{}]},"unsaid":{},
		"inner":{"name":"b","yes":false,"free":null,"or":null},"beside":{"name":"c","free":{"b":2},"or":"x"}}`))
	must(t, err)
	taken := 0
	for seed := range soak.Count(40_000) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		tree := whole
		for range r.IntN(3) + 1 {
			tree = mutated(r, tree)
		}
		if _, is := tree.(strictjson.Object); !is {
			continue
		}
		text := strictjson.Append(nil, tree)
		var got sample
		failed, wrong := read(text, reflect.ValueOf(&got).Elem()), schema.Validate(tree)
		if (failed == nil) != (wrong == nil) {
			t.Fatalf("%s: the reader says %v, and the schema %v", text, failed, wrong)
		}
		if failed != nil {
			continue
		}
		taken++
		var again sample
		written := appendJSON(nil, got)
		must(t, read(written, reflect.ValueOf(&again).Elem()))
		if twice := appendJSON(nil, again); string(twice) != string(written) {
			t.Fatalf("%s is written as %s, and that as %s", text, written, twice)
		}
	}
	if taken < soak.Count(40_000)/50 {
		t.Errorf("only %d were taken", taken)
	}
}

// Whatever is sent, nothing panics, and what is refused is refused by an *Error.
func FuzzParams(f *testing.F) {
	f.Add(0, `{"name":"a","yes":true,"free":{}}`)
	f.Add(9, `{"story":"a","choice":"b"}`)
	f.Add(40, "{\"story\":\"\xff\"}")
	f.Add(12, `{"story":1e400,"story":[[[[]]]]}`)
	f.Fuzz(func(t *testing.T, n int, params string) {
		all := Methods()
		m := all[((n%len(all))+len(all))%len(all)]
		into := reflect.New(m.params).Elem()
		err := read([]byte(params), into)
		if _, is := errors.AsType[*Error](err); err != nil && !is {
			t.Fatal(err)
		}
		if err == nil && !json.Valid(appendJSON(nil, into.Interface())) {
			t.Fatalf("%q is written as %s", params, appendJSON(nil, into.Interface()))
		}
	})
}

// Every type of the table has words for itself and each of its fields, and every schema
// is one for others, too.
func TestTableIsWhole(t *testing.T) {
	d := Describe()
	fields := func(of string, all []FieldDescription) {
		for _, f := range all {
			if f.Doc == "" || strings.HasSuffix(strings.TrimSuffix(f.Doc, "..."), ".") {
				t.Errorf("%s.%s: %q is no explanation", of, f.Name, f.Doc)
			}
		}
	}
	for _, m := range d.Methods {
		fields(m.Name, m.Params)
		if m.Doc == "" || !strings.HasSuffix(m.Doc, ".") && !strings.HasSuffix(m.Doc, "unclear.") {
			t.Errorf("%s: %q", m.Name, m.Doc)
		}
		known, _ := Named(m.Name)
		schemaOf(t, known.result)
	}
	for _, x := range d.Types {
		fields(x.Name, x.Fields)
		if x.Doc == "" {
			t.Errorf("%s says not what it is", x.Name)
		}
	}
	codes := map[Code]bool{}
	for _, m := range Codes {
		if codes[m.Code] || m.Means == "" || m.Hint == "" {
			t.Errorf("the code %s: %+v", m.Code, m)
		}
		codes[m.Code] = true
	}
	kinds := strings.Join(strings.Split(reflect.TypeFor[Event]().Field(2).Tag.Get("enum"), ","), " ")
	listed := ""
	for _, k := range Kinds {
		listed = strings.TrimSpace(listed + " " + k.Kind)
	}
	if kinds != listed {
		t.Errorf("events are of %s, and %s are explained", kinds, listed)
	}
}
