package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
)

func storyDiffCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff NAME PLACE [PLACE]",
		Short: "Show what is otherwise at one place in a story than at another",
		Long: `Show what is otherwise at the second place in a story than at the first, in all that is so
there, whether the player knows it or not. A place is ` + placesHelp + `.
The second one is where the story is unless given.`,
		Args: wantsUpTo("NAME", "PLACE", "PLACE"),
		RunE: action(func(ctx context.Context, args []string) error {
			return withSave(ctx, s, args[0], func(p *story.Playthrough) error {
				states := []*story.State{p.State(), p.State()}
				for i, text := range args[1:] {
					at, err := placeOf(text)
					if err != nil {
						return err
					}
					if states[i], err = at.of(ctx, p); err != nil {
						return err
					}
				}
				return storyDiff(s, states[0], states[1], asJSON)
			})
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one difference a line: {path, before, after}")
	return cmd
}

func storyDiff(s streams, before, after *story.State, asJSON bool) error {
	found, err := story.Diff(before, after)
	if err != nil {
		return err
	}
	for _, d := range found {
		if asJSON {
			fmt.Fprintln(s.out, safeJSON(differenceTree(d)))
			continue
		}
		fmt.Fprintln(s.out, printable(differenceLine(d)))
	}
	if len(found) == 0 && !asJSON {
		fmt.Fprintln(s.out, "Nothing is otherwise.")
	}
	return nil
}

func differenceTree(d story.Difference) strictjson.Object {
	path := make([]any, len(d.Path))
	for i, key := range d.Path {
		path[i] = key
	}
	tree := strictjson.Object{"path": path}
	if d.Before != nil {
		tree["before"] = d.Before
	}
	if d.After != nil {
		tree["after"] = d.After
	}
	return tree
}

// differenceLine marks what came with +, what went with -, and what changed with ~.
func differenceLine(d story.Difference) string {
	path := strings.Join(d.Path, ".")
	switch {
	case d.Before == nil:
		return fmt.Sprintf("+ %s = %s", path, brief(d.After))
	case d.After == nil:
		return fmt.Sprintf("- %s = %s", path, brief(d.Before))
	}
	return fmt.Sprintf("~ %s: %s -> %s", path, brief(d.Before), brief(d.After))
}

func storyVerifyCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify NAME",
		Short: "Read all that a save holds, and check that nothing of it was changed",
		Long: `Read all that a save holds, every branch of it, and check each event against the hash that
the one after it keeps; and whether it is the one that was written last, or an older copy. It ends
with 1 and names the first place where something is wrong.`,
		Args: wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			err := with(ctx, s, programFlags{}, func(p *narratoria.Program) error { return p.VerifyStory(ctx, args[0]) })
			if !asJSON {
				if err == nil {
					fmt.Fprintln(s.out, printable(fmt.Sprintf("The save %q is whole.", args[0])))
				}
				return err
			}
			verdict := strictjson.Object{"name": args[0], "whole": err == nil}
			if err != nil {
				verdict["error"] = err.Error()
			}
			if damage, is := errors.AsType[*persistence.DamageError](err); is {
				strictjson.Put(verdict, "branch", string(damage.Branch))
				strictjson.Put(verdict, "event", int64(damage.Position))
			}
			fmt.Fprintln(s.out, safeJSON(verdict))
			if err != nil {
				return errReported
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON: {name, whole, error, branch, event}")
	return cmd
}
