package main

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
)

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
func safeJSON(value any) string { return plaintext.Escape(string(strictjson.Encode(value))) }

func comma(i, n int) string {
	if i < n-1 {
		return ",\n"
	}
	return "\n"
}
