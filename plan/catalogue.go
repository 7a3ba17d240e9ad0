package plan

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
)

// Catalogue is the registered scripts at one moment, and the only way from a
// plan's toolPath to something that runs. It is immutable, and may be used by
// any number of goroutines.
type Catalogue struct {
	scripts []Script
	byRef   map[string]int   // "skill/script"
	byFile  map[string][]int // "skills/<skill>/<path of its file in the skill>"
	byBase  map[string][]int // "skills/<skill>/<base name of its file>"
	hidden  map[SkillName]bool
}

// NewCatalogue takes scripts in any order and lists them in the order a planner
// should see them: degraded ones last, then by falling priority, then by name.
// Of two scripts with one reference the first counts.
func NewCatalogue(scripts []Script) *Catalogue {
	scripts = slices.Clone(scripts)
	slices.SortStableFunc(scripts, inPlannersOrder)
	c := &Catalogue{byRef: map[string]int{}, byFile: map[string][]int{}, byBase: map[string][]int{}}
	for _, script := range scripts {
		c.register(script)
	}
	return c
}

func inPlannersOrder(a, b Script) int {
	return cmp.Or(
		compareBool(a.Degraded, b.Degraded),
		cmp.Compare(b.Priority, a.Priority),
		cmp.Compare(a.Ref.String(), b.Ref.String()),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func (c *Catalogue) register(script Script) {
	ref := script.Ref.String()
	if _, taken := c.byRef[ref]; taken {
		return
	}
	at := len(c.scripts)
	c.scripts = append(c.scripts, script)
	c.byRef[ref] = at
	file, base := fileForms(script)
	c.byFile[file] = append(c.byFile[file], at)
	if base != file {
		c.byBase[base] = append(c.byBase[base], at)
	}
}

// fileForms are the specification's two names of a script: its file by its path
// in the skill, and by its base name. A built-in script has no file; it answers
// to the one the specification gives it.
func fileForms(script Script) (file, base string) {
	name := script.File
	if name == "" {
		name = string(script.Ref.Script) + ".dart"
	}
	dir := "skills/" + string(script.Ref.Skill) + "/"
	return dir + name, dir + path.Base(name)
}

// Scripts are all of them, in planner's order; the slice is shared.
func (c *Catalogue) Scripts() []Script { return c.scripts }

// Script finds a script by its reference.
func (c *Catalogue) Script(ref ScriptRef) (Script, bool) {
	at, ok := c.byRef[ref.String()]
	if !ok {
		return Script{}, false
	}
	return c.scripts[at], true
}

// Without is the catalogue less some skills, under whatever alias they are
// named. A toolPath that means one of them is then refused as disabled.
func (c *Catalogue) Without(skills []SkillName) *Catalogue {
	if len(skills) == 0 {
		return c
	}
	hidden := make(map[SkillName]bool, len(c.hidden)+len(skills))
	for key := range c.hidden {
		hidden[key] = true
	}
	for _, skill := range skills {
		hidden[skill.Key()] = true
	}
	rest := NewCatalogue(slices.DeleteFunc(slices.Clone(c.scripts), func(s Script) bool {
		return hidden[s.Ref.Skill.Key()]
	}))
	rest.hidden = hidden
	return rest
}

// Resolve finds the script that a toolPath names. Three exact forms are taken,
// and nothing is cleaned up, unescaped or folded to fit them:
//
//	skill/script
//	skills/<skill>/<the script's file, by its path in the skill>
//	skills/<skill>/<the base name of that file>, when one script has it
//
// The problem has no place in a document yet; where it is nil, the script is
// the one meant.
func (c *Catalogue) Resolve(toolPath string) (Script, *contracts.Problem) {
	if at, ok := c.byRef[toolPath]; ok {
		return c.scripts[at], nil
	}
	for _, forms := range []map[string][]int{c.byFile, c.byBase} {
		switch candidates := forms[toolPath]; len(candidates) {
		case 0:
		case 1:
			return c.scripts[candidates[0]], nil
		default:
			return Script{}, c.ambiguous(toolPath, candidates)
		}
	}
	return Script{}, c.unresolved(toolPath)
}

func (c *Catalogue) ambiguous(toolPath string, candidates []int) *contracts.Problem {
	refs := make([]string, len(candidates))
	for i, at := range candidates {
		refs[i] = c.scripts[at].Ref.String()
	}
	return &contracts.Problem{
		Kind:     contracts.UnknownName,
		Message:  fmt.Sprintf("toolPath %s could be any of %s", quote(toolPath), strings.Join(refs, ", ")),
		Expected: `the one meant, as "skill/script"`,
	}
}

func (c *Catalogue) unresolved(toolPath string) *contracts.Problem {
	skill := SkillName(toolPath).Key()
	problem := &contracts.Problem{Nearest: c.nearestRef(toolPath, skill)}
	switch {
	case c.hidden[skill]:
		problem.Kind, problem.Nearest = contracts.Forbidden, ""
		problem.Message = fmt.Sprintf("skill %s is disabled, so toolPath %s cannot run", quote(skill), quote(toolPath))
		problem.Expected = "a script of another skill"
	case !couldBeName().MatchString(toolPath) && !c.isHalfAName(toolPath, problem.Nearest):
		problem.Kind = contracts.Forbidden
		problem.Message = fmt.Sprintf("toolPath %s is a path or a command, and those are never run", quote(toolPath))
		problem.Expected = expectedRef
	default:
		problem.Kind = contracts.UnknownName
		problem.Message = fmt.Sprintf("no registered script is named %s", quoteASCII(toolPath))
		problem.Expected = c.expectedOf(skill)
	}
	return problem
}

const expectedRef = `a registered script, as "skill/script"`

// couldBeName tells a name that nobody registered from a path or a command. It
// only chooses the words of a refusal.
var couldBeName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL\pN_-]+(/[\pL\pN_-][\pL\pN._-]*)+$`) })

// isHalfAName reports whether a word is a skill without its script, or a script
// without its skill.
func (c *Catalogue) isHalfAName(toolPath, meant string) bool {
	return !strings.ContainsAny(toolPath, `/\%`) && (meant != "" || len(c.refsOf(SkillName(toolPath))) > 0)
}

// maxListed keeps the message about a large skill readable.
const maxListed = 8

func (c *Catalogue) expectedOf(skill SkillName) string {
	refs := c.refsOf(skill)
	if len(refs) == 0 || len(refs) > maxListed {
		return expectedRef
	}
	return strings.Join(refs, " or ")
}

func (c *Catalogue) refsOf(skill SkillName) []string {
	var refs []string
	for _, script := range c.scripts {
		if script.Ref.Skill == skill {
			refs = append(refs, script.Ref.String())
		}
	}
	return refs
}

// nearestRef guesses by a script's name alone, by spelling, and then by the first
// word of a script's name:
// the specification's skills/memory/recall.dart means memory/recall-memory.
func (c *Catalogue) nearestRef(toolPath string, skill SkillName) string {
	stem := strings.TrimSuffix(path.Base(toolPath), path.Ext(toolPath))
	meant := string(skill) + "/" + stem
	refs := make([]string, len(c.scripts))
	for i, script := range c.scripts {
		refs[i] = script.Ref.String()
		if string(script.Ref.Script) == toolPath {
			return refs[i]
		}
	}
	for _, spelling := range []string{meant, toolPath} {
		if name := nearest.Name(spelling, refs); name != "" {
			return name
		}
	}
	for _, ref := range c.refsOf(skill) {
		if strings.HasPrefix(ref, meant) {
			return ref
		}
	}
	return ""
}
