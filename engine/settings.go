package engine

import (
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// settings are what the configuration of skills says to the engine, which does some
// of their work itself: it begins opinions, rolls checks, and offers what authors
// wrote. What is not configured, or not as it should be, is as those skills have it.
type settings struct {
	person, faction fading
	scale           int64 // of an opinion on dice other than 2d6, in thousandths
	fewest, most    int   // choices of a turn
	threshold       int64 // of full success, below which a choice says how hard it is
	hints           string
}

// A fading is how opinions fade: what is left after a unit, in thousandths.
type fading struct{ unit, keep int64 }

// usualFading is a tenth in a week of story time.
func usualFading() fading { return fading{unit: 7 * 24 * 60, keep: 900} }

// usual are the defaults of the skills' schemas.
func usual() settings {
	return settings{person: usualFading(), faction: usualFading(), scale: world.UsualScale, fewest: fewestChoices, most: mostChoices, threshold: 500, hints: "brief"}
}

// The scripts whose configuration the engine follows.
var (
	opinionScript  = plan.ScriptRef{Skill: "npc-perception", Script: "initialize-perception"}
	standingScript = plan.ScriptRef{Skill: "reputation", Script: "update-reputation"}
	choicesScript  = plan.ScriptRef{Skill: "player-choices", Script: "generate-choices"}
)

// settings reads the configuration as it is now.
func (g *Game) settings() settings {
	set := usual()
	opinion, standing, choices := g.config(opinionScript), g.config(standingScript), g.config(choicesScript)
	set.person, set.faction = fadingOf(opinion), fadingOf(standing)
	if scale, ok := thousandthsIn(opinion, "modifierScale", 100_000); ok {
		set.scale = scale
	}
	least, some := thousandthsIn(choices, "minOptions", mostChoices*1000)
	most, any := thousandthsIn(choices, "maxOptions", mostChoices*1000)
	fewest, mosts := fewestChoices, mostChoices
	if some {
		fewest = max(fewestChoices, int(least/1000))
	}
	if any {
		mosts = max(fewestChoices, int(most/1000))
	}
	if fewest <= mosts {
		set.fewest, set.most = fewest, mosts
	}
	if threshold, ok := thousandthsIn(choices, "showDifficultyThreshold", 1000); ok {
		set.threshold = threshold
	}
	if hints := strictjson.AsString(choices["consequenceHintVerbosity"]); hints != "" {
		set.hints = hints
	}
	return set
}

// config is what a skill is configured to; nil where it is not there.
func (g *Game) config(ref plan.ScriptRef) protocol.Object {
	script, ok := g.opts.Registry().Script(ref)
	if !ok || g.opts.Executor.Config == nil {
		return nil
	}
	config, _ := g.opts.Executor.Config(script)
	return config
}

// fadingOf reads how a skill lets opinions fade. A rate of 0 is for ever.
func fadingOf(config protocol.Object) fading {
	f := usualFading()
	if rate, ok := thousandthsIn(config, "decayRate", 900); ok {
		f.keep = 1000 - rate
	}
	if unit := strictjson.AsInteger(config["timeUnitMinutes"]); unit > 0 {
		f.unit = unit
	}
	if f.keep == 1000 {
		f.unit = 0
	}
	return f
}

func (f fading) object() strictjson.Object {
	return strictjson.Object{"unit_minutes": strictjson.Int(f.unit), "keep": strictjson.Int(f.keep)}
}

// thousandthsIn reads a number from 0 to most, in thousandths.
func thousandthsIn(config protocol.Object, name string, most int64) (int64, bool) {
	value, has := config[name].(strictjson.Number)
	if !has {
		return 0, false
	}
	var n kit.Thousandths
	if err := n.UnmarshalJSON([]byte(value)); err != nil || n < 0 || int64(n) > most {
		return 0, false
	}
	return int64(n), true
}

// relationParameter is the name that the log has for how opinions fade.
const relationParameter = "relation"

// parameters are what the log says of the settings: of all, or of those of one skill.
func (set *settings) parameters(owner plan.SkillName) strictjson.Object {
	relation, all := strictjson.Object{}, strictjson.Object{}
	if owner != standingScript.Skill {
		relation["person"] = set.person.object()
		all[world.ScaleParameter] = strictjson.Int(set.scale)
	}
	if owner != opinionScript.Skill {
		relation["faction"] = set.faction.object()
	}
	all[relationParameter] = relation
	return all
}

// settingsOf are the settings that a story goes by, as far as its log has them.
func settingsOf(s *story.State) settings {
	set := usual()
	relation := strictjson.AsObject(s.Parameters[relationParameter])
	for name, into := range map[string]*fading{"person": &set.person, "faction": &set.faction} {
		if f, ok := relation[name].(strictjson.Object); ok {
			*into = fading{unit: strictjson.AsInteger(f["unit_minutes"]), keep: strictjson.AsInteger(f["keep"])}
		}
	}
	set.scale = world.ScaleIn(s.Player())
	return set
}

// configure takes up what was configured since: opinions that begin from now on fade
// by it, and dice count by it. Opinions that have begun fade as they began.
func (t *turn) configure() {
	t.set = t.g.settings()
	was := settingsOf(t.state())
	t.configured(opinionScript, was.person != t.set.person || was.scale != t.set.scale)
	t.configured(standingScript, was.faction != t.set.faction)
}

func (t *turn) configured(ref plan.ScriptRef, changed bool) {
	if !changed {
		return
	}
	parameters := t.set.parameters(ref.Skill)
	t.add(event.ConfigChanged, event.Data{"owner": string(ref.Skill), "values": parameters, "parameters": parameters})
}
