package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/provider"
	"github.com/narratoria/narratoria/model/recorded"
)

// askOptions are what `model ask` was asked for.
type askOptions struct {
	by      []string
	system  string
	tokens  int
	seed    int64
	heat    int
	schema  string // the path of a file
	within  time.Duration
	bounded bool // within was given, and ends also what is patient
	asJSON  bool

	record  string // the path of a file
	place   string // TASK[/TURN[/PART]]
	patient bool
}

func modelAskCommand(s streams) *cobra.Command {
	var a askOptions
	cmd := &cobra.Command{
		Use:   "ask PROMPT",
		Short: "Have a text written by those whom the settings name, or by one of them",
		Long: `Have a text written: by the providers that models.text of the settings names, one after the other, or by those of --by.
Where the settings name none, the model phi-3.5-mini of this device writes, if it is here. Of a PROMPT "-" what is asked is
read from stdin. Ctrl-C ends it. Nothing is sent to a provider that is not enabled.`,
		Args: wants("PROMPT"),
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, args []string) error {
			prompt := args[0]
			if prompt == "-" {
				text, err := io.ReadAll(io.LimitReader(s.in, model.MostPrompt+1))
				if err != nil {
					return err
				}
				prompt = string(text)
			}
			return ask(ctx, s, p, a, prompt)
		}),
	}
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		a.bounded = cmd.Flags().Changed("within")
		return atLeastZero(cmd, "tokens", "heat")
	}
	f := cmd.Flags()
	f.StringArrayVar(&a.by, "by", nil, "name of a provider (may be given more than once: then one after the other)")
	f.StringVar(&a.system, "system", "", "what the model is told of itself before")
	f.IntVar(&a.tokens, "tokens", 400, "of the text, at most")
	f.Int64Var(&a.seed, "seed", 0, "number that has whoever can do so write the same again; 0 does not ask")
	f.IntVar(&a.heat, "heat", 700, "thousandths: how far from the likeliest word it may go")
	f.StringVar(&a.schema, "schema", "", "file with a JSON Schema: the text is JSON of it")
	f.DurationVar(&a.within, "within", 2*time.Minute, "time in which it is over; where it is given, for who is patient too")
	f.BoolVar(&a.patient, "patient", false, "wait for whom --by names, who answers by files, without an end unless --within is given")
	f.StringVar(&a.record, "record", "", "file in which the answer is kept, for a provider of the kind recorded")
	f.StringVar(&a.place, "place", "ask", "TASK[/TURN[/PART]] by which the answer is found in a recording; skills ask as generate")
	f.BoolVar(&a.asJSON, "json", false, "print JSON: {text, end, by, prompt, tokens, degraded}")
	return cmd
}

// mostSchema is how many bytes a schema may have.
const mostSchema = 1 << 20

// ask has a text written, and shows it as it comes.
func ask(ctx context.Context, s streams, p *narratoria.Program, a askOptions, prompt string) (err error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	all, err := p.Providers()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	all.Waiting = func(path string) {
		fmt.Fprintf(s.err, "Waiting for an answer to %s, in %s\n", path, strings.TrimSuffix(path, ".request.md")+".answer.txt")
	}
	if a.patient {
		if err := waitForFiles(all, a.by); err != nil {
			return err
		}
	}
	writer, err := writerOf(s, p, all, a)
	if err != nil {
		return err
	}
	if host, leaves := model.Leaves(writer); leaves {
		fmt.Fprintf(s.err, "What you ask is sent to %s\n", host)
	}
	place, err := keptPlace(a.place)
	if err != nil {
		return err
	}
	request := model.Request{
		Place: place, MaxTokens: a.tokens, Seed: a.seed, Heat: a.heat, Within: a.within,
		Messages: []model.Message{{Role: model.User, Text: prompt}},
	}
	if a.system != "" {
		request.Messages = append([]model.Message{{Role: model.System, Text: a.system}}, request.Messages...)
	}
	if a.schema != "" {
		if request.Form.Schema, err = plainfile.Read(a.schema, mostSchema); err != nil {
			return fmt.Errorf("%s %s", a.schema, plainfile.Why(err))
		}
	}
	if err := request.Check(); err != nil {
		return err
	}
	if a.record != "" {
		recorder, why := recorded.Record(a.record, writer)
		if why != nil {
			return why
		}
		defer func() { err = errors.Join(err, recorder.Close()) }()
		writer = recorder
	}
	shown := &shownText{out: s.out}
	var tell func(model.Piece)
	if !a.asJSON && isTerminal(s.out) { // a file has what is whole alone
		tell = shown.tell
	}
	if a.bounded && a.within > 0 {
		var over context.CancelFunc
		ctx, over = context.WithTimeout(ctx, a.within)
		defer over()
	}
	answer, err := writer.Generate(ctx, request, tell)
	shown.end()
	if err != nil {
		return advisedText(p, err)
	}
	return showAnswer(s, answer, a.asJSON, tell != nil)
}

// keptPlace reads what an answer is found by: TASK[/TURN[/PART]].
func keptPlace(text string) (place model.Place, err error) {
	parts := strings.SplitN(text, "/", 3)
	place.Task = parts[0]
	if len(parts) > 1 {
		if place.Turn, err = strconv.Atoi(parts[1]); err != nil {
			return place, fmt.Errorf("--place wants TASK[/TURN[/PART]], such as generate/12/sight-0a1b2c3d-1, and %.80q is none", text)
		}
	}
	if len(parts) > 2 {
		place.Part = parts[2]
	}
	return place, nil
}

// waitForFiles has the one that is asked waited for without an end.
func waitForFiles(all *provider.All, by []string) error {
	at := -1
	if len(by) == 1 {
		at = slices.IndexFunc(all.Providers, func(of provider.Provider) bool { return of.Name == by[0] && of.Kind == provider.Files })
	}
	if at < 0 {
		return errors.New("--patient wants one --by, of a provider of the kind files: nobody else is waited for without an end")
	}
	all.Providers[at].Patient = true
	return nil
}

// writerOf is who is to write.
func writerOf(s streams, p *narratoria.Program, all *provider.All, a askOptions) (model.Generator, error) {
	names := a.by
	if len(names) == 0 {
		names = p.Models().Text
	}
	if len(names) == 0 {
		here, is := all.Here()
		if !is {
			return nil, errors.New("nobody is there to write: the settings name no providers (narratoria model providers shows how), and the model phi-3.5-mini is not on this device; to fetch it: narratoria setup llama && narratoria setup models " + inventory.Narrator.Name)
		}
		all.Providers, names = append(all.Providers, here), []string{here.Name}
	}
	for _, name := range names {
		if _, err := findProvider(all, name); err != nil {
			return nil, err
		}
	}
	if len(a.by) == 1 {
		g, err := all.Open(names[0])
		if _, is := errors.AsType[*provider.NotEnabledError](err); is {
			err = fmt.Errorf("%w; to enable it: narratoria model enable %s", err, names[0])
		}
		return g, err
	}
	chain, skipped, err := all.Chain(names, func(d model.Degradation) {
		if !errors.Is(d.Err, model.Cancelled) { // which is said in the end
			fmt.Fprintf(s.err, "narratoria: %v\n", d.Err)
		}
	})
	for _, why := range skipped {
		if err == nil || !errors.Is(err, why) { // which is said in the end
			fmt.Fprintf(s.err, "narratoria: %v\n", why)
		}
	}
	if err != nil {
		return nil, err
	}
	return saidAbove{chain}, nil
}

// saidAbove is a chain of which each failure was said when it came, so that its error does not say them again.
type saidAbove struct{ model.Generator }

func (c saidAbove) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	answer, err := c.Generator.Generate(ctx, r, tell)
	made, is := errors.AsType[*model.Error](err)
	if !is || made.Kind == model.Cancelled || made.Err == nil || !errors.As(made.Err, new(*model.Error)) {
		return answer, err
	}
	again := *made
	again.Message = "nobody wrote it; why is said above"
	return answer, &again
}

// Host is to whom the chain sends what it is asked.
func (c saidAbove) Host() string {
	host, _ := model.Leaves(c.Generator)
	return host
}

// advisedText adds to an error what can be done.
func advisedText(p *narratoria.Program, err error) error {
	made, _ := errors.AsType[*model.Error](err)
	if made != nil && made.Status == 0 { // of a chain
		if of, is := errors.AsType[*model.Error](made.Err); is {
			made = of
		}
	}
	switch {
	case errors.Is(err, model.Cancelled):
		return errors.New("it was given up")
	case errors.Is(err, model.Unauthorized):
		return fmt.Errorf("%w; keys are kept by: narratoria setup key HOST", err)
	case made != nil && made.Kind == model.Rejected && made.Status != 0:
		return fmt.Errorf(`%w; which model is asked where, "models.providers" says in %s`, err, filepath.Join(p.ConfigDir(), "config.json"))
	case errors.Is(err, model.Unsupported):
		return fmt.Errorf("%w; what is here and what is missing: narratoria doctor", err)
	}
	return err
}

// A shownText is a text that is shown as it comes. It is a stranger's: nothing of it acts on a terminal.
type shownText struct {
	out   io.Writer
	begun bool // a line
}

func (t *shownText) tell(p model.Piece) {
	if p.Anew {
		t.end()
		fmt.Fprintln(t.out, "[another begins it anew]")
	}
	parts := strings.Split(p.Text, "\n")
	for i, part := range parts {
		if i > 0 {
			fmt.Fprintln(t.out)
		}
		fmt.Fprint(t.out, printable(part))
	}
	t.begun = parts[len(parts)-1] != ""
}

// end ends a line that was begun.
func (t *shownText) end() {
	if t.begun {
		fmt.Fprintln(t.out)
	}
	t.begun = false
}

func showAnswer(s streams, answer model.Answer, asJSON, told bool) error {
	if asJSON {
		degraded := []any{}
		for _, d := range answer.Degraded {
			degraded = append(degraded, strictjson.Object{"generator": d.Generator, "error": d.Err.Error()})
		}
		_, err := fmt.Fprintln(s.out, safeJSON(strictjson.Object{
			"text": answer.Text, "end": string(answer.End), "by": answer.By, "degraded": degraded,
			"prompt": strictjson.Int(int64(answer.Usage.Prompt)), "tokens": strictjson.Int(int64(answer.Usage.Text)),
		}))
		return err
	}
	if !told {
		fmt.Fprintln(s.out, printableLines(answer.Text))
	}
	if answer.End == model.Length {
		fmt.Fprintln(s.err, "It is cut off, since it has as many tokens as it may have; --tokens gives it more.")
	}
	return nil
}
