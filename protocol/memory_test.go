package protocol_test

import (
	"bytes"
	"fmt"
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

// Many small events and large ones end at their limits, whatever follows.
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

// A hundred thousand assets end at theirs, for what so many are and no more.
func TestAssetsEndAtTheirLimit(t *testing.T) {
	var stream bytes.Buffer
	for i := range 100_000 {
		fmt.Fprintf(&stream, `{"version":"0","type":"asset","assetId":"a%d","kind":"image","mediaType":"image/png","path":"%d.png"}`+"\n", i, i)
	}
	assetsOf := func(limits protocol.Limits) (count, used int, end error) {
		reader := protocol.NewReader(&stream, protocol.ReaderOptions{Limits: limits})
		used = allocated(func() {
			for ; end == nil; count++ {
				_, end = reader.Next()
			}
		})
		return count - 1, used, end
	}
	whole := bytes.Clone(stream.Bytes())
	count, used, end := assetsOf(protocol.Limits{})
	if violation, ok := end.(*protocol.Violation); !ok || violation.Code != protocol.TooManyAssets || count != 256 || used > 4<<20 {
		t.Errorf("%d assets are taken with %d bytes, and then %v", count, used, end)
	}
	stream = *bytes.NewBuffer(whole)
	const all = 1 << 30
	if count, more, end := assetsOf(protocol.Limits{Assets: all, Events: all, Bytes: all, Values: all}); count != 100_000 || more < 20*used {
		t.Errorf("without limits %d assets are taken with %d bytes, and then %v", count, more, end)
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

// A stream of lines made of the smallest values there are, as many as it may have: what
// it costs as events is bounded by the limits of values, not by what a script thinks of.
func TestTinyValuesStayBounded(t *testing.T) {
	for _, piece := range []string{`{}`, `[]`, `0`, `""`, `{"a":0}`, `[[[]]]`, `{"a":{"a":{"a":{}}}}`} {
		line := tinyLine(piece, 9_900/(strings.Count(piece, "[")+strings.Count(piece, "{")+1))
		events, used := heldBy(bytes.Repeat(line, (8<<20)/len(line)), protocol.Limits{})
		t.Logf("%d lines of %s are held in %.1f MiB", len(events), piece, float64(used)/(1<<20))
		if used > 48<<20 {
			t.Errorf("%d lines of %s are held in %d bytes", len(events), piece, used)
		}
	}
}

func tinyLine(piece string, count int) []byte {
	pieces := strings.TrimSuffix(strings.Repeat(piece+",", count), ",")
	return []byte(`{"version":"0","type":"ui_event","event":"e","payload":{"x":[` + pieces + "]}}\n")
}

// heldBy reads a stream and measures what its events hold.
func heldBy(stream []byte, limits protocol.Limits) (events []protocol.Event, used int) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	events, _ = readAll(stream, protocol.ReaderOptions{Limits: limits})
	runtime.GC()
	runtime.ReadMemStats(&after)
	return events, int(after.HeapAlloc) - int(before.HeapAlloc)
}

// The control: the seven lines of which a skill once made 883 MB are, without the limits
// of values, more than all streams may be with them; with them not one of them is read.
func TestLinesOfEmptyObjects(t *testing.T) {
	line := tinyLine(`{}`, 340_000)
	stream := append(bytes.Repeat(line, 7), goodDone...)
	bare := protocol.Limits{LineValues: 1 << 30, Values: 1 << 30}
	if events, used := heldBy(stream, bare); len(events) != 8 || used < 128<<20 {
		t.Errorf("%d events without limits are held in %d bytes: this measure would not see a missing limit", len(events), used)
	}
	var end error
	used := allocated(func() { _, end = readAll(stream, protocol.ReaderOptions{}) })
	if violation, ok := end.(*protocol.Violation); !ok || violation.Code != protocol.TooManyValues || violation.Line != 1 {
		t.Errorf("ended with %v", end)
	}
	if used > 16<<20 {
		t.Errorf("allocated %d bytes before the first line was refused", used)
	}
}

// Nesting is given up at its limit, and not after a tree was made of it.
func TestDeepLinesCostNothing(t *testing.T) {
	const deep = 9_000
	line := `{"version":"0","type":"state_patch","patch":` + strings.Repeat(`{"a":`, deep) + `{}` + strings.Repeat(`}`, deep) + "}\n"
	var end error
	used := allocated(func() { _, end = readAll([]byte(line), protocol.ReaderOptions{}) })
	if violation, ok := end.(*protocol.Violation); !ok || violation.Code != protocol.TooDeep || violation.Line != 1 {
		t.Errorf("ended with %v", end)
	}
	bare := allocated(func() { _, _ = readAll([]byte(line), protocol.ReaderOptions{Limits: protocol.Limits{Depth: 10_000}}) })
	t.Logf("allocated %d bytes over %d levels, %d without the limit", used, deep, bare)
	if used > 256<<10 || bare < 4*used {
		t.Errorf("allocated %d bytes, %d without the limit", used, bare)
	}
}
