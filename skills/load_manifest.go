package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
)

// defaultPriority is that of a skill whose manifest gives none.
const defaultPriority = 50

// A manifest is skill.json while it is being read: the text, to say where a
// problem lies, and its tree, which has passed the schema.
type manifest struct {
	*loader
	data []byte
	tree strictjson.Object
}

func (l *loader) loadManifest() {
	l.skill.Manifest = manifestFile
	data, ok := l.read(manifestFile, maxManifest)
	if !ok {
		return
	}
	tree, problems := contracts.Validate(contracts.SkillManifest, filepath.Join(l.label, manifestFile), data)
	l.problems = append(l.problems, problems...)
	m := manifest{loader: l, data: data}
	m.tree = strictjson.AsObject(tree)
	if name := strictjson.AsString(m.tree["name"]); ValidName(name) {
		l.skill.Name = plan.SkillName(name)
	}
	if problems.Err() == nil {
		m.fill()
	}
}

// problem reports something wrong at one place of skill.json.
func (m manifest) problem(kind contracts.Kind, pointer, format string, args ...any) {
	line, column := strictjson.Locate(m.data, pointer)
	m.add(contracts.Problem{
		File: manifestFile, Line: line, Column: column, Pointer: pointer,
		Kind: kind, Message: fmt.Sprintf(format, args...),
	})
}

func (m manifest) fill() {
	s := m.skill
	s.Priority = defaultPriority
	s.DisplayName = strictjson.AsString(m.tree["displayName"])
	s.Description = strictjson.AsString(m.tree["description"])
	s.Author = strictjson.AsString(m.tree["author"])
	s.License = strictjson.AsString(m.tree["license"])
	s.Capabilities = strictjson.AsStrings[string](m.tree["capabilities"])
	if priority, given := m.tree["priority"]; given {
		s.Priority = int(strictjson.AsInteger(priority))
	}
	s.Retry = retryPolicy(m.tree["retryPolicy"])
	s.SharedData = strictjson.AsString(m.tree["data"]) == "install"
	if requires, ok := m.tree["requires"].(strictjson.Object); ok {
		s.Requires = strictjson.AsStrings[string](requires["features"])
	}
	m.fillIdentity()
	m.fillPrompt()
	m.fillSchema()
	m.fillScripts()
}

func (m manifest) fillIdentity() {
	m.skill.Version = strictjson.AsString(m.tree["version"])
	if !validVersion(m.skill.Version) {
		m.problem(contracts.BadValue, "/version", "version %q is not a semantic version such as 1.0.0", m.skill.Version)
	}
	if dir := filepath.Base(m.label); dir != string(m.skill.Name) {
		m.warn(manifestFile, "the directory %q is not named as its skill, %q", dir, m.skill.Name)
	}
}

// named gives the path of a file that the manifest may name, else of the file
// of the usual name if there is one, else "".
func (m manifest) named(field, usual string) string {
	given, ok := m.tree[field].(string)
	if !ok {
		if plainfile.Exists(m.fsys, usual) {
			return usual
		}
		return ""
	}
	return m.inside("/"+field, given)
}

// inside is a path of the manifest, cleaned, or "" after saying that it leaves
// the skill's directory.
func (m manifest) inside(pointer, given string) string {
	clean, ok := insidePath(given)
	if !ok {
		m.problem(contracts.Forbidden, pointer, "%q does not name a file inside the skill's directory (write a relative path with forward slashes)", given)
	}
	return clean
}

func (m manifest) fillPrompt() {
	if name := m.named("prompt", "prompt.md"); name != "" {
		m.skill.Prompt, _ = m.text("/prompt", name, maxPrompt)
		return
	}
	if md := skillMDFile(m.fsys); m.tree["prompt"] == nil && md != "" {
		m.skill.Prompt = m.promptOf(md)
	}
}

func (m manifest) fillSchema() {
	name := m.named("configSchema", "config-schema.json")
	if name == "" {
		return
	}
	schema, ok := m.text("/configSchema", name, maxManifest)
	if !ok {
		return
	}
	compiled, problems := contracts.CompileConfig(filepath.Join(m.label, filepath.FromSlash(name)), []byte(schema))
	m.problems = append(m.problems, problems...)
	m.skill.ConfigSchema, m.skill.Schema, m.skill.Env = []byte(schema), compiled, envVars([]byte(schema))
}

// envVars are the variables that a schema names with "x-env-var", sorted.
func envVars(schema []byte) []string {
	tree, err := strictjson.Parse(schema)
	if err != nil {
		return nil // reported when it was compiled
	}
	names := map[string]bool{}
	collectEnvVars(tree, names)
	return slices.Sorted(maps.Keys(names))
}

func collectEnvVars(tree any, names map[string]bool) {
	switch tree := tree.(type) {
	case []any:
		for _, item := range tree {
			collectEnvVars(item, names)
		}
	case strictjson.Object:
		if name, ok := tree["x-env-var"].(string); ok {
			names[name] = true
		}
		for _, item := range tree {
			collectEnvVars(item, names)
		}
	}
}

// text reads a text file which the manifest names at pointer, or which has its
// usual name.
func (m manifest) text(pointer, name string, limit int64) (string, bool) {
	content, err := plainfile.ReadText(m.fsys, name, limit)
	if err != nil {
		m.fileProblem(pointer, name, err)
		return "", false
	}
	m.sum(name, []byte(content))
	return content, true
}

// fileProblem reports a file that cannot be used, where the manifest names it or
// else by itself.
func (m manifest) fileProblem(pointer, name string, err error) {
	if field := strings.TrimPrefix(pointer, "/"); !strings.Contains(field, "/") && m.tree[field] == nil {
		m.unreadable(name, err)
		return
	}
	kind := contracts.Unreadable
	if plainfile.LeadsOut(err) {
		kind = contracts.Forbidden
	}
	m.problem(kind, pointer, "%q %s", name, plainfile.Why(err))
}

func (m manifest) fillScripts() {
	files := m.scriptFiles()
	list, listed := m.tree["scripts"].([]any)
	if !listed {
		m.findScripts(files)
		return
	}
	for i, entry := range list {
		object := strictjson.AsObject(entry)
		m.fillScript(fmt.Sprintf("/scripts/%d", i), object)
	}
	m.warnUnlisted(files)
	m.requireViews()
}

// ViewNPC is the feature of a host that runs scripts as one character, which
// reads and says no more than that character can. A skill with a script that
// asks for it requires it: any other host would show that script all the player
// knows.
const ViewNPC = "view:npc"

func (m manifest) requireViews() {
	s := m.skill
	asks := func(script *Script) bool { return script.NPCView }
	if slices.ContainsFunc(s.Scripts, asks) && !slices.Contains(s.Requires, ViewNPC) {
		s.Requires = append(s.Requires, ViewNPC)
	}
}

func (m manifest) fillScript(at string, entry strictjson.Object) {
	script := &Script{
		Ref:         plan.ScriptRef{Skill: m.skill.Name, Script: plan.ScriptName(strictjson.AsString(entry["name"]))},
		Skill:       m.skill,
		Description: strictjson.AsString(entry["description"]),
		Timeout:     milliseconds(entry["timeout"]),
		Required:    entry["required"] != false,
		Permissions: permissions(strictjson.AsStrings[string](entry["permissions"])),
		Triggers:    strictjson.AsStrings[string](entry["triggers"]),
		NPCView:     strictjson.AsString(entry["view"]) == "npc",
		Input:       inputOf(entry["input"]),
	}
	m.checkScriptName(at, script)
	if builtin, ok := entry["builtin"].(string); ok {
		m.fillBuiltin(at, script, builtin)
	} else {
		m.fillFile(at, script, strictjson.AsString(entry["path"]), strictjson.AsString(entry["interpreter"]))
	}
	m.skill.Scripts = append(m.skill.Scripts, script)
}

// inputOf is a schema of a manifest, nil where there is none.
func inputOf(schema any) strictjson.Object {
	of, is := schema.(strictjson.Object)
	if !is {
		return nil
	}
	return strictjson.CloneObject(of)
}

func (m manifest) checkScriptName(at string, script *Script) {
	for _, other := range m.skill.Scripts {
		if other.Ref == script.Ref {
			m.problem(contracts.Duplicate, at+"/name", "two scripts are named %q", script.Ref.Script)
		}
	}
}

func (m manifest) fillBuiltin(at string, script *Script, name string) {
	if !m.skill.Bundled {
		m.problem(contracts.Forbidden, at+"/builtin", "only the program's own skills may use \"builtin\"; give the \"path\" of a script")
	}
	script.Builtin = name
}

func (m manifest) fillFile(at string, script *Script, given, interpreter string) {
	if m.skill.Bundled {
		m.problem(contracts.BadValue, at, "a bundled skill has no files; its scripts say \"builtin\"")
		return
	}
	clean := m.inside(at+"/path", given)
	if clean == "" {
		return
	}
	name, ok := m.scriptPath(clean)
	if !ok {
		m.noScript(at+"/path", clean)
		return
	}
	m.useFile(at+"/path", script, name, interpreter)
}

// scriptPath finds a script as the specification's example writes it, relative
// to scripts/, or else relative to the skill's directory. What cannot be looked
// at is taken to be there, so that its reason is told.
func (m manifest) scriptPath(given string) (string, bool) {
	for _, name := range []string{scriptsDir + "/" + given, given} {
		if _, err := fs.Lstat(m.fsys, name); !errors.Is(err, fs.ErrNotExist) {
			return name, true
		}
	}
	return "", false
}

func (m manifest) noScript(pointer, given string) {
	var names []string
	for name := range m.sums {
		if below, ok := strings.CutPrefix(name, scriptsDir+"/"); ok {
			names = append(names, below)
		}
	}
	slices.Sort(names)
	m.problem(contracts.Unreadable, pointer, "there is neither \"scripts/%s\" nor %q in the skill's directory", given, given)
	m.problems[len(m.problems)-1].Nearest = nearest.Name(given, names)
}

func permissions(names []string) []Permission {
	var all []Permission
	for _, name := range names {
		all = append(all, Permission(name))
	}
	return all
}

func milliseconds(v any) time.Duration {
	const most = int64(24 * time.Hour / time.Millisecond)
	return time.Duration(min(strictjson.AsInteger(v), most)) * time.Millisecond
}

func retryPolicy(v any) *plan.RetryPolicy {
	object, ok := v.(strictjson.Object)
	if !ok {
		return nil
	}
	policy := plan.DefaultRetry
	if retries, ok := object["maxRetries"]; ok {
		policy.MaxRetries = int(strictjson.AsInteger(retries))
	}
	if backoff, ok := object["backoffMs"]; ok {
		policy.Backoff = min(milliseconds(backoff), plan.MaxBackoff)
	}
	return &policy
}
