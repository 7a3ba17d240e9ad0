package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/protocol"
)

func versionCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show the version of the program and of the protocol it speaks",
		Args:  wants(),
		RunE: action(func(context.Context, []string) error {
			fmt.Fprintf(s.out, "narratoria %s, protocol %q, %s %s/%s\n", version, protocol.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		}),
	}
}
