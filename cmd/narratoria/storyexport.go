package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/transcript"
)

// forms are those that a story is exported in for reading, by their names.
var forms = map[string]func(*transcript.Transcript, io.Writer) error{
	"markdown": (*transcript.Transcript).Markdown, "jsonl": (*transcript.Transcript).JSONL, "html": (*transcript.Transcript).HTML,
}

// endings are those of files, each with the form that it stands for.
var endings = map[string]string{".md": "markdown", ".markdown": "markdown", ".jsonl": "jsonl", ".ndjson": "jsonl", ".html": "html", ".htm": "html"}

type exportFlags struct {
	form, out, at, campaign string
	scene                   int
	from                    int64
	asJSON                  bool
}

func storyExportCommand(s streams) *cobra.Command {
	var flags exportFlags
	cmd := &cobra.Command{
		Use:   "export NAME",
		Short: "Write a story into a file, for reading it again",
		Long: `Write a story into a file: what was told and what was chosen, without anything that the player
does not know. As html it is one page with its pictures in it, which loads nothing; as markdown
it is text; as jsonl it is one object a turn. Without --out it is printed.`,
		Args: wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			return locating(args[0], with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
				return exportStory(ctx, s, p, args[0], flags)
			}))
		}),
	}
	cmd.Flags().StringVar(&flags.form, "format", "", "markdown, jsonl or html; unless given, what --out ends with, else markdown")
	cmd.Flags().StringVar(&flags.out, "out", "", "the file to write, which must not be there yet")
	cmd.Flags().StringVar(&flags.at, "at", "", "the last that is exported: "+placesHelp+"; where the story is unless given")
	cmd.Flags().Int64Var(&flags.from, "from", 0, "the first turn that is exported; the opening unless given")
	cmd.Flags().IntVar(&flags.scene, "scene", 0, "one scene alone, by its number")
	cmd.Flags().StringVar(&flags.campaign, "campaign", "", "directory of the campaign, for its title and its pictures; needed for none that the program carries")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "say what was written as JSON: {format, file, turns, scenes}; needs --out")
	return cmd
}

// formOf is the form to export in.
func (f *exportFlags) formOf() (string, error) {
	if f.form == "" {
		f.form = endings[strings.ToLower(filepath.Ext(f.out))]
	}
	if f.form == "" {
		f.form = "markdown"
	}
	if forms[f.form] == nil {
		return "", fmt.Errorf("%q is no format; a story is exported as %s", f.form, strings.Join(slices.Sorted(maps.Keys(forms)), ", "))
	}
	return f.form, nil
}

func exportStory(ctx context.Context, s streams, p *narratoria.Program, name string, flags exportFlags) error {
	form, err := flags.formOf()
	if err != nil {
		return err
	}
	if flags.asJSON && flags.out == "" {
		return errors.New("--json says what was written into a file; give --out too")
	}
	to, err := placeOf(flags.at)
	if flags.at != "" && err != nil {
		return err
	}
	opts := narratoria.TranscriptOptions{Pictures: form == "html"}
	if flags.campaign != "" {
		if opts.Campaign, err = p.Campaign(ctx, flags.campaign); err != nil {
			return err
		}
	}
	return p.ReadStory(ctx, name, func(told *story.Playthrough) error {
		where, err := to.find(ctx, told)
		if err != nil {
			return err
		}
		t, err := p.Transcript(ctx, told, where, opts)
		if err == nil && flags.scene != 0 {
			t, err = t.Scene(flags.scene)
		}
		if err != nil {
			return err
		}
		return writeTranscript(s, t.From(flags.from), form, flags)
	})
}

func writeTranscript(s streams, t *transcript.Transcript, form string, flags exportFlags) error {
	if flags.out == "" {
		if !isTerminal(s.out) {
			return forms[form](t, s.out)
		}
		var text strings.Builder
		if err := forms[form](t, &text); err != nil {
			return err
		}
		for line := range strings.Lines(text.String()) {
			fmt.Fprintln(s.out, plaintext.Escape(strings.TrimSuffix(line, "\n")))
		}
		return nil
	}
	err := atomicfile.New(flags.out, func(w io.Writer) error { return forms[form](t, w) })
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("there is a file %s already; give another name", flags.out)
	}
	if err != nil {
		return err
	}
	turns := 0
	for _, scene := range t.Scenes {
		turns += len(scene.Turns)
	}
	if flags.asJSON {
		fmt.Fprintln(s.out, safeJSON(strictjson.Object{
			"file": flags.out, "format": form, "turns": strictjson.Int(int64(turns)), "scenes": strictjson.Int(int64(len(t.Scenes))),
		}))
		return nil
	}
	fmt.Fprintln(s.out, printable(fmt.Sprintf("%d turns were written to %s.", turns, flags.out)))
	return nil
}
