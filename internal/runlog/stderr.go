package runlog

import (
	"bytes"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Stderr writes each line of a skill's stderr as an entry like e. A line that is
// a JSON object as log libraries write them, with a level and a message, keeps
// both and its other fields; any other line is a debug message.
func (l *Log) Stderr(e Entry, text []byte) {
	if l == nil {
		return
	}
	e.Kind = SkillLog
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			l.Write(levelled(e, line))
		}
	}
}

func levelled(e Entry, line []byte) Entry {
	object, err := strictjson.ParseObject(line)
	level, known := levelOf(object)
	message, named := take(object, "message", "msg")
	if err != nil || !known || !named {
		e.Level, e.Message = Debug, strings.ToValidUTF8(string(line), "\uFFFD")
		return e
	}
	e.Level, e.Message, e.Fields = level, message, object
	return e
}

// levels are the names that common log libraries use for ours.
var levels = map[string]Level{
	"trace": Debug, "debug": Debug,
	"info": Info, "information": Info, "notice": Info,
	"warn": Warn, "warning": Warn,
	"error": Error, "err": Error, "fatal": Error, "panic": Error, "critical": Error,
}

func levelOf(object strictjson.Object) (Level, bool) {
	name, _ := take(object, "level", "severity", "lvl")
	level, known := levels[strings.ToLower(name)]
	return level, known
}

// take removes the first of some members that is a text.
func take(object strictjson.Object, names ...string) (string, bool) {
	for _, name := range names {
		if text, ok := object[name].(string); ok {
			delete(object, name)
			return text, true
		}
	}
	return "", false
}
