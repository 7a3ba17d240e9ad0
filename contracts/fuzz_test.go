package contracts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/contracts"
)

// FuzzValidate gives every contract any bytes whatever: no panic, places that
// exist, and the same answer twice.
func FuzzValidate(f *testing.F) {
	for i, contract := range contracts.All() {
		for _, kind := range []string{"valid", "broken"} {
			for _, file := range read(f, kind, contract).Files {
				f.Add(uint8(i), file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, document []byte) {
		contract := contracts.All()[int(which)%len(contracts.All())]
		tree, problems := contracts.Validate(contract, "f.json", document)
		checkPlaces(t, document, problems)
		_, again := contracts.Validate(contract, "f.json", document)
		if diff := cmp.Diff(problems, again); diff != "" {
			t.Errorf("%s: two answers:\n%s", contract, diff)
		}
		if problems.Err() == nil && tree == nil {
			t.Errorf("%s takes a document without a value", contract)
		}
	})
}

// FuzzCompileConfig gives any schema and any configuration to check against it:
// what the meta-schema takes must compile, and must not cost without end.
func FuzzCompileConfig(f *testing.F) {
	f.Add([]byte(dice), []byte(`{"randomSource": "crypto", "sides": null}`))
	f.Add([]byte(doubling(4)), []byte(`{}`))
	for _, kind := range []string{"valid", "broken"} {
		for _, file := range read(f, kind, contracts.ConfigSchemaMeta).Files {
			f.Add(file.Data, []byte(`{"a": "x", "b": [1, null]}`))
		}
	}
	f.Fuzz(func(t *testing.T, text, config []byte) {
		schema, problems := contracts.CompileConfig("s.json", text)
		checkPlaces(t, text, problems)
		if (schema == nil) != (problems.Err() != nil) {
			t.Fatalf("a schema: %t, with problems %v", schema != nil, problems)
		}
		if schema != nil {
			_, problems := schema.Validate("c.json", config)
			checkPlaces(t, config, problems)
		}
	})
}
