package story

import (
	"strconv"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// integer reads a whole number of a tree, 0 where there is none.
func integer(v any) int64 {
	switch n := v.(type) {
	case int:
		return int64(n)
	case int64:
		return n
	case strictjson.Number:
		i, _ := strconv.ParseInt(string(n), 10, 64)
		return i
	}
	return 0
}

func number(n int64) strictjson.Number { return strictjson.Number(strconv.FormatInt(n, 10)) }

// object reads an object of a tree, nil where there is none.
func object(v any) strictjson.Object {
	o, _ := v.(strictjson.Object)
	return o
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// list reads a list of a tree.
func list(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case []string:
		items := make([]any, len(v))
		for i, s := range v {
			items[i] = s
		}
		return items
	}
	return nil
}

// texts reads the strings of a list; what is none is left out.
func texts(v any) []string {
	var all []string
	for _, item := range list(v) {
		if s, ok := item.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

func characterIDs(ids []string) []event.CharacterID {
	var all []event.CharacterID
	for _, id := range ids {
		all = append(all, event.CharacterID(id))
	}
	return all
}
