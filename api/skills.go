package api

import (
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills"
)

func skillMethods() []Method {
	return []Method{
		define("skills.list", "Lists every skill, how it is, and why one cannot be used.", listSkills),
		define("skills.form", "Gives what can be configured of a skill, and what is set; secrets are not shown.", skillForm),
		define("skills.configure", "Replaces the values of a skill. A secret that is left out stays as it is, null takes it away. Nothing is changed unless all is as the skill's schema asks for.", configureSkill),
		define("skills.enable", "Lets a skill have what it asks for, or switches it on again. Without agree it says what that is: not_agreed.", enableSkill),
		define("skills.disable", "Switches a skill off, and takes back what it was allowed.", disableSkill),
	}
}

// Skill is one that was found, usable or not.
type Skill struct {
	_            struct{}  `doc:"a skill that was found, usable or not"`
	Name         string    `json:"name" doc:"its name"`
	DisplayName  string    `json:"displayName,omitempty" doc:"for people"`
	Version      string    `json:"version,omitempty" doc:"of its author's"`
	Description  string    `json:"description,omitempty" doc:"what it does"`
	Status       string    `json:"status" doc:"ready, waiting (for consent), disabled, misconfigured, unavailable (here), or skipped"`
	Reason       string    `json:"reason,omitempty" doc:"why it cannot be used"`
	Origin       string    `json:"origin" doc:"dev, flag, settings, user, program or bundled"`
	Directory    string    `json:"directory" doc:"where it lies"`
	Scripts      []string  `json:"scripts" doc:"what plans can name of it"`
	Health       string    `json:"health" doc:"healthy, degraded, temporaryFailure or permanentFailure, as it was last"`
	Runs         string    `json:"runs,omitempty" doc:"what its scripts run in: in-process, or what holds its processes together"`
	Configurable bool      `json:"configurable" doc:"skills.form has something to show"`
	Asks         []string  `json:"asks,omitempty" doc:"permissions that need consent"`
	Problems     []Problem `json:"problems,omitempty" doc:"what its author or the user has to mend"`
}

// Skills are those that were found.
type Skills struct {
	_         struct{} `doc:"the skills that were found"`
	Skills    []Skill  `json:"skills" doc:"in order of their names"`
	Directory string   `json:"directory" doc:"where the user's own go"`
}

func listSkills(_ context.Context, c *Client, _ Nothing) (Skills, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Skills{}, err
	}
	registry, err := program.LookForSkills()
	if err != nil {
		return Skills{}, err
	}
	runs, err := program.Containment()
	if err != nil {
		return Skills{}, err
	}
	health, err := program.SkillHealth()
	if err != nil {
		return Skills{}, err
	}
	all := Skills{Directory: program.SkillsDir()}
	for _, l := range registry.Listings() {
		listed := skillOf(l, runs)
		listed.Health = string(skills.Healthy)
		if now, known := health[l.Name]; known {
			listed.Health = string(now)
		}
		all.Skills = append(all.Skills, listed)
	}
	return all, nil
}

func skillOf(l skills.Listing, runs narratoria.Containment) Skill {
	s := Skill{
		Name: string(l.Name), Status: string(l.Status), Reason: l.Reason, Origin: string(l.Origin), Directory: l.Dir,
		Problems: problemsOf(l.Problems),
	}
	if l.Skill == nil {
		return s
	}
	s.DisplayName, s.Version, s.Description = l.Skill.DisplayName, l.Skill.Version, l.Skill.Description
	s.Configurable = l.Skill.Schema != nil
	s.Asks = asksOf(l.Skill, skills.EnableOptions{})
	for _, script := range l.Skill.Scripts {
		s.Scripts = append(s.Scripts, string(script.Ref.Script))
	}
	if len(s.Scripts) > 0 && l.Status != skills.Unavailable {
		s.Runs = runs.Of(l.Skill)
	}
	return s
}

// asksOf is what a user agrees to.
func asksOf(skill *skills.Skill, o skills.EnableOptions) (asks []string) {
	wanted := skill.Asks()
	for _, permission := range wanted.Permissions {
		asks = append(asks, string(permission))
	}
	for _, variable := range wanted.Env {
		asks = append(asks, "environment variable "+variable)
	}
	if o.Replace {
		asks = append(asks, "to replace the bundled skill "+string(skill.Name))
	}
	return asks
}

type skillParams struct {
	Skill string `json:"skill" min:"1" max:"64" doc:"its name"`
}

// known refuses names of skills that are not there, with the one that was meant.
func known(program *narratoria.Program, name string) error {
	registry, err := program.Skills()
	if err != nil {
		return err
	}
	var names []string
	for _, l := range registry.Listings() {
		names = append(names, string(l.Name))
	}
	if slices.Contains(names, name) {
		return nil
	}
	return &Error{Code: NotFound, Message: fmt.Sprintf("there is no skill %q", name), Nearest: nearest.Name(name, names), Hint: "skills.list lists what there is"}
}

// withSkill lends the program to something that is done with a skill.
func withSkill(c *Client, name string, do func(*narratoria.Program) error) error {
	program, err := c.engine.awakened()
	if err == nil {
		err = known(program, name)
	}
	if err == nil {
		err = do(program)
	}
	return err
}

// Form is what can be configured of a skill.
type Form struct {
	_      struct{} `doc:"what can be configured of a skill"`
	Fields []Field  `json:"fields" doc:"its settings, in the order in which its author wrote them"`
	Values Free     `json:"values" doc:"what is set, defaults included and secrets not"`
	Set    []string `json:"set" doc:"the secrets that are set, as pointers of RFC 6901"`
	Schema Free     `json:"schema" doc:"the whole schema, where a setting is more than a form shows"`
}

// Field is one setting of a skill.
type Field struct {
	_           struct{} `doc:"one setting of a skill"`
	Name        string   `json:"name" doc:"the name that its value has"`
	Title       string   `json:"title" doc:"for people"`
	Description string   `json:"description,omitempty" doc:"for people"`
	Type        string   `json:"type" doc:"string, integer, number, boolean, or json for what a form shows as text"`
	Options     []string `json:"options,omitempty" doc:"the texts that it may be"`
	Sensitive   bool     `json:"sensitive,omitempty" doc:"it is a secret, and shown as dots"`
	Variable    string   `json:"variable,omitempty" doc:"the environment variable that ${NAME} may stand for"`
	Category    string   `json:"category,omitempty" doc:"the group it is shown in"`
	Required    bool     `json:"required,omitempty" doc:"the skill needs it"`
	Schema      Free     `json:"schema" doc:"what else is said of it: minimum, maximum, pattern, ..."`
}

func skillForm(_ context.Context, c *Client, p skillParams) (form Form, err error) {
	return form, withSkill(c, p.Skill, func(program *narratoria.Program) error {
		skill, shown, err := program.SkillForm(p.Skill)
		if err != nil {
			return err
		}
		schema, err := strictjson.ParseObject(skill.ConfigSchema)
		if err != nil {
			return err
		}
		form = Form{Fields: fieldsOf(skill.ConfigSchema, schema), Values: shown.Values, Set: shown.Set, Schema: schema}
		return nil
	})
}

// fieldsOf are the settings of a schema in the order of its text.
func fieldsOf(text []byte, schema strictjson.Object) (fields []Field) {
	required := strictjson.AsStrings[string](schema["required"])
	properties := strictjson.AsObject(schema["properties"])
	for _, name := range strictjson.MemberNames(text, "properties") {
		property := strictjson.AsObject(properties[name])
		say := func(member string) string { return strictjson.AsString(property[member]) }
		f := Field{
			Name: name, Title: say("title"), Description: say("description"), Type: "json",
			Options: strictjson.AsStrings[string](property["enum"]), Variable: say("x-env-var"), Category: say("x-category"),
			Sensitive: strictjson.AsBool(property["x-sensitive"], false) || say("format") == "password",
			Required:  slices.Contains(required, name), Schema: property,
		}
		if f.Title == "" {
			f.Title = name
		}
		if t := say("type"); t == "string" || t == "integer" || t == "number" || t == "boolean" {
			f.Type = t
		}
		fields = append(fields, f)
	}
	return fields
}

type configureParams struct {
	Skill  string `json:"skill" min:"1" max:"64" doc:"its name"`
	Values Free   `json:"values" doc:"all of the user's, as skills.form has them"`
}

func configureSkill(_ context.Context, c *Client, p configureParams) (Nothing, error) {
	return Nothing{}, withSkill(c, p.Skill, func(program *narratoria.Program) error {
		return program.ConfigureSkill(p.Skill, p.Values)
	})
}

type enableParams struct {
	Skill   string `json:"skill" min:"1" max:"64" doc:"its name"`
	Replace bool   `json:"replace,omitempty" doc:"let it stand in for the bundled skill of its name"`
	Agree   bool   `json:"agree,omitempty" doc:"the user was shown what it asks for, and agrees"`
}

func enableSkill(_ context.Context, c *Client, p enableParams) (Nothing, error) {
	o := skills.EnableOptions{Replace: p.Replace}
	return Nothing{}, withSkill(c, p.Skill, func(program *narratoria.Program) error {
		return program.EnableSkill(p.Skill, o, func(skill *skills.Skill) error {
			if asks := asksOf(skill, o); len(asks) > 0 && !p.Agree {
				return &Error{Code: NotAgreed, Message: fmt.Sprintf("the skill %q asks for what the user has not agreed to", skill.Name), Asks: asks}
			}
			return nil
		})
	})
}

func disableSkill(_ context.Context, c *Client, p skillParams) (Nothing, error) {
	return Nothing{}, withSkill(c, p.Skill, func(program *narratoria.Program) error { return program.DisableSkill(p.Skill) })
}
