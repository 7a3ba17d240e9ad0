package protocol_test

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/protocol"
)

// endless gives the same bytes over and over, up to a length, and holds none.
type endless struct {
	piece []byte
	left  int
	given int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := copy(p, e.piece[e.given%len(e.piece):])
	n = min(n, e.left)
	e.left -= n
	e.given += n
	return n, nil
}

// allocated is how many bytes f allocates in all, which bounds what it holds.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

const hugeLine = 100 << 20

func TestHugeLineCostsOneLine(t *testing.T) {
	source := &endless{piece: []byte("x"), left: hugeLine}
	source.piece = bytes.Repeat(source.piece, 64<<10)
	var end error
	used := allocated(func() {
		_, end = protocol.NewReader(source, protocol.ReaderOptions{}).Next()
	})
	if violation, ok := end.(*protocol.Violation); !ok || violation.Code != protocol.LineTooLong || violation.Line != 1 {
		t.Fatalf("ended with %v", end)
	}
	if source.given > 1<<20+64<<10 {
		t.Errorf("read %d bytes of a line that is refused at 1 MiB", source.given)
	}
	if used > 8<<20 {
		t.Errorf("allocated %d bytes over a line of 100 MiB", used)
	}
	t.Logf("allocated %d bytes, read %d", used, source.given)
}

// The control: without the limit the same measure sees the whole line.
func TestHugeLineWithoutLimitCostsAll(t *testing.T) {
	source := &endless{piece: bytes.Repeat([]byte("x"), 64<<10), left: hugeLine}
	used := allocated(func() {
		opts := protocol.ReaderOptions{Limits: protocol.Limits{Line: 1 << 30, Bytes: 1 << 30}}
		_, _ = protocol.NewReader(source, opts).Next()
	})
	if used < hugeLine {
		t.Errorf("allocated only %d bytes: this measure would not see a missing limit", used)
	}
}

func TestFloodAfterDoneCostsNothing(t *testing.T) {
	flood := &endless{piece: bytes.Repeat([]byte("noise\n"), 10<<10), left: hugeLine}
	reader := protocol.NewReader(io.MultiReader(bytes.NewReader([]byte(goodDone)), flood), protocol.ReaderOptions{})
	if _, err := reader.Next(); err != nil {
		t.Fatal(err)
	}
	used := allocated(func() {
		if trailing, err := reader.Drain(); !trailing || err != nil {
			t.Errorf("trailing %t, %v", trailing, err)
		}
	})
	if used > 1<<20 {
		t.Errorf("allocated %d bytes to throw 100 MiB away", used)
	}
}

// Many small events and many assets end at their limits, whatever follows.
func TestFloodsEndAtTheirLimits(t *testing.T) {
	for _, c := range []struct {
		line string
		code protocol.Code
	}{
		{`{"version":"0","type":"log","level":"debug","message":""}` + "\n", protocol.TooManyEvents},
		{`{"version":"0","type":"ui_event","event":"e","payload":{"x":"` + string(bytes.Repeat([]byte("y"), 9_000)) + `"}}` + "\n", protocol.TooManyBytes},
	} {
		source := &endless{piece: []byte(c.line), left: hugeLine}
		reader := protocol.NewReader(source, protocol.ReaderOptions{})
		want := min(10_000, 8<<20/len(c.line))
		for count := 0; ; count++ {
			if _, err := reader.Next(); err != nil {
				if violation, ok := err.(*protocol.Violation); !ok || violation.Code != c.code || count != want {
					t.Errorf("after %d events: %v, want %s after %d", count, err, c.code, want)
				}
				break
			}
		}
	}
}

// The limit of a line holds to the byte, wherever the reads happen to end.
func TestLineLimitIsExact(t *testing.T) {
	done := []byte(`{"version":"0","type":"done","ok":true}`)
	for _, limit := range []int{64 << 10, 1 << 20} {
		for extra := -1; extra <= 1; extra++ {
			line := append(done, bytes.Repeat([]byte(" "), limit+extra-len(done))...)
			for _, newline := range []string{"\n", "\r\n", ""} {
				_, end := readAll(append(line[:len(line):len(line)], newline...), protocol.ReaderOptions{Limits: protocol.Limits{Line: limit}})
				if fits := end == io.EOF; fits != (extra <= 0) {
					t.Errorf("a line of %d%+d bytes with newline %q: %v", limit, extra, newline, end)
				}
			}
		}
	}
}

// A line at the limit made of the smallest values there are: what it costs as
// events is bounded by the limit of a line, not by what a script thinks of.
func TestTinyValuesStayBounded(t *testing.T) {
	const begin, end = `{"version":"0","type":"state_patch","patch":{"x":[`, `]}}`
	for _, piece := range []string{`{}`, `[]`, `0`, `""`, `{"a":0}`, `[[[]]]`} {
		room := 1<<20 - len(begin) - len(end) - len(piece)
		line := begin + strings.Repeat(piece+",", room/(len(piece)+1)) + piece + end + "\n"
		var events []protocol.Event
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		events, _ = readAll([]byte(line+goodDone), protocol.ReaderOptions{})
		runtime.GC()
		runtime.ReadMemStats(&after)
		if len(events) != 2 {
			t.Fatalf("%s: %d events", piece, len(events))
		}
		held := int(after.HeapAlloc) - int(before.HeapAlloc)
		t.Logf("1 MiB of %s is held in %.1f MiB", piece, float64(held)/(1<<20))
		if held > 64<<20 {
			t.Errorf("1 MiB of %s is held in %d bytes", piece, held)
		}
		runtime.KeepAlive(events)
	}
}
