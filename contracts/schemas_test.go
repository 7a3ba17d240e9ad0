package contracts_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// TestSchemas checks what holds for the text of every schema. That each is valid itself
// TestContractsAreSchemas checks, against the meta-schema of its draft.
func TestSchemas(t *testing.T) {
	for _, contract := range contracts.All() {
		t.Run(string(contract), func(t *testing.T) {
			contract.Schema()
			raw, err := strictjson.ParseObject(contract.Text())
			if err != nil {
				t.Fatal(err)
			}
			if got, want := raw["$id"], "https://narratoria.dev/contracts/"+contract.File(); got != want {
				t.Errorf("$id is %v, want %q", got, want)
			}
			for _, keyword := range []string{"title", "description"} {
				if text, _ := raw[keyword].(string); text == "" {
					t.Errorf("the schema has no %s", keyword)
				}
			}
			for path, ref := range references(raw, "") {
				if !strings.HasPrefix(ref, "#/$defs/") {
					t.Errorf("%s refers to %s, outside the schema", path, ref)
				}
			}
		})
	}
}

// Every object is closed but these: what a script, a plan or an author may fill
// as they like, and protocol lines, whose unknown fields are kept and ignored.
var open = map[contracts.Contract][]string{
	contracts.PlanJSON: {"/$defs/tool/properties/input"},
	contracts.ExecutionResult: {
		"/$defs/asset/properties/metadata", "/$defs/error/properties/details", "/$defs/event",
		"/$defs/toolResult/properties/output", "/properties/aggregatedState",
	},
	contracts.ConfigSchemaMeta: {"", "/$defs/schema"}, // closed by the keywords both refer to
	contracts.PlayerTemplate:   {"/properties/constraints"},
	contracts.ProtocolEvent: {
		"", "/$defs/asset/properties/metadata", "/$defs/done/properties/output", "/$defs/error/properties/details",
		"/$defs/log/properties/fields", "/$defs/statePatch/properties/patch", "/$defs/uiEvent/properties/payload",
		"/$defs/uiEvent/then/properties/payload/properties/details/items",
	},
	contracts.ToolRequest:   {"", "/properties/config", "/properties/input", "/properties/protocol", "/properties/results/additionalProperties"},
	contracts.HostCall:      {"", "/properties/params"},
	contracts.SkillManifest: {"/$defs/script/properties/input"},
	contracts.HostReply:     {"", "/properties/error", "/properties/result"},
}

func TestObjectsAreClosed(t *testing.T) {
	for _, contract := range contracts.All() {
		raw, err := strictjson.ParseObject(contract.Text())
		if err != nil {
			t.Fatal(err)
		}
		left := openObjects(raw, "")
		slices.Sort(left)
		if diff := cmp.Diff(open[contract], left); diff != "" {
			t.Errorf("%s: open objects (-want +got):\n%s", contract, diff)
		}
	}
}

// openObjects lists the schemas of objects that take any field.
func openObjects(v any, pointer string) []string {
	var found []string
	each(v, func(token string, item any) {
		found = append(found, openObjects(item, pointer+"/"+token)...)
	})
	schema, ok := v.(strictjson.Object)
	if _, closed := schema["additionalProperties"]; ok && !closed && takesObjects(schema) {
		found = append(found, pointer)
	}
	return found
}

func takesObjects(schema strictjson.Object) bool {
	kinds, ok := schema["type"].([]any)
	if !ok {
		kinds = []any{schema["type"]}
	}
	return slices.Contains(kinds, any("object"))
}

func references(v any, pointer string) map[string]string {
	found := map[string]string{}
	each(v, func(token string, item any) {
		if ref, ok := item.(string); ok && token == "$ref" {
			found[pointer] = ref
		}
		maps.Copy(found, references(item, pointer+"/"+token))
	})
	return found
}

func each(v any, visit func(token string, item any)) {
	switch v := v.(type) {
	case strictjson.Object:
		for key, item := range v {
			visit(key, item)
		}
	case []any:
		for i, item := range v {
			visit(strconv.Itoa(i), item)
		}
	}
}

// TestKinds checks that the schema of results knows every kind of problem.
func TestKinds(t *testing.T) {
	for _, kind := range []contracts.Kind{
		contracts.Syntax, contracts.WrongType, contracts.Missing, contracts.UnknownField,
		contracts.BadValue, contracts.Duplicate, contracts.UnknownName, contracts.Cycle,
		contracts.Limit, contracts.Forbidden, contracts.Unreadable,
	} {
		if !strings.Contains(string(contracts.ExecutionResult.Text()), `"`+string(kind)+`"`) {
			t.Errorf("an execution result cannot carry a problem of kind %s", kind)
		}
	}
}
