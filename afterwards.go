package narratoria

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/provider"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

const (
	afterwardsTime = 10 * time.Second // for one thing, however often it is asked
	afterwardsAsks = 2
	mostAfterwards = 6 // that are being made; what is to be made meanwhile is not

	// mostAwaited is how long a turn of a story with a seed waits, in all, for what is made of those before it, as does leaving it,
	// and mostEnding how long for those that are given up then: "the first sentence of prose within 3 s", whatever a model does.
	mostAwaited = 2 * time.Second
	mostEnding  = 200 * time.Millisecond
)

// A making is a work that somebody is asked for.
type making struct {
	after  story.Aftermath // to be read when it is done
	done   chan struct{}   // closed then
	giveUp context.CancelFunc
}

func (m *making) isDone() bool {
	select {
	case <-m.done:
		return true
	default:
		return false
	}
}

// A chore is something that models are asked of a turn when it is over, beside the game: by whom the settings name for the task, and by
// nobody else. They are told what the player was told and did. What comes of it waits for whoever owns the game; see keepAfterwards.
type chore struct {
	task  string
	begin func(*Game, context.Context) (work, bool) // of the last turn that was played; false where it has none
	who   string                                    // says of somebody elsewhere what they do; then who, and where
	what  string                                    // what they are told
}

var chores = []chore{
	{narrator.SummaryTask, (*Game).summing, "Scenes are summed up by", "of each that you leave it is told what you chose and what you were told there"},
	{narrator.SignificanceTask, (*Game).weighing, "How much memories matter is said by", "of each turn it is told what you chose, what you were told and what you remember of it"},
	{narrator.ExtractTask, (*Game).extracting, "What else is to be remembered is chosen by", "of each turn it is told what you chose, what you were told and what you remember"},
}

// A work is a chore of one turn.
type work struct {
	turn   int64
	of     event.Where // the event that it is of
	asking narrator.Asking
	take   func(answer, by string) taken
}

// taken is what is made of an answer. Where that is refused it is asked once more.
type taken struct {
	events []event.Event
	end    generation.End
	why    string
	left   []string
}

func refused(why string, left ...string) taken {
	return taken{end: generation.Refused, why: why, left: left}
}

// named reports whether the settings name anybody for a task.
func (p *Program) named(task string) bool {
	return p.writing != nil && p.writing.tasks[task] != nil && p.writing.Writes(task)
}

// afterwards begins the chores of the turn that was just played.
func (g *Game) afterwards(ctx context.Context) {
	for _, c := range chores {
		if len(g.pending) == mostAfterwards || !g.program.named(c.task) {
			continue
		}
		w, is := c.begin(g, context.WithoutCancel(ctx))
		if !is {
			continue
		}
		seeded, life := g.seeded, g.life
		if seeded { // what comes of it does not hang on when the game is closed; see end
			life = context.WithoutCancel(life)
		}
		ctx, giveUp := context.WithTimeout(life, afterwardsTime)
		m := &making{after: story.Aftermath{Task: c.task, Turn: w.turn, Of: w.of}, done: make(chan struct{}), giveUp: giveUp}
		g.pending = append(g.pending, m)
		g.writing.Go(func() { // it ends with afterwardsTime, when it is given up, or with a game that has no seed
			defer giveUp()
			asked := generation.NewLedger(&generation.Options{Untimed: seeded})
			m.after.Events = g.program.done(asked.In(ctx), w)
			m.after.Asked = asked.Close()
			close(m.done)
		})
	}
}

// done asks for what a work is, twice at most.
func (p *Program) done(ctx context.Context, w work) []event.Event {
	asking := w.asking.Counted(func(texts []string) []int {
		return model.Count(ctx, p.writing, model.Place{Task: w.asking.Task, Turn: int(w.turn)}, texts)
	})
	for n := 1; n <= afterwardsAsks && ctx.Err() == nil; n++ {
		until, _ := ctx.Deadline()
		answer, call, err := generation.Ask(ctx, p.writing, generation.Asked{
			As: string(event.Player), By: "afterwards", Prompt: asking.Prompt, Sections: asking.Sections,
			Request: model.Request{
				Place:    model.Place{Task: asking.Task, Turn: int(w.turn), Part: fmt.Sprintf("attempt-%d", n)},
				Messages: asking.Messages, Form: asking.Form, MaxTokens: asking.Tokens, Within: time.Until(until), Stop: asking.Stop, Seed: int64(n),
			},
		}, nil)
		if err != nil { // why is in the log, and with what was asked
			if model.AskAgain(err) {
				continue
			}
			return nil
		}
		of := w.take(answer.Text, generation.ModelOf(answer.By))
		call.End(of.end, of.why, of.left...)
		if of.end != generation.Refused {
			return of.events
		}
	}
	return nil
}

// summing is the summary of the scene that the last turn has closed.
func (g *Game) summing(ctx context.Context) (w work, is bool) {
	left, did := g.engine.Left()
	if !did {
		return w, false
	}
	told, err := g.engine.ToldOf(ctx, left)
	if err != nil {
		return w, false // it was opened before there were scenes, or the store says elsewhere what is wrong with it
	}
	account := accountOf(told, g.engine.PlayerName())
	return work{left.Turn, event.Where{Branch: left.At.Branch, Position: left.Closed}, account.Asking(), func(answer, by string) taken {
		words, why := account.Admit(answer)
		if why != "" {
			return refused(string(why))
		}
		return used(words, answer, event.Event{Kind: event.SceneSummed, Actor: event.EngineSelf, Data: event.Data{"scene": left.Scene, "words": words, "by": by}})
	}}, true
}

// used is what was made of an answer, which is what was taken of it.
func used(words, answer string, events ...event.Event) taken {
	if words != strings.TrimSpace(answer) {
		return taken{events: events, end: generation.Mended}
	}
	return taken{events: events, end: generation.Used}
}

func accountOf(told transcript.Scene, player string) narrator.Account {
	account := narrator.Account{Place: told.Name, Player: player}
	for _, t := range told.Turns {
		account.Turns = append(account.Turns, narrator.AccountTurn{Chosen: t.Chosen, Told: t.Prose})
	}
	return account
}

// weighing is how much the memory of the last turn matters. What rules say is high stays so, and nobody is asked.
func (g *Game) weighing(context.Context) (w work, is bool) {
	turn, is := g.engine.Played()
	if !is || len(turn.Kept) == 0 {
		return w, false
	}
	kept, played := turn.Kept[len(turn.Kept)-1], playedOf(turn, g.engine.PlayerName())
	if kept.Significance == action.High {
		return w, false
	}
	played.Kept = kept.Words
	return work{turn.Turn, event.Where{Branch: turn.Branch, Position: kept.At}, played.Weighing(), func(answer, by string) taken {
		significance, why := played.Weighed(answer)
		if why != "" {
			return refused(why)
		}
		if significance == kept.Significance {
			return taken{end: generation.Used, why: "it is so already"}
		}
		return taken{end: generation.Used, events: []event.Event{{
			Kind: event.MemoryWeighed, Actor: event.EngineSelf, Data: event.Data{"memory": kept.ID, "significance": string(significance), "by": by},
		}}}
	}}, true
}

// extracting is what else is to be remembered of the last turn.
func (g *Game) extracting(context.Context) (w work, is bool) {
	turn, is := g.engine.Played()
	if !is {
		return w, false
	}
	played := playedOf(turn, g.engine.PlayerName())
	asking, is := played.Extracting()
	if !is {
		return w, false
	}
	return work{turn.Turn, event.Where{Branch: turn.Branch, Position: turn.Told[0].At}, asking, func(answer, _ string) taken {
		all, left := played.Extracted(answer)
		if len(all) == 0 && len(left) > 0 {
			return refused("nothing of it is to be remembered", left...)
		}
		of := taken{end: generation.Used, left: left}
		if len(left) > 0 {
			of.end = generation.Mended
		}
		for i, extract := range all {
			of.events = append(of.events, turn.Extracted(turn.Told[extract.Of], i+1, extract.Words, extract.Significance))
		}
		return of
	}}, true
}

func playedOf(turn engine.Played, player string) narrator.Played {
	played := narrator.Played{Place: turn.Place, Player: player, Chosen: turn.Chosen, Remembered: turn.Remembered}
	for _, told := range turn.Told {
		played.Told = append(played.Told, told.Text)
	}
	return played
}

// keepAfterwards writes what is made, in the order in which it was begun. In a story with a seed it waits for all that was, so that what
// stands in the log does not hang on how fast a model is, as long as that takes no longer than a turn can wait.
func (g *Game) keepAfterwards(ctx context.Context) {
	if g.seeded {
		g.awaitAfterwards(ctx)
	}
	g.pending = slices.DeleteFunc(g.pending, func(m *making) bool {
		if !m.isDone() {
			return false
		}
		g.keepAftermath(ctx, m.after)
		return true
	})
}

// awaitAfterwards waits for all that is being made, and gives up what is not done in time. Of that nothing comes but that it was asked for.
func (g *Game) awaitAfterwards(ctx context.Context) {
	if g.allDone(ctx, mostAwaited) || ctx.Err() != nil {
		return
	}
	for _, m := range g.pending {
		if m.isDone() {
			continue
		}
		m.giveUp()
		if !g.tooLate {
			g.tooLate = true
			g.program.warn("%q waits for no model longer than %v before a turn or its end: what one was asked for afterwards (%s) of turn %d was not done by then, and is given up; as will be what is not done before other turns", g.name, mostAwaited, m.after.Task, m.after.Turn)
		}
	}
	g.allDone(ctx, mostEnding)
}

// allDone waits until all that is being made is done, but not longer than a time, and reports whether it is.
func (g *Game) allDone(ctx context.Context, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for _, m := range g.pending {
		select {
		case <-m.done:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// keepAftermath writes one, unless its turn was taken back. What cannot be written is warned of, and hinders nothing.
func (g *Game) keepAftermath(ctx context.Context, made story.Aftermath) {
	if err := g.engine.Afterwards(context.WithoutCancel(ctx), made); err != nil && !errors.Is(err, story.ErrTakenBack) {
		g.program.warn("what a model was asked for afterwards (%s) of turn %d of %q is not kept: %v", made.Task, made.Turn, g.name, err)
	}
}

// afterwardsBy are those that are not on this device and may be asked for a task.
func (p *Program) afterwardsBy(task string) []provider.Provider {
	if !p.named(task) {
		return nil
	}
	return p.away(p.writing.tasks[task].names)
}

// sentence says of one of them what they are sent.
func (c chore) sentence(of provider.Provider) string {
	return fmt.Sprintf("%s %s, which is at %s and not on this device: %s. It is sent %s. To have nothing sent there: narratoria model disable %s",
		c.who, of.Name, of.Host(), c.what, strings.Join(of.Sends(), "; "), of.Name)
}
