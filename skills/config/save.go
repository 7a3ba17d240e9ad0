package config

import (
	"fmt"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills"
)

// Save replaces the user's values of a skill, secrets apart from the rest. A
// secret that values leave out stays as it is, so that a form need not show it;
// null takes it away. Nothing is written unless the whole, with what variables
// will stand for, is what the skill's schema asks for.
func (s Store) Save(skill *skills.Skill, values strictjson.Object) error {
	if skill.Schema == nil || !skills.ValidName(string(skill.Name)) {
		return fmt.Errorf("the skill %q has nothing to configure", skill.Name)
	}
	schema, err := parseSchema(skill.ConfigSchema)
	if err != nil {
		return err
	}
	if err := skill.Schema.Limit(string(skill.Name), values).Err(); err != nil {
		return err
	}
	plain, secret := split(values, schema.top())
	kept, problems := readLayer(s.secretsFile(skill), plainfile.Read)
	if err := problems.Err(); err != nil {
		return err
	}
	secrets := strictjson.Object{}
	overlay(secrets, kept.tree)
	overlay(secrets, secret)
	dropNulls(secrets)
	layers, problems := s.authors(skill, schema)
	layers = append(layers, newLayer(s.userFile(skill), plain), newLayer(s.secretsFile(skill), secrets))
	problems = append(problems, within(skill, layers)...)
	_, found := s.resolve(skill, schema, layers)
	if err := append(problems, found...).Err(); err != nil {
		return err
	}
	if len(secrets) > 0 || kept.tree != nil {
		if err := atomicfile.Write(s.secretsFile(skill), line(secrets)); err != nil {
			return err
		}
	}
	return atomicfile.Write(s.userFile(skill), line(plain))
}

func newLayer(file string, tree strictjson.Object) layer {
	return layer{file: file, data: strictjson.Encode(tree), tree: tree}
}

func line(tree strictjson.Object) []byte { return append(strictjson.Encode(tree), '\n') }

// split takes the secrets out of values.
func split(values strictjson.Object, at position) (plain, secret strictjson.Object) {
	plain, secret = strictjson.Object{}, strictjson.Object{}
	for name, value := range values {
		where := at.member(name)
		inner, isObject := value.(strictjson.Object)
		switch {
		case where.sensitive() || holdsSecret(value, where):
			if !isObject || where.sensitive() {
				secret[name] = value
				continue
			}
			p, s := split(inner, where)
			plain[name], secret[name] = p, s
		default:
			plain[name] = value
		}
	}
	return plain, secret
}

// holdsSecret reports whether something in a value is secret. An array that
// holds a secret is one as a whole.
func holdsSecret(v any, at position) bool {
	if at.sensitive() {
		return true
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if holdsSecret(item, at.item()) {
				return true
			}
		}
	case strictjson.Object:
		for name, item := range v {
			if holdsSecret(item, at.member(name)) {
				return true
			}
		}
	}
	return false
}

func dropNulls(object strictjson.Object) {
	for name, value := range object {
		if inner, ok := value.(strictjson.Object); ok {
			dropNulls(inner)
		}
		if value == nil {
			delete(object, name)
		}
	}
}
