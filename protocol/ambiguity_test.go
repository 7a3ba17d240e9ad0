package protocol_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/narratoria/narratoria/protocol"
)

// wholeEvents has one valid line of each type, with every field it may have.
var wholeEvents = []struct {
	fields []string
	line   string
}{
	{[]string{"level", "message", "fields"}, `{"version":"0","type":"log","requestId":"r","timestamp":"t","level":"info","message":"m","fields":{}}`},
	{[]string{"patch"}, `{"version":"0","type":"state_patch","requestId":"r","timestamp":"t","patch":{"a":1}}`},
	{[]string{"assetId", "kind", "mediaType", "path", "metadata"}, `{"version":"0","type":"asset","requestId":"r","timestamp":"t","assetId":"a","kind":"image","mediaType":"image/png","path":"p","metadata":{}}`},
	{[]string{"event", "payload"}, `{"version":"0","type":"ui_event","requestId":"r","timestamp":"t","event":"e","payload":{}}`},
	{[]string{"errorCode", "errorMessage", "details"}, `{"version":"0","type":"error","requestId":"r","timestamp":"t","errorCode":"e","errorMessage":"m","details":{}}`},
	{[]string{"ok", "summary", "output"}, `{"version":"0","type":"done","requestId":"r","timestamp":"t","ok":true,"summary":"s","output":{}}`},
	{[]string{"id", "method", "params"}, `{"version":"0","type":"call","requestId":"r","timestamp":"t","id":"i","method":"m","params":{}}`},
}

// ambiguousLines are lines in which two readers could see two things.
func ambiguousLines() (lines []string) {
	add := func(line, member string) {
		lines = append(lines, strings.TrimSuffix(line, "}")+","+member+"}", "{"+member+","+strings.TrimPrefix(line, "{"))
	}
	for _, event := range wholeEvents {
		for _, field := range append([]string{"version", "type", "requestId", "timestamp"}, event.fields...) {
			add(event.line, fmt.Sprintf(`%q:"x"`, field))                                // the key again
			add(event.line, fmt.Sprintf(`"\u%04x%s":"x"`, field[0], field[1:]))          // spelt with an escape
			add(event.line, fmt.Sprintf(`%q:"x"`, strings.ToUpper(field)))               // in capitals
			add(event.line, fmt.Sprintf(`%q:"x"`, string(field[0]-32)+field[1:]))        // with a capital
			add(event.line, fmt.Sprintf(`"%s\u0000":"x"`, field))                        // ended early for a reader in C
			lines = append(lines, strings.Replace(event.line, field, field+"\xff", 1))   // not UTF-8
			lines = append(lines, strings.Replace(event.line, field, field+`\ud800`, 1)) // half a character
			for _, spelling := range foldsOf(field) {
				add(event.line, fmt.Sprintf(`%q:"x"`, spelling))
			}
		}
		add(event.line, `"note":1,"NOTE":2`)
		add(event.line, `"stra\u1e9ee":1,"stra\u00dfe":2`)
	}
	return lines
}

// foldsOf are the spellings of a name with one letter outside ASCII that folds
// to the one that stood there.
func foldsOf(name string) (spellings []string) {
	for i, letter := range name {
		for r := unicode.SimpleFold(letter); r != letter; r = unicode.SimpleFold(r) {
			if r > unicode.MaxASCII {
				spellings = append(spellings, name[:i]+string(r)+name[i+1:])
			}
		}
	}
	return spellings
}

func TestAmbiguousLinesAreRefused(t *testing.T) {
	lines := ambiguousLines()
	taken := 0
	for _, line := range lines {
		events, end := readAll([]byte(line+"\n"+goodDone), protocol.ReaderOptions{Calls: true})
		if len(events) > 0 || !isMalformed(end) {
			t.Errorf("%s\n gave %v, %v", line, events, end)
		}
		var loose struct{ Version, Type string }
		if json.Unmarshal([]byte(line), &loose) == nil {
			taken++
		}
	}
	t.Logf("%d lines, %d of which encoding/json takes", len(lines), taken)
	if len(lines) < 200 || taken < len(lines)/2 {
		t.Errorf("%d lines, %d of which encoding/json takes: too few to show a difference", len(lines), taken)
	}
}

// Without the ambiguity the same lines are taken, so nothing else refused them.
func TestUnambiguousLinesAreTaken(t *testing.T) {
	for _, event := range wholeEvents {
		line := strings.TrimSuffix(event.line, "}") + `,"note":{"Type":1,"type":2},"straße":1}`
		events, end := readAll([]byte(line+"\n"), protocol.ReaderOptions{Calls: true})
		if len(events) != 1 {
			t.Errorf("%s: %v", line, end)
		} else if extra := events[0].Head().Extra; len(extra) != 2 {
			t.Errorf("%s: kept %v", line, extra)
		}
	}
}
