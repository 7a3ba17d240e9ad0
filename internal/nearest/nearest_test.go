package nearest_test

import (
	"testing"

	"github.com/narratoria/narratoria/internal/nearest"
)

func TestName(t *testing.T) {
	fields := []string{"toolId", "toolPath", "dependencies", "required", "retryPolicy"}
	for got, want := range map[string]string{
		"toolpath": "toolPath", "tool_path": "toolPath", "tolPath": "toolPath", "toolPaht": "toolPath",
		"dependancies": "dependencies", "require": "required", "colour": "", "": "", "retry-policy": "retryPolicy",
	} {
		if name := nearest.Name(got, fields); name != want {
			t.Errorf("Name(%q) = %q, want %q", got, name, want)
		}
	}
}
