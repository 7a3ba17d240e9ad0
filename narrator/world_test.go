package narrator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

const requestID = plan.ID("0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11")

// everything are all scripts that the planner knows by name.
var everything = []string{
	"character-portraits/generate-portrait", "character-portraits/lookup-portrait", "character-portraits/update-portrait",
	"dice-roller/roll-dice", "memory/recall-lore", "memory/recall-memory", "memory/store-memory",
	"npc-perception/initialize-perception", "npc-perception/query-perception", "npc-perception/update-perception",
	"player-choices/evaluate-choice", "player-choices/generate-choices",
	"reputation/query-reputation", "reputation/update-reputation", "storyteller/narrate",
}

func script(ref string) plan.Script {
	skill, name, _ := strings.Cut(ref, "/")
	return plan.Script{Ref: plan.ScriptRef{Skill: plan.SkillName(skill), Script: plan.ScriptName(name)}}
}

// catalogueOf has the scripts named.
func catalogueOf(refs ...string) *plan.Catalogue {
	var scripts []plan.Script
	for _, ref := range refs {
		scripts = append(scripts, script(ref))
	}
	return plan.NewCatalogue(scripts)
}

// without is a list less what has a prefix.
func without(refs []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(refs), func(ref string) bool { return strings.HasPrefix(ref, prefix) })
}

// bundled are the program's own skills as they are found, and what of everything
// is not among them.
func bundled() *plan.Catalogue {
	scripts := slices.Clone(skills.Discover(skills.DiscoverOptions{}).Catalogue(nil).Scripts())
	for _, ref := range everything {
		scripts = append(scripts, script(ref)) // the first of a name counts
	}
	return plan.NewCatalogue(scripts)
}

const people = `"$people": {"ines": {"name": "Ines Vane", "met": true}, "peder": {"name": "Peder Holm", "met": true}},
	"$player": {"name": "Sorrel", "appearance": "A woman of thirty, red hair", "items": ["fid"]},
	"$relations": {"ines": 12.5, "honor": 0, "peder": 3, "strand": -5},
	"$threads": [{"id": "keeper", "title": "The missing keeper", "open": true}, {"id": "lamp", "title": "Who put out the lamp", "open": true}]`

const (
	quay   = `"place": {"id": "quay", "name": "the quay"}`
	ines   = `{"id": "ines", "name": "Ines Vane", "pronouns": "she/her", "new": false}`
	honor  = `{"id": "honor", "name": "Honor Strake", "faction": "strand", "new": false}`
	nobody = `{"id": "stranger", "name": "a stranger", "faction": "strand", "new": true}`
)

// scenes are the states that the tables of tests name.
var scenes = map[string]string{
	"alone":    `{"turn": 4, "type": "", ` + quay + `, "present": [], "beats": [], "factions": []}`,
	"ines":     `{"turn": 4, "type": "", ` + quay + `, "present": [` + ines + `], "factions": []}`,
	"hall":     `{"turn": 4, "type": "", "place": {"id": "hall", "name": "the Company hall"}, "present": [` + honor + `], "factions": ["strand"]}`,
	"two":      `{"turn": 4, "type": "", ` + quay + `, "present": [` + ines + `, ` + honor + `], "factions": ["strand"]}`,
	"stranger": `{"turn": 4, "type": "", "place": {"id": "inn", "name": "the inn"}, "present": [` + nobody + `], "factions": ["strand"]}`,
	"arrived":  `{"turn": 4, "type": "travel", "arrived": true, "place": {"id": "chapel", "name": "St Brannoc's chapel"}, "from": {"id": "quay", "name": "the quay"}, "present": []}`,
	"danger":   `{"turn": 4, "type": "danger", ` + quay + `, "present": [], "check": {"stat": "nerve", "formula": "2d6", "total": 8, "band": "partial"}}`,
	"beat":     `{"turn": 4, "type": "", ` + quay + `, "present": [], "beats": [{"id": "bell", "mood": "grave", "cue": "The bell of the chapel rings at low water"}]}`,
	"ending":   `{"turn": 40, "type": "resolution", ` + quay + `, "present": [` + ines + `], "beats": [{"id": "light_takes"}]}`,
	"meeting":  `{"turn": 4, "type": "dialogue", ` + quay + `, "present": [` + honor + `, ` + nobody + `], "factions": ["strand"]}`,
}

// stateOf is a state as its JSON says it.
func stateOf(t testing.TB, scene, rest string) protocol.Object {
	t.Helper()
	state, err := strictjson.ParseObject([]byte(`{"$scene": ` + scene + `, ` + rest + `}`))
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func requestIn(t testing.TB, scene, input string, catalogue *plan.Catalogue) plan.Request {
	t.Helper()
	text, ok := scenes[scene]
	if !ok {
		t.Fatalf("there is no scene %q", scene)
	}
	return plan.Request{ID: requestID, Input: input, State: stateOf(t, text, people), Catalogue: catalogue, Attempt: 1}
}
