package protocol

import (
	"iter"
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
	for name := range Names(path) {
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

// Names are the names a dot path is made of, one after the other, with the backslashes
// taken out: whoever stops at one that is not there has not looked at the rest.
func Names(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for more := true; more; {
			var name string
			if name, path, more = cutName(path); !yield(name) {
				return
			}
		}
	}
}

// cutName takes the first name off a path, and reports whether another follows.
func cutName(path string) (name, rest string, more bool) {
	end := 0
	for ; end < len(path) && path[end] != '.'; end++ { // by bytes: dot and backslash are never part of a longer character
		if path[end] == '\\' {
			end++
		}
	}
	end = min(end, len(path)) // a backslash at the very end escapes nothing
	name = unescaped(path[:end])
	if end == len(path) {
		return name, "", false
	}
	return name, path[end+1:], true
}

func unescaped(name string) string {
	if strings.IndexByte(name, '\\') < 0 {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '\\' {
			if i++; i == len(name) {
				break
			}
		}
		b.WriteByte(name[i])
	}
	return b.String()
}
