package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

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
		if !asJSON && len(stories) == 0 {
			return noSaves(s, p)
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

// noSaves says that there is no story, or no more.
func noSaves(s streams, p *narratoria.Program) error {
	all, err := p.Backups("")
	if err == nil && len(all) > 0 {
		fmt.Fprintf(s.out, "There is no story in %s; %s\n", printable(p.StoriesAt()), printable(backupsOfGone(s, all)))
		return nil
	}
	fmt.Fprintln(s.out, "No story was begun yet. Begin one: narratoria play"+printable(storeFlag(s)))
	return nil
}

func printSaves(s streams, saves []narratoria.Story) error {
	rows := [][]string{{"SAVE", "STORY", "TURN", "PLACE", "WRITTEN"}}
	for _, save := range saves {
		row := []string{save.Name, orDash(save.Title), fmt.Sprint(save.Turn), orDash(save.Place), orDash(writtenAt(save.Written))}
		if save.Err != nil {
			row = []string{save.Name, "cannot be opened", "-", "-", "-"}
		}
		if save.Ended {
			row[2] += " (ended)"
		}
		for i, cell := range row {
			row[i] = printable(cell)
		}
		rows = append(rows, row)
	}
	table := tabwriter.NewWriter(s.out, 0, 0, between, ' ', 0)
	for _, row := range fitted(rows, columns, 1, 3) {
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	_ = table.Flush() // to memory; the writer below it has its own errors
	for _, save := range saves {
		if save.Err != nil {
			fmt.Fprintf(s.out, "\nThe save %q cannot be opened: %s\n", save.Name, printable(narratoria.Damage(save.Err)))
		}
	}
	for _, save := range saves {
		if save.Older != nil {
			fmt.Fprintf(s.out, "\nThe save %q %s. Put the later one back, or play it with --older.\n", save.Name, save.Older)
		}
	}
	fmt.Fprintf(s.out, "\nTo go on with one: %s\n", printable(continueCommand(s, "", "NAME")))
	return nil
}

const (
	columns  = 80 // of a terminal that nobody has made wider
	between  = 2  // columns of a table
	leastOf  = 12 // of a cell that is cut
	ellipsis = "..."
)

// fitted cuts the cells of some columns, the widest first, until a table has no more than so many columns of
// characters, or none of them can be cut any more.
func fitted(rows [][]string, most int, cut ...int) [][]string {
	widths := make([]int, len(rows[0]))
	sum := between * (len(widths) - 1)
	for i := range widths {
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		sum += widths[i]
	}
	for ; sum > most; sum-- {
		widest := slices.MaxFunc(cut, func(a, b int) int { return cmp.Compare(widths[a], widths[b]) })
		if widths[widest] <= leastOf {
			break
		}
		widths[widest]--
	}
	for _, row := range rows {
		for _, i := range cut {
			if runes := []rune(row[i]); len(runes) > widths[i] {
				row[i] = strings.TrimRight(string(runes[:widths[i]-len(ellipsis)]), " ") + ellipsis
			}
		}
	}
	return rows
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
