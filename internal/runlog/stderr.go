package runlog

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Bounds of one text of stderr at its head, and the same again at its tail, where
// a crash says why. What lies between is counted. Even where each byte takes six
// as an escape, one text adds less than 1 MiB to the log.
const (
	maxEndLines = 400
	maxEndBytes = 48 << 10
)

// Stderr writes each line of a skill's stderr as an entry like e. A line that is
// a JSON object as log libraries write them, with a level and a message, keeps
// both and its other fields; any other line is a debug message. Of a flood the
// beginning and the end are written.
func (l *Log) Stderr(e Entry, text []byte) {
	if l == nil {
		return
	}
	e.Kind = SkillLog
	lines := wordyLines(text)
	head := fitting(lines)
	slices.Reverse(lines)
	tail := min(fitting(lines), len(lines)-head)
	slices.Reverse(lines)
	for i, line := range lines {
		switch left := len(lines) - head - tail; {
		case i < head || i >= head+left:
			l.Write(levelled(e, line))
		case i == head:
			e := e
			e.Level, e.Message = Warn, fmt.Sprintf("%d lines of stderr are left out here", left)
			l.Write(e)
		}
	}
}

func wordyLines(text []byte) (lines [][]byte) {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// fitting is how many of the first lines are within the bounds of one end.
func fitting(lines [][]byte) int {
	size := 0
	for i, line := range lines {
		size += min(len(line), maxMessage)
		if i == maxEndLines || size > maxEndBytes {
			return i
		}
	}
	return len(lines)
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
