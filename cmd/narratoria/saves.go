package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
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

// A listed save is one as the list shows it.
type listed struct {
	persistence.Info
	campaign, title, place string
	turn                   int64
	ended                  bool
}

func listSaves(ctx context.Context, s streams, asJSON bool) error {
	p, err := newProgram(s)
	if err != nil {
		return err
	}
	store := userSaves(p.dirs)
	infos, err := store.List(ctx)
	if err != nil {
		return err
	}
	saves := make([]listed, len(infos))
	for i, info := range infos {
		saves[i] = describe(ctx, store, info)
	}
	if asJSON {
		for _, save := range saves {
			fmt.Fprintln(s.out, safeJSON(save.tree()))
		}
		return nil
	}
	return printSaves(s, saves)
}

// describe reads what a list shows of a save.
func describe(ctx context.Context, store *persistence.Store, info persistence.Info) listed {
	l := listed{Info: info}
	if info.Err != nil {
		return l
	}
	l.Err = readSave(ctx, store, info.Name, func(p *story.Playthrough) error {
		state := p.State()
		l.campaign, l.turn, l.ended = state.Campaign.ID, state.Turn.Number, state.Ending != ""
		l.title = titleOf(l.campaign)
		l.place = state.People[event.Player].Place
		if entity, ok := state.Entities[l.place]; ok && entity.Name != "" {
			l.place = entity.Name
		}
		return nil
	})
	return l
}

// titleOf is the title of a campaign that the program carries, else its id.
func titleOf(id string) string {
	src, ok := carried(id)
	if !ok {
		return id
	}
	c, _ := campaign.Load(src.files, campaign.Options{})
	if c == nil {
		return id
	}
	return c.Manifest.Title
}

func (l *listed) tree() strictjson.Object {
	if l.Err != nil {
		return strictjson.Object{"name": l.Name, "error": l.Err.Error()}
	}
	tree := strictjson.Object{
		"name": l.Name, "campaign": l.campaign, "title": l.title, "turn": l.turn, "place": l.place,
		"ended": l.ended, "playthrough": string(l.Playthrough), "branch": string(l.Head), "position": int64(l.Position),
	}
	if !l.Written.IsZero() {
		tree["written"] = l.Written.UTC().Format(time.RFC3339)
	}
	return tree
}

func printSaves(s streams, saves []listed) error {
	if len(saves) == 0 {
		fmt.Fprintln(s.out, "No story was begun yet. Begin one: narratoria play")
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SAVE\tSTORY\tTURN\tPLACE\tWRITTEN")
	for _, save := range saves {
		row := []string{save.Name, orDash(save.title), fmt.Sprint(save.turn), orDash(save.place), orDash(writtenAt(save.Written))}
		if save.Err != nil {
			row = []string{save.Name, "cannot be opened: " + whyDamaged(save.Err), "-", "-", "-"}
		}
		if save.ended {
			row[2] += " (ended)"
		}
		for i, cell := range row {
			row[i] = printable(cell)
		}
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	_ = table.Flush() // to memory; the writer below it has its own errors
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
	p, err := newProgram(s)
	if err != nil {
		return err
	}
	store := userSaves(p.dirs)
	names, err := saveNames(ctx, store)
	if err != nil {
		return err
	}
	if !slices.Contains(names, name) {
		return noSave(ctx, store, name)
	}
	if !yes && !sure(s, name) {
		return fmt.Errorf("nothing was deleted; to delete the save %q without being asked, add --yes", name)
	}
	if err := store.Delete(ctx, name); err != nil {
		return saveError(ctx, store, name, err)
	}
	if err := os.RemoveAll(filepath.Join(p.dirs.Data, "skill-data", "play", name)); err != nil {
		return fmt.Errorf("the save %q is deleted, but not all that skills kept for it: %w", name, err)
	}
	fmt.Fprintf(s.out, "The save %q is deleted.\n", name)
	return nil
}

// sure asks, where there is somebody to ask.
func sure(s streams, name string) bool {
	if !isTerminal(s.out) || !terminal.Is(s.in) {
		return false
	}
	fmt.Fprintf(s.out, "Delete the save %q for ever? [y/N] ", name)
	var answer string
	if _, err := fmt.Fscanln(s.in, &answer); err != nil && !errors.Is(err, os.ErrClosed) {
		return false
	}
	return strings.EqualFold(answer, "y") || strings.EqualFold(answer, "yes")
}
