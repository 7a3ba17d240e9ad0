package executor_test

import (
	"bufio"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// A filler keeps to the limits of one attempt and fills them. What it wants is that a plan
// has many of it.
type filler struct {
	write func(request string, in *bufio.Reader, out *bufio.Writer) // the stream but for done
	code  string                                                    // what each step of 32 ends with, "" where it does well
	raced bool                                                      // the race detector, which makes each ten times as slow, watches this one, too
}

var fillers = map[string]filler{
	"prose": {func(_ string, _ *bufio.Reader, out *bufio.Writer) {
		shown(out, 9_990, "narration", `"text":"`+strings.Repeat("m", 700)+`"`)
	}, "", false},
	"dots": {func(_ string, in *bufio.Reader, out *bufio.Writer) {
		for i := range 7 {
			put(out, `{"version":"0","type":"call","id":"`, fmt.Sprint(i), `","method":"story.read","params":{"path":"`, dots, `"}}`)
			_ = out.Flush()
			_, _ = in.ReadString('\n')
		}
	}, "", false},
	"lists of objects": {func(_ string, _ *bufio.Reader, out *bufio.Writer) {
		shown(out, 10, "list", `"list":[`+strings.TrimSuffix(strings.Repeat(nested(60)+",", 160), ",")+"]")
	}, "", false},
	"all kinds": {func(request string, _ *bufio.Reader, out *bufio.Writer) {
		text := `"text":"` + strings.Repeat("m", 2_000) + `"`
		shown(out, 1_000, "narration", text)
		shown(out, 1_000, "mood", text)
		for range 1_000 {
			out.WriteString(`{"version":"0","type":"log","level":"info","message":"","fields":{` + text + "}}\n")
		}
		for i := range 24 {
			patchLine(out, fmt.Sprintf(`{"k%d %d":%s}`, crc32.ChecksumIEEE([]byte(request)), i, nested(55)))
		}
	}, "", true},
	"ids of calls": {func(_ string, in *bufio.Reader, out *bufio.Writer) {
		for i := range 8 {
			put(out, `{"version":"0","type":"call","id":"`, fmt.Sprint(i), long, `","method":"story.read","params":{"path":"torch"}}`)
			_ = out.Flush()
			_, _ = in.ReadString('\n')
		}
	}, "malformed_event", true},
	"ids of assets": {func(_ string, _ *bufio.Reader, out *bufio.Writer) {
		for i := range 8 {
			put(out, `{"version":"0","type":"asset","assetId":"`, fmt.Sprint(i), long, `","kind":"image","mediaType":"image/png","path":"a.png"}`)
		}
	}, "malformed_event", false},
	"errors": {func(_ string, _ *bufio.Reader, out *bufio.Writer) {
		put(out, `{"version":"0","type":"error","errorCode":"boom","errorMessage":"","details":{"list":[`, strings.Repeat(nested(60)+",", 160), `0]}}`)
		put(out, `{"version":"0","type":"done","ok":false}`)
	}, "boom", false},
	"error messages": {func(_ string, _ *bufio.Reader, out *bufio.Writer) {
		put(out, `{"version":"0","type":"error","errorCode":"boom","errorMessage":"`, long, `"}`)
		put(out, `{"version":"0","type":"done","ok":false}`)
	}, "boom", false},
	"replies that nobody reads": {func(_ string, _ *bufio.Reader, out *bufio.Writer) {
		for i := range 9 {
			put(out, `{"version":"0","type":"call","id":"`, fmt.Sprint(i), `","method":"story.read","params":{"path":"long"}}`)
		}
	}, "call_outstanding", false},
	"state": {func(_ string, _ *bufio.Reader, out *bufio.Writer) {
		patchLine(out, fmt.Sprintf(`{"list":[%s0]}`, strings.Repeat(nested(60)+",", 160)))
		patchLine(out, fmt.Sprintf(`{"more":[%s0]}`, strings.Repeat(nested(60)+",", 160)))
	}, "too_many_values", false},
}

// long and dots are nearly lines. All fillers of a program have them in common, since what
// they hold is measured with it.
var (
	long = strings.Repeat("i", 1_000_000)
	dots = strings.Repeat(".", 1_048_000)
)

// put writes a line.
func put(out *bufio.Writer, parts ...string) {
	for _, part := range parts {
		_, _ = out.WriteString(part)
	}
	_ = out.WriteByte('\n')
}

// nested is an object in an object: with six bytes each they take fifty times as much memory.
func nested(levels int) string {
	return strings.Repeat(`{"a":`, levels) + "{}" + strings.Repeat("}", levels)
}

func shown(out *bufio.Writer, lines int, event, payload string) {
	for range lines {
		fmt.Fprintf(out, `{"version":"0","type":"ui_event","event":"%s","payload":{%s}}`+"\n", event, payload)
	}
}

func (f filler) answer(in io.Reader, out io.Writer) {
	lines, asked := bufio.NewWriter(out), bufio.NewReader(in)
	request, _ := asked.ReadString('\n')
	f.write(request, asked, lines)
	lines.WriteString(doneLine)
	_ = lines.Flush() // the host may have stopped reading
}

// storyless answers story.read from a state with a key.
type storyless struct{}

func (storyless) Features() []string               { return nil }
func (storyless) Open(skills.Scope) skills.Session { return storyless{} }
func (storyless) Effects() []plan.Effect           { return nil }
func (storyless) Call(_ context.Context, _ string, params object) (object, *protocol.CallError) {
	if params["path"] == "long" {
		return object{"found": true, "value": long[:500_000]}, nil
	}
	_, found := protocol.Get(object{"torch": 1}, params["path"].(string))
	return object{"found": found}, nil
}
