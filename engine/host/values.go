package host

import (
	"strconv"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills/kit"
)

// What answers and effects are made of, and are taken apart into.

func whole[T ~int | ~int64](n T) strictjson.Number {
	return strictjson.Number(strconv.FormatInt(int64(n), 10))
}

func wholeOf(v any) int64 {
	n, _ := v.(strictjson.Number)
	i, _ := n.Int64() // it was one when it was staged
	return i
}

func number(n kit.Thousandths) strictjson.Number { return strictjson.Number(n.String()) }

func thousandths(v any) (n kit.Thousandths) {
	if v, ok := v.(strictjson.Number); ok {
		_ = n.UnmarshalJSON([]byte(v)) // it was one when it was staged
	}
	return n
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// list is never null.
func list[T ~string](values []T) []any {
	all := make([]any, len(values))
	for i, value := range values {
		all[i] = string(value)
	}
	return all
}

// texts is a list of its own.
func texts(v any) []string {
	items, _ := v.([]any)
	all := make([]string, 0, len(items))
	for _, item := range items {
		all = append(all, text(item))
	}
	return all
}

// putText adds a text that is not empty.
func putText(object protocol.Object, name, value string) {
	if value != "" {
		object[name] = value
	}
}

func putTexts(object protocol.Object, name string, values []string) {
	if len(values) > 0 {
		object[name] = list(values)
	}
}
