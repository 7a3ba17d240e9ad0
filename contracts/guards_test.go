package contracts

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Each test here takes a guard away and shows what it keeps off. One that fails
// says that its guard can go.

func TestLimitsKeepHugeNumbersFromTheLibrary(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the schema library survives 1e999999999 by itself")
		}
	}()
	number := strictjson.Object{"probability": strictjson.Number("1e999999999")}
	document := strictjson.Object{"beats": []any{strictjson.Object{"id": "a", "title": "A", "outcomes": []any{number}}}}
	_ = PlotBeats.Schema().compiled.Validate(document)
}

func TestLoaderKeepsReferencesInside(t *testing.T) {
	for _, ref := range []string{"https://example.org/a.json", "file:///etc/passwd", "other.json"} {
		_, err := compile(base+"config-schema.json", strictjson.Object{"$ref": ref})
		if err == nil || !strings.Contains(err.Error(), "nothing is fetched") {
			t.Errorf("%s: got %v", ref, err)
		}
	}
}

func TestPruningKeepsUnreadKeywordsFromTheLibrary(t *testing.T) {
	raw := strictjson.Object{"type": "object", "minproperties": strictjson.Number("5"), "propertyNames": strictjson.Object{"maxLength": strictjson.Number("0")}}
	document := strictjson.Object{"a": nil}
	whole, err := compile(base+"config-schema.json", raw)
	if err != nil {
		t.Fatal(err)
	}
	if whole.Validate(document) == nil {
		t.Error("the library does not read propertyNames")
	}
	pruned, err := compile(base+"config-schema.json", prune(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := pruned.Validate(document); err != nil {
		t.Errorf("propertyNames was warned of and is read all the same: %v", err)
	}
}

func TestNothingCompilesAtStart(t *testing.T) {
	got := testing.AllocsPerRun(10, func() { onFirstUse(all) })
	if got > 200 {
		t.Errorf("making the list of schemas allocates %v times", got)
	}
}

// TestContractsAreFiles checks that the closed list and the files are the same.
func TestContractsAreFiles(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, c := range all {
		known[c.File()] = true
	}
	for _, entry := range entries {
		if !known[entry.Name()] {
			t.Errorf("%s is no contract's", entry.Name())
		}
	}
	if len(entries) != len(known) {
		t.Errorf("%d files for %d contracts", len(entries), len(known))
	}
}

// TestContractsAreSchemas holds each contract to the schema of schemas, and shows that where
// they are compiled nothing does.
func TestContractsAreSchemas(t *testing.T) {
	for _, c := range all {
		raw, err := strictjson.ParseObject(c.Text())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := compile(base+c.File(), raw); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
	wrong := strictjson.Object{"$schema": "https://json-schema.org/draft/2020-12/schema", "minLength": "long"}
	if _, err := compile(base+"wrong.json", wrong); err == nil {
		t.Error("a schema whose minLength is a word is taken")
	}
}
