package narratoria

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

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
	summaryTime   = 10 * time.Second // for one scene, however often it is asked
	summaryAsks   = 2
	mostSummaries = 4 // that are being made; a scene that is left meanwhile has none
)

// summarises reports whether the settings name anybody for summaries: nobody else is asked for them.
func (p *Program) summarises() bool {
	return p.writing != nil && p.writing.tasks[narrator.SummaryTask] != nil && p.writing.Writes(narrator.SummaryTask)
}

// summarise has the scene that the last turn has closed summed up, beside the game: whoever does it is told what the player was told
// there. What comes of it waits for whoever owns the game; see keepSummaries.
func (g *Game) summarise(ctx context.Context) {
	left, did := g.engine.Left()
	if !did || g.summing == mostSummaries || !g.program.summarises() {
		return
	}
	told, err := g.engine.ToldOf(context.WithoutCancel(ctx), left)
	if err != nil {
		return // it was opened before there were scenes, or the store says elsewhere what is wrong with it
	}
	if g.summed == nil {
		g.summed = make(chan story.SceneSummary, mostSummaries)
	}
	g.summing++
	player := g.engine.PlayerName()
	g.writing.Go(func() { // it ends with the game, or with summaryTime
		ctx, cancel := context.WithTimeout(g.life, summaryTime)
		defer cancel()
		made := story.SceneSummary{Scene: left.Scene, Closed: event.Where{Branch: left.At.Branch, Position: left.Closed}}
		made.Words, made.By = g.program.summary(ctx, accountOf(told, player), left)
		g.summed <- made // there is room for each
	})
}

func accountOf(told transcript.Scene, player string) narrator.Account {
	account := narrator.Account{Place: told.Name, Player: player}
	for _, t := range told.Turns {
		account.Turns = append(account.Turns, narrator.AccountTurn{Chosen: t.Chosen, Told: t.Prose})
	}
	return account
}

// summary asks for one, twice at most; "" where nobody gives one that may be shown.
func (p *Program) summary(ctx context.Context, account narrator.Account, left engine.LeftScene) (words, by string) {
	messages := account.Messages()
	for n := 1; n <= summaryAsks && ctx.Err() == nil; n++ {
		until, _ := ctx.Deadline()
		answer, err := p.writing.Generate(ctx, model.Request{
			Place:    model.Place{Task: narrator.SummaryTask, Turn: int(left.Turn), Part: fmt.Sprintf("scene-%d", n)},
			Messages: messages, MaxTokens: narrator.SummaryTokens, Within: time.Until(until), Stop: []string{"\n"}, Seed: int64(n),
		}, nil)
		if err != nil {
			return "", "" // why is in the log
		}
		if words, why := account.Admit(answer.Text); why == "" {
			return words, generation.ModelOf(answer.By)
		}
	}
	return "", ""
}

// keepSummaries writes those that are made. In a story with a seed it waits for all that were begun, so that what stands in the log
// does not hang on how fast a model is.
func (g *Game) keepSummaries(ctx context.Context) {
	for g.summing > 0 {
		if g.seeded {
			select {
			case made := <-g.summed:
				g.keepSummary(ctx, made)
				continue
			case <-ctx.Done():
				return
			}
		}
		select {
		case made := <-g.summed:
			g.keepSummary(ctx, made)
		default:
			return
		}
	}
}

// keepSummary writes one, unless its scene was taken back. What cannot be written is warned of, and hinders nothing.
func (g *Game) keepSummary(ctx context.Context, made story.SceneSummary) {
	g.summing--
	if made.Words == "" {
		return
	}
	if err := g.engine.SumUp(context.WithoutCancel(ctx), made); err != nil && !errors.Is(err, story.ErrSceneGone) {
		g.program.warn("the summary of a scene of %q is not kept: %v", g.name, err)
	}
}

// summarisers are those that are not on this device and may be asked for summaries.
func (p *Program) summarisers() (who []provider.Provider) {
	if !p.summarises() {
		return nil
	}
	all, _ := p.Providers() // of what cannot be read nobody is enabled
	for _, name := range p.writing.tasks[narrator.SummaryTask].names {
		if of, err := all.Find(name); err == nil && of.Host() != "" && all.Consent.Enabled(of) {
			who = append(who, of)
		}
	}
	return who
}

// summarySentence says of one of them what they are sent.
func summarySentence(of provider.Provider) string {
	return fmt.Sprintf("Scenes are summed up by %s, which is at %s and not on this device: of each that you leave it is told what you chose and what you were told there. "+
		"It is sent %s. To have nothing sent there: narratoria model disable %s", of.Name, of.Host(), strings.Join(of.Sends(), "; "), of.Name)
}
