package skills

import (
	"regexp"
	"time"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
)

// Skill is one skill that passed every check of its manifest. It is immutable.
type Skill struct {
	Name         plan.SkillName
	DisplayName  string
	Description  string
	Version      string // semver; "" where a SKILL.md gives none
	Author       string
	License      string
	Dir          string // absolute, links resolved; "" for a bundled one
	Bundled      bool
	Manifest     string // the file that describes it: "skill.json", "SKILL.md" or "skill.md"
	Prompt       string // the text of prompt.md, or of SKILL.md's body
	Capabilities []string
	Priority     int
	Retry        *plan.RetryPolicy
	Dev          bool     // --dev: its directory is trusted as it lies there
	SharedData   bool     // "data":"install": one data directory for all playthroughs
	Requires     []string // features of the host
	Scripts      []*Script
	ConfigSchema []byte            // the text of config-schema.json, or nil
	Schema       *contracts.Schema // the same, compiled
	Env          []string          // the environment variables that the schema names, sorted
	Shipped      []byte            // the text of config.json, or nil
	// Digest is the SHA-256, in hex, over everything in the skill's directory but
	// data/ (package snapshot). Consent is given to a digest, and it names the copy
	// that runs. Of a bundled skill, and of one of --dev, it covers the files that
	// were read, and names nothing.
	Digest string
}

// Script is one script of a skill. It is immutable.
type Script struct {
	Ref         plan.ScriptRef
	Skill       *Skill
	Description string
	File        string   // slashes, below the skill's directory: "scripts/roll.py"; "" for a built-in one
	Path        string   // absolute path of that file; "" for a built-in one
	Builtin     string   // the name a bundled script has in narratoria-skills
	Interpreter []string // absolute path of a program and its arguments, to be followed by Path; nil: Path is started itself
	Timeout     time.Duration
	Required    bool // essential to the skill, as its manifest says; planners are told
	Permissions []Permission
	Triggers    []string
	NPCView     bool              // "view":"npc": runs as the one character its step names; see [ViewNPC]
	Input       strictjson.Object // a JSON Schema of its input, as the manifest has it; nil for none
	SHA256      string            // of the file as discovered
}

// Permissions are all that the skill's scripts ask for, in the order of the
// closed list.
func (s *Skill) Permissions() []Permission {
	var asked []Permission
	for _, p := range Permissions {
		if s.asksFor(p) {
			asked = append(asked, p)
		}
	}
	return asked
}

// program is the file of a script that is a program of its own, "" where there is none.
func (s *Skill) program() string {
	for _, script := range s.Scripts {
		if script.Builtin == "" {
			return script.File
		}
	}
	return ""
}

func (s *Skill) asksFor(p Permission) bool {
	for _, script := range s.Scripts {
		for _, q := range script.Permissions {
			if p == q {
				return true
			}
		}
	}
	return false
}

// validName is what a name must match that becomes part of a path.
var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// ValidName reports whether a name may become part of a path: it has 1 to 64
// letters a to z, digits and hyphens, and no hyphen first.
func ValidName(name string) bool { return validName.MatchString(name) }
