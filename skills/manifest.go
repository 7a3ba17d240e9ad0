package skills

import (
	"time"

	"github.com/narratoria/narratoria/plan"
)

// Skill is one skill that passed every check of its manifest. It is immutable.
type Skill struct {
	Name         plan.SkillName
	DisplayName  string
	Description  string
	Version      string // semver
	Author       string
	License      string
	Dir          string // absolute; "" for a bundled one
	Bundled      bool
	Prompt       string // the text of prompt.md, or of SKILL.md's body
	Capabilities []string
	Priority     int
	Retry        *plan.RetryPolicy
	SharedData   bool // "data":"install": one data directory for all playthroughs
	Requires     []string
	Scripts      []*Script
	ConfigSchema []byte // the text of config-schema.json, or nil
}

// Script is one script of a skill. It is immutable.
type Script struct {
	Ref         plan.ScriptRef
	Skill       *Skill
	Description string
	File        string // slashes, below the skill's directory: "scripts/roll.py"; "" for a built-in one
	Path        string // absolute path of that file; "" for a built-in one
	Builtin     string // the name a bundled script has in narratoria-skills
	Interpreter []string
	Timeout     time.Duration // 0: the runtime's default
	Required    bool
	Permissions []Permission
	Triggers    []string
	SHA256      string // of the file as discovered: what changed since is refused
}
