//go:build !linux

package process

import (
	"context"
	"os/exec"
)

// A gate is for Linux alone.
type gate struct{}

func gated(command *exec.Cmd, _ []string) (*exec.Cmd, *gate, error) { return command, nil, nil }

func (*gate) open(context.Context, string) error { return nil }

func (*gate) drop() {}
