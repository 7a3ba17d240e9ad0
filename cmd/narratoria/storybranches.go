package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A place is where in a story something is looked at: a turn of a branch, or its end.
type place struct {
	branch event.BranchID // "" is the one that the story is told along
	turn   int64          // 0 is the end
}

const placesHelp = "a turn (12), a branch at its end (take-2), or a turn of a branch (take-2@12)"

// placeOf reads one. A number is a turn.
func placeOf(text string) (place, error) {
	branch, turn, both := strings.Cut(text, "@")
	if !both {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return place{turn: n}, checkTurn(n)
		}
		return place{branch: event.BranchID(text)}, nil
	}
	n, err := strconv.ParseInt(turn, 10, 64)
	if err != nil || branch == "" {
		return place{}, fmt.Errorf("%q is no place; one is %s", text, placesHelp)
	}
	return place{event.BranchID(branch), n}, checkTurn(n)
}

func checkTurn(n int64) error {
	if n < 1 {
		return fmt.Errorf("there is no turn %d; the first is 1", n)
	}
	return nil
}

// of is the state there.
func (at place) of(ctx context.Context, p *story.Playthrough) (*story.State, error) {
	if at.branch == "" {
		at.branch = p.Where().Branch
	}
	if at.turn == 0 {
		return p.Tip(ctx, at.branch)
	}
	return p.At(ctx, at.branch, at.turn)
}

func storyBranchesCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "branches NAME",
		Short: "Draw the branches of a story, and where they part",
		Args:  wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			return withSave(ctx, s, args[0], func(p *story.Playthrough) error { return storyBranches(ctx, s, p, asJSON) })
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one branch a line")
	return cmd
}

func storyBranches(ctx context.Context, s streams, p *story.Playthrough, asJSON bool) error {
	branches, err := p.Branches(ctx)
	if err != nil {
		return err
	}
	if !asJSON {
		for _, line := range terminal.BranchLines(branches) {
			fmt.Fprintln(s.out, line.Stem+line.Text)
		}
		return nil
	}
	for _, b := range branches {
		fmt.Fprintln(s.out, safeJSON(branchTree(b)))
	}
	return nil
}

func branchTree(b story.Branch) strictjson.Object {
	tree := strictjson.Object{
		"branch": string(b.ID), "status": string(b.Status), "turn": strictjson.Int(b.Turn), "depth": strictjson.Int(int64(b.Depth)), "head": b.Head,
	}
	if b.Parent != "" {
		tree["parent"], tree["from"] = string(b.Parent), strictjson.Int(b.From)
	}
	if b.Note != "" {
		tree["note"] = b.Note
	}
	return tree
}

func storyBranchCommand(s streams) *cobra.Command {
	var at, note string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "branch NAME [BRANCH]",
		Short: "Make a branch of a story, without going on along it",
		Long: `Make a branch of a story: it begins with all that was told up to there, and what is told
along it is no part of any other. The story goes on where it was until it is switched.
BRANCH is its name; without one it gets the next that is free.`,
		Args: wantsUpTo("NAME", "BRANCH"),
		RunE: action(func(ctx context.Context, args []string) error {
			from, err := placeOf(at)
			if at != "" && err != nil {
				return err
			}
			return changeSave(ctx, s, args[0], func(p *story.Playthrough) error {
				if at == "" {
					from = place{turn: p.State().Turn.Number}
				}
				return makeBranch(ctx, s, p, from, append(args[1:], "")[0], note, asJSON)
			})
		}),
	}
	cmd.Flags().StringVar(&at, "at", "", "where it begins: "+placesHelp+"; where the story is unless given")
	cmd.Flags().StringVar(&note, "note", "", "what it is for, shown with it")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func makeBranch(ctx context.Context, s streams, p *story.Playthrough, from place, name, note string, asJSON bool) error {
	if from.branch == "" {
		from.branch = p.Where().Branch
	}
	if from.turn == 0 {
		tip, err := p.Tip(ctx, from.branch)
		if err != nil {
			return err
		}
		from.turn = tip.Turn.Number
	}
	made, err := p.Branch(ctx, event.BranchID(name), from.branch, from.turn, note)
	if err != nil {
		return err
	}
	if asJSON {
		fmt.Fprintln(s.out, safeJSON(strictjson.Object{"branch": string(made), "parent": string(from.branch), "from": strictjson.Int(from.turn)}))
		return nil
	}
	fmt.Fprintln(s.out, printable(fmt.Sprintf("The branch %q begins after turn %d of %q.", made, from.turn, from.branch)))
	return nil
}

func storyStatusCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status NAME BRANCH STATUS",
		Short: "Say how a branch of a story is regarded",
		Long: `Say how a branch of a story is regarded: active, archived, or trunk, the one that counts as
the story. It is shown with the branch and changes nothing of what was told.`,
		Args: wants("NAME", "BRANCH", "STATUS"),
		RunE: action(func(ctx context.Context, args []string) error {
			status, err := statusOf(args[2])
			if err != nil {
				return err
			}
			return changeSave(ctx, s, args[0], func(p *story.Playthrough) error {
				if err := p.Regard(ctx, event.BranchID(args[1]), status); err != nil {
					return err
				}
				if asJSON {
					fmt.Fprintln(s.out, safeJSON(strictjson.Object{"branch": args[1], "status": string(status)}))
					return nil
				}
				fmt.Fprintln(s.out, printable(fmt.Sprintf("The branch %q is %s.", args[1], status)))
				return nil
			})
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func statusOf(text string) (event.BranchStatus, error) {
	switch status := event.BranchStatus(text); status {
	case event.Active, event.Archived, event.TrunkOf:
		return status, nil
	}
	return "", fmt.Errorf("%q is no status; a branch is active, archived or trunk", text)
}

// changeSave lends a save of the user's that nobody plays for changing.
func changeSave(ctx context.Context, s streams, name string, change func(*story.Playthrough) error) error {
	return locating(name, worded(with(ctx, s, programFlags{}, func(p *narratoria.Program) error { return p.ChangeStory(ctx, name, change) })))
}

// locating adds to an error of a place where the places are listed.
func locating(name string, err error) error {
	if _, none := errors.AsType[*story.NoPlaceError](err); none {
		return fmt.Errorf("%w; what there is: narratoria story branches %s", err, name)
	}
	return err
}
