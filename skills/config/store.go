package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills"
)

// A Store is where skills are configured. It keeps nothing in memory, so it may
// be used concurrently and always reads what is there now.
type Store struct {
	Dir     string          // the user's configuration directory
	Consent *skills.Consent // which variables the user lets each skill see
	// LookupEnv reads an environment variable; nil: os.LookupEnv.
	LookupEnv func(name string) (string, bool)
}

// Values are a skill's configuration, ready to be handed over.
type Values struct {
	Config  strictjson.Object // never nil
	Secrets []string          // texts in it that no log may show; sorted, without ""
}

// Check is [Store.Load] for [skills.DiscoverOptions]: it says what keeps a skill
// from running.
func (s Store) Check(skill *skills.Skill) contracts.Problems {
	_, problems := s.Load(skill)
	return problems
}

// Load puts a skill's configuration together. The values are of use when
// problems.Err() is nil.
func (s Store) Load(skill *skills.Skill) (Values, contracts.Problems) {
	empty := Values{Config: strictjson.Object{}}
	if skill.Schema == nil {
		return empty, s.unused(skill)
	}
	schema, err := parseSchema(skill.ConfigSchema)
	if err != nil {
		return empty, contracts.Problems{{File: string(skill.Name), Kind: contracts.Syntax, Message: err.Error()}}
	}
	layers, problems := s.authors(skill, schema)
	users, more := s.users(skill)
	values, found := s.resolve(skill, schema, append(layers, users...))
	return values, slices.Concat(problems, more, found)
}

// resolve makes one configuration of layers, lowest first.
func (s Store) resolve(skill *skills.Skill, schema document, layers []layer) (Values, contracts.Problems) {
	values := Values{Config: strictjson.Object{}}
	var problems contracts.Problems
	for i := range layers {
		found, secrets := s.expand(skill, schema, &layers[i])
		problems = append(problems, stillMatters(found, layers[i+1:])...)
		values.Secrets = append(values.Secrets, secrets...)
		overlay(values.Config, layers[i].tree)
	}
	problems = append(problems, validate(skill, schema, values.Config, layers)...)
	values.Secrets = append(values.Secrets, secretsIn(values.Config, schema.top(), false)...)
	slices.Sort(values.Secrets)
	values.Secrets = slices.DeleteFunc(slices.Compact(values.Secrets), func(s string) bool { return s == "" })
	return values, problems
}

// unused warns of a configuration that no schema asks for.
func (s Store) unused(skill *skills.Skill) contracts.Problems {
	if !skills.ValidName(string(skill.Name)) {
		return nil // its name makes no path of ours
	}
	path := s.userFile(skill)
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	return contracts.Problems{{File: path, Kind: contracts.UnknownName, Warning: true, Message: fmt.Sprintf("the skill %q has no config-schema.json, so nothing of this file is used", skill.Name)}}
}

// The two files of the user's.
func (s Store) userFile(skill *skills.Skill) string {
	return filepath.Join(s.Dir, "skills", string(skill.Name)+".json")
}

func (s Store) secretsFile(skill *skills.Skill) string {
	return filepath.Join(s.Dir, "secrets", string(skill.Name)+".json")
}

// A layer is one of the four places values come from.
type layer struct {
	file    string
	data    []byte // nil for the schema's defaults
	tree    strictjson.Object
	lenient bool
}

// authors are the layers that came with the skill.
func (s Store) authors(skill *skills.Skill, schema document) ([]layer, contracts.Problems) {
	defaults, _ := schema.defaults(schema.root)
	object, _ := defaults.(strictjson.Object)
	layers := []layer{{file: "the defaults of " + string(skill.Name), tree: object, lenient: true}}
	if skill.Shipped == nil {
		return layers, within(skill, layers)
	}
	shipped, problems := parseLayer(filepath.Join(skill.Dir, "config.json"), skill.Shipped)
	if shipped.tree != nil {
		layers = append(layers, shipped)
	}
	return layers, append(problems, within(skill, layers)...)
}

// users are the layers the user wrote.
func (s Store) users(skill *skills.Skill) ([]layer, contracts.Problems) {
	if !skills.ValidName(string(skill.Name)) {
		return nil, nil // its name makes no path of ours
	}
	plain, problems := readLayer(s.userFile(skill), plainfile.Read)
	secret, found := readLayer(s.secretsFile(skill), plainfile.ReadSecret)
	layers := slices.DeleteFunc([]layer{plain, secret}, func(l layer) bool { return l.tree == nil })
	return layers, slices.Concat(problems, found, within(skill, layers))
}

// within empties layers that are more than their skill's schema may be asked about, and says
// so: to find out what each of their settings is would take as long as to check them.
func within(skill *skills.Skill, layers []layer) (problems contracts.Problems) {
	for i, l := range layers {
		found := skill.Schema.Limit(l.file, l.tree)
		if l.data != nil {
			found.Locate(l.data)
		}
		if len(found) > 0 {
			layers[i].tree, problems = strictjson.Object{}, append(problems, found...)
		}
	}
	return problems
}

// readLayer reads a file, where there is one. One of secrets that others can read is told of, but
// read all the same: what it sets is not missing.
func readLayer(path string, read func(path string, limit int64) ([]byte, error)) (layer, contracts.Problems) {
	data, err := read(path, maxFile)
	if plainfile.NotThere(err) {
		return layer{}, nil
	}
	if open, is := errors.AsType[*plainfile.ExposedError](err); is {
		l, problems := parseLayer(path, data)
		return l, append(problems, contracts.Problem{File: path, Kind: contracts.Forbidden, Message: open.Error()})
	}
	if err != nil {
		return layer{}, contracts.Problems{{File: path, Kind: contracts.Unreadable, Message: "the configuration " + plainfile.Why(err)}}
	}
	return parseLayer(path, data)
}

func parseLayer(path string, data []byte) (layer, contracts.Problems) {
	tree, err := strictjson.ParseObject(data)
	if syntax, ok := errors.AsType[*strictjson.SyntaxError](err); ok {
		return layer{}, contracts.Problems{{File: path, Line: syntax.Line, Column: syntax.Column, Kind: contracts.Syntax, Message: syntax.Message}}
	}
	return layer{file: path, data: data, tree: tree}, nil
}

// expand replaces the variables in a layer.
func (s Store) expand(skill *skills.Skill, schema document, l *layer) (contracts.Problems, []string) {
	e := expansion{
		skill: string(skill.Name), file: l.file, lenient: l.lenient,
		allowed: s.Consent.Granted(skill).Env, lookup: s.LookupEnv,
	}
	if e.lookup == nil {
		e.lookup = os.LookupEnv
	}
	expanded, _ := e.value(l.tree, schema.top(), "")
	l.tree, _ = expanded.(strictjson.Object)
	if l.data != nil {
		e.problems.Locate(l.data)
	}
	e.problems.Sort()
	return e.problems, e.secrets
}

// stillMatters leaves out warnings of settings that later layers set anyway.
func stillMatters(problems contracts.Problems, later []layer) contracts.Problems {
	return slices.DeleteFunc(problems, func(p contracts.Problem) bool {
		return p.Warning && slices.ContainsFunc(later, func(l layer) bool { return has(l.tree, p.Pointer) })
	})
}

// validate holds the whole to the schema, and names for each problem the file
// whose value won.
func validate(skill *skills.Skill, schema document, config strictjson.Object, layers []layer) contracts.Problems {
	problems := skill.Schema.ValidateTree("", config)
	for i := range problems {
		p := contracts.Problems{hide(problems[i], schema)}
		l := sourceOf(p[0].Pointer, layers)
		p[0].File = l.file
		if l.data != nil {
			p.Locate(l.data)
		}
		problems[i] = p[0]
	}
	return problems
}

// hide takes the value of a secret out of a problem's sentence.
func hide(p contracts.Problem, schema document) contracts.Problem {
	at := schema.top()
	secret := at.sensitive()
	for _, token := range strings.Split(strings.TrimPrefix(p.Pointer, "/"), "/") {
		name := strictjson.Name(token)
		at = schema.at(append(objects(at.member(name)), objects(at.item())...)...)
		secret = secret || at.sensitive()
	}
	if secret {
		p.Message = fmt.Sprintf("%s, which is secret, does not hold what the skill's schema asks for", setting(p.Pointer))
		p.Nearest, p.Causes = "", nil
	}
	return p
}

func objects(p position) []any {
	all := make([]any, len(p.schemas))
	for i, schema := range p.schemas {
		all[i] = schema
	}
	return all
}

// sourceOf is the last layer in which a pointer, or the longest part of it that
// is anywhere, has a value.
func sourceOf(pointer string, layers []layer) layer {
	for ; pointer != ""; pointer = pointer[:strings.LastIndexByte(pointer, '/')] {
		for _, l := range slices.Backward(layers) {
			if has(l.tree, pointer) {
				return l
			}
		}
	}
	return layers[len(layers)-1]
}

func has(tree strictjson.Object, pointer string) bool {
	var at any = tree
	for _, token := range strings.Split(pointer[1:], "/") {
		object, ok := at.(strictjson.Object)
		if !ok {
			return true // inside an array, which is replaced whole
		}
		if at, ok = object[strictjson.Name(token)]; !ok {
			return false
		}
	}
	return true
}

// secretsIn lists the texts that stand where the schema says secret.
func secretsIn(v any, at position, inside bool) []string {
	inside = inside || at.sensitive()
	var all []string
	switch v := v.(type) {
	case string:
		if inside {
			all = append(all, v)
		}
	case strictjson.Number:
		if inside {
			all = append(all, string(v))
		}
	case []any:
		for _, item := range v {
			all = append(all, secretsIn(item, at.item(), inside)...)
		}
	case strictjson.Object:
		for name, item := range v {
			all = append(all, secretsIn(item, at.member(name), inside)...)
		}
	}
	return all
}
