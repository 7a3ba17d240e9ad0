package skills

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/plan"
)

// Status is what discovery made of one directory. The names are fixed on the wire.
type Status string

// The six.
const (
	Ready         Status = "ready"         // may be chosen and run
	Waiting       Status = "waiting"       // sound, but wants consent that nobody gave yet
	Disabled      Status = "disabled"      // switched off by the user
	Misconfigured Status = "misconfigured" // its configuration is not what its schema asks for
	Unavailable   Status = "unavailable"   // sound, but its scripts are programs of their own, and none are started here
	Skipped       Status = "skipped"       // broken, or another skill of its name came first
)

// A Listing is what became of one directory that claims to be a skill.
type Listing struct {
	Name     plan.SkillName // the directory's, where the manifest gives none
	Dir      string         // as messages name it
	Origin   Origin
	Status   Status
	Reason   string             // one sentence for a person; "" for a ready skill
	Problems contracts.Problems // all that was found, warnings included
	Skill    *Skill             // nil for a broken one
	Changed  bool               // the user agreed to another form of it, and does without it until they agree to this one
	shadows  bool               // it waits to stand in for a bundled one
}

// A Registry is what discovery found at one moment. It is immutable.
type Registry struct {
	listings []Listing // by name, then in the order of the search
	problems contracts.Problems
	ready    []*Skill               // highest priority first, then by name
	well     func() *plan.Catalogue // of all that are ready, as if all were well
	scripts  map[plan.ScriptRef]*Script
}

func newRegistry(listings []Listing, problems contracts.Problems) *Registry {
	slices.SortStableFunc(listings, func(a, b Listing) int { return cmp.Compare(a.Name, b.Name) })
	r := &Registry{listings: listings, problems: problems, scripts: map[plan.ScriptRef]*Script{}}
	for _, l := range listings {
		if l.Status != Ready {
			continue
		}
		r.ready = append(r.ready, l.Skill)
		for _, script := range l.Skill.Scripts {
			r.scripts[script.Ref] = script
		}
	}
	slices.SortStableFunc(r.ready, func(a, b *Skill) int { return cmp.Compare(b.Priority, a.Priority) })
	r.well = sync.OnceValue(r.catalogue)
	return r
}

// Skills are those that may run, highest priority first; the slice is shared.
func (r *Registry) Skills() []*Skill { return r.ready }

// Listings are all directories that claim to be skills, by name; the slice is
// shared.
func (r *Registry) Listings() []Listing { return r.listings }

// Skipped are the broken ones and the losers of a name, Waiting those that want
// consent.
func (r *Registry) Skipped() []Listing { return r.with(Skipped) }

// Waiting are the sound ones that want consent.
func (r *Registry) Waiting() []Listing { return r.with(Waiting) }

// Changed are those that the user agreed to, and that are no longer what they agreed to.
func (r *Registry) Changed() []Listing {
	return slices.DeleteFunc(slices.Clone(r.listings), func(l Listing) bool {
		other, ready := r.Skill(l.Name)
		return !l.Changed || l.Skill == nil && ready && !other.Bundled // a broken one that is not the one that was meant
	})
}

// LeftOut says, for the player, that a skill is not used, and why.
func (l Listing) LeftOut() string {
	return fmt.Sprintf("The skill %s is left out: %s", l.Name, l.Reason)
}

func (r *Registry) with(status Status) []Listing {
	var all []Listing
	for _, l := range r.listings {
		if l.Status == status {
			all = append(all, l)
		}
	}
	return all
}

// Problems are what went wrong with the search itself. A directory of --skills
// that cannot be read is an error, everything else a warning: a directory of the
// settings that is not there, more skills than are read.
func (r *Registry) Problems() contracts.Problems { return r.problems }

// Skill is the ready skill of a name.
func (r *Registry) Skill(name plan.SkillName) (*Skill, bool) {
	i := slices.IndexFunc(r.ready, func(s *Skill) bool { return s.Name == name })
	if i < 0 {
		return nil, false
	}
	return r.ready[i], true
}

// Script is a registered script of a ready skill.
func (r *Registry) Script(ref plan.ScriptRef) (*Script, bool) {
	script, ok := r.scripts[ref]
	return script, ok
}

// Catalogue is what a planner may choose from now: the scripts of ready skills
// that are well enough, the degraded ones marked and last. A nil table says that
// all are well.
func (r *Registry) Catalogue(health *HealthTable) *plan.Catalogue {
	if health == nil {
		return r.well()
	}
	return health.Mark(r.well()).Without(health.Unselectable())
}

func (r *Registry) catalogue() *plan.Catalogue {
	var scripts []plan.Script
	for _, skill := range r.ready {
		for _, script := range skill.Scripts {
			scripts = append(scripts, script.entry())
		}
	}
	return plan.NewCatalogue(scripts)
}

func (s *Script) entry() plan.Script {
	return plan.Script{
		Ref:          s.Ref,
		File:         s.File,
		Description:  s.Description,
		Timeout:      s.Timeout,
		Retry:        s.Skill.Retry,
		Capabilities: s.Skill.Capabilities,
		Triggers:     s.Triggers,
		Required:     s.Required,
		Priority:     s.Skill.Priority,
		Prompt:       s.Skill.Prompt,
		Input:        s.Input,
		Keeps:        s.keeps(),
		Settles:      s.settles(),
	}
}

// keeps reports whether a script may do more than read, tell and draw numbers, so that something of it may be left when the turn is over.
func (s *Script) keeps() bool {
	return slices.ContainsFunc(s.Permissions, func(p Permission) bool {
		switch p {
		case MemoryRead, RelationRead, LoreRead, StoryRead, Random, Generate, Embed:
			return false
		}
		return true // what is new is that until somebody says otherwise
	})
}

// settles reports whether a script may change what is so, beside what it keeps for itself, or runs as
// somebody else than the player.
func (s *Script) settles() bool {
	return s.NPCView || slices.ContainsFunc(s.Permissions, func(p Permission) bool {
		return p == MemoryWrite || p == RelationWrite || p == StoryRecord
	})
}

// Candidate is the skill that `skills enable NAME` means: with replace the first
// of that name that is not bundled, else the one that has the name. The error
// says why there is none.
func (r *Registry) Candidate(name string, replace bool) (*Skill, error) {
	if replace && r.holds(name) && !r.bundles(name) {
		return nil, fmt.Errorf("no bundled skill is named %q, so there is nothing to replace; leave --replace out", name)
	}
	var unfit *Listing
	for i, l := range r.listings {
		switch {
		case string(l.Name) != name:
		case l.enables(replace):
			return l.Skill, nil
		case !replace || l.Origin != FromBundle:
			unfit = &r.listings[i]
		}
	}
	if unfit != nil {
		return nil, fmt.Errorf("the skill %q in %s cannot be enabled: %s", name, unfit.Dir, unfit.Reason)
	}
	return nil, r.unknown(name, replace)
}

func (r *Registry) holds(name string) bool {
	return slices.ContainsFunc(r.listings, func(l Listing) bool { return string(l.Name) == name })
}

func (r *Registry) bundles(name string) bool {
	return slices.ContainsFunc(r.listings, func(l Listing) bool { return string(l.Name) == name && l.Origin == FromBundle })
}

func (l Listing) enables(replace bool) bool {
	if l.Skill == nil || l.Status == Unavailable {
		return false
	}
	if replace {
		return !l.Skill.Bundled
	}
	return l.Status != Skipped && !l.shadows
}

func (r *Registry) unknown(name string, replace bool) error {
	var names []string
	for _, l := range r.listings {
		names = append(names, string(l.Name))
	}
	if replace && slices.Contains(names, name) {
		return fmt.Errorf("no other skill is named %q, so there is nothing to replace it with", name)
	}
	message := fmt.Sprintf("there is no skill %q", name)
	if meant := nearest.Name(name, names); meant != "" {
		message += fmt.Sprintf("; did you mean %q?", meant)
	}
	return errors.New(message)
}

// same reports whether two registries say the same to everybody.
func (r *Registry) same(other *Registry) bool {
	return r.problems.Error() == other.problems.Error() &&
		slices.EqualFunc(r.listings, other.listings, sameListing)
}

func sameListing(a, b Listing) bool {
	return a.Name == b.Name && a.Dir == b.Dir && a.Status == b.Status && a.Reason == b.Reason &&
		a.Problems.Error() == b.Problems.Error() && digestOf(a.Skill) == digestOf(b.Skill)
}

// Dev are the ready skills of --dev, by name.
func (r *Registry) Dev() []*Skill {
	var all []*Skill
	for _, l := range r.listings {
		if l.Status == Ready && l.Skill.Dev {
			all = append(all, l.Skill)
		}
	}
	return all
}

func digestOf(s *Skill) string {
	if s == nil {
		return ""
	}
	return s.Digest
}

// reasonOf is the first problem that is worse than a warning, in one sentence,
// and how many more there are.
func reasonOf(problems contracts.Problems) string {
	serious := slices.DeleteFunc(slices.Clone(problems), func(p contracts.Problem) bool { return p.Warning })
	switch len(serious) {
	case 0:
		return ""
	case 1:
		return serious[0].String()
	}
	return fmt.Sprintf("%s (and %d more)", serious[0], len(serious)-1)
}
