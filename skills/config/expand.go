package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// An expansion replaces ${NAME} in one layer of a skill's configuration.
type expansion struct {
	skill   string
	file    string // of the layer, as problems name it
	lenient bool   // a variable that is not there leaves its setting unset: the schema's defaults
	allowed []string
	lookup  func(name string) (string, bool)

	problems contracts.Problems
	secrets  []string // what came out of variables
}

// value gives a copy with all variables replaced; ok is false for a value that
// is left unset.
func (e *expansion) value(v any, at position, pointer string) (expanded any, ok bool) {
	switch v := v.(type) {
	case string:
		return e.text(v, at, pointer)
	case []any:
		list := make([]any, 0, len(v))
		for i, item := range v {
			if item, ok := e.value(item, at.item(), pointer+"/"+strconv.Itoa(i)); ok {
				list = append(list, item)
			}
		}
		return list, true
	case strictjson.Object:
		object := strictjson.Object{}
		for name, item := range v {
			if item, ok := e.value(item, at.member(name), pointer+"/"+strictjson.Token(name)); ok {
				object[name] = item
			}
		}
		return object, true
	}
	return v, true
}

// text reads a text from left to right once, so that nothing a variable holds is
// ever taken for a variable.
func (e *expansion) text(s string, at position, pointer string) (string, bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "${")
		if !found {
			b.WriteString(s)
			return b.String(), true
		}
		if literal, ok := strings.CutSuffix(before, "$"); ok {
			b.WriteString(literal + "${")
			s = rest
			continue
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed {
			e.add(pointer, false, "%s has a \"${\" that no \"}\" closes; for a plain ${ write $${", setting(pointer))
			return "", false
		}
		value, ok := e.variable(name, at, pointer)
		if !ok {
			return "", false
		}
		b.WriteString(before + value)
		s = after
	}
}

func (e *expansion) variable(name string, at position, pointer string) (string, bool) {
	if !at.namesVariable(name) {
		e.add(pointer, false, "%s holds ${%s}, but the skill's schema does not name that variable for it with \"x-env-var\"; for a plain ${ write $${", setting(pointer), printable(name))
		return "", false
	}
	if !slices.Contains(e.allowed, name) {
		e.add(pointer, e.lenient, "%s stands for the environment variable %s, which you have not let this skill see; to allow it: narratoria skills enable %s", setting(pointer), name, e.skill)
		return "", false
	}
	value, ok := e.lookup(name)
	switch {
	case !ok:
		e.add(pointer, e.lenient, "%s stands for the environment variable %s, which is not set", setting(pointer), name)
	case !utf8.ValidString(value):
		ok = false
		e.add(pointer, false, "%s stands for the environment variable %s, which does not hold UTF-8 text", setting(pointer), name)
	default:
		e.secrets = append(e.secrets, value)
	}
	return value, ok
}

func (e *expansion) add(pointer string, warning bool, format string, args ...any) {
	e.problems = append(e.problems, contracts.Problem{
		File: e.file, Pointer: pointer, Kind: contracts.Forbidden, Message: fmt.Sprintf(format, args...), Warning: warning,
	})
}

// setting names a setting in a sentence.
func setting(pointer string) string {
	return strconv.Quote(strings.ReplaceAll(strings.TrimPrefix(pointer, "/"), "/", "."))
}

// printable is a variable's name as somebody wrote it, safe to show.
func printable(name string) string {
	const most = 64
	quoted := strconv.Quote(name[:min(len(name), most)])
	return quoted[1 : len(quoted)-1]
}
