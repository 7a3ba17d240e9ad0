package architecture

import (
	"fmt"
	"slices"
	"strings"
)

const module = "github.com/narratoria/narratoria"

// A unit is a directory of the tree with everything below it. Its rank is its
// place in the order of the tree: a unit imports only units of a lower rank.
type unit struct {
	path string
	rank int
}

// rootUnit stands for the root package, which is the program as a library, and for nothing
// below it.
const rootUnit = "(root)"

// units is the order of the tree, longest paths first where one holds another.
var units = []unit{
	{"internal", 0}, {"campaigns", 0},
	{"contracts", 1}, {"action", 1}, {"dice", 1},
	{"rules", 2},
	{"protocol", 3}, {"story/event", 3}, {"prose", 3},
	{"plan", 4},
	{"persistence", 5}, {"model", 5}, {"skills", 5},
	{"story/world", 5}, {"story/mind", 5}, {"story/thread", 5},
	{"skills-src", 6}, {"story", 6}, {"lore", 6}, {"executor", 6},
	{"replan", 7}, {"narrator", 7}, {"campaign", 7}, {"knowledge", 7},
	{"story/transcript", 8}, {"story/archive", 9}, {"engine/world", 8}, {"engine/telling", 9}, {"engine/portraits", 9}, {"engine/host", 9},
	{"engine", 10}, {rootUnit, 11}, {"api", 12}, {"server", 13}, {"ffi", 13}, {"cmd", 14},
}

// unitOf finds the unit a package of ours belongs to: the one with the longest path.
func unitOf(pkg string) (unit, bool) {
	rel := strings.TrimPrefix(pkg, module+"/")
	if pkg == module {
		rel = rootUnit
	}
	best := unit{}
	for _, u := range units {
		if (rel == u.path || strings.HasPrefix(rel, u.path+"/")) && len(u.path) > len(best.path) {
			best = u
		}
	}
	return best, best.path != ""
}

// refuse gives the reason why a package may not import another, or "".
func refuse(from, to string) string {
	if to != module && !strings.HasPrefix(to, module+"/") {
		return refuseForeign(from, to)
	}
	importer, ok := unitOf(from)
	if !ok {
		return fmt.Sprintf("%s has no place in the tree: give it one in internal/architecture/rule.go", from)
	}
	imported, ok := unitOf(to)
	if !ok {
		return fmt.Sprintf("%s has no place in the tree: give it one in internal/architecture/rule.go", to)
	}
	if reason := refuseSpecial(from, importer, to, imported); reason != "" {
		return reason
	}
	if importer.path == imported.path || importer.rank > imported.rank {
		return ""
	}
	return fmt.Sprintf("%s comes before %s in the order of the tree, so that each part can be read, tested and used without the parts above it",
		importer.path, imported.path)
}

// outsidersUse are the units that bundled skills may import, beside skills/kit.
var outsidersUse = []string{"skills-src", "prose", "action", "dice", "rules"}

// modelDrivers are what writes texts, or makes vectors of them.
var modelDrivers = []string{
	"model/anthropic", "model/echo", "model/fallback", "model/files", "model/lexical", "model/llama", "model/openai", "model/recorded", "model/scripted",
}

// refuseSpecial holds the rules that ranks alone do not say.
func refuseSpecial(from string, importer unit, to string, imported unit) string {
	rel := strings.TrimPrefix(to, module+"/")
	switch {
	case importer.path == "skills-src" && !slices.Contains(outsidersUse, imported.path) && !strings.HasPrefix(rel, "skills/kit"):
		return "a bundled skill is an outsider: it uses the kit, the prose composer, the data of actions, the dice language and the rules of checks, so that anyone's skill can do all it does"
	case imported.path == "skills-src" && importer.path != "skills-src" && importer.path != rootUnit && from != module+"/cmd/narratoria-skills":
		return "only the root package, which is the program, and the program of the bundled skills choose which skills they carry"
	case strings.HasPrefix(strings.TrimPrefix(from, module+"/"), "skills/kit") && imported.path == "skills" && !strings.HasPrefix(rel, "skills/kit"):
		return "the kit is what a skill links: it must not bring the host's side with it"
	case imported.path == "campaigns" && importer.path != rootUnit:
		return "only the root package, which is the program, chooses which campaigns it carries"
	case from == module+"/model" && imported.path == "model":
		return "what is asked of a model is said without any driver, so that whoever asks links none"
	case slices.Contains(modelDrivers, strings.TrimPrefix(from, module+"/")) && slices.Contains(modelDrivers, rel):
		return "a driver of models does not know another: what they have in common is in model/driver"
	case rel == "model/llama/worker" && from != module+"/cmd/narratoria-llama":
		return "what loads llama.cpp can end its process, so it is a program of its own, and no other links it"
	case rel == "model/fetch" && importer.path != "cmd":
		return "nothing is fetched during play: a command fetches, when somebody asks for it"
	case rel == "internal/golden" && !strings.HasSuffix(from, "/scripttest"):
		return "it is for tests, and gives every program that links it their -update"
	case imported.path == "cmd" && importer.path != "cmd":
		return "cmd only wires; what others need belongs into a package"
	}
	return ""
}

// homes says which package alone may use a library, so that its types stay out
// of our interfaces and it can be replaced in one place.
var homes = map[string][]string{
	"github.com/spf13/cobra":                {"cmd"},
	"github.com/rs/zerolog":                 {"internal/runlog"},
	"github.com/santhosh-tekuri/jsonschema": {"contracts"},
	"github.com/fsnotify/fsnotify":          {"skills"},
	"github.com/cenkalti/backoff":           {"executor"},
	"github.com/expr-lang/expr":             {"campaign/condition"},
	"github.com/tiktoken-go/tokenizer":      {"campaign/chunk"},
	"github.com/neurosnap/sentences":        {"internal/english/sentence"},
	"github.com/kljensen/snowball":          {"internal/english"},
	"go.yaml.in/yaml":                       {"internal/frontmatter"},
	"modernc.org/sqlite":                    {"persistence/sqlite"},
	"github.com/hybridgroup/yzma":           {"model/llama/worker"},
	"github.com/go-json-experiment/json":    {"internal/strictjson", "contracts", "plan"},
}

func refuseForeign(from, to string) string {
	rel := strings.TrimPrefix(from, module+"/")
	for library, allowed := range homes {
		if to != library && !strings.HasPrefix(to, library+"/") {
			continue
		}
		for _, home := range allowed {
			if rel == home || strings.HasPrefix(rel, home+"/") {
				return ""
			}
		}
		return fmt.Sprintf("%s is used in %s alone", library, strings.Join(allowed, " and "))
	}
	return ""
}

// forbiddenBelow lists what a package must not depend on even indirectly.
var forbiddenBelow = map[string]map[string]string{
	module + "/protocol": schemaIsSlow,
	module + "/model": {
		"net/http": "who has vectors made, or says what is asked of a model, must not bring a client for servers with it",
	},
	module + "/model/lexical": {
		"net/http": "who has vectors made without a model must not bring a client for servers with it",
	},
	module + "/skills/kit": schemaIsSlow,
	module + "/cmd/narratoria-skills": {
		module + "/contracts":                 schemaIsSlow[module+"/contracts"],
		module + "/skills":                    "the program of bundled skills starts for every step of a plan and carries nothing of the host",
		module + "/internal/english/sentence": "the program of bundled skills starts for every step of a plan, and what is trained takes 19 ms to make",
	},
}

var schemaIsSlow = map[string]string{
	module + "/contracts": "the schema library costs 3 ms of start, which every skill would pay at every step",
}
