package protocol_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

const (
	goodLog  = `{"version":"0","type":"log","level":"info","message":"Starting"}` + "\n"
	goodDone = `{"version":"0","type":"done","ok":true}` + "\n"
)

// readAll gives the events and what ended the stream.
func readAll(stream []byte, opts protocol.ReaderOptions) (events []protocol.Event, end error) {
	reader := protocol.NewReader(bytes.NewReader(stream), opts)
	for {
		event, err := reader.Next()
		if err != nil {
			return events, err
		}
		events = append(events, event)
	}
}

func patchLine(payload []byte) []byte {
	return []byte(`{"version":"0","type":"state_patch","patch":{"x":` + string(payload) + "}}\n")
}

// RFC 7396's own vectors. Those outside state_patch are refused as patches, or
// have a target that session state cannot be.
func TestMergePatchVectors(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(soak.Cases(t, "merge-patch"), "rfc7396.json"))
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := strictjson.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	merged, refused := 0, 0
	for _, vector := range vectors.([]any) {
		vector := vector.(protocol.Object)
		target, targetIsObject := vector["original"].(protocol.Object)
		patch, patchIsObject := vector["patch"].(protocol.Object)
		if !patchIsObject {
			line := strings.Replace(goodLog, `"log"`, `"state_patch","patch":`+string(strictjson.Append(nil, vector["patch"])), 1)
			events, end := readAll([]byte(line+goodDone), protocol.ReaderOptions{})
			if len(events) > 0 || !isMalformed(end) {
				t.Errorf("a patch of %s gave %v, %v", strictjson.Kind(vector["patch"]), events, end)
			}
			refused++
			continue
		}
		if !targetIsObject { // session state is an object; RFC 7396 takes any other as an empty one
			target = nil
		}
		if got := protocol.Merge(target, patch); !strictjson.Equal(got, vector["result"]) {
			t.Errorf("%s: got %s", strictjson.Append(nil, vector), strictjson.Append(nil, got))
		}
		merged++
	}
	if merged != 11 || refused != 4 {
		t.Errorf("%d vectors merged and %d refused, want 11 and 4", merged, refused)
	}
}

func isMalformed(err error) bool {
	violation, ok := err.(*protocol.Violation)
	return ok && violation.Code == protocol.MalformedEvent
}

func isTooDeep(err error) bool {
	violation, ok := err.(*protocol.Violation)
	return ok && violation.Code == protocol.TooDeep
}

// A script that writes a good line, then any file of the suite, then done: the
// reader must not panic or hang, must take nothing after the bad line, and must
// take no line that is not one of ours.
func TestJSONSuiteAsOutput(t *testing.T) {
	for name, data := range suite(t) {
		start := time.Now()
		events, end := readAll([]byte(goodLog+string(data)+"\n"+goodDone), protocol.ReaderOptions{})
		violation, ok := end.(*protocol.Violation)
		switch {
		case !ok || !violation.Code.Malformed() && violation.Code != protocol.TooDeep:
			t.Errorf("%s: ended with %v", name, end)
		case len(events) != 1 || violation.Line != 2:
			t.Errorf("%s: %d events before %v", name, len(events), end)
		case time.Since(start) > 20*time.Second:
			t.Errorf("%s took %v", name, time.Since(start))
		}
	}
}

// As the payload of a patch every y_ file survives with its value, and every n_
// file is refused.
func TestJSONSuiteAsPayload(t *testing.T) {
	duplicates := regexp.MustCompile(`^y_object_duplicated_key`)
	kept, refused, either := 0, 0, 0
	for name, data := range suite(t) {
		payload := onOneLine(data)
		events, end := readAll(append(patchLine(payload), goodDone...), protocol.ReaderOptions{})
		accepted := end == io.EOF && len(events) == 2
		switch {
		case strings.HasPrefix(name, "y_") && !duplicates.MatchString(name):
			if !accepted {
				t.Errorf("%s was refused: %v", name, end)
				continue
			}
			checkPayload(t, name, data, events[0].(*protocol.StatePatch))
			kept++
		case strings.HasPrefix(name, "i_"):
			if accepted {
				checkPayload(t, name, data, events[0].(*protocol.StatePatch))
			}
			either++
		default:
			if accepted || len(events) > 0 || !isMalformed(end) && !isTooDeep(end) {
				t.Errorf("%s: %d events, ended with %v", name, len(events), end)
			}
			refused++
		}
	}
	t.Logf("%d kept, %d refused, %d either way", kept, refused, either)
	if kept != 93 || refused != 190 || either != 35 {
		t.Error("the suite has other files than the 318 known; count again")
	}
}

// checkPayload compares by text with a parser that is not ours, so that numbers
// count digit by digit, and sees the value through Writer and Merge.
func checkPayload(t *testing.T, name string, data []byte, patch *protocol.StatePatch) {
	t.Helper()
	value := jsontext.Value(data).Clone()
	if err := value.Compact(jsontext.PreserveRawStrings(false), jsontext.ReorderRawObjects(true)); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	var line bytes.Buffer
	if err := protocol.NewWriter(&line).Write(patch); err != nil {
		t.Errorf("%s: cannot be written again: %v", name, err)
	}
	if want := patchLine(value); !bytes.Equal(line.Bytes(), want) {
		t.Errorf("%s: written as %.200s, want %.200s", name, line.Bytes(), want)
	}
	state := protocol.Merge(protocol.Object{"x": "before"}, patch.Patch)
	if x, found := protocol.Get(state, "x"); found == (string(value) == "null") {
		t.Errorf("%s: after the merge x is %v, %t", name, x, found)
	} else if found && !bytes.Contains(value, []byte("null")) && !bytes.Equal(strictjson.Append(nil, x), value) {
		t.Errorf("%s: after the merge x is %s, want %s", name, strictjson.Append(nil, x), value)
	}
}

// onOneLine takes out the newlines between a file's tokens, since a payload is
// part of one line. A newline inside a string is a fault and must stay one.
func onOneLine(data []byte) []byte {
	value := jsontext.Value(data).Clone()
	if bytes.IndexByte(data, '\n') < 0 || value.Compact() != nil {
		return data
	}
	return value
}

func suite(t *testing.T) map[string][]byte {
	t.Helper()
	dir := filepath.Join(soak.Cases(t, "json-test-suite"), "test_parsing")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte, len(entries))
	for _, entry := range entries {
		if files[entry.Name()], err = os.ReadFile(filepath.Join(dir, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
