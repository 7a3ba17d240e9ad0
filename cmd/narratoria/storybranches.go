package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A place is where in a story something is looked at: the end of a turn, an event or a moment
// of a branch, or its end.
type place struct {
	branch event.BranchID // "" is the one that the story is told along
	turn   int64          // 0 is none
	event  event.Position // 0 is none
	moment event.Sequence // 0 is none
	scene  int            // 0 is none
}

const placesHelp = "the end of a turn (12), a scene (scene:3), an event of the log (event:120), a moment (moment:12), a branch at its end (take-2), or any of them of a branch (take-2@12, take-2@event:120)"

// placeOf reads one. A number is a turn.
func placeOf(text string) (at place, err error) {
	branch, rest, both := strings.Cut(text, "@")
	if !both {
		branch, rest = "", text
	}
	at.branch = event.BranchID(branch)
	what, number, numbered := strings.Cut(rest, ":")
	if !numbered {
		what, number = "", rest
	}
	n, err := strconv.ParseInt(number, 10, 64)
	switch {
	case err != nil && !both && !numbered:
		return place{branch: event.BranchID(text)}, nil
	case err != nil || both && branch == "" || text == "":
	case what == "":
		at.turn = n
		return at, first("turn", n)
	case what == "scene":
		at.scene = int(n)
		return at, first("scene", n)
	case what == "event":
		at.event = event.Position(n)
		return at, first("event", n)
	case what == "moment":
		at.moment = event.Sequence(n)
		return at, first("moment", n)
	}
	return place{}, fmt.Errorf("%q is no place; one is %s", text, placesHelp)
}

func first(what string, n int64) error {
	if n < 1 {
		return fmt.Errorf("there is no %s %d; the first is 1", what, n)
	}
	return nil
}

// find is the place in a story. Error: *story.NoPlaceError.
func (at place) find(ctx context.Context, p *story.Playthrough) (event.Where, error) {
	if at.branch == "" {
		at.branch = p.Where().Branch
	}
	if at.turn != 0 {
		return p.EndOf(ctx, at.branch, at.turn)
	}
	if at.scene != 0 {
		return p.EndOfScene(ctx, at.branch, at.scene)
	}
	return p.Find(ctx, event.Where{Branch: at.branch, Position: at.event, Moment: at.moment})
}

// of is the state there.
func (at place) of(ctx context.Context, p *story.Playthrough) (*story.State, error) {
	where, err := at.find(ctx, p)
	if err != nil {
		return nil, err
	}
	return p.At(ctx, where)
}

func storyBranchesCommand(s streams) *cobra.Command {
	var asJSON bool
	var status string
	cmd := &cobra.Command{
		Use:   "branches NAME",
		Short: "Draw the branches of a story, and where they part",
		Args:  wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			only, err := statusOf(status)
			if status != "" && err != nil {
				return err
			}
			return withSave(ctx, s, args[0], func(p *story.Playthrough) error { return storyBranches(ctx, s, p, only, asJSON) })
		}),
	}
	cmd.Flags().StringVar(&status, "status", "", "list only those that are active, archived or trunk")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one branch a line")
	return cmd
}

// storyBranches shows branches, all as a tree or those of a status as a list.
func storyBranches(ctx context.Context, s streams, p *story.Playthrough, only event.BranchStatus, asJSON bool) error {
	branches, err := p.Branches(ctx)
	if err != nil {
		return err
	}
	if only != "" {
		branches = slices.DeleteFunc(branches, func(b story.Branch) bool { return b.Status != only })
	}
	if !asJSON {
		for i := range branches {
			if only != "" {
				branches[i].Depth = 0 // what is left is no tree
			}
		}
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
		tree["parent"], tree["from"], tree["event"] = string(b.Parent), strictjson.Int(b.From), strictjson.Int(int64(b.At))
	}
	strictjson.Put(tree, "moment", int64(b.Until))
	strictjson.Put(tree, "purged", b.Purged)
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
	where, err := from.find(ctx, p)
	if err != nil {
		return err
	}
	made, err := p.Branch(ctx, event.BranchID(name), where, note)
	if err != nil {
		return err
	}
	there, err := p.At(ctx, event.Where{Branch: made})
	if err != nil {
		return err
	}
	if asJSON {
		tree := strictjson.Object{
			"branch": string(made), "parent": string(where.Branch),
			"event": strictjson.Int(int64(where.Position)), "from": strictjson.Int(there.Turn.Number),
		}
		strictjson.Put(tree, "moment", int64(where.Moment))
		fmt.Fprintln(s.out, safeJSON(tree))
		return nil
	}
	fmt.Fprintln(s.out, printable(fmt.Sprintf("The branch %q begins after event %d of %q, in turn %d.", made, where.Position, where.Branch, there.Turn.Number)))
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
	return locating(name, with(ctx, s, programFlags{}, func(p *narratoria.Program) error { return p.ChangeStory(ctx, name, change) }))
}

// locating adds to an error of a place where the places are listed.
func locating(name string, err error) error {
	if _, none := errors.AsType[*story.NoPlaceError](err); none {
		return fmt.Errorf("%w; what there is: narratoria story branches %s", err, name)
	}
	return err
}
