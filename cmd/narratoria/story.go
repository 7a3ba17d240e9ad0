package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
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
		storyLogCommand(s), storyStateCommand(s), storyKnowCommand(s), storyWhyCommand(s), storyWhoCommand(s), storyRecallCommand(s), storyPromptCommand(s), storyPinCommand(s), storyUnpinCommand(s), storyDiffCommand(s), storyVerifyCommand(s),
		storyBranchesCommand(s), storyBranchCommand(s), storySwitchCommand(s), storyRollbackCommand(s), storyUndoCommand(s), storyStatusCommand(s),
		storyDeleteCommand(s), storyHideCommand(s), storyUnhideCommand(s), storyPurgeCommand(s), storyRetireCommand(s), storyExportCommand(s), storyImportCommand(s), storyReplayCommand(s))
}

func storyLogCommand(s streams) *cobra.Command {
	var asJSON, hidden, moments, scenes, documents bool
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
				if moments {
					return storyMoments(ctx, s, p, event.BranchID(branch), asJSON)
				}
				if scenes {
					return storyScenes(ctx, s, p, event.BranchID(branch), asJSON)
				}
				unseen, err := p.Unseen(ctx, event.BranchID(branch))
				if err != nil || hidden {
					unseen = nil
				}
				events := p.Log(ctx, event.BranchID(branch))
				if documents {
					events = withDocuments(ctx, p, events)
				}
				return errors.Join(err, storyLog(s.out, events, unseen, asJSON))
			})
		}),
	}
	cmd.Flags().BoolVar(&hidden, "hidden", false, "show also what was hidden")
	cmd.Flags().BoolVar(&documents, "documents", false, "show what is kept beside the events too: plans, and what came of them")
	cmd.Flags().StringVar(&branch, "branch", "", "the branch to show; the one that the story is told along unless given")
	cmd.Flags().BoolVar(&moments, "moments", false, "show the moments of the story instead, and which events are of each")
	cmd.Flags().BoolVar(&scenes, "scenes", false, "show the scenes of the story instead, and which turns are of each")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the events as they are stored, one a line; moments and scenes as JSON, one a line")
	cmd.MarkFlagsMutuallyExclusive("moments", "scenes")
	return cmd
}

func storyMoments(ctx context.Context, s streams, p *story.Playthrough, branch event.BranchID, asJSON bool) error {
	at, err := p.Find(ctx, event.Where{Branch: branch})
	if err != nil {
		return err
	}
	moments, err := p.Moments(ctx, at)
	if err != nil {
		return err
	}
	for _, m := range moments {
		if !asJSON {
			fmt.Fprintln(s.out, printable(strings.TrimRight(fmt.Sprintf("%5d  %s  events %d to %d  %s", m.Sequence, hour(m.Moment.Minutes), m.First, m.Last, m.Label), " ")))
			continue
		}
		tree := strictjson.Object{"moment": strictjson.Int(int64(m.Sequence)), "first": strictjson.Int(int64(m.First)), "last": strictjson.Int(int64(m.Last))}
		strictjson.Put(tree, "label", m.Label)
		if m.Timed {
			tree["minutes"] = strictjson.Int(m.Minutes)
		}
		fmt.Fprintln(s.out, safeJSON(tree))
	}
	return nil
}

func storyScenes(ctx context.Context, s streams, p *story.Playthrough, branch event.BranchID, asJSON bool) error {
	scenes, err := p.Scenes(ctx, event.Where{Branch: branch})
	if err != nil {
		return err
	}
	for i, scene := range scenes {
		if !asJSON {
			text := fmt.Sprintf("%5d  turns %d to %d  %s", i+1, scene.FirstTurn, scene.LastTurn, p.State().Name(scene.Place))
			if scene.Closed {
				text += ", " + string(scene.Significance)
			}
			fmt.Fprintln(s.out, printable(strings.TrimRight(text, " ")))
			continue
		}
		tree := strictjson.Object{
			"scene": strictjson.Int(int64(i + 1)), "first": strictjson.Int(scene.FirstTurn), "last": strictjson.Int(scene.LastTurn), "closed": scene.Closed,
		}
		strictjson.Put(tree, "place", scene.Place)
		strictjson.Put(tree, "significance", string(scene.Significance))
		fmt.Fprintln(s.out, safeJSON(tree))
	}
	return nil
}

// hour is a time of the story, in minutes.
func hour(m int64) string { return fmt.Sprintf("day %d, %02d:%02d", m/1440+1, m/60%24, m%60) }

// withDocuments puts into events what they name by its hash.
func withDocuments(ctx context.Context, p *story.Playthrough, events iter.Seq2[persistence.Record, error]) iter.Seq2[persistence.Record, error] {
	return func(yield func(persistence.Record, error) bool) {
		for r, err := range events {
			if sum, unnamed := event.ParseHash(r.Event.Text("documents")); err == nil && unnamed == nil {
				var documents strictjson.Object
				documents, err = p.Document(ctx, sum)
				fields := r.Event.Fields()
				delete(fields, "documents")
				maps.Copy(fields, documents)
				r.Event.Data = fields
			}
			if !yield(r, err) {
				return
			}
		}
	}
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
		unseen = unseen || record.Event.Kind == event.SceneSummed && story.MayHold(record.Position, hidden)
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
		parts[0] = fmt.Sprintf("%5d  %s  %-19s", r.Position, hour(r.Event.Moment.Minutes), r.Event.Kind)
	}
	if r.Event.Actor != "" && r.Event.Actor != event.EngineSelf {
		parts = append(parts, string(r.Event.Actor)+":")
	}
	for _, field := range r.Event.Kind.Fields() {
		if value, there := r.Event.Lookup(field.Name); there {
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
		text = string(strictjson.Encode(v))
	}
	if r := []rune(text); len(r) > briefest {
		text = string(r[:briefest]) + "…"
	}
	return text
}

func storyStateCommand(s streams) *cobra.Command {
	var all, asJSON bool
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
				there := event.Where{}
				if at != "" {
					if there, err = where.find(ctx, p); err != nil {
						return err
					}
				}
				state, err := p.Shown(ctx, there, 0)
				if err != nil {
					return err
				}
				return storyState(s.out, state, args[1:], all, asJSON)
			})
		}),
	}
	cmd.Flags().StringVar(&at, "at", "", "show what was so at "+placesHelp)
	cmd.Flags().BoolVar(&all, "all", false, "show everything that is so, whether the player knows it or not, and what was hidden")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the JSON that it is on one line")
	return cmd
}

func storyState(out io.Writer, state *story.State, path []string, all, asJSON bool) error {
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
	if asJSON {
		fmt.Fprintln(out, safeJSON(value))
		return nil
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
