package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

type replayFlags struct {
	trail, against string
	events, asJSON bool
}

func storyReplayCommand(s streams) *cobra.Command {
	var flags replayFlags
	cmd := &cobra.Command{
		Use:   "replay NAME",
		Short: "Compute anew what a story leads to, and compare it with what was kept",
		Long: `Compute from the first event on what a story leads to, along every branch, and compare that with
what play has kept of it: snapshots, and what is searched. Nothing is played: no skill and no
model is asked. --trail writes what it leads to into a file, at the end of each turn, or at each
event with --events; --against compares with such a file, of this machine or of another. It ends
with 1 and names the first event that differs.`,
		Args: wants("NAME"),
		RunE: action(func(ctx context.Context, args []string) error {
			return with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
				return replayStory(ctx, s, p, args[0], flags)
			})
		}),
	}
	cmd.Flags().StringVar(&flags.trail, "trail", "", "the file to write, which must not be there yet")
	cmd.Flags().StringVar(&flags.against, "against", "", "a file that --trail has written, to compare with")
	cmd.Flags().BoolVar(&flags.events, "events", false, "write it at each event, and not only at the end of each turn")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print JSON: {name, same, events, turns, snapshots, rows, branches, compared, error, branch, event, since}")
	return cmd
}

func replayStory(ctx context.Context, s streams, p *narratoria.Program, name string, flags replayFlags) error {
	var known *knownTrail
	if flags.against != "" {
		file, err := plainfile.Open(flags.against)
		if err != nil {
			return fmt.Errorf("the file %s %s", flags.against, plainfile.Why(err))
		}
		known, err = readTrail(file)
		if err = errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("%s is no trail of a story: %w", flags.against, err)
		}
	}
	var done story.Replayed
	err := p.ReplayStory(ctx, name, func(save *persistence.Save) (err error) {
		if done, err = story.Check(ctx, save); err != nil {
			return err
		}
		if known != nil {
			err = known.compare(ctx, save)
		}
		if err == nil && flags.trail != "" {
			err = newFile(flags.trail, func(w io.Writer) error { return writeTrail(ctx, w, save, flags.events) })
		}
		return err
	})
	differs, is := errors.AsType[*story.DiffersError](err)
	if err != nil && !is {
		return err
	}
	if flags.asJSON {
		fmt.Fprintln(s.out, safeJSON(replayedTree(name, done, known, differs)))
		if is {
			return errReported
		}
		return nil
	}
	if is {
		return fmt.Errorf("the save %q leads elsewhere: %w", name, differs)
	}
	for _, end := range done.Ends {
		fmt.Fprintln(s.out, printable(fmt.Sprintf("%s: up to event %d, %s", end.Branch, end.Position, end.State)))
	}
	fmt.Fprintf(s.out, "%s in %s lead to what was kept of them: %s, %s.\n", numbered(int(done.Events), "event", "events"), numbered(int(done.Turns), "turn", "turns"),
		numbered(done.Snapshots, "snapshot", "snapshots"), numbered(done.Rows, "row", "rows"))
	if known != nil {
		fmt.Fprintf(s.out, "They lead to what they led to then, at %s.\n", numbered(known.compared, "place", "places"))
	}
	return nil
}

func replayedTree(name string, done story.Replayed, known *knownTrail, differs *story.DiffersError) strictjson.Object {
	ends := make([]any, len(done.Ends))
	for i, end := range done.Ends {
		ends[i] = stepTree(end)
	}
	tree := strictjson.Object{
		"name": name, "same": differs == nil, "events": strictjson.Int(done.Events), "turns": strictjson.Int(done.Turns),
		"snapshots": strictjson.Int(int64(done.Snapshots)), "rows": strictjson.Int(int64(done.Rows)), "branches": ends,
	}
	if known != nil {
		tree["compared"] = strictjson.Int(int64(known.compared))
	}
	if differs != nil {
		tree["error"], tree["branch"], tree["event"], tree["since"] = differs.Error(), string(differs.Branch), strictjson.Int(int64(differs.Position)), strictjson.Int(int64(differs.Since))
	}
	return tree
}

func stepTree(step story.Step) strictjson.Object {
	return strictjson.Object{"branch": string(step.Branch), "event": strictjson.Int(int64(step.Position)), "hash": step.Hash.String(), "state": step.State.String()}
}

func writeTrail(ctx context.Context, to io.Writer, save *persistence.Save, every bool) error {
	w := bufio.NewWriter(to)
	_, err := fmt.Fprintf(w, "%s\n", strictjson.Append(nil, strictjson.Object{"reducers": story.ReducerVersion}))
	if err != nil {
		return err
	}
	err = story.Trail(ctx, save, every, func(step story.Step) error {
		_, err := fmt.Fprintf(w, "%s\n", strictjson.Append(nil, stepTree(step)))
		return err
	})
	return errors.Join(err, w.Flush())
}

// A knownTrail is what a story led to once.
type knownTrail struct {
	reducers string
	steps    []story.Step
	compared int
}

func readTrail(from io.Reader) (*knownTrail, error) {
	t := &knownTrail{}
	lines := bufio.NewScanner(from)
	for n := 1; lines.Scan(); n++ {
		o, err := strictjson.ParseObject(lines.Bytes())
		if err == nil {
			err = t.take(o, n)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if t.reducers == "" {
		return nil, errors.Join(errors.New("it does not begin with {\"reducers\":...}"), lines.Err())
	}
	return t, lines.Err()
}

func (t *knownTrail) take(o strictjson.Object, line int) error {
	if line == 1 {
		t.reducers = strictjson.AsString(o["reducers"])
		return nil
	}
	step := story.Step{Branch: event.BranchID(strictjson.AsString(o["branch"])), Position: event.Position(strictjson.AsInteger(o["event"]))}
	var unread, unreadState error
	step.Hash, unread = event.ParseHash(strictjson.AsString(o["hash"]))
	step.State, unreadState = event.ParseHash(strictjson.AsString(o["state"]))
	t.steps = append(t.steps, step)
	return errors.Join(event.CheckID(step.Branch), unread, unreadState)
}

// compare looks where a story leaves the trail. Of one that has gone on since, what is new is not
// compared.
func (t *knownTrail) compare(ctx context.Context, save *persistence.Save) (err error) {
	same := t.reducers == story.ReducerVersion
	if t.compared, err = story.Follow(ctx, save, t.steps, same); err == nil && !same {
		err = fmt.Errorf("the events are the same; what they lead to cannot be compared: the trail is of the reducers %s, and these are %s", t.reducers, story.ReducerVersion)
	}
	return err
}
