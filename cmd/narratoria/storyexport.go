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
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/archive"
	"github.com/narratoria/narratoria/story/transcript"
)

// forms are those that a story is exported in for reading, by their names.
var forms = map[string]func(*transcript.Transcript, io.Writer) error{
	"markdown": (*transcript.Transcript).Markdown, "jsonl": (*transcript.Transcript).JSONL, "html": (*transcript.Transcript).HTML,
}

// wholeStory is the form in which a story is imported again.
const wholeStory = "story"

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
		Short: "Write a story into a file, to take it elsewhere or to read it again",
		Long: `Write a story into a file. As story it is all of it, every branch, for import here or elsewhere:
a zip of texts that can be looked into; it is called NAME.zip unless --out says otherwise. The
other formats are for reading, and hold what was told and what was chosen without anything that
the player does not know: html is one page with its pictures in it, which loads nothing;
markdown is text; jsonl is one object a turn. Without --out these are printed.`,
		Args: wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			return locating(args[0], with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
				return exportStory(ctx, s, p, args[0], flags)
			}))
		}),
	}
	cmd.Flags().StringVar(&flags.form, "format", "", "story, markdown, jsonl or html; unless given, what --out ends with, else story")
	cmd.Flags().StringVar(&flags.out, "out", "", "the file to write, which must not be there yet")
	cmd.Flags().StringVar(&flags.at, "at", "", "the last that is exported: "+placesHelp+"; where the story is unless given")
	cmd.Flags().Int64Var(&flags.from, "from", 0, "the first turn that is exported; the opening unless given")
	cmd.Flags().IntVar(&flags.scene, "scene", 0, "one scene alone, by its number")
	cmd.Flags().StringVar(&flags.campaign, "campaign", "", "directory of the campaign, for its title and its pictures; needed for none that the program carries")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "say what was written as JSON: {format, file, turns, scenes}, or {format, file, playthrough, campaign, branches, events, turn}")
	return cmd
}

// formOf is the form to export in.
func (f *exportFlags) formOf() (string, error) {
	if f.form == "" {
		f.form = endings[strings.ToLower(filepath.Ext(f.out))]
	}
	if f.form == "" {
		f.form = wholeStory
	}
	if f.form != wholeStory && forms[f.form] == nil {
		return "", fmt.Errorf("%q is no format; a story is exported as %s", f.form, strings.Join(append(slices.Sorted(maps.Keys(forms)), wholeStory), ", "))
	}
	return f.form, nil
}

func exportStory(ctx context.Context, s streams, p *narratoria.Program, name string, flags exportFlags) error {
	form, err := flags.formOf()
	if err != nil {
		return err
	}
	if form == wholeStory {
		return exportWhole(ctx, s, p, name, flags)
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
		if t = t.From(flags.from); flags.from > 0 && len(t.Scenes) == 0 {
			return fmt.Errorf("there is no turn %d or later in what is exported", flags.from)
		}
		return writeTranscript(s, t, form, flags)
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
	if err := newFile(flags.out, func(w io.Writer) error { return forms[form](t, w) }); err != nil {
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
	fmt.Fprintln(s.out, printable(fmt.Sprintf("%s: %s in %s.", flags.out, numbered(turns, "turn", "turns"), numbered(len(t.Scenes), "scene", "scenes"))))
	return nil
}

func newFile(path string, write func(io.Writer) error) error {
	err := atomicfile.New(path, write)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("there is a file %s already; give another name", path)
	}
	return err
}

func exportWhole(ctx context.Context, s streams, p *narratoria.Program, name string, flags exportFlags) error {
	if flags.at != "" || flags.from != 0 || flags.scene != 0 {
		return errors.New("a story that can be imported is a whole one; --at, --from and --scene are for the formats for reading")
	}
	out := flags.out
	if out == "" {
		out = name + ".zip"
	}
	var manifest archive.Manifest
	err := newFile(out, func(w io.Writer) (err error) {
		manifest, err = p.ExportStory(ctx, name, w)
		return err
	})
	if cause, of := errors.AsType[*narratoria.StoryError](err); of {
		return cause // and not the file
	}
	if err != nil {
		return err
	}
	events := int64(0)
	for _, b := range manifest.Branches {
		events += b.Events
	}
	if flags.asJSON {
		fmt.Fprintln(s.out, safeJSON(strictjson.Object{
			"file": out, "format": wholeStory, "playthrough": string(manifest.Playthrough), "campaign": manifest.Campaign.ID,
			"branches": strictjson.Int(int64(len(manifest.Branches))), "events": strictjson.Int(events), "turn": strictjson.Int(manifest.Turn),
		}))
		return nil
	}
	fmt.Fprintln(s.out, printable(fmt.Sprintf("%s: %s on %s, in turn %d. To have it elsewhere: narratoria story import %s",
		out, numbered(int(events), "event", "events"), numbered(len(manifest.Branches), "branch", "branches"), manifest.Turn, out)))
	return nil
}

func storyImportCommand(s streams) *cobra.Command {
	var asJSON bool
	var megabytes int64
	cmd := &cobra.Command{
		Use:   "import FILE [NAME]",
		Short: "Make a story of a file that was exported",
		Long: `Make a story of a file that was exported, here or elsewhere, with all its branches; NAME is the
save to make, and the next that is free unless given. Whoever made the file, it is looked through
first: where anything in it is not as it should be there is no save, and it is said what and
where. To go on with the story its campaign is needed, too.`,
		Args: wantsUpTo("FILE", "NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			if megabytes < 1 {
				return errors.New("--max-size wants a number of megabytes from 1 on")
			}
			return with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
				return importStory(ctx, s, p, args[0], append(args[1:], "")[0], megabytes<<20, asJSON)
			})
		}),
	}
	cmd.Flags().Int64Var(&megabytes, "max-size", 512, "how many megabytes it may be when it is unpacked")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON: {name, playthrough, renamed, campaign, branches, events, files, turn, differs}")
	return cmd
}

func importStory(ctx context.Context, s streams, p *narratoria.Program, path, name string, most int64, asJSON bool) error {
	file, err := plainfile.Open(path)
	if err != nil {
		return fmt.Errorf("the file %s %s", path, plainfile.Why(err))
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	done, err := p.ImportStory(ctx, file, info.Size(), name, safezip.Limits{Bytes: most})
	if refused, ok := errors.AsType[*archive.RefusedError](err); ok {
		return fmt.Errorf("%s is not imported, and nothing was changed: %w", path, refused)
	}
	if errors.Is(err, persistence.ErrExists) {
		return fmt.Errorf("the save %q exists already; give another name: narratoria story import %s NAME", name, path)
	}
	if err != nil {
		return err
	}
	m := done.Manifest
	if asJSON {
		fmt.Fprintln(s.out, safeJSON(strictjson.Object{
			"name": done.Name, "playthrough": string(done.Playthrough), "renamed": done.Renamed, "campaign": m.Campaign.ID,
			"branches": strictjson.Int(int64(len(m.Branches))), "events": strictjson.Int(done.Events), "files": strictjson.Int(int64(done.Files)),
			"turn": strictjson.Int(m.Turn), "differs": strictjson.FromStrings(done.Differs),
		}))
		return nil
	}
	fmt.Fprintln(s.out, printable(fmt.Sprintf("The save %q has %s on %s, and is in turn %d.", done.Name,
		numbered(int(done.Events), "event", "events"), numbered(len(m.Branches), "branch", "branches"), m.Turn)))
	if len(done.Differs) > 0 {
		fmt.Fprintln(s.out, printable(fmt.Sprintf("What is so along %v is not what the program that exported it made of the same events.", done.Differs)))
	}
	if done.Carried {
		fmt.Fprintln(s.out, printable("To go on: "+continueCommand(s, "", done.Name)))
	} else {
		fmt.Fprintln(s.out, printable(fmt.Sprintf("To go on, with the campaign %q: %s", m.Campaign.ID, continueCommand(s, "DIR", done.Name))))
	}
	return nil
}
