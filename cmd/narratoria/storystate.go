package main

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
)

// wholeState is everything a state holds, as a tree.
func wholeState(state *story.State) (strictjson.Object, error) {
	relations := []any{}
	for _, pair := range sortedPairs(state.Relations) {
		relation := state.Relations[pair]
		relations = append(relations, strictjson.Object{
			"who": pair.Who, "whom": pair.Whom, "thousandths": relation.Score, "changed": relation.Changed,
			"unit": relation.Unit, "keep": relation.Keep, "begun": relation.Begun,
		})
	}
	tree := strictjson.Object{
		"position": int64(state.Position), "seed": state.Seed, "persona": orEmpty(state.Persona), "parameters": orEmpty(state.Parameters),
		"minutes": state.Minutes, "weather": state.Weather, "relations": relations,
		"led": state.Led, "skipped": state.Skipped, "ending": state.Ending, "free": orEmpty(state.Free),
	}
	for name, part := range map[string]any{
		"campaign": state.Campaign, "session": state.Session, "turn": state.Turn, "moment": state.Moment,
		"entities": state.Entities, "people": state.People, "known": state.Known, "facts": state.Facts, "claims": state.Claims, "topics": state.Topics,
		"memories": state.Memories, "reached": state.Reached, "taken": state.Taken, "threads": state.Player().Threads(),
		"scene": state.Scene, "journal": state.Journal, "data": state.Data, "verdicts": state.Verdicts,
		"portraits": state.Portraits,
	} {
		value, err := strictjson.FromGo(part)
		if err != nil {
			return nil, err
		}
		tree[name] = value
	}
	return tree, nil
}

func orEmpty(object strictjson.Object) strictjson.Object {
	if object == nil {
		return strictjson.Object{}
	}
	return object
}

func sortedPairs(relations map[story.Pair]story.Relation) []story.Pair {
	pairs := make([]story.Pair, 0, len(relations))
	for pair := range relations {
		pairs = append(pairs, pair)
	}
	slices.SortFunc(pairs, func(a, b story.Pair) int {
		if c := strings.Compare(a.Who, b.Who); c != 0 {
			return c
		}
		return strings.Compare(a.Whom, b.Whom)
	})
	return pairs
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

// indented is a tree as people read it, keys in order.
func indented(value any) string {
	var b strings.Builder
	writeIndented(&b, value, "")
	return b.String()
}

func writeIndented(b *strings.Builder, value any, indent string) {
	inner := indent + "  "
	switch v := value.(type) {
	case strictjson.Object:
		if len(v) == 0 {
			break
		}
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		b.WriteString("{\n")
		for i, key := range sorted(keys) {
			b.WriteString(inner + safeJSON(key) + ": ")
			writeIndented(b, v[key], inner)
			b.WriteString(comma(i, len(keys)))
		}
		b.WriteString(indent + "}")
		return
	case []any:
		if len(v) == 0 {
			break
		}
		b.WriteString("[\n")
		for i, item := range v {
			b.WriteString(inner)
			writeIndented(b, item, inner)
			b.WriteString(comma(i, len(v)))
		}
		b.WriteString(indent + "]")
		return
	}
	b.WriteString(safeJSON(value))
}

// safeJSON is a value on one line in which nothing acts on a terminal: JSON leaves
// DEL, C1 controls and marks that turn the direction as they are. It is still the
// same JSON.
func safeJSON(value any) string { return plaintext.Escape(string(strictjson.Append(nil, value))) }

func comma(i, n int) string {
	if i < n-1 {
		return ",\n"
	}
	return "\n"
}
