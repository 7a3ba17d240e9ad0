package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A move has a story go on elsewhere, after it was said what it leaves.
type move struct {
	impact func(*story.Playthrough, context.Context) (story.Impact, error)
	do     func(*story.Playthrough, context.Context) error
}

// moveFlags are those of every command that moves a story.
type moveFlags struct{ yes, asJSON bool }

func (f *moveFlags) register(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print what it leaves as JSON; without --yes nothing is changed")
	return cmd
}

func storyRollbackCommand(s streams) *cobra.Command {
	var flags moveFlags
	return flags.register(&cobra.Command{
		Use:   "rollback NAME PLACE",
		Short: "Take back all that was told after a turn, an event or a moment",
		Long: `Take back all that was told after a place in a story: it goes on there. A place is
` + placesHelp + `.
Shown first is what the story would be without. Nothing is lost: what is taken back stays in
the save on a branch of its own, and undo goes back to it.`,
		Args: wants("NAME", "PLACE"),
		RunE: action(func(ctx context.Context, args []string) error {
			to, err := placeOf(args[1])
			if err != nil {
				return err
			}
			return moveStory(ctx, s, args[0], flags, rollbackTo(to.find))
		}),
	})
}

// A finder finds a place in a story.
type finder func(context.Context, *story.Playthrough) (event.Where, error)

// rollbackTo goes back to a place.
func rollbackTo(find finder) move {
	return move{
		func(p *story.Playthrough, ctx context.Context) (story.Impact, error) {
			to, err := find(ctx, p)
			if err != nil {
				return story.Impact{}, err
			}
			return p.RollbackImpact(ctx, to)
		},
		func(p *story.Playthrough, ctx context.Context) error {
			to, err := find(ctx, p)
			if err != nil {
				return err
			}
			return p.Rollback(ctx, to)
		},
	}
}

func storySwitchCommand(s streams) *cobra.Command {
	var flags moveFlags
	return flags.register(&cobra.Command{
		Use:   "switch NAME BRANCH",
		Short: "Have a story go on along another branch",
		Args:  wants("NAME", "BRANCH"),
		RunE: action(func(ctx context.Context, args []string) error {
			branch := event.BranchID(args[1])
			return moveStory(ctx, s, args[0], flags, move{
				func(p *story.Playthrough, ctx context.Context) (story.Impact, error) {
					return p.SwitchImpact(ctx, branch)
				},
				func(p *story.Playthrough, ctx context.Context) error { return p.Switch(ctx, branch) },
			})
		}),
	})
}

func storyUndoCommand(s streams) *cobra.Command {
	var flags moveFlags
	return flags.register(&cobra.Command{
		Use:   "undo NAME",
		Short: "Have a story go on where the last rollback or switch has left it",
		Args:  wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			return moveStory(ctx, s, args[0], flags, move{(*story.Playthrough).UndoImpact, (*story.Playthrough).Undo})
		}),
	})
}

var errNothingChanged = errors.New("nothing was changed; to change it without being asked, add --yes")

// moveStory shows what a move would leave, asks, and moves the story.
func moveStory(ctx context.Context, s streams, name string, flags moveFlags, m move) error {
	return changeSave(ctx, s, name, func(p *story.Playthrough) error {
		impact, err := m.impact(p, ctx)
		if err != nil {
			return err
		}
		if !flags.asJSON {
			for _, line := range impactLines(impact) {
				fmt.Fprintln(s.out, printable(line))
			}
		}
		if !flags.yes && (flags.asJSON || !confirmed(s, "Go on from there?")) {
			if !flags.asJSON {
				return errNothingChanged
			}
			fmt.Fprintln(s.out, safeJSON(movedTree(impact, p, false)))
			return nil
		}
		if err := m.do(p, ctx); err != nil {
			return err
		}
		if flags.asJSON {
			fmt.Fprintln(s.out, safeJSON(movedTree(impact, p, true)))
			return nil
		}
		fmt.Fprintln(s.out, printable(fmt.Sprintf("The story goes on along the branch %q, in turn %d.", p.Where().Branch, p.State().Turn.Number)))
		return nil
	})
}

func movedTree(i story.Impact, p *story.Playthrough, moved bool) strictjson.Object {
	return strictjson.Object{"leaves": impactTree(i), "moved": moved, "branch": string(p.Where().Branch), "turn": strictjson.Int(p.State().Turn.Number)}
}

func impactTree(i story.Impact) strictjson.Object {
	knowledge := strictjson.Object{}
	for who, n := range i.Knowledge {
		knowledge[string(who)] = strictjson.Int(int64(n))
	}
	left := strictjson.Object{"knowledge": knowledge}
	for _, c := range counts(i) {
		left[c.key] = strictjson.Int(int64(c.n))
	}
	return left
}

// A count is one number of an impact, with the words for one and for many of them.
type count struct {
	key       string
	n         int
	one, many string
}

func counts(i story.Impact) []count {
	return []count{
		{"turns", i.Turns, "turn", "turns"}, {"events", i.Events, "event", "events"}, {"messages", i.Messages, "message", "messages"},
		{"scenes", i.Scenes, "scene", "scenes"}, {"memories", i.Memories, "memory", "memories"},
		{"relations", i.Relations, "relation that changed", "relations that changed"}, {"items", i.Items, "thing that changed hands", "things that changed hands"},
	}
}

func numbered(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// inWords says counts that are not 0.
func inWords(counts []count) (parts []string) {
	for _, c := range counts {
		if c.n != 0 {
			parts = append(parts, numbered(c.n, c.one, c.many))
		}
	}
	return parts
}

// impactLines say what a move would leave, and that it is kept.
func impactLines(i story.Impact) []string {
	parts := inWords(counts(i))
	if len(parts) == 0 {
		return []string{"This leaves nothing behind."}
	}
	lines := []string{"This leaves behind: " + strings.Join(parts, ", ") + "."}
	var known []string
	for _, who := range slices.Sorted(maps.Keys(i.Knowledge)) {
		name := string(who)
		if who == event.Player {
			name = "you"
		}
		known = append(known, fmt.Sprintf("%s (%d)", name, i.Knowledge[who]))
	}
	if len(known) > 0 {
		lines = append(lines, "Not known then is what was learned there by: "+strings.Join(known, ", ")+".")
	}
	return append(lines, "It stays in the save, on its branch.")
}
