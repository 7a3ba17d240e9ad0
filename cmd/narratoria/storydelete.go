package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func storyDeleteCommand(s streams) *cobra.Command {
	var flags moveFlags
	var regenerate bool
	cmd := flags.register(&cobra.Command{
		Use:   "delete NAME TURN",
		Short: "Take a turn out of a story",
		Long: `Take a turn out of a story, and all that came after it: the story goes on before it. With
--regenerate what was chosen after it is played again, with other dice, up to the first
choice that is not there any more. Shown first is what the story would be without. Nothing is
lost: what is taken out stays in the save on a branch of its own, and undo goes back to it.`,
		Args: wants("NAME", "TURN"),
		RunE: action(func(ctx context.Context, args []string) error {
			turn, err := turnOf(args[1])
			if err != nil {
				return err
			}
			if regenerate {
				return omitTurn(ctx, s, args[0], turn, flags)
			}
			if turn == 1 {
				return fmt.Errorf("the opening cannot be taken out; begin a new story")
			}
			return moveStory(ctx, s, args[0], flags, rollbackTo(turn-1, turn))
		}),
	})
	cmd.Flags().BoolVar(&regenerate, "regenerate", false, "play again what was chosen after it")
	return cmd
}

func turnOf(text string) (int64, error) {
	turn, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no turn; a turn is a number, and the first is 1", text)
	}
	return turn, checkTurn(turn)
}

// rollbackTo goes back to a turn, for the sake of one that must be there.
func rollbackTo(turn, named int64) move {
	return move{
		func(p *story.Playthrough, ctx context.Context) (story.Impact, error) {
			if _, err := p.Span(ctx, p.Where().Branch, named); err != nil {
				return story.Impact{}, err
			}
			return p.RollbackImpact(ctx, turn)
		},
		func(p *story.Playthrough, ctx context.Context) error { return p.Rollback(ctx, turn) },
	}
}

// omitTurn takes a turn out and plays the later ones again, which is shown before it counts.
func omitTurn(ctx context.Context, s streams, name string, turn int64, flags moveFlags) error {
	return locating(name, worded(with(ctx, s, programFlags{}, func(p *narratoria.Program) (err error) {
		game, err := p.Continue(ctx, narratoria.GameOptions{Story: name})
		if err != nil {
			return err
		}
		defer func() {
			if closed := game.Close(ctx); err == nil {
				err = closed
			}
		}()
		agreed := false
		var o engine.Omission
		record, err := game.Omit(ctx, turn, func(told engine.Omission) bool {
			o, agreed = told, flags.yes
			if !flags.asJSON {
				for _, line := range omissionLines(told) {
					fmt.Fprintln(s.out, printable(line))
				}
				agreed = agreed || confirmed(s, "Go on from there?")
			}
			return agreed
		})
		switch {
		case err != nil:
			return err
		case flags.asJSON:
			tree := impactTree(o.Impact)
			tree["again"], tree["lost"] = strictjson.Int(o.Again), strictjson.Int(o.Lost)
			fmt.Fprintln(s.out, safeJSON(strictjson.Object{"leaves": tree, "moved": agreed, "turn": strictjson.Int(record.Turn)}))
		case !agreed:
			return errNothingChanged
		default:
			fmt.Fprintf(s.out, "The story goes on in turn %d.\n", record.Turn)
		}
		return nil
	})))
}

func omissionLines(o engine.Omission) []string {
	lines := impactLines(o.Impact)
	again := fmt.Sprintf("Played again were %d of the %d choices after it.", o.Again, o.Again+o.Lost)
	if o.Lost > 0 {
		again += " The next was not there any more."
	}
	return append(lines, again)
}

func storyHideCommand(s streams) *cobra.Command {
	var yes, asJSON bool
	cmd := &cobra.Command{
		Use:   "hide NAME EVENT",
		Short: "Have an event of a story no longer shown",
		Long: `Have an event of a story no longer shown, in its log and where the story is taken up. What it
says is still so, and everybody who knows it still does; see delete for what should not have
happened. EVENT is its number in the log, where --hidden shows it.`,
		Args: wants("NAME", "EVENT"),
		RunE: action(func(ctx context.Context, args []string) error {
			n, err := strconv.ParseInt(args[1], 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no event; an event is a number of the log, and the first is 1", args[1])
			}
			return worded(with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
				return p.ChangeStory(ctx, args[0], func(p *story.Playthrough) error { return hideEvent(ctx, s, p, event.Position(n), yes, asJSON) })
			}))
		}),
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON; without --yes nothing is changed")
	return cmd
}

func hideEvent(ctx context.Context, s streams, p *story.Playthrough, at event.Position, yes, asJSON bool) error {
	shown, err := p.Event(ctx, at)
	if err != nil {
		return err
	}
	if !asJSON {
		fmt.Fprintln(s.out, eventLine(shown))
	}
	if !yes && (asJSON || !confirmed(s, "Hide it?")) {
		if asJSON {
			fmt.Fprintln(s.out, safeJSON(strictjson.Object{"event": strictjson.Int(int64(at)), "hidden": false}))
			return nil
		}
		return errNothingChanged
	}
	if err := p.Hide(ctx, at); err != nil {
		return err
	}
	if asJSON {
		fmt.Fprintln(s.out, safeJSON(strictjson.Object{"event": strictjson.Int(int64(at)), "hidden": true}))
		return nil
	}
	fmt.Fprintf(s.out, "The event %d is hidden. It is still so; story log --hidden shows it.\n", at)
	return nil
}
