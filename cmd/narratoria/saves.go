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
	fmt.Fprintf(s.out, "\nTo go on with one: %s\n", printable(continueCommand(s, "", "NAME")))
	return nil
}

func writtenAt(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2006-01-02 15:04")
}

// deleting is how a save is deleted.
type deleting struct{ yes, keepBackups, asJSON bool }

func savesDeleteCommand(s streams) *cobra.Command {
	var how deleting
	cmd := &cobra.Command{
		Use:   "delete NAME",
		Short: "Delete a story for ever, and its backups",
		Long: `Delete a story for ever, with all that skills kept for it and with its backups, for deleted means
deleted. With --keep-backups those stay, and "store restore" makes a story of one again: so for a save
that is damaged.`,
		Args: wants("NAME"),
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, args []string) error {
			return deleteSave(ctx, s, p, args[0], how)
		}),
	}
	cmd.Flags().BoolVarP(&how.yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&how.keepBackups, "keep-backups", false, "leave its backups where they are")
	cmd.Flags().BoolVar(&how.asJSON, "json", false, "print JSON; without --yes nothing is deleted: {name, backups, keeps, deleted}")
	return cmd
}

func deleteSave(ctx context.Context, s streams, p *narratoria.Program, name string, how deleting) error {
	if _, err := p.Story(ctx, name); errors.Is(err, persistence.ErrNotFound) {
		return err
	}
	backups, err := p.Backups(name)
	if err != nil {
		return err
	}
	and, left := "", ""
	switch {
	case len(backups) == 0:
	case how.keepBackups:
		left = " Its " + numbered(len(backups), "backup stays.", "backups stay.")
	default:
		and = " and its " + numbered(len(backups), "backup", "backups")
	}
	if !how.yes && !how.asJSON && !confirmed(s, fmt.Sprintf("Delete the save %q%s for ever?%s", name, and, left)) {
		unasked := "add --yes"
		if and != "" {
			unasked += ", and --keep-backups to keep what it can be made of again"
		}
		return fmt.Errorf("nothing was deleted; to delete the save %q%s without being asked, %s", name, and, unasked)
	}
	if how.yes || !how.asJSON {
		remove := p.DeleteStory
		if how.keepBackups {
			remove = p.DeleteSave
		}
		if err := remove(ctx, name); err != nil {
			return err
		}
	}
	switch {
	case how.asJSON:
		fmt.Fprintln(s.out, safeJSON(strictjson.Object{"name": name, "backups": strictjson.Int(int64(len(backups))), "keeps": how.keepBackups, "deleted": how.yes}))
	case and != "":
		fmt.Fprintf(s.out, "The save %q%s are deleted.\n", name, and)
	default:
		fmt.Fprintf(s.out, "The save %q is deleted.%s\n", name, left)
	}
	return nil
}
