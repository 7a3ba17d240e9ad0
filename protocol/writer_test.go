package protocol_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

func ExampleWriter() {
	w := protocol.NewWriter(os.Stdout)
	_ = w.Write(&protocol.StatePatch{Patch: protocol.Object{"flags": protocol.Object{"torchLit": true}}})
	_ = w.Write(&protocol.Done{OK: true, Summary: "Torch lit."})
	// Output:
	// {"version":"0","type":"state_patch","patch":{"flags":{"torchLit":true}}}
	// {"version":"0","type":"done","ok":true,"summary":"Torch lit."}
}

func ExampleReader() {
	output := `{"version":"0","type":"log","level":"info","message":"Starting"}
{"version":"0","type":"log","level":"info","level":"warn","message":"Hm"}
`
	reader := protocol.NewReader(strings.NewReader(output), protocol.ReaderOptions{})
	for {
		event, err := reader.Next()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(reader.Line(), event.Type())
	}
	// Output:
	// 1 log
	// line 2: malformed_event: not strict JSON: column 44, at "/level": this key stands twice in one object: {"version":"0","type":"log","level":"info","level":"warn","message":"Hm"}
}

// Each event comes back as it went, with everything it may carry.
func TestEventsComeBack(t *testing.T) {
	head := protocol.Envelope{RequestID: "r", Timestamp: "2026-01-01T00:00:00Z", Extra: protocol.Object{"x": strictjson.Number("1.50"), "ä": nil}}
	object := protocol.Object{"k": []any{true, "\u2028\x00<&>", strictjson.Number("9007199254740993")}}
	events := []protocol.Event{
		&protocol.Log{Envelope: head, Level: protocol.LevelWarn, Message: "m", Fields: object},
		&protocol.StatePatch{Envelope: head, Patch: object},
		&protocol.Asset{Envelope: head, AssetID: "a", Kind: "image", MediaType: "image/png", Path: "/p", Metadata: object},
		&protocol.UIEvent{Envelope: head, Event: "e", Payload: object},
		&protocol.Error{Envelope: head, Code: "c", Message: "m", Details: object},
		&protocol.Call{Envelope: head, ID: "i", Method: "random", Params: object},
		&protocol.Log{Level: protocol.LevelDebug},
		&protocol.Done{Envelope: head, OK: true, Summary: "s", Output: object},
	}
	var stream bytes.Buffer
	w := protocol.NewWriter(&stream)
	for _, event := range events {
		if err := w.Write(event); err != nil {
			t.Fatal(err)
		}
	}
	reader := protocol.NewReader(&stream, protocol.ReaderOptions{RequestID: "r", Calls: true})
	var got []protocol.Event
	for {
		event, err := reader.Next()
		if err != nil {
			break
		}
		if call, ok := event.(*protocol.Call); ok {
			reader.Replied(call.ID)
		}
		got = append(got, event)
	}
	if diff := cmp.Diff(events, got); diff != "" {
		t.Errorf("-written +read:\n%s", diff)
	}
}

func TestRequestAndReplyComeBack(t *testing.T) {
	request := &protocol.Request{
		RequestID: "r", Tool: "dice-roller/roll-dice", Operation: "roll-dice", Input: protocol.Object{"dice": "2d6"},
		Features: []string{"calls", "random"}, Config: protocol.Object{}, Seed: 1<<53 - 1, OutputDir: "/o", DataDir: "/d",
		Results: protocol.Object{"before": protocol.Object{"x": true}, "failed": nil},
	}
	var line bytes.Buffer
	if err := protocol.NewWriter(&line).WriteRequest(request); err != nil {
		t.Fatal(err)
	}
	const want = `{"requestId":"r","tool":"dice-roller/roll-dice","operation":"roll-dice","input":{"dice":"2d6"},` +
		`"protocol":{"version":"0","features":["calls","random"]},"config":{},"seed":9007199254740991,` +
		`"outputDir":"/o","dataDir":"/d","results":{"before":{"x":true},"failed":null}}` + "\n"
	if !strictjson.Equal(must(strictjson.Parse(line.Bytes())), must(strictjson.Parse([]byte(want)))) {
		t.Errorf("written as %s want %s", line.String(), want)
	}
	again, err := protocol.ParseRequest(line.Bytes())
	if diff := cmp.Diff(request, again); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, reply := range []*protocol.Reply{
		{ID: "c", Result: protocol.Object{"values": []any{strictjson.Number("4")}}},
		{ID: "c", Err: &protocol.CallError{Code: "not_found", Message: "no such key"}},
	} {
		line.Reset()
		if err := protocol.NewWriter(&line).WriteReply(reply); err != nil {
			t.Fatal(err)
		}
		again, err := protocol.ParseReply(line.Bytes())
		if diff := cmp.Diff(reply, again); err != nil || diff != "" {
			t.Errorf("%s%v\n%s", line.String(), err, diff)
		}
	}
}

func must(v any, err error) any {
	if err != nil {
		panic(err)
	}
	return v
}

// The oldest request there is, with a field from the future.
func TestRequestOfOtherHosts(t *testing.T) {
	request, err := protocol.ParseRequest([]byte(`{"requestId":"r","tool":"t","operation":"o","input":{"a":1},"weather":"fine"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := &protocol.Request{RequestID: "r", Tool: "t", Operation: "o", Input: parse(t, `{"a":1}`), Config: protocol.Object{}, Results: protocol.Object{}}
	if diff := cmp.Diff(want, request); diff != "" {
		t.Error(diff)
	}
}

func TestBrokenRequestsAndReplies(t *testing.T) {
	request := func(line string) error { _, err := protocol.ParseRequest([]byte(line)); return err }
	reply := func(line string) error { _, err := protocol.ParseReply([]byte(line)); return err }
	for _, c := range []struct {
		parse func(string) error
		line  string
		want  string
	}{
		{request, ``, `request: the line is blank; every line must hold one JSON object`},
		{request, `[]`, `request: the line must hold one JSON object, and holds an array`},
		{request, `{"input":"x"}`, `request: "input" must be an object, and is the string "x"`},
		{request, `{"seed":-1}`, `request: "seed" must be an integer from 0 to 9007199254740991, and is the number -1`},
		{request, `{"seed":9007199254740992}`, `request: "seed" must be an integer from 0 to 9007199254740991, and is the number 9007199254740992`},
		{request, `{"seed":1.5}`, `request: "seed" must be an integer from 0 to 9007199254740991, and is the number 1.5`},
		{request, `{"protocol":{"version":"1"}}`, `request: "version" must be the string "0", and is the string "1"`},
		{request, `{"protocol":{"version":"0","features":[1]}}`, `request: "features" must be an array of strings, and holds the number 1`},
		{request, `{"protocol":null}`, `request: "protocol" must be an object, and is null`},
		{reply, `{"version":"0","type":"call","id":"c","ok":true}`, `reply: "type" must be one of reply, and is the string "call"`},
		{reply, `{"version":"0","type":"reply","ok":true}`, `reply: "id" is missing; it must be a string`},
		{reply, `{"version":"0","type":"reply","id":"c"}`, `reply: "ok" is missing; it must be true or false`},
		{reply, `{"version":"0","type":"reply","id":"c","ok":false}`, `reply: "error" is missing; it must be an object`},
		{reply, `{"version":"0","type":"reply","id":"c","ok":false,"error":{"code":"","message":""}}`, `reply: "code" must not be empty`},
	} {
		if err := c.parse(c.line); err == nil || err.Error() != c.want {
			t.Errorf("%s\n got %v\nwant %s", c.line, err, c.want)
		}
	}
}

// A Writer does not write what a Reader would refuse.
func TestWriterRefuses(t *testing.T) {
	for _, c := range []struct {
		event protocol.Event
		code  protocol.Code
	}{
		{&protocol.Log{Level: "loud"}, protocol.MalformedEvent},
		{&protocol.StatePatch{Patch: protocol.Object{"$scene": 1}}, protocol.ReservedKey},
		{&protocol.Asset{AssetID: "a", Kind: "image", MediaType: "png", Path: "p"}, protocol.MalformedEvent},
		{&protocol.UIEvent{}, protocol.MalformedEvent},
		{&protocol.Done{Envelope: protocol.Envelope{Extra: protocol.Object{"ok": false}}}, protocol.MalformedEvent},
		{&protocol.Done{Envelope: protocol.Envelope{Extra: protocol.Object{"OK": false}}}, protocol.MalformedEvent},
		{&protocol.Done{Output: protocol.Object{"x": strictjson.Number("012")}}, protocol.MalformedEvent},
	} {
		var line bytes.Buffer
		err := protocol.NewWriter(&line).Write(c.event)
		if violation, ok := errors.AsType[*protocol.Violation](err); !ok || violation.Code != c.code || line.Len() > 0 {
			t.Errorf("%#v: %v, and %q was written", c.event, err, line.String())
		}
	}
}

// writes remembers each Write, and fails from one on.
type writes struct {
	chunks []string
	fail   int
}

func (w *writes) Write(p []byte) (int, error) {
	if w.fail > 0 && len(w.chunks) >= w.fail {
		return 0, io.ErrClosedPipe
	}
	w.chunks = append(w.chunks, string(p))
	return len(p), nil
}

func TestWriterWritesWholeLinesConcurrently(t *testing.T) {
	var out writes
	w := protocol.NewWriter(&out)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 50 {
				if err := w.Write(&protocol.Log{Level: protocol.LevelInfo, Message: strings.Repeat("x", i)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for _, chunk := range out.chunks {
		if !strings.HasPrefix(chunk, `{"version":"0"`) || strings.Index(chunk, "\n") != len(chunk)-1 {
			t.Fatalf("one Write was %q", chunk)
		}
	}
	if len(out.chunks) != 400 {
		t.Errorf("%d lines, want 400", len(out.chunks))
	}
}

func TestWriterStopsAtAnError(t *testing.T) {
	out := writes{fail: 1}
	w := protocol.NewWriter(&out)
	for i := range 3 {
		err := w.Write(&protocol.Done{OK: true})
		if (i == 0) != (err == nil) || (i > 0 && !errors.Is(err, io.ErrClosedPipe)) {
			t.Errorf("line %d: %v", i+1, err)
		}
	}
	if len(out.chunks) != 1 {
		t.Errorf("%d lines went out after an error", len(out.chunks)-1)
	}
}
