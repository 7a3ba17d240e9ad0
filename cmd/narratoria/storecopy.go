package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/strictjson"
)

func storeCopyCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "copy FROM TO [NAME]...",
		Short: "Copy stories from one store to another, and compare them",
		Long: `Copy stories, all or those named, from one store to another: sqlite:DIRECTORY,
objectbox:DIRECTORY or postgres://USER@HOST/DATABASE. Each is compared by a hash of everything in
it. A story that is there with the same in it is left, so that a copying that was interrupted goes
on when it is begun again; one that has something else in it is left as it is, and said: whether it is another story, an earlier
state of it, or was gone on with since. Nor is an older copy of a story copied. A story in ObjectBox
that is being played is not copied until it is left.`,
		Args: cobra.MinimumNArgs(2),
		RunE: action(func(ctx context.Context, args []string) error {
			*s.store = args[0]
			return with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
				return copyStories(ctx, s, p, args[1], args[2:], asJSON)
			})
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one story a line: {name, copied, error}")
	return cmd
}

func copyStories(ctx context.Context, s streams, p *narratoria.Program, to string, names []string, asJSON bool) error {
	made, there, failed := 0, 0, 0
	err := p.CopyStories(ctx, to, names, func(c narratoria.Copied) {
		switch {
		case c.Err != nil:
			failed++
		case c.Made:
			made++
		default:
			there++
		}
		switch {
		case asJSON:
			line := strictjson.Object{"name": c.Story, "copied": c.Made, "error": nil}
			if c.Err != nil {
				line["error"] = c.Err.Error()
			}
			fmt.Fprintln(s.out, safeJSON(line))
		case c.Err != nil:
			fmt.Fprintf(s.err, "narratoria: %v\n", c.Err)
		case c.Made:
			fmt.Fprintf(s.out, "%s: copied\n", c.Story)
		default:
			fmt.Fprintf(s.out, "%s: is there already\n", c.Story)
		}
	})
	if err != nil {
		return err
	}
	if !asJSON && made+there+failed == 0 {
		fmt.Fprintf(s.out, "There is no story in %s\n", printable(p.StoriesAt()))
	} else if !asJSON {
		fmt.Fprintf(s.out, "%d copied, %d there already, %d not copied\n", made, there, failed)
	}
	if failed > 0 {
		return errReported
	}
	return nil
}

func storeStatsCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats [NAME]...",
		Short: "Say what is kept of stories: events, branches, records, documents, bytes",
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, names []string) error {
			all, err := p.StoryStats(ctx, names)
			if asJSON {
				for _, of := range all {
					fmt.Fprintln(s.out, safeJSON(strictjson.Object{
						"name": of.Story, "branches": strictjson.Int(int64(of.Branches)), "events": strictjson.Int(of.Events), "turns": strictjson.Int(of.Turns),
						"records": strictjson.Int(of.Rows), "documents": strictjson.Int(of.Blobs), "bytes": strictjson.Int(of.Bytes),
					}))
				}
				return err
			}
			fmt.Fprintf(s.out, "Kept in %s\n", printable(p.StoriesAt()))
			w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "name\tbranches\tturns\tevents\trecords\tdocuments\tbytes\t")
			for _, of := range all {
				fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", of.Story, of.Branches, of.Turns, of.Events, of.Rows, of.Blobs, of.Bytes)
			}
			return errors.Join(w.Flush(), err)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one story a line: {name, branches, events, turns, records, documents, bytes}")
	return cmd
}
