package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

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
		Short: "Take a turn or an event out of a story",
		Long: `Take a turn out of a story, or an event (event:120), and all that came after it: the story
goes on before it. With --regenerate what was chosen after a turn is played again, with other
dice, up to the first choice that is not there any more. Shown first is what the story would
be without. Nothing is lost: what is taken out stays in the save on a branch of its own, and
undo goes back to it. What was played again stays, too, where the story does not go on from
there: on a branch that is archived.`,
		Args: wants("NAME", "TURN"),
		RunE: action(func(ctx context.Context, args []string) error {
			at, err := placeOf(args[1])
			switch {
			case err != nil:
				return err
			case at.branch != "":
				return fmt.Errorf("taken out is a turn or an event of the branch that the story is told along; switch to %q first", at.branch)
			case at.moment != 0 || at.scene != 0:
				return fmt.Errorf("%q is no turn; a turn is a number, and the first is 1, and an event is one of the log, such as event:120", args[1])
			case regenerate && at.turn == 0:
				return fmt.Errorf("--regenerate is for a turn; for an event, give the number of its turn")
			case regenerate:
				return omitTurn(ctx, s, args[0], at.turn, flags)
			}
			return moveStory(ctx, s, args[0], flags, rollbackTo(before(at)))
		}),
	})
	cmd.Flags().BoolVar(&regenerate, "regenerate", false, "play again what was chosen after it; that stays on a branch whether or not the story goes on there")
	return cmd
}

// before finds what is before a turn or an event, which must be there.
func before(at place) finder {
	return func(ctx context.Context, p *story.Playthrough) (event.Where, error) {
		to, first := p.Where(), at.event
		if at.turn != 0 {
			span, err := p.Span(ctx, to.Branch, at.turn)
			if err != nil {
				return to, err
			}
			first = span.First
		} else if _, err := p.Event(ctx, at.event); err != nil {
			return to, err
		}
		if first == 1 || at.turn == 1 {
			return to, errors.New("the opening cannot be taken out; begin a new story")
		}
		to.Position = first - 1
		return to, nil
	}
}

// omitTurn takes a turn out and plays the later ones again, which is shown before it counts.
func omitTurn(ctx context.Context, s streams, name string, turn int64, flags moveFlags) error {
	return locating(name, with(ctx, s, programFlags{}, func(p *narratoria.Program) (err error) {
		// To play is to write that somebody sat down to it: not for a turn that is not there.
		if err := p.ReadStory(ctx, name, func(told *story.Playthrough) error {
			_, err := before(place{turn: turn})(ctx, told)
			return err
		}); err != nil {
			return err
		}
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
			fmt.Fprintln(s.out, safeJSON(strictjson.Object{"again": string(o.Branch), "leaves": tree, "moved": agreed, "turn": strictjson.Int(record.Turn)}))
		case !agreed:
			return fmt.Errorf("the story is where it was; what was played again stays on the branch %q, to which story switch goes", o.Branch)
		default:
			fmt.Fprintf(s.out, "The story goes on in turn %d.\n", record.Turn)
		}
		return nil
	}))
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
	return showing{
		preview: (*story.Playthrough).HideImpact, do: (*story.Playthrough).Hide,
		keys: [2]string{"hides", "hidden"}, says: "Not shown any more are: %s. All that is so stays so.",
		asks: "Hide it?", done: "The event %d is hidden. It is still so; story log --hidden shows it, and story unhide undoes this.",
	}.command(s, &cobra.Command{
		Use:   "hide NAME EVENT",
		Short: "Have an event of a story no longer shown",
		Long: `Have an event of a story no longer shown: in its log, where the story is taken up, in its state
but for --all, in the journal, and in what know, why, who, recall and pins tell, as if nobody knew
it; what is remembered of it goes with it. What it says is still so, and everybody who knows it
still does and acts on it; see delete for what should not have happened. A matter may stand in
several events, which are hidden one by one: what somebody learned, the deed, the telling. EVENT is
its number in the log, where --hidden shows it; unhide undoes this.`,
	})
}

func storyUnhideCommand(s streams) *cobra.Command {
	return showing{
		preview: (*story.Playthrough).UnhideImpact, do: (*story.Playthrough).Unhide,
		keys: [2]string{"shows", "shown"}, says: "Shown again are: %s.",
		asks: "Show it again?", done: "The event %d is shown again.",
	}.command(s, &cobra.Command{
		Use:   "unhide NAME EVENT",
		Short: "Have an event of a story that was hidden shown again",
		Long: `Have an event of a story that was hidden shown again, along every branch that has it. EVENT is
its number in the log, which has "(hidden)" in its place.`,
	})
}

// showing is how an event is no longer shown, or is again.
type showing struct {
	preview func(*story.Playthrough, context.Context, event.Position) (story.Impact, error)
	do      func(*story.Playthrough, context.Context, event.Position) error

	keys             [2]string // of what is previewed, and of whether it was done
	says, asks, done string
}

func (h showing) command(s streams, cmd *cobra.Command) *cobra.Command {
	var yes, asJSON bool
	cmd.Args = wants("NAME", "EVENT")
	cmd.RunE = action(func(ctx context.Context, args []string) error {
		n, err := strconv.ParseInt(args[1], 10, 64)
		if err != nil {
			return fmt.Errorf("%q is no event; an event is a number of the log, and the first is 1", args[1])
		}
		return with(ctx, s, programFlags{}, func(p *narratoria.Program) error {
			return p.ChangeStory(ctx, args[0], func(p *story.Playthrough) error { return h.event(ctx, s, p, event.Position(n), yes, asJSON) })
		})
	})
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON; without --yes nothing is changed")
	return cmd
}

func (h showing) event(ctx context.Context, s streams, p *story.Playthrough, at event.Position, yes, asJSON bool) error {
	concerned, err := p.Event(ctx, at)
	if err != nil {
		return err
	}
	impact, err := h.preview(p, ctx, at)
	if err != nil {
		return err
	}
	if !asJSON {
		fmt.Fprintln(s.out, eventLine(concerned))
		fmt.Fprintf(s.out, h.says+"\n", strings.Join(inWords(counts(impact)), ", "))
		if yes = yes || confirmed(s, h.asks); !yes {
			return errNothingChanged
		}
	}
	if yes {
		if err := h.do(p, ctx, at); err != nil {
			return err
		}
	}
	if asJSON {
		fmt.Fprintln(s.out, safeJSON(strictjson.Object{"event": strictjson.Int(int64(at)), h.keys[0]: impactTree(impact), h.keys[1]: yes}))
		return nil
	}
	fmt.Fprintf(s.out, h.done+"\n", at)
	return nil
}
