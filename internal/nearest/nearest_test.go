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

// A word that goes on, or breaks off, is meant where nothing else begins so.
func TestNameByItsBeginning(t *testing.T) {
	names := []string{"warn", "error", "description", "displayName", "max", "maxRetries", "maxLength"}
	for got, want := range map[string]string{
		"warning": "warn", "desc": "description", "maxRetry": "maxRetries",
		"maxi": "max", "des": "", "maxr": "max", "errors": "error", "disp": "displayName",
	} {
		if name := nearest.Name(got, names); name != want {
			t.Errorf("Name(%q) = %q, want %q", got, name, want)
		}
	}
	if name := nearest.Name("tool", []string{"toolIdentifier", "toolParameters"}); name != "" {
		t.Errorf("of two that begin so, %q was taken", name)
	}
}
