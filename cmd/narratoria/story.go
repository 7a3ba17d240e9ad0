package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func storyCommands(s streams) *cobra.Command {
	return group("story", "See what a save holds, and where the story goes on",
		storyLogCommand(s), storyStateCommand(s), storyDiffCommand(s), storyVerifyCommand(s),
		storyBranchesCommand(s), storyBranchCommand(s), storySwitchCommand(s), storyRollbackCommand(s), storyUndoCommand(s), storyStatusCommand(s),
		storyDeleteCommand(s), storyHideCommand(s))
}

func storyLogCommand(s streams) *cobra.Command {
	var asJSON, hidden bool
	var branch string
	cmd := &cobra.Command{
		Use:   "log NAME",
		Short: "Show everything that happened in a save, in order",
		Args:  wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			return withSave(ctx, s, args[0], func(p *story.Playthrough) error {
				if branch == "" {
					branch = string(p.Where().Branch)
				}
				unseen, err := p.Hidden(ctx, event.BranchID(branch))
				if err != nil || hidden {
					unseen = nil
				}
				return errors.Join(err, storyLog(s.out, p.Log(ctx, event.BranchID(branch)), unseen, asJSON))
			})
		}),
	}
	cmd.Flags().BoolVar(&hidden, "hidden", false, "show also what was hidden")
	cmd.Flags().StringVar(&branch, "branch", "", "the branch to show; the one that the story is told along unless given")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the events as they are stored, one a line")
	return cmd
}

// withSave lends a save of the user's for reading.
func withSave(ctx context.Context, s streams, name string, read func(*story.Playthrough) error) error {
	return locating(name, with(ctx, s, programFlags{}, func(p *narratoria.Program) error { return p.ReadStory(ctx, name, read) }))
}

func storyLog(out io.Writer, events iter.Seq2[persistence.Record, error], hidden []event.Position, asJSON bool) error {
	turn := int64(0)
	for record, err := range events {
		if err != nil {
			return err
		}
		_, unseen := slices.BinarySearch(hidden, record.Position)
		if asJSON && unseen {
			continue
		}
		if asJSON {
			line, err := event.Encode(record.Event)
			if err != nil {
				return err
			}
			if isTerminal(out) {
				line = []byte(plaintext.Escape(string(line)))
			}
			fmt.Fprintf(out, "%s\n", line)
			continue
		}
		if record.Event.Kind == event.TurnOpened {
			turn++
			fmt.Fprintf(out, "\nturn %d\n", turn)
		}
		if unseen {
			fmt.Fprintf(out, "%5d  (hidden)\n", record.Position)
			continue
		}
		fmt.Fprintln(out, eventLine(record))
	}
	return nil
}

// eventLine is an event for people: position, hour, kind, who, and what it says.
func eventLine(r persistence.Record) string {
	parts := []string{fmt.Sprintf("%5d  %-19s", r.Position, r.Event.Kind)}
	if r.Event.Moment.Timed {
		m := r.Event.Moment.Minutes
		parts[0] = fmt.Sprintf("%5d  day %d, %02d:%02d  %-19s", r.Position, m/1440+1, m/60%24, m%60, r.Event.Kind)
	}
	if r.Event.Actor != "" && r.Event.Actor != event.EngineSelf {
		parts = append(parts, string(r.Event.Actor)+":")
	}
	for _, field := range r.Event.Kind.Fields() {
		if value, ok := r.Event.Data[field.Name]; ok {
			parts = append(parts, field.Name+"="+brief(value))
		}
	}
	return printable(strings.Join(parts, " "))
}

// briefest is how much of one field a line of the log shows.
const briefest = 80

func brief(value any) string {
	text := ""
	switch v := value.(type) {
	case string:
		text = strings.Join(strings.Fields(v), " ")
		if text == "" || strings.ContainsAny(text, " =") {
			text = strconv.Quote(text)
		}
	default:
		text = string(strictjson.Append(nil, v))
	}
	if r := []rune(text); len(r) > briefest {
		text = string(r[:briefest]) + "…"
	}
	return text
}

func storyStateCommand(s streams) *cobra.Command {
	var all bool
	var at string
	cmd := &cobra.Command{
		Use:   "state NAME [PATH]",
		Short: "Show what is so in a save, as the player knows it",
		Long: `Show what is so in a save, as the player knows it: session state, as skills and
planners read it. PATH is one value of it, such as $time.hour.`,
		Args: wantsUpTo("NAME", "PATH"),
		RunE: action(func(ctx context.Context, args []string) error {
			where, err := placeOf(at)
			if at != "" && err != nil {
				return err
			}
			return withSave(ctx, s, args[0], func(p *story.Playthrough) error {
				state := p.State()
				if at != "" {
					if state, err = where.of(ctx, p); err != nil {
						return err
					}
				}
				return storyState(s.out, state, args[1:], all)
			})
		}),
	}
	cmd.Flags().StringVar(&at, "at", "", "show what was so at "+placesHelp)
	cmd.Flags().BoolVar(&all, "all", false, "show everything that is so, whether the player knows it or not")
	return cmd
}

func storyState(out io.Writer, state *story.State, path []string, all bool) error {
	tree := strictjson.Object{}
	switch {
	case all:
		whole, err := state.Object()
		if err != nil {
			return err
		}
		tree = whole
	case state.Position > 0:
		tree = state.Player().Object()
	}
	var value any = tree
	if len(path) == 1 {
		found := false
		if value, found = protocol.Get(tree, path[0]); !found {
			return noValue(tree, path[0])
		}
	}
	fmt.Fprintf(out, "%s\n", indented(value))
	return nil
}

// noValue names the path that was meant.
func noValue(tree strictjson.Object, path string) error {
	var known []string
	for key := range tree {
		known = append(known, key)
	}
	head, _, _ := strings.Cut(path, ".")
	if meant := nearest.Name(head, sorted(known)); meant != "" && meant != head {
		return fmt.Errorf("there is nothing at %q; did you mean %q?", path, meant)
	}
	return fmt.Errorf("there is nothing at %q; the state has %s", path, printable(strings.Join(sorted(known), ", ")))
}
