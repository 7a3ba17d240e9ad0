package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func storyPromptCommand(s streams) *cobra.Command {
	var a asking
	var brief, hidden bool
	cmd := &cobra.Command{
		Use:   "prompt NAME TURN [CHARACTER]",
		Short: "Show what language models were asked for in a turn, and what came of it",
		Long: `Show what language models were asked for in a turn, and what came of it: who asked, with which prompt, whom,
and how, with the schema or the grammar of the answer; the parts of the prompt with their tokens, those that there was no room for too; what was looked at for it,
by which scores, and why it was left out; the answer, and what was made of it. Tokens with a ~ are reckoned by the
text's length, all others as the model counts them.

It is what was asked from the view of CHARACTER, an id, a name or a word of it, and no more; the player unless given.
What others were given may be more than a player wants to be told. Where something that stands before is hidden, a
prompt may hold it: its texts are not shown then, unless --hidden asks for them.`,
		Args: wantsUpTo("NAME", "TURN", "CHARACTER"),
		RunE: action(func(ctx context.Context, args []string) error {
			turn, err := strconv.ParseInt(args[1], 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no number of a turn", args[1])
			}
			at, err := a.place()
			if err != nil {
				return err
			}
			return withSave(ctx, s, args[0], func(p *story.Playthrough) error {
				where, err := at.find(ctx, p)
				if err != nil {
					return err
				}
				state, err := p.At(ctx, where)
				if err != nil {
					return err
				}
				who, err := state.FindPerson(append(args[2:], string(event.Player))[0])
				if err != nil {
					return err
				}
				kept, err := p.Prompts(ctx, where, turn, who, hidden)
				if err != nil {
					return err
				}
				if a.asJSON {
					return promptLines(s.out, kept)
				}
				showPrompts(s.out, state.Name(string(who)), turn, kept, brief)
				others, err := p.Prompted(ctx, where, turn)
				if err != nil {
					return err
				}
				hintOthers(s.out, args[0], turn, slices.DeleteFunc(others, func(other event.CharacterID) bool { return other == who }))
				return nil
			})
		}),
	}
	a.addTo(cmd, "print JSON, one call of a model a line: {task, part, by, prompt, model, wrote, passed, sampling, took, usage, sections, considered, answer, answerBytes, end, why, left, untold, withheld}")
	cmd.Flags().BoolVar(&brief, "brief", false, "leave out the texts")
	cmd.Flags().BoolVar(&hidden, "hidden", false, "show texts also where something that stands before them is hidden")
	return cmd
}

// hintOthers says how to see what was asked from other views, of what somebody says, say.
func hintOthers(out io.Writer, name string, turn int64, others []event.CharacterID) {
	for i, other := range others {
		if i == 0 {
			fmt.Fprintln(out, "\nIn this turn models were asked from other views, too:")
		}
		fmt.Fprintln(out, printable(fmt.Sprintf("  narratoria story prompt %s %d %s", name, turn, other)))
	}
}

func promptLines(out io.Writer, kept generation.Kept) error {
	for _, g := range kept.Generations {
		line, err := json.Marshal(g)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, plaintext.Escape(string(line)))
	}
	return nil
}

func showPrompts(out io.Writer, name string, turn int64, kept generation.Kept, brief bool) {
	if len(kept.Generations) == 0 {
		fmt.Fprintln(out, printable(fmt.Sprintf("In turn %d no model was asked for anything from the view of %s.", turn, name)))
		return
	}
	fmt.Fprintln(out, printable(fmt.Sprintf("In turn %d, from the view of %s:", turn, name)))
	for i, g := range kept.Generations {
		prompted{out, brief}.show(i+1, g)
	}
	if kept.More > 0 {
		fmt.Fprintf(out, "\nMore that were asked for, and of which nothing is kept: %d.\n", kept.More)
	}
}

// prompted shows calls.
type prompted struct {
	out   io.Writer
	brief bool
}

func (p prompted) line(indent, format string, args ...any) {
	fmt.Fprintln(p.out, indent+printable(fmt.Sprintf(format, args...)))
}

// text shows a text as it is, each of its lines behind a bar.
func (p prompted) text(text string, whole int) {
	if p.brief || text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		p.line("       | ", "%s", line)
	}
	if whole > len(text) {
		p.line("       ", "(and %d bytes more)", whole-len(text))
	}
}

func (p prompted) show(n int, g generation.Generation) {
	asked := g.Task
	if g.Part != "" {
		asked += " (" + g.Part + ")"
	}
	asked += ", by " + g.By
	if g.Prompt != "" {
		asked += " with " + g.Prompt
	}
	fmt.Fprintln(p.out)
	p.line("", "%d. %s", n, asked)
	p.line("   ", "%s", sampled(g))
	for _, passed := range g.Passed {
		p.line("   ", "%s did not answer: %s", passed.Model, passed.Why)
	}
	p.line("   ", "%s", cameOf(g))
	for _, left := range g.Left {
		p.line("     ", "left out: %s", left)
	}
	switch {
	case g.Withheld:
		p.line("   ", "The texts are not shown: something that stands before them is hidden. --hidden shows them.")
	case g.Untold:
		p.line("   ", "The texts are not kept: those of the turn are too large.")
	}
	if of := g.Sampling; of.Form != "" && of.FormBytes > 0 { // of saves of before it was kept there are none
		p.line("   ", "%s, %d bytes:", of.Form, of.FormBytes)
		p.text(of.FormText, of.FormBytes)
	}
	p.line("   ", "prompt:")
	for _, s := range g.Sections {
		p.line("     ", "%s", headed(s))
		p.text(s.Text, s.Bytes)
	}
	if len(g.Considered) > 0 {
		p.line("   ", "looked at for it:")
	}
	for _, c := range g.Considered {
		p.line("     ", "%s", weighed(c))
		p.text(c.Text, len(c.Text))
	}
	if g.AnswerBytes > 0 {
		p.line("   ", "answer:")
		p.text(g.Answer, g.AnswerBytes)
	}
}

// sampled says how a text was asked for.
func sampled(g generation.Generation) string {
	text := fmt.Sprintf("asked of %s: %d tokens at most, heat %d.%03d", g.Model, g.Sampling.MaxTokens, g.Sampling.Heat/1000, g.Sampling.Heat%1000)
	if g.Sampling.Seed != 0 {
		text += fmt.Sprintf(", seed %d", g.Sampling.Seed)
	}
	if g.Sampling.Form != "" {
		text += ", of a " + g.Sampling.Form
	}
	if len(g.Sampling.Stop) > 0 {
		text += fmt.Sprintf(", up to %q", g.Sampling.Stop)
	}
	if g.Sampling.Within > 0 {
		text += ", within " + seconds(g.Sampling.Within)
	}
	return text
}

func seconds(milliseconds int64) string {
	return fmt.Sprintf("%d.%03d s", milliseconds/1000, milliseconds%1000)
}

// cameOf says what came of a call.
func cameOf(g generation.Generation) string {
	text := string(g.End)
	if g.Why != "" {
		text += ": " + strings.Join(strings.Fields(g.Why), " ")
	}
	if g.Wrote != "" {
		text += "; written by " + g.Wrote
	}
	if g.Took > 0 {
		text += ", in " + seconds(g.Took)
	}
	if g.Usage.Prompt > 0 || g.Usage.Text > 0 {
		text += fmt.Sprintf(", %d tokens of prompt and %d of text", g.Usage.Prompt, g.Usage.Text)
		if g.Usage.Reused > 0 {
			text += fmt.Sprintf("; %d of the prompt's, %d %%, were read before", g.Usage.Reused, 100*g.Usage.Reused/max(g.Usage.Prompt, 1))
		}
	}
	return text
}

// headed is what is said of a section above its text.
func headed(s generation.Section) string {
	mark := ""
	if s.Reckoned {
		mark = "~"
	}
	text := fmt.Sprintf("[%s, %s", s.Name, s.Role)
	if s.Tier != "" {
		text += ", " + s.Tier
	}
	text += fmt.Sprintf(", %s%d tokens]", mark, s.Tokens)
	if s.Dropped != "" {
		text += " not sent: " + s.Dropped
	}
	return text
}

// weighed is what is said of a candidate above its text.
func weighed(c generation.Candidate) string {
	text := "[" + c.Kind
	for _, s := range c.Scores {
		text += fmt.Sprintf(", %s %d", s.Name, s.Value)
	}
	text += "]"
	if c.Dropped != "" {
		text += " left out: " + c.Dropped
	}
	return text
}
