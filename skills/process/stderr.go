package process

import (
	"bytes"
	"io"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

const (
	keptEnd   = 128 << 10 // of stderr, at its head and again at its tail
	loggedAll = 1 << 20   // bytes of one invocation that reach the log
	loggedOne = 8 << 10   // bytes of one line that do
)

// stderr drains a script's stderr: its head and tail are kept, its lines are
// passed to the log.
type stderr struct {
	ref plan.ScriptRef
	log func(protocol.Level, plan.ScriptRef, string, protocol.Object)

	head, tail []byte // the tail is a ring once it is full
	next       int    // where the ring goes on
	lost       int64  // bytes between head and tail

	line   []byte
	budget int // bytes the log still takes
}

func newStderr(ref plan.ScriptRef, log func(protocol.Level, plan.ScriptRef, string, protocol.Object)) *stderr {
	return &stderr{ref: ref, log: log, budget: loggedAll}
}

// read drains r until it ends or is cut off.
func (s *stderr) read(r io.Reader) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := r.Read(buffer)
		s.keep(buffer[:n])
		s.split(buffer[:n])
		if err != nil {
			s.logLine()
			return
		}
	}
}

func (s *stderr) keep(data []byte) {
	room := min(len(data), keptEnd-len(s.head))
	s.head = append(s.head, data[:room]...)
	data = data[room:]
	if excess := len(data) - keptEnd; excess > 0 {
		s.lost += int64(excess)
		data = data[excess:]
	}
	room = min(len(data), keptEnd-len(s.tail))
	s.tail = append(s.tail, data[:room]...)
	for data = data[room:]; len(data) > 0; {
		n := copy(s.tail[s.next:], data)
		s.next, s.lost, data = (s.next+n)%keptEnd, s.lost+int64(n), data[n:]
	}
}

// bytes is what is kept, with a line that says what is not.
func (s *stderr) bytes() []byte {
	kept := bytes.Clone(s.head)
	if s.lost > 0 {
		kept = append(kept, "\n... "...)
		kept = strictjson.Append(kept, s.lost)
		kept = append(kept, " bytes left out ...\n"...)
	}
	kept = append(kept, s.tail[s.next:]...)
	return append(kept, s.tail[:s.next]...)
}

// split takes lines out of the stream for the log. What is too long for one
// line, or too much in all, is left out.
func (s *stderr) split(data []byte) {
	for len(data) > 0 && s.log != nil && s.budget > 0 {
		end := bytes.IndexByte(data, '\n')
		part := data
		if end >= 0 {
			part = data[:end]
		}
		s.line = append(s.line, part[:min(len(part), loggedOne-len(s.line))]...)
		if end < 0 {
			return
		}
		s.logLine()
		data = data[end+1:]
	}
}

func (s *stderr) logLine() {
	text := strings.TrimSpace(strings.ToValidUTF8(string(s.line), "\uFFFD"))
	s.line = s.line[:0]
	if text == "" || s.log == nil || s.budget <= 0 {
		return
	}
	level, message, fields := relevel(text)
	s.log(level, s.ref, message, fields)
	if s.budget -= len(text) + 64; s.budget <= 0 { // 64: what the log writes around a line
		s.log(protocol.LevelWarn, s.ref, "the rest of its stderr is left out of the log", nil)
	}
}

// levels maps the names that logging libraries use to the four of the protocol.
var levels = map[string]protocol.Level{
	"trace": protocol.LevelDebug, "debug": protocol.LevelDebug,
	"info": protocol.LevelInfo, "notice": protocol.LevelInfo,
	"warn": protocol.LevelWarn, "warning": protocol.LevelWarn,
	"error": protocol.LevelError, "err": protocol.LevelError, "critical": protocol.LevelError,
	"fatal": protocol.LevelError, "panic": protocol.LevelError,
}

// relevel reads a line that a JSON logger wrote; any other line is information.
func relevel(line string) (protocol.Level, string, protocol.Object) {
	if !strings.HasPrefix(line, "{") {
		return protocol.LevelInfo, line, nil
	}
	fields, err := strictjson.ParseObject([]byte(line))
	if err != nil {
		return protocol.LevelInfo, line, nil
	}
	name, _ := fields["level"].(string)
	level, known := levels[strings.ToLower(name)]
	message, ok := fields["message"].(string)
	if !ok {
		message, ok = fields["msg"].(string)
	}
	if !known || !ok {
		return protocol.LevelInfo, line, nil
	}
	for _, taken := range []string{"level", "message", "msg"} {
		delete(fields, taken)
	}
	return level, message, fields
}
