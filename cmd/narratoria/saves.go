package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
)

func savesCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "saves",
		Short: "List the stories that were begun, or delete one",
		Args:  unknownCommand,
		RunE: action(func(ctx context.Context, _ []string) error {
			return listSaves(ctx, s, asJSON)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one save a line")
	cmd.AddCommand(savesDeleteCommand(s))
	return cmd
}

func listSaves(ctx context.Context, s streams, asJSON bool) error {
	return with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
		stories, err := p.Stories(ctx)
		if err != nil {
			return err
		}
		if !asJSON {
			return printSaves(s, stories)
		}
		for i := range stories {
			fmt.Fprintln(s.out, safeJSON(storyTree(&stories[i])))
		}
		return nil
	})
}

func storyTree(l *narratoria.Story) strictjson.Object {
	if l.Err != nil {
		return strictjson.Object{"name": l.Name, "error": l.Err.Error()}
	}
	tree := strictjson.Object{
		"name": l.Name, "campaign": l.Campaign, "title": l.Title, "turn": l.Turn, "place": l.Place,
		"ended": l.Ended, "playthrough": string(l.Playthrough), "branch": string(l.Head), "position": int64(l.Position),
	}
	if l.Older != nil {
		tree["older"] = l.Older.Error()
	}
	if !l.Written.IsZero() {
		tree["written"] = l.Written.UTC().Format(time.RFC3339)
	}
	return tree
}

func printSaves(s streams, saves []narratoria.Story) error {
	if len(saves) == 0 {
		fmt.Fprintln(s.out, "No story was begun yet. Begin one: narratoria play")
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SAVE\tSTORY\tTURN\tPLACE\tWRITTEN")
	for _, save := range saves {
		row := []string{save.Name, orDash(save.Title), fmt.Sprint(save.Turn), orDash(save.Place), orDash(writtenAt(save.Written))}
		if save.Err != nil {
			row = []string{save.Name, "cannot be opened: " + narratoria.Damage(save.Err), "-", "-", "-"}
		}
		if save.Ended {
			row[2] += " (ended)"
		}
		for i, cell := range row {
			row[i] = printable(cell)
		}
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	_ = table.Flush() // to memory; the writer below it has its own errors
	for _, save := range saves {
		if save.Older != nil {
			fmt.Fprintf(s.out, "\nThe save %q %s. Put the later one back, or play it with --older.\n", save.Name, save.Older)
		}
	}
	fmt.Fprintln(s.out, "\nTo go on with one: narratoria play --continue --save NAME")
	return nil
}

func writtenAt(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2006-01-02 15:04")
}

func savesDeleteCommand(s streams) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "delete NAME",
		Short: "Delete a story for ever",
		Args:  wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			return deleteSave(ctx, s, args[0], yes)
		}),
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

func deleteSave(ctx context.Context, s streams, name string, yes bool) error {
	return with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
		if _, err := p.Story(ctx, name); errors.Is(err, persistence.ErrNotFound) {
			return err
		}
		backups, err := p.Backups(name)
		if err != nil {
			return err
		}
		and := ""
		if len(backups) > 0 {
			and = " and its " + numbered(len(backups), "backup", "backups")
		}
		if !yes && !confirmed(s, fmt.Sprintf("Delete the save %q%s for ever?", name, and)) {
			return fmt.Errorf("nothing was deleted; to delete the save %q without being asked, add --yes", name)
		}
		if err := p.DeleteStory(ctx, name); err != nil {
			return err
		}
		if and != "" {
			fmt.Fprintf(s.out, "The save %q%s are deleted.\n", name, and)
			return nil
		}
		fmt.Fprintf(s.out, "The save %q is deleted.\n", name)
		return nil
	})
}
