package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// The package itself is not tested from within: a program that links it does not start where the system has no libffi.
func TestStartedByHand(t *testing.T) {
	soak.NeedEnv(t, "NARRATORIA_LLAMA")
	program := filepath.Join(t.TempDir(), "narratoria-llama")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		stdin string
		args  []string
		code  int
		says  string
	}{
		{"", []string{"--help"}, 2, "which starts it and talks to it"},
		{"", nil, 0, ""},
		{"hello\n", nil, 3, "narratoria-llama: a line is not of the protocol"},
	} {
		command := exec.Command(program, c.args...)
		command.Stdin = strings.NewReader(c.stdin)
		out, err := command.CombinedOutput()
		code := 0
		if ended, is := errors.AsType[*exec.ExitError](err); is {
			code = ended.ExitCode()
		}
		if code != c.code || !strings.Contains(string(out), c.says) {
			t.Errorf("%q %q: exit %d, %s", c.stdin, c.args, code, out)
		}
	}
}
