package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// With a seed a result is the same again, byte for byte. Without one, or where
// they are asked for, it tells how long things took.
func TestDurationsArePrintedUnlessASeedForbids(t *testing.T) {
	ownDirectories(t)
	file := filepath.Join(t.TempDir(), "plan.json")
	document := `{"requestId":"0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11","narrative":"Dice.","tools":[
		{"toolId":"a","toolPath":"dice-roller/roll-dice","input":{"formula":"9d6"},"required":false,"retryPolicy":{"maxRetries":0}},
		{"toolId":"b","toolPath":"dice-roller/roll-dice","input":{"formula":"none"},"required":false,"retryPolicy":{"maxRetries":1,"backoffMs":5}}]}`
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	result := func(flags ...string) string {
		var out, errs bytes.Buffer
		args := append([]string{"plan", "run", file}, flags...)
		if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != exitOK {
			t.Fatalf("plan run %v: exit %d: %s", flags, code, errs.String())
		}
		return out.String()
	}
	took := func(result string) bool {
		tree, err := strictjson.ParseObject([]byte(result))
		if err != nil {
			t.Fatal(err)
		}
		return string(strictjson.Append(nil, tree["executionTimeMs"])) != "0"
	}
	seeded := result("--seed", "1")
	if again := result("--seed", "1"); again != seeded || took(seeded) {
		t.Errorf("with one seed two results:\n%s%s", seeded, again)
	}
	if !took(result()) {
		t.Error("without a seed nothing took any time")
	}
	if !took(result("--seed", "1", "--timings")) {
		t.Error("with --timings nothing took any time")
	}
}
