package contracts

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// documentsOf are those of a contract's cases that are JSON.
func documentsOf(t testing.TB, c Contract) (all []any) {
	t.Helper()
	for _, kind := range []string{"valid", "broken"} {
		for _, file := range golden.Read(t, filepath.Join("testdata", kind, string(c)+".txtar"), 1)[0].Files {
			if tree, err := strictjson.Parse(file.Data); err == nil && documentLimits.check("", tree) == nil {
				all = append(all, tree)
			}
		}
	}
	return all
}

// An acceptor takes what the library takes, of every contract and of documents that were
// changed at random in one or a few places.
func TestAcceptorsAgreeWithTheLibrary(t *testing.T) {
	for _, c := range All() {
		t.Run(string(c), func(t *testing.T) {
			s, documents := c.Schema(), documentsOf(t, c)
			taken, refused := 0, 0
			agree := func(tree any) bool {
				want := s.compiled.Validate(tree) == nil
				if want {
					taken++
				} else {
					refused++
				}
				return s.fits.accepts(tree) == want
			}
			for _, tree := range documents {
				if !agree(tree) {
					t.Errorf("the acceptor does not say what the library says of %s", strictjson.Append(nil, tree))
				}
			}
			rapid.Check(t, func(t *rapid.T) {
				for range soak.Count(100) {
					tree := strictjson.Clone(rapid.SampledFrom(documents).Draw(t, "document"))
					for range rapid.IntRange(1, 3).Draw(t, "changes") {
						tree = changed(t, tree)
					}
					if documentLimits.check("", tree) == nil && !agree(tree) {
						t.Fatalf("the acceptor does not say what the library says of %s", strictjson.Append(nil, tree))
					}
				}
			})
			if taken == 0 || refused == 0 {
				t.Errorf("%d documents were taken and %d refused: nothing was compared", taken, refused)
			}
		})
	}
}

// The acceptor of a skill's own schema takes what the library takes, of settings that were
// made up of the schema's own names and changed at random.
func TestAcceptorsOfSettingsAgreeWithTheLibrary(t *testing.T) {
	files, _ := filepath.Glob("../skills/*/config-schema.json")
	texts := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = text
	}
	for _, file := range golden.Read(t, "testdata/valid/config-schema-meta.txtar", 1)[0].Files {
		texts[file.Name] = file.Data
	}
	taken, refused := 0, 0
	for name, text := range texts {
		s, problems := CompileConfig(name, text)
		if problems.Err() != nil {
			t.Fatal(problems.Err())
		}
		properties, _ := s.raw["properties"].(strictjson.Object)
		rapid.Check(t, func(t *rapid.T) {
			var tree any = strictjson.Object{}
			for field, schema := range properties {
				if object, ok := schema.(strictjson.Object); ok && object["default"] != nil {
					tree.(strictjson.Object)[field] = strictjson.Clone(object["default"])
				} else if rapid.Bool().Draw(t, "given") {
					tree.(strictjson.Object)[field] = ""
				}
			}
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				tree = changed(t, tree)
			}
			want := s.compiled.Validate(tree) == nil
			if want {
				taken++
			} else {
				refused++
			}
			if s.fits.accepts(tree) != want {
				t.Fatalf("%s: the acceptor does not say what the library says of %s", name, strictjson.Encode(tree))
			}
		})
	}
	if taken == 0 || refused == 0 {
		t.Errorf("%d were taken and %d refused: nothing was compared", taken, refused)
	}
}

// changed is a tree with another value somewhere, or one more or one less.
func changed(t *rapid.T, v any) any {
	object, isObject := v.(strictjson.Object)
	list, isList := v.([]any)
	if inside := len(object) + len(list); inside == 0 || rapid.IntRange(0, 5).Draw(t, "here") == 0 {
		return rapid.SampledFrom([]any{
			nil, true, "", "x", "a b", "the quay at night", "2026-11-22T10:00:00Z", "critical", "06:10", []any{}, []any{"a", "a"}, strictjson.Object{}, strictjson.Object{"x-a": nil}, strictjson.Object{"==": strictjson.Number("1")},
			strictjson.Number("0"), strictjson.Number("-1"), strictjson.Number("3.0"), strictjson.Number("0.5"), strictjson.Number("1e30"), strictjson.Number("1.00000000000000000001"), strictjson.Number("0.99999999999999999999"), strictjson.Number("-0"), strictjson.Number("1.0"), strictjson.Number("600000"), strictjson.Number("9223372036854775808"),
		}).Draw(t, "value")
	}
	if isObject {
		names := slices.Sorted(func(yield func(string) bool) {
			for name := range object {
				if !yield(name) {
					return
				}
			}
		})
		name := rapid.SampledFrom(names).Draw(t, "name")
		switch rapid.IntRange(0, 7).Draw(t, "how") {
		case 0:
			delete(object, name)
		case 1:
			object[rapid.SampledFrom([]string{"x-mine", "unheard-of", "", name + "x"}).Draw(t, "new")] = object[name]
		default:
			object[name] = changed(t, object[name])
		}
		return object
	}
	if isList {
		i := rapid.IntRange(0, len(list)-1).Draw(t, "place")
		switch rapid.IntRange(0, 7).Draw(t, "how") {
		case 0:
			return slices.Delete(list, i, i+1)
		case 1:
			return append(list, list[i])
		default:
			list[i] = changed(t, list[i])
		}
	}
	return v
}

// Of a campaign that fits nothing is compiled for the library: that would take longer than all
// else of reading a small one.
func TestNothingIsCompiledOfWhatFits(t *testing.T) {
	for _, c := range []Contract{CampaignManifest, NPCProfile, PlotBeats, Places, Factions, Items, Knowledge, Occasions, LoreFrontMatter, EndingFrontMatter, RulesBlock} {
		s := compileContract(c)
		taken := 0
		for _, tree := range documentsOf(t, c) {
			if s.fits.accepts(tree) {
				taken++
			}
		}
		if taken == 0 || s.compiled.compiler != nil {
			t.Errorf("%s: %d documents fit; is something compiled? %v", c, taken, s.compiled.compiler != nil)
		}
	}
}

// Of beats nothing is left to the library, and nothing is made to see that they are right.
func TestAcceptorOfBeatsMakesNothing(t *testing.T) {
	seen := map[*acceptor]bool{}
	var visit func(a *acceptor)
	visit = func(a *acceptor) {
		if a == nil || seen[a] {
			return
		}
		if seen[a] = true; a.asks {
			t.Errorf("%s is left to the library", a.schema.Location)
		}
		visit(a.ref)
		visit(a.items)
		visit(a.rest)
		for _, field := range a.fields {
			visit(field)
		}
		for _, p := range a.patterns {
			visit(p.acceptor)
		}
	}
	s := PlotBeats.Schema()
	visit(s.fits)
	tree, err := strictjson.Parse([]byte(`{"beats": [{"id": "a", "title": "A", "conditions": {"scene_count": {"min": 2}}, "x-mine": [1], "outcomes": [{"probability": 0.25, "prose": ["One.", {"text": "Two.", "when": {"custom": "true"}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if made := testing.AllocsPerRun(10, func() {
		if !s.fits.accepts(tree) || len(documentLimits.check("", tree)) > 0 {
			t.Error("a beat is refused")
		}
	}); made > 0 && !soak.Raced {
		t.Errorf("%v allocations", made)
	}
}
