package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
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
	flags.program.assets = flags.run.assets
	p, err := openProgram(s, flags.program)
	if err != nil {
		return err
	}
	defer p.Close()
	script, err := p.script(name)
	if err != nil {
		p.reportSkills(s.err)
		return err
	}
	runner, err := p.tryRunner(flags)
	if err != nil {
		return err
	}
	inv := p.invocation(script, input, state, flags.run)
	outcome := executor.WithTimeout(runner, p.scriptTimeout(script)).Run(ctx, inv)
	return p.verdict(script, outcome, flags.replay)
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

// recording stands for the script of a recording that names none.
var recording = &skills.Script{
	Ref:   plan.ScriptRef{Skill: "replay", Script: "recording"},
	Skill: &skills.Skill{Name: "replay"},
}

func (p *program) script(name string) (*skills.Script, error) {
	if name == "" {
		return recording, nil
	}
	entry, problem := p.registry.Catalogue(nil).Resolve(name)
	if problem != nil {
		return nil, fmt.Errorf("%s", problem)
	}
	script, _ := p.registry.Script(entry.Ref)
	return script, nil
}

// tryRunner is the transport to try a script with.
func (p *program) tryRunner(flags tryFlags) (executor.Runner, error) {
	if flags.replay == "" {
		return p.runner, nil
	}
	lines, err := plainfile.Read(flags.replay, maxDocument)
	if err != nil {
		return nil, fmt.Errorf("the recording %q %s", flags.replay, plainfile.Why(err))
	}
	return transport.Replay(lines, transport.ReplayOptions{Host: p.host, Exit: flags.exit}), nil
}

// invocation is one attempt as the executor would make it for a plan of one step.
func (p *program) invocation(script *skills.Script, input, state protocol.Object, run runFlags) skills.Invocation {
	seed := cmp.Or(run.givenSeed(), rng.New()).Derive("skills run", script.Ref.String(), string(strictjson.Append(nil, input)))
	id := uuid.Must(uuid.NewV7())
	if run.seed != "" {
		id = seed.Derive("request").UUID()
	}
	return skills.Invocation{
		Script: script,
		Request: protocol.Request{
			RequestID: id.String(),
			Tool:      script.Ref.String(),
			Operation: string(script.Ref.Script),
			Input:     input,
			Config:    p.config(script),
			Seed:      seed.Int53(),
			Results:   protocol.Object{},
		},
		Scope: skills.Scope{
			Tool: "try", Script: script.Ref, Granted: script.Permissions, State: skills.Known(state), Seed: seed,
		},
		Limits: p.settings.Limits,
	}
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
func (p *program) verdict(script *skills.Script, outcome skills.Outcome, recording string) error {
	if err := writeEvents(p.streams.out, outcome.Events); err != nil {
		return err
	}
	if len(outcome.Stderr) > 0 {
		fmt.Fprintf(p.streams.err, "stderr: %s\n", printableLines(string(outcome.Stderr)))
	}
	for _, warning := range outcome.Warnings {
		fmt.Fprintln(p.streams.err, "warning: "+printable(warning))
	}
	for _, asset := range outcome.Assets {
		fmt.Fprintf(p.streams.err, "asset %s: %s (%s, %d bytes)\n", asset.AssetID, asset.Path, asset.MediaType, asset.Size)
	}
	if outcome.Err != nil {
		fmt.Fprintln(p.streams.err, printable(failureLine(script, outcome.Err, recording)))
		return errReported
	}
	fmt.Fprintf(p.streams.err, "%s: success, %d events, %d ms\n", script.Ref, len(outcome.Events), outcome.Duration.Milliseconds())
	return nil
}
