package kit

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

func named(name string) Script {
	return func(_ context.Context, inv *Invocation) error {
		inv.Summary("ran " + name)
		return nil
	}
}

func TestWhichScriptRuns(t *testing.T) {
	both := map[string]Script{"light": named("light"), "douse": named("douse")}
	one := map[string]Script{"light": named("light")}
	for _, test := range []struct {
		name    string
		scripts map[string]Script
		args    []string
		want    string // of stdout or stderr
		code    int
	}{
		{"argument", both, []string{"douse"}, `"ran douse"`, 0},
		{"operation", both, nil, `"ran light"`, 0},
		{"only one", map[string]Script{"anything": named("anything")}, nil, `"ran anything"`, 0},
		{"misspelt argument", both, []string{"duose"}, `there is no script "duose" here, but douse, light; did you mean "douse"?`, 2},
		{"argument of another", one, []string{"douse"}, `there is no script "douse" here, but light`, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			code := run(test.scripts, test.args, strings.NewReader(`{"operation":"light"}`), &stdout, &stderr)
			if got := stdout.String() + stderr.String(); code != test.code || !strings.Contains(got, test.want) {
				t.Errorf("exit %d, want %d\n%s", code, test.code, got)
			}
		})
	}
}
