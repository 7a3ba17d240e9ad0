package protocol_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/protocol"
)

// The reader checks by hand what contracts says in schemas, since a schema library
// is too slow to start for a skill. Here the two are held together: of every line
// in a transcript, taken by itself, they must think the same.
func TestReaderAgreesWithSchemas(t *testing.T) {
	accepted, refused := 0, 0
	for line := range transcriptLines(t) {
		event, violation := readAlone(line)
		if violation != nil && !plain(violation) {
			continue // about bytes and keys, which are gone once the line is parsed
		}
		contract := contracts.ProtocolEvent
		if strings.Contains(line, `"call"`) {
			contract = contracts.HostCall
		}
		_, problems := contracts.Validate(contract, "line", []byte(line))
		if (violation == nil) != (problems.Err() == nil) {
			t.Errorf("%s\nreader: %v %v\nschema: %v", line, event, violation, problems)
		}
		if violation == nil {
			accepted++
		} else {
			refused++
		}
	}
	if accepted < 30 || refused < 30 {
		t.Errorf("only %d accepted and %d refused lines were compared", accepted, refused)
	}
}

// transcriptLines are all different lines that scripts write in transcripts.
func transcriptLines(t *testing.T) map[string]bool {
	t.Helper()
	lines := map[string]bool{}
	for _, c := range golden.Read(t, "testdata/transcripts/*.txtar", 1) {
		for _, part := range c.Files {
			for line := range bytes.Lines(part.Data) {
				if text := strings.TrimRight(string(line), "\r\n"); strings.HasPrefix(text, "{") && strings.Contains(text, `"version"`) && !strings.Contains(text, `"reply"`) {
					lines[text] = true
				}
			}
		}
	}
	return lines
}

func readAlone(line string) (protocol.Event, *protocol.Violation) {
	event, err := protocol.NewReader(strings.NewReader(line+"\n"), protocol.ReaderOptions{Calls: true}).Next()
	violation, _ := errors.AsType[*protocol.Violation](err)
	return event, violation
}

// plain reports whether a violation is about fields and their values.
func plain(v *protocol.Violation) bool {
	switch v.Code {
	case protocol.UnknownType, protocol.WrongVersion, protocol.ReservedKey:
		return true
	case protocol.MalformedEvent:
		return strings.Contains(v.Message, "missing") || strings.Contains(v.Message, "must be")
	}
	return false
}
