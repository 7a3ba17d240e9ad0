package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/api"
)

// head is what stands before the tables, written by hand.
//
//go:embed head.md
var head string

// page is docs/api.md, with a client in it.
func page(table api.Description, client string) []byte {
	var out bytes.Buffer
	out.WriteString(strings.Replace(head, "{{client}}", client, 1))
	errorsAndEvents(&out)
	out.WriteString("\n## Methods\n\n")
	for _, m := range table.Methods {
		fmt.Fprintf(&out, "- [`%s`](#%s): %s\n", m.Name, strings.ReplaceAll(m.Name, ".", ""), firstSentence(m.Doc))
	}
	for _, m := range table.Methods {
		method(&out, m)
	}
	out.WriteString("\n## Types\n")
	for _, t := range table.Types {
		fmt.Fprintf(&out, "\n### %s\n\n%s.\n", t.Name, capital(t.Doc))
		fields(&out, t.Fields, "field", "always")
	}
	return out.Bytes()
}

func errorsAndEvents(out *bytes.Buffer) {
	out.WriteString("\n## Errors\n\n| code | what went wrong | what to do | again |\n| --- | --- | --- | --- |\n")
	for _, m := range api.Codes {
		again := ""
		if m.Retry {
			again = "later"
		}
		fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", m.Code, m.Means, m.Hint, again)
	}
	out.WriteString("\n## Kinds of events\n\n| kind | what happened |\n| --- | --- |\n")
	for _, k := range api.Kinds {
		fmt.Fprintf(out, "| `%s` | %s |\n", k.Kind, k.Means)
	}
}

func method(out *bytes.Buffer, m api.MethodDescription) {
	fmt.Fprintf(out, "\n### %s\n\n%s\n", m.Name, m.Doc)
	var notes []string
	if m.Plays {
		notes = append(notes, "It takes as long as a turn; events of the kind `stage` say how far it is.")
	}
	if m.Follows {
		notes = append(notes, "It is done after what you began of the same story before it.")
	}
	if m.Asleep {
		notes = append(notes, "It may be called while the engine is suspended.")
	}
	if len(notes) > 0 {
		fmt.Fprintf(out, "\n%s\n", strings.Join(notes, " "))
	}
	fields(out, m.Params, "parameter", "needed")
	fmt.Fprintf(out, "\nResult: %s.\n", typeName(m.Result))
}

// fields are a table of fields.
func fields(out *bytes.Buffer, all []api.FieldDescription, what, required string) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(out, "\n| %s | type | %s | |\n| --- | --- | --- | --- |\n", what, required)
	for _, f := range all {
		is := ""
		if f.Required {
			is = "yes"
		}
		fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", f.Name, typeName(f.Type), is, strings.ReplaceAll(f.Doc, "|", `\|`))
	}
}

// typeName is a type in words.
func typeName(r api.Ref) string {
	name := r.Kind
	switch r.Kind {
	case "object":
		name = fmt.Sprintf("[%s](#%s)", r.Name, strings.ToLower(r.Name))
	case "list":
		name = "list of " + typeName(*r.Of)
		if r.Max > 0 {
			name += fmt.Sprintf(", at most %d", r.Max)
		}
	case "map":
		name = "map to " + typeName(*r.Of)
	case "json":
		name = "any object"
	case "integer":
		if r.Bounded {
			name += " from " + fmt.Sprint(r.Min)
			if r.Top < 1<<53-1 {
				name += fmt.Sprintf(" to %d", r.Top)
			}
		}
	case "string":
		if r.Min > 0 {
			name += ", not empty"
		}
		if r.Max > 0 && r.Max < 4096 {
			name += fmt.Sprintf(", at most %d bytes", r.Max)
		}
	}
	if r.Null {
		name += " or null"
	}
	return name
}

func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// firstSentence is what a list shows.
func firstSentence(text string) string {
	if sentence, _, more := strings.Cut(text, ". "); more {
		return sentence + "."
	}
	return text
}
