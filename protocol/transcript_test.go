package protocol_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// A transcript is one invocation: prose on the rule it pins, then
//
//	request   the line the script is sent; its features decide on calls (optional)
//	limits    "line 64" and the like, where a transcript pins a limit (optional)
//	lines     what the script writes, or
//	quoted    the same as Go strings, where an editor would spoil the bytes
//	replies   what the host answers, at once, to the calls of these ids (optional)
//	exit      the exit code; 0 where there is none
//	verdict   what was read, how the stream ended, what the invocation came to
func TestTranscripts(t *testing.T) {
	golden.Cases(t, "testdata/transcripts/*.txtar", 60, func(t *testing.T, c *golden.Case) {
		c.Explained(t)
		c.Want(t, "verdict", play(t, c))
	})
}

// play is the host's side of one invocation, without a process.
func play(t *testing.T, c *golden.Case) string {
	t.Helper()
	request := requestOf(t, c)
	reader := protocol.NewReader(bytes.NewReader(output(t, c)), protocol.ReaderOptions{
		Limits:    limits(t, c),
		RequestID: request.RequestID,
		Calls:     slices.Contains(request.Features, "calls"),
	})
	replies := repliesOf(t, c)
	exit, _ := strconv.Atoi(c.Text("exit"))

	var report strings.Builder
	var done *protocol.Done
	var patches []protocol.Object
	for {
		event, err := reader.Next()
		if err != nil {
			if err != io.EOF {
				fmt.Fprintln(&report, err)
			}
			return report.String() + ending(t, reader, done, patches, err, exit)
		}
		fmt.Fprintf(&report, "%d %s", reader.Line(), written(t, event))
		switch event := event.(type) {
		case *protocol.Done:
			done = event
		case *protocol.StatePatch:
			patches = append(patches, event.Patch)
		case *protocol.Call:
			if reply := replies[event.ID]; reply != nil {
				reader.Replied(reply.ID)
			}
		}
	}
}

func ending(t *testing.T, reader *protocol.Reader, done *protocol.Done, patches []protocol.Object, stream error, exit int) string {
	t.Helper()
	var report strings.Builder
	if trailing, err := reader.Drain(); err != nil {
		t.Fatal(err)
	} else if trailing && done != nil {
		fmt.Fprintln(&report, "warning: the script wrote on after done")
	}
	verdict := protocol.Judge(done, stream, exit)
	fmt.Fprintln(&report, verdict)
	if verdict == protocol.Accepted && patches != nil {
		state := protocol.Object{}
		for _, patch := range patches {
			state = protocol.Merge(state, patch)
		}
		fmt.Fprintf(&report, "state %s\n", strictjson.Append(nil, state))
	}
	return report.String()
}

func written(t *testing.T, event protocol.Event) string {
	t.Helper()
	var line bytes.Buffer
	if err := protocol.NewWriter(&line).Write(event); err != nil {
		t.Fatalf("what was read cannot be written: %v", err)
	}
	return line.String()
}

func requestOf(t *testing.T, c *golden.Case) *protocol.Request {
	t.Helper()
	line := c.File("request")
	if line == nil {
		return &protocol.Request{}
	}
	request, err := protocol.ParseRequest(line)
	if err != nil {
		t.Fatal(err)
	}
	return request
}

func output(t testing.TB, c *golden.Case) []byte {
	t.Helper()
	var raw []byte
	for line := range strings.Lines(string(c.File("quoted"))) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		raw = append(raw, text...)
	}
	return append(raw, c.File("lines")...)
}

func limits(t *testing.T, c *golden.Case) (l protocol.Limits) {
	t.Helper()
	for line := range strings.Lines(string(c.File("limits"))) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		field := map[string]*int{"line": &l.Line, "events": &l.Events, "bytes": &l.Bytes, "assets": &l.Assets, "output": &l.Output,
			"depth": &l.Depth, "line-values": &l.LineValues, "values": &l.Values, "state": &l.State}[name]
		n, err := strconv.Atoi(number)
		if field == nil || err != nil {
			t.Fatalf("limits: %q", line)
		}
		*field = n
	}
	return l
}

func repliesOf(t *testing.T, c *golden.Case) map[string]*protocol.Reply {
	t.Helper()
	replies := map[string]*protocol.Reply{}
	for line := range strings.Lines(string(c.File("replies"))) {
		reply, err := protocol.ParseReply([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		replies[reply.ID] = reply
	}
	return replies
}
