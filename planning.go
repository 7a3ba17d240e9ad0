package narratoria

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/provider"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills/config"
)

// A planning is who plans turns by the settings, for all stories of a program. They are opened when the first plan is asked for.
type planning struct {
	program *Program
	of      provider.Provider

	mu        sync.Mutex
	generator model.Generator // nil before it is opened
}

var (
	_ model.Counter  = (*planning)(nil)
	_ model.Measured = (*planning)(nil)
)

// findPlanning looks who plans turns; nil for rules. The error is why that is nobody whom the settings name.
func (p *Program) findPlanning() (*planning, error) {
	name := p.settings.Models.Plan
	if name == "" || name == config.Rules || p.opts.NoProcesses {
		return nil, nil
	}
	all, _ := p.Providers() // who was enabled is looked at when they are asked
	withHere(all)
	of, err := all.Find(name)
	if err == nil && of.Kind == provider.Llama {
		_, err = all.Device.Models.Model(of.Model)
	}
	if err != nil {
		return nil, fmt.Errorf(`in %s, "models.plan": %w`, p.settingsFile(), err)
	}
	return &planning{program: p, of: of}, nil
}

// Unplanned is why turns are planned by rules and not by whom the settings name; nil where nothing is wrong.
func (p *Program) Unplanned() error { return p.unruled }

// Name is what the settings call it.
func (p *planning) Name() string { return p.of.Name }

// Generate asks it. What goes wrong is in the log of the program, in our own words.
func (p *planning) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	began := time.Now()
	generator, err := p.open()
	var answer model.Answer
	if err == nil {
		answer, err = generator.Generate(ctx, r, tell)
	} else {
		err = &model.Error{Generator: p.Name(), Kind: model.Unavailable, Message: err.Error(), Err: err}
	}
	p.program.logText(p.Name(), r.Place.Task, answer, nil, err, time.Since(began))
	p.program.noteRefusals(restingIn(ctx), answer, err)
	return answer, err
}

// Count counts as it does.
func (p *planning) Count(ctx context.Context, of model.Place, texts []string) ([]int, error) {
	generator, err := p.open()
	if err != nil {
		return nil, err
	}
	return model.CountBy(ctx, generator, of, texts)
}

// Speed is its.
func (p *planning) Speed(ctx context.Context, of model.Place) (model.Speed, error) {
	generator, err := p.open()
	if err != nil {
		return model.Speed{}, err
	}
	return model.SpeedOf(ctx, generator, of)
}

func (p *planning) open() (model.Generator, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.generator != nil && !p.program.asking.over() {
		return p.generator, nil
	}
	var generator model.Generator
	err := p.program.asking.use(func(all *provider.All) (err error) {
		generator, err = all.OpenLater(p.of.Name)
		return err
	})
	if err == nil {
		p.generator = generator
	}
	return generator, err
}

// bounds are how long a plan of it may be, in tokens, and what it is told, in bytes, 0 for the usual: half of what a model here
// holds is for each, and three bytes are reckoned to be a token.
func (p *planning) bounds() (tokens, prompt int) {
	const usualContext = 4096
	half := p.of.Context / 2
	if p.of.Kind == provider.Llama && half == 0 {
		half = usualContext / 2
	}
	return min(half, 2048), min(half*3, 7500)
}

// planner is who plans the turns of a game; nil for rules. Whoever started it may have said.
func (g *Game) planner(given plan.Planner) plan.Planner {
	if given != nil || g.program.planning == nil {
		return given
	}
	g.asksPlanner = true
	tokens, prompt := g.program.planning.bounds()
	return narrator.NewModel(g.program.planning, &narrator.ModelOptions{Tokens: tokens, Prompt: prompt})
}

// planner is who that is not on this device plans turns, as far as the user has enabled them.
func (p *Program) planner() (of provider.Provider, is bool) {
	if p.planning == nil || p.planning.of.Host() == "" {
		return of, false
	}
	consent, _ := provider.LoadConsent(p.ConfigDir()) // of what cannot be read nobody is enabled
	return p.planning.of, consent.Enabled(p.planning.of)
}

// planningSentence says of somebody who plans what they are sent.
func planningSentence(of provider.Provider) string {
	return fmt.Sprintf(
		"Turns are planned by %s, which is at %s and not on this device: in each turn it is told what you did, where you are, who is there, what you follow and what happens, "+
			"and what the skills say of themselves. It is sent %s. To have nothing sent there: narratoria model disable %s",
		of.Name, of.Host(), strings.Join(of.Sends(), "; "), of.Name)
}
