package process

import (
	"bytes"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// FuzzStderr reads any bytes: what is short is kept whole, however it comes in,
// and what reaches the log is text of a known level.
func FuzzStderr(f *testing.F) {
	for _, seed := range []string{"", "plain\n", `{"level":"WARN","msg":"x"}`, "{\"level\":\"fatal\",\"message\":\"\xff\"}\n\x00", "a\nb\n\nc", `{"level":7,"msg":[]}` + "\r\n", `{"level":"info","level":"error","msg":"x"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newStderr(plan.ScriptRef{}, func(level protocol.Level, _ plan.ScriptRef, message string, _ protocol.Object) {
			if !utf8.ValidString(message) {
				t.Errorf("%q reached the log", message)
			}
			switch level {
			case protocol.LevelDebug, protocol.LevelInfo, protocol.LevelWarn, protocol.LevelError:
			default:
				t.Errorf("level %q", level)
			}
		})
		s.read(iotest.OneByteReader(bytes.NewReader(data)))
		if len(data) <= 2*keptEnd && !bytes.Equal(s.bytes(), data) {
			t.Errorf("kept %q of %q", s.bytes(), data)
		}
	})
}
