package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/backup"
)

func storeCommands(s streams) *cobra.Command {
	return group("store", "Look after where stories are kept: copy them to another store, back them up, prove backups, go back to one",
		storeCopyCommand(s), storeStatsCommand(s), storeCheckCommand(s), storeBackupCommand(s), storeBackupsCommand(s), storeRestoreCommand(s))
}

func storeCheckCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [NAME]...",
		Short: "Prove that backups can be gone back to",
		Long: `Prove that the backups of stories, of all or of those named, can be gone back to: each is restored
to a scratch directory, opened there as it would be to play it, and read to the last hash.`,
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, names []string) error {
			return checkBackups(ctx, s, p, names, asJSON)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one backup a line: {name, made, backup, bytes, whole, turn, error}")
	return cmd
}

func storeBackupsCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "backups [NAME]...",
		Short: "List backups, the latest of each story first",
		Long: `List the backups of the stories of a store, the latest of each story first. Each store has its own:
those of the usual one lie in the backups directory, those of any other in a directory in it.`,
		RunE: opened(s, &programFlags{}, func(_ context.Context, p *narratoria.Program, names []string) error {
			all, err := backupsOf(p, names)
			if err != nil {
				return err
			}
			if asJSON {
				for _, of := range all {
					fmt.Fprintln(s.out, safeJSON(backupTree(of)))
				}
				return nil
			}
			return listBackups(s, p, all)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one backup a line: {name, made, backup, bytes}")
	return cmd
}

func storeBackupCommand(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "backup NAME",
		Short: "Back up a story now, and prove the backup",
		Long: `Back up a story now, also while it is played; but one in ObjectBox only when it is not, for there a
story is one program's at a time (the one that plays it makes its backups as usual). The backup is
proven as by "store check"; only then does the oldest go where there are more than are kept.`,
		Args: wants("NAME"),
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, args []string) error {
			made, err := p.BackUpStory(ctx, args[0])
			switch {
			case err != nil:
				return err
			case asJSON:
				fmt.Fprintln(s.out, safeJSON(backupTree(made)))
			default:
				fmt.Fprintf(s.out, "The save %q is backed up: %s, %d bytes, in %s\n", args[0], made.ID(), made.Size, printable(p.BackupsDir()))
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "say what was made as JSON: {name, made, backup, bytes}")
	return cmd
}

func storeRestoreCommand(s streams) *cobra.Command {
	var id, as string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "restore NAME",
		Short: "Make a story of a backup",
		Long: `Make a story of the latest backup of NAME, or of another that "store backups" lists. No story
is replaced: where there is one of that name, --as gives another.`,
		Args: wants("NAME"),
		RunE: opened(s, &programFlags{}, func(ctx context.Context, p *narratoria.Program, args []string) error {
			if as == "" {
				as = args[0]
			}
			return restoreBackup(ctx, s, p, args[0], id, as, asJSON)
		}),
	}
	cmd.Flags().StringVar(&id, "backup", "", "which one, by its name in \"store backups\", which is when it was made (default: the latest)")
	cmd.Flags().StringVar(&as, "as", "", "the name that the story is to have (default: NAME)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "say what was restored as JSON: {name, of, made, backup, bytes, turn}")
	return cmd
}

// backupsOf are the backups of stories, of all where none is named.
func backupsOf(p *narratoria.Program, names []string) (all []backup.Backup, err error) {
	if len(names) == 0 {
		return p.Backups("")
	}
	for _, name := range names {
		if _, err := p.Backup(name, ""); err != nil {
			return nil, noBackup(p, name, "", err)
		}
		of, err := p.Backups(name)
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
	}
	return all, nil
}

func noBackup(p *narratoria.Program, name, id string, err error) error {
	if !errors.Is(err, persistence.ErrNotFound) {
		return err
	}
	if id != "" {
		return fmt.Errorf("there is no backup %q of the save %q in %s; what there is: narratoria store backups %s", id, name, p.BackupsDir(), name)
	}
	return fmt.Errorf("there is no backup of a save %q in %s%s", name, p.BackupsDir(), elsewhere(p, name))
}

// elsewhere says where backups of a save, or of all for "", may be that were made before each store had a directory of
// its own for them.
func elsewhere(p *narratoria.Program, name string) string {
	usual, address, err := p.UsualBackups(name)
	if err != nil || len(usual) == 0 {
		return ""
	}
	return fmt.Sprintf("; older ones may be among those of the usual store: narratoria store backups --store %q", address)
}

func sayNoBackups(s streams, p *narratoria.Program) {
	fmt.Fprintf(s.out, "There is no backup in %s%s\n", printable(p.BackupsDir()), printable(elsewhere(p, "")))
}

func listBackups(s streams, p *narratoria.Program, all []backup.Backup) error {
	if len(all) == 0 {
		sayNoBackups(s, p)
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SAVE\tBACKUP\tMADE\tBYTES")
	for _, of := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\n", of.Name, of.ID(), writtenAt(of.Made), of.Size)
	}
	_ = table.Flush() // to memory; the writer below it has its own errors
	fmt.Fprintf(s.out, "\nTo go back to one: narratoria store restore SAVE --backup BACKUP --as NAME%s\n", printable(storeFlag(s)))
	return nil
}

func backupTree(of backup.Backup) strictjson.Object {
	return strictjson.Object{"name": of.Name, "made": of.Made.Format(time.RFC3339Nano), "backup": of.ID(), "bytes": strictjson.Int(of.Size)}
}

func checkBackups(ctx context.Context, s streams, p *narratoria.Program, names []string, asJSON bool) error {
	all, err := backupsOf(p, names)
	if err != nil {
		return err
	}
	if len(all) == 0 && !asJSON {
		sayNoBackups(s, p)
	}
	damaged := 0
	for _, of := range all {
		story, err := p.CheckBackup(ctx, of)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			damaged++
		}
		if asJSON {
			tree := backupTree(of)
			tree["whole"] = err == nil
			if err != nil {
				tree["error"] = err.Error()
			} else {
				tree["turn"] = strictjson.Int(story.Turn)
			}
			fmt.Fprintln(s.out, safeJSON(tree))
			continue
		}
		line := fmt.Sprintf("%s %s: whole, up to turn %d", of.Name, of.ID(), story.Turn)
		if err != nil {
			line = fmt.Sprintf("%s %s: cannot be gone back to: %s", of.Name, of.ID(), narratoria.Damage(err))
		}
		fmt.Fprintln(s.out, printable(line))
	}
	switch {
	case damaged == 0:
		return nil
	case asJSON:
		return errReported
	}
	return fmt.Errorf("%s of %d cannot be gone back to", numbered(damaged, "backup", "backups"), len(all))
}

func restoreBackup(ctx context.Context, s streams, p *narratoria.Program, name, id, as string, asJSON bool) error {
	of, err := p.Backup(name, id)
	if err != nil {
		return noBackup(p, name, id, err)
	}
	story, err := p.RestoreBackup(ctx, of, as)
	switch {
	case errors.Is(err, persistence.ErrExists):
		return stillThere(ctx, s, p, name, as)
	case err != nil:
		return err
	case asJSON:
		tree := backupTree(of)
		tree["name"], tree["of"], tree["turn"] = as, of.Name, strictjson.Int(story.Turn)
		fmt.Fprintln(s.out, safeJSON(tree))
		return nil
	}
	fmt.Fprintf(s.out, "The save %q is what %q was at %s: turn %d. To go on with it: %s\n", as, name, writtenAt(of.Made), story.Turn, printable(continueCommand(s, "", as)))
	return nil
}

// stillThere is the answer to whoever would restore a save over one that is there, damaged or not.
func stillThere(ctx context.Context, s streams, p *narratoria.Program, name, as string) error {
	free, err := p.NameLike(ctx, name)
	if err != nil {
		return err
	}
	there := fmt.Sprintf("the save %q exists already, and stays as it is; give the restored one another name: narratoria store restore %s --as %s%s", as, name, free, storeFlag(s))
	if _, err := p.Story(ctx, as); errors.Is(err, persistence.ErrCorrupt) {
		there = fmt.Sprintf("the save %q is there, damaged, and stays as it is; give the restored one another name: narratoria store restore %s --as %s%[4]s; or delete the damaged one before, and not its backups: narratoria saves delete %[1]s --keep-backups%[4]s", as, name, free, storeFlag(s))
	}
	return errors.New(there)
}
