// Package bundled lists the scripts that come with the program.
//
// A bundled skill is an outsider: it is written with skills/kit like anybody's,
// and what it needs from the host it asks for in the open. Its manifest, prompt
// and configuration schema are in skills/<name>; its script entries say
// "builtin" instead of "path". The one program cmd/narratoria-skills carries all
// scripts; where it is missing the host runs them in its own process:
//
//	code := kit.Serve(ctx, stdin, stdout, stderr, bundled.Scripts()["dice-roller/roll-dice"])
//
// To add a skill, make a package beside this one and a line in [Scripts].
package bundled

import (
	"github.com/narratoria/narratoria/skills-src/choices"
	"github.com/narratoria/narratoria/skills-src/diceroller"
	"github.com/narratoria/narratoria/skills-src/echo"
	"github.com/narratoria/narratoria/skills-src/memory"
	"github.com/narratoria/narratoria/skills-src/perception"
	"github.com/narratoria/narratoria/skills-src/portraits"
	"github.com/narratoria/narratoria/skills-src/reputation"
	"github.com/narratoria/narratoria/skills-src/storyteller"
	"github.com/narratoria/narratoria/skills/kit"
)

// Scripts are all bundled scripts by "skill/builtin".
func Scripts() map[string]kit.Script {
	return map[string]kit.Script{
		"character-portraits/generate-portrait": portraits.Generate,
		"character-portraits/lookup-portrait":   portraits.Lookup,
		"character-portraits/update-portrait":   portraits.Update,
		"dice-roller/roll-dice":                 diceroller.Roll,
		"echo/echo":                             echo.Echo,
		"memory/recall-lore":                    memory.RecallLore,
		"memory/recall-memory":                  memory.Recall,
		"memory/store-memory":                   memory.Store,
		"npc-perception/initialize-perception":  perception.Initialize,
		"npc-perception/query-perception":       perception.Query,
		"npc-perception/update-perception":      perception.Update,
		"player-choices/evaluate-choice":        choices.Evaluate,
		"player-choices/generate-choices":       choices.Generate,
		"reputation/query-reputation":           reputation.Query,
		"reputation/update-reputation":          reputation.Update,
		"storyteller/narrate":                   storyteller.Narrate,
		"storyteller/speak":                     storyteller.Speak,
	}
}
