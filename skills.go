package narratoria

import (
	"context"
	"errors"
	"io/fs"

	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/config"
)

// Skills are those that there are now, usable or not. An error says that a directory given
// by name cannot be searched.
func (p *Program) Skills() (*skills.Registry, error) {
	if err := p.discovered(); err != nil {
		return nil, err
	}
	return p.registry.Load(), nil
}

// WatchSkills hands over each registry that differs from the one before, until ctx ends,
// which gives its error. changed is called from one goroutine at a time.
func (p *Program) WatchSkills(ctx context.Context, changed func(*skills.Registry)) error {
	current, err := p.Skills()
	if err != nil {
		return err
	}
	return skills.Watch(ctx, current, p.watching(), changed)
}

// errUnread keeps what is recorded from being replaced by one line.
var errUnread = errors.New("nothing was changed: what is recorded of the other skills would be lost")

// EnableSkill lets a skill have what it asks for, once agree has said so: it is handed
// the skill that Registry.Candidate finds.
func (p *Program) EnableSkill(name string, opts skills.EnableOptions, agree func(*skills.Skill) error) error {
	registry, err := p.Skills()
	if err != nil {
		return err
	}
	if p.unread != nil {
		return errUnread
	}
	skill, err := registry.Candidate(name, opts.Replace)
	if err != nil {
		return err
	}
	if err := agree(skill); err != nil {
		return err
	}
	return p.changeConsent(func(c *skills.Consent) error {
		_, err := c.Enable(skill, opts)
		return err
	})
}

// DisableSkill switches a skill off and takes back what it was allowed.
func (p *Program) DisableSkill(name string) error {
	registry, err := p.Skills()
	if err != nil {
		return err
	}
	if p.unread != nil {
		return errUnread
	}
	known := false
	for _, l := range registry.Listings() {
		known = known || string(l.Name) == name
	}
	if !known {
		_, err := registry.Candidate(name, false)
		return err
	}
	return p.changeConsent(func(c *skills.Consent) error { return c.Disable(plan.SkillName(name)) })
}

// changeConsent changes what is recorded on disk now, since others may have changed it, and
// goes by that from then on.
func (p *Program) changeConsent(change func(*skills.Consent) error) error {
	p.agreeing.Lock()
	defer p.agreeing.Unlock()
	next, err := p.consent.Load().Reload()
	if err != nil {
		return err
	}
	if err := change(next); err != nil {
		return err
	}
	if err := next.Save(); err != nil {
		return err
	}
	p.consent.Store(next)
	p.rediscover()
	return nil
}

// A Containment says how scripts run here.
type Containment struct {
	Processes   string // what holds a script's processes together, for people; "none" where there are none
	Unsandboxed bool   // scripts may do whatever their user may
	InProcess   bool   // bundled scripts run in the program itself
	Alone       bool   // because narratoria-skills is not beside it
}

// Containment says how scripts run here. It makes ready to run them.
func (p *Program) Containment() (Containment, error) {
	if err := p.run(); err != nil {
		return Containment{}, err
	}
	if p.runner.process == nil {
		return Containment{Processes: "none", InProcess: true}, nil
	}
	return Containment{
		Processes: p.runner.process.Containment(), Unsandboxed: p.runner.process.Unsandboxed(),
		InProcess: p.runner.inprocess != nil, Alone: bundledProgram() == "",
	}, nil
}

// Of is where a skill's scripts run, for people.
func (c Containment) Of(skill *skills.Skill) string {
	if skill.Bundled && c.InProcess {
		return "in-process"
	}
	return c.Processes
}

// ReadLog gives every entry of the run log that a filter lets through; one that was never
// begun has none.
func (p *Program) ReadLog(filter runlog.Filter, each func(runlog.Entry)) error {
	err := runlog.Read(p.LogDir(), filter, func(e runlog.Entry) error {
		each(e)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// SkillForm is the configuration of a skill as a form shows it, whatever keeps the skill
// from being used; and the skill, whose ConfigSchema says what may be set.
func (p *Program) SkillForm(name string) (*skills.Skill, config.Form, error) {
	skill, err := p.configured(name)
	if err != nil {
		return nil, config.Form{}, err
	}
	form, problems := p.configs().Form(skill)
	return skill, form, problems.Err()
}

// ConfigureSkill replaces the user's values of a skill: see [config.Store.Save]. They count
// from the next attempt on.
func (p *Program) ConfigureSkill(name string, values strictjson.Object) error {
	skill, err := p.configured(name)
	if err != nil {
		return err
	}
	if err := p.configs().Save(skill, values); err != nil {
		return err
	}
	p.rediscover()
	return nil
}

// configured is the skill that has a name, or wants it.
func (p *Program) configured(name string) (*skills.Skill, error) {
	registry, err := p.Skills()
	if err != nil {
		return nil, err
	}
	if skill, err := registry.Candidate(name, false); err == nil {
		return skill, nil
	}
	return registry.Candidate(name, true)
}

// LookForSkills is [Program.Skills] after a new search: while no story is played, nobody
// looks whether some have come or gone.
func (p *Program) LookForSkills() (*skills.Registry, error) {
	if _, err := p.Skills(); err != nil {
		return nil, err
	}
	p.rediscover()
	return p.registry.Load(), p.registry.Load().Problems().Err()
}

// rediscover looks for skills again, so that a change of ours is seen by the next who asks.
func (p *Program) rediscover() {
	now := p.discovery
	now.Consent = p.consent.Load()
	p.registry.Store(skills.Discover(now))
}

// SkillHealth is how each skill was when the run log last spoke of it.
func (p *Program) SkillHealth() (map[plan.SkillName]skills.HealthState, error) {
	health := map[plan.SkillName]skills.HealthState{}
	err := p.ReadLog(runlog.Filter{Kind: runlog.Health}, func(e runlog.Entry) {
		for _, skill := range e.Skills {
			health[plan.SkillName(skill)] = skills.HealthState(e.Outcome)
		}
	})
	return health, err
}
