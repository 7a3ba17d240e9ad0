package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/api"
)

// dartNames are those of types that Dart or Flutter have others of.
var dartNames = map[string]string{
	"Record": "TurnRecord", "Event": "EngineEvent", "State": "SessionState", "Form": "SkillForm", "Table": "MethodTable",
	"Option": "Deed", "Bytes": "FileBytes", "Count": "PartCount",
}

// notInDart are methods that the plugin's event channel stands for: whoever calls methods
// over the other one cannot be told events by it.
var notInDart = []string{"events.subscribe", "events.unsubscribe"}

// dartWords cannot be names in Dart.
var dartWords = []string{"continue", "switch", "in", "is", "new", "null", "this", "default", "case", "class", "for", "if", "else", "do", "with", "required", "set", "import", "export"}

const dartHead = `// Made of the table of methods by "go generate ./api". Do not edit.
//
// ignore_for_file: public_member_api_docs

/// Carries out a method: its name and parameters go out, its result comes back.
typedef Invoke = Future<Object?> Function(String method, Map<String, Object?> params);

/// An object of JSON.
typedef Json = Map<String, Object?>;

Json _json(Object? value) => (value as Map?)?.cast<String, Object?>() ?? const {};

List<T> _list<T>(Object? value, T Function(Object? element) of) => [
      for (final element in value as List? ?? const []) of(element),
    ];

Map<String, T> _map<T>(Object? value, T Function(Object? element) of) =>
    _json(value).map((key, element) => MapEntry(key, of(element)));
`

// dart is the plugin's api.dart: a class for each type, and one for each group of methods.
func dart(table api.Description) []byte {
	var out bytes.Buffer
	out.WriteString(dartHead)
	for _, t := range table.Types {
		if t.Name != "Nothing" {
			dartClass(&out, t)
		}
	}
	var groups []string
	for _, m := range table.Methods {
		if group, _, _ := strings.Cut(m.Name, "."); !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	for _, group := range groups {
		dartGroup(&out, group, table.Methods)
	}
	out.WriteString("\n/// The table of methods.\nclass NarratoriaApi {\n  NarratoriaApi(Invoke invoke)\n")
	for i, group := range groups {
		mark := "      : "
		if i > 0 {
			mark = "        "
		}
		end := ","
		if i == len(groups)-1 {
			end = ";"
		}
		fmt.Fprintf(&out, "%s%s = %s(invoke)%s\n", mark, group, groupClass(group), end)
	}
	out.WriteString("\n")
	for _, group := range groups {
		fmt.Fprintf(&out, "  final %s %s;\n", groupClass(group), group)
	}
	out.WriteString("}\n\n/// The codes of errors.\nabstract final class Codes {\n")
	for i, c := range api.Codes {
		if i > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "  /// %s.\n  static const %s = '%s';\n", capital(c.Means), camel(string(c.Code)), c.Code)
	}
	out.WriteString("}\n")
	return out.Bytes()
}

// camel is a name of words with underscores as Dart writes it.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i := 1; i < len(words); i++ {
		words[i] = capital(words[i])
	}
	return strings.Join(words, "")
}

func groupClass(group string) string { return capital(group) + "Methods" }

func dartClass(out *bytes.Buffer, t api.TypeDescription) {
	name := dartName(t.Name)
	fmt.Fprintf(out, "\n/// %s.\nclass %s {\n  const %s({\n", capital(t.Doc), name, name)
	for _, f := range t.Fields {
		if optional(f) {
			fmt.Fprintf(out, "    this.%s,\n", dartWord(f.Name))
		} else {
			fmt.Fprintf(out, "    required this.%s,\n", dartWord(f.Name))
		}
	}
	fmt.Fprintf(out, "  });\n\n  factory %s.fromJson(Json json) => %s(\n", name, name)
	for _, f := range t.Fields {
		fmt.Fprintf(out, "        %s: %s,\n", dartWord(f.Name), dartRead(f))
	}
	out.WriteString("      );\n")
	for _, f := range t.Fields {
		fmt.Fprintf(out, "\n  /// %s.\n  final %s %s;\n", capital(f.Doc), dartFieldType(f), dartWord(f.Name))
	}
	out.WriteString("}\n")
}

// optional reports whether a field is null where it was left out, which is so of what has no
// other way to be nothing.
func optional(f api.FieldDescription) bool {
	return f.Type.Null || !f.Required && (f.Type.Kind == "object" || f.Type.Kind == "json")
}

func dartFieldType(f api.FieldDescription) string {
	if optional(f) {
		return dartType(f.Type) + "?"
	}
	return dartType(f.Type)
}

func dartType(r api.Ref) string {
	switch r.Kind {
	case "string":
		return "String"
	case "integer":
		return "int"
	case "boolean":
		return "bool"
	case "object":
		return dartName(r.Name)
	case "list":
		return "List<" + dartType(*r.Of) + ">"
	case "map":
		return "Map<String, " + dartType(*r.Of) + ">"
	}
	return "Json"
}

// dartRead reads a field of an object.
func dartRead(f api.FieldDescription) string {
	value := "json[" + dartString(f.Name) + "]"
	if optional(f) {
		switch f.Type.Kind {
		case "string", "integer", "boolean":
			return value + " as " + dartType(f.Type) + "?"
		}
		return value + " == null ? null : " + dartValue(f.Type, value)
	}
	return dartValue(f.Type, value)
}

// dartValue reads a value, which is the type's nothing where it was left out.
func dartValue(r api.Ref, value string) string {
	switch r.Kind {
	case "string":
		return value + " as String? ?? ''"
	case "integer":
		return value + " as int? ?? 0"
	case "boolean":
		return value + " as bool? ?? false"
	case "object":
		return dartName(r.Name) + ".fromJson(_json(" + value + "))"
	case "list":
		return "_list(" + value + ", (e) => " + dartValue(*r.Of, "e") + ")"
	case "map":
		return "_map(" + value + ", (e) => " + dartValue(*r.Of, "e") + ")"
	}
	return "_json(" + value + ")"
}

func dartGroup(out *bytes.Buffer, group string, methods []api.MethodDescription) {
	fmt.Fprintf(out, "\n/// Methods whose names begin with %s.\nclass %s {\n  const %s(this._invoke);\n\n  final Invoke _invoke;\n", group, groupClass(group), groupClass(group))
	for _, m := range methods {
		if of, name, _ := strings.Cut(m.Name, "."); of == group && !slices.Contains(notInDart, m.Name) {
			dartMethod(out, name, m)
		}
	}
	out.WriteString("}\n")
}

func dartMethod(out *bytes.Buffer, name string, m api.MethodDescription) {
	fmt.Fprintf(out, "\n  /// %s\n  ///\n  /// Method `%s`.\n", m.Doc, m.Name)
	for _, f := range m.Params {
		fmt.Fprintf(out, "  ///\n  /// [%s]: %s.\n", dartWord(f.Name), f.Doc)
	}
	result := "void"
	if m.Result.Name != "Nothing" {
		result = dartType(m.Result)
	}
	fmt.Fprintf(out, "  Future<%s> %s(", result, dartWord(name))
	if len(m.Params) > 0 {
		out.WriteString("{\n")
		for _, f := range m.Params {
			if f.Required {
				fmt.Fprintf(out, "    required %s %s,\n", dartType(f.Type), dartWord(f.Name))
			} else {
				fmt.Fprintf(out, "    %s? %s,\n", dartType(f.Type), dartWord(f.Name))
			}
		}
		out.WriteString("  }")
	}
	out.WriteString(") async {\n")
	call := "_invoke('" + m.Name + "', {"
	if len(m.Params) > 0 {
		call += "\n"
		for _, f := range m.Params {
			if f.Required {
				call += fmt.Sprintf("      %s: %s,\n", dartString(f.Name), dartWord(f.Name))
			} else {
				call += fmt.Sprintf("      if (%s != null) %s: %s,\n", dartWord(f.Name), dartString(f.Name), dartWord(f.Name))
			}
		}
		call += "    "
	}
	call += "})"
	if result == "void" {
		fmt.Fprintf(out, "    await %s;\n  }\n", call)
		return
	}
	fmt.Fprintf(out, "    final result = await %s;\n    return %s;\n  }\n", call, dartValue(m.Result, "result"))
}

func dartName(name string) string {
	if other, has := dartNames[name]; has {
		return other
	}
	return name
}

// dartWord is a name as Dart takes it: without what only JSON Schema writes, and not a word
// of the language.
func dartWord(name string) string {
	name = strings.TrimPrefix(name, "$")
	if slices.Contains(dartWords, name) {
		return name + "_"
	}
	return name
}

func dartString(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, `$`, `\$`).Replace(text) + "'"
}
