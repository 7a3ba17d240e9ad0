package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

func planCommands(s streams) *cobra.Command {
	return group("plan", "Check and run plans", planCheckCommand(s), planRunCommand(s))
}

// limitFlags raise the limits of a plan.
func limitFlags(cmd *cobra.Command, opts *plan.Options) {
	cmd.Flags().IntVar(&opts.MaxTools, "max-tools", 0, "most tools a plan may have (default 32)")
	cmd.Flags().IntVar(&opts.MaxEdges, "max-edges", 0, "most dependencies a plan may have (default 64)")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		return atLeastZero(cmd, "max-tools", "max-edges", "jobs")
	}
}

func planCheckCommand(s streams) *cobra.Command {
	var flags programFlags
	var limits plan.Options
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Say what is wrong with a plan, or in what order it would run",
		Args:  wants("FILE"),
		RunE: action(func(ctx context.Context, args []string) error {
			return planCheck(ctx, s, flags, limits, args[0])
		}),
	}
	flags.register(cmd)
	limitFlags(cmd, &limits)
	return cmd
}

func planCheck(ctx context.Context, s streams, flags programFlags, limits plan.Options, file string) error {
	data, err := readDocument(s.in, file)
	if err != nil {
		return err
	}
	return with(ctx, s, flags, func(p *narratoria.Program) error {
		registry, err := p.Skills()
		if err != nil {
			return err
		}
		checked, problems := plan.Check(shownAs(file), data, registry.Catalogue(nil), limits)
		for _, problem := range problems {
			fmt.Fprintln(s.err, problem)
		}
		if problems.Err() != nil {
			reportSkills(s.err, p)
			return errReported
		}
		for i, step := range checked.Steps() {
			fmt.Fprintf(s.out, "%2d. %-16s %s%s\n", i+1, step.ID, step.Script, remarks(checked, step))
		}
		return nil
	})
}

// remarks are what is special about a step.
func remarks(p *plan.Plan, step plan.Step) string {
	text := ""
	if len(step.Dependencies) > 0 {
		text += fmt.Sprintf(", after %v", step.Dependencies)
	}
	if !step.Required {
		text += ", optional"
	}
	if p.Parallel() && step.Async {
		text += ", async"
	}
	return text
}

// runFlags are those of commands that run scripts.
type runFlags struct {
	seed    string
	state   string
	assets  string
	timings bool
	jobs    int
}

func (f *runFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.seed, "seed", "", "text that all randomness and all ids derive from")
	cmd.Flags().StringVar(&f.state, "state", "", "JSON file with the session state to start from")
	cmd.Flags().StringVar(&f.assets, "assets", "", "directory that takes the assets (default: assets/ of the data directory)")
}

func (f runFlags) baseState() (protocol.Object, error) {
	if f.state == "" {
		return protocol.Object{}, nil
	}
	data, err := plainfile.Read(f.state, maxDocument)
	if err != nil {
		return nil, fmt.Errorf("the state file %q %s", f.state, plainfile.Why(err))
	}
	return parseObject(f.state, data)
}

// parseObject reads a JSON object; the error names the place as problems do.
func parseObject(file string, data []byte) (protocol.Object, error) {
	object, problems := contracts.ReadObject(file, data)
	return object, problems.Err()
}

func planRunCommand(s streams) *cobra.Command {
	var flags programFlags
	var run runFlags
	var limits plan.Options
	cmd := &cobra.Command{
		Use:   "run FILE",
		Short: "Run a plan and print its execution result as JSON",
		Args:  wants("FILE"),
		RunE: action(func(ctx context.Context, args []string) error {
			return planRun(ctx, s, flags, run, limits, args[0])
		}),
	}
	flags.register(cmd)
	run.register(cmd)
	limitFlags(cmd, &limits)
	cmd.Flags().BoolVar(&run.timings, "timings", false, "print durations and timestamps with --seed too, though no two runs share them")
	cmd.Flags().IntVarP(&run.jobs, "jobs", "j", 0, "scripts that run at once (default: the settings', else the number of cores)")
	return cmd
}

func planRun(ctx context.Context, s streams, flags programFlags, run runFlags, limits plan.Options, file string) error {
	data, err := readDocument(s.in, file)
	if err != nil {
		return err
	}
	state, err := run.baseState()
	if err != nil {
		return err
	}
	flags.assets = run.assets
	defer within(planMemory)()
	return with(ctx, s, flags, func(p *narratoria.Program) error {
		result, err := p.RunPlan(ctx, narratoria.PlanRun{
			Name: shownAs(file), Document: data, Limits: limits, State: state, Seed: run.seed, Jobs: run.jobs,
			Begin: func(p *plan.Plan) func(executor.Event) { return newProgress(s.err, p).listen },
		})
		if err != nil {
			return err
		}
		if err := result.WriteJSON(escaping{s.out}, run.timings || run.seed == ""); err != nil {
			return err
		}
		fmt.Fprintln(s.out)
		for _, problem := range result.Problems {
			fmt.Fprintln(s.err, problem)
		}
		if !result.Success {
			reportSkills(s.err, p)
			return errReported
		}
		return nil
	})
}

// What is read from a file or stdin at most: a plan, an input or a state, and the recording
// of a script.
const (
	maxDocument  = 6 << 20
	maxRecording = 64 << 20
)

// shownAs is what messages call a document.
func shownAs(file string) string {
	if file == "-" {
		return "stdin"
	}
	return file
}

// readDocument reads a file, or stdin for "-".
func readDocument(stdin io.Reader, file string) ([]byte, error) {
	if file == "-" {
		data, err := io.ReadAll(io.LimitReader(stdin, maxDocument+1))
		if len(data) > maxDocument {
			return nil, fmt.Errorf("what stdin gives is too large: more than %d MiB", maxDocument>>20)
		}
		return data, err
	}
	data, err := plainfile.Read(file, maxDocument)
	if err != nil {
		return nil, fmt.Errorf("the file %q %s", file, plainfile.Why(err))
	}
	return data, nil
}

// progress shows on a terminal what a plan is doing, a line a step.
type progress struct {
	out   io.Writer // nil where nobody watches
	began map[plan.ToolID]time.Time
}

func newProgress(out io.Writer, p *plan.Plan) *progress {
	if !isTerminal(out) {
		return &progress{}
	}
	if p.Narrative() != "" {
		fmt.Fprintln(out, printable(p.Narrative()))
	}
	return &progress{out: out, began: map[plan.ToolID]time.Time{}}
}

// listen is called from one goroutine.
func (p *progress) listen(e executor.Event) {
	if p.out == nil {
		return
	}
	switch e.Kind {
	case executor.Started:
		if e.Attempt == 1 {
			p.began[e.Tool] = time.Now()
		} else {
			fmt.Fprintf(p.out, "  %s: attempt %d\n", e.Tool, e.Attempt)
		}
	case executor.Provisional:
		if line := described(e.Event); line != "" {
			fmt.Fprintf(p.out, "  %s: %s\n", e.Tool, printable(line))
		}
	case executor.Finished:
		fmt.Fprintf(p.out, "%s %s %s%s\n", mark(e.Result.State), e.Tool, e.Result.State, p.detail(e))
	}
}

func (p *progress) detail(e executor.Event) string {
	text := ""
	if began, ok := p.began[e.Tool]; ok {
		text = fmt.Sprintf(" (%d ms)", time.Since(began).Milliseconds())
	}
	if e.Result.Error != nil {
		text += ": " + printable(e.Result.Error.Message)
	}
	return text
}

func mark(state plan.ToolState) string {
	switch state {
	case plan.Success:
		return "+"
	case plan.Skipped:
		return "-"
	}
	return "!"
}

// described is what an event says to somebody who watches, or "".
func described(event protocol.Event) string {
	switch e := event.(type) {
	case *protocol.Log:
		return e.Message
	case *protocol.UIEvent:
		if text, ok := e.Payload["text"].(string); ok {
			return text
		}
		return "ui event " + e.Event
	case *protocol.Asset:
		return fmt.Sprintf("asset %s (%s)", e.AssetID, e.MediaType)
	case *protocol.Error:
		return e.Code + ": " + e.Message
	}
	return ""
}
