package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
)

// consentFile lies in the user's configuration directory and is readable by the
// user alone. Its schema is contracts/consent.schema.json:
//
//	{"skills": {"torch": {"enabled": true, "permissions": ["data"],
//	            "env": ["TORCH_KEY"], "replace": false, "sha256": "..."}}}
//
// sha256 is the digest of the skill as it was allowed: what changed since is
// asked about again.
const consentFile = "consent.json"

// maxConsent bounds the file; a thousand skills need a tenth of it.
const maxConsent = 4 << 20

// A Grant is what a user allows one skill beyond what every skill may do.
type Grant struct {
	Permissions []Permission // those that need consent
	Env         []string     // environment variables its configuration may stand for
	Replace     bool         // to stand in for a bundled skill of its name
}

// Empty reports whether a skill asks for nothing that needs consent.
func (g Grant) Empty() bool { return len(g.Permissions) == 0 && len(g.Env) == 0 && !g.Replace }

// Asks is what a skill would be granted by [Consent.Enable].
func (s *Skill) Asks() Grant {
	var g Grant
	if !s.Bundled {
		g.Permissions = slices.DeleteFunc(s.Permissions(), func(p Permission) bool { return !p.NeedsConsent() })
	}
	g.Env = s.Env
	return g
}

// Consent is what the user has allowed and switched off, as recorded in a
// configuration directory. It is not safe for concurrent use; a nil one has
// nothing recorded.
type Consent struct {
	path    string
	records map[plan.SkillName]record
}

type record struct {
	enabled bool
	grant   Grant
	digest  string // of the skill as allowed; "" for a bundled one, which changes with the program
}

// LoadConsent reads what is recorded in a configuration directory: nothing,
// where there is no record yet. A record that cannot be understood is an error,
// since it may say that a skill is switched off.
func LoadConsent(dir string) (*Consent, error) {
	c := &Consent{path: filepath.Join(dir, consentFile), records: map[plan.SkillName]record{}}
	data, err := plainfile.Read(c.path, maxConsent)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, fmt.Errorf("what skills may do is recorded in %s, which %s", c.path, plainfile.Why(err))
	}
	tree, problems := contracts.Validate(contracts.Consent, c.path, data)
	if err := problems.Err(); err != nil {
		return nil, fmt.Errorf("what skills may do is recorded in %s; mend it, or delete it to be asked again: %w", c.path, err)
	}
	root := strictjson.AsObject(tree)
	skills := strictjson.AsObject(root["skills"])
	for name, entry := range skills {
		object := strictjson.AsObject(entry)
		c.records[plan.SkillName(name)] = recordOf(object)
	}
	return c, nil
}

func recordOf(object strictjson.Object) record {
	return record{
		enabled: object["enabled"] == true,
		grant: Grant{
			Permissions: permissions(strictjson.AsStrings[string](object["permissions"])),
			Env:         strictjson.AsStrings[string](object["env"]),
			Replace:     object["replace"] == true,
		},
		digest: strictjson.AsString(object["sha256"]),
	}
}

func (r record) object() strictjson.Object {
	object := strictjson.Object{"enabled": r.enabled}
	if !r.enabled {
		return object
	}
	if len(r.grant.Permissions) > 0 {
		object["permissions"] = r.grant.Permissions
	}
	if len(r.grant.Env) > 0 {
		object["env"] = r.grant.Env
	}
	if r.grant.Replace {
		object["replace"] = true
	}
	if r.digest != "" {
		object["sha256"] = r.digest
	}
	return object
}

// Save replaces the record on disk, whole and for the user's eyes alone.
func (c *Consent) Save() error {
	skills := strictjson.Object{}
	for name, r := range c.records {
		skills[string(name)] = r.object()
	}
	return atomicfile.Write(c.path, append(strictjson.Encode(strictjson.Object{"skills": skills}), '\n'))
}

// Reload reads the record again from where it came.
func (c *Consent) Reload() (*Consent, error) {
	if c == nil {
		return nil, nil
	}
	return LoadConsent(filepath.Dir(c.path))
}

// EnableOptions of [Consent.Enable].
type EnableOptions struct {
	Replace bool // let it stand in for the bundled skill of its name
}

// Enable records that the user wants a skill, as it is now, with all it asks
// for, and returns what that is. Nothing is written before [Consent.Save].
func (c *Consent) Enable(skill *Skill, opts EnableOptions) (Grant, error) {
	if err := recordable(skill.Name); err != nil {
		return Grant{}, err
	}
	if skill.Dev {
		return Grant{}, fmt.Errorf("%s is trusted as it is by --dev, so there is nothing to record; to enable it as it is now, give its directory with --skills", skill.Name)
	}
	r := record{enabled: true, grant: skill.Asks()}
	r.grant.Replace = opts.Replace && !skill.Bundled
	r.digest = pin(skill)
	c.records[skill.Name] = r
	return r.grant, nil
}

// Disable records that the user does not want a skill, and takes back all that
// it was granted.
func (c *Consent) Disable(skill plan.SkillName) error {
	if err := recordable(skill); err != nil {
		return err
	}
	c.records[skill] = record{}
	return nil
}

func recordable(name plan.SkillName) error {
	if ValidName(string(name)) {
		return nil
	}
	return fmt.Errorf("a skill named %q can only be switched off by removing its directory: names that are recorded are of a-z, 0-9 and hyphens", name)
}

// Granted is what the user allowed this skill, as it is now. A skill that
// changed since it was allowed is granted nothing, one of --dev all it asks for.
func (c *Consent) Granted(skill *Skill) Grant {
	if skill.Dev {
		return skill.Asks()
	}
	r := c.record(skill.Name)
	if !r.enabled || r.digest != pin(skill) {
		return Grant{}
	}
	return r.grant
}

// pin is what a grant is tied to: a skill's content, except for a bundled one,
// which changes with the program the user installed.
func pin(skill *Skill) string {
	if skill.Bundled {
		return ""
	}
	return skill.Digest
}

// Disabled reports whether the user switched a skill off.
func (c *Consent) Disabled(skill plan.SkillName) bool {
	if c == nil {
		return false
	}
	r, ok := c.records[skill]
	return ok && !r.enabled
}

// changed reports whether a skill was allowed something in another form.
func (c *Consent) changed(skill *Skill) bool {
	return c.agreed(skill.Name) && c.record(skill.Name).digest != pin(skill)
}

// agreed reports whether a skill from outside was allowed something in some form.
func (c *Consent) agreed(name plan.SkillName) bool {
	r := c.record(name)
	return r.enabled && r.digest != ""
}

func (c *Consent) record(name plan.SkillName) record {
	if c == nil {
		return record{}
	}
	return c.records[name]
}

// missing are the permissions a skill asks for and was not granted.
func (c *Consent) missing(skill *Skill) []Permission {
	granted := c.Granted(skill).Permissions
	return slices.DeleteFunc(skill.Asks().Permissions, func(p Permission) bool { return slices.Contains(granted, p) })
}
