package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/backup"
	"github.com/narratoria/narratoria/persistence/objectbox"
	"github.com/narratoria/narratoria/persistence/postgres"
	"github.com/narratoria/narratoria/persistence/stores"
)

// programFlags are those of every command that looks at skills.
type programFlags struct {
	skillDirs []string
	devDirs   []string
	assets    string // "" is the usual place
}

func (f *programFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.skillDirs, "skills", nil, "directory with skills (may be given more than once; the first wins)")
	cmd.Flags().StringArrayVar(&f.devDirs, "dev", nil, "directory of skills you are writing, or one skill: trusted where it lies, with all it asks for")
}

// openers are those of stores that are not files.
var openers = map[string]stores.Opener{
	"objectbox": objectbox.Opener(inspector()...),
	"postgres":  postgres.Place, "postgresql": postgres.Place,
}

// options are the program's, which shares the user's directories with others: two terminals
// play two stories.
func (f *programFlags) options(s streams) narratoria.Options {
	return narratoria.Options{
		Shared: true, Store: cmp.Or(*s.store, os.Getenv("NARRATORIA_STORE")), Stores: openers, Skills: f.skillDirs, Dev: f.devDirs, Assets: f.assets, Version: version,
		Warn: func(text string) { fmt.Fprintln(s.err, text) },
	}
}

// with lends a program to the work of a command.
func with(ctx context.Context, s streams, flags programFlags, work func(*narratoria.Program) error) error {
	p, err := narratoria.Open(flags.options(s))
	if err != nil {
		return err
	}
	err = work(p)
	closeProgram(ctx, s, p, err)
	return worded(ctx, s, p, err)
}

// closeProgram says what of the log is missing. On a full disk it is the least of what the
// user cannot keep.
func closeProgram(ctx context.Context, s streams, p *narratoria.Program, failed error) {
	if err := p.Close(ctx); err != nil && !(failed != nil && plainfile.NoRoom(err)) {
		fmt.Fprintf(s.err, "narratoria: %v\n", err)
	}
}

// opened makes work that needs a program the RunE of a command. Flags are read
// when the command runs.
func opened(s streams, flags *programFlags, work func(context.Context, *narratoria.Program, []string) error) func(*cobra.Command, []string) error {
	return action(func(ctx context.Context, args []string) error {
		return with(ctx, s, *flags, func(p *narratoria.Program) error { return work(ctx, p, args) })
	})
}

// worded adds the commands to what a message advises.
func worded(ctx context.Context, s streams, p *narratoria.Program, err error) error {
	if story, ok := errors.AsType[*narratoria.StoryError](err); ok && errors.Is(err, persistence.ErrExists) {
		return fmt.Errorf("the save %q exists already; add --continue to go on with it, give another name, or delete it with: narratoria saves delete %s%s", story.Story, story.Story, storeFlag(s))
	}
	if story, ok := errors.AsType[*narratoria.StoryError](err); ok && errors.Is(err, persistence.ErrOlder) {
		return fmt.Errorf("%w; put the later one back, or go on with this one: %s --older", err, continueCommand(s, "", story.Story))
	}
	if story, ok := errors.AsType[*narratoria.StoryError](err); ok && errors.Is(err, persistence.ErrCorrupt) {
		if _, how := wayBack(ctx, s, p, story.Story); how != "" {
			return fmt.Errorf("%w; %s", err, how)
		}
		return err
	}
	if story, ok := errors.AsType[*narratoria.StoryError](err); ok && errors.Is(err, persistence.ErrNotFound) {
		if how := goneBack(s, p, story.Story); how != "" {
			return fmt.Errorf("%w; %s", err, how)
		}
		return err
	}
	if none, is := errors.AsType[*narratoria.NoStoryError](err); is {
		if len(none.Unread) == 0 {
			if all, err := p.Backups(""); err == nil && len(all) > 0 {
				return fmt.Errorf("%w; %s", none, backupsOfGone(s, all))
			}
			return fmt.Errorf("%w; without --continue a new story begins", err)
		}
		for _, unread := range none.Unread {
			if _, how := wayBack(ctx, s, p, unread.Name); how != "" && errors.Is(unread.Err, persistence.ErrCorrupt) {
				return fmt.Errorf("%w; %s", err, how)
			}
		}
		return fmt.Errorf("%w; what can be said of each: narratoria doctor%s", err, storeFlag(s))
	}
	return err
}

// wayBack is the command that makes a story of the latest backup of one that is damaged, and what says so; "" where
// there is no backup.
func wayBack(ctx context.Context, s streams, p *narratoria.Program, name string) (command, says string) {
	latest, err := p.Backup(name, "")
	if err != nil {
		return "", ""
	}
	as, err := p.NameLike(ctx, name)
	if err != nil {
		return "", ""
	}
	command = fmt.Sprintf("narratoria store restore %s --as %s%s", name, as, storeFlag(s))
	return command, fmt.Sprintf("its latest backup is of %s, and to go back to that: %s", writtenAt(latest.Made), command)
}

// goneBack says how a save that is not there is had back of its latest backup; "" where there is none.
func goneBack(s streams, p *narratoria.Program, name string) string {
	latest, err := p.Backup(name, "")
	if err != nil {
		return ""
	}
	return fmt.Sprintf("a backup of it is there, of %s, and to have it back: narratoria store restore %s%s", writtenAt(latest.Made), name, storeFlag(s))
}

// backupsOfGone says that stories which are not there any more have backups.
func backupsOfGone(s streams, all []backup.Backup) string {
	names := map[string]bool{}
	for _, of := range all {
		names[of.Name] = true
	}
	return fmt.Sprintf("%s there of what is gone: narratoria store backups%s", numbered(len(names), "story's backups are", "stories' backups are"), storeFlag(s))
}

// continueCommand is the command that goes on with a story: of a campaign that has to be said, or "".
func continueCommand(s streams, campaign, story string) string {
	command := "narratoria play "
	if campaign != "" {
		command += campaign + " "
	}
	return command + "--continue --save " + story + storeFlag(s)
}

// storeFlag is how a command that is advised comes to the store that this one was given; without a password, which
// is nobody's to read on a screen.
func storeFlag(s streams) string {
	if *s.store == "" {
		return ""
	}
	return fmt.Sprintf(" --store %q", stores.Shown(*s.store))
}
