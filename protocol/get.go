package protocol

import (
	"strconv"
	"strings"
)

// Get reads one value of session state by its dot path, and reports whether it
// is there:
//
//	Get(state, "inventory.torch.lit")   // keys
//	Get(state, "party.0.name")          // an array's element by its index, from 0
//	Get(state, `doors.cellar\.north`)   // a key with a dot in it
//	Get(state, "")                      // the whole state
//
// A backslash takes the character after it as it is, so a key with a backslash
// has two. The value is shared with state: do not change it.
func Get(state Object, path string) (value any, found bool) {
	if path == "" {
		return state, true
	}
	value = state
	for _, name := range splitPath(path) {
		if value, found = child(value, name); !found {
			return nil, false
		}
	}
	return value, true
}

func child(value any, name string) (any, bool) {
	switch value := value.(type) {
	case Object:
		member, found := value[name]
		return member, found
	case []any:
		index, err := strconv.Atoi(name)
		if err != nil || index < 0 || index >= len(value) || strconv.Itoa(index) != name {
			return nil, false
		}
		return value[index], true
	}
	return nil, false
}

// splitPath cuts a path at its dots and takes the backslashes out.
func splitPath(path string) []string {
	var names []string
	var name strings.Builder
	escaped := false
	for i := range len(path) { // by bytes: dot and backslash are never part of a longer character
		switch c := path[i]; {
		case !escaped && c == '\\':
			escaped = true
			continue
		case !escaped && c == '.':
			names = append(names, name.String())
			name.Reset()
		default:
			name.WriteByte(c)
		}
		escaped = false
	}
	return append(names, name.String())
}
