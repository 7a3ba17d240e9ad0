package skills_test

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills"
)

// The closed list stands in two schemas besides; a permission that one of them
// lacks could be implemented and never asked for.
func TestSchemasNameEveryPermission(t *testing.T) {
	want := []any{}
	for _, p := range skills.Permissions {
		want = append(want, string(p))
	}
	for _, contract := range []contracts.Contract{contracts.SkillManifest, contracts.Consent} {
		schema, err := strictjson.Parse(contract.Text())
		if err != nil {
			t.Fatal(err)
		}
		if !hasEnum(schema, want) {
			t.Errorf("%s has no enum of the permissions %v", contract.File(), want)
		}
	}
	if schema, err := strictjson.Parse(contracts.SkillManifest.Text()); err != nil || hasEnum(schema, want[1:]) {
		t.Error("the check takes any list")
	}
}

func hasEnum(schema any, want []any) bool {
	switch v := schema.(type) {
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return hasEnum(item, want) })
	case strictjson.Object:
		if list, ok := v["enum"].([]any); ok && strictjson.Equal(list, want) {
			return true
		}
		for _, item := range v {
			if hasEnum(item, want) {
				return true
			}
		}
	}
	return false
}
