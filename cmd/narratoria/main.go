// Command narratoria plays interactive fiction, and shows what it is made of.
//
//	narratoria play
//	narratoria saves
//	narratoria story log NAME
//	narratoria campaign validate DIR
//	narratoria skills list
//	narratoria plan run FILE
//
// The package only wires: each command reads its flags, opens a [narratoria.Program] and
// hands over to the packages that do the work. It exits with 0, with 1 when what
// was asked failed or was refused, and with 2 when the command line was wrong.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/skills/process"
)

// version is set when the program is linked.
var version = "dev"

func main() {
	inspecting(os.Args)
	if err := process.BecomeSubreaper(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		fmt.Fprintf(os.Stderr, "narratoria: what skills leave behind may outlive them: %v\n", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // what was asked failed or was refused
	exitUsage  = 2 // the command line was wrong
)

// A failure is an error of a command that was understood. What cobra itself
// refuses is not one, and so is wrong usage.
type failure struct{ err error }

func (f failure) Error() string { return f.err.Error() }
func (f failure) Unwrap() error { return f.err }

// errReported ends a command with [exitFailed] whose output has said why.
var errReported = errors.New("reported")

// run is the program without its process: tests call it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	stderr = screened{stderr}
	root := newRoot(streams{stdin, out, stderr, new(string)})
	root.SetArgs(args)
	command, err := root.ExecuteContextC(ctx)
	if out.err != nil && err == nil {
		err = failure{fmt.Errorf("not all of the output could be written: %w", out.err)}
	}
	_, failed := errors.AsType[failure](err)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	case failed:
		fmt.Fprintf(stderr, "narratoria: %v\n", err)
		return exitFailed
	}
	fmt.Fprintf(stderr, "narratoria: %v\nTry: %s --help\n", err, command.CommandPath())
	return exitUsage
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
	store    *string // the address that --store gives
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "narratoria",
		Short:         "An engine for interactive fiction that stays true to itself",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(wrongFlag)
	root.SetHelpCommand(helpCommand(root))
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().StringVar(s.store, "store", "", "where stories are kept: sqlite:DIRECTORY, objectbox:DIRECTORY or postgres://USER@HOST/DATABASE (default: what NARRATORIA_STORE or the settings say, or the data directory)")
	root.AddCommand(playCommand(s), savesCommand(s), storyCommands(s), doctorCommand(s), storeCommands(s), setupCommand(s), modelCommands(s), planCommands(s), skillsCommands(s), campaignCommands(s), logCommand(s), callCommand(s), serveCommand(s), versionCommand(s))
	return root
}

// action makes the work of a command its RunE: errors become failures.
func action(work func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := work(cmd.Context(), args); err != nil {
			return failure{err}
		}
		return nil
	}
}

// group is a command that only holds others: alone, or with a word it does not
// know, it is wrong usage.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	parent := &cobra.Command{
		Use: use, Short: short,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fmt.Errorf("%s wants one of its commands: %s", spoken(cmd), names(cmd))
		},
	}
	parent.AddCommand(commands...)
	return parent
}

func names(parent *cobra.Command) string {
	text := ""
	for _, child := range parent.Commands() {
		if text != "" {
			text += ", "
		}
		text += child.Name()
	}
	return text
}
