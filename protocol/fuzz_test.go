package protocol_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

var smallLimits = protocol.Limits{Line: 1 << 10, Events: 20, Bytes: 4 << 10, Assets: 3, Output: 64}

// Whatever the bytes, the reader must not panic; each event it takes is one that
// a second strict parser takes and that reads back equal from a [protocol.Writer]'s
// bytes; and the end is done or a violation that is safe to print.
func FuzzReader(f *testing.F) {
	for _, seed := range readerSeeds(f) {
		f.Add(seed, true)
	}
	f.Add([]byte(goodLog+goodDone), false)
	f.Fuzz(func(t *testing.T, stream []byte, calls bool) { checkStream(t, stream, calls) })
}

// checkStream gives the events taken, of a stream of any bytes.
func checkStream(t *testing.T, stream []byte, calls bool) int {
	t.Helper()
	opts := protocol.ReaderOptions{Limits: smallLimits, Calls: calls}
	events, end := readAll(stream, opts)
	checkEnd(t, end)
	lines := bytes.Split(stream, []byte("\n"))
	for i, event := range events {
		if err := secondOpinion(lines[i]); err != nil {
			t.Fatalf("took %q: %v", lines[i], err)
		}
		checkReadsBack(t, event)
	}
	dripped, dripEnd := readSlowly(stream, opts)
	if !reflect.DeepEqual(events, dripped) || !reflect.DeepEqual(end, dripEnd) {
		t.Fatalf("at once: %v, %v; byte by byte: %v, %v", events, end, dripped, dripEnd)
	}
	return len(events)
}

// pieces are what is put into lines that were good.
var pieces = []string{
	"\x00", "\xff", "\ufeff", "\r\n", "\n", "\xfe\xff\x00{", `\ud800`, "NaN", "1e400", "-0", "K", "ſ", "\u202e", `"`, `\`, "{", "}", "[", "]", ",", ":", "null", `"type":"done",`,
	strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999), strings.Repeat("[", 10_001), strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70), strings.Repeat("x", 1_100),
}

// Lines of all types, with something put in, taken out, doubled or exchanged: what holds for
// any bytes holds for them, and none takes long.
func TestMutatedLines(t *testing.T) {
	taken, count, longest := 0, soak.Count(200_000), time.Duration(0)
	for seed := range count {
		line := mutated(rand.New(rand.NewPCG(9, uint64(seed))))
		began := time.Now()
		taken += checkStream(t, append(append([]byte(goodLog), line...), "\n"+goodDone...), seed%4 > 0)
		longest = max(longest, time.Since(began))
	}
	t.Logf("%d events were taken of %d streams of three lines, the slowest within %v", taken, count, longest)
	if longest > time.Second {
		t.Errorf("a stream took %v", longest)
	}
	if taken <= count || taken >= 2*count {
		t.Errorf("%d events of %d streams: too few or too many of the lines are good", taken, count)
	}
}

// mutated is a line of some type with one to three mistakes in it.
func mutated(r *rand.Rand) []byte {
	line := []byte(wholeEvents[r.IntN(len(wholeEvents))].line)
	for range 1 + r.IntN(3) {
		at, to := r.IntN(len(line)+1), r.IntN(len(line)+1)
		from, until := min(at, to), max(at, to)
		switch r.IntN(5) {
		case 0:
			line = slices.Insert(line, at, []byte(pieces[r.IntN(len(pieces))])...)
		case 1:
			line = slices.Delete(line, from, min(until, from+4))
		case 2:
			line = slices.Insert(line, at, line[from:until]...)
		case 3:
			line = line[:at]
		default:
			if at < len(line) {
				line[at] ^= byte(1 << r.IntN(8))
			}
		}
	}
	return line
}

// Of very many such lines, each read by itself, the reader takes none that a second strict
// parser refuses, and none holds it up.
func TestVeryManyLines(t *testing.T) {
	count := 100_000
	if soak.Whole() {
		count = 100_000_000
	}
	var mutex sync.Mutex // over both
	taken, longest := 0, time.Duration(0)
	read := func(r *rand.Rand) (events int, took time.Duration, err error) {
		line := mutated(r)
		var all []protocol.Event
		for range 3 { // a line is slow that is slow each time, and not one beside which something else was
			began := time.Now()
			all, _ = readAll(append(line, '\n'), protocol.ReaderOptions{Limits: smallLimits, Calls: true})
			if took = time.Since(began); took < 100*time.Millisecond {
				break
			}
		}
		for i := range all {
			if err := secondOpinion(bytes.Split(line, []byte("\n"))[i]); err != nil {
				return 0, 0, fmt.Errorf("took %q: %w", line, err)
			}
		}
		return len(all), took, nil
	}
	var readers sync.WaitGroup
	for part := range runtime.GOMAXPROCS(0) {
		readers.Go(func() {
			r, good, worst := rand.New(rand.NewPCG(10, uint64(part))), 0, time.Duration(0)
			for range count / runtime.GOMAXPROCS(0) {
				events, took, err := read(r)
				if err != nil {
					t.Error(err)
					break
				}
				good, worst = good+events, max(worst, took)
			}
			mutex.Lock()
			defer mutex.Unlock()
			taken, longest = taken+good, max(longest, worst)
		})
	}
	readers.Wait()
	t.Logf("%d events were taken of %d lines, the slowest within %v", taken, count, longest)
	if longest > time.Second || taken < count/100 || taken > count/2 {
		t.Error("one was slow, or too few or too many are good")
	}
}

func readerSeeds(f *testing.F) (seeds [][]byte) {
	for _, c := range golden.Read(f, "testdata/transcripts/*.txtar", 1) {
		seeds = append(seeds, output(f, c))
	}
	for _, line := range ambiguousLines()[:100] {
		seeds = append(seeds, []byte(line))
	}
	return seeds
}

func checkEnd(t *testing.T, end error) {
	t.Helper()
	if end == io.EOF {
		return
	}
	violation, ok := end.(*protocol.Violation)
	if !ok {
		t.Fatalf("ended with %v", end)
	}
	if n := utf8.RuneCountInString(violation.Excerpt); n > 120 {
		t.Errorf("an excerpt of %d characters", n)
	}
	for _, r := range violation.Error() {
		if r < ' ' || r == 0x7f || (r >= 0x80 && r < 0xa0) || (r >= 0x202a && r <= 0x202e) || (r >= 0x2066 && r <= 0x2069) || r == utf8.RuneError {
			t.Errorf("the error has %U in it: %q", r, violation.Error())
		}
	}
}

func checkReadsBack(t *testing.T, event protocol.Event) {
	t.Helper()
	var line bytes.Buffer
	if err := protocol.NewWriter(&line).Write(event); err != nil {
		t.Fatalf("%#v was taken but cannot be written: %v", event, err)
	}
	again, _ := readAll(line.Bytes(), protocol.ReaderOptions{Calls: true})
	if len(again) != 1 || !reflect.DeepEqual(again[0], event) {
		t.Fatalf("%#v was written as %q, which reads as %#v", event, line.Bytes(), again)
	}
}

// readSlowly reads as readAll does, from a pipe that gives single bytes.
func readSlowly(stream []byte, opts protocol.ReaderOptions) (events []protocol.Event, end error) {
	reader := protocol.NewReader(oneByte{bytes.NewReader(stream)}, opts)
	for {
		event, err := reader.Next()
		if err != nil {
			return events, err
		}
		events = append(events, event)
	}
}

type oneByte struct{ io.Reader }

func (r oneByte) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(1, len(p))]) }

// secondOpinion is a strict parser made of other parts than ours: the standard
// library's tokens, a look at the bytes, and a set of keys for each object.
func secondOpinion(line []byte) error {
	if !utf8.Valid(line) {
		return errors.New("not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if err := scanValue(dec); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("more than one value")
	}
	return nil
}

func scanValue(dec *json.Decoder) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	delim, opens := token.(json.Delim)
	if !opens {
		return nil
	}
	keys := map[string]bool{}
	for dec.More() {
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			if keys[key.(string)] {
				return errors.New("duplicate key")
			}
			keys[key.(string)] = true
		}
		if err := scanValue(dec); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// Merge must equal the rule as RFC 7396 writes it down, leave both arguments as
// they were, hand out nothing of the patch, and be idempotent.
func FuzzMerge(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"a":{"b":1,"c":2}}`, `{"a":{"c":3,"d":4}}`}, {`{"a":[{"b":"c"}]}`, `{"a":[1,null,{"x":null}]}`},
		{`{"a":1,"b":2}`, `{"b":null}`}, {`{}`, `{"a":{"bb":{"ccc":null}}}`}, {`{"e":null}`, `{"a":1}`}, {`{"a":1}`, `{"a":{"b":{}}}`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, targetText, patchText []byte) {
		target, err := strictjson.ParseObject(targetText)
		if err != nil {
			return // not what Merge takes
		}
		patch, err := strictjson.ParseObject(patchText)
		if err != nil {
			return
		}
		checkMerge(t, target, patch)
	})
}
