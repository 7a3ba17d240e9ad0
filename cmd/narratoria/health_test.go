package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// The list of skills shows how each one was when it was last used, in whichever
// run of the program that was.
func TestListShowsLastHealth(t *testing.T) {
	ownDirectories(t)
	if got := listedHealth(t); got != "healthy" {
		t.Fatalf("before its first use dice-roller is %q", got)
	}
	for _, turn := range []struct {
		formula string
		times   int
		exit    int
		want    string
	}{
		{"no dice", 2, exitFailed, "healthy"},
		{"no dice", 3, exitFailed, "degraded"},
		{"no dice", 6, exitFailed, "permanentFailure"},
		{"1d6", 1, exitOK, "healthy"}, // a new session
	} {
		if code := rollTimes(t, turn.formula, turn.times); code != turn.exit {
			t.Errorf("%d rolls of %q: exit %d", turn.times, turn.formula, code)
		}
		if got := listedHealth(t); got != turn.want {
			t.Errorf("after %d rolls of %q dice-roller is %q, want %q", turn.times, turn.formula, got, turn.want)
		}
	}
}

// A log that cannot be read keeps nobody from seeing which skills there are.
func TestListWithoutALog(t *testing.T) {
	ownDirectories(t)
	settings := filepath.Join(os.Getenv("NARRATORIA_CONFIG_DIR"), "config.json")
	text := strictjson.Append(nil, strictjson.Object{"log": strictjson.Object{"directory": settings}}) // a file
	if err := os.WriteFile(settings, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := listedHealth(t); got != "healthy" {
		t.Errorf("dice-roller is %q", got)
	}
}

// rollTimes runs a plan of equal rolls, each tried once.
func rollTimes(t *testing.T, formula string, times int) (exit int) {
	t.Helper()
	var tools []string
	for i := range times {
		tools = append(tools, fmt.Sprintf(`{"toolId":"roll-%d","toolPath":"dice-roller/roll-dice","input":{"formula":%q},"retryPolicy":{"maxRetries":0}}`, i, formula))
	}
	file := filepath.Join(t.TempDir(), "plan.json")
	document := `{"requestId":"0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11","narrative":"Dice.","tools":[` + strings.Join(tools, ",") + `]}`
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	return run(context.Background(), []string{"plan", "run", file}, strings.NewReader(""), io.Discard, io.Discard)
}

func listedHealth(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if code := run(context.Background(), []string{"skills", "list", "--json"}, strings.NewReader(""), &out, io.Discard); code != exitOK {
		t.Fatalf("skills list: exit %d", code)
	}
	for line := range bytes.Lines(out.Bytes()) {
		if skill, err := strictjson.ParseObject(line); err == nil && skill["name"] == "dice-roller" {
			health, _ := skill["health"].(string)
			return health
		}
	}
	t.Fatalf("dice-roller is not listed:\n%s", out.String())
	return ""
}
