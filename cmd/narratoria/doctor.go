package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
)

func doctorCommand(s streams) *cobra.Command {
	var rebuild, asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor [NAME]...",
		Short: "Look whether stories are whole, and what runs models on this device",
		Long: `Look through stories, all that are kept or those named: whether nothing was changed, and
whether what is searched is what the log of each says. With --rebuild that is made again where it
is not, from the log alone; what else there was of it is gone. Nothing that was told changes.
Where the log itself is damaged nothing can be made of it: then the latest backup is said, and the
command that goes back to it.

Where no story is named, what runs models on this device is looked at, too: what is there, what is
missing, what is wrong, and the one command that mends it. Every file is read; nothing is loaded, and
no server asked. What is missing is no fault: a story is told without.`,
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, names []string) error {
			return doctor(ctx, s, p, names, rebuild, asJSON)
		}),
	}
	cmd.Flags().BoolVar(&rebuild, "rebuild", false, "make again what is searched, where it is not what the log says")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one story a line: {name, whole, rows, missing, foreign, rebuilt, error, mend}, then one part a line: {part, state, message, mend}")
	return cmd
}

func doctor(ctx context.Context, s streams, p *narratoria.Program, names []string, rebuild, asJSON bool) error {
	named := len(names) > 0
	var unlisted error
	if !named {
		var stories []narratoria.Story
		if stories, unlisted = p.Stories(ctx); unlisted != nil && !errors.Is(unlisted, persistence.ErrUnreachable) {
			return unlisted
		}
		for _, story := range stories {
			names = append(names, story.Name)
		}
	}
	var failed error
	again := false // what is searched of one of them can be made again
	for _, name := range names {
		d, err := p.DoctorStory(ctx, name, rebuild)
		well := err == nil && (d.Same() || d.Rebuilt)
		if !well {
			failed = errReported
		}
		again = again || err == nil && !well
		mend, says := mending(ctx, s, p, name, d, err)
		if asJSON {
			tree := doctoredTree(name, d, err)
			strictjson.Put(tree, "mend", mend)
			fmt.Fprintln(s.out, safeJSON(tree))
			continue
		}
		fmt.Fprintln(s.out, printable(doctoredLine(name, d, err)+says))
	}
	switch {
	case failed == nil || asJSON:
	case again && !rebuild:
		failed = fmt.Errorf("not all is well; what is searched is made again with: narratoria doctor --rebuild%s", storeFlag(s))
	default:
		failed = errors.New("not all is well")
	}
	if named {
		return failed
	}
	return errors.Join(failed, doctorDevice(ctx, s, p, unlisted, asJSON))
}

// mending is the command that mends what was found of a story, and what says so; "" where there is none. What is searched
// is made of the log, and where that is damaged there is nothing to make it of.
func mending(ctx context.Context, s streams, p *narratoria.Program, name string, d narratoria.Doctored, err error) (command, says string) {
	switch {
	case err == nil && !d.Same() && !d.Rebuilt:
		return "narratoria doctor --rebuild " + name + storeFlag(s), "" // said once for all
	case !errors.Is(err, persistence.ErrCorrupt):
		return "", ""
	}
	if command, says = wayBack(ctx, s, p, name); command == "" {
		return "", "; there is no backup of it" + elsewhere(p, name)
	}
	return command, "; " + says
}

func doctoredTree(name string, d narratoria.Doctored, err error) strictjson.Object {
	tree := strictjson.Object{
		"name": name, "whole": err == nil, "rows": strictjson.Int(int64(d.Rows)),
		"missing": strictjson.FromStrings(d.Missing), "foreign": strictjson.FromStrings(d.Foreign), "rebuilt": d.Rebuilt,
	}
	if err != nil {
		tree["error"] = err.Error()
	}
	return tree
}

func doctoredLine(name string, d narratoria.Doctored, err error) string {
	line := fmt.Sprintf("%s: whole, and %s as the log says", name, numbered(d.Rows, "memory is", "memories are"))
	switch {
	case err != nil:
		return fmt.Sprintf("%s: %v", name, err)
	case d.Rebuilt:
		return fmt.Sprintf("%s: whole, and made again: %d were missing, and %d were there that no event makes or were otherwise", name, len(d.Missing), len(d.Foreign))
	case !d.Same():
		return fmt.Sprintf("%s: whole, but of what is searched %d are missing, and %d are there that no event makes or are otherwise", name, len(d.Missing), len(d.Foreign))
	}
	return line
}
