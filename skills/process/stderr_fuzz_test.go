package process

import (
	"bytes"
	"testing"
	"testing/iotest"
)

// FuzzStderr reads any bytes: what is short is kept whole, however it comes in.
func FuzzStderr(f *testing.F) {
	for _, seed := range []string{"", "plain\n", `{"level":"WARN","msg":"x"}`, "{\"message\":\"\xff\"}\n\x00", "a\nb\n\nc"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &stderr{}
		s.read(iotest.OneByteReader(bytes.NewReader(data)))
		if len(data) <= 2*keptEnd && !bytes.Equal(s.bytes(), data) {
			t.Errorf("kept %q of %q", s.bytes(), data)
		}
	})
}
