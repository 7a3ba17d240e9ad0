package contracts_test

import (
	"fmt"

	"github.com/narratoria/narratoria/contracts"
)

func Example() {
	document := []byte(`{
  "requestId": "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11",
  "tools": [
    {"toolId": "roll", "toolpath": "dice-roller/roll-dice", "retryPolicy": {"maxRetries": 50}}
  ]
}`)
	_, problems := contracts.Validate(contracts.PlanJSON, "plan.json", document)
	fmt.Println(problems.Err())
	// Output:
	// plan.json:4:24: /tools/0/toolpath: unknown field "toolpath"; did you mean "toolPath"?
	// plan.json:4:91: /tools/0/retryPolicy/maxRetries: "maxRetries" is 50; expected at most 10
}

func ExampleCompileConfig() {
	schema, problems := contracts.CompileConfig("config-schema.json", []byte(`{
  "type": "object",
  "properties": {"style": {"enum": ["terse", "vivid", "poetic"]}}
}`))
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	_, problems = schema.Validate("config.json", []byte(`{"style": "vivd"}`))
	fmt.Println(problems)
	// Output:
	// config.json:1:11: /style: "style" is "vivd"; expected "terse", "vivid" or "poetic"; did you mean "vivid"?
}
