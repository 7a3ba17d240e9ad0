package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func storyPurgeCommand(s streams) *cobra.Command {
	var flags moveFlags
	var archived bool
	cmd := &cobra.Command{
		Use:   "purge NAME [BRANCH]...",
		Short: "Erase branches of a story for ever",
		Long: `Erase branches of a story for ever: all that was told along them and along no other, what
everybody remembers of that, and the pictures that were shown there alone. What the branch that
the story is told along has of them stays, and so does what any other has. Shown first is
exactly what would be gone, and it is asked twice: there is no undo. The story's backups, which
have it too, are deleted. Of a purge that was ended before all was erased, the rest is erased by
naming its branches again. What was exported, and scenes that were written into a folder, stay: they
are files of your own. How many scenes there are, and where, is said.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) == 1 && !archived {
				return wants("NAME", "BRANCH")(cmd, args)
			}
			return nil
		},
		RunE: action(func(ctx context.Context, args []string) error {
			return locating(args[0], with(ctx, s, programFlags{}, func(program *narratoria.Program) error {
				return program.ChangeStory(ctx, args[0], func(p *story.Playthrough) error {
					branches, err := namedBranches(ctx, p, args[1:], archived)
					if err != nil {
						return err
					}
					return purgeBranches(ctx, s, program, p, args[0], branches, flags)
				})
			}))
		}),
	}
	cmd.Flags().BoolVar(&archived, "archived", false, "all branches that are archived")
	cmd.Flags().BoolVarP(&flags.yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print what is erased as JSON; without --yes nothing is")
	return cmd
}

// namedBranches are those that were named, and those that are archived.
func namedBranches(ctx context.Context, p *story.Playthrough, named []string, archived bool) (all []event.BranchID, err error) {
	for _, name := range named {
		all = append(all, event.BranchID(name))
	}
	if !archived {
		return all, nil
	}
	branches, err := p.Branches(ctx)
	for _, b := range branches {
		if b.Status == event.Archived && !b.Purged && !b.Head {
			all = append(all, b.ID)
		}
	}
	if err == nil && len(all) == 0 {
		err = errors.New("no branch is archived, but perhaps the one that the story is told along")
	}
	return all, err
}

func purgeBranches(ctx context.Context, s streams, program *narratoria.Program, p *story.Playthrough, name string, branches []event.BranchID, flags moveFlags) error {
	if before, err := purgedBefore(ctx, p, branches); err != nil || before {
		return errors.Join(err, purgeRests(ctx, s, program, p, name, branches, flags))
	}
	preview, err := p.PurgePreview(ctx, branches...)
	if err != nil {
		return err
	}
	around, err := surroundingsOf(program, name)
	if err != nil {
		return err
	}
	if flags.asJSON && !flags.yes {
		fmt.Fprintln(s.out, safeJSON(erasureTree(preview, branches, around, false)))
		return nil
	}
	if !flags.asJSON {
		fmt.Fprintln(s.out, printable(erasureLine(preview, branches, around)))
	}
	if !flags.yes && !(confirmed(s, "Erase it?") && confirmed(s, fmt.Sprintf("There is no undo. Erase it from the save %q for ever?", name))) {
		return errNothingChanged
	}
	if err := p.Purge(ctx, branches...); err != nil {
		return err
	}
	if err := eraseRests(ctx, program, p, name); err != nil {
		return err
	}
	if flags.asJSON {
		fmt.Fprintln(s.out, safeJSON(erasureTree(preview, branches, around, true)))
		return nil
	}
	fmt.Fprintln(s.out, "It is erased.")
	return nil
}

// eraseRests erases what may still have what was purged.
func eraseRests(ctx context.Context, program *narratoria.Program, p *story.Playthrough, name string) error {
	if err := p.Compact(ctx); err != nil {
		return fmt.Errorf("it is erased, but free space of the save's file may still have it: %w; purge it again when that is mended", err)
	}
	if _, err := program.DropBackups(name); err != nil {
		return fmt.Errorf("it is erased, but backups of the save may still have it: %w; purge it again when that is mended", err)
	}
	return nil
}

// purgedBefore reports whether all of the branches were.
func purgedBefore(ctx context.Context, p *story.Playthrough, branches []event.BranchID) (bool, error) {
	all, err := p.Branches(ctx)
	return err == nil && !slices.ContainsFunc(branches, func(id event.BranchID) bool {
		return !slices.ContainsFunc(all, func(b story.Branch) bool { return b.ID == id && b.Purged })
	}), err
}

// purgeRests goes on with a purge that may have been ended before all was erased.
func purgeRests(ctx context.Context, s streams, program *narratoria.Program, p *story.Playthrough, name string, branches []event.BranchID, flags moveFlags) error {
	around, err := surroundingsOf(program, name)
	if err != nil {
		return err
	}
	if !flags.asJSON {
		fmt.Fprintln(s.out, printable("Purged before: "+english.Join(texts(branches))+". This erases what free space of the save's file may still have of it."+around.line()))
		if !flags.yes && !confirmed(s, "Erase it?") {
			return errNothingChanged
		}
	}
	if !flags.asJSON || flags.yes {
		err = eraseRests(ctx, program, p, name)
	}
	switch {
	case err != nil:
		return err
	case flags.asJSON:
		fmt.Fprintln(s.out, safeJSON(erasureTree(story.Erasure{}, branches, around, flags.yes)))
	default:
		fmt.Fprintln(s.out, "It is erased.")
	}
	return nil
}

func texts[S ~string](all []S) (texts []string) {
	for _, one := range all {
		texts = append(texts, string(one))
	}
	return texts
}

func erasureCounts(e story.Erasure) []count {
	return []count{
		{"turns", e.Turns, "turn", "turns"}, {"events", e.Events, "event", "events"}, {"messages", e.Messages, "message", "messages"},
		{"scenes", e.Scenes, "scene", "scenes"}, {"memories", e.Memories, "memory", "memories"}, {"files", e.Files, "picture or document", "pictures and documents"},
	}
}

// surroundings are what there is of a story beside its save.
type surroundings struct {
	backups   int // which are deleted
	scenes    int // files, which stay
	scenesDir string
}

func surroundingsOf(program *narratoria.Program, name string) (around surroundings, err error) {
	backups, err := program.Backups(name)
	if err != nil {
		return around, err
	}
	around.backups = len(backups)
	around.scenesDir, around.scenes, err = program.SceneFiles(name)
	return around, err
}

func erasureTree(e story.Erasure, branches []event.BranchID, around surroundings, purged bool) strictjson.Object {
	erases := strictjson.Object{"bytes": strictjson.Int(e.Bytes), "backups": strictjson.Int(int64(around.backups))}
	for _, c := range erasureCounts(e) {
		erases[c.key] = strictjson.Int(int64(c.n))
	}
	stays := strictjson.Object{"scenes": strictjson.Int(int64(around.scenes))}
	strictjson.Put(stays, "directory", around.scenesDir)
	return strictjson.Object{"branches": strictjson.FromStrings(branches), "erases": erases, "stays": stays, "purged": purged}
}

func erasureLine(e story.Erasure, branches []event.BranchID, around surroundings) string {
	names := texts(branches)
	has := "has"
	if len(names) > 1 {
		has = "have"
	}
	line := fmt.Sprintf("This erases the name of %s and nothing else: all else other branches have, too.", english.Join(names))
	if parts := inWords(erasureCounts(e)); len(parts) > 0 {
		line = fmt.Sprintf("This erases for ever what %s alone %s: %s; %d bytes.", english.Join(names), has, strings.Join(parts, ", "), e.Bytes)
	}
	return line + around.line()
}

func (around surroundings) line() (line string) {
	if around.backups > 0 {
		line += fmt.Sprintf(" %s of the save, made before, will be deleted, too.", numbered(around.backups, "backup", "backups"))
	}
	if around.scenes > 0 {
		line += fmt.Sprintf(" %s in %s, into which scenes of it were written, will stay; delete what you do not want.",
			numbered(around.scenes, "file", "files"), around.scenesDir)
	}
	return line
}

func storyRetireCommand(s streams) *cobra.Command {
	var flags moveFlags
	var keep story.Retention
	cmd := &cobra.Command{
		Use:   "retire NAME",
		Short: "Have old memories of a story no longer searched",
		Long: `Have old memories of a story no longer searched: those beyond the limits that are given, oldest
first, but for triumphs and failures. Nothing of them is erased. The program's settings may have
limits for all stories ("retention"), which are kept to when a session ends.`,
		Args: wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			if keep == (story.Retention{}) {
				return errors.New("it is not said which memories are kept; give --memories, --days or --bytes")
			}
			if keep.Count < 0 || keep.Days < 0 || keep.Bytes < 0 {
				return errors.New("a limit is not negative")
			}
			return changeSave(ctx, s, args[0], func(p *story.Playthrough) error { return retireMemories(ctx, s, p, keep, flags) })
		}),
	}
	cmd.Flags().IntVar(&keep.Count, "memories", 0, "keep the latest so many")
	cmd.Flags().Int64Var(&keep.Days, "days", 0, "keep those that are no older, in days of the story")
	cmd.Flags().Int64Var(&keep.Bytes, "bytes", 0, "keep the latest that take up so much")
	cmd.Flags().BoolVarP(&flags.yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print what is retired as JSON; without --yes nothing is")
	return cmd
}

func retireMemories(ctx context.Context, s streams, p *story.Playthrough, keep story.Retention, flags moveFlags) error {
	tree := func(r persistence.Retired, done bool) string {
		return safeJSON(strictjson.Object{"memories": strictjson.Int(r.Memories), "bytes": strictjson.Int(r.Bytes), "retired": done})
	}
	preview, err := p.RetirePreview(ctx, keep)
	switch {
	case err != nil:
		return err
	case flags.asJSON && !flags.yes:
		fmt.Fprintln(s.out, tree(preview, false))
		return nil
	case preview.Memories == 0 && !flags.asJSON:
		fmt.Fprintln(s.out, "No memory is beyond that.")
		return nil
	case !flags.asJSON:
		fmt.Fprintf(s.out, "This retires %s. They stay in the save, and are found no more.\n", numbered(int(preview.Memories), "memory", "memories"))
	}
	if !flags.yes && !confirmed(s, "Retire them?") {
		return errNothingChanged
	}
	done, err := p.Retire(ctx, keep)
	if err != nil {
		return err
	}
	if flags.asJSON {
		fmt.Fprintln(s.out, tree(done, true))
	}
	return nil
}
