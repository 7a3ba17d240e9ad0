package protocol_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/protocol"
)

// docs/protocol.md is tested as it stands: its scripts run, its lines parse, its
// table of codes is the program's.

func document(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fenced gives the blocks of code in one language, in order.
func fenced(t *testing.T, language string) []string {
	t.Helper()
	var blocks []string
	for _, match := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(document(t), -1) {
		blocks = append(blocks, match[1])
	}
	return blocks
}

// converse runs a script of the document with a request, answers its calls, and
// gives what it came to.
func converse(t *testing.T, interpreter, source string, request *protocol.Request) ([]protocol.Event, protocol.Verdict) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	script := exec.Command(soak.Need(t, interpreter), file)
	script.Stderr = os.Stderr
	stdin, _ := script.StdinPipe()
	stdout, _ := script.StdoutPipe()
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	host := protocol.NewWriter(stdin)
	if err := host.WriteRequest(request); err != nil {
		t.Fatal(err)
	}
	events, done, end := answer(t, host, protocol.NewReader(stdout, protocol.ReaderOptions{RequestID: request.RequestID, Calls: true}))
	_ = stdin.Close()
	_ = script.Wait() // its error is the exit code
	return events, protocol.Judge(done, end, script.ProcessState.ExitCode())
}

func answer(t *testing.T, host *protocol.Writer, reader *protocol.Reader) (events []protocol.Event, done *protocol.Done, end error) {
	t.Helper()
	for {
		event, err := reader.Next()
		if err != nil {
			return events, done, err
		}
		events = append(events, event)
		switch event := event.(type) {
		case *protocol.Done:
			done = event
		case *protocol.Call:
			reader.Replied(event.ID)
			if err := host.WriteReply(&protocol.Reply{ID: event.ID, Result: parse(t, `{"values":[5]}`)}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestDocumentedScriptsWork(t *testing.T) {
	python, shell := fenced(t, "python"), fenced(t, "sh")
	if len(python) != 2 || len(shell) != 1 {
		t.Fatalf("%d Python and %d shell scripts in the document, want 2 and 1", len(python), len(shell))
	}
	for _, c := range []struct {
		name, interpreter, source, input string
		verdict                          protocol.Verdict
		last                             string
	}{
		{"light", "python3", python[0], `{"place":"cellar"}`, protocol.Accepted, `{"version":"0","type":"done","ok":true,"output":{"lit":"cellar"}}`},
		{"guess", "python3", python[1], `{}`, protocol.Accepted, `{"version":"0","type":"done","ok":true,"output":{"rolled":5}}`},
		{"bell", "sh", shell[0], `{}`, protocol.Accepted, `{"version":"0","type":"done","ok":true,"summary":"The bell rings."}`},
		{"bell muffled", "sh", shell[0], `{"muffled":true}`, protocol.Declined, `{"version":"0","type":"done","ok":false,"summary":"The bell makes no sound."}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			request := &protocol.Request{RequestID: "r1", Tool: "x/y", Operation: "y", Input: parse(t, c.input), Features: []string{"calls", "random"}}
			events, verdict := converse(t, c.interpreter, c.source, request)
			if verdict != c.verdict {
				t.Fatalf("%s after %d events", verdict, len(events))
			}
			if last := written(t, events[len(events)-1]); strings.TrimSpace(last) != c.last {
				t.Errorf("ended with %s", last)
			}
		})
	}
}

// The document's promise that a first script is short.
func TestDocumentedPythonIsShort(t *testing.T) {
	lines := regexp.MustCompile(`(?m)^.*\S.*$`).FindAllString(fenced(t, "python")[0], -1)
	if len(lines) > 15 {
		t.Errorf("the first script has %d lines, want at most 15", len(lines))
	}
}

func TestDocumentedLinesAreTaken(t *testing.T) {
	lines := strings.Join(fenced(t, "ndjson"), "")
	call := regexp.MustCompile(`(?m)^.*"type":"call".*\n`).FindString(lines)
	done := regexp.MustCompile(`(?m)^.*"type":"done".*\n`).FindString(lines)
	before := strings.NewReplacer(call, "", done, "").Replace(lines)
	events, end := readAll([]byte(before+done), protocol.ReaderOptions{})
	if end != io.EOF || len(events) != 7 {
		t.Errorf("%d events, then %v", len(events), end)
	}
	if events, end = readAll([]byte(call), protocol.ReaderOptions{Calls: true}); len(events) != 1 {
		t.Errorf("the call: %v", end)
	}
	for line := range strings.Lines(strings.Join(fenced(t, "reply"), "")) {
		if _, err := protocol.ParseReply([]byte(line)); err != nil {
			t.Error(err)
		}
	}
	request, err := protocol.ParseRequest([]byte(fenced(t, "json")[0]))
	if err != nil {
		t.Fatal(err)
	}
	var line bytes.Buffer
	_ = protocol.NewWriter(&line).WriteRequest(request)
	if len(line.String()) != len(fenced(t, "json")[0]) {
		t.Errorf("the program writes that request as\n%s", line.String())
	}
}

func TestDocumentedCodesAreTheProgram(t *testing.T) {
	documented := map[protocol.Code]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| .* \\| `(invalid_json|process_error)` \\|$").FindAllStringSubmatch(document(t), -1) {
		documented[protocol.Code(row[1])] = row[2]
	}
	codes := []protocol.Code{
		protocol.MalformedEvent, protocol.UnknownType, protocol.WrongVersion, protocol.ReservedKey, protocol.DuplicateAsset, protocol.ForeignRequest,
		protocol.AssetOutside, protocol.AssetRefused, protocol.CallOutstanding, protocol.DuplicateCall, protocol.MissingDone, protocol.LineTooLong,
		protocol.TooManyEvents, protocol.TooManyBytes, protocol.TooManyAssets, protocol.OutputTooLarge, protocol.TooManyCalls,
		protocol.TooDeep, protocol.TooManyValues, protocol.TooMuchState,
	}
	for _, code := range codes {
		category := map[bool]string{true: "invalid_json", false: "process_error"}[code.Malformed()]
		if documented[code] != category {
			t.Errorf("%s is %s and documented as %q", code, category, documented[code])
		}
	}
	if len(documented) != len(codes) {
		t.Errorf("%d codes documented, %d exist", len(documented), len(codes))
	}
}
