package narratoria

import (
	"context"
	"errors"
	"io/fs"

	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
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
	if _, err := p.consent.Enable(skill, opts); err != nil {
		return err
	}
	return p.consent.Save()
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
	if err := p.consent.Disable(plan.SkillName(name)); err != nil {
		return err
	}
	return p.consent.Save()
}

// A Containment says how scripts run here.
type Containment struct {
	Processes   string // what holds a script's processes together, for people
	Unsandboxed bool   // scripts may do whatever their user may
	InProcess   bool   // bundled scripts run in the program itself
	Alone       bool   // because narratoria-skills is not beside it
}

// Containment says how scripts run here. It makes ready to run them.
func (p *Program) Containment() (Containment, error) {
	if err := p.run(); err != nil {
		return Containment{}, err
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
