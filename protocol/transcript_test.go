package protocol_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

var update = flag.Bool("update", false, "rewrite the verdicts of the transcripts")

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
	files, err := filepath.Glob("testdata/transcripts/*.txtar")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d transcripts (%v), want at least 60", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.TrimSpace(archive.Comment)) == 0 {
				t.Error("no prose on what this transcript pins")
			}
			got := play(t, archive)
			if *update {
				setFile(archive, "verdict", got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(getFile(archive, "verdict")), got); diff != "" {
				t.Errorf("verdict (-want +got):\n%s", diff)
			}
		})
	}
}

// play is the host's side of one invocation, without a process.
func play(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	request := requestOf(t, archive)
	reader := protocol.NewReader(bytes.NewReader(output(t, archive)), protocol.ReaderOptions{
		Limits:    limits(t, archive),
		RequestID: request.RequestID,
		Calls:     slices.Contains(request.Features, "calls"),
	})
	replies := repliesOf(t, archive)
	exit, _ := strconv.Atoi(strings.TrimSpace(string(getFile(archive, "exit"))))

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

func requestOf(t *testing.T, archive *txtar.Archive) *protocol.Request {
	t.Helper()
	line := getFile(archive, "request")
	if line == nil {
		return &protocol.Request{}
	}
	request, err := protocol.ParseRequest(line)
	if err != nil {
		t.Fatal(err)
	}
	return request
}

func output(t testing.TB, archive *txtar.Archive) []byte {
	t.Helper()
	var raw []byte
	for line := range strings.Lines(string(getFile(archive, "quoted"))) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		raw = append(raw, text...)
	}
	return append(raw, getFile(archive, "lines")...)
}

func limits(t *testing.T, archive *txtar.Archive) (l protocol.Limits) {
	t.Helper()
	for line := range strings.Lines(string(getFile(archive, "limits"))) {
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

func repliesOf(t *testing.T, archive *txtar.Archive) map[string]*protocol.Reply {
	t.Helper()
	replies := map[string]*protocol.Reply{}
	for line := range strings.Lines(string(getFile(archive, "replies"))) {
		reply, err := protocol.ParseReply([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		replies[reply.ID] = reply
	}
	return replies
}

func getFile(archive *txtar.Archive, name string) []byte {
	for _, file := range archive.Files {
		if file.Name == name {
			return file.Data
		}
	}
	return nil
}

func setFile(archive *txtar.Archive, name, text string) {
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			archive.Files[i].Data = []byte(text)
			return
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
}
