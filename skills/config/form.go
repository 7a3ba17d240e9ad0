package config

import (
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills"
)

// A Form is what somebody who configures a skill is shown.
type Form struct {
	Values strictjson.Object // as they were written: variables stay their names, and there is no secret among them
	Set    []string          // the secrets that are set, as pointers of RFC 6901, sorted
}

// Form gives the values that a skill has now, whether or not they are what its schema asks
// for; the problems say what keeps them from being read. What was changed in Values, Save
// takes as it is.
func (s Store) Form(skill *skills.Skill) (Form, contracts.Problems) {
	form := Form{Values: strictjson.Object{}}
	if skill.Schema == nil {
		return form, contracts.Problems{{File: string(skill.Name), Kind: contracts.UnknownName, Message: fmt.Sprintf("the skill %q has nothing to configure", skill.Name)}}
	}
	schema, err := parseSchema(skill.ConfigSchema)
	if err != nil {
		return form, contracts.Problems{{File: string(skill.Name), Kind: contracts.Syntax, Message: err.Error()}}
	}
	layers, problems := s.authors(skill, schema)
	users, more := s.users(skill)
	all := strictjson.Object{}
	for _, l := range append(layers, users...) {
		overlay(all, l.tree)
	}
	var secret strictjson.Object
	form.Values, secret = split(all, schema.top())
	form.Set = leaves(secret, "")
	slices.Sort(form.Set)
	return form, append(problems, more...)
}

// leaves are the pointers to all that is in an object and is no object itself.
func leaves(object strictjson.Object, at string) (pointers []string) {
	for name, value := range object {
		pointer := at + "/" + strictjson.Token(name)
		if inner, is := value.(strictjson.Object); is {
			pointers = append(pointers, leaves(inner, pointer)...)
		} else if value != nil && value != "" {
			pointers = append(pointers, pointer)
		}
	}
	return pointers
}
