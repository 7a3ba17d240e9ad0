package protocol_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/protocol"
)

// A step is one thing that happens in a random invocation: the script writes a
// line, or the host answers a call.
type step struct {
	kind string // what the model knows it as
	id   string // of a call or an asset
	line string // as written, without newline; "" for a reply
}

// drawStep makes steps from few ids, so that repetitions are common.
func drawStep(r *rand.Rand) step {
	id := string(rune('a' + r.IntN(3)))
	line := func(kind, format string, args ...any) step {
		return step{kind, id, fmt.Sprintf(`{"version":"0",`+format+`}`, args...)}
	}
	switch n := r.IntN(100); {
	case n < 20:
		return line("plain", `"type":"log","level":"debug","message":"%d"`, r.IntN(1000))
	case n < 30:
		return line("plain", `"type":"state_patch","patch":{"k%d":%d}`, r.IntN(9), r.IntN(9))
	case n < 40:
		return line("asset", `"type":"asset","assetId":"%s","kind":"image","mediaType":"image/png","path":"x"`, id)
	case n < 48:
		return line("plain", `"type":"ui_event","event":"e","payload":{}`)
	case n < 53:
		return line("plain", `"type":"error","errorCode":"e","errorMessage":""`)
	case n < 65:
		return line("call", `"type":"call","id":"%s","method":"random"`, id)
	case n < 77:
		return step{kind: "reply", id: id}
	case n < 87:
		return line("done", `"type":"done","ok":%t`, r.IntN(2) == 0)
	case n < 89:
		return line("plain", `"type":"log","level":"info","message":"","requestId":"mine"`)
	default:
		return drawFault(r)
	}
}

func drawFault(r *rand.Rand) step {
	faults := []step{
		{kind: "malformed_event", line: ""},
		{kind: "malformed_event", line: "{"},
		{kind: "malformed_event", line: `{"version":"0","type":"log"}`},
		{kind: "malformed_event", line: `{"version":"0","type":"done","ok":true,"ok":true}`},
		{kind: "malformed_event", line: `{"version":"0","type":"done","OK":true,"ok":true}`},
		{kind: "unknown_type", line: `{"version":"0","type":"Done","ok":true}`},
		{kind: "wrong_version", line: `{"version":0,"type":"Done","ok":true}`},
		{kind: "reserved_key", line: `{"version":"0","type":"state_patch","patch":{"$scene":1}}`},
		{kind: "foreign_request", line: `{"version":"0","type":"done","ok":true,"requestId":"other"}`},
		{kind: "line_too_long", line: strings.Repeat("x", 121)},
		{kind: "output_too_large", line: `{"version":"0","type":"done","ok":true,"output":{"a":"` + strings.Repeat("x", 40) + `"}}`},
	}
	return faults[r.IntN(len(faults))]
}

// A model says what a stream comes to, step by step and without reading a byte
// of JSON: it is told what each line is. It shares nothing with the reader.
type model struct {
	calls         bool
	limits        protocol.Limits
	lines, size   int
	assets        []string
	asked         []string // call ids in the order made
	answered      []string
	end           string // "" while open; "EOF" after done; else a code
	endLine       int
	eventsBefore  int
	wroteOnAfter  bool
	accepted      []bool // ok of the done event, at most one
	sizeOfNewline int
}

func in(list []string, id string) bool {
	for _, item := range list {
		if item == id {
			return true
		}
	}
	return false
}

func (m *model) take(s step) {
	if s.kind == "reply" {
		if m.end == "" && in(m.asked, s.id) {
			m.answered = append(m.answered, s.id)
		}
		return
	}
	if m.end != "" {
		m.wroteOnAfter = true
		return
	}
	m.lines++
	m.size += len(s.line) + m.sizeOfNewline
	if code := m.refuses(s); code != "" {
		m.end, m.endLine = code, m.lines
		return
	}
	m.eventsBefore++
	switch s.kind {
	case "asset":
		m.assets = append(m.assets, s.id)
	case "call":
		m.asked = append(m.asked, s.id)
	case "done":
		m.end, m.endLine = "EOF", m.lines
		m.accepted = append(m.accepted, strings.Contains(s.line, "true"))
	}
}

func (m *model) refuses(s step) string {
	tooLong := s.kind == "line_too_long"
	if m.size > m.limits.Bytes {
		left := m.limits.Bytes - (m.size - len(s.line) - m.sizeOfNewline)
		if !tooLong || left <= m.limits.Line+2 {
			return "too_many_bytes"
		}
	}
	switch {
	case tooLong:
		return "line_too_long"
	case m.lines > m.limits.Events:
		return "too_many_events"
	case s.kind == "plain":
		return ""
	case s.kind == "call" && !m.calls:
		return "unknown_type"
	case s.kind == "call" && in(m.asked, s.id):
		return "duplicate_call"
	case s.kind == "asset" && in(m.assets, s.id):
		return "duplicate_asset"
	case s.kind == "asset" && len(m.assets) == m.limits.Assets:
		return "too_many_assets"
	case s.kind == "done" || s.kind == "output_too_large":
		for _, id := range m.asked {
			if !in(m.answered, id) {
				return "call_outstanding"
			}
		}
	}
	if s.kind == "asset" || s.kind == "call" || s.kind == "done" {
		return ""
	}
	return s.kind
}

func (m *model) close() {
	if m.end == "" {
		m.end, m.endLine = "missing_done", m.lines
	}
}

// outcome is what a person would say of the invocation.
func (m *model) outcome(exit int) string {
	switch {
	case m.end == "EOF" && exit == 0 && m.accepted[0]:
		return "accepted"
	case m.end == "EOF" && exit == 0:
		return "declined"
	case exit != 0 && (m.end == "EOF" || m.end == "missing_done"):
		return "crashed"
	}
	return "broken"
}

// A script is the other end of the reader: it gives the next line when asked for
// more, and performs the replies before it as they come due, which is when the
// reader has taken all the lines before.
type script struct {
	steps   []step
	newline string
	reply   func(id string)
	pending string
}

func (s *script) Read(p []byte) (int, error) {
	for s.pending == "" {
		if len(s.steps) == 0 {
			return 0, io.EOF
		}
		next := s.steps[0]
		s.steps = s.steps[1:]
		if next.kind == "reply" {
			s.reply(next.id)
			continue
		}
		s.pending = next.line + s.newline
	}
	n := copy(p, s.pending)
	s.pending = s.pending[n:]
	return n, nil
}

// Every random invocation must end for the reader as it ends for the model.
func TestReaderEqualsModel(t *testing.T) {
	ends := map[string]int{}
	for seed := range soak.Count(10_000) {
		r := rand.New(rand.NewPCG(3, uint64(seed)))
		steps := make([]step, r.IntN(14))
		for i := range steps {
			steps[i] = drawStep(r)
		}
		want := model{
			calls: r.IntN(4) > 0, sizeOfNewline: 1 + r.IntN(2),
			limits: protocol.Limits{Line: 120, Events: 10, Bytes: 300 + r.IntN(600), Assets: 2, Output: 40},
		}
		for _, s := range steps {
			want.take(s)
		}
		want.close()
		exit := r.IntN(2)
		ends[want.end]++
		compare(t, seed, steps, &want, exit)
	}
	for _, end := range []string{
		"EOF", "missing_done", "malformed_event", "unknown_type", "wrong_version", "reserved_key", "foreign_request", "duplicate_asset",
		"duplicate_call", "call_outstanding", "line_too_long", "too_many_events", "too_many_bytes", "too_many_assets", "output_too_large",
	} {
		if ends[end] == 0 {
			t.Errorf("no sequence ended with %s: the generator has gone blind", end)
		}
	}
}

func compare(t *testing.T, seed int, steps []step, want *model, exit int) {
	t.Helper()
	source := &script{steps: steps, newline: []string{"\n", "\r\n"}[want.sizeOfNewline-1]}
	reader := protocol.NewReader(source, protocol.ReaderOptions{Limits: want.limits, RequestID: "mine", Calls: want.calls})
	source.reply = reader.Replied

	var done *protocol.Done
	events := 0
	var end error
	for {
		event, err := reader.Next()
		if err != nil {
			end = err
			break
		}
		events++
		if d, ok := event.(*protocol.Done); ok {
			done = d
		}
	}
	if _, again := reader.Next(); again != end {
		t.Errorf("seed %d: after %v came %v", seed, end, again)
	}
	code, line := "EOF", reader.Line()
	if violation, ok := end.(*protocol.Violation); ok {
		code, line = string(violation.Code), violation.Line
	}
	if code != want.end || line != want.endLine || events != want.eventsBefore {
		t.Errorf("seed %d: reader: %s in line %d after %d events; model: %s in line %d after %d events\n%v",
			seed, code, line, events, want.end, want.endLine, want.eventsBefore, steps)
	}
	if got := protocol.Judge(done, end, exit); string(got) != want.outcome(exit) {
		t.Errorf("seed %d: %s with exit %d judged %s, model says %s", seed, code, exit, got, want.outcome(exit))
	}
	if trailing, err := reader.Drain(); err != nil || (code == "EOF" && trailing != want.wroteOnAfter) {
		t.Errorf("seed %d: trailing %t (%v), model says %t", seed, trailing, err, want.wroteOnAfter)
	}
}
