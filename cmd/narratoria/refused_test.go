package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// The result of a refused plan is as whole as any other: the state it would have
// begun with, the attempt it was, and whether another may follow.
func TestRefusedPlanHasAWholeResult(t *testing.T) {
	ownDirectories(t)
	dir := t.TempDir()
	file, state := filepath.Join(dir, "plan.json"), filepath.Join(dir, "state.json")
	for name, text := range map[string]string{
		file:  `{"requestId":"0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11","tools":[{"toolId":"a","toolPath":"/bin/sh"}],"metadata":{"generationAttempt":5}}`,
		state: `{"torch":{"lit":true}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if code := run(context.Background(), []string{"plan", "run", file, "--state", state}, strings.NewReader(""), &out, io.Discard); code != exitFailed {
		t.Errorf("exit %d", code)
	}
	result, err := strictjson.ParseObject(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]string{
		"success": "false", "canReplan": "false", "attemptNumber": "5",
		"aggregatedState": `{"torch":{"lit":true}}`, "toolResults": "[]",
	} {
		if got := string(strictjson.Append(nil, result[field])); got != want {
			t.Errorf("%s is %s, want %s", field, got, want)
		}
	}
}

// ownDirectories keeps a test out of the user's.
func ownDirectories(t *testing.T) {
	t.Helper()
	for _, name := range []string{"NARRATORIA_DATA_DIR", "NARRATORIA_CONFIG_DIR", "NARRATORIA_STATE_DIR"} {
		t.Setenv(name, t.TempDir())
	}
}
