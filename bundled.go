package narratoria

import (
	"context"
	"io"
	"strings"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills-src/bundled"
	"github.com/narratoria/narratoria/skills/inprocess"
	"github.com/narratoria/narratoria/skills/kit"
)

// bundledScripts are the bundled scripts as functions, for a program that has no
// narratoria-skills beside it.
func bundledScripts() map[plan.ScriptRef]inprocess.Func {
	scripts := map[plan.ScriptRef]inprocess.Func{}
	for name, script := range bundled.Scripts() {
		skill, base, _ := strings.Cut(name, "/")
		ref := plan.ScriptRef{Skill: plan.SkillName(skill), Script: plan.ScriptName(base)}
		scripts[ref] = func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
			return kit.Serve(ctx, stdin, stdout, stderr, script)
		}
	}
	return scripts
}
