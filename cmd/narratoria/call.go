package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/api"
	"github.com/narratoria/narratoria/api/jsonrpc"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// engineFlags are those of commands that open an engine.
type engineFlags struct {
	programFlags
	data        string
	noProcesses bool
}

func (f *engineFlags) register(cmd *cobra.Command) {
	f.programFlags.register(cmd)
	cmd.Flags().StringVar(&f.data, "data", "", "directory that keeps everything (default: the user's directories)")
	cmd.Flags().BoolVar(&f.noProcesses, "no-processes", false, "start nothing: bundled skills run in the program itself, and others are unavailable")
}

func (f *engineFlags) open(s streams) (*api.Engine, error) {
	o := f.options(s)
	o.Data, o.NoProcesses = f.data, f.noProcesses
	return api.Open(api.Options{Program: o})
}

func callCommand(s streams) *cobra.Command {
	var flags engineFlags
	cmd := &cobra.Command{
		Use:   "call METHOD [JSON]",
		Short: "Call one method of the API, and print its result as JSON",
		Long: `Call one method of the API, and print its result as JSON. JSON are its parameters: an object,
@FILE, or - for stdin. What goes wrong is printed on stderr, as JSON too. engine.methods lists
all methods, and docs/api.md explains them.`,
		Args: wantsUpTo("METHOD", "JSON"),
		RunE: action(func(ctx context.Context, args []string) error {
			params, err := paramsOf(s, append(args[1:], "")[0])
			if err != nil {
				return err
			}
			return callOnce(ctx, s, &flags, args[0], params)
		}),
	}
	flags.register(cmd)
	return cmd
}

// paramsOf reads what was given as parameters.
func paramsOf(s streams, given string) ([]byte, error) {
	if file, is := strings.CutPrefix(given, "@"); is {
		return readDocument(s.in, file)
	}
	if given == "-" {
		return readDocument(s.in, given)
	}
	return []byte(given), nil
}

func callOnce(ctx context.Context, s streams, flags *engineFlags, method string, params []byte) error {
	engine, err := flags.open(s)
	var result []byte
	if err == nil {
		client := engine.Client(nil)
		result, err = client.Call(ctx, method, params)
		client.Close()
		if closed := engine.Close(context.WithoutCancel(ctx)); err == nil {
			err = closed
		}
	}
	if wrong, is := errors.AsType[*api.Error](err); is {
		fmt.Fprintf(s.err, "%s\n", plaintext.Escape(string(wrong.JSON())))
		return errReported
	}
	fmt.Fprintf(s.out, "%s\n", plaintext.Escape(string(result)))
	return nil
}

func serveCommand(s streams) *cobra.Command {
	var flags engineFlags
	var stdio bool
	cmd := &cobra.Command{
		Use:   "serve --stdio",
		Short: "Answer calls of the API",
		Long: `Answer calls of the API: JSON-RPC 2.0, a request a line on stdin, and answers and events, a
line each, on stdout. It ends when stdin does, once what was called is answered. docs/api.md
has the methods.`,
		Args: wants(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !stdio {
				return errors.New("serve wants --stdio")
			}
			if err := serve(cmd.Context(), s, &flags); err != nil {
				return failure{err}
			}
			return nil
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&stdio, "stdio", false, "over stdin and stdout")
	return cmd
}

func serve(ctx context.Context, s streams, flags *engineFlags) error {
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, brokenPipe...) // is told by writing, then
	defer signal.Stop(broken)
	engine, err := flags.open(s)
	if err != nil {
		return err
	}
	out := s.out
	if o, is := out.(*output); is {
		out = o.Writer // what cannot be written is told by the serving
	}
	if err := jsonrpc.Serve(ctx, engine, s.in, out); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
