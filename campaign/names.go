package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
)

// names are what a campaign declares, by kind: "place", "person", "item",
// "faction", "beat", "choice" ("beat/choice"), "secret" ("person/secret"),
// "fact" (those of plot/knowledge.json and secrets), "occasion", "ending", and "state" for the names of its own session state. They are gathered
// before anything is decoded, so that files may refer to each other in any order.
type names struct {
	of       map[string][]string
	in       map[string]map[string]bool
	short    map[string]bool     // names of choices without their beats'
	compiler *condition.Compiler // of expressions with these names, until another is added
	compared int

	threads     map[string]bool // that effects open
	moreThreads bool            // than there may be
}

func newNames() *names {
	return &names{of: map[string][]string{}, in: map[string]map[string]bool{}, short: map[string]bool{}, threads: map[string]bool{}}
}

// clone copies what is declared.
func (n *names) clone() *names {
	copied := newNames()
	for kind, ids := range n.of {
		for _, id := range ids {
			copied.add(kind, id)
		}
	}
	return copied
}

// expect makes room for so many names of a kind.
func (n *names) expect(kind string, more int) {
	if n.in[kind] == nil {
		n.in[kind] = make(map[string]bool, more)
	}
	n.of[kind] = slices.Grow(n.of[kind], more)
}

// add declares a name, and reports whether it is new.
func (n *names) add(kind, id string) bool {
	if n.in[kind] == nil {
		n.in[kind] = map[string]bool{}
	}
	if n.in[kind][id] {
		return false
	}
	n.in[kind][id] = true
	n.of[kind] = append(n.of[kind], id)
	n.compiler = nil
	if kind == "choice" {
		n.short[id[strings.LastIndex(id, "/")+1:]] = true
	}
	return true
}

func (n *names) has(kind, id string) bool { return n.in[kind][id] }

// problem is what is wrong with a name of some kind, or nil.
func (n *names) problem(kind, id string) *contracts.Problem {
	if kind == "being" {
		return n.nothing(id)
	}
	known := n.has(kind, id)
	switch {
	case kind == "choice" && !strings.Contains(id, "/"):
		known = n.short[id]
	case kind == "person" && id == "player":
		known = true
	}
	if known {
		return nil
	}
	return &contracts.Problem{
		Kind: contracts.UnknownName, Message: fmt.Sprintf("there is no %s %q", kind, id),
		Expected: wherever[kind], Nearest: n.nearest(kind, id), Lacks: contracts.Name{Kind: kind, ID: id},
	}
}

// beings are the kinds of names that the story knows somebody or something by: an id of any of them is a "being".
var beings = []string{"person", "faction", "place", "item"}

// nothing is what is wrong with the name of a being, or nil.
func (n *names) nothing(id string) *contracts.Problem {
	near := ""
	for _, kind := range beings {
		if n.problem(kind, id) == nil {
			return nil
		}
		near = cmp.Or(near, n.nearest(kind, id))
	}
	return &contracts.Problem{
		Kind: contracts.UnknownName, Message: fmt.Sprintf("there is no person, faction, place or item %q", id),
		Expected: "an id of one of these", Nearest: near, Lacks: contracts.Name{Kind: "being", ID: id},
	}
}

// wherever says where names of a kind are declared, for somebody who has none.
var wherever = map[string]string{
	"place": "an id from world/places.json", "faction": "an id from world/factions.json",
	"item": "an id from world/items.json", "person": "a directory below characters/npcs",
	"beat": "the id of a beat", "choice": `a choice as "beat/choice"`,
	"fact":     `an id from plot/knowledge.json, or a secret as "person/heading-of-secrets.md"`,
	"occasion": "an id from plot/occasions.json",
	"ending":   "a file below plot/endings", "secret": `a secret as "person/heading-of-secrets.md"`,
}

// maxCompared is how many names are compared in all to find what somebody meant: a
// hostile file has very many wrong names and right ones.
const maxCompared = 200_000

func (n *names) nearest(kind, id string) string {
	candidates := n.of[kind]
	if n.compared += len(candidates); n.compared > maxCompared {
		return ""
	}
	if kind == "choice" && !strings.Contains(id, "/") {
		candidates = slices.Clone(candidates)
		for i, c := range candidates {
			_, candidates[i], _ = strings.Cut(c, "/")
		}
	}
	return nearest.Name(id, candidates)
}

// conditions are what conditions may speak of.
func (n *names) conditions() condition.Options {
	opts := condition.Options{Compiler: n.expressions()}
	if len(n.of["choice"]) > 0 {
		opts.IsChoice = func(id string) bool { return n.problem("choice", id) == nil }
	}
	return opts
}

// expressions compiles with the campaign's own names: its state's, and its people by
// their ids.
func (n *names) expressions() *condition.Compiler {
	if n.compiler != nil {
		return n.compiler
	}
	all := append([]string{}, n.of["state"]...)
	for _, person := range n.of["person"] {
		if expressionName(person) && !slices.Contains(all, person) {
			all = append(all, person)
		}
	}
	n.compiler = condition.NewCompiler(all)
	return n.compiler
}

// gatherState finds the names that effects give to the session state, wherever
// they stand in a tree.
func (n *names) gatherState(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			n.gatherState(item)
		}
	case tree:
		var room [8]string // most objects hold few others
		fields := room[:0]
		for field, value := range v {
			switch value.(type) {
			case []any, tree:
				fields = append(fields, field)
			}
		}
		slices.Sort(fields)
		for _, key := range fields {
			if fields, ok := v[key].(tree); ok && (key == "set" || key == "add") {
				n.addState(fields)
			}
			n.gatherState(v[key])
		}
	}
}

func (n *names) addState(fields tree) {
	for _, path := range sortedKeys(fields) {
		name, _, _ := strings.Cut(path, ".")
		if expressionName(name) {
			n.add("state", name)
		}
	}
}

// reserved are the names that every expression has.
var reserved = []string{"scene_count", "place", "present", "player_state", "npc_state", "world_state", "reached", "chose", "since", "true", "false", "nil", "not", "and", "or", "in", "let", "if", "else", "matches", "contains", "startsWith", "endsWith"}

func expressionName(name string) bool {
	if name == "" || slices.Contains(reserved, name) || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	return strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}
