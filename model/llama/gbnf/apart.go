package gbnf

import (
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// apart reports whether no value can hold to both of two schemas, as far as it sees: by their types, by what they list, and
// of objects by a member that one of them must have and that is never of both. Of objects it is about those without members
// that are not named, which are all that a grammar makes.
func (m *maker) apart(a, b any, depth int) bool {
	x, is := a.(strictjson.Object)
	y, too := b.(strictjson.Object)
	if !is || !too || depth > mostDepth || !m.step(1+len(x)+len(y)) {
		return false
	}
	for _, of := range []string{"anyOf", "oneOf"} {
		if list, is := x[of].([]any); is {
			return !slices.ContainsFunc(list, func(one any) bool { return !m.apart(one, y, depth+1) })
		}
		if _, is := y[of].([]any); is {
			return m.apart(y, x, depth+1)
		}
	}
	switch {
	case x["$ref"] != nil:
		return m.apart(m.target(x), y, depth+1)
	case y["$ref"] != nil:
		return m.apart(y, x, depth+1)
	}
	if m.listedApart(x, y) || m.listedApart(y, x) {
		return true
	}
	kinds, err := types(x, "")
	others, failed := types(y, "")
	if err != nil || failed != nil {
		return false
	}
	shared := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return !ofKind(kind, others) })
	if len(shared) == 0 {
		return x["type"] != nil && y["type"] != nil // of one without a type there are other values, which its grammar does not make
	}
	return len(shared) == 1 && shared[0] == "object" && (m.membersApart(x, y, depth) || m.membersApart(y, x, depth))
}

// ofKind reports whether a value of a type may be of one of others.
func ofKind(kind string, others []string) bool {
	return slices.Contains(others, kind) ||
		kind == "integer" && slices.Contains(others, "number") || kind == "number" && slices.Contains(others, "integer")
}

// listedApart reports that no value is of the second that the first lists.
func (m *maker) listedApart(x, y strictjson.Object) bool {
	all, is := m.listed(x, 0)
	if !is {
		return false
	}
	if others, is := m.listed(y, 0); is {
		return !slices.ContainsFunc(all, func(text string) bool { return slices.Contains(others, text) })
	}
	kinds, err := types(y, "")
	return err == nil && y["type"] != nil && !slices.ContainsFunc(all, func(text string) bool {
		v, err := strictjson.Parse([]byte(text))
		return err != nil || slices.ContainsFunc(kinds, func(kind string) bool { return ofType(v, kind) })
	})
}

// membersApart reports that the first must have a member that it never shares with the second.
func (m *maker) membersApart(x, y strictjson.Object, depth int) bool {
	mine, _ := x["properties"].(strictjson.Object)
	theirs, _ := y["properties"].(strictjson.Object)
	return slices.ContainsFunc(strictjson.AsStrings[string](x["required"]), func(name string) bool {
		other, named := theirs[name]
		return other == false || !named && y["additionalProperties"] == false || named && m.apart(mine[name], other, depth+1)
	})
}
