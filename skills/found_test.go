package skills

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/plan"
)

// Skills of every make, and broken ones among them: each sound one is loaded with
// its scripts, and each broken one is left with its reason.
func TestEverySoundSkillIsFound(t *testing.T) {
	const many = 300
	draw := rand.New(rand.NewPCG(4, 0))
	source := t.TempDir()
	sound, broken := map[plan.SkillName]int{}, 0
	for i := range many {
		name := fmt.Sprintf("skill-%d", i)
		dir := filepath.Join(source, name)
		if draw.IntN(10) == 0 {
			broken++
			writeFile(t, filepath.Join(dir, "skill.json"), []string{
				`{`, `{"name":"` + name + `"}`, `{"name":"Other","version":"1.0.0","description":"x"}`,
				`{"name":"` + name + `","version":"1","description":"x","scripts":[{"name":"go","path":"../go.sh"}]}`,
			}[draw.IntN(4)])
			continue
		}
		sound[plan.SkillName(name)] = writeAnySkill(t, dir, name, draw)
	}
	found := discover(t, nil, Source{Dir: source})
	loaded := 0
	for name, scripts := range sound {
		skill, ok := found.Skill(name)
		switch {
		case !ok:
			t.Errorf("%s is not loaded", name)
		case len(skill.Scripts) != scripts:
			t.Errorf("%s has %d scripts, want %d", name, len(skill.Scripts), scripts)
		default:
			loaded++
		}
	}
	if skipped := len(found.Skipped()); skipped != broken {
		t.Errorf("%d are skipped, want %d", skipped, broken)
	}
	criteria.Measured(t, "SC-004", "%d of %d sound skills, with %d broken ones among them, each skipped with its reason", loaded, len(sound), broken)
}

// writeAnySkill writes a sound skill of some make, and says how many scripts it has.
func writeAnySkill(t *testing.T, dir, name string, draw *rand.Rand) int {
	t.Helper()
	script := func(file string) { writeFile(t, filepath.Join(dir, "scripts", file), "#!/bin/sh\necho\n") }
	switch draw.IntN(5) {
	case 0: // a prompt alone, as Agent Skills has it
		writeFile(t, filepath.Join(dir, "SKILL.md"), fmt.Sprintf("---\nname: %s\ndescription: Tells of %s.\n---\n\nDo this.\n", name, name))
		return 0
	case 1: // the least there can be: scripts are what can be started
		writeFile(t, filepath.Join(dir, "skill.json"), fmt.Sprintf(`{"name":%q,"version":"0.1.0","description":"x"}`, name))
		script("a.sh")
		script("b.sh")
		return 2
	case 2: // of its own fields, and in other letters
		writeFile(t, filepath.Join(dir, "skill.json"), fmt.Sprintf("{\r\n\"name\":%q,\r\n\"version\":\"2.0.0-rc.1+5\",\"description\":\"灯台 — für alle\",\"x-mine\":{\"a\":[1]},\"scripts\":[{\"name\":\"go\",\"path\":\"go.sh\",\"x-note\":1}]}\r\n", name))
		script("go.sh")
		return 1
	case 3: // several scripts, a prompt, a configuration
		writeFile(t, filepath.Join(dir, "prompt.md"), "Use it well.\n")
		writeFile(t, filepath.Join(dir, "config-schema.json"), `{"type":"object","properties":{"n":{"type":"integer","default":3}},"additionalProperties":false}`)
		writeFile(t, filepath.Join(dir, "config.json"), `{"n":4}`)
		writeFile(t, filepath.Join(dir, "skill.json"), fmt.Sprintf(
			`{"name":%q,"version":"1.2.3","description":"x","displayName":"X","author":"Jo","license":"MIT","prompt":"prompt.md","configSchema":"config-schema.json","capabilities":["a"],"priority":%d,"retryPolicy":{"maxRetries":2,"backoffMs":10},
			"scripts":[{"name":"one","path":"one.sh","timeout":500,"required":true,"triggers":["light a torch"]},{"name":"two","path":"two.py","interpreter":"python3","permissions":["random","story.read"]},{"name":"three","path":"one.sh"}]}`, name, draw.IntN(101)))
		script("one.sh")
		script("two.py")
		return 3
	}
	writeSkill(t, filepath.Dir(dir), name, "") // as everybody begins
	return 1
}
