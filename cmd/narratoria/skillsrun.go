package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// tryFlags are those of `skills run`.
type tryFlags struct {
	program programFlags
	run     runFlags
	input   string
	replay  string
	exit    int
}

func skillsRunCommand(s streams) *cobra.Command {
	var flags tryFlags
	cmd := &cobra.Command{
		Use:   "run NAME/SCRIPT",
		Short: "Run one script and print its events",
		Long: `Run one script once, without retries, and print its events as they were read,
a line of JSON each; the verdict goes to stderr.

With --replay a recorded stream is read instead of a running script; NAME/SCRIPT
may then be left out, or says whose permissions the recording has.`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && flags.replay == "":
				return errors.New("skills run wants a NAME/SCRIPT, such as dice-roller/roll-dice, or --replay FILE")
			case flags.replay == "" && cmd.Flags().Changed("exit"):
				return errors.New("--exit is for a recording; give it with --replay FILE")
			case len(args) == 0:
				return nil
			}
			return wants("NAME/SCRIPT")(cmd, args)
		},
		RunE: action(func(ctx context.Context, args []string) error {
			return try(ctx, s, flags, strings.Join(args, ""))
		}),
	}
	flags.program.register(cmd)
	flags.run.register(cmd)
	cmd.Flags().StringVar(&flags.input, "input", "{}", "the input as a JSON object, @FILE, or - for stdin")
	cmd.Flags().StringVar(&flags.replay, "replay", "", "file with NDJSON lines to read instead of running a script")
	cmd.Flags().IntVar(&flags.exit, "exit", 0, "with --replay: the exit code the script had")
	return cmd
}

func try(ctx context.Context, s streams, flags tryFlags, name string) error {
	input, err := readInput(s, flags.input)
	if err != nil {
		return err
	}
	state, err := flags.run.baseState()
	if err != nil {
		return err
	}
	run := narratoria.ScriptRun{Script: name, Input: input, State: state, Seed: flags.run.seed, Exit: flags.exit}
	flags.program.assets = flags.run.assets
	return with(ctx, s, flags.program, func(p *narratoria.Program) error {
		if flags.replay != "" {
			if run.Recorded, err = plainfile.Read(flags.replay, maxRecording); err != nil {
				return fmt.Errorf("the recording %q %s", flags.replay, plainfile.Why(err))
			}
		}
		script, outcome, err := p.RunScript(ctx, run)
		if err != nil {
			reportSkills(s.err, p)
			return err
		}
		return verdict(s, script, outcome, flags.replay)
	})
}

// readInput reads --input: an object, @FILE or "-".
func readInput(s streams, text string) (protocol.Object, error) {
	data, name := []byte(text), "--input"
	if file, ok := strings.CutPrefix(text, "@"); ok || text == "-" {
		var err error
		if name = file; text == "-" {
			file, name = "-", "stdin"
		}
		if data, err = readDocument(s.in, file); err != nil {
			return nil, err
		}
	}
	return parseObject(name, data)
}

// failureLine says why an attempt failed. A violation's message names script and
// code, which here are told first.
func failureLine(script *skills.Script, err *plan.ToolError, recording string) string {
	name := script.Ref.String()
	message := strings.TrimPrefix(err.Message, name+": ")
	if violation, ok := strings.CutPrefix(message, name+" broke the protocol: "); ok {
		message = strings.Replace(violation, err.Code+": ", "", 1)
	}
	line := fmt.Sprintf("%s failed (%s, %s): %s", name, err.Category, err.Code, message)
	if recording != "" {
		line = recording + ": " + line
	}
	return line
}

// verdict prints what came of an attempt, or of a recording.
func verdict(s streams, script *skills.Script, outcome skills.Outcome, recording string) error {
	if err := writeEvents(s.out, outcome.Events); err != nil {
		return err
	}
	if len(outcome.Stderr) > 0 {
		fmt.Fprintf(s.err, "stderr: %s\n", printableLines(string(outcome.Stderr)))
	}
	for _, warning := range outcome.Warnings {
		fmt.Fprintln(s.err, "warning: "+printable(warning))
	}
	for _, asset := range outcome.Assets {
		fmt.Fprintf(s.err, "asset %s: %s (%s, %d bytes)\n", asset.AssetID, asset.Path, asset.MediaType, asset.Size)
	}
	if outcome.Err != nil {
		fmt.Fprintln(s.err, printable(failureLine(script, outcome.Err, recording)))
		return errReported
	}
	fmt.Fprintf(s.err, "%s: success, %d events, %d ms\n", script.Ref, len(outcome.Events), outcome.Duration.Milliseconds())
	return nil
}
